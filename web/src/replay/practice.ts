// Sitting down in a match at one of its moments, or at the beginning of one of its deals, with bots on the other seats.

import { ask } from '../lib/api';
import { router } from '../lib/router.svelte';
import { settings } from '../lib/settings.svelte';
import type { Seated } from '../requests';
import type { GameRecord } from './record';

/** Where to begin: after that many steps of the record, or with the cards of one of its deals. */
type Moment = { step: number } | { deal: number; seed?: string; bot_pace?: number };
type Wish = Moment & { record: GameRecord; seat: number; bot: string; name: string };

/** Sit down; `atTable` is told the table's code before the page goes there. */
export async function playOn(wish: Wish, atTable: (code: string) => void = () => undefined): Promise<void> {
  const { code, seat, token } = await ask<Seated>('POST', '/api/practice', wish);
  settings.sitDown({ code, seat, token, edition: wish.record.edition, practice: true, at: Date.now() });
  atTable(code);
  router.go(`/t/${code}`);
}
