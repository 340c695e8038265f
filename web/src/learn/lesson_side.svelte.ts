// My side of the table in a lesson: what I choose is judged before it is done, and piles tell what they bring only when asked.

import type { Phase } from '../hand/phase';
import { Side } from '../hand/side.svelte';
import type { TableStore } from '../lib/table.svelte';
import type { TurnCode } from '../messages';
import type { Attempt } from './attempt.svelte';

export class LessonSide extends Side {
  override readonly hasHints = false;
  /** Piles tell what they would change when that is asked for, or when one is looked at. */
  override tells = $state(false);

  constructor(
    store: TableStore,
    private readonly attempt: Attempt,
  ) {
    super(store);
  }

  /** What is done is only watched. */
  override enter(phase: Phase): void {
    super.enter(this.attempt.isPlayed ? 'watch' : phase);
  }

  tell(): void {
    this.tells = !this.tells;
  }

  override lay = async (): Promise<boolean> => {
    const { cards } = this.draft;
    if (this.isPicking && cards.length) await this.doing.run(() => this.attempt.bid(cards));
    return this.#done();
  };

  override use = async (turn: TurnCode): Promise<void> => {
    if (this.useOf(turn) === 'take') await this.doing.run(() => this.attempt.take(turn));
    this.chosen = null;
    this.#done();
  };

  #done(): boolean {
    if (this.attempt.isPlayed) this.enter('watch');
    return this.attempt.isPlayed;
  }
}
