"""Whose requests are let in: by their origin and address, and how much each may ask for."""
