import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BidPreviewed } from '../messages';
import { Draft, PAUSE } from './draft.svelte';
import { RefusedError } from '../lib/api';

/** A server that answers when it is told to. */
function slowServer() {
  const asked: { cards: string[]; answer(): void; refuse(code: string): void }[] = [];
  const ask = (cards: string[]) =>
    new Promise<BidPreviewed>((resolve, reject) => {
      const answer = () => resolve({ type: 'bid_previewed', id: '', worth: cards.length, size: cards.length, lowest: null, tie_rank: null, after: [] });
      asked.push({ cards, answer, refuse: (code) => reject(new RefusedError(code)) });
    });
  return { asked, ask };
}

describe('the draft of a bid', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks once for what was picked quickly', async () => {
    const { asked, ask } = slowServer();
    const draft = new Draft(ask);
    draft.set(draft.toggled('Y20a'));
    draft.set(draft.toggled('Y20b'));
    draft.set(draft.toggled('Y20a'));
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(asked.map((each) => each.cards)).toEqual([['Y20b']]);
  });

  it('ignores an answer to an older question', async () => {
    const { asked, ask } = slowServer();
    const draft = new Draft(ask);
    draft.set(['Y20a', 'Y20b']);
    await vi.advanceTimersByTimeAsync(PAUSE);
    draft.set(['Y20a']);
    await vi.advanceTimersByTimeAsync(PAUSE);
    asked[1]!.answer();
    await vi.advanceTimersByTimeAsync(0);
    asked[0]!.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(draft.preview?.worth).toBe(1);
  });

  it('finds no fault with a bid that was laid before the server was asked about it', async () => {
    const { asked, ask } = slowServer();
    const draft = new Draft(ask);
    draft.set(['Y20a']);
    await vi.advanceTimersByTimeAsync(PAUSE);
    asked[0]!.refuse('not_now');
    await vi.advanceTimersByTimeAsync(0);
    expect(draft.refusal).toBeNull();
  });

  it('forgets the answer when it is emptied, also one under way', async () => {
    const { asked, ask } = slowServer();
    const draft = new Draft(ask);
    draft.set(['Y20a']);
    await vi.advanceTimersByTimeAsync(PAUSE);
    draft.set([]);
    asked[0]!.answer();
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(draft.preview).toBeNull();
    expect(asked).toHaveLength(1);
  });

  it('tells why it cannot be laid, until it is changed', async () => {
    const { asked, ask } = slowServer();
    const draft = new Draft(ask);
    draft.set(['*']);
    await vi.advanceTimersByTimeAsync(PAUSE);
    asked[0]!.refuse('bid_bluff_alone');
    await vi.advanceTimersByTimeAsync(0);
    expect(draft.refusal).toMatch(/bluff card/);
    draft.set(draft.toggled('Y20a'));
    expect(draft.refusal).toBeNull();
  });
});
