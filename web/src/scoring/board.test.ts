import { describe, expect, it } from 'vitest';
import type { Scored } from '../messages';
import type { CardInfo } from '../requests';
import { bestDeal, boardOf, countedOf, gapOf, placesOf } from './board';

const card = (code: string, kind: string, value: number, serial: number, is_coin = false): [string, CardInfo] => [code, { code, kind, value, serial, is_coin } as CardInfo];
const DECK = new Map([
  card('Y20a', 'Y', 20, 1), card('E20a', 'E', 20, 4), card('E30a', 'E', 30, 24), card('KR10a', 'KR', 10, 91, true),
]);
const SCORED = {
  type: 'scored', deal: 1, scores: [10, 300],
  hands: [['KR10a', 'Y20a'], ['E30a', 'E20a']],
  breakdown: [
    { total: 10, currencies: [{ currency: 'Y', total: 20, points: 0, trios: [], bonus: 0 }], coins: [{ kind: 'KR', count: 1, points: 10, trios: 0, bonus: 0 }] },
    { total: 300, currencies: [{ currency: 'E', total: 200, points: 200, trios: [20], bonus: 100 }], coins: [] },
  ],
} as unknown as Scored;

describe('the board of a deal', () => {
  const board = boardOf(SCORED, DECK);

  it('has a row for each kind anybody holds, coins last', () => {
    expect(board.kinds).toEqual([{ kind: 'Y', isCoin: false }, { kind: 'E', isCoin: false }, { kind: 'KR', isCoin: true }]);
    expect(board.columns[0]!.cells.map((cell) => cell?.points ?? null)).toEqual([0, null, 10]);
  });

  it('counts trios with their currency', () => {
    expect(board.columns[1]!.cells[1]).toEqual({ sum: 200, points: 300, bonus: 100, trios: 1, cards: ['E20a', 'E30a'] });
  });

  it('counts row by row, and ends with what the server says', () => {
    expect([0, 1, 2, 3, 9].map((rows) => countedOf(board.columns[1]!, rows))).toEqual([0, 0, 300, 300, 300]);
    expect(countedOf({ ...board.columns[0]!, total: 999 }, 3)).toBe(999);
  });
});

describe('places', () => {
  it('are shared by who is level', () => {
    expect(placesOf([300, 560, 300, 90])).toEqual([2, 1, 2, 4]);
  });

  it('tell how far one is behind the first, or the first ahead of the second', () => {
    expect(gapOf([330, 560, 400], 0)).toEqual({ by: -230, to: [1] });
    expect(gapOf([330, 560, 330], 1)).toEqual({ by: 230, to: [0, 2] });
    expect(gapOf([560, 560, 1], 0)).toEqual({ by: 0, to: [1] });
  });

  it('do not hide the best deal, the first of equals', () => {
    expect(bestDeal([[10, 20], [50, 0], [50, 90]], 0)).toEqual({ deal: 2, points: 50 });
  });
});
