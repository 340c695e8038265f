// A table as this person sees it. The server's messages are shown one after the other, at the tempo people chose.

import type {
  AnyEvent, BidPreviewed, DealOpened, HandScore, Hint, Hinted, OwnState, OwnView, Place, Result, Scored, Scoring, SharedView, TableView, Revealed, ToClient, TurnCode,
  TurnPreview, TurnsPreviewed, Update, Welcome,
} from '../messages';
import { announcer } from './announce.svelte';
import { seatName } from './bots.svelte';
import { Chronicle, type LogLine, isOfTheGame } from './chronicle.svelte';
import { type Deck, decks } from './decks.svelte';
import { follow, followHand, scoreHolds } from './follow';
import { settings } from './settings.svelte';
import { type Command, FINAL, type Line, TableSocket } from './table_socket';
import { ownSalt } from './salts';
import { type Cue, play } from './sound';
import { Witness } from './shuffle_witness';
import { type Reveal, type Step, LOOK as LOOK_AT_BIDS, stepsOf } from '../table/reveal';
import { t } from './words.svelte';

/** How long an event is looked at, in milliseconds at normal tempo. */
const LOOK: Partial<Record<AnyEvent['type'], number>> = {
  dealt: 1300, revealed: LOOK_AT_BIDS, exchanged: 1500, refilled: 900, last_round: 1200,
};
export const TEMPO = { slow: 1.8, normal: 1, fast: 0.4, instant: 0 };
const CUES: Partial<Record<AnyEvent['type'], Cue>> = {
  dealt: 'deal', bid_sealed: 'lay', revealed: 'flip', exchanged: 'swap', refilled: 'deal', last_round: 'bell', said: 'pop', nudged: 'nudge',
};
/** With more than this waiting, nobody wants to see it all. */
const MOST_SHOWN = 12;

export type { LogLine };

/** What it takes to draw what lies on a table: a step of a record has it as well as a table under way. */
export type Lying = Pick<TableStore, 'deal' | 'deck' | 'current' | 'bids' | 'order' | 'reveal' | 'nameOf'>;

/** What it takes to look at a table, without doing anything there. */
export type Shown = Lying & Pick<TableStore, 'did' | 'table' | 'seat' | 'own' | 'hand' | 'scored' | 'scoring' | 'phrases' | 'offset' | 'code' | 'showAll' | 'hurry'>;

export class TableStore {
  line = $state<Line>('connecting');
  /** Why the table is closed to us for good. */
  closed = $state.raw<{ code: string; args: Record<string, unknown> } | null>(null);
  seat = $state<number | null>(null);
  table = $state.raw<TableView | null>(null);
  deal = $state.raw<SharedView | null>(null);
  own = $state.raw<OwnState | null>(null);
  hand = $state.raw<OwnView | null>(null);
  /** What is being shown right now. */
  current = $state.raw<AnyEvent | null>(null);
  /** How far bids are turned up; null when none are. */
  reveal = $state.raw<Reveal | null>(null);
  /** Why the server sent us away for a moment: a code of `refusals`. */
  trouble = $state.raw<{ code: string; args: Record<string, unknown> } | null>(null);
  /** What happened while we were away. */
  meanwhile = $state.raw<LogLine[]>([]);
  /** The server's clock minus ours, in seconds. */
  offset = $state(0);

  /** The cards of this match by name. */
  #deckName = $derived(this.#deckKey());
  deck = $derived<Deck>(deckOf(this.#deckName));
  /** The numbers hands are counted by. */
  scoring = $derived<Scoring | null>(this.table?.setup?.scoring ?? null);
  me = $derived(this.seat === null ? null : (this.table?.seats[this.seat] ?? null));
  isHost = $derived(this.seat !== null && this.table?.host === this.seat);
  /** Whether a bid or a turn of mine is awaited, and everything before it has been shown. */
  myMove = $derived(this.#myMove());

  #chronicle = new Chronicle(() => ({ nameOf: this.nameOf, me: this.seat, deck: this.deck }));
  #socket: TableSocket;
  #witness: Witness;
  #seen: number | null = null;
  #queue: Update[] = [];
  #isShowing = false;
  #skip: (() => void) | null = null;
  /** What the server sent on our return is not played back. */
  #catchUpTo = 0;
  #skipTo = 0;
  /** Somebody wants to see the places. */
  #isHurried = false;
  /** Counts the fresh starts: what was being shown before one is of no interest after it. */
  #start = 0;

  constructor(
    readonly code: string,
    readonly token: string | null,
  ) {
    void decks.load().catch(() => undefined);
    this.#witness = new Witness(code);
    this.#socket = new TableSocket(code, token, {
      heard: (message) => this.#hear(message),
      lineChanged: (line) => {
        this.line = line;
        // Without a server there were no cards either; who is connected has one.
        if (line === 'open') void decks.load().catch(() => undefined);
      },
      seen: () => this.#seen,
    });
  }

  close(): void {
    this.#start += 1;
    this.#socket.close();
    this.#queue = [];
    this.#skip?.();
  }

  get log(): LogLine[] {
    return this.#chronicle.log;
  }

  /** The order of the round under way, with the reasons; none before the last bid lies open. */
  get order(): Place[] {
    return this.reveal?.stage === 'turning' ? [] : this.#chronicle.order;
  }

  /** What each seat did in the round under way. */
  get did(): Record<number, TurnCode> {
    return this.#chronicle.did;
  }

  /** The bids of the round under way as they were turned up. */
  get bids(): string[][] {
    return this.#chronicle.bids;
  }

  /** The deals that are over, by number. */
  get scored(): Record<number, Scored> {
    return this.#chronicle.scored;
  }

  /** Whether the deal that is over is still to be counted before everybody's eyes. */
  get isCounting(): boolean {
    return this.#chronicle.isCounting;
  }

  counted = (): void => {
    this.#chronicle.isCounting = false;
  };

  get opened(): Record<number, DealOpened> {
    return this.#chronicle.opened;
  }

  get result(): Result | null {
    return this.#chronicle.result;
  }

  /** The last phrase of each seat, with the time it was said. */
  get phrases(): Record<number, { phrase: string; at: number }> {
    return this.#chronicle.phrases;
  }

  nameOf = (seat: number): string => {
    const who = this.table?.seats[seat];
    return (who && seatName(who)) ?? `${seat + 1}`;
  };

  // ------------------------------------------------------------ what people do; each is refused by throwing

  do = (command: Command): Promise<unknown> => this.#socket.say(command);

  layBid = (cards: string[]): Promise<unknown> => this.do({ type: 'lay_bid', ...this.#when(), cards });
  withdraw = (): Promise<unknown> => this.do({ type: 'withdraw_bid', ...this.#when() });
  takeTurn = (turn: TurnCode): Promise<unknown> => this.do({ type: 'take_turn', ...this.#when(), turn });
  makePlan = (wishes: TurnCode[]): Promise<unknown> => this.do({ type: 'make_plan', ...this.#when(), wishes });
  ready = (): Promise<unknown> => this.do({ type: 'ready', deal: (this.deal?.deal ?? 0) + 1 });

  previewBid = (cards: string[]): Promise<BidPreviewed> =>
    this.#socket.say<BidPreviewed>({ type: 'preview_bid', cards });
  previewTurns = async (): Promise<TurnPreview[]> =>
    (await this.#socket.say<TurnsPreviewed>({ type: 'preview_turns' })).after;

  /** What the best player would do in my place; nobody else learns of it. */
  askHint = async (): Promise<Hint> => (await this.#socket.say<Hinted>({ type: 'ask_hint' })).hint;

  /** Show at once all that waits to be shown. */
  showAll = (): void => {
    this.#skipTo = this.#seen ?? 0;
    this.#skip?.();
  };

  /** My own deal is shown, but nobody has to wait for it; and while bids are turned up, a press goes on to the places. */
  hurry = (): void => {
    if (this.current?.type === 'dealt') this.showAll();
    if (this.reveal?.stage !== 'turning') return;
    this.#isHurried = true;
    this.#skip?.();
  };

  #when(): { deal: number; round: number } {
    return { deal: this.deal?.deal ?? 0, round: this.deal?.round ?? 0 };
  }

  // ------------------------------------------------------------ what the server says

  #hear(message: ToClient): void {
    switch (message.type) {
      case 'welcome':
        return this.#begin(message);
      case 'resumed':
        this.offset = message.at - Date.now() / 1000;
        this.trouble = null;
        this.#catchUpTo = message.n;
        return;
      case 'update':
        return this.#take(message);
      case 'bye': {
        const why = { code: message.code, args: message.arguments };
        if (FINAL.has(message.code)) this.closed = why;
        else this.trouble = why;
      }
    }
  }

  #begin(message: Welcome): void {
    const { table, deal, own, hand, history } = message.view;
    this.#start += 1;
    this.#queue = [];
    this.#skip?.();
    this.current = null;
    this.reveal = null;
    this.seat = message.seat;
    Object.assign(this, { table, deal, own, hand, closed: null, trouble: null });
    this.#seen = message.n;
    this.offset = message.at - Date.now() / 1000;
    this.#witness.arrive(message, this.offset);
    if (table.awaiting.what === 'salts' && table.shuffle) this.#salt(table.shuffle.deal);
    const missed = this.#chronicle.begin(history);
    if (this.#start > 1) this.meanwhile = [...this.meanwhile, ...missed];
  }

  #take(update: Update): void {
    if (update.n !== (this.#seen ?? 0) + 1) {
      this.#seen = null; // something is missing: ask for everything
      this.#socket.reconnect();
      return;
    }
    this.#seen = update.n;
    this.#witness.see(update, this.seat, this.offset);
    for (const event of update.events) {
      if (event.type === 'committed') this.#salt(event.deal);
    }
    this.#queue.push(update);
    if (!this.#isShowing) void this.#show();
  }

  #salt(deal: number): void {
    if (this.seat === null) return;
    const salt = ownSalt(this.code, deal);
    this.do({ type: 'salt', deal, salt }).then(() => this.#witness.salted(deal), () => undefined); // late is late
  }

  /**
   * Show what has come. Only what is looked at takes time; the rest changes the page in one go. The end is noted at once:
   * what comes in the same frame has to be shown too.
   */
  async #show(): Promise<void> {
    this.#isShowing = true;
    try {
      for (let update = this.#queue.shift(); update; update = this.#queue.shift()) {
        if (update.events.length) await this.#showEvents(update);
        else this.#apply(update);
      }
    } finally {
      this.current = null;
      this.#isShowing = false;
    }
  }

  async #showEvents(update: Update): Promise<void> {
    const start = this.#start;
    for (const [at, event] of update.events.entries()) {
      const look = this.#tellAndPlay(event, update.n);
      if (look && event.type === 'revealed') this.#coverUp(event);
      if (look) this.current = event;
      // The last event is shown with the server's own view of what it led to.
      if (at === update.events.length - 1) this.#apply(update);
      else this.#follow(event, update, at);
      if (look && event.type === 'revealed') await this.#turnUp(event, update.n);
      if (look) await this.#wait(look);
      this.reveal = null;
      if (start !== this.#start) return;
    }
  }

  /** Put it into words and sounds; how long it is to be looked at. */
  #tellAndPlay(event: AnyEvent, n: number): number {
    const lines = this.#chronicle.note(event);
    const isOld = n <= this.#catchUpTo;
    if ((isOld || document.hidden) && isOfTheGame(event)) this.meanwhile = [...this.meanwhile, ...lines];
    else if (event.type === 'revealed') this.meanwhile = [];
    if (isOld) return 0;
    // After a match people go their ways: that is no lost connection.
    if (event.type === 'disconnected' && this.table?.status === 'finished') return 0;
    const isSkipped = n <= this.#skipTo;
    const isShown = !isSkipped && !document.hidden && this.#queue.length <= MOST_SHOWN;
    const look = isShown ? (LOOK[event.type] ?? 0) * TEMPO[settings.tempo] : 0;
    announcer.say(...(look && event.type === 'revealed' ? [t('table.turned_up')] : lines.map((line) => line.text)));
    const cue = CUES[event.type];
    if (cue && !isSkipped) play(cue);
    if (isShown && event.type === 'scored') this.#chronicle.isCounting = true;
    return look;
  }

  /** All bids lie there, and nothing tells yet what they are worth. */
  #coverUp(event: Revealed): void {
    this.#chronicle.turning = event;
    this.#isHurried = prefersStill();
    this.reveal = this.#stepsOf(event)[0]!;
  }

  /** Turn up card after card, then tell the places; who hurries, or wants nothing to move, sees all of it at once. */
  async #turnUp(event: Revealed, n: number): Promise<void> {
    const start = this.#start;
    for (const step of this.#stepsOf(event)) {
      const { stage, after } = step;
      const isAtOnce = prefersStill() || n <= this.#skipTo || (this.#isHurried && (stage === 'turning' || stage === 'places'));
      if (after && !isAtOnce) await this.#wait(after * TEMPO[settings.tempo]);
      if (start !== this.#start) return;
      if (stage === 'turning' && this.#isHurried) continue;
      this.reveal = step;
      if (stage === 'turning' && after) play('flip');
      if (stage === 'places') this.#tellPlaces(event);
    }
  }

  #tellPlaces(event: Revealed): void {
    this.#chronicle.turning = null;
    announcer.say(...this.#chronicle.linesOf(event));
    play('lay');
  }

  #stepsOf(event: Revealed): Step[] {
    const sizes = event.bids.map((bid) => bid.length);
    const around = event.bids.map((_, at) => ((this.seat ?? -1) + 1 + at) % event.bids.length);
    return stepsOf(sizes, around.filter((seat) => seat !== this.seat), this.seat);
  }

  async #wait(look: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, look);
      this.#skip = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#skip = null;
  }

  #follow(event: AnyEvent, { events, hand }: Update, at: number): void {
    if (this.deal) this.deal = follow(this.deal, event);
    if (!this.hand) return;
    this.hand = followHand(this.hand, event);
    const score = hand?.score as HandScore | undefined;
    if (score && scoreHolds(events.slice(at + 1), this.hand.seat)) this.hand = { ...this.hand, score };
  }

  #apply(update: Update): void {
    if (update.table) this.table = { ...this.table!, ...update.table };
    if (update.deal) this.deal = { ...(this.deal ?? ({} as SharedView)), ...update.deal };
    if (update.own) this.own = { ...(this.own ?? ({} as OwnState)), ...update.own };
    if (update.hand) this.hand = { ...(this.hand ?? ({} as OwnView)), ...update.hand };
  }

  #deckKey(): string {
    const { setup, agreement, rules } = this.table ?? {};
    if (setup) return `${setup.edition} ${setup.rules.coins}`;
    return agreement ? `${agreement.edition} ${rules!.coins}` : '';
  }

  #myMove(): 'bids' | 'turn' | null {
    const { seat, table } = this;
    if (seat === null || !table || table.paused || this.current || this.me?.played_by_bot) return null;
    const { what, seats } = table.awaiting;
    return seats.includes(seat) && (what === 'bids' || what === 'turn') ? what : null;
  }
}

const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The same deck for the same name, however often the table changes. */
function deckOf(name: string): Deck {
  const [edition, coins] = name.split(' ');
  return edition ? decks.of(edition, coins) : new Map();
}
