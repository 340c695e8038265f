import { expect, test } from 'vitest';
import { type Note, SCORES, raisedBy } from './sound';

const ends = (notes: Note[]): number => Math.max(...notes.map(({ at, lasts }) => at + lasts));

test.each(Object.entries(SCORES))('%s is short and quiet', (cue, notes) => {
  // The end of a match may last longer than what happens in it.
  expect(ends(notes)).toBeLessThan(cue === 'win' || cue === 'loss' ? 1.3 : 1);
  expect(Math.max(...notes.map(({ loud }) => loud))).toBeLessThanOrEqual(0.7);
  // What sounds together is not loud together.
  for (const { at } of notes) {
    const together = notes.filter((other) => other.at <= at && at < other.at + other.lasts);
    expect(together.reduce((sum, { loud }) => sum + loud, 0)).toBeLessThanOrEqual(1.5);
  }
});

test('every sound is its own', () => {
  const scores = Object.values(SCORES);
  expect(new Set(scores.map((notes) => JSON.stringify(notes))).size).toBe(scores.length);
});

test('a count rises with every step, an octave in five', () => {
  const steps = Array.from({ length: 11 }, (_, step) => raisedBy(step));
  expect(steps).toEqual([...steps].sort((one, other) => one - other));
  expect([steps[0], steps[5], steps[10]]).toEqual([1, 2, 4]);
});
