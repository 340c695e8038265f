// How a seat stands in the round under way, as the server's view tells it.

import type { AnyEvent, SharedView, TableView } from '../messages';
import type { Reveal } from './reveal';

export type SeatStatus = 'thinking' | 'has_bid' | 'acts' | 'waits' | 'acted' | 'sits_out' | 'ready';

interface Seen {
  table: TableView | null;
  deal: SharedView | null;
  /** The round's bids as they were turned up. */
  bids: string[][];
  /** What is being shown. */
  current: AnyEvent | null;
  reveal: Reveal | null;
}

export function seatStatus(seat: number, { table, deal, bids, current, reveal }: Seen): SeatStatus | null {
  const { what, seats } = table!.awaiting;
  const isAwaited = seats.includes(seat);
  if (what === 'ready') return isAwaited ? 'thinking' : 'ready';
  if (!deal || reveal?.stage === 'turning') return null;
  if (deal.awaits === 'bids') return deal.has_bid[seat] ? 'has_bid' : isAwaited ? 'thinking' : null;
  if (current?.type === 'exchanged' && current.seat === seat) return 'acts';
  if (deal.awaits !== 'turn') return null;
  if (deal.waiting[0] === seat && current?.type !== 'exchanged') return 'acts';
  if (deal.waiting.includes(seat)) return 'waits';
  return bids[seat]?.every((card) => card === '*') ? 'sits_out' : 'acted';
}

/** Whether the others have told me that they wait for me. */
export function isNudged(table: TableView, me: number | null): boolean {
  return me !== null && table.awaiting.nudged.includes(me) && !table.seats[me]!.played_by_bot;
}

/** Whether others may do something about somebody who lets them wait. */
export function canPress(seat: number, me: number | null, table: TableView): boolean {
  const { what, seats } = table.awaiting;
  const { kind, played_by_bot } = table.seats[seat]!;
  return what !== 'salts' && seats.includes(seat) && seat !== me && kind === 'person' && !played_by_bot;
}
