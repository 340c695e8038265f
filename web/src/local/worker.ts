// The worker in which tables live that have no server: Python with the project's own packages, and IndexedDB to store what
// happens. A second worker of the same file gives advice.

import { advise, Adviser } from './advice';
import { openStorage, readTables, type StoredAppend, whyNotStored, writeAppends } from './storage';
import type { FromWorker, Places, ToAdviser, ToWorker } from './worker_messages';
import { startPython } from './python';

interface Server {
  ask(question: string): Promise<string>;
  connect(line: number, code: string): void;
  say(line: number, text: string): void;
  hang_up(line: number): void;
}
interface Browser {
  start(post: unknown, write: unknown, stored: string, makeJudge: unknown, adviser: Adviser): Promise<Server>;
}

const tell = (message: FromWorker): void => postMessage(message);
const isAboutAdvice = (message: ToWorker | ToAdviser): message is ToAdviser => ['advise', 'hint', 'curve', 'review'].some((what) => what in message);

let server: Promise<Server> | null = null;

onmessage = async ({ data }: MessageEvent<ToWorker | ToAdviser>) => {
  if (isAboutAdvice(data)) return advise(data);
  if ('start' in data) return begin(data.start);
  const found = await server!;
  if ('ask' in data) tell({ id: data.id, answer: await found.ask(data.ask) });
  else if ('connect' in data) found.connect(data.line, data.connect);
  else if ('say' in data) found.say(data.line, data.say);
  else found.hang_up(data.line);
};

async function begin(places: Places): Promise<void> {
  let database: IDBDatabase;
  try {
    database = await openStorage();
  } catch (error) {
    return tell({ failed: whyNotStored(error), why: String(error) });
  }
  // Somebody had the browser's data cleared: what cannot be stored is not played.
  database.onclose = () => tell({ failed: 'device_failed', why: 'the storage was closed' });
  server = start(places, database);
  server.then(() => tell({ ready: true }), (error: unknown) => tell({ failed: 'device_failed', why: String(error) }));
}

/** Python waits for ever for a promise that is rejected with anything but an `Error`, such as what a full device tells. */
function rejectPlainly(error: unknown): never {
  throw new Error(String(error));
}

async function start(places: Places, database: IDBDatabase): Promise<Server> {
  const [{ module, makeJudge }, tables] = await Promise.all([startPython<Browser>(places, 'spielgeld.local.browser'), readTables(database)]);
  return module.start(
    (line: number, text: string | undefined) => tell({ line, text: text ?? null }),
    (text: string) => writeAppends(database, JSON.parse(text) as StoredAppend[]).catch(rejectPlainly),
    JSON.stringify(tables),
    makeJudge,
    new Adviser(places),
  );
}
