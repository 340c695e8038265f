import { describe, expect, test } from 'vitest';
import type { AnyEvent, SharedView, TableView } from '../messages';
import type { CardInfo } from '../requests';
import type { TableStore } from '../lib/table.svelte';
import { caption } from './caption';
import { byRound } from './rounds';
import { canPress, standing } from './standing';
import { byKind, kindsOf, unseen } from './tracker';

const seat = (kind: 'person' | 'bot', played_by_bot = false) => ({ kind, name: '', bot: null, connected: true, played_by_bot });
const table = (what: string, seats: number[]) =>
  ({ awaiting: { what, seats }, seats: [seat('person'), seat('person'), seat('bot')] }) as unknown as TableView;

describe('standing', () => {
  const deal = (part: Partial<SharedView>) => ({ awaits: 'turn', waiting: [], has_bid: [false, false, false], ...part }) as SharedView;

  test('while people bid', () => {
    const seen = { table: table('bids', [0, 2]), deal: deal({ awaits: 'bids', has_bid: [false, true, false] }), bids: [], current: null };
    expect([0, 1, 2].map((each) => standing(each, seen))).toEqual(['thinking', 'has_bid', 'thinking']);
  });

  test('while people act', () => {
    const seen = { table: table('turn', [2]), deal: deal({ waiting: [2] }), bids: [['Y40'], ['*'], ['Y20a']], current: null };
    expect([0, 1, 2].map((each) => standing(each, seen))).toEqual(['acted', 'sits_out', 'acts']);
  });

  test('who is seen acting acts, although the table already waits for the next', () => {
    const current: AnyEvent = { type: 'exchanged', seat: 0, turn: 'keep', given: [], taken: [], waiting: [] };
    const seen = { table: table('turn', [2]), deal: deal({ waiting: [2] }), bids: [['Y40'], ['Y30a'], ['Y20a']], current };
    expect([0, 2].map((each) => standing(each, seen))).toEqual(['acts', 'waits']);
  });

  test('only people who are awaited can be pressed', () => {
    expect([0, 1, 2].map((each) => canPress(each, 0, table('bids', [0, 1, 2])))).toEqual([false, true, false]);
    expect(canPress(1, 0, table('bids', [0]))).toBe(false);
  });
});

describe('tracker', () => {
  const info = (code: string, kind: string, value: number): [string, CardInfo] => [code, { code, kind, value, serial: 1, is_coin: false }];
  const deck = new Map([info('Y20a', 'Y', 20), info('Y60', 'Y', 60), info('E30a', 'E', 30), info('E40', 'E', 40)]);

  test('sorts values by kind', () => {
    expect([...byKind(['Y60', 'E30a', 'Y20a'], deck)]).toEqual([['Y', [20, 60]], ['E', [30]]]);
    expect(kindsOf(['E40', 'Y60', 'E30a'], deck)).toEqual(['E', 'Y']);
  });

  test('nobody has seen what lies open nowhere and never did', () => {
    const deal = { known: [['Y20a'], []], lying: [[], ['Y60']], right: ['E30a'], left: [] } as unknown as SharedView;
    expect(unseen(['Y20a', 'Y60', 'E30a', 'E40'], deal)).toEqual(['E40']);
  });
});

test('lines of a round stay together', () => {
  const lines = [{ deal: 1, round: 1 }, { deal: 1, round: 1 }, { deal: 1, round: 2 }];
  expect(byRound(lines).map(({ key, lines }) => [key, lines.length])).toEqual([['1-1', 2], ['1-2', 1]]);
});

test('the caption of a reveal tells who sits out', () => {
  const order = [{ seat: 1, worth: 20, bluff: false, lowest: 'Y20a', ahead_by: null }];
  const current: AnyEvent = { type: 'revealed', round: 1, bids: [['*'], ['Y20a']], order };
  const store = { current, order, seat: 1, deck: new Map(), nameOf: (each: number) => ['Ann', 'Bo'][each]! } as unknown as TableStore;
  expect(caption(store)).toEqual(['All bids are turned up.', expect.stringContaining('Ann')]);
});
