import { expect, it } from 'vitest';
import type { HandScore } from '../messages';
import type { CardInfo } from '../requests';
import { groupHand, leaders, linesOf, ranking } from './score_lines';

const SERIALS: Record<string, number> = { Y20a: 1, Y20b: 2, Y20c: 3, E20a: 4, Y60: 57, E60: 58, AG10a: 85, AU20a: 91 };
const deck = new Map(
  Object.entries(SERIALS).map(([code, serial]): [string, CardInfo] => {
    const [, kind, value] = /^([A-Z]+)(\d+)/.exec(code)!;
    return [code, { code, kind: kind!, value: Number(value), serial, is_coin: serial > 84 }];
  }),
);
const score: HandScore = {
  currencies: [
    { currency: 'E', total: 160, points: 60, trios: [], bonus: 0 },
    { currency: 'Y', total: 220, points: 220, trios: [20, 30], bonus: 200 },
    { currency: 'P', total: 80, points: 0, trios: [], bonus: 0 },
  ],
  coins: [{ kind: 'AG', count: 4, points: 40, trios: 1, bonus: 100 }],
  total: 620,
};

it('tells why a sum scores what it scores', () => {
  expect(linesOf(score)).toEqual([
    { what: 'currency', kind: 'E', total: 160, points: 60, why: 'less' },
    { what: 'currency', kind: 'Y', total: 220, points: 220, why: 'full' },
    { what: 'trios', kind: 'Y', values: [20, 30], points: 200 },
    { what: 'currency', kind: 'P', total: 80, points: 0, why: 'nothing' },
    { what: 'coins', kind: 'AG', count: 4, points: 40 },
    { what: 'coin_trios', kind: 'AG', count: 1, points: 100 },
  ]);
});

it('has lines that make the total', () => {
  expect(linesOf(score).reduce((sum, line) => sum + line.points, 0)).toBe(score.total);
});

it('follows the order of the deck where there is one', () => {
  expect(linesOf({ ...score, currencies: score.currencies.slice(0, 2) }, deck).map((line) => line.kind)).toEqual(['Y', 'Y', 'E', 'AG', 'AG']);
});

it('lays the cards of a kind together, coins last', () => {
  expect(groupHand(['AU20a', 'E60', 'Y60', 'E20a', 'Y20b', 'AG10a'], deck)).toEqual([
    { kind: 'Y', cards: ['Y20b', 'Y60'] },
    { kind: 'E', cards: ['E20a', 'E60'] },
    { kind: 'AG', cards: ['AG10a'] },
    { kind: 'AU', cards: ['AU20a'] },
  ]);
});

it('ranks seats, level ones by number', () => {
  expect(ranking([90, 530, 260, 530])).toEqual([1, 3, 2, 0]);
  expect(leaders([90, 530, 260, 530])).toEqual([1, 3]);
});
