"""The rules on whole arrays of deals, in JAX; tests compare them with `engine/` step by step."""
