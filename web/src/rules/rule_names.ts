// Names of editions, rules and their values, as people read them.

import type { EditionInfo } from '../requests';
import { words } from '../lib/words.svelte';
import { anchor } from './books';

export function editionName(key: string): string {
  return words.find(`rules.editions.${key.replaceAll('-', '_')}`) ?? key;
}

export function editionNames(keys: readonly string[]): string {
  return keys.map(editionName).join(', ');
}

export function heading(rule: string): string {
  return words.find(`rules.heading.${anchor(rule)}`) ?? rule;
}

export function valueName(rule: string, value: string | number | boolean): string {
  if (typeof value === 'number') return words.number(value);
  return words.find(`rules.value.${rule}.${String(value)}`) ?? String(value);
}

export function playersName({ players }: EditionInfo): string {
  return words.find('rules.value.players', { least: players[0]!, most: players.at(-1)! }) ?? '';
}
