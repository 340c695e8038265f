import { describe, expect, it } from 'vitest';
import en from '../lib/texts/en';
import { CHARACTERS } from './characters';
import { GROUNDS, lookOf } from './look';

const BOTS = Object.keys(en.bots.each);
const NAMES = Array.from({ length: 400 }, (_, number) => `Ann ${number}`);
/** How many numbers each command of a path takes. */
const TAKES: Record<string, number> = { m: 2, l: 2, h: 1, v: 1, q: 4, t: 2, s: 4, c: 6, a: 7, z: 0 };

function isPath(d: string): boolean {
  const parts = d.match(/[a-z][^a-z]*/gi) ?? [];
  return parts.join('') === d && parts.every((part) => {
    const takes = TAKES[part[0]!.toLowerCase()];
    const numbers = part.slice(1).match(/-?(\d+\.?\d*|\.\d+)/g) ?? [];
    return takes === 0 ? !numbers.length : takes !== undefined && numbers.length > 0 && numbers.length % takes === 0;
  });
}

describe('faces', () => {
  it('are the same for the same name, and differ between names', () => {
    expect(lookOf('Ann')).toEqual(lookOf(' Ann '));
    expect(new Set(NAMES.map((name) => JSON.stringify(lookOf(name)))).size).toBeGreaterThan(380);
  });

  it('use every ground about as often', () => {
    const counts = GROUNDS.map((ground) => NAMES.filter((name) => lookOf(name).ground === ground).length);
    expect(Math.min(...counts)).toBeGreaterThan(10);
  });

  it('of all our bots are their own', () => {
    expect(Object.keys(CHARACTERS).sort()).toEqual([...BOTS].sort());
    expect(new Set(BOTS.map((bot) => JSON.stringify(lookOf(bot, bot).shapes))).size).toBe(BOTS.length);
    for (const bot of BOTS) expect(GROUNDS).toContain(lookOf(bot, bot).ground);
  });

  it('tell several bots of one kind by their ground', () => {
    const looks = ['Merchant', 'Merchant 2', 'Merchant 3', 'Merchant 4', 'Merchant 5'].map((name) => lookOf(name, 'level3'));
    expect(new Set(looks.map((look) => look.ground)).size).toBe(5);
    expect(looks[1]!.shapes).toEqual(looks[0]!.shapes);
  });

  it('of bots nobody knows are robots, not people', () => {
    expect(lookOf('Zed', 'zed').shapes).not.toEqual(lookOf('Zed').shapes);
  });

  it('are made of paths a browser can draw', () => {
    const looks = [...BOTS.map((bot) => lookOf(bot, bot)), ...NAMES.map((name) => lookOf(name)), ...NAMES.map((name) => lookOf(name, 'own'))];
    for (const { shapes } of looks) for (const { d } of shapes) expect(isPath(d), d).toBe(true);
  });
});
