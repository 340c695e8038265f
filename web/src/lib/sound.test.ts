import { expect, test } from 'vitest';
import { SCORES, raisedBy } from './sound';

/** The end of a match may last longer than anything that happens in it. */
const MOST = { win: 2, loss: 1.5 };

test('every sound is short, quiet and its own', () => {
  const scores = Object.values(SCORES);
  for (const [cue, notes] of Object.entries(SCORES)) {
    expect(Math.max(...notes.map(({ at, lasts }) => at + lasts))).toBeLessThanOrEqual(MOST[cue as keyof typeof MOST] ?? 1);
    expect(Math.max(...notes.map(({ loud }) => loud))).toBeLessThanOrEqual(0.7);
  }
  expect(new Set(scores.map((notes) => JSON.stringify(notes))).size).toBe(scores.length);
});

test('a count rises with every step, an octave in five', () => {
  const steps = Array.from({ length: 11 }, (_, step) => raisedBy(step));
  expect(steps).toEqual([...steps].sort((one, other) => one - other));
  expect([steps[0], steps[5], steps[10]]).toEqual([1, 2, 4]);
});
