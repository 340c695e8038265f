import { describe, expect, it } from 'vitest';
import { usualEdition } from '../lib/editions';
import type { EditionInfo } from '../requests';
import { agreementFor, freeName, houseRules, quickAgreement, resized, type Wishes } from './agreement';

const dutch: EditionInfo = {
  key: 'nl', language: 'Dutch', title: 'Money!', players: [3, 4, 5], currencies: [], cards: [],
  rules: { deals: 3, coins: 'gold', coin_trios: false },
};
const wishes: Wishes = { others: [null, 'greedy', null], rules: {}, clock: 'none', watchers: false, listed: false, hints: 'bots_only' };

describe('a table that begins at once', () => {
  it('has one open seat, the bots, and starts when that seat is taken', () => {
    const agreement = quickAgreement('pl', 'fast', ['level3', 'pincher']);
    expect(agreement.edition).toBe('pl');
    expect(agreement.seats).toEqual([{}, { bot: 'level3' }, { bot: 'pincher' }]);
    expect([agreement.start, agreement.bot_pace]).toEqual(['full', 0.4]);
  });

  it('follows the language where there is a rulebook in it', () => {
    expect((['it', 'fr', 'nl', 'pl', 'en', 'de'] as const).map(usualEdition)).toEqual(['it-full', 'fr', 'nl', 'pl', 'nl', 'nl']);
  });
});

describe('a table with friends', () => {
  it('names only the rules that differ from the edition', () => {
    const agreement = agreementFor({ ...wishes, rules: { deals: 3, coins: 'silver_gold', coin_trios: false } }, dutch, 'normal');
    expect(agreement.rules).toEqual({ coins: 'silver_gold' });
  });

  it('waits for its host, and keeps the seats as chosen', () => {
    const agreement = agreementFor({ ...wishes, clock: 'quick', watchers: true, listed: true, hints: 'everybody' }, dutch, 'instant');
    expect(agreement.seats).toEqual([{}, { bot: null }, { bot: 'greedy' }, { bot: null }]);
    expect(agreement).toMatchObject({ start: 'host', watchers: 'link', listed: true, clock: { bid: 30 }, bot_pace: 1, hints: 'everybody' });
  });

  it('without friends starts at once, is not listed, and bots go at the tempo of the one person', () => {
    const agreement = agreementFor({ ...wishes, others: ['random', 'random'], listed: true }, dutch, 'instant');
    expect(agreement).toMatchObject({ start: 'full', listed: false, bot_pace: 0 });
  });

  it('knows no house rules while the edition is not there to compare with but those touched', () => {
    expect(houseRules({ deals: 1 }, undefined)).toEqual({ deals: 1 });
  });

  it('keeps who was chosen when seats come or go', () => {
    expect(resized(['greedy', null], 5)).toEqual(['greedy', null, null, null]);
    expect(resized(['greedy', null, 'random'], 3)).toEqual(['greedy', null]);
  });
});

describe('a name', () => {
  it('gets the first number that makes it another', () => {
    expect(freeName('Guest', ['Ann', null])).toBe('Guest');
    expect(freeName('Guest', ['guest', 'Guest 2', null])).toBe('Guest 3');
  });
});
