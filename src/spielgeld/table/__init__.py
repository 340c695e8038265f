"""The authority of one table, without input or output: times and secrets are arguments.

`decisions` turns commands into entries of a log; `effects` applies entries; `clocks` has the
timers; `outgoing` names what each seat may see.
"""
