"""The fixed-point units of the champion's numbers, the same on every machine."""

OUT_POINT = 16
"""The number of fractional bits of the network's outputs."""
CHANCE_STEP = 7
"""The table of chances has a step for every 1/128 of a logit."""
CHANCE_BITS = 24
"""A chance of 1 in that table is 2 to this power."""
MOST_LOGIT = 8
UNIT = 1 << (CHANCE_BITS + OUT_POINT - CHANCE_STEP)
"""The value of a win, as `values_of` returns it."""
LEAD_POINTS, SCORE_POINTS = 200, 300
"""The units of the lead and of the score, in points."""
