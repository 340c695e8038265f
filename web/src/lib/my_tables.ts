// The tables this person has a seat at.

import type { Summary } from '../requests';
import { ask, RefusedError } from './api';
import { isLocal } from './backend';
import { type MySeat, settings } from './settings.svelte';

export interface MyTable {
  mine: MySeat;
  table: Summary;
}

const MOST_ASKED = 12;

/**
 * Those where I sat down last, newest first, as the server tells of them. Who does not answer is left out,
 * what is gone is forgotten.
 */
export async function myTables(): Promise<MyTable[]> {
  const found = await Promise.all(settings.seats.slice(0, MOST_ASKED).map(find));
  return found.filter((each) => each !== null);
}

async function find(mine: MySeat): Promise<MyTable | null> {
  try {
    if (isLocal(mine.code)) return await findLocal(mine);
    return { mine, table: await ask<Summary>('GET', `/api/tables/${mine.code}`) };
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'no_such_table') settings.forget(mine.code);
    return null;
  }
}

/** The summary of a table of this browser is read from its storage: Python need not be started for that. */
async function findLocal(mine: MySeat): Promise<MyTable | null> {
  const { summaryOf } = await import('../local/storage');
  const summary = await summaryOf(mine.code);
  return summary === null ? null : { mine, table: JSON.parse(summary) as Summary };
}
