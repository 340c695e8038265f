// A hand in order: by currency, like cards together, coins after the notes.

import type { Scoring } from '../messages';
import { BLUFF, type Deck } from '../lib/decks.svelte';

/** Cards of one value, lowest serial first. */
export interface Stack {
  value: number;
  cards: string[];
}

/** All cards of one currency or one metal. */
export interface Group {
  kind: string;
  isCoin: boolean;
  stacks: Stack[];
  cards: string[];
  total: number;
}

/** How far a trio has come. */
export interface Trio {
  value: number;
  have: number;
  of: number;
}

export function groupHand(cards: readonly string[], deck: Deck): Group[] {
  const groups = new Map<string, Group>();
  for (const code of inOrder(cards, deck)) {
    const card = deck.get(code)!;
    const group = groups.get(card.kind) ?? { kind: card.kind, isCoin: card.is_coin, stacks: [], cards: [], total: 0 };
    groups.set(card.kind, group);
    group.cards.push(code);
    group.total += card.value;
    const last = group.stacks.at(-1);
    if (last?.value === card.value) last.cards.push(code);
    else group.stacks.push({ value: card.value, cards: [code] });
  }
  return [...groups.values()];
}

/** Notes before coins, currencies as the deck has them, then by value and serial. */
export function inOrder(cards: readonly string[], deck: Deck): string[] {
  const kinds = [...new Set([...deck.values()].map((card) => card.kind))];
  const known = cards.flatMap((code) => deck.get(code) ?? []);
  known.sort(
    (a, b) =>
      Number(a.is_coin) - Number(b.is_coin) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.value - b.value || a.serial - b.serial,
  );
  return known.map((card) => card.code);
}

/** The trios begun in this group: of the notes that make them, and of coins where coins do. */
export function triosBegun(group: Group, { trio_size, trio_values, coin_trios }: Scoring): Trio[] {
  const stacks = group.isCoin ? (coin_trios ? group.stacks.slice(0, 1) : []) : group.stacks.filter(({ value }) => trio_values.includes(value));
  return stacks.map(({ value, cards: { length: have } }) => ({ value, have, of: Math.ceil(have / trio_size) * trio_size }));
}

/** A bid in words' order: as in the hand, the bluff card last. */
export function bidInOrder(cards: readonly string[], deck: Deck): string[] {
  return [...inOrder(cards, deck), ...cards.filter((card) => card === BLUFF)];
}

/** The sum of their values; the bluff card has none. */
export const sumOf = (cards: readonly string[], deck: Deck): number => cards.reduce((sum, card) => sum + (deck.get(card)?.value ?? 0), 0);

/** As bids are turned up: by value, the bluff card first of all. */
export const lowestFirst = (cards: readonly string[], deck: Deck): string[] =>
  cards.toSorted((a, b) => (deck.get(a)?.value ?? 0) - (deck.get(b)?.value ?? 0));
