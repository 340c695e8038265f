import { describe, expect, it } from 'vitest';
import type { AnyEvent, SharedView } from '../messages';
import { minutes, read, ticksBetween, warningBetween } from '../lib/clock.svelte';
import { neighbour } from './arrows';
import { meaning } from './key_meaning';
import { type Seen, inFixedOrder, keyOf, phaseOf, piles } from './phase';

function seen(what: string, seats: number[], more: { bid?: string[]; waiting?: number[]; current?: AnyEvent | null; seat?: number | null; isBots?: boolean } = {}): Seen {
  return {
    seat: more.seat === undefined ? 0 : more.seat,
    table: { status: 'playing', awaiting: { what, seats }, seats: [{ played_by_bot: more.isBots ?? false }] },
    deal: { waiting: more.waiting ?? [] },
    own: { bid: more.bid ?? null },
    hand: {},
    current: more.current ?? null,
  } as unknown as Seen;
}

describe('what my side is there for', () => {
  it.each([
    ['bid', seen('bids', [0, 1])],
    ['laid', seen('bids', [1], { bid: ['Y20a'] })],
    ['turn', seen('turn', [0], { waiting: [0, 1] })],
    ['wait', seen('turn', [1], { waiting: [1, 0] })],
    ['done', seen('turn', [1], { waiting: [1] })],
    ['none', seen('ready', [0])],
    ['none', seen('bids', [0], { seat: null })],
    ['watch', seen('turn', [0], { isBots: true })],
    ['watch', seen('bids', [0], { current: { type: 'seat' } as unknown as AnyEvent })],
  ])('%s', (phase, view) => expect(phaseOf(view)).toBe(phase));
});

describe('an exchange', () => {
  const deal = { right: ['Y60'], left: ['E20a'], lying: [['Y20a'], ['E60'], []] } as unknown as SharedView;

  it('brings a pile and costs my bid, but keeping costs nothing', () => {
    expect(piles('right', deal, 0)).toEqual({ come: ['Y60'], go: ['Y20a'] });
    expect(piles(1, deal, 0)).toEqual({ come: ['E60'], go: ['Y20a'] });
    expect(piles('keep', deal, 0)).toEqual({ come: ['Y20a'], go: [] });
  });

  it('has its place and its key', () => {
    expect(inFixedOrder(['keep', 3, 'left', 1, 'right'])).toEqual(['left', 'right', 1, 3, 'keep']);
    expect(['right', 'left', 'keep', 2].map((turn) => keyOf(turn as never))).toEqual(['r', 'l', 'k', '3']);
  });
});

describe('a key', () => {
  const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...more });

  it('lays the bid or picks the bluff card while cards are picked', () => {
    expect(meaning(press('Enter', { ctrlKey: true }), true, [])).toEqual({ what: 'lay' });
    expect(meaning(press('B'), true, [])).toEqual({ what: 'bluff' });
    expect(meaning(press('Enter'), true, [])).toBeNull();
    expect(meaning(press('r'), true, ['right'])).toBeNull();
  });

  it('takes a turn that is open, and no other', () => {
    expect(meaning(press('R'), false, ['right', 2])).toEqual({ what: 'turn', turn: 'right' });
    expect(meaning(press('3'), false, ['right', 2])).toEqual({ what: 'turn', turn: 2 });
    expect(meaning(press('2'), false, ['right', 2])).toBeNull();
  });

  it('means nothing with Ctrl, or held down', () => {
    expect(meaning(press('r', { ctrlKey: true }), false, ['right'])).toBeNull();
    expect(meaning(press('r', { repeat: true }), false, ['right'])).toBeNull();
  });
});

describe('my clock', () => {
  it('shows the decision first, then the reserve', () => {
    expect(read({ until: 100, left: 0, reserve: 20 }, 50)).toMatchObject({ left: 50, shown: 30, reserve: 20, isReserve: false });
    expect(read({ until: 100, left: 0, reserve: 20 }, 85)).toMatchObject({ left: 15, shown: 15, reserve: 0, isReserve: true });
    expect(read({ until: 100, left: 0, reserve: 0 }, 130)).toMatchObject({ left: 0, isReserve: false });
  });

  it('stands while nobody waits', () => {
    expect(read({ until: null, left: 42, reserve: 0 }, 1e9)).toMatchObject({ left: 42, isStanding: true });
  });

  it('warns once at each mark', () => {
    expect([[31, 30.5], [30.2, 30], [30, 29], [10.1, 9.9]].map(([before, after]) => warningBetween(before!, after!))).toEqual([null, 30, null, 10]);
  });

  it('is heard once a second in the last ten, and no more once it is over', () => {
    expect([[11.2, 10.6], [10.1, 9.9], [9.9, 9.6], [9.1, 8.9], [0.2, 0]].map(([before, after]) => ticksBetween(before!, after!))).toEqual([false, true, false, true, false]);
  });

  it('counts what has begun', () => {
    expect([65, 59.2, 0.2, 0].map(minutes)).toEqual(['1:05', '1:00', '0:01', '0:00']);
  });
});

describe('arrow keys', () => {
  const box = (name: string, left: number, top: number) => ({ name, getBoundingClientRect: () => ({ left, top, width: 50, height: 75 }) });
  const all = [box('a', 0, 0), box('b', 60, 0), box('c', 0, 100), box('d', 60, 110), box('e', 70, 200)];
  const go = (from: number, key: string) => neighbour(all, all[from]!, key)?.name;

  it('go along the cards and around', () => {
    expect([go(0, 'ArrowRight'), go(0, 'ArrowLeft'), go(4, 'ArrowRight'), go(2, 'Home'), go(2, 'End')]).toEqual(['b', 'e', 'a', 'a', 'e']);
  });

  it('go to the nearest in the next line', () => {
    expect([go(1, 'ArrowDown'), go(0, 'ArrowDown'), go(4, 'ArrowUp'), go(0, 'ArrowUp')]).toEqual(['d', 'c', 'd', undefined]);
  });
});
