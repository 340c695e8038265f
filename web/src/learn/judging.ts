// Whether a choice was the right one, and what would have been better: all of it from the server's previews.

import type { BidPreviewed, HandScore, TurnCode, TurnPreview } from '../messages';
import type { BidVerdict } from './lessons';

/** What came of a choice. */
export type Outcome =
  | { kind: 'turn'; right: boolean; chosen: TurnCode; before: number; after: TurnPreview[] }
  | { kind: 'bid'; right: boolean; verdict: BidVerdict; preview: BidPreviewed; bluffed: BidPreviewed | null }
  | { kind: 'refused'; right: false; code: string; args: Record<string, unknown> };

export function totalOf(turn: TurnCode, after: TurnPreview[]): number {
  return after.find((each) => each.turn === turn)!.score.total;
}

/** The turn that scores most. */
export function bestOf(after: TurnPreview[]): TurnPreview {
  return after.reduce((best, each) => (each.score.total > best.score.total ? each : best));
}

export function judgeTurn(chosen: TurnCode, before: number, after: TurnPreview[]): Outcome {
  const right = totalOf(chosen, after) === bestOf(after).score.total;
  return { kind: 'turn', right, chosen, before, after };
}

/** Something one hand has and another lacks: a better sum, a trio, more coins. */
export type Gain =
  | { what: 'sum'; kind: string; total: number; points: number }
  | { what: 'trio'; kind: string; bonus: number }
  | { what: 'coins'; kind: string; points: number };

/** Where the better hand beats the other, line by line. */
export function gainsOf(better: HandScore, other: HandScore): Gain[] {
  return [...better.currencies.flatMap((line) => currencyGains(line, other)), ...coinGains(better, other)];
}

function currencyGains({ currency, total, points, bonus }: HandScore['currencies'][number], other: HandScore): Gain[] {
  const had = other.currencies.find((each) => each.currency === currency) ?? { points: 0, bonus: 0 };
  const gains: Gain[] = [];
  if (points > had.points) gains.push({ what: 'sum', kind: currency, total, points });
  if (bonus > had.bonus) gains.push({ what: 'trio', kind: currency, bonus: bonus - had.bonus });
  return gains;
}

function coinGains(better: HandScore, other: HandScore): Gain[] {
  return better.coins.flatMap(({ kind, points, bonus }) => {
    const had = other.coins.find((each) => each.kind === kind) ?? { points: 0, bonus: 0 };
    const gains: Gain[] = [];
    if (points > had.points) gains.push({ what: 'coins', kind, points });
    if (bonus > had.bonus) gains.push({ what: 'trio', kind, bonus: bonus - had.bonus });
    return gains;
  });
}
