// What my side of the table is there for at this moment.

import type { AnyEvent, OwnState, OwnView, SharedView, TableView, TurnCode } from '../messages';

/**
 * bid: choose cards. laid: my bid lies, others think. turn: act. wait: my turn is to come. done: no turn (any more) this round.
 * watch: something is being shown, or a bot plays for me. none: no cards to play with.
 */
export type Phase = 'none' | 'bid' | 'laid' | 'turn' | 'wait' | 'done' | 'watch';

export interface Seen {
  seat: number | null;
  table: TableView | null;
  deal: SharedView | null;
  own: OwnState | null;
  hand: OwnView | null;
  current: AnyEvent | null;
}

export function phaseOf({ seat, table, deal, own, hand, current }: Seen): Phase {
  if (seat === null || !table || !deal || !hand || table.status !== 'playing') return 'none';
  const { what, seats } = table.awaiting;
  if (what !== 'bids' && what !== 'turn') return 'none';
  if (current || table.seats[seat]!.played_by_bot) return 'watch';
  if (what === 'bids') return own?.bid ? 'laid' : 'bid';
  if (seats.includes(seat)) return 'turn';
  return deal.waiting.includes(seat) ? 'wait' : 'done';
}

/** The cards an exchange brings, and those it costs. */
export function piles(turn: TurnCode, deal: SharedView, seat: number): { come: string[]; go: string[] } {
  const mine = deal.lying[seat] ?? [];
  if (turn === 'keep') return { come: mine, go: [] };
  return { come: typeof turn === 'number' ? (deal.lying[turn] ?? []) : deal[turn], go: mine };
}

const LETTERS = { right: 'r', left: 'l', keep: 'k' } as const;

/** The key that does it: R, L, K, or the number of the seat, counted from 1. */
export function keyOf(turn: TurnCode): string {
  return typeof turn === 'number' ? `${turn + 1}` : LETTERS[turn];
}

/** Rows from left to right, bids by seat, keep: the same thing always at the same place. */
export function inFixedOrder(turns: readonly TurnCode[]): TurnCode[] {
  const place = (turn: TurnCode) => (typeof turn === 'number' ? turn : turn === 'left' ? -2 : turn === 'right' ? -1 : Infinity);
  return [...turns].sort((a, b) => place(a) - place(b));
}
