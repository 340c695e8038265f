import { describe, expect, it } from 'vitest';
import '../lib/words_for_tests';
import { RefusedError } from '../lib/api';
import type { Hint } from '../messages';
import { Asking } from './hint_request.svelte';

const HINT: Hint = { options: [], is_match: false };

describe('asking for a hint', () => {
  it('shows the answer', async () => {
    const asking = new Asking();
    const answer = asking.ask(() => Promise.resolve(HINT));
    expect([asking.isOpen, asking.hint]).toEqual([true, null]);
    expect(await answer).toBe(HINT);
    expect(asking.hint).toBe(HINT);
  });

  it('shows nothing once it was closed', async () => {
    const asking = new Asking();
    const answer = asking.ask(() => Promise.resolve(HINT));
    asking.close();
    expect(await answer).toBeNull();
    expect([asking.isOpen, asking.hint, asking.failure]).toEqual([false, null, null]);
  });

  it('says why there is none', async () => {
    const asking = new Asking();
    expect(await asking.ask(() => Promise.reject(new RefusedError('no_hints')))).toBeNull();
    expect(asking.failure).toBe('There are no hints at this table.');
  });
});
