import { describe, expect, it } from 'vitest';
import type { BotInfo } from '../requests';
import { companyOf } from './opponents';

const bot = (id: string, kind: BotInfo['kind']): BotInfo => ({ id, kind });
const yardsticks = ['random', 'greedy', 'penny'].map((id) => bot(id, 'yardstick'));
const all = [
  ...['level1', 'level2', 'level3', 'level4', 'level5'].map((id) => bot(id, 'level')),
  ...['pincher', 'hoarder', 'trios'].map((id) => bot(id, 'personality')),
  bot('champion', 'strong'),
  ...yardsticks,
  bot('Mine', 'own'),
];

describe('the company at a table that begins at once', () => {
  it('is as hard as wished', () => {
    expect(companyOf('easy', all)).toEqual(['level1', 'level2', 'level1']);
    expect(companyOf('medium', all)).toEqual(['level2', 'level3', 'level4']);
    expect(companyOf('hard', all)).toEqual(['level4', 'level5', 'champion']);
  });

  it('mixed is the middle of the ladder and two different characters', () => {
    for (const chance of [0, 0.3, 0.6, 0.999]) {
      const [middle, one, other] = companyOf('mixed', all, () => chance);
      expect(middle).toBe('level3');
      expect(one).not.toBe(other);
      expect(['pincher', 'hoarder', 'trios']).toEqual(expect.arrayContaining([one, other]));
    }
    expect(companyOf('mixed', all, () => 0)).not.toEqual(companyOf('mixed', all, () => 0.999));
  });

  it('has three simple ones, all different, where nobody else is', () => {
    expect(companyOf('mixed', yardsticks, () => 0)).toEqual(['random', 'greedy', 'penny']);
    expect(new Set(companyOf('hard', yardsticks)).size).toBe(3);
  });
});
