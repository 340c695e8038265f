// What is taught, in which position, and what counts as having understood it.

import { BLUFF } from '../lib/decks.svelte';
import type { BidPreviewed } from '../messages';
import type { Language } from '../lib/words.svelte';

/** How a bid does the task, or which of the lesson's sentences says why not. */
export type BidVerdict = 'right' | 'too_little' | 'other_sum' | 'too_many' | 'beaten' | 'size' | 'plays' | 'bare' | 'costs';
export type BidJudge = (preview: BidPreviewed, cards: string[]) => BidVerdict;

export interface Lesson {
  /** Its texts are `learn.lessons.NAME`. */
  name: string;
  /** Where the server starts it. */
  position: string;
  /** The paragraph of the rules that tells more. */
  rule: string;
  /** What makes a bid the right one; without it the turn that scores most is. */
  judge?: BidJudge;
}

const worth: BidJudge = ({ worth, size }) => (worth <= 50 ? 'too_little' : size > 2 ? 'too_many' : 'right');

const order: BidJudge = ({ worth, tie_rank }) => (worth !== 50 ? 'other_sum' : tie_rank !== 1 ? 'beaten' : 'right');

const looks: BidJudge = ({ worth, size }) => (size !== 3 ? 'size' : worth > 30 ? 'too_many' : 'right');

/** A bid without a card that could count in a tie takes no part in the round. */
const sitOut: BidJudge = ({ lowest }) => (lowest ? 'plays' : 'right');

const bluffTie: BidJudge = ({ worth }, cards) =>
  worth !== 50 ? 'other_sum' : cards.includes(BLUFF) ? 'right' : 'bare';

const cheap: BidJudge = (preview) => (leastAfter(preview) < keptAfter(preview) ? 'costs' : 'right');

/** What the hand would count if the bid went for the worse of the rows. */
export function leastAfter({ after }: BidPreviewed): number {
  return Math.min(...after.map(({ score }) => score.total));
}

export function keptAfter({ after }: BidPreviewed): number {
  return after.find(({ turn }) => turn === 'keep')?.score.total ?? 0;
}

const FIRST: Lesson[] = [
  { name: 'worth', position: 'first_bid', rule: 'bid', judge: worth },
  { name: 'order', position: 'lowest_number', rule: 'order', judge: order },
  { name: 'rows', position: 'whole_row', rule: 'take a row' },
  { name: 'take', position: 'take_a_bid', rule: 'take a bid' },
  { name: 'keep', position: 'keep_your_bid', rule: 'keep' },
  { name: 'cliff', position: 'lift_to_200', rule: 'currencies' },
  { name: 'trios', position: 'complete_a_trio', rule: 'trios' },
];
const LAST: Lesson = { name: 'end', position: 'last_turn', rule: 'last_round' };

const LOOKS: Lesson = { name: 'looks', position: 'looks_bigger', rule: 'bid_size', judge: looks };
const SIT_OUT: Lesson = { name: 'sit_out', position: 'sit_out', rule: 'bluff_only_bid', judge: sitOut };

/** The bluff card, and what is special about the edition that people of a language know. */
const DUTCH = [LOOKS, SIT_OUT];
const OWN: Record<Language, Lesson[]> = {
  de: DUTCH,
  en: DUTCH,
  nl: DUTCH,
  it: [LOOKS, { name: 'bluff_tie', position: 'tie_by_bluff', rule: 'bluff_breaks_ties', judge: bluffTie }],
  fr: [
    { ...LOOKS, position: 'looks_bigger_fr' },
    { name: 'cheap', position: 'cheapest_bid', rule: 'bluff_only_bid', judge: cheap },
  ],
  pl: [{ ...SIT_OUT, position: 'sit_out_pl' }, { name: 'coins', position: 'coin_trio', rule: 'coin_trios' }],
};

export function lessonsIn(language: Language): Lesson[] {
  return [...FIRST, ...OWN[language], LAST];
}
