import { describe, expect, it } from 'vitest';
import type { OwnView, Scoring, SharedView } from '../messages';
import type { CardInfo } from '../requests';
import { type Moment, tipsFor } from './coaching';

const scoring = { full_from: 200, fee: 100, trio_size: 3, trio_values: [20, 30], trio_bonus: 100 } as Scoring;
const deck = new Map(['a', 'b'].map((code, serial) => [code, { code, kind: 'Y', value: 20, serial, is_coin: false } as CardInfo]));
const moment = (myMove: Moment['myMove'], deal: Partial<SharedView>, total = 40): Moment => ({
  myMove, scoring, deck,
  deal: { deal: 1, round: 1, last_round: null, ...deal } as SharedView,
  hand: { hand: ['a', 'b'], score: { total: 0, coins: [], currencies: [{ currency: 'Y', total, points: 0, trios: [], bonus: 0 }] } } as unknown as OwnView,
});

describe('a newcomer', () => {
  it('is told nothing while others act', () => {
    expect(tipsFor(moment(null, {}))).toEqual([]);
  });

  it('is told first who chooses first, and in a turn what is swapped', () => {
    expect(tipsFor(moment('bids', {}))).toEqual(['order']);
    expect(tipsFor(moment('turn', { round: 3 }))).toEqual(['swap']);
  });

  it('hears of scoring from the second round on, where the own hand shows it', () => {
    expect(tipsFor(moment('bids', { round: 2 }))).toEqual(['order', 'full', 'trio']);
    expect(tipsFor(moment('bids', { round: 2 }, 200))).toEqual(['order', 'trio']);
    expect(tipsFor({ ...moment('bids', { round: 2 }, 200), scoring: { ...scoring, trio_values: [30] } })).toEqual(['order']);
  });

  it('hears of the last round when it is there', () => {
    expect(tipsFor(moment('bids', { last_round: 'deck_empty' }))).toContain('last');
  });
});
