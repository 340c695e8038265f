// Pyodide exports all of its C code by name, 8,560 functions and variables, for packages of any kind. The browser makes objects
// for each of them, some 10 MB in every worker with a Python. Here are two files of Pyodide with the few names that are used.

const EXPORTS = 7;
/** How Pyodide's script takes over one export, and declares them all. Should it change, every name counts as used, and all stay. */
const TAKEN = /(_[\w$]*)=Module\["\1"\]=wasmExports\["([^"]+)"\](\.value>>>0)?;?/g;
const DECLARED = /var (_[\w$]+,){500,}[^;]*;/;

/** `code` and `script` without what nobody asks for: neither the scripts, nor the code itself, nor the `libraries`. */
export function trimExports({ code, script, loader, libraries }) {
  const said = script.replace(TAKEN, '').replace(DECLARED, '') + loader;
  const used = new Set([...said.match(/[\w$]+/g), ...[code, ...libraries].flatMap(importedNames)]);
  // The modules there are can still be told from their names: their licences go by them.
  const isUsed = (name) => used.has(name) || used.has(`_${name}`) || name.startsWith('PyInit_');
  return {
    code: withExports(code, isUsed),
    script: script.replace(TAKEN, (whole, _, name) => (isUsed(name) ? whole : '')),
  };
}

function importedNames(code) {
  return WebAssembly.Module.imports(new WebAssembly.Module(code)).map(({ name }) => name);
}

function withExports(code, isWanted) {
  const { from, contents, end } = sectionOf(code, EXPORTS);
  const bytes = new Reader(code, contents);
  const kept = [];
  for (let left = bytes.number(); left; left -= 1) {
    const first = bytes.at;
    const name = bytes.name();
    bytes.at += 1; // its kind
    bytes.number();
    if (isWanted(name)) kept.push(code.subarray(first, bytes.at));
  }
  const section = Buffer.concat([written(kept.length), ...kept]);
  return Buffer.concat([code.subarray(0, from), Buffer.of(EXPORTS), written(section.length), section, code.subarray(end)]);
}

/** A file of WebAssembly is eight bytes, then sections: a number for what it is, its length, its contents. */
function sectionOf(code, wanted) {
  const bytes = new Reader(code, 8);
  for (;;) {
    const from = bytes.at;
    const kind = code[bytes.at++];
    const length = bytes.number();
    if (kind === wanted) return { from, contents: bytes.at, end: bytes.at + length };
    bytes.at += length;
  }
}

/** Numbers have seven bits in each byte, the lowest first; the eighth says that another follows. */
class Reader {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  number() {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  name() {
    const length = this.number();
    this.at += length;
    return this.bytes.toString('utf8', this.at - length, this.at);
  }
}

function written(number) {
  const bytes = [];
  for (let rest = number; ; rest = Math.floor(rest / 128)) {
    bytes.push(rest > 127 ? (rest % 128) + 128 : rest);
    if (rest < 128) return Buffer.from(bytes);
  }
}
