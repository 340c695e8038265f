// The bid that is being put together, and what the server says about it.

import type { BidPreviewed } from '../messages';
import { RefusedError } from '../lib/api';
import { BLUFF } from '../lib/decks.svelte';
import { words } from '../lib/words.svelte';

/** How long to wait after the last change before the server is asked, in milliseconds (debounce). */
export const PAUSE = 60;
/** Nobody waits for a bid any more: it was laid before the question came, and nothing is wrong with it. */
const TOO_LATE = 'not_now';

export class Draft {
  cards = $state.raw<string[]>([]);
  preview = $state.raw<BidPreviewed | null>(null);
  /** Why this could not be laid, in words. */
  refusal = $state<string | null>(null);
  sitsOut = $derived(this.cards.length === 1 && this.cards[0] === BLUFF);

  #timer: ReturnType<typeof setTimeout> | null = null;
  #asked = 0;

  constructor(private readonly ask: (cards: string[]) => Promise<BidPreviewed>) {}

  has(card: string): boolean {
    return this.cards.includes(card);
  }

  /** The bid with this card in it; without it, if it is in. */
  toggled(card: string): string[] {
    return this.has(card) ? this.cards.filter((each) => each !== card) : [...this.cards, card];
  }

  set(cards: readonly string[]): void {
    if (cards.length === this.cards.length && cards.every((card) => this.has(card))) return;
    this.cards = [...cards];
    this.refusal = null;
    this.look();
  }

  /** Ask what the bid would bring; only the answer to the last question counts. */
  look(): void {
    const number = (this.#asked += 1);
    if (this.#timer) clearTimeout(this.#timer);
    if (!this.cards.length) {
      this.preview = null;
      return;
    }
    this.#timer = setTimeout(() => void this.#question(number), PAUSE);
  }

  async #question(number: number): Promise<void> {
    const answer = await this.ask(this.cards).catch((error: unknown) => error as Error);
    if (number !== this.#asked) return;
    this.preview = answer instanceof Error ? null : answer;
    this.refusal = answer instanceof RefusedError && answer.code !== TOO_LATE ? words.refusal(answer.code, answer.args) : null;
  }

  close(): void {
    this.#asked += 1;
    if (this.#timer) clearTimeout(this.#timer);
  }
}
