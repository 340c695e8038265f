// My side of the table: which cards I have before me, the bid I put together, and what is asked of me.

import type { TableStore } from '../lib/table.svelte';
import type { AnyEvent, TurnCode, TurnPreview } from '../messages';
import { Doing } from './doing.svelte';
import { Draft } from './draft.svelte';
import { type Held, heldAfter } from './groups';
import { type Phase, phaseOf } from './phase';

export class Side {
  readonly draft: Draft;
  readonly doing = new Doing();
  held = $state.raw<Held>({ hand: [], lying: [] });
  /** What came with my last exchange. */
  fresh = $state.raw<string[]>([]);
  /** Whether a bid that lies is being changed. */
  isChanging = $state(false);
  /** What each exchange would bring, once bids are open. */
  previews = $state.raw<TurnPreview[]>([]);
  /** Between two things shown there is no moment to act: the phase follows only when it lasts. */
  phase = $state<Phase>('none');
  isPicking = $derived(this.phase === 'bid' || this.phase === 'laid');

  #round = '';
  #bid = '';
  #shown: AnyEvent | null = null;
  #asked = 0;

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
    if (!current) {
      this.held = { hand: hand.hand, lying: deal.lying[seat] ?? [] };
    } else if (current !== this.#shown) {
      this.held = heldAfter(this.held, current, seat);
      if (current.type === 'exchanged' && current.seat === seat && current.turn !== 'keep') this.fresh = current.taken;
      if (current.type === 'dealt') this.fresh = [];
    }
    this.#shown = current;
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

  /**
   * Once bids are open, ask what each exchange would bring; only the last answer counts. It is asked before the phase follows, so
   * that the choices mostly come with what they bring, and none with what it was in another round.
   */
  async look(): Promise<void> {
    const number = (this.#asked += 1);
    if (!showsPreviews(this.actual)) return;
    if (!showsPreviews(this.phase)) this.previews = [];
    const found = await this.store.previewTurns().catch(() => []);
    if (number === this.#asked) this.previews = found;
  }

  pick = (bid: string[]): void => {
    if (!this.isPicking) return;
    if (this.phase === 'laid') this.isChanging = true;
    this.doing.failure = null;
    this.draft.set(bid);
  };

  lay = async (): Promise<boolean> => {
    const { cards } = this.draft;
    if (!this.isPicking || !cards.length || this.store.table?.paused) return false;
    const isDone = await this.doing.run(() => this.store.layBid(cards));
    if (isDone) {
      this.isChanging = false;
      this.fresh = [];
    }
    return isDone;
  };

  /** Leave the bid as it lies. */
  leave = (): void => {
    this.isChanging = false;
    this.doing.failure = null;
    this.draft.set(this.store.own?.bid ?? []);
  };

  withdraw = (): Promise<boolean> => this.doing.run(() => this.store.withdraw());

  act = (turn: TurnCode): Promise<boolean> => this.doing.run(() => this.store.takeTurn(turn));

  close(): void {
    this.#asked += 1;
    this.draft.close();
  }
}

const showsPreviews = (phase: Phase): boolean => phase === 'turn' || phase === 'wait';
