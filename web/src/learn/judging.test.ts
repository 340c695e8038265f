import { describe, expect, it } from 'vitest';
import type { BidPreviewed, HandScore, TurnPreview } from '../messages';
import { bestOf, gainsOf, judgeTurn } from './judging';
import { keptAfter, leastAfter, lessonsIn } from './lessons';

function score(total: number, more: Partial<HandScore> = {}): HandScore {
  return { currencies: [], coins: [], total, ...more };
}

function bid(worth: number, size: number, more: Partial<BidPreviewed> = {}): BidPreviewed {
  return { type: 'bid_previewed', id: 'a', worth, size, lowest: 'Y20a', tie_rank: 1, after: [], ...more };
}

const AFTER: TurnPreview[] = [
  { turn: 'right', score: score(80), changes: [] },
  { turn: 'left', score: score(200), changes: [] },
  { turn: 2, score: score(80), changes: [] },
  { turn: 'keep', score: score(80), changes: [] },
];

describe('a turn', () => {
  it('is right if none scores more', () => {
    expect(bestOf(AFTER).turn).toBe('left');
    expect(judgeTurn('left', 80, AFTER).right).toBe(true);
    expect(judgeTurn(2, 80, AFTER).right).toBe(false);
  });

  it('is right too if it is level with the best', () => {
    const level: TurnPreview[] = [...AFTER, { turn: 1, score: score(200), changes: [] }];
    expect(judgeTurn(1, 80, level).right).toBe(true);
  });
});

describe('what the better hand has', () => {
  const euros = { currency: 'E', total: 180, points: 80, trios: [], bonus: 0 };
  const coins = { kind: 'KR', count: 1, points: 10, trios: 0, bonus: 0 };

  it('is told for sums, trios and coins that count more', () => {
    const better = score(190, { currencies: [{ ...euros, trios: [30], bonus: 100 }], coins: [coins] });
    const other = score(10, { currencies: [{ ...euros, total: 110, points: 10 }] });
    expect(gainsOf(better, other)).toEqual([
      { what: 'sum', kind: 'E', total: 180, points: 80 },
      { what: 'trio', kind: 'E', bonus: 100 },
      { what: 'coins', kind: 'KR', points: 10 },
    ]);
  });

  it('leaves out what is no better', () => {
    const other = score(90, { currencies: [euros], coins: [coins] });
    expect(gainsOf(score(90, { currencies: [euros], coins: [coins] }), other)).toEqual([]);
    expect(gainsOf(score(0, { currencies: [{ ...euros, total: 90, points: 0 }] }), other)).toEqual([]);
  });

  it('counts a trio of coins', () => {
    const silver = { kind: 'AG', count: 3, points: 30, trios: 1, bonus: 100 };
    expect(gainsOf(score(130, { coins: [silver] }), score(0))).toEqual([
      { what: 'coins', kind: 'AG', points: 30 },
      { what: 'trio', kind: 'AG', bonus: 100 },
    ]);
  });
});

describe('a bid', () => {
  const judge = (name: string, preview: BidPreviewed, cards: string[] = []) => {
    const languages = ['en', 'it', 'fr', 'pl'] as const;
    const lesson = languages.flatMap(lessonsIn).find((each) => each.name === name);
    return lesson!.judge!(preview, cards);
  };

  it('must be worth enough with few cards', () => {
    expect(judge('worth', bid(50, 1))).toBe('too_little');
    expect(judge('worth', bid(80, 3))).toBe('too_many');
    expect(judge('worth', bid(60, 2))).toBe('right');
  });

  it('must be ahead in every tie', () => {
    expect(judge('order', bid(40, 2))).toBe('other_sum');
    expect(judge('order', bid(50, 2, { tie_rank: 8 }))).toBe('beaten');
    expect(judge('order', bid(50, 2))).toBe('right');
  });

  it('must look bigger than it is', () => {
    expect(judge('looks', bid(30, 2))).toBe('size');
    expect(judge('looks', bid(80, 3))).toBe('too_many');
    expect(judge('looks', bid(30, 3))).toBe('right');
  });

  it('must sit out', () => {
    expect(judge('sit_out', bid(20, 1))).toBe('plays');
    expect(judge('sit_out', bid(0, 1, { lowest: null, tie_rank: null }))).toBe('right');
  });

  it('must hold the bluff card', () => {
    expect(judge('bluff_tie', bid(60, 1), ['E60'])).toBe('other_sum');
    expect(judge('bluff_tie', bid(50, 1), ['P50'])).toBe('bare');
    expect(judge('bluff_tie', bid(50, 2), ['P50', '*'])).toBe('right');
  });

  it('must cost nothing', () => {
    const after = (right: number, left: number): TurnPreview[] => [
      { turn: 'right', score: score(right), changes: [] },
      { turn: 'left', score: score(left), changes: [] },
      { turn: 'keep', score: score(110), changes: [] },
    ];
    const preview = bid(50, 1, { after: after(110, 100) });
    expect([leastAfter(preview), keptAfter(preview)]).toEqual([100, 110]);
    expect(judge('cheap', preview)).toBe('costs');
    expect(judge('cheap', bid(20, 1, { after: after(110, 110) }))).toBe('right');
  });
});

it('there are ten lessons in every language, none twice', () => {
  for (const language of ['de', 'en', 'fr', 'it', 'nl', 'pl'] as const) {
    const names = lessonsIn(language).map((lesson) => lesson.name);
    expect(new Set(names).size).toBe(10);
  }
});
