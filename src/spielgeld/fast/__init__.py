"""The rules of `engine/` on machine words, for search and for many deals; held equal by tests."""
