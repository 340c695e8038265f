// Which picture a card has, and what is printed on it.

import { BLUFF, type Deck } from '../lib/decks.svelte';
import { bluffPicture, moneyPicture, newspaperPicture } from './sprite';

/** In the edition with złoty people bluff with cut newspaper instead of play money. */
const OF_NEWSPAPER = 'ZL40';

export function pictureOf(code: string, deck: Deck): string {
  const card = deck.get(code);
  if (card) return moneyPicture(card.kind, card.value, card.is_coin);
  return code === BLUFF && deck.has(OF_NEWSPAPER) ? newspaperPicture() : bluffPicture();
}
