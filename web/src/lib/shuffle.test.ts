import { describe, expect, it } from 'vitest';
import { type Claim, proveShuffle } from './shuffle';
import { VECTOR, italian } from './shuffle.vector';

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
