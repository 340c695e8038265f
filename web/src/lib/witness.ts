// What this browser saw of a shuffle while it happened. Only what was seen before the end can bear witness afterwards.

import type { Dealt, Refilled } from '../messages';

const PLACE = 'spielgeld-shuffles';
const MOST_KEPT = 60;

export interface Witnessed {
  commitment: string;
  /** Whether it came before the cards were dealt, while everybody could still add a salt. */
  before: boolean;
  /** Whether the table said that it has our salt. */
  salted: boolean;
}

/** The table has bound itself to a seed. What was seen first stays: a commitment that changes later is none. */
export function seeCommitment(table: string, deal: number, commitment: string, before: boolean): void {
  if (!witnessed(table, deal)) keep(table, deal, { commitment, before, salted: false });
}

export function seeSaltAccepted(table: string, deal: number): void {
  const seen = witnessed(table, deal);
  if (seen) keep(table, deal, { ...seen, salted: true });
}

/** How the cards of the deal under way came from the deck, by table. */
const drawn = new Map<string, (Dealt | Refilled)[]>();

/** Cards were dealt or turned up. Told again after a lost connection, the hand is left out: what was seen first stays. */
export function seeDrawn(table: string, event: Dealt | Refilled): void {
  const known = drawn.get(table) ?? [];
  const first = known[0];
  if (event.type === 'refilled') drawn.set(table, [...known, event]);
  else drawn.set(table, [first?.type === 'dealt' && first.deal === event.deal ? first : event]);
}

/** What was seen of that deal; nothing if another is on the table. */
export function drawnCards(table: string, deal: number): (Dealt | Refilled)[] {
  const [first, ...rest] = drawn.get(table) ?? [];
  return first?.type === 'dealt' && first.deal === deal ? [first, ...rest] : [];
}

export function witnessed(table: string, deal: number): Witnessed | null {
  return read()[`${table} ${deal}`] ?? null;
}

function keep(table: string, deal: number, seen: Witnessed): void {
  const name = `${table} ${deal}`;
  const rest = Object.entries(read()).filter(([each]) => each !== name);
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries([...rest, [name, seen]].slice(-MOST_KEPT))));
  } catch {
    // A browser that keeps nothing cannot bear witness; the page then says so.
  }
}

function read(): Record<string, Witnessed> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, Witnessed>;
  } catch {
    return {};
  }
}
