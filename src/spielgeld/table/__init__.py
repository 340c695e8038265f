"""The authority of one table, without input or output: times and secrets are arguments.

`decisions` says what may be done, as entries of a log; `effects` does it; `clocks` says what time
brings; `outgoing` names what each seat may see.
"""
