"""Training of the champion in a league: the rules and the network in one compiled step, in JAX."""
