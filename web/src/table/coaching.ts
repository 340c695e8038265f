// What a newcomer is told, and when: each once, in one line. The numbers are the server's.

import type { OwnView, Scoring, SharedView } from '../messages';
import type { Deck } from '../lib/decks.svelte';

export const TIPS = ['order', 'swap', 'full', 'trio', 'last'] as const;
export type Tip = (typeof TIPS)[number];

export interface Moment {
  myMove: 'bids' | 'turn' | null;
  deal: SharedView | null;
  hand: OwnView | null;
  scoring: Scoring | null;
  deck: Deck;
}

/** What fits the moment, most pressing first; nothing but the first two before the second round. */
export function tipsFor({ myMove, deal, hand, scoring, deck }: Moment): Tip[] {
  if (!myMove || !deal || !hand) return [];
  if (myMove === 'turn') return ['swap'];
  const isLate = deal.round > 1 || deal.deal > 1;
  return TIPS.filter((tip) => {
    if (tip === 'order') return true;
    if (tip === 'last') return deal.last_round !== null;
    if (!isLate || !scoring) return false;
    if (tip === 'full') return hand.score.currencies.some(({ total }) => total < scoring.full_from);
    return tip === 'trio' && hasPair(hand.hand, scoring, deck);
  });
}

/** Whether one more note would make a trio, or one is there. */
function hasPair(cards: string[], { trio_values, trio_size }: Scoring, deck: Deck): boolean {
  const alike = new Map<string, number>();
  for (const code of cards) {
    const card = deck.get(code);
    if (!card || card.is_coin || !trio_values.includes(card.value)) continue;
    const name = `${card.kind} ${card.value}`;
    alike.set(name, (alike.get(name) ?? 0) + 1);
  }
  return Math.max(0, ...alike.values()) >= trio_size - 1;
}
