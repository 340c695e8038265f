import { describe, expect, it } from 'vitest';
import type { GameRecord } from '../replay/record';
import { dealOf, packed, recordOf, unpacked } from './deal';

const over = { removed: ['Y'], cards: ['USD20a', 'R30b'], rounds: [{ turns: [] }], scores: [1, 2, 3], shuffle: { seed: 'ab' } };
const running = { removed: ['Y'], cards: ['USD20a'], rounds: [] };
const RECORD = { edition: 'nl', rules: { deals: 2 }, players: ['Ann', 'Bo', 'Żaneta'], deals: [over, running] } as unknown as GameRecord;

describe('a deal for a friend', () => {
  it('comes out of its link as it went in, without the shuffle', async () => {
    const deal = dealOf(RECORD, 1, 2)!;
    expect(await unpacked(await packed(deal))).toEqual(deal);
    expect(JSON.stringify(deal)).not.toContain('shuffle');
    expect(recordOf(deal).rules).toEqual({ deals: 1 });
  });

  it('is never one that is not over', () => {
    expect(dealOf(RECORD, 2, 0)).toBeNull();
    expect(dealOf(RECORD, 3, 0)).toBeNull();
  });

  it('is nothing where the link was cut', async () => {
    const text = await packed(dealOf(RECORD, 1, 0)!);
    expect(await unpacked(text.slice(0, -9))).toBeNull();
    expect(await unpacked('')).toBeNull();
  });
});
