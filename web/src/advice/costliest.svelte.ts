// The moment that cost most of a match, worked out while somebody looks at its end.

import { ask } from '../lib/api';
import type { GameRecord } from '../replay/record';
import type { Judged } from '../requests';
import { Work } from './review_request.svelte';

export class Costliest {
  #work = $state.raw<Work | null>(null);
  #isClosed = false;
  readonly #state = $derived(this.#work?.state ?? null);
  /** As far as it is known: a costlier one may still be found. */
  readonly moment = $derived.by((): Judged | null => {
    const review = this.#state?.review;
    return (review ? review.decisions[review.worst[0] ?? -1] : this.#state?.worst[0]) ?? null;
  });
  /** All was looked at, and nothing was given away. */
  readonly isNone = $derived(Boolean(this.#state?.review) && !this.moment);

  constructor(code: string, seat: number) {
    ask<GameRecord>('GET', `/api/tables/${code}/record`).then(
      (record) => { if (!this.#isClosed) this.#work = new Work(record, seat); },
      () => undefined, // the link leads to the review all the same
    );
  }

  close(): void {
    this.#isClosed = true;
    this.#work?.close();
  }
}
