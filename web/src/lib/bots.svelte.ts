// The bots: who can take a seat at this server, and what they are called in the language of the page.

import type { SeatView } from '../messages';
import type { BotInfo, Bots } from '../requests';
import { ask } from './api';
import { t, words } from './words.svelte';

class BotList {
  all = $state.raw<BotInfo[]>([]);
  /** Whom seats go to unless people choose: the middle of the ladder. */
  usual = $derived(this.all.find(({ id }) => id === 'level3')?.id ?? 'greedy');
  #loading: Promise<BotInfo[]> | null = null;

  load(): Promise<BotInfo[]> {
    this.#loading ??= ask<Bots>('GET', '/api/bots').then(
      ({ bots }) => (this.all = bots),
      (error: unknown) => {
        this.#loading = null;
        throw error;
      },
    );
    return this.#loading;
  }
}

export const bots = new BotList();

export const botName = (bot: string): string => words.find(`bots.each.${bot}.name`) ?? bot;
export const botAbout = (bot: string): string => words.find(`bots.each.${bot}.about`) ?? t('bots.unknown');

/** The server calls a bot by its id, with a number where several sit at the table: people read its name instead. */
export function shownName(name: string, bot: string | null): string {
  return bot && name.startsWith(bot) ? botName(bot) + name.slice(bot.length) : name;
}

export function seatName({ name, bot }: Pick<SeatView, 'name' | 'bot'>): string | null {
  return name && shownName(name, bot);
}
