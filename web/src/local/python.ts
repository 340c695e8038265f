// Python in a worker, with the project's own packages, and the champion's sums lent to it.

import { Champion, type Position, type Tables } from './champion';
import type { Places } from './messages';

/** As much of Pyodide as is used here. */
interface Python {
  unpackArchive(data: ArrayBuffer, format: 'zip', options: { extractDir: string }): void;
  runPython(code: string): unknown;
  pyimport(name: string): unknown;
}
type LoadPyodide = (options: { indexURL: string; stdLibURL: string; lockFileContents: object }) => Promise<Python>;

/** Python asks in JSON, and waits for the answer. */
type MakeJudge = (tables: string) => (what: 'bids' | 'turns' | 'these', about: string) => string;

/** One of our modules, and the judge it may borrow. */
export async function startPython<T>(places: Places, module: string): Promise<{ module: T; makeJudge: MakeJudge }> {
  const [python, packages, weights] = await Promise.all([loadPython(places), fetchBytes(places.packages), fetchBytes(places.weights)]);
  python.unpackArchive(packages, 'zip', { extractDir: '/packages' });
  python.runPython('import sys; sys.path.insert(0, "/packages")');
  const makeJudge: MakeJudge = (told) => {
    const champion = new Champion(JSON.parse(told) as Tables, weights);
    return (what, about) => JSON.stringify(champion[what](JSON.parse(about) as Position & [Position, number[][]]));
  };
  return { module: python.pyimport(module) as T, makeJudge };
}

async function loadPython({ pyodide, stdlib, lock }: Places): Promise<Python> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${pyodide}pyodide.mjs`)) as { loadPyodide: LoadPyodide };
  return loadPyodide({ indexURL: pyodide, stdLibURL: stdlib, lockFileContents: lock });
}

async function fetchBytes(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}
