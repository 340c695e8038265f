"""The rules, one file per chapter. `game.py` applies them in turn."""
