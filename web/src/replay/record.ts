// What the page itself reads in a record: whose match it was, and where its deals and rounds begin. All else the server tells.

import { RefusedError, UnreachableError } from '../lib/api';
import { reach } from '../lib/backend';
import { shownName } from '../lib/bots.svelte';
import type { Deck } from '../lib/decks.svelte';
import type { CheckedRecord, CheckedRecords } from '../requests';
import type { RecordDeal } from '../scoring/shuffle_checks';

export interface GameRecord {
  edition: string;
  players: string[];
  rules: Record<string, unknown>;
  deals: (RecordDeal & { rounds: { turns?: unknown[] }[] })[];
  winners?: number[];
  /** Which bot had each seat, where whoever wrote the record says so; nobody has checked it. */
  bots?: unknown;
}

/** The names of the players; those of bots in the language of the page. */
export function namesIn({ players, bots }: Pick<GameRecord, 'players' | 'bots'>): string[] {
  const known: unknown[] = Array.isArray(bots) ? bots : [];
  return players.map((name, seat) => shownName(name, typeof known[seat] === 'string' ? known[seat] : null));
}

/** The step with which a deal, or a round of it, begins; a deal's first step is the dealing. */
export interface Mark {
  step: number;
  deal: number;
  /** 0 for the dealing. */
  round: number;
}

/** A deal is dealt in one step; a round takes one to turn the bids up, and one for each turn. */
export function marksOf(record: GameRecord): Mark[] {
  const marks: Mark[] = [];
  let step = 0;
  record.deals.forEach(({ rounds }, deal) => {
    marks.push({ step, deal: deal + 1, round: 0 });
    step += 1;
    rounds.forEach(({ turns }, round) => {
      marks.push({ step, deal: deal + 1, round: round + 1 });
      step += 1 + (turns?.length ?? 0);
    });
  });
  return marks;
}

export function markAt(marks: readonly Mark[], step: number): Mark | undefined {
  return marks.findLast((mark) => mark.step <= step);
}

/** The mark before the one this step belongs to, or its own if the step is further on: as "back" works on a music player. */
export function markBefore(marks: readonly Mark[], step: number): Mark | undefined {
  return marks.findLast((mark) => mark.step < step);
}

export function markAfter(marks: readonly Mark[], step: number): Mark | undefined {
  return marks.find((mark) => mark.step > step);
}

/** A hand as people sort it: currency by currency, small notes first; the deck lists its currencies in order. */
export function sorted(cards: readonly string[], deck: Deck): string[] {
  const kinds = [...new Set([...deck.values()].map((card) => card.kind))];
  const rank = (code: string): number => {
    const card = deck.get(code);
    return card ? 1000 * kinds.indexOf(card.kind) + card.serial : Infinity;
  };
  return [...cards].sort((one, other) => rank(one) - rank(other));
}

/** One record of a file, as the server found it. */
export interface Found {
  checked: CheckedRecord;
  /** Only where the server found nothing wrong. */
  record: GameRecord | null;
}

/** Have a file checked. It goes to the server byte by byte, since reading it here could hide what is wrong. */
export async function checkFile(data: ArrayBuffer): Promise<Found[]> {
  const { records } = await send<CheckedRecords>('/api/records/check', data);
  const text = new TextDecoder().decode(data);
  const lines = records.length > 1 ? text.split('\n') : [];
  return records.map((checked) => ({ checked, record: checked.ok ? parse(lines[checked.line - 1] ?? text) : null }));
}

function parse(text: string): GameRecord {
  return JSON.parse(text) as GameRecord;
}

async function send<T>(path: string, data: ArrayBuffer): Promise<T> {
  const headers = { 'Content-Type': 'application/x-ndjson' };
  const response = await reach(path, { method: 'POST', headers, body: data }).catch((error: unknown) => {
    throw error instanceof RefusedError ? error : new UnreachableError(path);
  });
  const answer = (await response.json().catch(() => null)) as unknown;
  if (response.ok) return answer as T;
  const refusal = answer as { code?: string; arguments?: Record<string, unknown> } | null;
  throw new RefusedError(refusal?.code ?? 'internal', refusal?.arguments ?? {});
}
