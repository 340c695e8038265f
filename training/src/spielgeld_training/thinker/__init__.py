"""Research on a player that reads its rivals: a model of their bids, and a search that uses it."""
