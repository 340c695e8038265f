// What a table needs only now and then: fetched while people look at their first cards.

import { Later } from '../lib/later.svelte';

/** What is read beside the game: log, cards seen, phrases, all about a seat. */
export const aside = new Later(() => import('./aside'));
export const hint = new Later(() => import('../advice/Hint.svelte'), 'advice');
/** The chances through a deal that is over. */
export const dealCurve = new Later(() => import('../advice/DealCurve.svelte'), 'advice');
export const dealEnd = new Later(() => import('./DealEnd.svelte'), 'scoring');
/** Before a match. */
export const waiting = new Later(() => import('./Waiting.svelte'));
export const join = new Later(() => import('./Join.svelte'));
