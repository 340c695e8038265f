import { sumOf } from '../hand/groups';
import type { Exchanged, Revealed } from '../messages';
import type { TableStore } from '../lib/table.svelte';
import { t, words } from '../lib/words.svelte';
import { isNudged } from './seat_status';
import { tieWords } from './ties';

/** The most letters of names that fit in the line. */
const MOST = 36;
const MOST_OF_A_NAME = 14;
/** The longest sentence about a tie that fits; with longer names the seats alone tell it. */
const LONGEST = 105;

/** What is shown, or else awaited, in one short sentence. The log has the long ones; the seats tell why somebody comes first. */
export function caption(store: TableStore): string {
  const event = store.current;
  switch (event?.type) {
    case 'dealt':
    case 'refilled':
      return t(`table.now.${event.type}`);
    case 'revealed':
      return revealed(event, store);
    case 'exchanged':
      return exchanged(event, store);
    case 'last_round':
      return t(`table.last_round.${event.reason}`);
    default:
      return awaited(store);
  }
}

/** While bids are turned up nothing is told of places; then who goes first, and last what decided a tie. */
function revealed(event: Revealed, store: TableStore): string {
  const { reveal, order, seat, nameOf } = store;
  if (reveal?.stage === 'turning') return t('table.turned_up');
  if (!event.order.length) return t('log.nobody_acts');
  if (!reveal) return t('table.turned_up');
  if (reveal.stage === 'places') return t('table.coach.order');
  const tie = reveal.stage === 'told' ? tieWords(order, { nameOf, me: seat, deck: store.deck }) : null;
  const first = order[0]!.seat;
  if (tie && tie.length <= LONGEST) return tie;
  return first === seat ? t('table.reveal.you_first') : t('table.reveal.first', { name: nameOf(first) });
}

function exchanged({ seat, turn }: Exchanged, { nameOf, seat: me }: TableStore): string {
  const name = nameOf(seat);
  if (turn === me) return t('table.now.yours', { name });
  if (typeof turn === 'number') return seat === me ? t('table.now.bid_you', { other: nameOf(turn) }) : t('table.now.bid', { name, other: nameOf(turn) });
  return seat === me ? t(`table.now.${turn}_you`) : t(`table.now.${turn}`, { name });
}

/** A name that leaves room for a whole sentence. */
const brief = (name: string): string => (name.length > MOST_OF_A_NAME ? `${name.slice(0, MOST_OF_A_NAME)}…` : name);

/** Who took my bid in this round, if anybody did. */
function taker({ did, seat }: TableStore): number | null {
  const found = Object.entries(did).find(([, turn]) => turn === seat);
  return found ? Number(found[0]) : null;
}

function awaited(store: TableStore): string {
  const { table, seat, nameOf, deal, deck } = store;
  const { what, seats } = table!.awaiting;
  const all = words.list(seats.map(nameOf));
  const names = all.length > MOST ? words.number(seats.length) : all; // the seats show who it is
  const isMe = seat !== null && seats.includes(seat);
  if (isMe && table!.seats[seat]!.played_by_bot) return t('hand.bot.title');
  if (isNudged(table!, seat)) return t('table.status.nudged_you');
  switch (what) {
    case 'turn':
      if (isMe && taker(store) !== null) return t('table.status.taken_you', { name: brief(nameOf(taker(store)!)), worth: sumOf(deal?.lying[seat] ?? [], deck) });
      return isMe ? t('table.status.turn_you') : t('table.status.turn', { names });
    case 'bids':
      return isMe ? t('table.status.bids_you') : t('table.status.bids', { names });
    case 'salts':
      return t('table.status.salts');
    case 'ready':
      return t('table.status.ready', { names });
    default:
      return table!.status === 'finished' ? t('table.status.over') : '';
  }
}
