import { describe, expect, it } from 'vitest';
import type { MyMatch } from './matches';
import { asFile, fromFile } from './matches';
import { tallyOf } from './tally';

const match = (code: string, wishes: object, more: object = {}): MyMatch =>
  ({ code, at: 1, seat: 0, record: { edition: 'nl', rules: {}, players: ['Ann', 'x', 'y'], deals: [], winners: [0], bots: [null, 'level1', 'level4'], ...wishes }, ...more }) as unknown as MyMatch;
const habits = { bid_worth: 60, overpaid: 10 };
const ALL = [
  match('a', {}, { reviewed: { skill: -0.2, mistakes: 3, habits } }),
  match('b', { winners: [1], edition: 'fr' }, { reviewed: { skill: 0, mistakes: 1, habits: { bid_worth: 40, overpaid: 0 } } }),
  match('c', { winners: [0, 2], bots: [null, null, 'level1'] }),
  match('d', { practice: true }),
];

describe('my matches', () => {
  it('are counted by edition and by the strongest rival; practice is none', () => {
    const tally = tallyOf(ALL);
    expect([tally.played, tally.won]).toEqual([3, 1.5]);
    expect(tally.byEdition).toEqual([{ name: 'nl', played: 2, won: 1.5 }, { name: 'fr', played: 1, won: 0 }]);
    expect(tally.byRival).toEqual([{ name: 'level4', played: 2, won: 1 }, { name: 'friends', played: 1, won: 0.5 }]);
    expect([tally.reviewed, tally.mistakes, tally.givenUp, tally.bidWorth, tally.overpaid]).toEqual([2, 2, 0.1, 50, 5]);
  });

  it('come back from their file', () => {
    expect(fromFile(asFile(ALL))).toEqual(ALL);
    expect(fromFile('{"format": "other", "matches": []}')).toBeNull();
    expect(fromFile(asFile([match('e', { players: [] })]))).toBeNull();
    expect(fromFile('')).toBeNull();
  });
});
