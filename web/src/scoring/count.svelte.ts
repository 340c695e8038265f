// A deal is counted before everybody's eyes: row by row, a coin for each.

import { settings } from '../lib/settings.svelte';
import { play } from '../lib/sound';

/** From one row to the next, in milliseconds. */
const PACE = { slow: 900, normal: 520, fast: 220, instant: 0 };

export class Count {
  /** How many rows are counted. */
  rows = $state(0);
  isOver = $state(false);
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** Without anything to see it is over at once. */
  constructor(
    private readonly last: number,
    isSeen: boolean,
    private readonly done: () => void,
  ) {
    if (isSeen && PACE[settings.tempo] && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.#next();
    else this.skip();
  }

  skip = (): void => {
    if (this.isOver) return;
    this.close();
    this.rows = this.last;
    this.isOver = true;
    this.done();
  };

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }

  #next(): void {
    this.#timer = setTimeout(() => {
      if (this.rows >= this.last) return this.skip();
      this.rows += 1;
      play('coin', this.rows - 1);
      this.#next();
    }, PACE[settings.tempo] || 1);
  }
}
