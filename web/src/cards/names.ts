// How cards are called, in the page's language.

import { BLUFF, type Deck } from '../lib/decks.svelte';
import { t, words } from '../lib/words.svelte';

/** "20 yen, number 1", or what the bluff card is called. */
export function cardName(code: string, deck: Deck): string {
  const card = deck.get(code);
  if (!card) return code === BLUFF ? t('cards.bluff') : code;
  return t('cards.with_number', { amount: amountOf(card.kind, card.value), serial: card.serial });
}

/** The currency, or the coins of one metal. */
export function kindName(kind: string): string {
  return words.find(`cards.kinds.${kind.toLowerCase()}`) ?? kind;
}

/** "20 ¥": for lists and logs. Cards that are worth the same in one currency have the same short name. */
export function shortName(code: string, deck: Deck): string {
  const card = deck.get(code);
  if (!card) return code === BLUFF ? t('cards.bluff_short') : code;
  return words.find(`cards.short.${card.kind.toLowerCase()}`, { value: card.value }) ?? `${card.kind} ${words.number(card.value)}`;
}

function amountOf(kind: string, value: number): string {
  return words.find(`cards.amounts.${kind.toLowerCase()}`, { value }) ?? `${words.number(value)} ${kind}`;
}
