"""Training the champion in a league: rules and network in one compiled step (extra `train`)."""
