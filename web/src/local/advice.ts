// Advice at local tables: a second worker, started when somebody asks. The tables never wait for it.

import type { FromAdviser, Places, ToAdviser } from './worker_messages';
import { startPython } from './python';

/** The same file runs the tables and the advice: what it is first told says which. */
const startWorker = (places: Places): Worker => {
  const worker = new Worker(self.location.href, { type: 'module' });
  worker.postMessage({ advise: places } satisfies ToAdviser);
  return worker;
};

/** A second Python holds some 45 MB; whoever asks after a longer while waits a second for a new one. */
const IDLE = 120_000;

/** As Python's `OtherPython` wants it. */
export class Adviser {
  #hints: Worker | null = null;
  /** One question after the other. */
  #last: Promise<unknown> = Promise.resolve();
  #idle: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void) | null = null;

  readonly #places: Places;

  constructor(places: Places) {
    this.#places = places;
  }

  hint = (asked: string): Promise<string> => this.#ask({ hint: asked });
  curve = (line: string): Promise<string> => this.#ask({ curve: line });

  #ask(asked: ToAdviser): Promise<string> {
    clearTimeout(this.#idle);
    const found = this.#last.then(() => told((this.#hints ??= startWorker(this.#places)), asked));
    this.#last = found.then(() => this.#endSoon(), () => this.#endHints());
    return found;
  }

  /** It has a worker of its own, which ends with it; that of the hints makes room. */
  review = async (work: string, tell: (line: string) => void): Promise<void> => {
    void this.#last.then(() => this.#endHints());
    const worker = startWorker(this.#places);
    const stopped = new Promise<void>((stop) => (this.#stop = stop));
    try {
      await Promise.race([told(worker, { review: work }, tell), stopped]);
    } finally {
      worker.terminate();
    }
  };

  stop_review = (): void => this.#stop?.();

  /** If nobody asks again. */
  #endSoon(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void (this.#last = this.#last.then(() => this.#endHints())), IDLE);
  }

  #endHints(): void {
    clearTimeout(this.#idle);
    this.#hints?.terminate();
    this.#hints = null;
  }
}

/** What the worker says last; what it says before is handed on. */
function told(worker: Worker, asked: ToAdviser, tell: (line: string) => void = () => undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Error('the adviser failed'));
    worker.onmessage = ({ data }: MessageEvent<FromAdviser>) => {
      if ('line' in data) tell(data.line);
      else if ('done' in data) resolve(data.done);
      else reject(new Error(data.failed));
    };
    worker.postMessage(asked);
  });
}

interface Advice {
  begin(makeJudge: unknown): void;
  hint(asked: string): string;
  curve(line: string): string;
  review(work: string, tell: (line: string) => void): void;
}

let advice: Promise<Advice> | null = null;
const say = (message: FromAdviser): void => postMessage(message);

/** The other side: what the worker of the advice does with what it is told. */
export async function advise(asked: ToAdviser): Promise<void> {
  try {
    if ('advise' in asked) {
      advice = begin(asked.advise);
      await advice;
    } else if ('hint' in asked) say({ done: (await advice!).hint(asked.hint) });
    else if ('curve' in asked) say({ done: (await advice!).curve(asked.curve) });
    else {
      (await advice!).review(asked.review, (line) => say({ line }));
      say({ done: '' });
    }
  } catch (error) {
    say({ failed: String(error) });
  }
}

async function begin(places: Places): Promise<Advice> {
  const { module, makeJudge } = await startPython<Advice>(places, 'spielgeld.local.advice');
  module.begin(makeJudge);
  return module;
}
