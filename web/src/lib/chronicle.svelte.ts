// What happened at a table: the log of the deal under way, and what of it is looked up later.

import type { AnyEvent, DealOpened, GameEvent, Place, Result, Scored, TurnCode } from '../messages';
import { type Company, type Sentence, narrate } from './narrate';
import { words } from './words.svelte';

/** A line of the log. */
export interface LogLine extends Sentence {
  id: number;
  deal: number;
  round: number;
}

/** Something that happened, and when. */
interface Noted {
  id: number;
  deal: number;
  round: number;
  event: AnyEvent;
}

const OF_THE_GAME = new Set<AnyEvent['type']>([
  'dealt', 'revealed', 'exchanged', 'refilled', 'last_round', 'scored', 'match_won',
]);
/** Told when they happen; afterwards nobody looks for them. */
const PASSING = new Set<AnyEvent['type']>([
  'bid_sealed', 'bid_taken_up', 'connected', 'disconnected', 'ready', 'joined', 'left', 'started', 'committed', 'deal_opened',
]);

/** How a deal ended: told when it has been counted before everybody's eyes. */
const ENDS = new Set<AnyEvent['type']>(['scored', 'match_won']);

export const isOfTheGame = (event: AnyEvent): event is GameEvent => OF_THE_GAME.has(event.type);

export class Chronicle {
  order = $state.raw<Place[]>([]);
  bids = $state.raw<string[][]>([]);
  /** What each seat did in the round under way. */
  did = $state.raw<Record<number, TurnCode>>({});
  scored = $state.raw<Record<number, Scored>>({});
  opened = $state.raw<Record<number, DealOpened>>({});
  result = $state.raw<Result | null>(null);
  phrases = $state.raw<Record<number, { phrase: string; at: number }>>({});

  /** Whether a deal is being counted: until then the log does not tell what comes of it. */
  isCounting = $state(false);
  /** Bids that are being turned up: until they lie open the log does not tell of them. */
  turning = $state.raw<AnyEvent | null>(null);

  #noted = $state.raw<Noted[]>([]);
  /** What was told of each event. In another language, and when the cards are known at last, it is told anew. */
  #told = $derived.by(() => emptyFor(words.language, this.company().deck));
  log = $derived<LogLine[]>(
    this.#noted.filter(({ event }) => event !== this.turning && (!this.isCounting || !ENDS.has(event.type))).flatMap((noted) => this.#tell(noted)),
  );

  #deal = 0;
  #round = 1;
  #count = 0;

  constructor(private readonly company: () => Company) {}

  /** The deal so far, as a fresh view tells it; the lines about what was not noted before. */
  begin(history: GameEvent[]): LogLine[] {
    const first = history[0];
    const isSameDeal = first?.type === 'dealt' && first.deal === this.#deal;
    const before = isSameDeal ? this.#noted.filter(({ event }) => isOfTheGame(event)).length : 0;
    this.#noted = [];
    this.isCounting = false;
    this.turning = null;
    const lines = history.map((event) => this.note(event));
    return lines.slice(before).flat();
  }

  /** Keep what an event tells, and put it into the log. */
  note(event: AnyEvent): LogLine[] {
    this.#keep(event);
    const noted = { id: (this.#count += 1), deal: this.#deal, round: this.#round, event };
    if (!PASSING.has(event.type)) this.#noted = [...this.#noted, noted];
    if (event.type === 'refilled') this.#round += 1;
    return this.#tell(noted);
  }

  /** What was told of an event that was noted. */
  linesOf(event: AnyEvent): string[] {
    return this.#noted.filter((each) => each.event === event).flatMap((noted) => this.#tell(noted).map(({ text }) => text));
  }

  #keep(event: AnyEvent): void {
    switch (event.type) {
      case 'dealt':
        this.#forgetRound();
        this.#noted = [];
        this.isCounting = false;
        this.#deal = event.deal;
        this.#round = 1;
        break;
      case 'revealed':
        this.order = event.order;
        this.bids = event.bids;
        this.did = {};
        this.#round = event.round;
        break;
      case 'exchanged':
        this.did = { ...this.did, [event.seat]: event.turn };
        break;
      case 'refilled':
        this.#forgetRound();
        break;
      case 'scored':
        this.scored = { ...this.scored, [event.deal]: event };
        break;
      case 'deal_opened':
        this.opened = { ...this.opened, [event.deal]: event };
        break;
      case 'match_won':
        this.result = event.result;
        break;
      case 'said':
        this.phrases = { ...this.phrases, [event.seat]: { phrase: event.phrase, at: Date.now() } };
    }
  }

  #forgetRound(): void {
    this.order = [];
    this.bids = [];
    this.did = {};
  }

  #tell({ event, id, deal, round }: Noted): LogLine[] {
    let lines = this.#told.get(event);
    if (!lines) {
      lines = narrate(event, this.company()).map((sentence, at) => ({ ...sentence, id: id * 100 + at, deal, round }));
      this.#told.set(event, lines);
    }
    return lines;
  }
}

function emptyFor(...reasons: unknown[]): WeakMap<AnyEvent, LogLine[]> {
  void reasons;
  return new WeakMap();
}
