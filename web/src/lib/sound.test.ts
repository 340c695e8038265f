import { expect, test } from 'vitest';
import { SCORES } from './sound';

test('every sound is short, quiet and its own', () => {
  const scores = Object.values(SCORES);
  for (const notes of scores) {
    expect(Math.max(...notes.map(({ at, lasts }) => at + lasts))).toBeLessThan(1.3);
    expect(Math.max(...notes.map(({ loud }) => loud))).toBeLessThanOrEqual(0.7);
  }
  expect(new Set(scores.map((notes) => JSON.stringify(notes))).size).toBe(scores.length);
});
