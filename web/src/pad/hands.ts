// Hands as a score pad knows them: how many of each note or coin. What they score stands in the server's
// table; here it is looked up.

import type { Deck } from '../lib/decks.svelte';
import type { CoinScore, CurrencyScore, HandScore } from '../messages';
import type { ScoreTable } from '../requests';

/** Notes or coins that are alike: they count the same, so nobody has to say which of them it is. */
export interface Slot {
  id: string;
  kind: string;
  value: number;
  isCoin: boolean;
  /** The names of the cards, by rising serial. */
  cards: string[];
}

/** A currency, or the coins of one kind. */
export interface Group {
  kind: string;
  isCoin: boolean;
  slots: Slot[];
}

/** How many of each slot are in a hand. */
export type Hand = Readonly<Record<string, number>>;

/** The cards of a deck by kind, without the currencies that are out of the game. */
export function groupsOf(deck: Deck, out: readonly string[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { code, kind, value, is_coin: isCoin } of deck.values()) {
    if (out.includes(kind)) continue;
    const group = groups.get(kind) ?? { kind, isCoin, slots: [] };
    groups.set(kind, group);
    const slot = group.slots.find((each) => each.value === value);
    if (slot) slot.cards.push(code);
    else group.slots.push({ id: `${kind}${value}`, kind, value, isCoin, cards: [code] });
  }
  return [...groups.values()];
}

export function held(hand: Hand | undefined, slot: Slot): number {
  return hand?.[slot.id] ?? 0;
}

/** How many of these nobody has yet. */
export function leftOf(slot: Slot, hands: readonly Hand[]): number {
  return hands.reduce((left, hand) => left - held(hand, slot), slot.cards.length);
}

/** Who else has some of these: a seat for each card. */
export function othersWith(slot: Slot, hands: readonly Hand[], seat: number): number[] {
  return hands.flatMap((hand, each) => (each === seat ? [] : Array<number>(held(hand, slot)).fill(each)));
}

export function withCount(hand: Hand, slot: Slot, count: number): Hand {
  const others = Object.entries(hand).filter(([id]) => id !== slot.id);
  return Object.fromEntries(count > 0 ? [...others, [slot.id, count]] : others);
}

/** The hand counted line by line, as the table says. */
export function countHand(table: ScoreTable, coinTrios: boolean, groups: readonly Group[], hand: Hand): HandScore {
  const coinTable = coinTrios ? table.coins_with_trios : table.coins;
  const present = groups.filter((group) => sizeIn(group, hand) > 0);
  const notes = present.filter((group) => !group.isCoin);
  const currencies = notes.map((group): CurrencyScore => ({ currency: group.kind, ...lineOf(table, group, hand) }));
  const coins = present.filter((group) => group.isCoin).map((group): CoinScore => coinTable[group.kind]![sizeIn(group, hand) - 1]!);
  const total = [...currencies, ...coins].reduce((sum, line) => sum + line.points + line.bonus, 0);
  return { currencies, coins, total };
}

function lineOf(table: ScoreTable, group: Group, hand: Hand): ScoreTable['notes'][string] {
  const counts = table.values.map((value) => hand[`${group.kind}${value}`] ?? 0);
  return table.notes[counts.join('')]!;
}

function sizeIn(group: Group, hand: Hand): number {
  return group.slots.reduce((sum, slot) => sum + held(hand, slot), 0);
}

export function sizeOf(hand: Hand | undefined): number {
  return Object.values(hand ?? {}).reduce((sum, count) => sum + count, 0);
}

/** The hands by the names of cards, as the server wants them: of cards that are alike, the first seat gets the first. */
export function namesOf(groups: readonly Group[], hands: readonly Hand[]): string[][] {
  const names: string[][] = hands.map(() => []);
  for (const slot of groups.flatMap((group) => group.slots)) {
    let next = 0;
    hands.forEach((hand, seat) => {
      const count = held(hand, slot);
      names[seat]!.push(...slot.cards.slice(next, next + count));
      next += count;
    });
  }
  return names;
}

/** The first letter of every name; where two begin alike, two letters, and where that does not help, the seat. */
export function marksOf(names: readonly string[]): string[] {
  const start = (name: string, length: number): string => [...name].slice(0, length).join('');
  const isAlone = (name: string, length: number): boolean => names.filter((each) => start(each, length) === start(name, length)).length === 1;
  return names.map((name, seat) => (isAlone(name, 1) ? start(name, 1) : isAlone(name, 2) ? start(name, 2) : String(seat + 1)));
}
