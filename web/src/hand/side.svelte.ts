// My side of the table: which cards I have before me, the bid I put together, what is asked of me, and what
// each pile would bring.

import { announcer } from '../lib/announce.svelte';
import type { TableStore } from '../lib/table.svelte';
import { t } from '../lib/words.svelte';
import type { AnyEvent, Change, HandScore, TurnCode, TurnPreview } from '../messages';
import { settings } from '../lib/settings.svelte';
import { Doing } from './pending.svelte';
import { Draft } from './draft.svelte';
import { Guard } from './press_guard.svelte';
import { type Phase, inFixedOrder, phaseOf, piles } from './phase';
import { planWords } from './move_words';
import { type Prominence, prominenceOf } from './prominence';
import type { PileBox, PileKind } from '../table/layout';

/** What a pile is for at this moment: to be taken, to be wished for, or only to tell what it would bring. */
export type Use = 'take' | 'wish' | 'tell';

/** What somebody holds, and what lies openly before them. */
interface Held {
  hand: readonly string[];
  lying: readonly string[];
}

/** The hand as it is, or as it would be. */
export interface Shown {
  cards: string[];
  /** What lies on the table, out of hand. */
  lying: readonly string[];
  fresh: readonly string[];
  score: HandScore;
  /** What the pile that is looked at changes, by currency or metal. */
  changes: ReadonlyMap<string, Change>;
}

export class Side {
  readonly draft: Draft;
  readonly doing = new Doing();
  readonly guard = new Guard();
  /** Whether a hint can be asked for here, where the table allows them. */
  readonly hasHints: boolean = true;
  /** Whether every pile tells what it would change, also before it is looked at. */
  tells = $state(true);
  /** My cards, and those of my bid that lie openly before me. */
  held = $derived.by((): Held => this.#heldCards());
  /** What came with my last exchange; until my next choice. */
  fresh = $state.raw<string[]>([]);
  /** Whether a bid that lies is being changed. */
  isChanging = $state(false);
  /** What each exchange would bring, once bids are open. */
  previews = $state.raw<TurnPreview[]>([]);
  /** Between two things shown there is no moment to act: the phase follows only when it lasts. */
  phase = $state<Phase>('none');
  isPicking = $derived(this.phase === 'bid' || this.phase === 'laid');
  isBuilding = $derived(this.phase === 'bid' || (this.phase === 'laid' && this.isChanging));
  /** The pile somebody points at, holds or has the focus on. */
  looked = $state.raw<TurnCode | null>(null);
  /** The pile a first press has shown; the second takes it. */
  chosen = $state.raw<TurnCode | null>(null);
  /** The pile with which my hand is shown. */
  tried = $derived(this.looked ?? this.chosen);
  /** In their first round newcomers look at what grows; points would mislead. */
  showsPoints = $derived.by(() => !(settings.newcomer && this.store.deal?.round === 1));
  coins = $derived.by(() => new Set([...this.store.deck.values()].filter((card) => card.is_coin).map((card) => card.kind)));
  /** What a hint speaks of. */
  hinted = $state.raw<{ cards: readonly string[]; turn: TurnCode | null }>({ cards: [], turn: null });
  /** Whether a hint is shown, and whether the status says what went wrong: they want one place. */
  hasHint = $state(false);
  hasWarning = $state(false);
  /** A card or my bid is in the air. */
  isDragging = $state<'card' | 'bid' | null>(null);

  /** What I can do with the piles now, in a fixed order. */
  choices = $derived.by((): TurnCode[] => {
    if (this.phase === 'turn') return inFixedOrder(this.store.hand?.legal_turns ?? []);
    if (this.phase === 'wait') return inFixedOrder(this.previews.map((each) => each.turn));
    const mayWish = this.phase === 'laid' && !this.isChanging && !this.draft.sitsOut;
    return mayWish ? inFixedOrder(this.store.own?.plannable ?? []) : [];
  });
  #asked = $state.raw<TurnCode[] | null>(null);
  /** A wish is on its way; the next may be made. */
  isWishing = $derived(this.#asked !== null);
  wishes = $derived.by((): TurnCode[] => this.#asked ?? this.store.own?.plan ?? []);
  /** What is shown of my hand. */
  shown = $derived.by((): Shown => this.#shownHand());

  #round = '';
  #bid = '';
  #seen: AnyEvent | null = null;
  #question = 0;

  constructor(readonly store: TableStore) {
    this.draft = new Draft((cards) => store.previewBid(cards));
  }

  get actual(): Phase {
    return phaseOf(this.store);
  }

  /** Take over what the server says, or what is being shown. */
  follow(): void {
    const { current, hand, deal, seat } = this.store;
    if (seat === null || !hand || !deal) return;
    if (current !== this.#seen) {
      if (current?.type === 'dealt') this.fresh = [];
      if (current?.type === 'exchanged' && current.seat === seat && current.turn !== 'keep') this.fresh = current.taken;
    }
    this.#seen = current;
    this.#followBid();
  }

  /** A bid that lies is what the draft starts from; a new round starts with none. */
  #followBid(): void {
    const { deal, own } = this.store;
    const round = `${deal?.deal}/${deal?.round}`;
    const bid = `${round}: ${own?.bid?.join(' ') ?? ''}`;
    if (bid === this.#bid) return;
    this.isChanging = false;
    if (own?.bid) this.draft.set(own.bid);
    else if (round !== this.#round) this.draft.set([]); // a bid taken up again stays in the draft
    this.#bid = bid;
    this.#round = round;
  }

  enter(phase: Phase): void {
    if (phase === this.phase) return;
    this.phase = phase;
    this.looked = null;
    this.chosen = null;
    this.hinted = { cards: [], turn: null };
    this.guard.arm();
  }

  /**
   * Once bids are open, ask what each exchange would bring; only the last answer counts. It is asked before the phase follows, so
   * that the choices mostly come with what they bring, and none with what it was in another round.
   */
  async look(): Promise<void> {
    const number = (this.#question += 1);
    if (!showsPreviews(this.actual)) return;
    if (!showsPreviews(this.phase)) this.previews = [];
    const found = await this.store.previewTurns().catch(() => []);
    if (number === this.#question) this.previews = found;
  }

  /** What a pile is for, if anything. */
  useOf(turn: TurnCode): Use | null {
    if (this.choices.includes(turn)) return this.phase === 'turn' ? 'take' : 'wish';
    return this.isBuilding && !this.draft.sitsOut && this.#after(turn) ? 'tell' : null;
  }

  #after(turn: TurnCode): TurnPreview | null {
    const all = showsPreviews(this.phase) ? this.previews : (this.draft.preview?.after ?? []);
    return all.find((each) => each.turn === turn) ?? null;
  }

  /** What my hand would score more with that pile; null while nobody knows. */
  gainOf(turn: TurnCode): number | null {
    const after = this.#after(turn);
    return after && after.score.total - this.store.hand!.score.total;
  }

  /** What that pile would change in my hand, the strongest first; null while nobody knows. */
  changesOf(turn: TurnCode): Change[] | null {
    return this.#after(turn)?.changes ?? null;
  }

  prominenceOf(turn: TurnCode, piles: Record<PileKind, PileBox>): Prominence {
    return prominenceOf(turn, { chosen: this.chosen, hinted: this.hinted.turn }, piles);
  }

  /** In a record that is looked at with open hands, the hand of a seat is among those that are known. */
  #heldCards(): Held {
    const { deal, hand, seat } = this.store;
    if (!deal || seat === null) return { hand: [], lying: [] };
    return { hand: hand?.hand ?? deal.known[seat] ?? [], lying: deal.lying[seat] ?? [] };
  }

  #shownHand(): Shown {
    const { hand } = this.held;
    const lying = this.isChanging ? this.held.lying : [...this.held.lying, ...(this.store.own?.bid ?? []).filter((card) => hand.includes(card))];
    const cards = [...new Set([...hand, ...lying])];
    const score = this.store.hand?.score ?? NOTHING;
    const turn = this.tried;
    const after = turn !== null && showsPreviews(this.phase) ? this.#after(turn) : null;
    if (turn === null || !after) return { cards, lying, fresh: this.fresh, score, changes: new Map() };
    const { come, go } = piles(turn, this.store.deal!, this.store.seat!);
    const kept = cards.filter((card) => !go.includes(card));
    const changes = new Map(after.changes.map((change) => [change.kind, change]));
    return { cards: [...new Set([...kept, ...come])], lying: [], fresh: go.length ? come : [], score: after.score, changes };
  }

  pick = (bid: string[]): void => {
    if (!this.isPicking) return;
    if (this.phase === 'laid' && !this.isChanging) this.change();
    this.doing.failure = null;
    this.draft.set(bid);
  };

  change = (): void => {
    this.isChanging = true;
    this.guard.arm();
  };

  lay = async (): Promise<boolean> => {
    const { cards } = this.draft;
    if (!this.isPicking || !cards.length || this.store.table?.paused) return false;
    const isDone = await this.doing.run(() => this.store.layBid(cards));
    if (isDone) {
      this.isChanging = false;
      this.fresh = [];
      this.guard.arm();
    }
    return isDone;
  };

  /** Leave the bid as it lies. */
  leave = (): void => {
    this.isChanging = false;
    this.doing.failure = null;
    this.draft.set(this.store.own?.bid ?? []);
    this.guard.arm();
  };

  withdraw = (): Promise<boolean> => this.doing.run(() => this.store.withdraw());

  /** A first press shows my hand with a pile; the second does with it what it is for. */
  press = async (turn: TurnCode): Promise<void> => {
    if (!settings.showsFirst || this.useOf(turn) !== 'take' || this.chosen === turn) return this.use(turn);
    if (this.store.table?.paused || this.doing.isBusy) return;
    this.chosen = turn;
    this.guard.arm(); // a double click is one press
  };

  /** Do with a pile what it is for. */
  use = async (turn: TurnCode): Promise<void> => {
    const use = this.useOf(turn);
    if (this.store.table?.paused) return;
    if (use === 'wish') return this.#wish(turn);
    if (use === 'take' && (await this.doing.run(() => this.store.takeTurn(turn)))) this.guard.arm();
  };

  /** One wish more, best first; the same again takes it back. It counts at once, also while the last one is on its way. */
  async #wish(turn: TurnCode): Promise<void> {
    const { wishes, isWishing } = this;
    if (this.doing.isBusy && !isWishing) return;
    this.#asked = wishes.includes(turn) ? wishes.filter((each) => each !== turn) : [...wishes, turn];
    if (!isWishing) await this.#sendWishes();
  }

  /** What was wished meanwhile is sent next, while it is of use. */
  async #sendWishes(): Promise<void> {
    let sent: TurnCode[];
    let isDone: boolean;
    do {
      sent = this.#asked!;
      isDone = await this.doing.run(() => this.store.makePlan(sent));
    } while (isDone && this.#asked !== sent && this.phase === 'laid');
    this.#asked = null;
    if (isDone) announcer.say(sent.length ? t('hand.plan.said', { plan: planWords(sent, this.store.nameOf) }) : t('hand.plan.said_none'));
  }

  close(): void {
    this.#question += 1;
    this.draft.close();
    this.guard.close();
  }
}

const NOTHING: HandScore = { currencies: [], coins: [], total: 0 };
const showsPreviews = (phase: Phase): boolean => phase === 'turn' || phase === 'wait';
