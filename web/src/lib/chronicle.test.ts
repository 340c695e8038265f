import { describe, expect, test } from 'vitest';
import type { GameEvent } from '../messages';
import { Chronicle } from './chronicle.svelte';

const make = (): Chronicle => new Chronicle(() => ({ nameOf: String, me: null, deck: new Map() }));

const dealt: GameEvent = { type: 'dealt', deal: 1, cards: null, hands: [null, null], right: ['Y20a'], left: ['E20a'], deck_size: 9 };
const revealed = (round: number): GameEvent => ({
  type: 'revealed', round, bids: [['Y40'], ['E40']],
  order: [
    { seat: 0, worth: 40, bluff: false, lowest: 'Y40', ahead_by: 'serial' },
    { seat: 1, worth: 40, bluff: false, lowest: 'E40', ahead_by: null },
  ],
});
const keep = (seat: number): GameEvent => ({ type: 'exchanged', seat, turn: 'keep', given: [], taken: ['Y40'], waiting: [] });
const refilled: GameEvent = { type: 'refilled', first: 'right', right: [], left: [], deck_size: 9 };

describe('a chronicle', () => {
  test('puts every line into its round, also when the deal is told afterwards', () => {
    const chronicle = make();
    chronicle.begin([dealt, revealed(1), keep(0), refilled, revealed(2), keep(1)]);
    const rounds = chronicle.log.filter(({ kind }) => kind === 'exchanged').map(({ round }) => round);
    expect(rounds).toEqual([1, 2]);
  });

  test('knows the order of the round until it is over', () => {
    const chronicle = make();
    chronicle.begin([dealt, revealed(1)]);
    expect(chronicle.order.map(({ seat }) => seat)).toEqual([0, 1]);
    chronicle.note(refilled);
    expect([chronicle.order, chronicle.bids]).toEqual([[], []]);
  });

  test('tells after a return only what was missed', () => {
    const chronicle = make();
    chronicle.begin([dealt, revealed(1)]);
    chronicle.note({ type: 'said', seat: 0, phrase: 'hello' });
    const missed = chronicle.begin([dealt, revealed(1), keep(0), keep(1)]);
    expect(missed.map(({ kind }) => kind)).toEqual(['exchanged', 'exchanged']);
  });

  test('tells all of a deal that began meanwhile, and forgets the one before', () => {
    const chronicle = make();
    chronicle.begin([dealt, revealed(1), keep(0), keep(1)]);
    const missed = chronicle.begin([{ ...dealt, deal: 2 }, revealed(1)]);
    expect(new Set(missed.map(({ deal }) => deal))).toEqual(new Set([2]));
    expect(missed.some(({ kind }) => kind === 'dealt')).toBe(true);
    expect(chronicle.log.every(({ deal }) => deal === 2)).toBe(true);
  });

  test('keeps what passes out of the log', () => {
    const chronicle = make();
    chronicle.note(dealt);
    const before = chronicle.log.length;
    expect(chronicle.note({ type: 'bid_sealed', seat: 1, size: null })).toHaveLength(1);
    expect(chronicle.log).toHaveLength(before);
  });

  test('does not tell how a deal ended before it has been counted', () => {
    const chronicle = make();
    chronicle.note(dealt);
    const score = { total: 0, currencies: [], coins: [] };
    chronicle.note({ type: 'scored', deal: 1, hands: [[], []], breakdown: [score, score], scores: [0, 0] } as GameEvent);
    const told = chronicle.log.length;
    chronicle.isCounting = true;
    expect(chronicle.log.some(({ kind }) => kind === 'scored')).toBe(false);
    chronicle.isCounting = false;
    expect(chronicle.log).toHaveLength(told);
    chronicle.isCounting = true;
    chronicle.note({ ...dealt, deal: 2 });
    expect(chronicle.isCounting).toBe(false);
  });
});
