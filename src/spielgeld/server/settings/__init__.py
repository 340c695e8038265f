"""What an operator can set: the table of all settings, and how they are read."""
