import { describe, expect, it } from 'vitest';
import { perLine, STRIP } from './spread';

describe('cards side by side', () => {
  it('lie in one line as long as of each the strip is seen', () => {
    expect(perLine(10, 336, 74)).toBe(10);
    expect(perLine(11, 336, 74)).toBe(6);
    expect(perLine(22, 336, 74)).toBe(8);
  });

  it('never show less than the strip', () => {
    for (let cards = 2; cards < 40; cards++)
      for (const room of [80, 200, 336, 700]) {
        const line = perLine(cards, room, 74);
        if (line > 1) expect((room - 74) / (line - 1)).toBeGreaterThanOrEqual(74 * STRIP);
      }
  });

  it('lie under each other where there is room for one', () => {
    expect(perLine(3, 60, 74)).toBe(1);
  });

  it('are all in one line before anything is measured', () => {
    expect(perLine(4, 0, 0)).toBe(4);
    expect(perLine(0, 300, 74)).toBe(1);
  });
});
