// What this browser saw of a shuffle while it happened. Only what was seen before the seed was out can bear witness afterwards.

import type { AnyEvent, Dealt, Refilled, Update, Welcome } from '../messages';
import { named } from './place';

const PLACE = named('shuffles');
const MOST_KEPT = 40;

export interface Witnessed {
  commitment: string;
  /** Whether it came before the cards were dealt, while everybody could still add a salt. */
  before: boolean;
  /** Whether the table said that it has our salt. */
  salted: boolean;
  /** How the cards came from the deck. */
  drawn: (Dealt | Refilled)[];
}

/** Takes down what happens at one table. What was seen first stays: a commitment that changes later is none. */
export class Witness {
  #deal = 0;

  constructor(private readonly table: string) {}

  /** We come to the table, or come back. Of a deal that is over, nothing that is told now proves anything. */
  arrive({ view }: Welcome, offset: number): void {
    const { shuffle, awaiting } = view.table;
    if (!['salts', 'bids', 'turn'].includes(awaiting.what)) return;
    if (shuffle) this.#hear({ type: 'committed', ...shuffle }, offset);
    if (awaiting.what !== 'salts') for (const event of view.history) this.#hear(event, offset);
  }

  see({ events, hand }: Update, seat: number | null, offset: number): void {
    for (const event of events) {
      // The event tells nobody's hand; ours comes beside it.
      const own = event.type === 'dealt' && seat !== null ? (hand?.hand as string[] | undefined) : undefined;
      if (own) this.#dealt({ ...(event as Dealt), hands: (event as Dealt).hands.map((each, of) => (of === seat ? own : each)) });
      else this.#hear(event, offset);
    }
  }

  /** The table has our salt. */
  salted(deal: number): void {
    this.#change(deal, (seen) => ({ ...seen, salted: true }));
  }

  #hear(event: AnyEvent, offset: number): void {
    if (event.type === 'committed') this.#committed(event.deal, event.commitment, event.until > Date.now() / 1000 + offset);
    if (event.type === 'dealt') this.#dealt(event);
    if (event.type === 'refilled') this.#refilled(event);
  }

  #committed(deal: number, commitment: string, before: boolean): void {
    if (!witnessed(this.table, deal)) keep(this.table, deal, { commitment, before, salted: false, drawn: [] });
  }

  /** Who comes back is told of the deal again, without the hand. */
  #dealt(event: Dealt): void {
    this.#deal = event.deal;
    this.#change(event.deal, (seen) => ({ ...seen, drawn: seen.drawn.length ? seen.drawn : [event] }));
  }

  /** Told again, or seen by another tab too, it is taken down once; after a gap nothing can be placed. */
  #refilled(event: Refilled): void {
    const before = event.deck_size + event.right.length + event.left.length;
    this.#change(this.#deal, (seen) => {
      const follows = before > event.deck_size && seen.drawn.at(-1)?.deck_size === before;
      return follows ? { ...seen, drawn: [...seen.drawn, event] } : seen;
    });
  }

  #change(deal: number, change: (seen: Witnessed) => Witnessed): void {
    const seen = witnessed(this.table, deal);
    if (seen) keep(this.table, deal, change(seen));
  }
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
