// The score pad: a match at a real table. Everything is kept in the browser, tap by tap.

import { decks } from '../lib/decks.svelte';
import { named } from '../lib/place';
import { words } from '../lib/words.svelte';
import type { HandScore } from '../messages';
import { type Group, type Hand, type Slot, countHand, groupsOf, held, leftOf, marksOf, namesOf, othersWith, sizeOf, withCount } from './hands';
import { sheets } from './sheets.svelte';

export type RuleValue = string | number | boolean;

/** What people settle before the first hand is counted. */
export interface Agreed {
  edition: string;
  players: string[];
  /** In what the table differs from the edition. */
  rules: Record<string, RuleValue>;
  /** The currencies that left the game. */
  out: string[];
}

export interface PadMatch extends Agreed {
  /** The hands by deal and seat. */
  deals: Hand[][];
  deal: number;
  seat: number;
  /** The bids of "Who acts first?", by seat, as names of cards. */
  bids: string[][];
  /** The lowest number printed on the cards of each of these bids, by seat, where somebody looked. */
  printed?: (number | null)[];
}

const PLACE = named('pad');
const MOST_UNDONE = 200;
/** The house rules a score pad asks for: those that change what is counted. */
export const PAD_RULES = ['coins', 'coin_trios', 'deals', 'match_winner'] as const;

/** "20 yen" */
export function amountOf({ kind, value }: Slot): string {
  return words.find(`cards.amounts.${kind.toLowerCase()}`, { value }) ?? `${words.number(value)} ${kind}`;
}

class Pad {
  match = $state.raw<PadMatch | null>(null);
  /** Who played last, for the next match. */
  lastPlayers = $state.raw<string[]>([]);
  #before = $state.raw<Pick<PadMatch, 'deals' | 'deal' | 'seat'>[]>([]);

  canUndo = $derived(this.#before.length > 0);
  rules = $derived<Record<string, RuleValue>>({ ...decks.edition(this.match?.edition ?? '')?.rules, ...this.match?.rules });
  deck = $derived(decks.of(this.match?.edition ?? '', this.rules.coins));
  groups = $derived<Group[]>(groupsOf(this.deck, this.match?.out ?? []));
  hands = $derived<Hand[]>(this.match?.deals[this.match.deal] ?? []);
  /** Every hand of every deal, counted. */
  scores = $derived<HandScore[][]>((this.match?.deals ?? []).map((hands) => hands.map((hand) => this.#count(hand))));
  totals = $derived(
    (this.match?.players ?? []).map((_, seat) => this.scores.reduce((sum, deal) => sum + (deal[seat]?.total ?? 0), 0)),
  );
  /** How each player is written where there is no room for a name. */
  marks = $derived(marksOf(this.match?.players ?? []));
  dealCount = $derived(Number(this.rules.deals ?? 1));

  constructor() {
    Object.assign(this, read());
  }

  begin(agreed: Agreed): void {
    const match = { ...agreed, deals: [agreed.players.map(() => ({}))], deal: 0, seat: 0, bids: agreed.players.map(() => []) };
    this.lastPlayers = agreed.players;
    this.#before = [];
    this.#keep(match);
  }

  /** Other names or rules for the match under way; its hands stay, but for cards that are no longer in the game. */
  amend(agreed: Agreed): void {
    const { match } = this;
    if (!match) return;
    const isIn = (id: string): boolean => !agreed.out.some((kind) => id.replace(/\d+$/, '') === kind);
    const strip = (hand: Hand): Hand => Object.fromEntries(Object.entries(hand).filter(([id]) => isIn(id)));
    this.lastPlayers = agreed.players;
    this.#before = [];
    const deals = match.deals.map((hands) => hands.map(strip));
    const bids = match.bids.map((cards) => cards.filter((code) => !agreed.out.includes(this.deck.get(code)?.kind ?? '')));
    this.#keep({ ...match, ...agreed, deals, bids });
  }

  end(): void {
    this.#before = [];
    this.#keep(null);
  }

  go(deal: number, seat: number): void {
    const { match } = this;
    if (!match) return;
    const deals = match.deals.length > deal ? match.deals : [...match.deals, match.players.map(() => ({}))];
    this.#keep({ ...match, deals, deal, seat });
  }

  /** One more of these in the hand that is being counted; after the last one there is, none. */
  add(slot: Slot): void {
    const { match } = this;
    if (!match) return;
    const mine = held(this.hands[match.seat], slot);
    this.set(slot, leftOf(slot, this.hands) > 0 ? mine + 1 : 0);
  }

  remove(slot: Slot): void {
    const mine = held(this.hands[this.match?.seat ?? 0], slot);
    if (mine > 0) this.set(slot, mine - 1);
  }

  set(slot: Slot, count: number): void {
    if (this.match) this.#change(this.hands.map((hand, seat) => (seat === this.match!.seat ? withCount(hand, slot, count) : hand)));
  }

  /** One of these was counted in another hand by mistake. */
  claim(slot: Slot): void {
    const { match } = this;
    const [from] = match ? othersWith(slot, this.hands, match.seat) : [];
    if (!match || from === undefined) return;
    const move = (hand: Hand, by: number): Hand => withCount(hand, slot, held(hand, slot) + by);
    this.#change(this.hands.map((hand, seat) => (seat === from ? move(hand, -1) : seat === match.seat ? move(hand, 1) : hand)));
  }

  undo(): void {
    const before = this.#before.at(-1);
    if (!this.match || !before) return;
    this.#before = this.#before.slice(0, -1);
    this.#keep({ ...this.match, ...before });
  }

  bid(seat: number, cards: string[]): void {
    const { match } = this;
    if (match) this.#keep({ ...match, bids: match.players.map((_, each) => (each === seat ? cards : (match.bids[each] ?? []))) });
  }

  print(seat: number, number: number | null): void {
    const { match } = this;
    if (match) this.#keep({ ...match, printed: match.players.map((_, each) => (each === seat ? number : (match.printed?.[each] ?? null))) });
  }

  clearBids(): void {
    const { match } = this;
    if (match) this.#keep({ ...match, bids: match.players.map(() => []), printed: [] });
  }

  /** The deals so far by names of cards, for the server. */
  dealNames(): string[][][] {
    return (this.match?.deals ?? []).map((hands) => namesOf(this.groups, hands));
  }

  isCounted(seat: number): boolean {
    return sizeOf(this.hands[seat]) > 0;
  }

  #count(hand: Hand): HandScore {
    if (!sheets.table) return { currencies: [], coins: [], total: 0 };
    return countHand(sheets.table, this.rules.coin_trios === true, this.groups, hand);
  }

  #change(hands: Hand[]): void {
    const { match } = this;
    if (!match) return;
    const { deals, deal, seat } = match;
    this.#before = [...this.#before, { deals, deal, seat }].slice(-MOST_UNDONE);
    this.#keep({ ...match, deals: deals.map((each, number) => (number === deal ? hands : each)) });
  }

  #keep(match: PadMatch | null): void {
    this.match = match;
    try {
      localStorage.setItem(PLACE, JSON.stringify({ match, lastPlayers: this.lastPlayers }));
    } catch {
      // A browser that keeps nothing still adds up.
    }
  }
}

function read(): { match: PadMatch | null; lastPlayers: string[] } {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as { match?: PadMatch | null; lastPlayers?: string[] };
    return { match: kept.match ?? null, lastPlayers: kept.lastPlayers ?? [] };
  } catch {
    return { match: null, lastPlayers: [] };
  }
}

export const pad = new Pad();
