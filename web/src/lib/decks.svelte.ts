// The cards as the server describes them: value, currency and serial of every name.

import type { Agreed } from '../messages';
import type { CardInfo, EditionInfo, Editions } from '../requests';
import { ask } from './api';

export const BLUFF = '*';

export type Deck = Map<string, CardInfo>;

class Decks {
  all = $state.raw<Editions | null>(null);
  #loading: Promise<Editions> | null = null;

  load(): Promise<Editions> {
    this.#loading ??= ask<Editions>('GET', '/api/editions').then(
      (all) => (this.all = all),
      (error: unknown) => {
        this.#loading = null;
        throw error;
      },
    );
    return this.#loading;
  }

  edition(key: string): EditionInfo | undefined {
    return this.all?.editions.find((each) => each.key === key);
  }

  /** All cards of an edition with these coins; the notes follow the edition, the coins the rule. */
  of(edition: string, coins: unknown): Deck {
    const notes = this.edition(edition)?.cards.filter((card) => !card.is_coin) ?? [];
    const metal = this.all?.coins[String(coins)] ?? [];
    return new Map([...notes, ...metal].map((card) => [card.code, card]));
  }

  agreed(setup: Agreed): Deck {
    return this.of(setup.edition, setup.rules.coins);
  }
}

export const decks = new Decks();
