import { describe, expect, it } from 'vitest';
import type { Deck } from '../lib/decks.svelte';
import type { CoinScore } from '../messages';
import type { CardInfo, ScoreTable } from '../requests';
import { type Group, type Hand, countHand, groupsOf, leftOf, marksOf, namesOf, othersWith, withCount } from './hands';

function deckOf(currencies: string[], coins: Record<string, number>): Deck {
  const copies: Record<number, number> = { 20: 3, 30: 3, 40: 1, 50: 1, 60: 1 };
  const cards: CardInfo[] = [];
  const add = (kind: string, value: number, count: number, is_coin: boolean): void => {
    for (let at = 0; at < count; at += 1) {
      const code = `${kind}${value}${count > 1 ? 'abcdef'[at] : ''}`;
      cards.push({ code, kind, value, serial: cards.length + 1, is_coin });
    }
  };
  for (const [value, count] of Object.entries(copies)) for (const kind of currencies) add(kind, Number(value), count, false);
  for (const [kind, value] of Object.entries(coins)) add(kind, value, 6, true);
  return new Map(cards.map((card) => [card.code, card]));
}

const coin = (kind: string, count: number, points: number, trios = 0): CoinScore => ({ kind, count, points, trios, bonus: 100 * trios });
const rising = (kind: string, value: number, hasTrios: boolean): CoinScore[] =>
  [1, 2, 3, 4, 5, 6].map((count) => coin(kind, count, count * value, hasTrios ? Math.floor(count / 3) : 0));

/** Of what the server tells, the lines the worked examples of the rulebooks need. */
const TABLE: ScoreTable = {
  values: [20, 30, 40, 50, 60],
  notes: {
    '03000': { total: 90, points: 0, trios: [30], bonus: 100 },
    '01101': { total: 130, points: 30, trios: [], bonus: 0 },
    '13101': { total: 210, points: 210, trios: [30], bonus: 100 },
    '30000': { total: 60, points: 0, trios: [20], bonus: 100 },
    '13000': { total: 110, points: 10, trios: [30], bonus: 100 },
    '12111': { total: 230, points: 230, trios: [], bonus: 0 },
    '33111': { total: 300, points: 300, trios: [20, 30], bonus: 200 },
  },
  coins: { KR: rising('KR', 10, false), AG: rising('AG', 10, false), AU: rising('AU', 20, false) },
  coins_with_trios: { KR: rising('KR', 10, true), AG: rising('AG', 10, true), AU: rising('AU', 20, true) },
};

const WEST = groupsOf(deckOf(['Y', 'E', 'P', 'SF', 'USD'], { KR: 10 }), []);
const POLISH = groupsOf(deckOf(['ZL', 'USD'], { AG: 10, AU: 20 }), []);
const EXAMPLE = { USD30: 3, E60: 1, E40: 1, E30: 1, Y60: 1, Y40: 1, Y30: 3, Y20: 1 };
const DOLLARS = { USD20: 1, USD30: 2, USD40: 1, USD50: 1, USD60: 1 };

describe('the worked examples', () => {
  const examples: [string, Group[], boolean, Hand, number][] = [
    ['four gold', WEST, false, { KR10: 4, ...EXAMPLE }, 480],
    ['three gold', WEST, false, { KR10: 3, ...EXAMPLE }, 470],
    ['the Dutch one', WEST, false, { KR10: 1, E20: 3, SF20: 1, SF30: 3, ...DOLLARS }, 450],
    ['the Polish one', POLISH, true, { ZL20: 3, ...DOLLARS, AG10: 4 }, 470],
    ['all nine', WEST, false, { P20: 3, P30: 3, P40: 1, P50: 1, P60: 1 }, 500],
    ['all coins', POLISH, true, { AG10: 6, AU20: 6 }, 580],
    ['nothing', WEST, false, {}, 0],
  ];
  it.each(examples)('%s', (_, groups, coinTrios, hand, total) => {
    expect(countHand(TABLE, coinTrios, groups, hand).total).toBe(total);
  });

  it('tell a line for each kind that is there', () => {
    const score = countHand(TABLE, false, WEST, { KR10: 4, ...EXAMPLE });
    expect(score.currencies.map((line) => [line.currency, line.points, line.bonus])).toEqual([
      ['Y', 210, 100],
      ['E', 30, 0],
      ['USD', 0, 100],
    ]);
    expect(score.coins).toEqual([coin('KR', 4, 40)]);
  });
});

describe('a card is in one hand only', () => {
  const twenty = WEST[0]!.slots[0]!;
  const hands: Hand[] = [{ Y20: 1 }, {}, { Y20: 2 }];

  it('what others have is not left', () => {
    expect(leftOf(twenty, hands)).toBe(0);
    expect(leftOf(twenty, [{ Y20: 1 }, {}])).toBe(2);
    expect(othersWith(twenty, hands, 0)).toEqual([2, 2]);
    expect(othersWith(twenty, hands, 1)).toEqual([0, 2, 2]);
  });

  it('no two hands name the same card', () => {
    expect(namesOf(WEST, hands)).toEqual([['Y20a'], [], ['Y20b', 'Y20c']]);
  });

  it('none of a kind leaves no trace', () => {
    expect(withCount({ Y20: 1, E40: 1 }, twenty, 0)).toEqual({ E40: 1 });
    expect(withCount({ E40: 1 }, twenty, 2)).toEqual({ E40: 1, Y20: 2 });
  });
});

it('currencies that are out have no row', () => {
  expect(groupsOf(deckOf(['Y', 'E', 'P'], { KR: 10 }), ['E']).map((group) => group.kind)).toEqual(['Y', 'P', 'KR']);
});

it('marks tell players apart', () => {
  expect(marksOf(['Bo', 'Anna', 'Amir'])).toEqual(['B', 'An', 'Am']);
  expect(marksOf(['Player 1', 'Player 2', 'Żaneta'])).toEqual(['1', '2', 'Ż']);
});
