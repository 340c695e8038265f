// Parts of the page that are fetched when there is time for it, or at the latest when they are needed.

import type { Part } from './texts/parts';
import { words } from './words.svelte';

/** Without a network it is tried again, in milliseconds. */
const AGAIN = 2000;
/** The delay after a screen is shown until its other parts are fetched, in milliseconds. */
const IDLE = 300;

/** A module, with the words it speaks. */
export class Lazy<Module> {
  /** What was fetched; null until then. */
  is = $state.raw<Module | null>(null);

  readonly #fetch: () => Promise<Module>;
  readonly #parts: Part[];
  #isUnderWay = false;

  constructor(fetch: () => Promise<Module>, ...parts: Part[]) {
    this.#fetch = fetch;
    this.#parts = parts;
  }

  load = async (): Promise<void> => {
    if (this.is || this.#isUnderWay) return;
    this.#isUnderWay = true;
    try {
      const [module] = await Promise.all([this.#fetch(), words.need(...this.#parts)]);
      this.is = module;
    } catch {
      setTimeout(this.load, AGAIN);
    } finally {
      this.#isUnderWay = false;
    }
  };
}

/** Fetch these when the screen that may need them has come to rest; for an effect, which takes it back when the screen goes. */
export function soon(...parts: Lazy<unknown>[]): () => void {
  const timer = setTimeout(() => parts.forEach((part) => void part.load()), IDLE);
  return () => clearTimeout(timer);
}
