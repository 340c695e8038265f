// IndexedDB: the logs of the tables of this browser, entry by entry, and the record of the last match of each.

import { named } from '../lib/place';
import type { MySeat } from '../lib/settings.svelte';

/** One append to the log of a table, as `spielgeld.local.store` sends it. */
export interface StoredAppend {
  table: string;
  after: number;
  entries: string[];
  record: string | null;
  summary: string | null;
}

interface Entry { table: string; n: number; entry: string }
/** The seat is stored where the browser keeps the settings of the page nowhere else. */
interface Table { table: string; record?: string; summary?: string; seat?: MySeat }

type StorageFailure = 'device_full' | 'device_denied';
const REFUSED: Record<string, StorageFailure> = { QuotaExceededError: 'device_full', UnknownError: 'device_full', SecurityError: 'device_denied' };

/** Why a browser could not store something: no room, or it may not; null if it failed for another reason. */
export const storageFailure = (error: unknown): StorageFailure | null => (error instanceof DOMException && REFUSED[error.name]) || null;

/** Why a browser stores nothing at all. */
export const whyNotStored = (error: unknown): StorageFailure => storageFailure(error) ?? 'device_denied';

export function openStorage(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(named('tables'), 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('entries', { keyPath: ['table', 'n'] });
      request.result.createObjectStore('tables', { keyPath: 'table' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no storage'));
  });
}

/** One transaction: resolves when all of it is on the disk, and not before; else none of it is stored. */
export function writeAppends(database: IDBDatabase, appends: StoredAppend[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const work = database.transaction(['entries', 'tables'], 'readwrite', { durability: 'strict' });
    work.oncomplete = () => resolve();
    work.onabort = () => reject(work.error ?? new Error('not stored'));
    const entries = work.objectStore('entries');
    const tables = work.objectStore('tables');
    for (const { table, after, entries: written, record, summary } of appends) {
      // `add` refuses a number that is there: two writers can never spoil a log.
      for (const [at, entry] of written.entries()) entries.add({ table, n: after + 1 + at, entry } satisfies Entry);
      if (!record && !summary) continue;
      tables.get(table).onsuccess = (event) => {
        const old = (event.target as IDBRequest<Table | undefined>).result ?? { table };
        tables.put({ ...old, ...(summary && { summary }), ...(record && { record }) } satisfies Table);
      };
    }
    // Else the browser would first tell us of each entry, and ask whether there is more. What fails still undoes it all.
    if (!appends.some(({ record, summary }) => record || summary)) work.commit();
  });
}

/** All tables with their logs. */
export async function readTables(database: IDBDatabase): Promise<{ table: string; entries: string[]; record: string | null }[]> {
  const [entries, tables] = await Promise.all([all<Entry>(database, 'entries'), all<Table>(database, 'tables')]);
  const logs = new Map<string, string[]>(tables.map(({ table }) => [table, []]));
  for (const { table, entry } of entries) logs.get(table)?.push(entry); // they come in the order of their numbers
  return tables.map(({ table, record }) => ({ table, entries: logs.get(table)!, record: record ?? null }));
}

/** Store who sits at a table that is there. */
export async function storeSeat(seat: MySeat): Promise<void> {
  const database = await openStorage();
  const work = database.transaction('tables', 'readwrite');
  const tables = work.objectStore('tables');
  tables.get(seat.code).onsuccess = (event) => {
    const { result } = event.target as IDBRequest<Table | undefined>;
    if (result) tables.put({ ...result, seat } satisfies Table);
  };
  work.oncomplete = work.onabort = () => database.close();
}

/** Newest first. */
export async function storedSeats(): Promise<MySeat[]> {
  const database = await openStorage();
  try {
    const seats = (await all<Table>(database, 'tables')).flatMap(({ seat }) => seat ?? []);
    return seats.toSorted((one, other) => other.at - one.at);
  } finally {
    database.close();
  }
}

/** The summary of a table, as a list of tables shows it. */
export async function summaryOf(table: string): Promise<string | null> {
  const database = await openStorage();
  try {
    return (await all<Table>(database, 'tables')).find((each) => each.table === table)?.summary ?? null;
  } finally {
    database.close();
  }
}

function all<T>(database: IDBDatabase, name: string): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const request = database.transaction(name).objectStore(name).getAll() as IDBRequest<T[]>;
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not read'));
  });
}
