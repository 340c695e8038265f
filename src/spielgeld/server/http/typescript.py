"""TypeScript types from the very types the server reads and writes.

`python -m spielgeld.server.http.typescript web/src` writes them: what happens at a table into
`events.ts`, what else goes over the socket into `messages.ts`, and over HTTP into `requests.ts`.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from inspect import cleandoc
from json import dumps
from pathlib import Path
from typing import Any

from msgspec import inspect

from spielgeld.engine.moves import TurnCode
from spielgeld.server.api.endpoint import Endpoint, NoQuery
from spielgeld.server.api.endpoint_list import ENDPOINTS
from spielgeld.server.api.types import RefusalBody
from spielgeld.table.commands import FromClient
from spielgeld.table.outgoing.events import AnyEvent
from spielgeld.table.outgoing.messages import ToClient
from spielgeld.table.outgoing.types import Event

_HEADS = {
    "events.ts": "// What happens at a table, and what that is made of.",
    "messages.ts": "// What server and page say over the socket; with all that happens at a table.",
    "requests.ts": "// What else goes over HTTP.",
}
_GENERATED = "Generated from the server's types: do not edit.\n"
_SIMPLE: dict[type[inspect.Type], str] = {
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BytesType: "string",
    inspect.DateTimeType: "string",
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
    inspect.CustomType: "unknown",
}


def endpoint_types(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """The types of the HTTP bodies."""
    kinds = [kind for each in endpoints for kind in (each.body, each.answer, each.query)]
    structs = {kind.__name__: kind for kind in kinds if kind not in {None, bytes, NoQuery}}
    return {"RefusalBody": RefusalBody, **structs}


def typescript(types: Mapping[str, Any], elsewhere: Mapping[str, Any], place: str) -> str:
    """These types and all they are made of; those that stand `elsewhere` come from that place.

    Each is described by its docstring. A union gets its name wherever it occurs; a `Struct` always
    has the name of its class.
    """
    given = {name: inspect.type_info(kind) for name, kind in elsewhere.items()}
    infos = given | {name: inspect.type_info(kind) for name, kind in types.items()}
    structs = _structs(infos.values())
    unions = {name: info for name, info in infos.items() if name not in structs}
    names = {_spell(info, {}): name for name, info in unions.items()}
    declared = {name: f"export type {name} = {_spell(unions[name], {})};\n" for name in unions}
    declared |= {name: _declaration(info, names) for name, info in structs.items()}
    foreign = given.keys() | _structs(given.values()).keys()
    own = "\n".join([declared[name] for name in sorted(declared.keys() - foreign)])
    used = sorted(name for name in foreign if re.search(rf"\b{name}\b", own))
    return (f"import type {{ {', '.join(used)} }} from '{place}';\n\n" if used else "") + own


def modules() -> dict[str, str]:
    """The files of the page that hold types, by name."""
    events = {"TurnCode": TurnCode, "GameEvent": Event, "AnyEvent": AnyEvent}
    sockets = {"FromClient": FromClient, "ToClient": ToClient}
    texts = {
        "events.ts": typescript(events, {}, ""),
        "messages.ts": f"export type * from './events';\n{typescript(sockets, events, './events')}",
        "requests.ts": typescript(endpoint_types(ENDPOINTS), events | sockets, "./messages"),
    }
    return {name: f"{_HEADS[name]} {_GENERATED}\n{text}" for name, text in texts.items()}


def write_types(folder: Path) -> None:
    """Write the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in modules().items():
        (folder / name).write_text(text, encoding="utf-8")


def are_current(folder: Path) -> bool:
    """Whether the files are what `write_types` would write."""
    return all(
        (folder / name).is_file() and (folder / name).read_text(encoding="utf-8") == text
        for name, text in modules().items()
    )


def _structs(infos: Iterable[inspect.Type]) -> dict[str, inspect.StructType]:
    """Every struct within the types, by name."""
    found: dict[str, inspect.StructType] = {}
    to_visit = list(infos)
    while to_visit:
        info = to_visit.pop()
        if isinstance(info, inspect.StructType):
            name = info.cls.__name__
            if name in found:
                if found[name].cls is not info.cls:
                    raise ValueError(f"two types are called {name}")
                continue
            found[name] = info
        to_visit += _parts(info)
    return found


def _parts(info: inspect.Type) -> Iterator[inspect.Type]:
    match info:
        case inspect.StructType():
            yield from [field.type for field in info.fields]
        case inspect.Metadata():
            yield info.type
        case inspect.UnionType():
            yield from info.types
        case inspect.TupleType():
            yield from info.item_types
        case inspect.ListType() | inspect.SetType() | inspect.VarTupleType():
            yield info.item_type
        case inspect.DictType():
            yield info.value_type


def _spell(info: inspect.Type, names: Mapping[str, str]) -> str:
    """The type as it stands in a field, with the names that unions have."""
    match info:
        case inspect.StructType():
            return info.cls.__name__
        case inspect.Metadata():
            allowed = (info.extra_json_schema or {}).get("enum")
            return _literals(allowed) if allowed else _spell(info.type, names)
        case inspect.UnionType():
            return _union(info, names)
        case inspect.LiteralType():
            spelt = _literals(info.values)
            return names.get(spelt, spelt)
        case _:
            return _plain_or_collection(info, names)


def _plain_or_collection(info: inspect.Type, names: Mapping[str, str]) -> str:
    match info:
        case inspect.ListType() | inspect.SetType() | inspect.VarTupleType():
            item = _spell(info.item_type, names)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case inspect.TupleType():
            return f"[{', '.join([_spell(each, names) for each in info.item_types])}]"
        case inspect.DictType():
            return f"Record<string, {_spell(info.value_type, names)}>"
        case _:
            return _SIMPLE[type(info)]


def _union(info: inspect.UnionType, names: Mapping[str, str]) -> str:
    some = [each for each in info.types if not isinstance(each, inspect.NoneType)]
    spelt = " | ".join([_spell(each, names) for each in some])
    return names.get(spelt, spelt) + (" | null" if len(some) < len(info.types) else "")


def _literals(values: Iterable[object]) -> str:
    return " | ".join([dumps(value) for value in values])


def _declaration(info: inspect.StructType, names: Mapping[str, str]) -> str:
    lines = [
        *_comment(cleandoc(info.cls.__doc__ or ""), ""),
        f"export interface {info.cls.__name__} {{",
    ]
    if info.tag_field is not None:
        lines.append(f"  {info.tag_field}: {dumps(info.tag)};")
    for field in info.fields:
        lines += _comment(_description(field.type), "  ")
        mark = "" if field.required else "?"
        lines.append(f"  {field.encode_name}{mark}: {_spell(field.type, names)};")
    return "\n".join([*lines, "}\n"])


def _description(info: inspect.Type) -> str | None:
    if not isinstance(info, inspect.Metadata):
        return None
    return (info.extra_json_schema or {}).get("description")


def _comment(text: str | None, indent: str) -> list[str]:
    if not text:
        return []
    safe = text.replace("*/", "* /").splitlines()
    if len(safe) == 1:
        return [f"{indent}/** {safe[0]} */"]
    return [f"{indent}/**", *[f"{indent} * {line}".rstrip() for line in safe], f"{indent} */"]


if __name__ == "__main__":
    write_types(Path(sys.argv[1]))
