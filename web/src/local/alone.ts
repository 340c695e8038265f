// A match at once, on this device.

import { ask } from '../lib/api';
import { reachLocal } from '../lib/backend';
import { settings } from '../lib/settings.svelte';
import { words } from '../lib/words.svelte';
import type { Bots } from '../requests';
import { companyOf } from '../start/company';
import { quickAgreement } from '../start/opening';
import { openTable } from '../start/sitting';

export async function playAlone(): Promise<void> {
  const { bots } = await ask<Bots>('GET', '/api/bots', undefined, undefined, reachLocal);
  await openTable(quickAgreement(words.language, settings.tempo, companyOf(settings.opponents, bots)), reachLocal);
}
