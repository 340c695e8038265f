import type { SharedView } from '../messages';
import { BLUFF, type Deck } from '../lib/decks.svelte';

/** Values of some cards by kind, small ones first. */
export type ByKind = Map<string, number[]>;

export function byKind(cards: string[], deck: Deck): ByKind {
  const found: ByKind = new Map();
  const infos = cards.flatMap((card) => deck.get(card) ?? []).sort((a, b) => a.value - b.value);
  for (const { kind, value } of infos) found.set(kind, [...(found.get(kind) ?? []), value]);
  return found;
}

/** The cards of the deal that nobody has seen face up, as everybody knows it. */
export function unseen(all: string[], deal: SharedView): string[] {
  const seen = new Set([...deal.known.flat(), ...deal.lying.flat(), ...deal.right, ...deal.left]);
  return all.filter((card) => card !== BLUFF && !seen.has(card));
}

/** The kinds of these cards, in their order. */
export function kindsOf(cards: string[], deck: Deck): string[] {
  return [...new Set(cards.flatMap((card) => deck.get(card)?.kind ?? []))];
}
