import { describe, expect, it } from 'vitest';
import type { CardInfo } from '../messages';
import { hex } from './salts';
import { type Claim, type Stock, proveShuffle } from './shuffle';

const CURRENCIES = ['Y', 'E', 'P', 'R', 'SK', 'SF', 'USD'];

function italian(): Stock {
  const cards: CardInfo[] = [];
  const add = (kind: string, value: number, letter: string, is_coin = false): void => {
    const serial = is_coin ? 91 + cards.length - 63 : cards.length + 1;
    cards.push({ code: `${kind}${value}${letter}`, kind, value, serial, is_coin });
  };
  for (const value of [20, 30]) for (const kind of CURRENCIES) for (const letter of 'abc') add(kind, value, letter);
  for (const value of [40, 50, 60]) for (const kind of CURRENCIES) add(kind, value, '');
  for (const letter of 'abcdef') add('KR', 10, letter, true);
  return { currencies: CURRENCIES, cards: cards.reverse() }; // in any order: only the serials count
}

/** The test vector of docs/record.md; the cards were drawn by the server's own shuffle. */
const VECTOR: Claim = {
  removed: ['SF', 'E'],
  cards: [] as string[],
  commitment: '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
  seed: hex(Uint8Array.from({ length: 32 }, (_, index) => index)),
  salts: ['', '00ff', ''],
  removed_drawn: true,
};
VECTOR.cards = `
  USD30b USD40 Y40 P40 USD20a USD20c Y30a R20b SK30a P30c KR10d R30b R40 SK20a SK30c P20b SK40
  Y30c KR10a Y20a SK20c KR10c KR10f Y20b KR10b USD20b SK20b P50 R30a Y50 P30a Y20c R50 USD60
  R20c SK50 USD30c KR10e SK30b Y60 R20a USD50 SK60 P20a USD30a Y30b P20c P30b R60 P60 R30c
`.trim().split(/\s+/);

const stock = italian();
const prove = (changes: Partial<Claim> = {}): ReturnType<typeof proveShuffle> => proveShuffle({ ...VECTOR, ...changes }, stock, 3);

function swapped(one: number, other: number): string[] {
  const cards = [...VECTOR.cards];
  [cards[one], cards[other]] = [cards[other]!, cards[one]!];
  return cards;
}

describe('the published test vector', () => {
  it('is as the document prints it', () => {
    expect(VECTOR.cards.slice(0, 8).join(' ')).toBe('USD30b USD40 Y40 P40 USD20a USD20c Y30a R20b');
    expect(VECTOR.cards.at(-1)).toBe('R30c');
  });

  it('is proved', () => {
    expect(prove()).toEqual({ proved: ['commitment', 'removed', 'cards'], fault: null });
  });
});

describe('what does not fit is told', () => {
  it('another seed', () => {
    expect(prove({ seed: 'ff'.repeat(32) })).toEqual({ proved: [], fault: { step: 'commitment' } });
  });

  it('another commitment', () => {
    expect(prove({ commitment: 'ff'.repeat(32) }).fault).toEqual({ step: 'commitment' });
  });

  it('other currencies taken out', () => {
    const { proved, fault } = prove({ removed: ['SF', 'P'] });
    expect(proved).toEqual(['commitment']);
    expect(fault).toEqual({ step: 'removed', drawn: ['SF', 'E'] });
  });

  it('two cards swapped, by the first of them', () => {
    const fault = { step: 'cards', place: 21, drawn: VECTOR.cards[20], found: VECTOR.cards[44] };
    expect(prove({ cards: swapped(20, 44) })).toEqual({ proved: ['commitment', 'removed'], fault });
  });

  it('a card too few, and one too many', () => {
    expect(prove({ cards: VECTOR.cards.slice(0, -1) }).fault).toEqual({ step: 'cards', place: 51, drawn: 'R30c', found: null });
    expect(prove({ cards: [...VECTOR.cards, 'R30c'] }).fault).toEqual({ step: 'cards', place: 52, drawn: null, found: 'R30c' });
  });

  it('another salt, or the same at another seat', () => {
    expect(prove({ salts: ['', '00fe', ''] }).fault?.step).toBe('removed');
    expect(prove({ salts: ['00ff', '', ''] }).fault?.step).toBe('removed');
  });

  it('no draw of currencies although there was one', () => {
    expect(prove({ removed_drawn: false }).fault?.step).toBe('cards');
  });

  it.each([
    ['commitment', { commitment: null }],
    ['commitment', { commitment: VECTOR.commitment!.toUpperCase() }],
    ['seed', { seed: null }],
    ['seed', { seed: '00' }],
    ['salts', { salts: ['', '00ff'] }],
    ['salts', { salts: ['', '0', ''] }],
    ['salts', { salts: ['', '00'.repeat(33), ''] }],
  ])('a %s that is none', (field, changes) => {
    expect(prove(changes as Partial<Claim>)).toEqual({ proved: [], fault: { step: 'form', field } });
  });
});
