import { describe, expect, it } from 'vitest';
import { sizesOf } from '../table/layout';
import { byProminence } from './prominence';

const { piles } = sizesOf({ width: 390, height: 800, across: 3, hasHand: true });
const TURNS = ['left', 'right', 1, 2, 'keep'] as const;
const ordered = (chosen: (typeof TURNS)[number] | null, hinted: (typeof TURNS)[number] | null) => byProminence(TURNS, { chosen, hinted }, piles);

describe('how prominent choices are', () => {
  it('follows from what they are: rows are the largest, to keep is the smallest', () => {
    expect(ordered(null, null)).toEqual([['left', 'right'], [1, 2], ['keep']]);
  });

  it('is changed by a hint for the hinted choice alone', () => {
    expect(ordered(null, 2)).toEqual([[2], ['left', 'right'], [1], ['keep']]);
    expect(ordered(null, 'keep')).toEqual([['keep'], ['left', 'right'], [1, 2]]);
  });

  it('puts what I chose first', () => {
    expect(ordered(1, 'left')).toEqual([[1], ['left'], ['right'], [2], ['keep']]);
  });
});
