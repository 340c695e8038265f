// How a currency or a metal of a counted hand stands.

import type { HandScore, Scoring } from '../messages';

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

/** How much is missing until a currency counts in full; null where it does. */
export function missing(total: number, { full_from }: Scoring): number | null {
  return total >= full_from ? null : full_from - total;
}
