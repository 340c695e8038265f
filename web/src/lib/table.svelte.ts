// A table as this person sees it. The server's messages are shown one after the other, at the tempo people chose.

import type {
  AnyEvent, BidPreviewed, DealOpened, GameEvent, OwnState, OwnView, Place, Scored, SharedView, TableView, ToClient, TurnCode,
  TurnPreview, TurnsPreviewed, Update, Welcome,
} from '../messages';
import { announcer } from './announce.svelte';
import { type Deck, decks } from './decks.svelte';
import { follow } from './follow';
import { type Sentence, narrate } from './narrate';
import { settings } from './settings.svelte';
import { type Command, type Line, TableSocket } from './socket';
import { ownSalt } from './salts';
import { type Cue, play } from './sound';
import { seeCommitment, seeDrawn, seeSaltAccepted } from './witness';

/** How long an event is looked at, in milliseconds at normal tempo. */
const LOOK: Partial<Record<AnyEvent['type'], number>> = {
  dealt: 700, revealed: 2400, exchanged: 1300, refilled: 700, last_round: 900,
};
const TEMPO = { slow: 1.8, normal: 1, fast: 0.4, instant: 0 };
const CUES: Partial<Record<AnyEvent['type'], Cue>> = {
  dealt: 'deal', bid_sealed: 'lay', revealed: 'reveal', exchanged: 'take', refilled: 'deal', last_round: 'bell', scored: 'coins',
  match_won: 'fanfare', said: 'pop', nudged: 'nudge',
};
/** With more than this waiting, nobody wants to see it all. */
const MOST_SHOWN = 12;

/** A line of the log. */
export interface LogLine extends Sentence {
  id: number;
  deal: number;
  round: number;
}

export class TableStore {
  line = $state<Line>('connecting');
  /** Why the table is closed to us for good. */
  closed = $state.raw<{ code: string; args: Record<string, unknown> } | null>(null);
  seat = $state<number | null>(null);
  table = $state.raw<TableView | null>(null);
  deal = $state.raw<SharedView | null>(null);
  own = $state.raw<OwnState | null>(null);
  hand = $state.raw<OwnView | null>(null);
  log = $state.raw<LogLine[]>([]);
  /** What is being shown right now. */
  current = $state.raw<AnyEvent | null>(null);
  /** The order of the round under way, with the reasons. */
  order = $state.raw<Place[]>([]);
  /** The bids of the round under way as they were turned up. */
  bids = $state.raw<string[][]>([]);
  /** The deals that are over, by number. */
  scored = $state.raw<Record<number, Scored>>({});
  opened = $state.raw<Record<number, DealOpened>>({});
  result = $state.raw<Extract<GameEvent, { type: 'match_won' }>['result'] | null>(null);
  /** The last phrase of each seat, with the time it was said. */
  phrases = $state.raw<Record<number, { phrase: string; at: number }>>({});
  /** What happened while we were away. */
  meanwhile = $state.raw<LogLine[]>([]);
  /** The server's clock minus ours, in seconds. */
  offset = $state(0);

  /** The cards of this match by name. */
  deck = $derived<Deck>(this.#deckOf());
  me = $derived(this.seat === null ? null : (this.table?.seats[this.seat] ?? null));
  isHost = $derived(this.seat !== null && this.table?.host === this.seat);
  /** Whether a bid or a turn of mine is awaited, and everything before it has been shown. */
  myMove = $derived(this.#myMove());

  #socket: TableSocket;
  #seen: number | null = null;
  #queue: Update[] = [];
  #isShowing = false;
  #skip: (() => void) | null = null;
  #catchUpTo = 0;
  #lines = 0;

  constructor(
    readonly code: string,
    readonly token: string | null,
  ) {
    void decks.load().catch(() => undefined);
    this.#socket = new TableSocket(code, token, {
      heard: (message) => this.#hear(message),
      lineChanged: (line) => (this.line = line),
      seen: () => this.#seen,
    });
  }

  close(): void {
    this.#socket.close();
    this.#queue = [];
    this.#skip?.();
  }

  nameOf = (seat: number): string => this.table?.seats[seat]?.name ?? `${seat + 1}`;

  // ------------------------------------------------------------ what people do; each is refused by throwing

  do = (command: Command): Promise<unknown> => this.#socket.say(command);

  layBid = (cards: string[]): Promise<unknown> => this.do({ type: 'lay_bid', ...this.#round(), cards });
  withdraw = (): Promise<unknown> => this.do({ type: 'withdraw_bid', ...this.#round() });
  takeTurn = (turn: TurnCode): Promise<unknown> => this.do({ type: 'take_turn', ...this.#round(), turn });
  makePlan = (wishes: TurnCode[]): Promise<unknown> => this.do({ type: 'make_plan', ...this.#round(), wishes });
  ready = (): Promise<unknown> => this.do({ type: 'ready', deal: (this.deal?.deal ?? 0) + 1 });

  previewBid = (cards: string[]): Promise<BidPreviewed> =>
    this.#socket.say<BidPreviewed>({ type: 'preview_bid', cards });
  previewTurns = async (): Promise<TurnPreview[]> =>
    (await this.#socket.say<TurnsPreviewed>({ type: 'preview_turns' })).after;

  /** Show at once all that waits to be shown. */
  skip = (): void => {
    this.#catchUpTo = this.#seenInQueue();
    this.#skip?.();
  };

  #round(): { deal: number; round: number } {
    return { deal: this.deal?.deal ?? 0, round: this.deal?.round ?? 0 };
  }

  // ------------------------------------------------------------ what the server says

  #hear(message: ToClient): void {
    switch (message.type) {
      case 'welcome':
        return this.#start(message);
      case 'resumed':
        this.offset = message.at - Date.now() / 1000;
        this.#catchUpTo = message.n;
        return;
      case 'update':
        return this.#take(message);
      case 'bye':
        if (message.code !== 'come_back') this.closed = { code: message.code, args: message.arguments };
    }
  }

  #start(message: Welcome): void {
    const { table, deal, own, hand, history } = message.view;
    this.#queue = [];
    this.#skip?.();
    this.current = null;
    Object.assign(this, { table, deal, own, hand, seat: message.seat, closed: null });
    this.#seen = message.n;
    this.offset = message.at - Date.now() / 1000;
    const known = this.log.length;
    this.log = [];
    // After the deal the seed is out: a commitment seen only then proves nothing.
    const isSealed = ['salts', 'bids', 'turn'].includes(table.awaiting.what);
    if (table.shuffle && isSealed) this.#witness({ type: 'committed', ...table.shuffle });
    for (const event of history) {
      this.#witness(event);
      this.#note(event);
    }
    if (known && this.log.length > known) this.meanwhile = this.log.slice(known);
  }

  #take(update: Update): void {
    if (update.n !== (this.#seen ?? 0) + 1) {
      this.#seen = null; // something is missing: ask for everything
      this.#socket.reconnect();
      return;
    }
    this.#seen = update.n;
    for (const event of update.events) this.#witness(event);
    this.#queue.push(update);
    if (!this.#isShowing) void this.#show();
  }

  /** Remember what will show that the shuffle was fair, and add our part to it while that is welcome. */
  #witness(event: AnyEvent): void {
    if (event.type === 'dealt' || event.type === 'refilled') seeDrawn(this.code, event);
    if (event.type !== 'committed') return;
    const isOpen = event.until > Date.now() / 1000 + this.offset;
    seeCommitment(this.code, event.deal, event.commitment, isOpen);
    if (isOpen && this.seat !== null) this.#salt(event.deal);
  }

  #salt(deal: number): void {
    const salt = ownSalt(this.code, deal);
    this.do({ type: 'salt', deal, salt }).then(() => seeSaltAccepted(this.code, deal), () => undefined); // late is late
  }

  async #show(): Promise<void> {
    this.#isShowing = true;
    while (this.#queue.length) {
      const update = this.#queue.shift()!;
      const isOld = update.n <= this.#catchUpTo;
      for (const event of update.events) await this.#present(event, isOld);
      this.#apply(update);
    }
    this.current = null;
    this.#isShowing = false;
  }

  async #present(event: AnyEvent, isOld: boolean): Promise<void> {
    const lines = this.#note(event);
    if (isOld) {
      this.meanwhile = [...this.meanwhile, ...lines];
      return;
    }
    announcer.say(...lines.map((line) => line.text));
    const cue = CUES[event.type];
    if (cue && settings.sound) play(cue);
    const look = this.#lookAt(event);
    if (!look) return;
    this.current = event;
    if (this.deal) this.deal = follow(this.deal, event);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, look);
      this.#skip = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#skip = null;
    this.current = null;
  }

  #lookAt(event: AnyEvent): number {
    if (document.hidden || this.#queue.length > MOST_SHOWN) return 0;
    return (LOOK[event.type] ?? 0) * TEMPO[settings.tempo];
  }

  #apply(update: Update): void {
    if (update.table) this.table = { ...this.table!, ...update.table };
    if (update.deal) this.deal = { ...(this.deal ?? ({} as SharedView)), ...update.deal };
    if (update.own) this.own = { ...(this.own ?? ({} as OwnState)), ...update.own };
    if (update.hand) this.hand = { ...(this.hand ?? ({} as OwnView)), ...update.hand };
  }

  /** Keep what an event tells, and put it into the log. */
  #note(event: AnyEvent): LogLine[] {
    switch (event.type) {
      case 'dealt':
        this.order = [];
        this.bids = [];
        this.log = [];
        break;
      case 'revealed':
        this.order = event.order;
        this.bids = event.bids;
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
    const { deal, round } = this.#round();
    const told = narrate(event, { nameOf: this.nameOf, me: this.seat, deck: this.deck });
    const lines = told.map((sentence) => ({ ...sentence, id: (this.#lines += 1), deal, round }));
    this.log = [...this.log, ...lines];
    return lines;
  }

  #seenInQueue(): number {
    return this.#queue.at(-1)?.n ?? 0;
  }

  #deckOf(): Deck {
    const setup = this.table?.setup;
    if (setup) return decks.agreed(setup);
    return this.table ? decks.of(this.table.agreement.edition, this.table.rules.coins) : new Map();
  }

  #myMove(): 'bids' | 'turn' | null {
    const { seat, table } = this;
    if (seat === null || !table || table.paused || this.current) return null;
    const { what, seats } = table.awaiting;
    return seats.includes(seat) && (what === 'bids' || what === 'turn') ? what : null;
  }
}
