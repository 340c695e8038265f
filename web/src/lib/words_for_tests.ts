// Unit tests speak English without fetching it.

import en from './texts/en';
import { words } from './words.svelte';

words.use('en', en);
