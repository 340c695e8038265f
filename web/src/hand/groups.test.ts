import { describe, expect, it } from 'vitest';
import type { Scoring } from '../messages';
import type { CardInfo } from '../requests';
import { bidInOrder, groupHand, triosBegun } from './groups';

const card = (code: string, kind: string, value: number, serial: number, is_coin = false): [string, CardInfo] => [
  code,
  { code, kind, value, serial, is_coin },
];
const deck = new Map([
  card('Y20a', 'Y', 20, 1), card('Y20b', 'Y', 20, 2), card('Y20c', 'Y', 20, 3), card('E20a', 'E', 20, 4), card('Y30a', 'Y', 30, 22),
  card('Y30b', 'Y', 30, 23), card('Y30c', 'Y', 30, 24), card('Y60', 'Y', 60, 57), card('E60', 'E', 60, 58),
  ...['a', 'b', 'c', 'd'].map((letter, at) => card(`KR10${letter}`, 'KR', 10, 91 + at, true)),
]);

const scoring = { trio_size: 3, trio_values: [20, 30], coin_trios: false } as Scoring;

describe('a hand', () => {
  it('is grouped by currency, coins last, and like cards are stacked by serial', () => {
    const groups = groupHand(['KR10a', 'E60', 'Y30a', 'Y20c', 'Y20a'], deck);
    expect(groups.map((group) => group.kind)).toEqual(['Y', 'E', 'KR']);
    expect(groups[0]!.stacks).toEqual([{ value: 20, cards: ['Y20a', 'Y20c'] }, { value: 30, cards: ['Y30a'] }]);
    expect(groups[0]!.total).toBe(70);
    expect(groups[2]!.isCoin).toBe(true);
  });

  it('leaves out what the deck does not know', () => {
    expect(groupHand(['*', 'Y60'], deck).flatMap((group) => group.cards)).toEqual(['Y60']);
  });

  it('tells how far trios have come, of notes that make them', () => {
    const [yen] = groupHand(['Y20a', 'Y20b', 'Y30a', 'Y60'], deck);
    expect(triosBegun(yen!, scoring)).toEqual([{ value: 20, have: 2, of: 3 }, { value: 30, have: 1, of: 3 }]);
  });

  it('counts coins towards trios only where coins make them, and beyond three towards the next', () => {
    const [coins] = groupHand(['KR10a', 'KR10b', 'KR10c', 'KR10d'], deck);
    expect(triosBegun(coins!, scoring)).toEqual([]);
    expect(triosBegun(coins!, { ...scoring, coin_trios: true })).toEqual([{ value: 10, have: 4, of: 6 }]);
  });

  it('lists a bid in its own order with the bluff card last', () => {
    expect(bidInOrder(['*', 'E60', 'Y60'], deck)).toEqual(['Y60', 'E60', '*']);
  });
});
