// Sitting down: the server gives a seat and its token, the browser remembers them.

import { ask, RefusedError, UnreachableError } from '../lib/api';
import type { reach } from '../lib/backend';
import { router } from '../lib/router.svelte';
import { hex } from '../lib/salts';
import { settings } from '../lib/settings.svelte';
import { t, words } from '../lib/words.svelte';
import type { Agreement } from '../messages';
import type { Seated, Summary } from '../requests';
import { freeName } from './agreement';

/** The name people gave, or a friendly one that nobody at the table has. */
export function ownName(taken: (string | null)[] = []): string {
  return settings.name.trim() || freeName(t('start.guest'), taken);
}

/** Open a table, sit down at it, go there. */
export async function openTable(agreement: Agreement, reaching?: typeof reach): Promise<void> {
  const taken = agreement.seats.map((seat) => seat.bot ?? null);
  const seated = await ask<Seated>('POST', '/api/tables', { name: ownName(taken), agreement }, undefined, reaching);
  remember(seated, agreement.edition);
  router.go(`/t/${seated.code}`);
}

/** Sit down at a table that is there. */
export async function join(table: Pick<Summary, 'code' | 'agreement' | 'seats'>): Promise<void> {
  const name = ownName(table.seats.map((seat) => seat.name));
  const key = joinKey(table.code);
  try {
    const seated = await ask<Seated>('POST', `/api/tables/${table.code}/join`, { name, key });
    remember(seated, table.agreement.edition);
    joinKeys.delete(table.code);
  } catch (error) {
    // A request that was refused stays refused: the next try is another one.
    if (error instanceof RefusedError && error.code !== 'store_down') joinKeys.delete(table.code);
    throw error;
  }
}

const joinKeys = new Map<string, string>();

/** The same until we sit: who asks again because the answer got lost is given the same seat. */
function joinKey(code: string): string {
  const key = joinKeys.get(code) ?? hex(crypto.getRandomValues(new Uint8Array(24)));
  joinKeys.set(code, key);
  return key;
}

function remember({ code, seat, token }: Seated, edition: string): void {
  settings.sitDown({ code, seat, token, edition, practice: false, at: Date.now() });
}

/** What went wrong, in a sentence. */
export function inWords(error: unknown): string {
  if (error instanceof RefusedError) return words.refusal(error.code, error.args);
  if (error instanceof UnreachableError) return t('common.unreachable');
  return words.refusal('internal');
}
