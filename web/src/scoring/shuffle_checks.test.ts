import { describe, expect, it } from 'vitest';
import type { Dealt, Refilled } from '../messages';
import type { Claim } from '../lib/shuffle';
import { VECTOR, italian } from '../lib/shuffle.vector';
import type { Witnessed } from '../lib/shuffle_witness';
import { type Testimony, findings, verdict } from './shuffle_checks';

const cards = VECTOR.cards;
const MY_SALT = '00ff';
const sorted = (from: number, to: number): string[] => cards.slice(from, to).sort();

/** Seat 1 of three: its six cards, the rows, and a refill of the left row first. */
const DEALT: Dealt = {
  type: 'dealt', deal: 1, cards: null, hands: [null, sorted(6, 12), null], right: sorted(18, 22), left: sorted(22, 26), deck_size: 25,
};
const REFILLED: Refilled = { type: 'refilled', first: 'left', left: sorted(26, 29), right: sorted(29, 30), deck_size: 21 };
const SEEN: Witnessed = { commitment: VECTOR.commitment!, before: true, salted: true, drawn: [DEALT, REFILLED] };
const testimony: Testimony = { seat: 1, witnessed: SEEN, salt: MY_SALT };
const saw = (changes: Partial<Witnessed>): Partial<Testimony> => ({ witnessed: { ...SEEN, ...changes } });

function look(claim: Partial<Claim>, told: Partial<Testimony> | null, deal = 1): { keys: string[]; verdict: string; fails: string[] } {
  const found = findings({ ...VECTOR, ...claim }, italian(), 3, deal, told && { ...testimony, ...told });
  const fails = found.filter((each) => each.state === 'fails').map((each) => each.key);
  return { keys: found.map((each) => each.key), verdict: verdict(found, told === null), fails };
}

describe('a player who was there', () => {
  it('sees everything proved', () => {
    expect(look({}, {})).toEqual({ keys: ['commitment_before', 'salt_in', 'removed', 'cards', 'seen'], verdict: 'proved', fails: [] });
  });

  it('counts the cards that were seen', () => {
    expect(findings(VECTOR, italian(), 3, 1, testimony).at(-1)).toEqual({ key: 'seen', state: 'fits', count: 6 + 4 + 4 + 4 });
  });

  it.each([
    ['another commitment than the one seen', saw({ commitment: 'ff'.repeat(32) }), 'commitment_changed'],
    ['an accepted salt that is not in it', { salt: 'abcd' }, 'salt_lost'],
    ['a hand that the deck does not give', saw({ drawn: [{ ...DEALT, hands: [null, sorted(0, 6), null] }] }), 'seen_wrong'],
    ['a row that the deck does not give', saw({ drawn: [{ ...DEALT, right: sorted(30, 34) }] }), 'seen_wrong'],
    ['a refill in another order', saw({ drawn: [DEALT, { ...REFILLED, first: 'right' }] }), 'seen_wrong'],
  ])('finds %s', (_, told, key) => {
    const { fails, verdict } = look({}, told);
    expect(fails).toEqual([key]);
    expect(verdict).toBe('fails');
  });

  it('accuses nobody of a salt that came late, nor of one from another device', () => {
    expect(look({}, { ...saw({ salted: false, drawn: [] }), seat: 0, salt: 'abcd' })).toMatchObject({ verdict: 'fits', keys: ['commitment_before', 'salt_late', 'removed', 'cards'] });
    expect(look({}, { ...saw({ salted: false }), salt: 'abcd' }).keys).toContain('salt_other');
  });

  it('claims no more than the browser saw', () => {
    expect(look({}, { witnessed: null })).toMatchObject({ verdict: 'fits', fails: [] });
    expect(look({}, saw({ before: false })).keys[0]).toBe('commitment_during');
  });
});

describe('a record by itself', () => {
  it('fits', () => {
    expect(look({}, null)).toEqual({ keys: ['commitment_recorded', 'salts', 'removed', 'cards'], verdict: 'recorded', fails: [] });
  });

  it.each([
    [{ seed: 'ff'.repeat(32) }, 'commitment_wrong'],
    [{ seed: null }, 'form_seed'],
    [{ salts: ['', '00fe', ''] }, 'removed_wrong'],
    [{ removed: ['E', 'SF'] }, 'removed_wrong'],
    [{ cards: [cards[1]!, cards[0]!, ...cards.slice(2)] }, 'cards_wrong'],
  ])('that was changed is found out: %o', (claim, key) => {
    expect(look(claim, null)).toMatchObject({ fails: [key], verdict: 'fails' });
  });

  it('may not draw currencies again', () => {
    expect(look({}, null, 2).fails).toEqual(['removed_again']);
  });
});
