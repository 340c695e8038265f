import { describe, expect, it } from 'vitest';
import { codePath, numberPath, widthOf } from './glyphs';

describe('numbers', () => {
  it('set one digit beside the other', () => {
    expect(numberPath('11')).toBe('M1 6L7 0V30M21.6 6L27.6 0V30');
  });

  it('are as wide as their digits', () => {
    expect(widthOf('0')).toBe(12);
    expect(widthOf('20')).toBeCloseTo(32.6);
  });
});

describe('codes', () => {
  it.each(['Y', 'E', 'P', 'R', 'SK', 'SF', 'USD', 'ZL', 'RB', 'GBP', 'DM', 'FF', 'KCS', 'KR', 'AG', 'AU'])('have a drawing for every letter of %s', (code) => {
    const alone = [...code].map((letter) => codePath(letter));
    expect(alone.every((path) => path.startsWith('M'))).toBe(true);
    expect(codePath(code).startsWith(alone[0]!)).toBe(true);
  });
});
