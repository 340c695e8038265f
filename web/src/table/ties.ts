import type { Deck } from '../lib/decks.svelte';
import { type Company, level, ties } from '../lib/narrate';
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

/** What decided the tie that matters most, mine if I am in one, in one sentence; null where no two bids are worth the same. */
export function tieWords(order: readonly Place[], company: Company): string | null {
  const groups = level([...order]);
  const group = groups.find((each) => each.some(({ seat }) => seat === company.me)) ?? groups[0];
  if (!group) return null;
  const [one, other] = group as [Place, Place];
  if (group.length > 2 || one.ahead_by !== 'serial') return ties(group, company)[0]![0];
  const [first, second] = [one, other].map(({ lowest }) => company.deck.get(lowest)?.serial ?? 0) as [number, number];
  const told = { worth: one.worth, first, second };
  if (one.seat === company.me) return t('table.reveal.tie_ahead', { ...told, name: company.nameOf(other.seat) });
  if (other.seat === company.me) return t('table.reveal.tie_behind', { ...told, name: company.nameOf(one.seat) });
  return t('table.reveal.tie_others', { ...told, name: company.nameOf(one.seat), other: company.nameOf(other.seat) });
}
