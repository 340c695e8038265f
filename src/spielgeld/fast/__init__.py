"""The rules of `engine/` on bit masks, compiled, for search and bulk play; tested to be equal."""
