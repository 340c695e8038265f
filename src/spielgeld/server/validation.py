"""What was wrong with something that came in, as a code and the place; no words."""

import re

import msgspec

_PLACE = re.compile(r"(?s)(?P<problem>.*?)(?: - at `(?P<place>\$[^`]*)`)?")
_NAMED_FIELD = re.compile(r"(?s)Object (?P<what>missing required|contains unknown) field `(.*)`")


def explain(error: msgspec.ValidationError, root: str) -> tuple[str, dict[str, str]]:
    """A code, and its arguments: the place such as `body.hands[0]`, and a field if it has one."""
    found = _PLACE.fullmatch(str(error))
    problem, place = (found["problem"], found["place"] or "$") if found else ("", "$")
    place = root + place.removeprefix("$")
    if named := _NAMED_FIELD.fullmatch(problem):
        code = "missing_field" if named["what"].startswith("missing") else "unknown_field"
        return code, {"place": place, "field": named[2][:80]}
    return "wrong_value", {"place": place}
