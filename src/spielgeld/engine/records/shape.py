"""Whether a parsed document has the keys and types of a record."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from spielgeld.engine.editions import RULE_VALUES
from spielgeld.engine.errors import quoted
from spielgeld.engine.records.format import Fault, Path


@dataclass(frozen=True, slots=True)
class Object:
    """An object with these keys; others are ignored."""

    required: Mapping[str, "Shape"] = field(default_factory=dict)
    optional: Mapping[str, "Shape"] = field(default_factory=dict)

    @property
    def members(self) -> Mapping[str, "Shape"]:
        """All keys that mean something."""
        return {**self.required, **self.optional}


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of any length."""

    each: "Shape"


@dataclass(frozen=True, slots=True)
class Pair:
    """A list of just two."""

    first: "Shape"
    second: "Shape"


@dataclass(frozen=True, slots=True)
class Plain:
    """A value of one of these types; `True` is no whole number here."""

    types: tuple[type, ...]
    name: str
    """One of `WANTED`."""


Shape = Object | ListOf | Pair | Plain

WANTED = {
    "object": "an object",
    "list": "a list",
    "pair": "a list of two",
    "text": "a text",
    "number": "a whole number",
    "yes_no": "true or false",
    "text_or_number": "a text or a whole number",
}
"""The stable name of everything that can be wanted in a place, and what it is in English."""

TEXT = Plain((str,), "text")
NUMBER = Plain((int,), "number")
YES_NO = Plain((bool,), "yes_no")
_BY_TYPE = {str: TEXT, int: NUMBER, bool: YES_NO}

_TURN = Pair(NUMBER, Plain((str, int), "text_or_number"))
_ROUND = Object({"bids": ListOf(ListOf(TEXT))}, {"turns": ListOf(_TURN)})
_SHUFFLE = Object(
    {"commitment": TEXT, "salts": ListOf(TEXT), "removed_drawn": YES_NO}, {"seed": TEXT}
)
_DEAL = Object(
    {"removed": ListOf(TEXT), "cards": ListOf(TEXT), "rounds": ListOf(_ROUND)},
    {"scores": ListOf(NUMBER), "shuffle": _SHUFFLE},
)
_RULES = Object(optional={name: _BY_TYPE[type(values[0])] for name, values in RULE_VALUES.items()})
_RECORD = Object(
    {"edition": TEXT, "rules": _RULES, "players": ListOf(TEXT), "deals": ListOf(_DEAL)},
    {"winners": ListOf(NUMBER)},
)


def check_shape(document: Mapping[str, object]) -> None:
    """Refuse a document that lacks a key (told first) or has a wrong type somewhere."""
    faults = chain(
        _missing_keys(document, _RECORD, ()),
        _missing_results(document),
        _wrong_types(document, _RECORD, ()),
    )
    for fault in faults:
        raise fault


def _missing_keys(value: object, shape: Shape, path: Path) -> Iterator[Fault]:
    match shape:
        case Object() if isinstance(value, dict):
            for key in shape.required:
                if key not in value:
                    yield _missing(key, path)
            for key, inner in shape.members.items():
                if key in value:
                    yield from _missing_keys(value[key], inner, (*path, key))
        case ListOf(Object() as each) if isinstance(value, list):
            for index, item in enumerate(value):
                yield from _missing_keys(item, each, (*path, index))


def _wrong_types(value: object, shape: Shape, path: Path) -> Iterator[Fault]:
    match shape:
        case Object() if isinstance(value, dict):
            for key, inner in shape.members.items():
                if key in value:
                    yield from _wrong_types(value[key], inner, (*path, key))
        case ListOf(each) if isinstance(value, list):
            for index, item in enumerate(value):
                yield from _wrong_types(item, each, (*path, index))
        case Pair(first, second) if isinstance(value, list) and len(value) == 2:
            yield from _wrong_types(value[0], first, (*path, 0))
            yield from _wrong_types(value[1], second, (*path, 1))
        case Plain(types) if type(value) in types:
            return
        case _:
            wanted = _name(shape)
            yield Fault(
                "type",
                f"{quoted(value)} is not {WANTED[wanted]}",
                path,
                why=f"type_{wanted}",
                found=quoted(value),
                wanted=wanted,
            )


def _name(shape: Shape) -> str:
    match shape:
        case Object():
            return "object"
        case ListOf():
            return "list"
        case Pair():
            return "pair"
        case Plain(name=name):
            return name


def _missing(key: str, path: Path) -> Fault:
    return Fault("missing", f"the key {quoted(key)} is missing", path, key=key)


def _missing_results(document: Mapping[str, object]) -> Iterator[Fault]:
    """Only the last deal of a match under way may lack scores, only its last round turns."""
    deals = document.get("deals")
    if not isinstance(deals, list):
        return
    for deal_index, deal in enumerate(deals):
        if not isinstance(deal, dict):
            continue
        under_way = deal_index == len(deals) - 1 and "winners" not in document
        if "scores" not in deal and not under_way:
            yield _missing("scores", ("deals", deal_index))
        rounds = deal.get("rounds")
        if not isinstance(rounds, list):
            continue
        for round_index, each in enumerate(rounds):
            last = under_way and "scores" not in deal and round_index == len(rounds) - 1
            if isinstance(each, dict) and "turns" not in each and not last:
                yield _missing("turns", ("deals", deal_index, "rounds", round_index))
