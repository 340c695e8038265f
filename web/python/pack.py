"""Run by `build.mjs` inside Pyodide: packs what the browser needs of /src and of Python itself."""

import importlib._bootstrap_external as bootstrap
import importlib.util
import sys
import zipfile
from pathlib import Path

import msgspec

SRC, OUT = Path("/src"), Path("/out")
STDLIB = "/lib/python314.zip"
BEGIN = "spielgeld.local.browser"
LATER = (
    "spielgeld.advice.hint",
    "spielgeld.advice.review",
    "spielgeld.bots.champion.bot",
    "spielgeld.bots.champion.lent",
    "spielgeld.bots.heuristic.bot",
    "spielgeld.bots.heuristic.characters",
    "traceback",
    "tokenize",
    "encodings.ascii",
    "encodings.cp437",
    "encodings.idna",
    "encodings.latin_1",
    "importlib.readers",
    "importlib.resources._adapters",
)
"""What is imported only when it is wanted."""
DATA = (
    "advice/*.json",
    "table/*.json",
    "table/*.txt",
    "texts/editions.json",
    "texts/*/rules.json",
    "texts/*/page/cards.json",
    "texts/*/page/rules.json",
    "texts/*/refusals.json",
)


def compiled(source: bytes, name: str) -> bytes:
    """A module without its source, whose time nobody asks for."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return bytes(bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(b""), checked=False))


def pack(name: str, files: dict[str, bytes]) -> None:
    """Not compressed: that is done for the whole, on the way to the browser."""
    with zipfile.ZipFile(OUT / name, "w", zipfile.ZIP_STORED) as archive:
        for path, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0)), data)


def origins(root: str) -> list[str]:
    """The files of the modules that were imported from there."""
    specs = [getattr(each, "__spec__", None) for each in list(sys.modules.values())]
    found = {str(spec.origin) for spec in specs if spec and spec.origin}
    return sorted(path.removeprefix(root) for path in found if path.startswith(root))


def own_modules() -> dict[str, bytes]:
    ours = {f"{path}c": compiled((SRC / path).read_bytes(), path) for path in origins("/src/")}
    for pattern in DATA:
        for file in (SRC / "spielgeld").glob(pattern):
            ours[str(file.relative_to(SRC))] = file.read_bytes()
    return ours


def keep_licence() -> None:
    """For `build.mjs`, which puts all licences into one file."""
    licence = next(Path(msgspec.__file__).parent.parent.glob("msgspec-*/licenses/LICENSE"))
    (OUT / "msgspec-licence").write_bytes(licence.read_bytes())


def packages() -> dict[str, bytes]:
    found, home = {}, Path(msgspec.__file__).parent
    for file in home.rglob("*"):
        path = f"msgspec/{file.relative_to(home)}"
        if file.suffix == ".py":
            found[f"{path}c"] = compiled(file.read_bytes(), path)
        elif file.suffix == ".so":
            found[path] = file.read_bytes()
    return found


def standard_library() -> dict[str, bytes]:
    archive = zipfile.ZipFile(STDLIB)
    return {f"{path}c": compiled(archive.read(path), path) for path in origins(f"{STDLIB}/")}


sys.path.insert(0, str(SRC))
sys.dont_write_bytecode = True
importlib.import_module(BEGIN)
for module in LATER:
    importlib.import_module(module)
pack("spielgeld.zip", own_modules() | packages())
pack("stdlib.zip", standard_library())
keep_licence()
