import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameRecord } from '../replay/record';
import { Work } from './review_request.svelte';

const RECORD: GameRecord = { edition: 'nl', rules: {}, players: ['A', 'B', 'C'], deals: [], winners: [0] };
const answer = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const state = (done: number, review: unknown = null) => answer({ id: 'x', done, total: 9, worst: [], review });
const refused = (code: string, status: number) => answer({ code, arguments: {} }, status);

/** What the server answers, one after the other, and what it was asked. */
function serve(...answers: Response[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push(`${init.method} ${path}`);
    return Promise.resolve(answers.shift()!);
  });
  return asked;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a review that is worked out', () => {
  it('is begun, and asked about until it is there', async () => {
    const asked = serve(state(0), state(4), state(9, { seat: 1 }));
    const work = new Work(RECORD, 1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked).toEqual(['POST /api/review', 'GET /api/review/x', 'GET /api/review/x']);
    expect(work.state?.review).toEqual({ seat: 1 });
  });

  it('is begun again where the server has forgotten it', async () => {
    const asked = serve(state(0), refused('no_such_review', 404), state(9, { seat: 1 }));
    const work = new Work(RECORD, 1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked.at(-1)).toBe('POST /api/review');
    expect([work.state?.done, work.trouble]).toEqual([9, null]);
  });

  it('is refused until it is tried again', async () => {
    const asked = serve(refused('busy', 503), state(9, { seat: 1 }));
    const work = new Work(RECORD, 1);
    await vi.advanceTimersByTimeAsync(5000);
    expect([asked.length, work.trouble]).toMatchObject([1, { code: 'busy' }]);
    work.again();
    await vi.advanceTimersByTimeAsync(0);
    expect([work.state?.done, work.trouble]).toEqual([9, null]);
  });

  it('is left alone by who went away', async () => {
    const asked = serve(state(0), state(1));
    const work = new Work(RECORD, 1);
    await vi.advanceTimersByTimeAsync(0);
    work.close();
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked).toHaveLength(1);
  });
});
