// Packs the Python that plays in the browser into web/python/dist: Pyodide, the modules of the standard library that are used, and
// our own with msgspec. Modules are compiled here, by the Python that will run them, and without their docstrings.
//
//   node web/python/build.mjs FOLDER_WITH_THE_WHEEL

import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { trimExports } from './exports.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const PYODIDE = join(HERE, '../node_modules/pyodide');
const DIST = join(HERE, 'dist');
const { version } = JSON.parse(readFileSync(join(PYODIDE, 'package.json'), 'utf8'));
const wheels = process.argv[2];
const wheel = readdirSync(wheels).find((name) => name.endsWith('.whl'));
/** Higher ones take five times as long for a tenth less. */
const QUALITY = 9;
const WORTH_IT = 0.75;

const made = madeOf();
if (existsSync(join(DIST, 'manifest.json')) && JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8')).made === made) process.exit(0);

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST, { recursive: true });

const { loadPyodide } = await import('pyodide');
const py = await loadPyodide();
py.unpackArchive(new Uint8Array(readFileSync(join(wheels, wheel))), 'wheel');
py.FS.mkdirTree('/src');
py.mountNodeFS('/src', join(HERE, '../../src'));
py.FS.mkdirTree('/out');
py.mountNodeFS('/out', DIST);
py.runPython(readFileSync(join(HERE, 'pack.py'), 'utf8'));

/** The terms of what is packed here, in full. `licences.ts` adds those of the page. */
function licences() {
  const own = (name) => readFileSync(join(HERE, 'licences', name), 'utf8');
  const parts = [
    [`Pyodide ${version}, from npm, less the exports that nothing here uses; its source: the project pyodide on GitHub. Mozilla Public License 2.0.`, own('MPL-2.0.txt')],
    [`Python ${info.python} and its standard library, as part of Pyodide. Python Software Foundation License.`, own('Python.txt')],
    ['What Pyodide is made of besides: other libraries, each under its own licence.', own('Libraries.txt')],
    [`${wheel.split('-').slice(0, 2).join(' ')}, from PyPI. BSD 3-Clause License.`, readFileSync(join(DIST, 'msgspec-licence'), 'utf8')],
  ];
  return parts.map(([title, text]) => `${title}\n${'='.repeat(title.length)}\n\n${text.trim()}\n`).join('\n\n');
}

function licenceFiles() {
  return readdirSync(join(HERE, 'licences')).sort().map((name) => join(HERE, 'licences', name));
}

/** Changes with everything that goes into the files. */
function madeOf() {
  const hash = createHash('sha256').update(version + wheel);
  const source = join(HERE, '../../src/spielgeld');
  const named = readdirSync(source, { recursive: true }).filter((name) => /\.(py|json|txt|weights)$/.test(name) && !name.startsWith('static')).sort();
  for (const file of [...named.map((name) => join(source, name)), ...licenceFiles(), join(HERE, 'build.mjs'), join(HERE, 'exports.mjs'), join(HERE, 'pack.py')]) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** A file whose name changes with its contents. */
function named(name, ending) {
  return { path: `python/${name}-${markOf(name + ending)}${ending}`, from: name + ending };
}

/** Changes with the contents of these files. */
function markOf(...names) {
  const hash = createHash('sha256');
  for (const name of names) hash.update(readFileSync(join(DIST, name)));
  return hash.digest('hex').slice(0, 10);
}

/** Pyodide, as small as what runs here needs it. */
function writeCore() {
  const [loader, script, code] = core.map((name) => readFileSync(join(PYODIDE, name)));
  const libraries = [py.FS.readFile(py.runPython('import msgspec._core; msgspec._core.__file__'))];
  const trimmed = trimExports({ code, script: script.toString(), loader: loader.toString(), libraries });
  for (const [at, data] of [loader, trimmed.script, trimmed.code].entries()) writeFileSync(join(DIST, core[at]), data);
}

const { info } = JSON.parse(readFileSync(join(PYODIDE, 'pyodide-lock.json'), 'utf8'));
const core = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm'];
writeCore();
copyFileSync(join(HERE, '../../src/spielgeld/bots/champion/champion.weights'), join(DIST, 'champion.weights'));

writeFileSync(join(DIST, 'LICENCES.txt'), licences());

const files = [
  ...core.map((from) => ({ path: `python/pyodide-${version}-${markOf(...core)}/${from}`, from })),
  named('stdlib', '.zip'), named('spielgeld', '.zip'), named('champion', '.weights'),
].map((file) => ({ ...file, bytes: statSync(join(DIST, file.from)).size }));
for (const file of files) {
  const packed = compressed(readFileSync(join(DIST, file.from)));
  file.isPacked = packed.length < WORTH_IT * file.bytes; // the package carries both forms
  if (file.isPacked) writeFileSync(join(DIST, `${file.from}.br`), packed);
  file.packed = file.isPacked ? packed.length : file.bytes;
}
// No package is ever fetched: the list of those there are is not needed.
writeFileSync(join(DIST, 'manifest.json'), JSON.stringify({ made, lock: { info, packages: {} }, files }, null, 1));
process.exit(0);

function compressed(data) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliCompressSync(data, { params: { [BROTLI_PARAM_QUALITY]: QUALITY, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: data.length } });
}
