// Keys that work anywhere on my side of the table.

import type { TurnCode } from '../messages';
import { keyOf } from './phase';

export type Wanted = { what: 'lay' } | { what: 'bluff' } | { what: 'turn'; turn: TurnCode } | null;

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
}

/** What a key means: while picking cards, or with these turns open. Letters and digits only for who wants them. */
export function meaning(event: Pressed, isPicking: boolean, turns: readonly TurnCode[], hasLetters = true): Wanted {
  if (event.repeat || event.altKey) return null;
  if (event.ctrlKey || event.metaKey) return isPicking && event.key === 'Enter' ? { what: 'lay' } : null;
  if (!hasLetters) return null;
  const key = event.key.toLowerCase();
  if (isPicking) return key === 'b' ? { what: 'bluff' } : null;
  const turn = turns.find((each) => keyOf(each) === key);
  return turn === undefined ? null : { what: 'turn', turn };
}
