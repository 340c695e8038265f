// One try at a lesson: a table of our own at the server, and what came of the choice made there.

import { BLUFF } from '../lib/decks.svelte';
import { RefusedError, ask } from '../lib/api';
import { TableStore } from '../lib/table.svelte';
import { t } from '../lib/words.svelte';
import type { TurnCode } from '../messages';
import type { Practise, Seated } from '../requests';
import { type Outcome, judgeTurn } from './judging';
import type { Lesson } from './lessons';
import { LessonSide } from './lesson_side.svelte';

/** How the texts name the others, by seat; at the server they are bots that share a name. */
const COMPANY = ['a', 'b', 'c', 'd'] as const;

export type Trouble = { code: string; args: Record<string, unknown> } | 'unreachable';

export class Attempt {
  store = $state.raw<TableStore | null>(null);
  side = $state.raw<LessonSide | null>(null);
  /** Why there is no table to learn at. */
  trouble = $state.raw<Trouble | null>(null);
  outcome = $state.raw<Outcome | null>(null);
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
      this.side = new LessonSide(store, this);
      this.store = store;
    } catch (error) {
      this.trouble = error instanceof RefusedError ? { code: error.code, args: error.args } : 'unreachable';
    }
  }

  /** Think again: everything lies as it lay. */
  mend(): void {
    this.outcome = null;
  }

  /** Lay these cards; a bid that does not do the task stays in the hand, to be mended. */
  bid = (cards: string[]): Promise<void> => this.#try(async (store) => {
    const preview = await store.previewBid(cards);
    const verdict = this.lesson.judge!(preview, cards);
    const bluffed = cards.includes(BLUFF) ? null : await store.previewBid([...cards, BLUFF]).catch(() => null);
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

  async #try(choose: (store: TableStore) => Promise<void>): Promise<void> {
    const { store, isPlayed } = this;
    if (!store || isPlayed) return;
    this.since = store.log.length;
    try {
      await choose(store);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.outcome = { kind: 'refused', right: false, code: error.code, args: error.args };
    }
  }
}
