"""The fixed-point units of the champion's numbers, the same on every machine."""

OUT_POINT = 16
"""The same for what comes out."""
CHANCE_STEP = 7
"""The table of chances has a step for every 1/128 of a logit."""
CHANCE_BITS = 24
"""A chance of 1 in that table, as a power of two."""
MOST_LOGIT = 8
UNIT = 1 << (CHANCE_BITS + OUT_POINT - CHANCE_STEP)
"""A win, in what `liked` returns."""
LEAD_POINTS, SCORE_POINTS = 200, 300
"""What a 1 of the lead and of the score stands for."""
