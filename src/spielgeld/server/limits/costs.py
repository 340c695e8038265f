"""What requests and messages may cost at most."""

MOST_STEPS = 7_000
"""Steps of a record that is checked, replayed, practised or reviewed.

Ten times the longest of 1,000 matches among bots in each edition with each number of players, of as
many deals as a table allows (695), rounded up: `python bench/longest_match.py`. The command line
has no such limit.
"""
