import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ToClient } from '../messages';
import { TableSocket } from './table_socket';

class FakeSocket {
  static readonly OPEN = 1;
  readyState = 1;
  sent: string[] = [];
  ids: unknown[] = [];
  onopen = (): void => undefined;
  onclose: (() => void) | null = null;
  onmessage: (event: { data: string }) => void = () => undefined;

  constructor() {
    sockets.push(this);
  }

  send(text: string): void {
    const { type, id } = JSON.parse(text) as { type: string; id?: string };
    this.sent.push(type);
    this.ids.push(id);
  }

  close(): void {
    this.onclose?.();
  }

  hear(...messages: object[]): void {
    this.onmessage({ data: messages.map((each) => JSON.stringify(each)).join('\n') });
  }
}

const WELCOME = { type: 'welcome' };
let sockets: FakeSocket[] = [];
let heard: ToClient['type'][] = [];
let onHeard: (message: ToClient) => void = () => undefined;

function open(): TableSocket {
  const listener = {
    heard(message: ToClient) {
      heard.push(message.type);
      onHeard(message);
    },
    lineChanged: () => undefined,
    seen: () => null,
  };
  return new TableSocket('t', null, listener);
}

beforeEach(() => {
  [sockets, heard, onHeard] = [[], [], () => undefined];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  const listens = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('document', { hidden: false, ...listens });
  for (const [name, listen] of Object.entries(listens)) vi.stubGlobal(name, listen);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a socket', () => {
  test('says nothing before it is greeted, and then everything once', () => {
    const socket = open();
    onHeard = () => void socket.say({ type: 'ping' });
    void socket.say({ type: 'start' });
    expect(sockets[0]!.sent).toEqual([]);
    sockets[0]!.hear(WELCOME);
    expect(sockets[0]!.sent).toEqual(['start', 'ping']);
  });

  test('says again what was not answered', () => {
    const socket = open();
    sockets[0]!.hear(WELCOME);
    void socket.say({ type: 'start' });
    sockets[0]!.close();
    vi.advanceTimersByTime(1000);
    sockets[1]!.hear(WELCOME);
    expect(sockets[1]!.sent).toEqual(['start']);
  });

  test('says the same under the same id after the database was away', () => {
    const socket = open();
    sockets[0]!.hear(WELCOME);
    let isAccepted = false;
    void socket.say({ type: 'start' }).then(() => (isAccepted = true));
    sockets[0]!.hear({ type: 'bye', code: 'store_down', arguments: {} });
    sockets[0]!.close();
    vi.advanceTimersByTime(1000);
    sockets[1]!.hear(WELCOME);
    expect(sockets[1]!.sent).toEqual(['start']);
    expect(sockets[1]!.ids).toEqual(sockets[0]!.ids);
    sockets[1]!.hear({ type: 'accepted', id: sockets[1]!.ids[0] });
    return vi.waitFor(() => expect(isAccepted).toBe(true));
  });

  test('asks at once whether the line holds when the network goes', () => {
    const listening = new Map<string, () => void>();
    vi.stubGlobal('addEventListener', (name: string, listen: () => void) => listening.set(name, listen));
    open();
    sockets[0]!.hear(WELCOME);
    vi.advanceTimersByTime(1000);
    listening.get('offline')!();
    expect(sockets[0]!.sent).toEqual(['ping']);
    vi.advanceTimersByTime(7000); // nobody answers
    expect(sockets).toHaveLength(2);
  });

  test('comes back when the server restarts, and not to a table that cannot be read', () => {
    open();
    sockets[0]!.hear({ type: 'bye', code: 'come_back', arguments: {} });
    sockets[0]!.close();
    vi.advanceTimersByTime(1000);
    sockets[1]!.hear({ type: 'bye', code: 'table_unreadable', arguments: {} });
    sockets[1]!.close();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
  });

  test('does not listen to a connection that was given up', () => {
    const socket = open();
    sockets[0]!.hear(WELCOME);
    sockets[0]!.close();
    vi.advanceTimersByTime(1000);
    sockets[1]!.hear(WELCOME);
    sockets[0]!.hear({ type: 'update' });
    socket.close();
    sockets[1]!.hear({ type: 'update' });
    expect(heard).toEqual(['welcome', 'welcome']);
  });
});
