// What happened, in words: for the log, for captions, and for a screen reader. Sentences are short, and complete for somebody
// who only hears them.

import { shortName } from '../cards/names';
import type { AnyEvent, Dealt, Exchanged, MatchWon, Place, Refilled, Revealed, Scored } from '../messages';
import { BLUFF, type Deck } from './decks.svelte';
import { type Arguments, t, words } from './words.svelte';

/** A sentence, and where the rule behind it is explained. */
export interface Sentence {
  text: string;
  /** What kind of thing happened, for the look of the line. */
  kind: AnyEvent['type'];
  /** The rule that answers "why?", if there is one, as the rules page names it. */
  rule?: string;
}

export interface Company {
  nameOf(seat: number): string;
  me: number | null;
  deck: Deck;
}

type Told = [text: string, rule?: string];

export function narrate(event: AnyEvent, company: Company): Sentence[] {
  return tell(event, company).map(([text, rule]) => ({ text, kind: event.type, ...(rule && { rule }) }));
}

function tell(event: AnyEvent, company: Company): Told[] {
  switch (event.type) {
    case 'dealt':
      return dealt(event, company);
    case 'revealed':
      return [...bids(event, company), ...order(event.order, company)];
    case 'exchanged':
      return exchanged(event, company);
    case 'refilled':
      return refilled(event, company);
    case 'last_round':
      return [[t(`log.last_round.${event.reason}`), event.reason === 'stall' ? 'stall' : 'last_round']];
    case 'scored':
      return scored(event, company);
    case 'match_won':
      return won(event, company);
    default:
      return beside(event, company);
  }
}

/** What happens beside the cards. */
function beside(event: Exclude<AnyEvent, Dealt | Revealed | Exchanged | Refilled | Scored | MatchWon>, company: Company): Told[] {
  const name = 'seat' in event && event.seat !== null ? company.nameOf(event.seat) : '';
  const isMe = 'seat' in event && event.seat === company.me;
  const by = 'by' in event && event.by !== null ? company.nameOf(event.by) : '';
  switch (event.type) {
    case 'bid_sealed':
      if (isMe) return [];
      return [[event.size === null ? t('log.has_bid', { name }) : t('log.has_bid_cards', { name, count: event.size })]];
    case 'sat_in':
      return [[t(`log.sat_in.${event.reason}`, { name, by })]];
    case 'left':
      return [[t(`log.left.${event.reason}`, { name, by })]];
    case 'returning':
      return [[t(`log.returning.${event.after}`, { name })]];
    case 'paused':
    case 'resumed':
    case 'host':
      return [[t(name ? `log.${event.type}_by` : `log.${event.type}`, { name })]];
    case 'nudged':
      return [[t(isMe ? 'log.nudged_you' : 'log.nudged', { name, by })]];
    case 'said':
      return [[t('log.said', { name, phrase: t(`table.phrases.${event.phrase}`) })]];
    case 'joined':
      return [[t('log.joined', { name: event.name })]];
    case 'connected':
    case 'disconnected':
    case 'bid_taken_up':
    case 'ready':
      return isMe ? [] : [[t(`log.${event.type}`, { name })]];
    case 'taken_back':
    case 'more_time':
      return [[t(`log.${event.type}`, { name, by })]];
    case 'started':
    case 'rematch':
      return [[t(`log.${event.type}`)]];
    default:
      return [];
  }
}

/** "¥20, ¥20 and €40" */
function pile(cards: string[], deck: Deck): string {
  return words.list(cards.map((card) => shortName(card, deck)));
}

function dealt(event: Dealt, { deck }: Company): Told[] {
  return [
    [t('log.dealt', { deal: event.deal })],
    [t('log.row_left', { cards: pile(event.left, deck) })],
    [t('log.row_right', { cards: pile(event.right, deck) })],
    [t('log.deck', { count: event.deck_size })],
  ];
}

/** Every bid: in the order of turns, then who sits out. */
function bids(event: Revealed, company: Company): Told[] {
  const acting = event.order.map(({ seat, worth, bluff }): Told => {
    const key = bluff ? 'log.bids_bluff' : 'log.bids';
    const cards = pile(event.bids[seat]!.filter((card) => card !== BLUFF), company.deck);
    return [person(key, seat, company, { worth, cards })];
  });
  return [...acting, ...sittingOut(event, company)];
}

function sittingOut({ bids, order }: Revealed, company: Company): Told[] {
  const out = bids.map((_, seat) => seat).filter((seat) => !order.some((place) => place.seat === seat));
  return out.map((seat) => [person('log.sits_out', seat, company), 'bluff_only_bid']);
}

/** Who acts when, and what decided between equal bids. */
export function order(places: Place[], company: Company): Told[] {
  if (!places.length) return [[t('log.nobody_acts'), 'order']];
  const all = places.map(({ seat, worth }) => t('log.place', { name: seat === company.me ? t('log.you') : company.nameOf(seat), worth }));
  return [[t('log.order', { list: words.list(all) }), 'order'], ...level(places).flatMap((group) => ties(group, company))];
}

/** Bids that are worth the same, and only the bluff card or a number told apart. */
export function level(places: Place[]): Place[][] {
  const groups: Place[][] = [];
  places.forEach((place, at) => {
    const before = places[at - 1]?.ahead_by;
    if (before === 'serial' || before === 'bluff') groups.at(-1)!.push(place);
    else groups.push([place]);
  });
  return groups.filter((group) => group.length > 1);
}

/** First what the bluff card decided, then the numbers among those it left level. */
export function ties(group: Place[], company: Company): Told[] {
  const namesOf = (places: Place[]): string => words.list(places.map(({ seat }) => company.nameOf(seat)));
  const worth = group[0]!.worth;
  const split = group.findIndex((place) => place.ahead_by === 'bluff') + 1;
  const told: Told[] = [];
  if (split) told.push([t('log.tie_bluff', { names: namesOf(group), worth, first: namesOf(group.slice(0, split)) }), 'bluff_breaks_ties']);
  for (const equal of [group.slice(0, split), group.slice(split)]) {
    if (equal.length < 2) continue;
    const list = words.list(equal.map((place) => numbered(place, company)));
    told.push([t('log.tie_serial', { names: namesOf(equal), worth, list }), 'order']);
  }
  return told;
}

/** "1 (Ann, ¥20)" */
function numbered({ seat, lowest }: Place, { nameOf, deck }: Company): string {
  const number = deck.get(lowest)?.serial ?? '–';
  return t('log.tie_number', { number, name: nameOf(seat), card: shortName(lowest, deck) });
}

function exchanged({ seat, turn, given, taken }: Exchanged, company: Company): Told[] {
  const args = { given: pile(given, company.deck), taken: pile(taken, company.deck) };
  if (typeof turn === 'string') return [[person(`log.takes_${turn}`, seat, company, args), turn === 'keep' ? 'keep' : 'take_a_row']];
  const other = company.nameOf(turn);
  if (turn === company.me) return [[t('log.takes_yours', { ...args, name: company.nameOf(seat) }), 'take_a_bid']];
  return [[person('log.takes_bid', seat, company, { ...args, other }), 'take_a_bid']];
}

function refilled(event: Refilled, { deck }: Company): Told[] {
  const rows: ('right' | 'left')[] = event.first === 'right' ? ['right', 'left'] : ['left', 'right'];
  const added = rows.filter((row) => event[row].length);
  const told = added.map((row): Told => [t(`log.refilled_${row}`, { cards: pile(event[row], deck) }), 'refill_first']);
  if (!told.length) return [[t('log.refilled_none'), 'refill_first']];
  return [...told, [t('log.deck', { count: event.deck_size })]];
}

function scored(event: Scored, { nameOf }: Company): Told[] {
  const ranked = event.scores.map((points, seat) => ({ points, seat })).sort((a, b) => b.points - a.points);
  const list = words.list(ranked.map(({ points, seat }) => t('log.place', { name: nameOf(seat), worth: points })));
  return [[t('log.scored', { deal: event.deal, list }), 'currencies']];
}

function won({ result }: MatchWon, { nameOf }: Company): Told[] {
  const { winners, won_by } = result;
  const first = winners[0] ?? 0;
  const args = { points: result.totals[first] ?? 0, count: result.deals_won[first] ?? 0 };
  if (winners.length > 1) return [[t('log.shared_win', { names: words.list(winners.map(nameOf)), ...args }), 'match_winner']];
  return [[t(`log.won_by.${won_by}`, { name: nameOf(first), ...args }), 'match_winner']];
}

type Personal = 'log.bids' | 'log.bids_bluff' | 'log.sits_out' | 'log.takes_right' | 'log.takes_left' | 'log.takes_keep' | 'log.takes_bid';

/** Of somebody by name, of me as "you". */
function person(key: Personal, seat: number, { nameOf, me }: Company, args: Arguments = {}): string {
  return seat === me ? t(`${key}_you`, args) : t(key, { ...args, name: nameOf(seat) });
}
