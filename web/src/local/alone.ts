// A match at once, on this device.

import { ask } from '../lib/api';
import { reachLocal } from '../lib/backend';
import { settings } from '../lib/settings.svelte';
import { words } from '../lib/words.svelte';
import type { Bots } from '../requests';
import { companyOf } from '../start/opponents';
import { quickAgreement } from '../start/agreement';
import { openTable } from '../start/sit_down';

export async function playAlone(): Promise<void> {
  const { bots } = await ask<Bots>('GET', '/api/bots', undefined, undefined, reachLocal);
  await openTable(quickAgreement(words.language, settings.tempo, companyOf(settings.opponents, bots)), reachLocal);
}
