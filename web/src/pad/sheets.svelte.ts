// What the pad needs of the server, once: the cards and the table of scores. Kept, so that adding up goes on without it.

import { ask } from '../lib/api';
import { decks } from '../lib/decks.svelte';
import { named } from '../lib/place';
import type { Editions, ScoreTable } from '../requests';

const PLACE = named('pad-sheets');

interface Kept {
  editions: Editions;
  table: ScoreTable;
}

class Sheets {
  table = $state.raw<ScoreTable | null>(null);
  /** The server did not answer, and nothing was kept from an earlier visit. */
  missing = $state(false);
  ready = $derived(this.table !== null && decks.all !== null);

  async load(): Promise<void> {
    this.missing = false;
    const kept = read();
    if (kept) this.#use(kept);
    try {
      const [editions, table] = await Promise.all([decks.load(), ask<ScoreTable>('GET', '/api/score/table')]);
      this.#use({ editions, table });
      localStorage.setItem(PLACE, JSON.stringify({ editions, table }));
    } catch {
      this.missing = !this.ready;
    }
  }

  #use({ editions, table }: Kept): void {
    decks.all ??= editions;
    this.table = table;
  }
}

function read(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? 'null') as Partial<Kept> | null;
    return kept?.editions && kept.table ? (kept as Kept) : null;
  } catch {
    return null;
  }
}

export const sheets = new Sheets();
