// Bids are turned up one after the other, the lowest first: whoever is turned up last acts first.

import type { Place } from '../messages';

/** From one bid to the next, and how long a card turns, in milliseconds at normal tempo. */
export const STEP = 260;
export const TURN = 420;

/** When a seat's bid is turned up; who sits out is seen at once. */
export function turningAt(order: readonly Place[], seat: number): number {
  const at = order.findIndex((place) => place.seat === seat);
  return at < 0 ? 0 : (order.length - 1 - at) * STEP;
}
