import { describe, expect, it } from 'vitest';
import type { Option } from '../messages';
import type { GameRecord } from '../replay/record';
import type { Habits, Judged, Review } from '../requests';
import { bestIn, chosenWin, compared, costliest, lostIn, stepBefore, verdictOf } from './moments';

const CARDS = { removed: [], cards: [] };
/** One deal: a round in which seats 2, 0 and 1 act, and one in which only seat 1 does; then a deal of one round. */
const RECORD: GameRecord = {
  edition: 'nl', rules: {}, players: ['A', 'B', 'C'],
  deals: [
    { ...CARDS, rounds: [{ turns: [[2, 'keep'], [0, 'right'], [1, 2]] }, { turns: [[1, 'left']] }] },
    { ...CARDS, rounds: [{ turns: [[0, 'keep']] }] },
  ],
};

const option = (win: number): Option => ({ bid: ['*'], turn: null, points: 0, win, error: 0.01, reasons: [] });
const judged = (round: number, lost: number, more: Partial<Judged> = {}): Judged => ({
  deal: 1, round, what: 'bid', chosen: option(0.2), best: option(0.2 + lost), lost, error: 0.01, is_mistake: false,
  best_open: option(1), lost_open: 0, ...more,
});
const habits = (seat: number, rows: number): Habits => ({
  seat, rows, bid_cards: 1, bid_worth: 0, overpaid: 0, bids_taken: 0, kept: 0, sat_out: 0, trios: 0, full_currencies: 0,
});
const review = (decisions: Judged[], worst: number[] = []): Review => ({
  seat: 1, decisions, curve: [], worst, habits: [habits(0, 4), habits(1, 7), habits(2, 1)], worlds: 1,
});

describe('where a decision is in the record', () => {
  it('is after the step that led to it', () => {
    expect(stepBefore(RECORD, 1, { deal: 1, round: 1, what: 'bid' })).toBe(0); // the dealing
    expect(stepBefore(RECORD, 2, { deal: 1, round: 1, what: 'turn' })).toBe(1); // the bids turned up
    expect(stepBefore(RECORD, 1, { deal: 1, round: 1, what: 'turn' })).toBe(3); // two have acted
    expect(stepBefore(RECORD, 0, { deal: 1, round: 2, what: 'bid' })).toBe(4);
    expect(stepBefore(RECORD, 0, { deal: 2, round: 1, what: 'bid' })).toBe(7);
    expect(stepBefore(RECORD, 0, { deal: 2, round: 1, what: 'turn' })).toBe(8);
  });

  it('is the beginning where the record has no such round', () => {
    expect(stepBefore(RECORD, 0, { deal: 3, round: 1, what: 'bid' })).toBe(0);
  });
});

describe('what is shown', () => {
  it('by knowledge, is what the review calls mistakes and nothing else', () => {
    const decisions = [judged(1, 0.3), judged(2, 0.1, { is_mistake: true }), judged(3, 0.2, { is_mistake: true })];
    expect(costliest(review(decisions, [2, 1]), 'known').map(({ round }) => round)).toEqual([3, 2]);
    expect(costliest(review(decisions), 'known')).toEqual([]);
  });

  it('in hindsight, is the three that cost most, and nothing that cost nothing', () => {
    const losses = [0.5, 0, 0.9, 0.7, 0.6];
    const decisions = losses.map((lost_open, at) => judged(at + 1, 0, { lost_open }));
    expect(costliest(review(decisions), 'open').map(({ round }) => round)).toEqual([3, 4, 5]);
    expect(costliest(review([judged(1, 0.3, { lost_open: 0 })]), 'open')).toEqual([]);
  });

  it('has its numbers from the same light', () => {
    const one = judged(1, 0.1, { lost_open: 0.75 });
    expect([lostIn(one, 'known'), bestIn(one, 'known').win, chosenWin(one, 'known')]).toEqual([0.1, one.best.win, 0.2]);
    expect([lostIn(one, 'open'), bestIn(one, 'open').win, chosenWin(one, 'open')]).toEqual([0.75, 1, 0.25]);
  });
});

describe('in short', () => {
  it('counts mistakes alone, and names the costliest', () => {
    const decisions = [judged(1, 0.3), judged(2, 0.1, { is_mistake: true }), judged(3, 0.2, { is_mistake: true })];
    expect(verdictOf(review(decisions))).toEqual({ mistakes: 2, lost: 0.2 });
    expect(verdictOf(review([judged(1, 0.3)]))).toEqual({ mistakes: 0, lost: 0 });
  });

  it('compares the seat with the average of the others', () => {
    expect(compared(review([]), 'rows')).toEqual({ own: 7, others: 2.5 });
  });
});
