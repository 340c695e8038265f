// The page's side of the worker in which local tables live. One tab has it at a time.

import { RefusedError } from '../lib/api';
import type { WorkerConnection } from '../lib/socket';
import { BASE, CAN_PLAY_ALONE, named } from '../lib/place';
import { openStorage, whyNotStored } from './storage';
import type { FromWorker, ToWorker } from './worker_messages';
import { onThisDevice } from './refusals';
import { parts, placeOf, workerAt } from './parts.svelte';

const LOCK = named('tables');
/** A tab that is being closed may have it for a moment. */
const WAIT_FOR_LOCK = 1500;
/** Where a policy forbids WebAssembly, Pyodide says nothing at all. */
const LONGEST_START = 60_000;

type Hear = (text: string | null) => void;

class Host {
  #waiting = new Map<number, { done(answer: string): void; failed(error: Error): void }>();
  #lines = new Map<number, Hear>();
  #number = 0;

  constructor(
    private readonly worker: Worker,
    private readonly ended: () => void,
  ) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
    worker.onerror = () => this.#end();
  }

  async ask(path: string, init: RequestInit): Promise<Response> {
    const url = new URL(path, location.origin);
    const question = {
      method: init.method ?? 'GET', path: url.pathname, query: url.search.slice(1), base_url: location.origin + BASE,
      body: init.body instanceof ArrayBuffer ? new TextDecoder().decode(init.body) : ((init.body as string | undefined) ?? null),
      token: new Headers(init.headers).get('Authorization')?.replace(/^Bearer /, '') ?? null,
    };
    const answer = await new Promise<string>((done, failed) => {
      const id = (this.#number += 1);
      this.#waiting.set(id, { done, failed });
      this.#tell({ id, ask: JSON.stringify(question) });
    });
    const { status, body } = JSON.parse(answer) as { status: number; body: string };
    return new Response(status === 204 ? null : status < 400 ? body : onThisDevice(body), { status, headers: { 'Content-Type': 'application/json' } });
  }

  connect(code: string, hear: Hear): WorkerConnection {
    const line = (this.#number += 1);
    this.#lines.set(line, hear);
    this.#tell({ line, connect: code });
    return {
      say: (text) => this.#tell({ line, say: text }),
      hangUp: () => {
        this.#lines.delete(line);
        this.#tell({ line, hangUp: true });
      },
    };
  }

  #tell(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    if ('failed' in message) this.#end();
    else if ('line' in message) this.#lines.get(message.line)?.(message.text && onThisDevice(message.text));
    else if ('id' in message) {
      this.#waiting.get(message.id)?.done(message.answer);
      this.#waiting.delete(message.id);
    }
  }

  /** The worker died: all that was accepted is kept, and whoever comes back finds it in the next one. */
  #end(): void {
    this.worker.terminate();
    this.ended();
    for (const { failed } of this.#waiting.values()) failed(new RefusedError('device_failed'));
    for (const hear of [...this.#lines.values()]) hear(null);
  }
}

let running: Promise<Host> | null = null;

/** The one of this tab, started when it is first wanted. */
export function host(): Promise<Host> {
  running ??= start(() => (running = null)).catch((error: unknown) => {
    running = null;
    throw error;
  });
  return running;
}

async function start(forget: () => void): Promise<Host> {
  if (!CAN_PLAY_ALONE) throw new RefusedError('device_denied');
  const free = await takeLock();
  try {
    await tryStorage();
    await parts.fetch();
    const worker = await startWorker();
    void navigator.storage?.persist?.().catch(() => undefined);
    return new Host(worker, () => {
      free();
      forget();
    });
  } catch (error) {
    free();
    throw error;
  }
}

/** Two tabs must not write one log: the second is told that the first has it. */
function takeLock(): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(LOCK, { signal: AbortSignal.timeout(WAIT_FOR_LOCK) }, () => new Promise<void>((free) => resolve(free)))
      .catch((error: Error) => reject(new RefusedError(error.name === 'TimeoutError' ? 'device_elsewhere' : 'device_denied')));
  });
}

/** Nothing is fetched or started where nothing can be stored. */
async function tryStorage(): Promise<void> {
  const database = await openStorage().catch((error: unknown) => {
    throw new RefusedError(whyNotStored(error));
  });
  database.close();
}

function startWorker(): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerAt, { type: 'module' });
    const fail = (code: string): void => {
      clearTimeout(timer);
      worker.terminate();
      reject(new RefusedError(code));
    };
    const timer = setTimeout(() => fail('device_failed'), LONGEST_START);
    worker.onerror = () => fail('device_failed');
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if ('failed' in data) {
        console.error(data.why);
        fail(data.failed);
      } else if ('ready' in data) {
        clearTimeout(timer);
        resolve(worker);
      }
    };
    const places = {
      pyodide: placeOf('pyodide-').replace(/[^/]*$/, ''), stdlib: placeOf('stdlib-'), packages: placeOf('spielgeld-'), weights: placeOf('champion-'), lock: __PYTHON__!.lock,
    };
    worker.postMessage({ start: places } satisfies ToWorker);
  });
}

export type { Host };
