// The edition that people of a language most likely have at home: the same here and in the commands.

import usual from '../../../src/spielgeld/texts/editions.json';
import type { RulesInWords } from '../requests';
import type { Language } from './words.svelte';

export type Edition = RulesInWords['edition'];
export const EDITIONS: readonly Edition[] = ['it-full', 'it', 'fr', 'nl', 'pl'];

export function usualEdition(language: Language): Edition {
  return usual[language] as Edition;
}
