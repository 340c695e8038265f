import { describe, expect, test } from 'vitest';
import type { AnyEvent } from '../messages';
import { type Spot, plan } from './flights';

const at = (left: number, top: number): Spot => ({ left, top, width: 40, height: 60 });
const DECK: Spot = { left: 500, top: 100, width: 48, height: 72 };
const HAND: Spot = { left: 10, top: 10, width: 20, height: 30 };
const place = (name: string): Spot | null => (name === 'deck' ? DECK : name === 'hand-1' ? HAND : null);

const exchanged: AnyEvent = { type: 'exchanged', seat: 1, turn: 'right', given: ['Y40'], taken: ['E20a'], waiting: [] };

describe('plan', () => {
  test('the bid flies to the row, the row into the hand', () => {
    const before = new Map([['Y40', at(0, 0)], ['E20a', at(100, 100)]]);
    const flights = plan(exchanged, before, new Map([['Y40', at(100, 100)]]), place);
    expect(flights).toContainEqual({ card: 'Y40', from: at(0, 0), to: at(100, 100) });
    expect(flights.find(({ card }) => card === 'E20a')?.to).toMatchObject({ left: 10, height: 30, width: 20 });
  });

  test('what I take flies to where it lies in my hand', () => {
    const flights = plan(exchanged, new Map([['E20a', at(100, 100)]]), new Map([['E20a', at(0, 500)]]), place);
    expect(flights).toEqual([{ card: 'E20a', from: at(100, 100), to: at(0, 500) }]);
  });

  test('cards that are only pushed aside do not fly', () => {
    expect(plan(exchanged, new Map([['R60', at(0, 0)]]), new Map([['R60', at(0, 40)]]), place)).toEqual([]);
  });

  test('new cards of a row come from the deck', () => {
    const refilled: AnyEvent = { type: 'refilled', first: 'right', right: ['Y20a'], left: [], deck_size: 3 };
    expect(plan(refilled, new Map(), new Map([['Y20a', at(5, 5)]]), place)).toEqual([{ card: 'Y20a', from: DECK, to: at(5, 5) }]);
  });
});
