// Whom one plays against at a table that begins at once.

import type { Opponents } from '../lib/settings.svelte';
import type { BotInfo } from '../requests';

/** For each seat a bot, or a kind of bots to draw from. */
const WISHED: Record<Opponents, readonly string[]> = {
  mixed: ['level3', 'personality', 'personality'],
  easy: ['level1', 'level2', 'level1'],
  medium: ['level2', 'level3', 'level4'],
  hard: ['level4', 'level5', 'champion'],
};

/** The bots for the seats; for one that is not here, a simple one sits down. */
export function companyOf(opponents: Opponents, bots: readonly BotInfo[], chance: () => number = Math.random): string[] {
  const chosen: string[] = [];
  for (const wish of WISHED[opponents]) {
    const wished = bots.filter(({ id, kind }) => id === wish || kind === wish);
    const here = wished.length ? wished : bots.filter(({ kind }) => kind === 'yardstick');
    const others = here.filter(({ id }) => !chosen.includes(id));
    const pool = others.length ? others : here;
    chosen.push(pool[Math.floor(chance() * pool.length)]!.id);
  }
  return chosen;
}
