"""The rules on whole arrays of deals, in JAX; held equal to `engine/` by tests."""
