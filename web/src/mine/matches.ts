// The matches somebody has played with this browser, kept in it and nowhere else.

import { ask } from '../lib/api';
import { named } from '../lib/place';
import type { GameRecord } from '../replay/record';
import type { Review } from '../requests';

export interface MyMatch {
  code: string;
  /** When it was over, in milliseconds. */
  at: number;
  seat: number;
  record: GameRecord & { practice?: unknown };
  /** What the review of it found, where there was one. */
  reviewed?: { skill: number; mistakes: number; habits: Review['habits'][number] };
}

const FORMAT = 'spielgeld-my-matches/1';
const NAME = 'matches';

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(named('matches'), 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(NAME, { keyPath: 'code' });
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('no storage'));
  });
}

/** Done when all of it is kept, or none. */
async function change(how: (matches: IDBObjectStore) => void): Promise<void> {
  const place = await opened();
  try {
    await new Promise<void>((resolve, reject) => {
      const work = place.transaction(NAME, 'readwrite');
      work.oncomplete = () => resolve();
      work.onabort = () => reject(work.error ?? new Error('not kept'));
      how(work.objectStore(NAME));
    });
  } finally {
    place.close();
  }
}

/** All of them, the last first. */
export async function myMatches(): Promise<MyMatch[]> {
  const place = await opened();
  try {
    const found = await new Promise<MyMatch[]>((resolve, reject) => {
      const asked = place.transaction(NAME).objectStore(NAME).getAll() as IDBRequest<MyMatch[]>;
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error ?? new Error('not read'));
    });
    return found.sort((a, b) => b.at - a.at);
  } finally {
    place.close();
  }
}

/** A match that is over, on a server or here; one that is kept already stays as it is. */
export async function keepMatch(code: string, seat: number): Promise<void> {
  const record = await ask<MyMatch['record']>('GET', `/api/tables/${code}/record`);
  if (!record.winners) return;
  await change((matches) => {
    matches.get(code).onsuccess = (event) => {
      if (!(event.target as IDBRequest).result) matches.put({ code, at: Date.now(), seat, record } satisfies MyMatch);
    };
  });
}

/** What the review of my own seat found. */
export async function keepReview(code: string, review: Review): Promise<void> {
  const mistakes = review.decisions.filter((each) => each.is_mistake).length;
  const reviewed = { skill: review.skill, mistakes, habits: review.habits[review.seat]! };
  await change((matches) => {
    matches.get(code).onsuccess = (event) => {
      const found = (event.target as IDBRequest<MyMatch | undefined>).result;
      if (found?.seat === review.seat) matches.put({ ...found, reviewed });
    };
  });
}

export const asFile = (matches: MyMatch[]): string => JSON.stringify({ format: FORMAT, matches });

/** The matches of such a file; null if it is none. */
export function fromFile(text: string): MyMatch[] | null {
  try {
    const { format, matches } = JSON.parse(text) as { format: unknown; matches: MyMatch[] };
    const isMine = (each: MyMatch): boolean => typeof each.code === 'string' && typeof each.at === 'number' && each.record.players[each.seat] !== undefined && Array.isArray(each.record.winners);
    return format === FORMAT && matches.every(isMine) ? matches : null;
  } catch {
    return null;
  }
}

/** Those of a file beside those that are here. */
export const addAll = (matches: MyMatch[]): Promise<void> => change((place) => matches.forEach((each) => place.put(each)));

export const eraseAll = (): Promise<void> => change((matches) => matches.clear());
