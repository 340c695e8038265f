import type { Exchanged } from '../messages';
import type { TableStore } from '../lib/table.svelte';
import { t, words } from '../lib/words.svelte';
import { isNudged } from './seat_status';

/** The most letters of names that fit in the line. */
const MOST = 36;

/** What is shown, or else awaited, in one short sentence. The log has the long ones; the seats tell why somebody comes first. */
export function caption(store: TableStore): string {
  const event = store.current;
  switch (event?.type) {
    case 'dealt':
    case 'refilled':
      return t(`table.now.${event.type}`);
    case 'revealed':
      return t(store.order.length ? 'table.turned_up' : 'log.nobody_acts');
    case 'exchanged':
      return exchanged(event, store);
    case 'last_round':
      return t(`table.last_round.${event.reason}`);
    default:
      return awaited(store);
  }
}

function exchanged({ seat, turn }: Exchanged, { nameOf, seat: me }: TableStore): string {
  const name = nameOf(seat);
  if (turn === me) return t('table.now.yours', { name });
  if (typeof turn === 'number') return seat === me ? t('table.now.bid_you', { other: nameOf(turn) }) : t('table.now.bid', { name, other: nameOf(turn) });
  return seat === me ? t(`table.now.${turn}_you`) : t(`table.now.${turn}`, { name });
}

function awaited({ table, seat, nameOf }: TableStore): string {
  const { what, seats } = table!.awaiting;
  const all = words.list(seats.map(nameOf));
  const names = all.length > MOST ? words.number(seats.length) : all; // the seats show who it is
  const isMe = seat !== null && seats.includes(seat);
  if (isMe && table!.seats[seat]!.played_by_bot) return t('hand.bot.title');
  if (isNudged(table!, seat)) return t('table.status.nudged_you');
  switch (what) {
    case 'bids':
    case 'turn':
      return isMe ? t(`table.status.${what}_you`) : t(`table.status.${what}`, { names });
    case 'salts':
      return t('table.status.salts');
    case 'ready':
      return t('table.status.ready', { names });
    default:
      return table!.status === 'finished' ? t('table.status.over') : '';
  }
}
