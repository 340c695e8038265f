"""Players by rule of thumb: one way of weighing hands and bids, with many tempers."""
