// How cards are called.

import { BLUFF, type Deck } from '../lib/decks.svelte';

/** "20 yen, number 1", or what the bluff card is called. */
export function cardName(code: string, deck: Deck): string {
  const card = deck.get(code);
  return code === BLUFF || !card ? code : `${card.value} ${card.kind}`;
}

/** The currency, or the coins of one metal, in the page's language. */
export function kindName(kind: string): string {
  return kind;
}
