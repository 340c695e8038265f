import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyEvent, Dealt, Refilled, Welcome } from '../messages';
import { Witness, witnessed } from './shuffle_witness';

const NOW = 1_000_000;
const COMMITTED: AnyEvent = { type: 'committed', deal: 1, commitment: 'aa', until: NOW + 3 };
const DEALT: Dealt = { type: 'dealt', deal: 1, cards: null, hands: [null, null], right: ['Y40'], left: ['E40'], deck_size: 9 };
const FIRST: Refilled = { type: 'refilled', first: 'right', right: ['P40'], left: ['R40'], deck_size: 7 };
const SECOND: Refilled = { type: 'refilled', first: 'right', right: ['Y50'], left: [], deck_size: 6 };

let kept = new Map<string, string>();
let witness: Witness;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, text: string) => kept.set(name, text) });
  vi.useFakeTimers({ now: NOW * 1000 });
  witness = new Witness('t');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function see(...events: AnyEvent[]): void {
  witness.see({ type: 'update', n: 1, events, hand: { hand: ['Y20a', 'Y20b'] } }, 1, 0);
}

function arrive(what: string, history: AnyEvent[], until = 0): void {
  const shuffle = { deal: 1, commitment: 'bb', until };
  witness.arrive({ view: { table: { shuffle, awaiting: { what, seats: [] } }, history } } as unknown as Welcome, 0);
}

describe('a witness', () => {
  it('takes down the commitment, the own hand and the refills', () => {
    see(COMMITTED);
    see(DEALT);
    see(FIRST);
    witness.salted(1);
    const drawn = [{ ...DEALT, hands: [null, ['Y20a', 'Y20b']] }, FIRST];
    expect(witnessed('t', 1)).toEqual({ commitment: 'aa', before: true, salted: true, drawn });
  });

  it('stays with what was seen first', () => {
    see(COMMITTED);
    see({ ...COMMITTED, commitment: 'bb' } as AnyEvent);
    arrive('bids', []);
    expect(witnessed('t', 1)?.commitment).toBe('aa');
  });

  it('knows a commitment that comes late', () => {
    arrive('bids', [DEALT]);
    expect(witnessed('t', 1)).toMatchObject({ commitment: 'bb', before: false, drawn: [DEALT] });
  });

  it('believes nothing that is told when the deal is over', () => {
    arrive('ready', [DEALT, FIRST]);
    expect(witnessed('t', 1)).toBeNull();
  });

  it('keeps its hand, and counts nothing twice, when it comes back', () => {
    see(COMMITTED, DEALT, FIRST);
    arrive('turn', [DEALT, FIRST, SECOND]);
    expect(witnessed('t', 1)?.drawn).toEqual([{ ...DEALT, hands: [null, ['Y20a', 'Y20b']] }, FIRST, SECOND]);
  });

  it('places nothing after a gap', () => {
    see(COMMITTED, DEALT, SECOND);
    expect(witnessed('t', 1)?.drawn).toHaveLength(1);
  });

  it('does not mix up tables and deals', () => {
    see(COMMITTED, DEALT);
    expect(witnessed('t', 2)).toBeNull();
    expect(witnessed('u', 1)).toBeNull();
  });
});
