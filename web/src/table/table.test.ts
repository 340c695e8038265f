import { describe, expect, test } from 'vitest';
import type { AnyEvent, SharedView, TableView } from '../messages';
import type { CardInfo } from '../requests';
import type { TableStore } from '../lib/table.svelte';
import { caption } from './caption';
import { byRound } from './rounds';
import { canPress, seatStatus } from './seat_status';
import { tieOf, tieWords } from './ties';
import { byKind, kindsOf, unseen } from './tracker';

const seat = (kind: 'person' | 'bot', played_by_bot = false) => ({ kind, name: '', bot: null, connected: true, played_by_bot });
const table = (what: string, seats: number[], nudged: number[] = []) =>
  ({ awaiting: { what, seats, nudged }, seats: [seat('person'), seat('person'), seat('bot')] }) as unknown as TableView;

describe('seatStatus', () => {
  const deal = (part: Partial<SharedView>) => ({ awaits: 'turn', waiting: [], has_bid: [false, false, false], ...part }) as SharedView;

  test('while people bid', () => {
    const seen = { table: table('bids', [0, 2]), deal: deal({ awaits: 'bids', has_bid: [false, true, false] }), bids: [], current: null, reveal: null };
    expect([0, 1, 2].map((each) => seatStatus(each, seen))).toEqual(['thinking', 'has_bid', 'thinking']);
  });

  test('while people act', () => {
    const seen = { table: table('turn', [2]), deal: deal({ waiting: [2] }), bids: [['Y40'], ['*'], ['Y20a']], current: null, reveal: null };
    expect([0, 1, 2].map((each) => seatStatus(each, seen))).toEqual(['acted', 'sits_out', 'acts']);
  });

  test('who is seen acting acts, although the table already waits for the next', () => {
    const current: AnyEvent = { type: 'exchanged', seat: 0, turn: 'keep', given: [], taken: [], waiting: [] };
    const seen = { table: table('turn', [2]), deal: deal({ waiting: [2] }), bids: [['Y40'], ['Y30a'], ['Y20a']], current, reveal: null };
    expect([0, 2].map((each) => seatStatus(each, seen))).toEqual(['acts', 'waits']);
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

describe('the caption', () => {
  const order = [{ seat: 1, worth: 20, bluff: false, lowest: 'Y20a', ahead_by: null }];
  const store = (current: AnyEvent | null, part: object = {}) =>
    ({ current, order, did: {}, reveal: null, deal: null, seat: 1, deck: new Map(), table: table('bids', [1]), nameOf: (each: number) => ['Ann', 'Bo'][each]!, ...part }) as unknown as TableStore;

  test('is one short sentence, whatever is shown', () => {
    const turn = (turn: 'left' | 'keep' | number, seat: number): AnyEvent => ({ type: 'exchanged', seat, turn, given: [], taken: [], waiting: [] });
    expect(caption(store({ type: 'revealed', round: 1, bids: [['*'], ['Y20a']], order }))).toBe('All bids are turned up.');
    expect([turn('left', 0), turn('keep', 1), turn(1, 0), turn(0, 1)].map((event) => caption(store(event)))).toEqual([
      'Ann takes the left row.', 'You keep your bid.', 'Ann takes your bid. You act next.', 'You take Ann’s bid.',
    ]);
  });

  test('tells no place while bids are turned up, then who goes first, then the tie', () => {
    const places = [{ seat: 1, worth: 20, bluff: false, lowest: 'Y20a', ahead_by: 'serial' }, { seat: 0, worth: 20, bluff: false, lowest: 'Y20b', ahead_by: null }];
    const told = (stage: string): string => {
      const event = { type: 'revealed', round: 1, bids: [['Y20b'], ['Y20a']], order: places } as AnyEvent;
      return caption(store(event, { reveal: { turned: [], stage }, order: stage === 'turning' ? [] : places }));
    };
    expect(['turning', 'places', 'mine', 'told'].map(told)).toEqual([
      'All bids are turned up.', 'The highest bid acts first.', 'You go first.', 'Ann bid 20 too. Your #0 is lower than #0, so you go before Ann.',
    ]);
  });

  test('says who took my bid, and what I hold now', () => {
    const deck = new Map([['Y20a', { code: 'Y20a', kind: 'Y', value: 20, serial: 1, is_coin: false }], ['Y50', { code: 'Y50', kind: 'Y', value: 50, serial: 50, is_coin: false }]]);
    const taken = { table: table('turn', [1]), did: { 0: 1 }, deck, deal: { lying: [[], ['Y20a', 'Y50']] } };
    expect(caption(store(null, taken))).toBe('Ann took your bid. You hold 70 and act now.');
    expect(caption(store(null, { ...taken, did: { 0: 'left' } }))).toBe('It is your turn.');
  });

  test('of a deal that begins says nothing of a round that is over', () => {
    const dealt: AnyEvent = { type: 'dealt', deal: 1, cards: null, hands: [null, ['Y20a']], right: [], left: [], deck_size: 9 };
    expect([caption(store(dealt)), caption(store(null))]).toEqual(['The cards are dealt.', 'Choose your bid.']);
  });

  test('tells me that I was nudged, and others only whom the table awaits', () => {
    const nudged = { table: table('bids', [0, 1], [1]) };
    expect(caption(store(null, nudged))).toBe('The others are waiting. A bot may decide soon.');
    expect(caption(store(null, { ...nudged, seat: 0 }))).toBe('Choose your bid.');
    const bots = { ...nudged.table, seats: [seat('person'), seat('person', true), seat('bot')] };
    expect(caption(store(null, { table: bots }))).toBe('A bot is playing for you.');
  });
});

describe('a tie', () => {
  const info = (code: string, serial: number): [string, CardInfo] => [code, { code, kind: 'Y', value: 20, serial, is_coin: false }];
  const deck = new Map([info('Y20a', 1), info('Y20b', 2), info('Y20c', 3)]);
  const place = (seat: number, lowest: string, ahead_by: 'serial' | 'bluff' | 'worth' | null) => ({ seat, worth: 20, bluff: false, lowest, ahead_by });

  test('is explained in four words at every seat it concerns', () => {
    const order = [place(0, 'Y20a', 'serial'), place(1, 'Y20b', 'worth'), place(2, 'Y20c', null)];
    expect(order.map((_, at) => tieOf(order, at, deck)?.long ?? null)).toEqual(['#1 before #2', '#2 after #1', null]);
  });

  test('six of them make six such words, not eight lines', () => {
    const order = Array.from({ length: 6 }, (_, seat) => place(seat, 'Y20a', seat < 5 ? 'serial' : null));
    expect(Math.max(...order.map((_, at) => tieOf(order, at, deck)!.long.length))).toBeLessThan(16);
  });

  test('is told in one sentence, mine before that of others', () => {
    const company = { nameOf: (each: number) => ['Ann', 'Bo', 'Cy', 'Di'][each]!, me: 1, deck };
    const mine = [place(0, 'Y20a', 'worth'), place(2, 'Y20a', 'serial'), place(1, 'Y20b', null)];
    expect(tieWords(mine, company)).toBe('Cy bid 20 too. #1 is lower than your #2, so Cy goes before you.');
    expect(tieWords([place(1, 'Y20a', 'serial'), place(2, 'Y20b', null)], company)).toBe('Cy bid 20 too. Your #1 is lower than #2, so you go before Cy.');
    expect(tieWords([place(0, 'Y20a', 'serial'), place(2, 'Y20b', null)], company)).toBe('Ann and Cy both bid 20. #1 is lower than #2, so Ann goes before Cy.');
    expect(tieWords([place(0, 'Y20a', 'worth'), place(2, 'Y20b', null)], company)).toBeNull();
  });

  test('by the bluff card says so', () => {
    const order = [place(0, 'Y20a', 'bluff'), place(1, 'Y20b', null)];
    expect(tieOf(order, 0, deck)?.long).toBe('bluff card decides');
  });
});
