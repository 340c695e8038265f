"""Heuristic players: one way of valuing hands and bids, with parameters called a temper."""
