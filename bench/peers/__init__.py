"""Other servers that play a game of the same shape, for the benchmarks to stand beside."""
