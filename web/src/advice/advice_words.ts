// How advice is put into words.

import { kindName, shortName } from '../cards/names';
import { capital, turnWords } from '../hand/move_words';
import { BLUFF, type Deck } from '../lib/decks.svelte';
import { type Arguments, t, words } from '../lib/words.svelte';
import type { Option, Reason } from '../messages';

type NameOf = (seat: number) => string;

/** From this share on, the champion's choice is not called one of several. */
const ALWAYS = 0.95;

/** "45 %", as the language writes it. */
export function percent(share: number): string {
  return new Intl.NumberFormat(words.language, { style: 'percent' }).format(share);
}

/** A difference of two chances, in percentage points. */
export const inHundred = (share: number): number => Math.round(100 * share);

/** How far off a difference with this standard error may well be: two of three are nearer. Never said to be nothing. */
export const margin = (error: number): number => Math.max(1, inHundred(error));

/** Whether the champion makes this choice only now and then. */
export const isMixed = ({ share }: Option): boolean => share > 0 && share < ALWAYS;

/** By how many percentage points the best choice wins the match more often than the next. */
export const aheadBy = ([best, next]: readonly Option[]): number => (best && next ? inHundred(best.wins_match - next.wins_match) : 0);

/** "12 percentage points"; with `signDisplay` "+12 percentage points". */
export function points(share: number, signDisplay: 'auto' | 'exceptZero' = 'auto'): string {
  const rounded = inHundred(share);
  const number = new Intl.NumberFormat(words.language, { signDisplay }).format(rounded);
  return t('advice.ui.review.points', { count: Math.abs(rounded), number });
}

export const sitsOut = ({ bid }: Option): boolean => bid?.length === 1 && bid[0] === BLUFF;

/** Why, a sentence each; a reason the page has no words for is left out. */
export function reasonWords(reasons: readonly Reason[], nameOf: NameOf): string[] {
  return reasons.map(({ code, arguments: args }) => capital(words.find(`advice.reasons.${code}`, told(args ?? {}, nameOf)) ?? '')).filter(Boolean);
}

function told(args: NonNullable<Reason['arguments']>, nameOf: NameOf): Arguments {
  const plain = Object.entries(args).map(([name, value]) => [name, Array.isArray(value) ? words.list(value) : value] as const);
  const { currency, seat } = args;
  return {
    ...Object.fromEntries(plain),
    ...(typeof currency === 'string' && { currency: kindName(currency) }),
    ...(typeof seat === 'number' && { name: nameOf(seat) }),
  };
}

/** "20 ¥, 60 €", or what the turn is called. */
export function choiceWords({ bid, turn }: Option, deck: Deck, nameOf: NameOf): string {
  if (bid) return words.list(bid.map((card) => shortName(card, deck)));
  return turnWords(turn!, nameOf);
}

/** The same as a piece of advice: "Bid 20 ¥, 60 €". */
export function optionWords(option: Option, deck: Deck, nameOf: NameOf): string {
  if (sitsOut(option)) return t('advice.ui.hint.sit_out');
  const choice = choiceWords(option, deck, nameOf);
  return option.bid ? t('advice.ui.hint.bid', { cards: choice }) : choice;
}
