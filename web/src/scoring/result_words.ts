// Results in sentences.

import { t, words } from '../lib/words.svelte';
import type { Result } from '../messages';
import { leaders } from './score_lines';

export interface Company {
  nameOf(seat: number): string;
  me: number | null;
}

export function tellDealWinner(scores: number[], { nameOf, me }: Company): string {
  const won = leaders(scores);
  const [first] = won;
  if (first === undefined) return '';
  const count = scores[first]!;
  if (won.length > 1) return t('scoring.deal.shared', { names: words.list(won.map(nameOf)), count });
  return first === me ? t('scoring.deal.you_won', { count }) : t('scoring.deal.won', { name: nameOf(first), count });
}

/** Who won the match, and by what. */
export function tellResult({ winners, totals, deals_won, won_by }: Result, { nameOf, me }: Company): string {
  const [first] = winners;
  if (first === undefined) return '';
  const by = won_by === 'points_after_deals' ? 'level' : won_by;
  if (winners.length > 1) {
    const args = { names: words.list(winners.map(nameOf)), count: totals[first]! };
    return t(by === 'points' ? 'scoring.match.points_shared' : 'scoring.match.level_shared', args);
  }
  const count = by === 'deals' ? deals_won[first]! : totals[first]!;
  return first === me ? t(`scoring.match.${by}_you`, { count }) : t(`scoring.match.${by}`, { name: nameOf(first), count });
}
