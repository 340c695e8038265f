// This person's part in every shuffle, kept so that the page can see later that it was used.

import { named } from './place';

const PLACE = named('salts');
const MOST_KEPT = 60;

/** My salt for that deal: 32 random bytes in hex, the same if asked again. */
export function ownSalt(table: string, deal: number): string {
  const kept = read();
  const name = `${table} ${deal}`;
  const salt = kept[name] ?? hex(crypto.getRandomValues(new Uint8Array(32)));
  const rest = Object.entries(kept).filter(([each]) => each !== name);
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries([...rest, [name, salt]].slice(-MOST_KEPT))));
  } catch {
    // Nothing is kept: the shuffle is as fair, only this page cannot say that its salt was used.
  }
  return salt;
}

/** What this browser gave for that deal, if it did. */
export function keptSalt(table: string, deal: number): string | null {
  return read()[`${table} ${deal}`] ?? null;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
