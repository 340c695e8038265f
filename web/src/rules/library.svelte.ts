// The rules as the server tells them. What was fetched once stays in memory, so that it can be read without a connection.

import type { RulesInWords } from '../requests';
import { ask } from '../lib/api';
import { EDITIONS, type Edition } from '../lib/editions';
import type { Language } from '../lib/words.svelte';

export function isEdition(key: string | null | undefined): key is Edition {
  return EDITIONS.some((edition) => edition === key);
}

class Library {
  #books = $state.raw<ReadonlyMap<string, RulesInWords>>(new Map());
  #asked = new Map<string, Promise<void>>();

  book(edition: Edition, language: Language): RulesInWords | null {
    return this.#books.get(`${language} ${edition}`) ?? null;
  }

  /** Those editions that have been fetched. */
  books(language: Language): RulesInWords[] {
    return EDITIONS.map((edition) => this.book(edition, language)).filter((book) => book !== null);
  }

  /** Fetch all editions in that language; the one to be read first. */
  async load(first: Edition, language: Language): Promise<void> {
    await this.#fetch(first, language);
    await Promise.all(EDITIONS.map((edition) => this.#fetch(edition, language)));
  }

  #fetch(edition: Edition, language: Language): Promise<void> {
    const place = `${language} ${edition}`;
    const asked = this.#asked.get(place) ?? this.#ask(place, edition, language);
    this.#asked.set(place, asked);
    return asked;
  }

  async #ask(place: string, edition: Edition, language: Language): Promise<void> {
    try {
      const book = await ask<RulesInWords>('GET', `/api/rules?edition=${edition}&language=${language}`);
      this.#books = new Map(this.#books).set(place, book);
    } catch (error) {
      this.#asked.delete(place);
      throw error;
    }
  }
}

export const library = new Library();
