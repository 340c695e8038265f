// How the cards move when something happens, so that one thing can be shown after the other where the server tells several at
// once. It only carries cards where an event says they went; the server's own view replaces it afterwards.

import type { AnyEvent, Exchanged, OwnView, Refilled, Revealed, SharedView } from '../messages';
import { BLUFF } from './decks.svelte';

export function follow(deal: SharedView, event: AnyEvent): SharedView {
  switch (event.type) {
    case 'revealed':
      return turnUp(deal, event);
    case 'exchanged':
      return exchange(deal, event);
    case 'refilled':
      return refill(deal, event);
    default:
      return deal;
  }
}

/** The same for my own cards. What they score is the server's affair, see `scoreHolds`. */
export function followHand(hand: OwnView, event: AnyEvent): OwnView {
  if (event.type === 'dealt') return { ...hand, hand: event.hands[hand.seat] ?? hand.hand };
  if (event.type === 'revealed') {
    const bid = event.bids[hand.seat] ?? [];
    return { ...hand, hand: hand.hand.filter((card) => !bid.includes(card)) };
  }
  if (event.type === 'exchanged' && event.seat === hand.seat) {
    return { ...hand, hand: [...hand.hand, ...event.taken], legal_turns: [] };
  }
  return hand;
}

/** Whether the score that comes with several events holds before these last of them are shown: none of them touches my cards. */
export function scoreHolds(rest: AnyEvent[], seat: number): boolean {
  return !rest.some((event) => event.type === 'dealt' || (event.type === 'exchanged' && (event.seat === seat || event.turn === seat)));
}

function turnUp(deal: SharedView, event: Revealed): SharedView {
  const lying = event.bids.map((bid) => bid.filter((card) => card !== BLUFF));
  return {
    ...deal,
    awaits: 'turn',
    lying,
    waiting: event.order.map((place) => place.seat),
    has_bid: deal.has_bid.map(() => false),
    bid_sizes: deal.bid_sizes.map(() => null),
    hand_sizes: deal.hand_sizes.map((size, seat) => size - lying[seat]!.length),
  };
}

function exchange(deal: SharedView, { seat, turn, given, taken, waiting }: Exchanged): SharedView {
  const lying = deal.lying.map((cards, each) => (each === seat ? [] : cards));
  const next = { ...deal, lying, waiting };
  next.hand_sizes = deal.hand_sizes.map((size, each) => (each === seat ? size + taken.length : size));
  if (turn === 'right' || turn === 'left') next[turn] = given;
  else if (typeof turn === 'number') lying[turn] = given;
  return next;
}

function refill(deal: SharedView, event: Refilled): SharedView {
  return {
    ...deal,
    right: [...deal.right, ...event.right],
    left: [...deal.left, ...event.left],
    deck_size: event.deck_size,
  };
}
