import { describe, expect, it } from 'vitest';
import type { CardInfo } from '../requests';
import { type GameRecord, markAfter, markAt, markBefore, marksOf, namesIn, sorted } from './record';

const turns = (count: number): { turns: unknown[] } => ({ turns: Array<unknown>(count).fill([0, 'keep']) });
/** Two deals: of rounds with three turns and two, then of one where everybody sat out and one just turned up. */
const CARDS = { removed: [], cards: [] };
const DEALS = [{ ...CARDS, rounds: [turns(3), turns(2)] }, { ...CARDS, rounds: [turns(0), {}] }];
const RECORD: GameRecord = { edition: 'nl', rules: {}, players: ['A', 'B', 'C'], deals: DEALS };
const MARKS = marksOf(RECORD);

describe('where deals and rounds begin', () => {
  it('counts a step for dealing, one for the bids, one for each turn', () => {
    expect(MARKS).toEqual([
      { step: 0, deal: 1, round: 0 },
      { step: 1, deal: 1, round: 1 },
      { step: 5, deal: 1, round: 2 },
      { step: 8, deal: 2, round: 0 },
      { step: 9, deal: 2, round: 1 },
      { step: 10, deal: 2, round: 2 },
    ]);
  });

  it('finds the round of a step', () => {
    expect(markAt(MARKS, 4)).toMatchObject({ deal: 1, round: 1 });
    expect(markAt(MARKS, 5)).toMatchObject({ deal: 1, round: 2 });
    expect(markAt([], 0)).toBeUndefined();
  });

  it('goes back to the start of the round, and from there to the one before', () => {
    expect(markBefore(MARKS, 7)?.step).toBe(5);
    expect(markBefore(MARKS, 5)?.step).toBe(1);
    expect(markBefore(MARKS, 0)).toBeUndefined();
  });

  it('goes on to the next round', () => {
    expect(markAfter(MARKS, 5)?.step).toBe(8);
    expect(markAfter(MARKS, 10)).toBeUndefined();
  });
});

it('a hand is sorted by currency, then by serial', () => {
  const card = (code: string, kind: string, serial: number): [string, CardInfo] => [code, { code, kind, serial, value: 20, is_coin: false }];
  const deck = new Map([card('Y20a', 'Y', 1), card('E20a', 'E', 4), card('Y60', 'Y', 57), card('E40', 'E', 44), card('KR10a', 'KR', 91)]);
  expect(sorted(['KR10a', 'E20a', 'Y60', 'E40', 'Y20a'], deck)).toEqual(['Y20a', 'Y60', 'E20a', 'E40', 'KR10a']);
});

describe('the names of the players', () => {
  const players = ['Ann', 'pincher', 'pincher 2'];

  it('are in the language of the page where bots played', () => {
    expect(namesIn({ players, bots: [null, 'pincher', 'pincher'] })).toEqual(['Ann', 'Skinflint', 'Skinflint 2']);
  });

  it('stay as they are where the record does not say, or says something odd', () => {
    for (const bots of [undefined, 7, 'pincher', [1, {}, null]]) expect(namesIn({ players, bots })).toEqual(players);
  });
});
