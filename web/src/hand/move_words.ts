// How my side of the table puts things into words.

import { kindName } from '../cards/names';
import type { TurnCode } from '../messages';
import { RefusedError } from '../lib/api';
import type { Deck } from '../lib/decks.svelte';
import type { TableStore } from '../lib/table.svelte';
import { t, words } from '../lib/words.svelte';
import { groupHand } from './groups';
import { inFixedOrder } from './phase';

/** "Yen 20, 30; euro 60": short enough to be listened to. */
export function pileWords(cards: readonly string[], deck: Deck): string {
  const groups = groupHand(cards, deck).map(({ kind, cards: held }) => {
    const values = held.map((card) => words.number(deck.get(card)!.value)).join(', ');
    return t('hand.pile', { kind: kindName(kind), values });
  });
  return groups.join('; ') || '–';
}

/** "+120", "−20", "±0" */
export function signed(difference: number): string {
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±';
  return sign + words.number(Math.abs(difference));
}

export function capital(name: string): string {
  return name.charAt(0).toLocaleUpperCase(words.language) + name.slice(1);
}

/** A choice in two words, for plans and announcements. */
export function choiceWords(turn: TurnCode, nameOf: (seat: number) => string): string {
  return typeof turn === 'number' ? t('hand.choice.bid', { name: nameOf(turn) }) : t(`hand.choice.${turn}`);
}

/** A choice as its button says it. */
export function turnWords(turn: TurnCode, nameOf: (seat: number) => string): string {
  return typeof turn === 'number' ? t('hand.turn.bid', { name: nameOf(turn) }) : t(`hand.turn.${turn}`);
}

export function planWords(plan: readonly TurnCode[], nameOf: (seat: number) => string): string {
  return plan.map((turn) => choiceWords(turn, nameOf)).join(`, ${t('hand.plan.else')} `);
}

/** What somebody who listens has to know when their move begins. */
export function moveWords(store: TableStore, move: 'bids' | 'turn'): string {
  const { deal, deck, hand } = store;
  if (!deal || !hand) return '';
  if (move === 'turn') return t('hand.say.turn', { choices: words.list(inFixedOrder(hand.legal_turns).map((turn) => choiceWords(turn, store.nameOf))) });
  const rows = { right: pileWords(deal.right, deck), left: pileWords(deal.left, deck) };
  return t(deal.last_round ? 'hand.say.bid_last' : 'hand.say.bid', { round: deal.round, ...rows });
}

/** Why it was not done, in a sentence. */
export function failureWords(error: unknown): string {
  return error instanceof RefusedError ? words.refusal(error.code, error.args) : t('hand.failed');
}
