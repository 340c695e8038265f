import { describe, expect, it } from 'vitest';
import { lookOf, metalOf } from './inks';

const EDITIONS = { 'of 1999': ['Y', 'E', 'P', 'R', 'SK', 'SF', 'USD'], Polish: ['ZL', 'RB', 'USD', 'GBP', 'DM', 'FF', 'KCS'] };
const ALL = Object.values(EDITIONS).flat();

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((from) => {
    const share = parseInt(colour.slice(from, from + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** From 0, black, to 100, white, in steps that look equal. */
const lightness = (colour: string): number => 116 * Math.cbrt(luminance(colour)) - 16;

describe('the inks', () => {
  it.each(ALL)('of %s can be read on paper and on the medallion', (kind) => {
    const { ink, paper, second, main, on } = lookOf(kind);
    expect(contrast(ink, paper)).toBeGreaterThan(7);
    expect(contrast(ink, second)).toBeGreaterThan(4.5);
    expect(contrast(on, main)).toBeGreaterThan(4);
  });

  it.each(['KR', 'AG', 'AU'])('of the coins %s can be read', (kind) => {
    const { ink, paper, main } = metalOf(kind);
    expect(contrast(ink, paper)).toBeGreaterThan(7);
    expect(contrast(ink, main)).toBeGreaterThan(4.5);
  });

  it.each(Object.entries(EDITIONS))('of the edition %s differ in grey, and in everything else', (_, kinds) => {
    const greys = kinds.map((kind) => lightness(lookOf(kind).main)).sort((a, b) => a - b);
    const steps = greys.slice(1).map((grey, place) => grey - greys[place]!);
    expect(Math.min(...steps)).toBeGreaterThan(7);
    for (const trait of ['main', 'texture', 'lobes', 'sign'] as const) expect(new Set(kinds.map((kind) => lookOf(kind)[trait])).size).toBe(kinds.length);
  });

  it('of an unknown kind are some inks', () => {
    expect(lookOf('XX')).toBe(lookOf('P'));
  });
});
