// What the page and its worker say to each other.

/** Where the worker finds what it needs, as full addresses. */
export interface Places {
  pyodide: string;
  stdlib: string;
  packages: string;
  weights: string;
  lock: object;
}

export type ToWorker =
  | { start: Places }
  | { id: number; ask: string }
  | { line: number; connect: string }
  | { line: number; say: string }
  | { line: number; hangUp: true };

export type FromWorker =
  | { ready: true }
  | { failed: 'device_full' | 'device_denied' | 'device_failed'; why: string }
  | { id: number; answer: string }
  | { line: number; text: string | null };

/** What the worker of the tables and that of the advice say to each other. */
export type ToAdviser = { advise: Places } | { hint: string } | { curve: string } | { review: string };
export type FromAdviser = { line: string } | { done: string } | { failed: string };
