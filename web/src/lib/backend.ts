// Who answers: the server, or the same Python in a worker of this browser. Whoever asks does not see the difference.

import { BASE, CAN_PLAY_ALONE, HAS_SERVER } from './place';
import { server } from './server.svelte';

/** The code of a table in a browser begins with a sign that no server's code has. */
const LOCAL_MARK = '1';
export const isLocal = (code: string): boolean => code.startsWith(LOCAL_MARK);

/** Ask whoever can answer. */
export async function reach(path: string, init: RequestInit = {}): Promise<Response> {
  const code = /^\/api\/tables\/([^/?]+)/.exec(path)?.[1];
  if (!HAS_SERVER || (code && isLocal(code))) return (await written(path)) ?? reachLocal(path, init);
  try {
    const answer = await fetch(BASE + path.slice(1), init);
    server.isAway = false;
    return answer;
  } catch (error) {
    server.isAway = true;
    // What is no table of the server's can be answered without it, if Python has been here before.
    if (path.startsWith('/api/tables') || !(await isPythonHere())) throw error;
    return reachLocal(path, init);
  }
}

/** Who answers what is asked about the match of a table: of one on this device nothing is told elsewhere. */
export const answersFor = (code: string): typeof reach => (isLocal(code) ? reachLocal : reach);

/** What the first screen shows stands in a file on a static host, so that nobody fetches Python for looking at it. */
async function written(path: string): Promise<Response | null> {
  if (HAS_SERVER || path !== '/api/editions') return null;
  const found = await fetch(`${BASE}editions.json`).catch(() => null);
  return found?.ok ? found : null;
}

/** Ask the Python in this browser; it is started, and fetched before, if it must be. */
export async function reachLocal(path: string, init: RequestInit = {}): Promise<Response> {
  const { host } = await import('../local/host');
  return (await host()).ask(path, init);
}

/** Whether this device can play without a server at once. */
export async function isPythonHere(): Promise<boolean> {
  return CAN_PLAY_ALONE && (await import('../local/parts.svelte')).parts.look();
}
