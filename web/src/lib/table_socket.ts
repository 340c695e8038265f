// One connection to a table: it comes back by itself, and what was said and not yet answered is said again.

import type { FromClient, ToClient } from '../messages';
import { RefusedError } from './api';
import { openSocket, type Socket } from './socket';

type WithoutId<M> = M extends { id: string } ? Omit<M, 'id'> : never;
/** A message that gets an answer. */
export type Command = WithoutId<FromClient>;
type Answer = Extract<ToClient, { id: string }>;

export type Line = 'connecting' | 'open' | 'lost' | 'closed';

export interface Listener {
  heard(message: ToClient): void;
  lineChanged(line: Line): void;
  /** Which update was seen last, to get only what was missed; null for a fresh view. */
  seen(): number | null;
}

interface Waiting {
  message: string;
  done(answer: Answer): void;
  failed(error: Error): void;
}

/** After these there is no point in trying again. */
export const FINAL = new Set(['wrong_token', 'no_such_table', 'table_unreadable', 'no_watchers', 'protocol', 'left']);
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 8000;
const PING_EVERY = 20_000;
const PONG_WITHIN = 6_000;

export class TableSocket {
  #socket: Socket | null = null;
  #waiting = new Map<string, Waiting>();
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #watch: ReturnType<typeof setInterval>;
  #heardAt = 0;
  /** Before the server has greeted us, nothing but `hello` is sent. */
  #isGreeted = false;
  #closed = false;
  #number = 0;
  /** What this page calls itself: ids must differ from those of other tabs, and of this one before it was loaded again. */
  #prefix = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join('');

  constructor(
    private readonly code: string,
    private readonly token: string | null,
    private readonly listener: Listener,
  ) {
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#watch = setInterval(() => this.#ping(), PING_EVERY);
    this.#connect();
  }

  /** Say something; the answer comes, however often the connection is lost in between. */
  say<A extends Answer = Answer>(command: Command): Promise<A> {
    const id = `${this.#prefix}-${(this.#number += 1)}`;
    const message = JSON.stringify({ ...command, id });
    if (this.#closed) return Promise.reject(new RefusedError('left'));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { message, done: (answer) => resolve(answer as A), failed: reject });
      if (this.#socket?.readyState === WebSocket.OPEN && this.#isGreeted) this.#socket.send(message);
    });
  }

  close(): void {
    this.#end();
    this.#socket?.close();
    this.#socket = null;
  }

  /** Start over with a fresh view. */
  reconnect(): void {
    this.#socket?.close();
  }

  #connect(): void {
    this.#timer = null;
    this.#isGreeted = false;
    this.listener.lineChanged('connecting');
    const socket = openSocket(this.code);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'hello', page: this.#prefix, token: this.token, seen: this.listener.seen() }));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      // One that was given up may still have something to say.
      if (socket !== this.#socket) return;
      for (const line of event.data.split('\n')) this.#hear(JSON.parse(line) as ToClient);
    };
    socket.onclose = () => this.#lost(socket);
  }

  #hear(message: ToClient): void {
    const isGreeting = message.type === 'welcome' || message.type === 'resumed';
    this.#heardAt = Date.now();
    if (message.type === 'bye' && FINAL.has(message.code)) this.#end();
    this.listener.heard(message);
    if (isGreeting) {
      this.#pause = FIRST_PAUSE;
      this.#isGreeted = true;
      this.listener.lineChanged('open');
      for (const { message: text } of this.#waiting.values()) this.#socket?.send(text);
    }
    if (!('id' in message) || message.id === null) return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === 'refused') waiting?.failed(new RefusedError(message.code, message.arguments));
    else waiting?.done(message as Answer);
  }

  #lost(socket: Socket): void {
    if (socket !== this.#socket) return;
    if (this.#closed) {
      this.listener.lineChanged('closed');
      return;
    }
    this.listener.lineChanged('lost');
    this.#timer = setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }

  /** The network is back or gone, or the phone awake: do not wait for the timer. */
  #hurry = (): void => {
    if (document.hidden) return;
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#connect();
    } else {
      this.#ping();
    }
  };

  /** A connection that died unnoticed is found out. */
  #ping(): void {
    const socket = this.#socket;
    if (document.hidden || socket?.readyState !== WebSocket.OPEN || !this.#isGreeted) return;
    const asked = Date.now();
    this.say({ type: 'ping' }).catch(() => undefined);
    setTimeout(() => {
      if (socket !== this.#socket || this.#heardAt >= asked || document.hidden) return;
      socket.onclose = null;
      socket.close();
      this.#lost(socket);
    }, PONG_WITHIN);
  }

  #end(): void {
    this.#closed = true;
    clearInterval(this.#watch);
    if (this.#timer) clearTimeout(this.#timer);
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    for (const waiting of this.#waiting.values()) waiting.failed(new RefusedError('left'));
    this.#waiting.clear();
  }
}
