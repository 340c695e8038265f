"""Measuring bots: deals replayed with rotated seats, and what may be said about the numbers."""
