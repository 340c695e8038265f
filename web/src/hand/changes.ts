// What a choice changes in my hand, as the server tells it: what is shown of it, and in words.

import { kindName } from '../cards/names';
import { t, words } from '../lib/words.svelte';
import type { Change, Scoring, TurnCode } from '../messages';
import { capital } from './move_words';

const LOST = new Set<Change['what']>(['loses', 'falls']);

export const isGain = ({ what }: Change): boolean => !LOST.has(what);

/** The strongest that has room: what grows; then, if there is room for two, a trio or the full count that would be lost. */
export function strongest(changes: readonly Change[], room: number): Change[] {
  const gains = changes.filter(isGain);
  const lost = changes.find(({ what }) => what === 'loses');
  if (!lost || (room < 2 && gains.length)) return gains.slice(0, room);
  return [...gains.slice(0, Math.max(0, room - 1)), lost];
}

/** "yen 20 → 80": a trio is named, all else is told by its sums. */
function changeWords({ what, kind, was, now }: Change, { trio_bonus: bonus }: Scoring): string {
  const name = kindName(kind);
  return what === 'trio' ? t('hand.change.trio', { kind: name, bonus }) : `${name} ${words.number(was)} → ${words.number(now)}`;
}

/** "With the right row: yen 20 → 80." */
export function withWords(turn: TurnCode, changes: readonly Change[], scoring: Scoring, nameOf: (seat: number) => string, most = 9): string {
  const gains = strongest(changes, most);
  const told = { changes: words.list(gains.length ? gains.map((each) => changeWords(each, scoring)) : [t('hand.change.none')]) };
  return capital(typeof turn === 'number' ? t('hand.with.bid', { name: nameOf(turn), ...told }) : t(`hand.with.${turn}`, told));
}
