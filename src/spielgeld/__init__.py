"""Spielgeld: play, study and research the card game Money!."""

__version__ = "0.1.0"
