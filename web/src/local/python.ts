// Python in a worker, with the project's own packages, and the champion's sums lent to it.

import { PYTHON_CACHE } from '../lib/place';
import { Champion, type Position, type Tables } from './champion';
import type { Places } from './worker_messages';

/** As much of Pyodide as is used here. */
interface Python {
  FS: { createDataFile(folder: string, name: string, data: Uint8Array, canRead: boolean, canWrite: boolean, canOwn: boolean): void };
  runPython(code: string): unknown;
  pyimport(name: string): unknown;
}
type LoadPyodide = (options: { indexURL: string; stdLibURL: string; lockFileContents: object }) => Promise<Python>;

/** What only workers have. */
declare class FileReaderSync {
  readAsArrayBuffer(file: Blob): ArrayBuffer;
}

/** Python asks in JSON, and waits for the answer. */
type MakeJudge = (tables: string) => (what: 'bids' | 'turns' | 'these', about: string) => string;

const ARCHIVE = 'packages.zip';
/** Modules are read from the archive: unpacked, they would lie in memory twice. Only code that is not Python's has to be a file. */
const UNPACK = `
import sys, zipfile
sys.path[:0] = ["/packages", "/${ARCHIVE}"]
with zipfile.ZipFile("/${ARCHIVE}") as archive:
    archive.extractall("/packages", [name for name in archive.namelist() if name.startswith("msgspec/")])
`;

/** One of our modules, and the judge it may borrow. */
export async function startPython<T>(places: Places, module: string): Promise<{ module: T; makeJudge: MakeJudge }> {
  const packed = fileOf(places.packages).then((file) => file.arrayBuffer());
  const [python, packages, weights] = await Promise.all([loadPython(places), packed, fileOf(places.weights)]);
  python.FS.createDataFile('/', ARCHIVE, new Uint8Array(packages), true, false, true);
  python.runPython(UNPACK);
  const makeJudge: MakeJudge = (told) => {
    // Only now: most tables do without the champion.
    const champion = new Champion(JSON.parse(told) as Tables, new FileReaderSync().readAsArrayBuffer(weights));
    return (what, about) => JSON.stringify(champion[what](JSON.parse(about) as Position & [Position, number[][]]));
  };
  return { module: python.pyimport(module) as T, makeJudge };
}

async function loadPython({ pyodide, stdlib, lock }: Places): Promise<Python> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${pyodide}pyodide.mjs`)) as { loadPyodide: LoadPyodide };
  return loadPyodide({ indexURL: pyodide, stdLibURL: stdlib, lockFileContents: lock });
}

/** Out of the cache itself, unless that is denied: there it stays on the disk until somebody reads it. */
async function fileOf(url: string): Promise<Blob> {
  const kept = await caches.match(url, { cacheName: PYTHON_CACHE }).catch(() => undefined);
  const response = kept ?? (await fetch(url));
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.blob();
}
