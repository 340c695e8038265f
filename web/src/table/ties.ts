import type { Deck } from '../lib/decks.svelte';
import { t } from '../lib/words.svelte';
import type { Place } from '../messages';

/** Why a bid comes before or after one of the same worth: "#29 before #39", where there is no room "#29". */
interface Tie {
  long: string;
  short: string;
}

/** Null where the worth alone decides. */
export function tieOf(order: readonly Place[], at: number, deck: Deck): Tie | null {
  const place = order[at]!;
  const number = (of: Place): number => deck.get(of.lowest)?.serial ?? 0;
  const before = order[at - 1];
  const short = `#${number(place)}`;
  if (place.ahead_by === 'serial') return { long: t('table.tie.before', { first: number(place), second: number(order[at + 1]!) }), short };
  if (before?.ahead_by === 'serial') return { long: t('table.tie.after', { first: number(before), second: number(place) }), short };
  return place.ahead_by === 'bluff' || before?.ahead_by === 'bluff' ? { long: t('table.tie.bluff'), short: t('cards.bluff_short') } : null;
}
