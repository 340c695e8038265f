// What a choice changes: two counted hands compared, line by line.

import type { HandScore } from '../messages';

/** Where a currency begins to count, and where it counts in full. */
export const MARKS = [100, 200] as const;
/** All notes of a currency together: the end of the scale. */
export const MOST = 300;
export const FULL = MARKS[1];

export type Effect =
  | { what: 'full' | 'no_longer_full' | 'coin_trio' | 'coin_trio_gone'; kind: string }
  | { what: 'trio' | 'trio_gone'; kind: string; value: number };

/** What a currency or a metal brings. */
export interface Line {
  total: number;
  points: number;
  bonus: number;
}

export function lineOf(score: HandScore, kind: string): Line {
  const notes = score.currencies.find((line) => line.currency === kind);
  if (notes) return notes;
  const coins = score.coins.find((line) => line.kind === kind);
  return coins ? { total: coins.points, points: coins.points, bonus: coins.bonus } : { total: 0, points: 0, bonus: 0 };
}

/** What is won and lost: currencies that come to 200 or fall below, trios made and broken. */
export function effects(before: HandScore, after: HandScore): Effect[] {
  const currencies = union(before.currencies.map(byCurrency), after.currencies.map(byCurrency));
  const metals = union(before.coins.map(byKind), after.coins.map(byKind));
  return [...currencies.flatMap((kind) => ofCurrency(kind, before, after)), ...metals.flatMap((kind) => ofCoins(kind, before, after))];
}

function ofCurrency(kind: string, before: HandScore, after: HandScore): Effect[] {
  const [was, is] = [before, after].map((score) => score.currencies.find((line) => line.currency === kind));
  const found: Effect[] = [];
  const [wasFull, isFull] = [was, is].map((line) => (line?.total ?? 0) >= FULL);
  if (wasFull !== isFull) found.push({ what: isFull ? 'full' : 'no_longer_full', kind });
  const [had, has] = [was?.trios ?? [], is?.trios ?? []];
  for (const value of has) if (!had.includes(value)) found.push({ what: 'trio', kind, value });
  for (const value of had) if (!has.includes(value)) found.push({ what: 'trio_gone', kind, value });
  return found;
}

function ofCoins(kind: string, before: HandScore, after: HandScore): Effect[] {
  const [had, has] = [before, after].map((score) => score.coins.find((line) => line.kind === kind)?.trios ?? 0);
  if (had === has) return [];
  return [{ what: has! > had! ? 'coin_trio' : 'coin_trio_gone', kind }];
}

const byCurrency = (line: { currency: string }) => line.currency;
const byKind = (line: { kind: string }) => line.kind;
const union = (a: string[], b: string[]) => [...new Set([...a, ...b])];

/** Whether a trio was won, or a currency came to 200: good news, whatever the rest. */
export function isGain(effect: Effect): boolean {
  return effect.what === 'full' || effect.what === 'trio' || effect.what === 'coin_trio';
}

/** How much is missing to the next mark; null where the last is reached. */
export function missing(total: number): number | null {
  return total >= FULL ? null : FULL - total;
}
