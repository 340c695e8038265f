import { expect, it } from 'vitest';
import type { HandScore, Scoring } from '../messages';
import { lineOf, missing } from './lines';

const SCORING = { full_from: 200 } as Scoring;

function hand(currencies: Record<string, [number, number[]?]>, coinTrios = 0): HandScore {
  return {
    currencies: Object.entries(currencies).map(([currency, [total, trios = []]]) => ({
      currency, total, points: total, trios, bonus: 100 * trios.length,
    })),
    coins: [{ kind: 'KR', count: 3, points: 30, trios: coinTrios, bonus: 100 * coinTrios }],
    total: 0,
  };
}

it('finds the line of a currency or a metal, or an empty one', () => {
  const score = hand({ Y: [120, [20]] });
  expect(lineOf(score, 'Y')).toMatchObject({ total: 120, bonus: 100 });
  expect(lineOf(score, 'KR')).toEqual({ total: 30, points: 30, bonus: 0 });
  expect(lineOf(score, 'E')).toEqual({ total: 0, points: 0, bonus: 0 });
});

it('says how much is missing to 200', () => {
  expect([0, 199, 200, 250].map((total) => missing(total, SCORING))).toEqual([200, 1, null, null]);
});
