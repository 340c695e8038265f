import { describe, expect, it } from 'vitest';
import type { Deck } from '../lib/decks.svelte';
import { words } from '../lib/words.svelte';
import { cardName, kindName, shortName } from './names';

const deck: Deck = new Map(
  [
    { code: 'Y20a', kind: 'Y', value: 20, serial: 1, is_coin: false },
    { code: 'SK60', kind: 'SK', value: 60, serial: 61, is_coin: false },
    { code: 'KR10a', kind: 'KR', value: 10, serial: 91, is_coin: true },
    { code: 'XX40', kind: 'XX', value: 40, serial: 5, is_coin: false },
  ].map((card) => [card.code, card]),
);
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const KINDS = ['Y', 'E', 'P', 'R', 'SK', 'SF', 'USD', 'ZL', 'RB', 'GBP', 'DM', 'FF', 'KCS', 'KR', 'AG', 'AU'];

describe('the names of cards', () => {
  it('say amount and number', () => {
    expect(plain(cardName('Y20a', deck))).toBe('20 yen, number 1');
    expect(plain(cardName('KR10a', deck))).toBe('gold coin worth 10, number 91');
    expect(cardName('*', deck)).toBe('bluff card');
  });

  it('are short for logs', () => {
    expect(plain(shortName('Y20a', deck))).toBe('¥20');
    expect(plain(shortName('SK60', deck))).toBe('60 kr');
    expect(shortName('*', deck)).toBe('bluff');
  });

  it('fall back to the code', () => {
    expect(plain(cardName('XX40', deck))).toBe('40 XX, number 5');
    expect(plain(shortName('XX40', deck))).toBe('XX 40');
    expect(cardName('Q1', deck)).toBe('Q1');
    expect(kindName('XX')).toBe('XX');
  });

  it.each(['de', 'en', 'fr', 'it', 'nl', 'pl'])('are complete in %s', async (language) => {
    const { default: texts } = (await import(`../lib/texts/${language}.ts`)) as { default: { cards: Record<'kinds' | 'amounts' | 'short', Record<string, string>> } };
    for (const group of ['kinds', 'amounts', 'short'] as const) expect(Object.keys(texts.cards[group]).sort()).toEqual(KINDS.map((kind) => kind.toLowerCase()).sort());
    for (const group of ['amounts', 'short'] as const) for (const text of Object.values(texts.cards[group])) expect(words.fill(text, { value: 20 })).toContain('20');
  });
});
