// Steps of two matches as a server told them: what the page carries about must be what the server says lies there.

import { describe, expect, test } from 'vitest';
import type { AnyEvent, OwnView, SharedView } from '../messages';
import { follow, followHand, scoreHolds } from './follow';
import recorded from './follow.steps.json';

interface Step {
  before: SharedView;
  hand: string[];
  events: AnyEvent[];
  after: Partial<SharedView>;
  hand_after: string[];
}

const steps = recorded as unknown as Step[];

/** How the cards of a pile are ordered is the server's affair. */
function sorted(deal: Partial<SharedView>): object {
  const { right, left, lying, waiting, hand_sizes, deck_size } = deal;
  const order = (cards: string[]): string[] => cards.toSorted();
  return { right: order(right!), left: order(left!), lying: lying!.map(order), waiting, hand_sizes, deck_size };
}

describe('follow', () => {
  test.each(steps.map((step, at) => [at, step] as const))('step %i leads where the server says', (_, step) => {
    const after = step.events.reduce(follow, step.before);
    expect(sorted(after)).toEqual(sorted(step.after));
  });

  test.each(steps.map((step, at) => [at, step] as const))('step %i leaves me the cards the server says', (_, step) => {
    const mine = { seat: 0, hand: step.hand, legal_turns: ['keep'] } as unknown as OwnView;
    expect(step.events.reduce(followHand, mine).hand.toSorted()).toEqual(step.hand_after.toSorted());
  });

  test('a score holds as soon as my cards lie where they stay', () => {
    const mine: AnyEvent = { type: 'exchanged', seat: 0, turn: 'left', given: ['Y40'], taken: ['R20a'], waiting: [] };
    const taken: AnyEvent = { type: 'exchanged', seat: 1, turn: 0, given: ['E20a'], taken: ['Y40'], waiting: [] };
    const others: AnyEvent = { type: 'exchanged', seat: 1, turn: 2, given: ['E20a'], taken: ['R20a'], waiting: [] };
    const refilled: AnyEvent = { type: 'refilled', first: 'right', right: ['P60'], left: [], deck_size: 3 };
    expect([[mine, refilled], [taken], [others, refilled], []].map((rest) => scoreHolds(rest, 0))).toEqual([false, false, true, true]);
  });

  test('who acts next is what the event says', () => {
    const deal = { lying: [['Y40'], ['E20a'], ['R20a']], waiting: [0, 1, 2], hand_sizes: [5, 5, 5] } as unknown as SharedView;
    const next = follow(deal, { type: 'exchanged', seat: 0, turn: 2, given: ['Y40'], taken: ['R20a'], waiting: [1, 2] });
    expect(next.waiting).toEqual([1, 2]);
    expect(next.lying).toEqual([[], ['E20a'], ['Y40']]);
  });

  const deal = { lying: [[], []], waiting: [], hand_sizes: [1, 3], has_bid: [true, true], bid_sizes: [null, null] } as unknown as SharedView;
  const hand = { seat: 1, hand: ['Y20a', 'Y60', 'E60'], legal_turns: [] } as unknown as OwnView;
  /** My cards, and what lies before me, after these events. */
  const mine = (...events: AnyEvent[]): [string[], string[]] => [events.reduce(followHand, hand).hand, events.reduce(follow, deal).lying[1]!];
  const revealed: AnyEvent = { type: 'revealed', round: 1, bids: [['E20a'], ['Y60', '*']], order: [] };

  test('a bid that is turned up lies before me, but for the bluff card', () => {
    expect(mine(revealed)).toEqual([['Y20a', 'E60'], ['Y60']]);
  });

  test('what I take comes into my hand, and nothing lies before me', () => {
    const taken: AnyEvent = { type: 'exchanged', seat: 1, turn: 'left', given: ['Y60'], taken: ['Y30a'], waiting: [] };
    expect(mine(revealed, taken)).toEqual([['Y20a', 'E60', 'Y30a'], []]);
  });

  test('the other bid lies before me when mine is taken', () => {
    const taken: AnyEvent = { type: 'exchanged', seat: 0, turn: 1, given: ['E20a'], taken: ['Y60'], waiting: [] };
    expect(mine(revealed, taken)).toEqual([['Y20a', 'E60'], ['E20a']]);
  });

  test('what is dealt is my hand', () => {
    const dealt = { type: 'dealt', hands: [['Y30a'], ['Y30b', 'E20a']] } as unknown as AnyEvent;
    expect(followHand(hand, dealt).hand).toEqual(['Y30b', 'E20a']);
  });
});
