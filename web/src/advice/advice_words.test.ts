import { describe, expect, it } from 'vitest';
import '../lib/words_for_tests';
import type { Option } from '../messages';
import { aheadBy, choiceWords, inHundred, isMixed, margin, percent, points, reasonWords, sitsOut } from './advice_words';

const nameOf = (seat: number): string => ['Ann', 'Bo'][seat]!;
const bid = (...cards: string[]): Option => ({ bid: cards, turn: null, points: 0, wins_deal: 0, wins_match: 0, share: 0, reasons: [] });

describe('chances in words', () => {
  it('are whole percents', () => {
    expect(percent(0.447)).toBe('45%');
    expect(inHundred(0.126)).toBe(13);
  });

  it('never claim to be exact', () => {
    expect(margin(0.02)).toBe(2);
    expect(margin(0)).toBe(1);
  });
});

describe('what is told of a choice', () => {
  const options = [0.41, 0.36].map((wins_match) => ({ ...bid('*'), wins_match }));

  it('is how far it is ahead of the next', () => {
    expect(aheadBy(options)).toBe(5);
    expect(aheadBy(options.slice(0, 1))).toBe(0);
  });

  it('is whether the champion makes it only now and then', () => {
    expect([0, 0.5, 0.97, 1].map((share) => isMixed({ ...bid('*'), share }))).toEqual([false, true, false, false]);
  });

  it('has a sign where it is a gain or a loss', () => {
    expect([0.126, -0.2, 0].map((share) => points(share, 'exceptZero'))).toEqual(['+13 percentage points', '-20 percentage points', '0 percentage points']);
  });

  it('is one point, or several', () => {
    expect([points(0.01), points(-0.012), points(0.02)]).toEqual(['1 percentage point', '-1 percentage point', '2 percentage points']);
  });
});

describe('reasons in words', () => {
  it('name currencies and players as people do, and begin like a sentence', () => {
    const [spoils] = reasonWords([{ code: 'spoils', arguments: { currency: 'Y', seat: 1 } }], nameOf);
    expect(spoils).toContain('yen');
    expect(spoils).toContain('Bo');
    expect(spoils).toMatch(/^[A-Z].*\.$/);
  });

  it('leave out what the page does not know', () => {
    expect(reasonWords([{ code: 'brand_new', arguments: {} }, { code: 'close', arguments: {} }], nameOf)).toHaveLength(1);
  });
});

describe('choices in words', () => {
  it('are cards or turns', () => {
    expect(choiceWords(bid('*'), new Map(), nameOf)).toBe('bluff');
    expect(choiceWords({ ...bid(), bid: null, turn: 1 }, new Map(), nameOf)).toContain('Bo');
  });

  it('tell sitting out from a bid with the bluff card', () => {
    expect([sitsOut(bid('*')), sitsOut(bid('*', 'Y20a')), sitsOut(bid('Y20a'))]).toEqual([true, false, false]);
  });
});
