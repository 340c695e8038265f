// A hint: asked for, being worked out, there, or refused.

import { failureWords } from '../hand/move_words';
import type { Hint } from '../messages';

export class Asking {
  isOpen = $state(false);
  hint = $state.raw<Hint | null>(null);
  failure = $state<string | null>(null);

  #number = 0;

  /** Only the answer to the last question counts, and none once it was closed. Who asks again is told the same. */
  async ask(how: () => Promise<Hint>): Promise<Hint | null> {
    const number = (this.#number += 1);
    Object.assign(this, { isOpen: true, failure: null });
    if (this.hint) return this.hint;
    const answer = await how().catch((error: unknown) => failureWords(error));
    if (number !== this.#number) return null;
    if (typeof answer === 'string') this.failure = answer;
    else this.hint = answer;
    return this.hint;
  }

  close = (): void => {
    this.#number += 1;
    Object.assign(this, { isOpen: false, failure: null });
  };
}
