// What can be said of a shuffle from here.

import { decks } from '../lib/decks.svelte';
import type { Claim } from '../lib/shuffle';
import { type Finding, type Testimony, findings, verdict } from './shuffle_checks';

export interface Question {
  /** What is said about the deal: `deal_opened`, or a deal of a record (see `claimOf`). */
  claim: Claim;
  deal: number;
  edition: string;
  /** The value of the rule `coins`. */
  coins: unknown;
  /** A name for each seat. */
  players: string[];
  /** What this browser can say about it; without it a record is checked by itself. */
  testimony?: Testimony | null;
}

export interface Assessment {
  found: Finding[];
  /** Null as long as there is nothing to judge: no promise, no seed yet, or cards that are not loaded. */
  result: ReturnType<typeof verdict> | null;
  isPending: boolean;
}

export function assess({ claim, deal, edition, coins, players, testimony = null }: Question): Assessment {
  const deck = decks.of(edition, coins);
  const currencies = decks.edition(edition)?.currencies.map((each) => each.code) ?? [];
  const isPending = !!claim.commitment && claim.seed === null && !claim.cards.length;
  if (!claim.commitment || isPending || !deck.size) return { found: [], result: null, isPending };
  const found = findings(claim, { currencies, cards: [...deck.values()] }, players.length, deal, testimony);
  return { found, result: verdict(found, !testimony), isPending };
}
