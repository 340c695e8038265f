// What this browser keeps of its tables: every entry of their logs, and the record of the last match.

export interface Kept {
  table: string;
  after: number;
  entries: string[];
  record: string | null;
  summary: string | null;
}

interface Entry { table: string; n: number; entry: string }
interface Table { table: string; record?: string; summary?: string }

type NotKept = 'device_full' | 'device_denied';
const REFUSED: Record<string, NotKept> = { QuotaExceededError: 'device_full', UnknownError: 'device_full', SecurityError: 'device_denied' };

/** What a browser says where it keeps something: no room, or it may not; null if the trouble is another. */
export const storageTrouble = (error: unknown): NotKept | null => (error instanceof DOMException && REFUSED[error.name]) || null;

/** Why a browser keeps nothing. */
export const whyNotKept = (error: unknown): NotKept => storageTrouble(error) ?? 'device_denied';

export function openKept(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('spielgeld', 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore('entries', { keyPath: ['table', 'n'] });
      asked.result.createObjectStore('tables', { keyPath: 'table' });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('no storage'));
  });
}

/** Resolves when all of it is on the disk, and not before; else nothing of it is kept. */
export function keep(place: IDBDatabase, appended: Kept[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const work = place.transaction(['entries', 'tables'], 'readwrite', { durability: 'strict' });
    work.oncomplete = () => resolve();
    work.onabort = () => reject(work.error ?? new Error('not kept'));
    const entries = work.objectStore('entries');
    const tables = work.objectStore('tables');
    for (const { table, after, entries: written, record, summary } of appended) {
      // `add` refuses a number that is there: two writers can never spoil a log.
      for (const [at, entry] of written.entries()) entries.add({ table, n: after + 1 + at, entry } satisfies Entry);
      if (!record && !summary) continue;
      tables.get(table).onsuccess = (event) => {
        const old = (event.target as IDBRequest<Table | undefined>).result ?? { table };
        tables.put({ ...old, ...(summary && { summary }), ...(record && { record }) } satisfies Table);
      };
    }
  });
}

/** All tables with their logs. */
export async function readKept(place: IDBDatabase): Promise<{ table: string; entries: string[]; record: string | null }[]> {
  const [entries, tables] = await Promise.all([all<Entry>(place, 'entries'), all<Table>(place, 'tables')]);
  const logs = new Map<string, string[]>(tables.map(({ table }) => [table, []]));
  for (const { table, entry } of entries) logs.get(table)?.push(entry); // they come in the order of their numbers
  return tables.map(({ table, record }) => ({ table, entries: logs.get(table)!, record: record ?? null }));
}

/** What a list of tables tells of this one. */
export async function summaryOf(table: string): Promise<string | null> {
  const place = await openKept();
  try {
    return (await all<Table>(place, 'tables')).find((each) => each.table === table)?.summary ?? null;
  } finally {
    place.close();
  }
}

function all<T>(place: IDBDatabase, name: string): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const asked = place.transaction(name).objectStore(name).getAll() as IDBRequest<T[]>;
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('not read'));
  });
}
