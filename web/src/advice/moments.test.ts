import { describe, expect, it } from 'vitest';
import type { Option } from '../messages';
import type { GameRecord } from '../replay/record';
import type { Habits, Judged, Review } from '../requests';
import { compared, costliest, hasMistake, stepBefore, verdictOf } from './moments';

const CARDS = { removed: [], cards: [] };
/** One deal: a round in which seats 2, 0 and 1 act, and one in which only seat 1 does; then a deal of one round. */
const RECORD: GameRecord = {
  edition: 'nl', rules: {}, players: ['A', 'B', 'C'],
  deals: [
    { ...CARDS, rounds: [{ turns: [[2, 'keep'], [0, 'right'], [1, 2]] }, { turns: [[1, 'left']] }] },
    { ...CARDS, rounds: [{ turns: [[0, 'keep']] }] },
  ],
};

const option = (wins_match: number): Option => ({ bid: ['*'], turn: null, points: 0, wins_deal: 0.5, wins_match, share: 1, reasons: [] });
const judged = (round: number, lost: number, more: Partial<Judged> = {}): Judged => ({
  deal: 1, round, what: 'bid', chosen: option(0.2), best: option(0.2 + lost), lost, error: 0.01, lost_match: lost, is_mistake: false, ...more,
});
const habits = (seat: number, rows: number): Habits => ({
  seat, rows, bid_cards: 1, bid_worth: 0, overpaid: 0, bids_taken: 0, kept: 0, sat_out: 0, trios: 0, full_currencies: 0,
});
const review = (decisions: Judged[], worst: number[] = []): Review => ({
  seat: 1, decisions, curve: [], worst, skill: 0, luck: 0, habits: [habits(0, 4), habits(1, 7), habits(2, 1)],
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
  const decisions = [judged(1, 0.3), judged(2, 0.1, { is_mistake: true }), judged(3, 0.2, { is_mistake: true })];

  it('is what the review calls mistakes and nothing else', () => {
    expect(costliest(review(decisions, [2, 1])).map(({ round }) => round)).toEqual([3, 2]);
    expect(costliest(review(decisions))).toEqual([]);
  });

  it('is marked in its round, and nowhere else', () => {
    const marked = [1, 2, 3].map((round) => hasMistake(review(decisions), { deal: 1, round, what: 'round', chances: [] }));
    expect(marked).toEqual([false, true, true]);
    expect(hasMistake(review(decisions), { deal: 1, round: 3, what: 'end', chances: [] })).toBe(false);
    expect(hasMistake(review(decisions), { deal: 2, round: 2, what: 'round', chances: [] })).toBe(false);
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
