// Sitting down in a match at one of its moments, with bots on the other seats.

import { ask } from '../lib/api';
import { router } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import type { Seated } from '../requests';
import type { GameRecord } from './record';

interface Wish {
  record: GameRecord;
  /** How many steps of the record have been played. */
  step: number;
  seat: number;
  bot: string;
  name: string;
}

export async function playOn(wish: Wish): Promise<void> {
  const seated = await ask<Seated>('POST', '/api/practice', wish);
  const { code, seat, token } = seated;
  settings.sitDown({ code, seat, token, edition: wish.record.edition, practice: true, at: Date.now() });
  router.go(`/t/${code}`);
}
