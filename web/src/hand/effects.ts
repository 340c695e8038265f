// What a choice changes: two counted hands compared, line by line.

import type { HandScore, Scoring } from '../messages';

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

/** What is won and lost: currencies that begin or cease to count in full, trios made and broken. */
export function effects(before: HandScore, after: HandScore, scoring: Scoring): Effect[] {
  const currencies = union(before.currencies.map(byCurrency), after.currencies.map(byCurrency));
  const metals = union(before.coins.map(byKind), after.coins.map(byKind));
  return [...currencies.flatMap((kind) => ofCurrency(kind, before, after, scoring)), ...metals.flatMap((kind) => ofCoins(kind, before, after))];
}

function ofCurrency(kind: string, before: HandScore, after: HandScore, { full_from }: Scoring): Effect[] {
  const [was, is] = [before, after].map((score) => score.currencies.find((line) => line.currency === kind));
  const found: Effect[] = [];
  const [wasFull, isFull] = [was, is].map((line) => (line?.total ?? 0) >= full_from);
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

/** How much is missing until a currency counts in full; null where it does. */
export function missing(total: number, { full_from }: Scoring): number | null {
  return total >= full_from ? null : full_from - total;
}
