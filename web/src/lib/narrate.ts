// What happened, in words: for the log, for captions, and for a screen reader.

import type { AnyEvent } from '../messages';
import type { Deck } from './decks.svelte';

/** A sentence, and where the rule behind it is explained. */
export interface Sentence {
  text: string;
  /** What kind of thing happened, for the look of the line. */
  kind: AnyEvent['type'];
  /** The name of the rule that answers "why?", if there is one. */
  rule?: string;
}

export interface Company {
  nameOf(seat: number): string;
  me: number | null;
  deck: Deck;
}

export function narrate(event: AnyEvent, company: Company): Sentence[] {
  return [{ text: `${event.type} ${company.me}`, kind: event.type }];
}
