// A review that the server works out, or this device of a match it has played: begun, asked about until it is there.

import { ask, RefusedError } from '../lib/api';
import { reach } from '../lib/backend';
import type { GameRecord } from '../replay/record';
import type { ReviewState } from '../requests';

const PAUSE = 500;

export class Work {
  state = $state.raw<ReviewState | null>(null);
  trouble = $state.raw<unknown>(null);

  #timer: ReturnType<typeof setTimeout> | null = null;
  #isClosed = false;

  constructor(
    private readonly record: GameRecord,
    private readonly seat: number,
    private readonly answers = reach,
  ) {
    void this.#look();
  }

  /** After trouble. */
  again = (): void => {
    this.state = this.trouble = null;
    void this.#look();
  };

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    try {
      const state = await this.#ask();
      if (this.#isClosed) return;
      this.state = state;
      if (!state.review) this.#timer = setTimeout(() => void this.#look(), PAUSE);
    } catch (error) {
      if (!this.#isClosed) this.trouble = error;
    }
  }

  async #ask(): Promise<ReviewState> {
    if (!this.state) return this.#begin();
    try {
      return await ask<ReviewState>('GET', `/api/review/${this.state.id}`, undefined, undefined, this.answers);
    } catch (error) {
      // A server that was started anew, or another one, knows nothing of it.
      if (error instanceof RefusedError && error.code === 'no_such_review') return this.#begin();
      throw error;
    }
  }

  #begin(): Promise<ReviewState> {
    return ask<ReviewState>('POST', '/api/review', { record: this.record, seat: this.seat }, undefined, this.answers);
  }
}
