// What a table is to be: from what people chose to what the server is asked for.

import type { Agreement, Clock } from '../messages';
import type { EditionInfo } from '../requests';
import type { Tempo } from '../lib/settings.svelte';
import { usualEdition } from '../lib/editions';
import type { Language } from '../lib/words.svelte';

export type RuleValue = string | number | boolean;
export type ClockName = 'none' | 'relaxed' | 'quick';

/** Who may ask for hints. */
export type Hints = NonNullable<Agreement['hints']>;

export const CLOCKS: Record<ClockName, Clock | null> = {
  none: null,
  relaxed: { bid: 90, turn: 60, reserve: 300 },
  quick: { bid: 30, turn: 20, reserve: 60 },
};

/** Seconds a bot takes. */
export const PACE: Record<Tempo, number> = { slow: 2, normal: 1, fast: 0.4, instant: 0 };

/** A table that begins at once: one person and these bots. */
export function quickAgreement(language: Language, tempo: Tempo, company: string[]): Agreement {
  return { edition: usualEdition(language), seats: [{}, ...company.map((bot) => ({ bot }))], start: 'full', bot_pace: PACE[tempo] };
}

export interface Wishes {
  /** Who sits at the other seats: a bot by its name, or null for a friend. */
  others: (string | null)[];
  /** Rules people touched, with their values; those the edition has anyway do not count. */
  rules: Record<string, RuleValue>;
  clock: ClockName;
  watchers: boolean;
  listed: boolean;
  hints: Hints;
}

export function agreementFor(wishes: Wishes, edition: EditionInfo, tempo: Tempo): Agreement {
  const hasFriends = wishes.others.includes(null);
  return {
    edition: edition.key,
    rules: houseRules(wishes.rules, edition),
    seats: [{}, ...wishes.others.map((bot) => ({ bot }))],
    listed: wishes.listed && hasFriends,
    watchers: wishes.watchers ? 'link' : 'nobody',
    clock: CLOCKS[wishes.clock],
    hints: wishes.hints,
    start: hasFriends ? 'host' : 'full',
    // One person's tempo is no other's: with friends, bots take their time.
    bot_pace: hasFriends ? Math.max(1, PACE[tempo]) : PACE[tempo],
  };
}

/** The rules in which the table differs from its edition. */
export function houseRules(rules: Record<string, RuleValue>, edition: EditionInfo | undefined): Record<string, RuleValue> {
  return Object.fromEntries(Object.entries(rules).filter(([name, value]) => edition?.rules[name] !== value));
}

/** The other seats when their number changes: who was there stays, new seats are for friends, or for that bot. */
export function resized(others: (string | null)[], seats: number, bot: string | null = null): (string | null)[] {
  return Array.from({ length: seats - 1 }, (_, index) => others[index] ?? bot);
}

/** A name that nobody at the table has: the one wished for, or the same with a number. */
export function freeName(wished: string, taken: (string | null)[]): string {
  const used = new Set(taken.map((name) => name?.toLowerCase()));
  let name = wished;
  for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${wished} ${number}`;
  return name;
}
