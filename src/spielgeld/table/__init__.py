"""The authority of one table, without input or output: times and secrets are arguments.

`deciding` says what may be done, as entries of a log; `applying` does it; `timing` says what time
brings; `telling` names what each seat may see.
"""
