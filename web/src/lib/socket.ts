// A socket to a table: a WebSocket, or as much of one as a table in this browser needs.

import { RefusedError } from './api';
import { isLocal } from './backend';
import { BASE } from './place';

type Heard = (event: MessageEvent<string>) => void;

export interface Socket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: Heard | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export function openSocket(code: string): Socket {
  if (isLocal(code)) return new LocalSocket(code);
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}${BASE}ws/${code}`) as Socket;
}

/** A connection to a table in the worker. */
export interface WorkerConnection {
  say(text: string): void;
  hangUp(): void;
}

class LocalSocket implements Socket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: Heard | null = null;
  onclose: (() => void) | null = null;
  #connection: WorkerConnection | null = null;

  constructor(code: string) {
    void this.#open(code).catch((error: unknown) => this.#fail(error));
  }

  async #open(code: string): Promise<void> {
    const { host } = await import('../local/host');
    const found = await host();
    if (this.readyState !== WebSocket.CONNECTING) return;
    this.#connection = found.connect(code, (text) => (text === null ? this.close() : this.#hear(text)));
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  /** Told as a server would send people away, so that they read why. */
  #fail(error: unknown): void {
    const code = error instanceof RefusedError ? error.code : 'device_failed';
    this.#hear(JSON.stringify({ type: 'bye', code, arguments: {} }));
    this.close();
  }

  #hear(text: string): void {
    this.onmessage?.(new MessageEvent('message', { data: text }));
  }

  send(text: string): void {
    this.#connection?.say(text);
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#connection?.hangUp();
    this.onclose?.();
  }
}
