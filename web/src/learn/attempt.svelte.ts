// One try at a lesson: a table of our own at the server, and what came of the choice made there.

import { BLUFF } from '../lib/decks.svelte';
import { RefusedError, ask } from '../lib/api';
import { TableStore } from '../lib/table.svelte';
import { t } from '../lib/words.svelte';
import type { BidPreviewed, TurnCode, TurnPreview } from '../messages';
import type { Practise, Seated } from '../requests';
import { type Outcome, judgeTurn } from './judging';
import type { Lesson } from './lessons';

/** How the texts name the others, by seat; at the server they are bots that share a name. */
const COMPANY = ['a', 'b', 'c', 'd'] as const;

export type Trouble = { code: string; args: Record<string, unknown> } | 'unreachable';

export class Attempt {
  store = $state.raw<TableStore | null>(null);
  /** Why there is no table to learn at. */
  trouble = $state.raw<Trouble | null>(null);
  chosen = $state.raw<string[]>([]);
  /** What the cards chosen would be as a bid; null while they are none. */
  preview = $state.raw<BidPreviewed | null>(null);
  /** What each turn would score, once asked for. */
  hints = $state.raw<TurnPreview[] | null>(null);
  outcome = $state.raw<Outcome | null>(null);
  isBusy = $state(false);
  /** Where the log stood when the choice was made. */
  since = $state(0);

  /** Whether the choice was carried out: nothing more is to be done here. */
  isPlayed = $derived(this.outcome?.right ?? false);
  move = $derived(this.isPlayed ? null : (this.store?.myMove ?? null));

  #closed = false;

  constructor(readonly lesson: Lesson) {
    void this.#open();
  }

  close(): void {
    this.#closed = true;
    this.store?.close();
  }

  nameOf = (seat: number): string => (seat === this.store?.seat ? t('learn.you') : t(`learn.company.${COMPANY[seat]!}`));

  async #open(): Promise<void> {
    const wish: Practise = { name: t('learn.you'), position: this.lesson.position, bot: 'greedy', bot_pace: 1 };
    try {
      const { code, token } = await ask<Seated>('POST', '/api/practice', wish);
      if (this.#closed) return;
      const store = new TableStore(code, token);
      store.nameOf = this.nameOf;
      this.store = store;
    } catch (error) {
      this.trouble = error instanceof RefusedError ? { code: error.code, args: error.args } : 'unreachable';
    }
  }

  toggle(card: string): void {
    const { chosen } = this;
    this.chosen = chosen.includes(card) ? chosen.filter((each) => each !== card) : [...chosen, card];
    this.outcome = null;
    void this.#previewChosen();
  }

  /** Lay all cards back. */
  clear(): void {
    this.chosen = [];
    this.preview = null;
    this.outcome = null;
  }

  /** Think again about the cards chosen. */
  mend(): void {
    this.outcome = null;
  }

  async #previewChosen(): Promise<void> {
    const cards = this.chosen;
    const found = cards.length ? await this.#askBid(cards) : null;
    if (cards === this.chosen) this.preview = found;
  }

  /** What that bid would be, or null if it is none. */
  async #askBid(cards: string[]): Promise<BidPreviewed | null> {
    return (await this.store?.previewBid(cards).catch(() => null)) ?? null;
  }

  /** Lay the cards chosen; a bid that does not do the task stays in the hand, to be mended. */
  bid = (): Promise<void> => this.#try(async (store) => {
    const cards = this.chosen;
    const preview = await store.previewBid(cards);
    const verdict = this.lesson.judge!(preview, cards);
    const bluffed = cards.includes(BLUFF) ? null : await this.#askBid([...cards, BLUFF]);
    if (verdict === 'right') await store.layBid(cards);
    this.outcome = { kind: 'bid', right: verdict === 'right', verdict, preview, bluffed };
  });

  /** Take what is best; anything else is told, and everything stays as it lies, to choose again. */
  take = (turn: TurnCode): Promise<void> => this.#try(async (store) => {
    const before = store.hand?.score.total ?? 0;
    const outcome = judgeTurn(turn, before, await store.previewTurns());
    if (outcome.right) await store.takeTurn(turn);
    this.outcome = outcome;
  });

  /** Show, or hide again, what each turn would score. */
  async hint(): Promise<void> {
    this.hints = this.hints ? null : ((await this.store?.previewTurns().catch(() => null)) ?? null);
  }

  async #try(choose: (store: TableStore) => Promise<void>): Promise<void> {
    const { store } = this;
    if (!store || this.isBusy || this.isPlayed) return;
    this.isBusy = true;
    this.since = store.log.length;
    try {
      await choose(store);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.outcome = { kind: 'refused', right: false, code: error.code, args: error.args };
    } finally {
      this.isBusy = false;
    }
  }
}
