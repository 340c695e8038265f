// Unit tests speak English, all of it, without waiting for it.

import en from './texts/en';
import { type Part, fetchPart } from './texts/parts';
import { words } from './words.svelte';

const PARTS: Part[] = ['advice', 'learn', 'pad', 'replay', 'rules', 'scoring'];
const found = await Promise.all(PARTS.map(async (part) => [part, await fetchPart('en', part)] as const));
words.use('en', en, Object.fromEntries(found));
