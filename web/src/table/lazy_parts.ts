// What a table needs only now and then: fetched while people look at their first cards.

import { Lazy } from '../lib/lazy.svelte';

/** What is read beside the game: log, cards seen, phrases, all about a seat. */
export const aside = new Lazy(() => import('./aside'));
/** What piles would change, and the list of what can be done with them: not before a first card is picked. */
export const piles = new Lazy(() => import('./piles'));
export const hint = new Lazy(() => import('../advice/Hint.svelte'), 'advice');
/** The chances through a deal that is over. */
export const dealCurve = new Lazy(() => import('../advice/DealCurve.svelte'), 'advice');
export const dealEnd = new Lazy(() => import('./DealEnd.svelte'), 'scoring');
/** Before a match. */
export const waiting = new Lazy(() => import('./Waiting.svelte'));
export const join = new Lazy(() => import('./Join.svelte'));
