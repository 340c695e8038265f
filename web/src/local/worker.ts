// The worker in which tables live that have no server: Python with the project's own packages, and IndexedDB to keep what
// happens.

import { Champion, type Position, type Tables } from './champion';
import { keep, type Kept, openKept, readKept } from './kept';
import type { FromWorker, Places, ToWorker } from './messages';

/** As much of Pyodide as is used here. */
interface Python {
  unpackArchive(data: ArrayBuffer, format: 'zip', options: { extractDir: string }): void;
  runPython(code: string): unknown;
  pyimport(name: string): { start(post: unknown, keep: unknown, kept: string, makeJudge: unknown): Promise<Server> };
}
interface Server {
  ask(question: string): Promise<string>;
  connect(line: number, code: string): void;
  say(line: number, text: string): void;
  hang_up(line: number): void;
}
type LoadPyodide = (options: { indexURL: string; stdLibURL: string; lockFileContents: object }) => Promise<Python>;

const tell = (message: FromWorker): void => postMessage(message);

let server: Promise<Server> | null = null;

onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('start' in data) return begin(data.start);
  const found = await server!;
  if ('ask' in data) tell({ id: data.id, answer: await found.ask(data.ask) });
  else if ('connect' in data) found.connect(data.line, data.connect);
  else if ('say' in data) found.say(data.line, data.say);
  else found.hang_up(data.line);
};

async function begin(places: Places): Promise<void> {
  let kept: IDBDatabase;
  try {
    kept = await openKept();
  } catch (error) {
    return tell({ failed: 'device_denied', why: String(error) });
  }
  server = start(places, kept);
  server.then(() => tell({ ready: true }), (error: unknown) => tell({ failed: 'device_failed', why: String(error) }));
}

async function start(places: Places, kept: IDBDatabase): Promise<Server> {
  const [python, packages, weights, tables] = await Promise.all([loadPython(places), fetchBytes(places.packages), fetchBytes(places.weights), readKept(kept)]);
  python.unpackArchive(packages, 'zip', { extractDir: '/packages' });
  python.runPython('import sys; sys.path.insert(0, "/packages")');
  return python.pyimport('spielgeld.local.browser').start(
    (line: number, text: string | undefined) => tell({ line, text: text ?? null }),
    (text: string) => keep(kept, JSON.parse(text) as Kept[]),
    JSON.stringify(tables),
    (told: string) => judge(new Champion(JSON.parse(told) as Tables, weights)),
  );
}

/** Python asks in JSON, and waits for the answer. */
const judge = (champion: Champion) => (what: 'bids' | 'turns', position: string): string => JSON.stringify(champion[what](JSON.parse(position) as Position));

async function loadPython({ pyodide, stdlib, lock }: Places): Promise<Python> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${pyodide}pyodide.mjs`)) as { loadPyodide: LoadPyodide };
  return loadPyodide({ indexURL: pyodide, stdLibURL: stdlib, lockFileContents: lock });
}

async function fetchBytes(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}
