import { describe, expect, it } from 'vitest';
import type { HandScore, Scoring } from '../messages';
import { effects as effectsBy, lineOf, missing } from './effects';

const SCORING = { full_from: 200 } as Scoring;
const effects = (before: HandScore, after: HandScore, scoring = SCORING) => effectsBy(before, after, scoring);

function hand(currencies: Record<string, [number, number[]?]>, coinTrios = 0): HandScore {
  return {
    currencies: Object.entries(currencies).map(([currency, [total, trios = []]]) => ({
      currency, total, points: total, trios, bonus: 100 * trios.length,
    })),
    coins: [{ kind: 'KR', count: 3, points: 30, trios: coinTrios, bonus: 100 * coinTrios }],
    total: 0,
  };
}

describe('what a choice changes', () => {
  it('is nothing where every line stays on its side', () => {
    expect(effects(hand({ Y: [120] }), hand({ Y: [190], E: [20] }))).toEqual([]);
  });

  it('names currencies that come to 200 and those that fall below', () => {
    expect(effects(hand({ Y: [190], E: [200] }), hand({ Y: [200], E: [199] }))).toEqual([
      { what: 'full', kind: 'Y' },
      { what: 'no_longer_full', kind: 'E' },
    ]);
  });

  it('takes the server\'s word for where that is', () => {
    expect(effects(hand({ Y: [190] }), hand({ Y: [200] }), { full_from: 250 } as Scoring)).toEqual([]);
  });

  it('sees a currency that is gone altogether', () => {
    expect(effects(hand({ Y: [210, [20]] }), hand({}))).toEqual([
      { what: 'no_longer_full', kind: 'Y' },
      { what: 'trio_gone', kind: 'Y', value: 20 },
    ]);
  });

  it('names trios made and broken', () => {
    expect(effects(hand({ Y: [90, [30]] }), hand({ Y: [90, [20]] }))).toEqual([
      { what: 'trio', kind: 'Y', value: 20 },
      { what: 'trio_gone', kind: 'Y', value: 30 },
    ]);
  });

  it('names trios of coins', () => {
    expect(effects(hand({}, 0), hand({}, 1))).toEqual([{ what: 'coin_trio', kind: 'KR' }]);
    expect(effects(hand({}, 2), hand({}, 1))).toEqual([{ what: 'coin_trio_gone', kind: 'KR' }]);
  });
});

it('finds the line of a currency or a metal, or an empty one', () => {
  const score = hand({ Y: [120, [20]] });
  expect(lineOf(score, 'Y')).toMatchObject({ total: 120, bonus: 100 });
  expect(lineOf(score, 'KR')).toEqual({ total: 30, points: 30, bonus: 0 });
  expect(lineOf(score, 'E')).toEqual({ total: 0, points: 0, bonus: 0 });
});

it('says how much is missing to 200', () => {
  expect([0, 199, 200, 250].map((total) => missing(total, SCORING))).toEqual([200, 1, null, null]);
});
