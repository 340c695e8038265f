"""The rules of `engine/` on bit masks, compiled, for bots and bulk play; tested to be equal."""
