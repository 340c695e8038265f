// What the page works out of a review: where its moments are in the record, and which of them to show.

import type { Habits, Judged, Moment, Review } from '../requests';
import { type GameRecord, marksOf } from '../replay/record';

/** The step of the record after which the decision was made; what the seat saw then is what it shows. */
export function stepBefore(record: GameRecord, seat: number, { deal, round, what }: Pick<Judged, 'deal' | 'round' | 'what'>): number {
  const mark = marksOf(record).find((each) => each.deal === deal && each.round === round);
  if (!mark) return 0;
  if (what === 'bid') return mark.step - 1;
  const turns = (record.deals[deal - 1]?.rounds[round - 1]?.turns ?? []) as [number, unknown][];
  return mark.step + Math.max(0, turns.findIndex(([who]) => who === seat));
}

/** The decisions that cost most. */
export const costliest = ({ decisions, worst }: Review): Judged[] => worst.map((at) => decisions[at]!);

/** Whether the seat made a mistake in that round. */
export function hasMistake({ decisions }: Review, { deal, round, what }: Moment): boolean {
  return what === 'round' && decisions.some((each) => each.is_mistake && each.deal === deal && each.round === round);
}

export interface Verdict {
  mistakes: number;
  /** Of the chance to win, by the costliest of them: what several cost cannot be added up. */
  lost: number;
}

export function verdictOf({ decisions }: Review): Verdict {
  const mistakes = decisions.filter((each) => each.is_mistake);
  return { mistakes: mistakes.length, lost: Math.max(0, ...mistakes.map((each) => each.lost)) };
}

export type Habit = Exclude<keyof Habits, 'seat'>;
export const HABITS: Habit[] = ['bid_cards', 'bid_worth', 'overpaid', 'rows', 'bids_taken', 'kept', 'sat_out', 'trios', 'full_currencies'];

/** One habit of the seat, and of the others on average. */
export function compared({ habits, seat }: Review, habit: Habit): { own: number; others: number } {
  const others = habits.filter((each) => each.seat !== seat).map((each) => each[habit]);
  const own = habits.find((each) => each.seat === seat)?.[habit] ?? 0;
  return { own, others: others.reduce((sum, each) => sum + each, 0) / Math.max(1, others.length) };
}
