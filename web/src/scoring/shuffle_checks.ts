// What can be said about a shuffle when the deal is over: one finding after the other, to be told in words.

import { type Claim, type Fault, type Stock, proveShuffle } from '../lib/shuffle';
import type { Witnessed } from '../lib/shuffle_witness';

/** What somebody at the table can add to what the table says. */
export interface Testimony {
  seat: number | null;
  /** What this browser saw of the commitment while it counted. */
  witnessed: Witnessed | null;
  /** Our own part of the shuffle. */
  salt: string | null;
}

export type State = 'fits' | 'fails' | 'unknown';

/** `key` names the sentence under `scoring.shuffle`; `cards` and `kinds` among its arguments are to be told by their names. */
export interface Finding {
  key: string;
  state: State;
  count?: number;
  place?: number;
  card?: string | null;
  other?: string | null;
  kinds?: string[];
}

export type Verdict = 'proved' | 'fits' | 'fails' | 'recorded';

/** A record has no testimony: it is checked by itself. */
export function findings(claim: Claim, stock: Stock, players: number, deal: number, testimony: Testimony | null): Finding[] {
  const { proved, fault } = proveShuffle(claim, stock, players);
  if (fault?.step === 'form') return [{ key: `form_${fault.field}`, state: 'fails' }];
  const found = [commitmentFinding(claim, fault, testimony)];
  if (fault?.step === 'commitment') return found;
  found.push(saltFinding(claim, testimony));
  found.push(removedFinding(claim, deal, fault));
  if (fault?.step === 'removed') return found;
  found.push(cardsFinding(claim, fault));
  if (proved.includes('cards') && testimony?.witnessed?.drawn.length) found.push(seenFinding(claim, players, testimony.witnessed));
  return found;
}

/** All together: the strongest word needs a commitment seen in time, our own salt, and the cards we saw. */
export function verdict(found: Finding[], isRecord: boolean): Verdict {
  if (found.some((each) => each.state === 'fails')) return 'fails';
  if (isRecord) return 'recorded';
  const keys = found.map((each) => each.key);
  return ['commitment_before', 'salt_in', 'cards', 'seen'].every((key) => keys.includes(key)) ? 'proved' : 'fits';
}

function commitmentFinding(claim: Claim, fault: Fault | null, testimony: Testimony | null): Finding {
  if (fault?.step === 'commitment') return { key: 'commitment_wrong', state: 'fails' };
  const seen = testimony?.witnessed;
  if (seen && seen.commitment !== claim.commitment) return { key: 'commitment_changed', state: 'fails' };
  if (!testimony) return { key: 'commitment_recorded', state: 'fits' };
  if (!seen) return { key: 'commitment_unseen', state: 'unknown' };
  return { key: seen.before ? 'commitment_before' : 'commitment_during', state: seen.before ? 'fits' : 'unknown' };
}

function saltFinding(claim: Claim, testimony: Testimony | null): Finding {
  const count = claim.salts.filter(Boolean).length;
  const { seat = null, salt = null, witnessed = null } = testimony ?? {};
  if (seat === null) return { key: count ? 'salts' : 'salts_none', state: count ? 'fits' : 'unknown', count };
  const used = claim.salts[seat];
  if (salt && used === salt) return { key: 'salt_in', state: 'fits' };
  if (salt && witnessed?.salted) return { key: 'salt_lost', state: 'fails' };
  return { key: used ? 'salt_other' : 'salt_late', state: 'unknown' };
}

function removedFinding(claim: Claim, deal: number, fault: Fault | null): Finding {
  if (fault?.step === 'removed') return { key: 'removed_wrong', state: 'fails', kinds: fault.drawn };
  const kinds = claim.removed;
  if (claim.removed_drawn && deal > 1) return { key: 'removed_again', state: 'fails', kinds };
  if (!kinds.length) return { key: 'removed_none', state: 'fits' };
  if (claim.removed_drawn) return { key: 'removed', state: 'fits', kinds };
  return { key: deal > 1 ? 'removed_before' : 'removed_chosen', state: deal > 1 ? 'fits' : 'unknown', kinds };
}

function cardsFinding(claim: Claim, fault: Fault | null): Finding {
  if (fault?.step !== 'cards') return { key: 'cards', state: 'fits', count: claim.cards.length };
  const { place, drawn, found } = fault;
  return { key: 'cards_wrong', state: 'fails', place, card: drawn, other: found };
}

/** Whether the deck that is shown now is the one whose cards we got and saw turned up. */
function seenFinding(claim: Claim, players: number, { drawn }: Witnessed): Finding {
  let end = 0;
  const next = (count: number): string[] => claim.cards.slice(end, (end += count));
  let count = 0;
  for (const event of drawn) {
    if (event.type === 'dealt') {
      const dealtOut = claim.cards.length - event.deck_size - event.right.length - event.left.length;
      const hands = Array.from({ length: players }, () => next(dealtOut / players));
      const wrong = event.hands.map((hand, seat) => (hand ? strange(hand, hands[seat]!) : null)).find(Boolean);
      if (wrong) return { key: 'seen_wrong', state: 'fails', card: wrong };
      count += event.hands.reduce((sum, hand) => sum + (hand?.length ?? 0), 0);
    }
    const isLeftFirst = event.type === 'refilled' && event.first === 'left';
    for (const row of isLeftFirst ? [event.left, event.right] : [event.right, event.left]) {
      const wrong = strange(row, next(row.length));
      if (wrong) return { key: 'seen_wrong', state: 'fails', card: wrong };
      count += row.length;
    }
  }
  return { key: 'seen', state: 'fits', count };
}

/** A card that was seen and should not have been there. */
function strange(seen: string[], wanted: string[]): string | undefined {
  return seen.find((card) => !wanted.includes(card));
}

/** A deal as a record has it (docs/record.md). */
export interface RecordDeal {
  removed: string[];
  cards: string[];
  shuffle?: { commitment: string; seed?: string; salts: string[]; removed_drawn: boolean };
}

export function claimOf({ removed, cards, shuffle }: RecordDeal): Claim {
  const { commitment = null, seed = null, salts = [], removed_drawn = false } = shuffle ?? {};
  return { removed, cards, commitment, seed, salts, removed_drawn };
}
