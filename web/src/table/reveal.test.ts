import { describe, expect, it } from 'vitest';
import { isPlaceTold, stepsOf } from './reveal';

describe('a reveal', () => {
  const steps = stepsOf([2, 3, 1], [1, 2], 0);

  it('turns every card but mine, each seat its next in every wave', () => {
    expect(steps.map(({ turned }) => turned.join('')).filter((each, at, all) => each !== all[at - 1])).toEqual(['200', '210', '211', '221', '231']);
  });

  it('tells no place before the last card lies, and mine last', () => {
    for (const step of steps) {
      const isOpen = step.turned.join('') === '231' && step.stage !== 'turning';
      expect(isPlaceTold(step, 1, 0)).toBe(isOpen);
      expect(isPlaceTold(step, 0, 0)).toBe(isOpen && step.stage !== 'places');
    }
    expect(steps.slice(-3).map(({ stage }) => stage)).toEqual(['places', 'mine', 'told']);
  });

  it('says the same whoever is first: its times follow from the numbers of cards alone', () => {
    expect(stepsOf([2, 2, 2], [1, 2], 0).map(({ after }) => Math.round(after))).toEqual(stepsOf([1, 2, 2], [1, 2], 0).map(({ after }) => Math.round(after)));
  });

  it('of long bids is not longer than a few seconds', () => {
    const long = stepsOf([6, 20, 20, 20, 20, 20], [1, 2, 3, 4, 5], 0);
    expect(long.reduce((sum, { after }) => sum + after, 0)).toBeLessThan(6000);
  });

  it('has no place of mine for somebody who watches', () => {
    expect(stepsOf([1, 1, 1], [0, 1, 2], null).at(-2)!.stage).toBe('places');
  });
});
