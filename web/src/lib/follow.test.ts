import { expect, test } from 'vitest';
import type { SharedView } from '../messages';
import { follow } from './follow';

const deal = {
  right: ['Y20a'], left: ['E30a'], lying: [['P40'], ['R50', 'R60'], []], waiting: [1, 0], hand_sizes: [5, 4, 6],
  has_bid: [false, false, false], bid_sizes: [null, null, null], deck_size: 10,
} as unknown as SharedView;

test('bids turned up leave the hands, bluff cards do not lie', () => {
  const before = { ...deal, lying: [[], [], []], waiting: [], has_bid: [true, true, true], bid_sizes: [1, 2, 1], hand_sizes: [6, 6, 6] };
  const order = [{ seat: 1 }, { seat: 0 }] as never;
  const after = follow(before, { type: 'revealed', round: 1, bids: [['P40'], ['R50', 'R60'], ['*']], order });
  expect(after).toMatchObject({
    lying: [['P40'], ['R50', 'R60'], []], waiting: [1, 0], hand_sizes: [5, 4, 6], has_bid: [false, false, false], bid_sizes: [null, null, null],
  });
});

test('who takes a row leaves the bid there', () => {
  const after = follow(deal, { type: 'exchanged', seat: 1, turn: 'right', given: ['R50', 'R60'], taken: ['Y20a'] });
  expect(after).toMatchObject({ right: ['R50', 'R60'], left: ['E30a'], lying: [['P40'], [], []], waiting: [0], hand_sizes: [5, 5, 6] });
});

test('who takes a bid leaves the own one in its place', () => {
  const after = follow(deal, { type: 'exchanged', seat: 1, turn: 0, given: ['R50', 'R60'], taken: ['P40'] });
  expect(after).toMatchObject({ lying: [['R50', 'R60'], [], []], waiting: [0], hand_sizes: [5, 5, 6] });
});

test('who keeps takes the own bid up', () => {
  const after = follow(deal, { type: 'exchanged', seat: 1, turn: 'keep', given: [], taken: ['R50', 'R60'] });
  expect(after).toMatchObject({ right: ['Y20a'], lying: [['P40'], [], []], hand_sizes: [5, 6, 6] });
});

test('refills come to what lies there', () => {
  const after = follow(deal, { type: 'refilled', first: 'right', right: ['SK20a'], left: [], deck_size: 9 });
  expect(after).toMatchObject({ right: ['Y20a', 'SK20a'], left: ['E30a'], deck_size: 9 });
});
