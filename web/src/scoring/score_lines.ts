// A counted hand as lines to be read, and the order in which kinds of money are told. Everything is read off the server's count.

import type { Deck } from '../lib/decks.svelte';
import type { CoinScore, CurrencyScore, HandScore } from '../messages';

export type Line =
  | { what: 'currency'; kind: string; total: number; points: number; why: 'full' | 'less' | 'nothing' }
  | { what: 'trios'; kind: string; values: number[]; points: number }
  | { what: 'coins'; kind: string; count: number; points: number }
  | { what: 'coin_trios'; kind: string; count: number; points: number };

export function linesOf(score: HandScore, deck?: Deck): Line[] {
  const order = deck ? kindOrder(deck) : null;
  const place = (kind: string): number => order?.indexOf(kind) ?? 0;
  const currencies = [...score.currencies].sort((one, other) => place(one.currency) - place(other.currency));
  const coins = [...score.coins].sort((one, other) => place(one.kind) - place(other.kind));
  return [...currencies.flatMap(currencyLines), ...coins.flatMap(coinLines)];
}

function currencyLines({ currency: kind, total, points, trios, bonus }: CurrencyScore): Line[] {
  const why = points === total ? 'full' : points ? 'less' : 'nothing';
  const sum: Line = { what: 'currency', kind, total, points, why };
  return trios.length ? [sum, { what: 'trios', kind, values: trios, points: bonus }] : [sum];
}

function coinLines({ kind, count, points, trios, bonus }: CoinScore): Line[] {
  const sum: Line = { what: 'coins', kind, count, points };
  return trios ? [sum, { what: 'coin_trios', kind, count: trios, points: bonus }] : [sum];
}

/** A hand as it is laid open: the cards of each kind together, by rising serial. */
export function groupHand(hand: string[], deck: Deck): { kind: string; cards: string[] }[] {
  const serial = (code: string): number => deck.get(code)?.serial ?? 0;
  return kindOrder(deck)
    .map((kind) => ({ kind, cards: hand.filter((code) => deck.get(code)?.kind === kind) }))
    .filter((group) => group.cards.length)
    .map(({ kind, cards }) => ({ kind, cards: cards.sort((one, other) => serial(one) - serial(other)) }));
}

/** The kinds of money in serial order, coins last. */
export function kindOrder(deck: Deck): string[] {
  const cards = [...deck.values()].sort((one, other) => one.serial - other.serial);
  return [...new Set(cards.map((card) => card.kind))];
}

/** The seats by their points, most first; level seats in their own order. */
export function ranking(scores: number[]): number[] {
  return scores.map((_, seat) => seat).sort((one, other) => scores[other]! - scores[one]!);
}

/** The seats nobody is ahead of. */
export function leaders(scores: number[]): number[] {
  return ranking(scores).filter((seat) => scores[seat] === Math.max(...scores));
}
