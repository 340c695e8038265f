"""Every place in the source that makes a refusal, found by parsing the source."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "spielgeld"

_CODE_AT = {
    "Refusal": 0,
    "Unreadable": 0,
    "NotAllowed": 0,
    "Fault": 0,
    "HttpRefusal": 1,
    "unreadable": 0,
    "_refused": 0,
    "dismiss": 0,
    "_refuse": 1,
}
"""What makes a refusal, and which of its arguments is the code."""
_ADDED = {"_refused": {"seconds"}}
"""Arguments that the callee adds by itself."""
_NOT_ARGUMENTS = {"path", "line"}
_COUNTED = ("tables", "joins")
"""What is counted by address and hour: `too_many_tables`, `too_many_joins`."""


@dataclass(frozen=True)
class Raised:
    """One place in the source that makes a refusal."""

    where: str
    code: str
    why: str | None
    arguments: frozenset[str]


def raised_in(*packages: str) -> list[Raised]:
    """All refusals with a code that is spelt out; one that passes a refusal on names no code."""
    places = [SOURCE / package for package in packages]
    files = [
        file
        for place in places
        for file in ([place] if place.suffix else sorted(place.rglob("*.py")))
    ]
    return [each for file in files for each in _raised_in_file(file)]


def _raised_in_file(file: Path) -> Iterator[Raised]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    variables = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            yield from _explained(file, node.value, variables)
        name = _name_of(node.func) if isinstance(node, ast.Call) else ""
        if not isinstance(node, ast.Call) or len(node.args) <= _CODE_AT.get(name, 99):
            continue
        code = node.args[_CODE_AT[name]]
        if isinstance(code, ast.Name):
            code = variables.get(code.id, code)
        why, arguments = _arguments(node)
        arguments |= _ADDED.get(name, set())
        for each in _spelt_out(code):
            yield Raised(f"{file.name}:{node.lineno}", each, why, frozenset(arguments))


def _explained(file: Path, pair: ast.Tuple, variables: dict[str, ast.IfExp]) -> Iterator[Raised]:
    """A code and its arguments, returned to somebody who refuses with them."""
    match pair.elts:
        case [code, ast.Dict() as arguments]:
            pass
        case _:
            return
    for each in _spelt_out(variables.get(code.id, code) if isinstance(code, ast.Name) else code):
        names = frozenset(str(key.value) for key in _keys(arguments))
        yield Raised(f"{file.name}:{pair.lineno}", each, None, names)


def _name_of(callee: ast.expr) -> str:
    if isinstance(callee, ast.Attribute):
        return callee.attr if callee.attr in ("dismiss", "_refuse") else ""
    return callee.id if isinstance(callee, ast.Name) else ""


def _arguments(call: ast.Call) -> tuple[str | None, set[str]]:
    """The finer reason, and the names of all arguments."""
    given = {word.arg: word.value for word in call.keywords if word.arg}
    named = {
        str(key.value) for each in call.args if isinstance(each, ast.Dict) for key in _keys(each)
    }
    why = given.get("why")
    reason = why.value if isinstance(why, ast.Constant) else None
    return str(reason) if reason else None, (set(given) | named) - _NOT_ARGUMENTS


def _keys(literal: ast.Dict) -> Iterator[ast.Constant]:
    return (key for key in literal.keys if isinstance(key, ast.Constant))


def _spelt_out(code: ast.expr) -> Iterator[str]:
    match code:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from _spelt_out(body)
            yield from _spelt_out(other)
        case ast.JoinedStr(values=[ast.Constant(value=str(start)), ast.FormattedValue()]):
            yield from (start + what for what in _COUNTED)
