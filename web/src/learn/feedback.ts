// What came of a choice, in sentences: why it was right, or what would have been better.

import { kindName } from '../cards/names';
import type { Deck } from '../lib/decks.svelte';
import { t, words, type Arguments } from '../lib/words.svelte';
import type { TurnCode } from '../messages';
import { type Gain, type Outcome, bestOf, gainsOf, totalOf } from './judging';
import { type Lesson, keptAfter, leastAfter } from './lessons';

export interface Company {
  nameOf(seat: number): string;
  deck: Deck;
}

type TurnOutcome = Extract<Outcome, { kind: 'turn' }>;
type BidOutcome = Extract<Outcome, { kind: 'bid' }>;

export function points(count: number): string {
  return t('learn.points', { count });
}

/** "The right row", "Bo's bid", "Your own bid" */
export function turnName(turn: TurnCode, nameOf: Company['nameOf']): string {
  if (typeof turn === 'number') return t('learn.turns.bid', { name: nameOf(turn) });
  return t(`learn.turns.${turn}`);
}

export function sentencesOf(lesson: Lesson, outcome: Outcome, company: Company): string[] {
  switch (outcome.kind) {
    case 'refused':
      return [words.refusal(outcome.code, outcome.args)];
    case 'turn':
      return outcome.right ? rightTurn(lesson, outcome) : wrongTurn(lesson, outcome, company);
    case 'bid':
      return [of(lesson, outcome.verdict, bidArguments(outcome, company.deck))];
  }
}

function of(lesson: Lesson, text: string, args: Arguments = {}): string {
  return words.find(`learn.lessons.${lesson.name}.${text}`, args) ?? '';
}

function rightTurn(lesson: Lesson, { chosen, before, after }: TurnOutcome): string[] {
  return [of(lesson, 'right', { before: points(before), after: points(totalOf(chosen, after)) })];
}

function wrongTurn(lesson: Lesson, { chosen, after }: TurnOutcome, { nameOf }: Company): string[] {
  const best = bestOf(after);
  const taken = after.find((each) => each.turn === chosen)!;
  const now = { points: points(taken.score.total) };
  const took =
    typeof chosen === 'number'
      ? t('learn.took.bid', { ...now, name: nameOf(chosen) })
      : t(`learn.took.${chosen}`, now);
  const gains = gainsOf(best.score, taken.score).map(gainInWords);
  const better = { what: turnName(best.turn, nameOf), points: points(best.score.total), why: words.list(gains) };
  return [took, t('learn.better', better), of(lesson, 'wrong')];
}

function gainInWords(gain: Gain): string {
  const currency = kindName(gain.kind);
  switch (gain.what) {
    case 'sum':
      return t('learn.gain.sum', { currency, total: gain.total, points: points(gain.points) });
    case 'trio':
      return t('learn.gain.trio', { currency, points: points(gain.bonus) });
    case 'coins':
      return t('learn.gain.coins', { currency, points: points(gain.points) });
  }
}

/** Everything a sentence about a bid may name; `count` is how many cards could be ahead of it in a tie. */
function bidArguments({ preview, bluffed }: BidOutcome, deck: Deck): Arguments {
  return {
    worth: preview.worth,
    size: preview.size,
    number: deck.get(preview.lowest ?? '')?.serial ?? 0,
    count: (preview.tie_rank ?? 1) - 1,
    bluffed: (bluffed?.tie_rank ?? 1) - 1,
    least: points(leastAfter(preview)),
    kept: points(keptAfter(preview)),
  };
}
