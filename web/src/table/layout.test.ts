import { describe, expect, test } from 'vitest';
import stage from './Stage.svelte?raw';
import { CORNER, type Room, STRIP, fan, formOf, layBid, layHand, sizesOf, split } from './layout';

/** Windows, without the line at the top. */
const WINDOWS = [[1440, 852], [1024, 720], [390, 800], [390, 624], [360, 600], [360, 520], [844, 350], [768, 976], [1600, 852]] as const;
const rooms = (hasHand: boolean): Room[] =>
  WINDOWS.flatMap(([width, height]) => [2, 3, 4, 5, ...(hasHand ? [] : [6])].map((across) => ({ width, height, across, hasHand })));

/** Hands as groups of so many cards, the bluff card last: few, many, very many, and all of one kind. */
const HANDS = [[2, 2, 1, 1, 1], [3, 2, 2, 2, 2, 1, 1], [4, 4, 3, 1, 2, 2, 3, 5, 1], [5, 5, 5, 4, 4, 4, 4, 3, 1], [9, 9, 9, 1], [12, 1], [6, 6, 5, 5, 5, 4, 3, 1], [3, 6, 6, 5, 6, 6, 4, 3, 1], [4, 3, 4, 5, 7, 5, 6, 3, 2, 1]];

describe('the table fits', () => {
  test.each(rooms(true))('$width × $height, $across across', (room) => {
    const sizes = sizesOf(room);
    expect(sizes.row).toBeGreaterThanOrEqual(40);
    expect(sizes.row * 1.5).toBeLessThanOrEqual(sizes.rowHeight + 1);
    expect(sizes.bid.height).toBeGreaterThanOrEqual(48);
    expect(sizes.hand.height).toBeGreaterThan(100);
  });

  test.each(rooms(false))('$width × $height, $across across, for somebody who watches', (room) => {
    const sizes = sizesOf(room);
    expect(sizes.row * 1.5).toBeLessThanOrEqual(sizes.rowHeight + 1);
    expect(sizes.row).toBeGreaterThanOrEqual(40);
  });

  test('every measure that styles need is given by the layout alone', () => {
    const given = [...sizesOf(rooms(true)[0]!).css.matchAll(/--([\w-]+):/g)].map(([, name]) => name!);
    expect(given).toContain('plate');
    expect(given.filter((name) => stage.includes(`--${name}:`))).toEqual([]);
  });

  test('a phone on its side has a rail', () => {
    expect([formOf(844, 350), formOf(390, 624), formOf(1024, 720)]).toEqual(['rail', 'phone', 'wide']);
  });
});

describe('a hand', () => {
  const cases = rooms(true).flatMap((room) => HANDS.map((hand) => ({ room, hand, name: `${hand.join('+')} at ${room.width} × ${room.height}, ${room.across} across` })));

  test.each(cases)('$name shows a strip of every card', ({ room, hand }) => {
    const { width, height, label } = sizesOf(room).hand;
    const laid = layHand(hand, { width, height, label, gap: 6, most: 132 });
    const { card, pitch, top, closer, lines } = laid;
    expect(pitch).toBeGreaterThanOrEqual(STRIP);
    expect(card).toBeGreaterThanOrEqual(30);
    if (lines.length > 1) expect(top - 2).toBeGreaterThanOrEqual(STRIP);
    for (const line of lines) {
      const count = line.reduce((sum, { from, to }) => sum + to - from, 0);
      expect((count - 1) * pitch + card + (line.length - 1) * laid.gap).toBeLessThanOrEqual(width + 0.5);
    }
    expect(lines.length * (label - closer) + (lines.length - 1) * top + card * 1.5).toBeLessThanOrEqual(height);
    const cards = lines.flat().flatMap(({ group, from, to }) => Array.from({ length: to - from }, (_, at) => `${group}/${from + at}`));
    expect(cards).toEqual(hand.flatMap((count, group) => Array.from({ length: count }, (_, at) => `${group}/${at}`)));
  });

  test('is split where its lines are most alike', () => {
    expect(split([4, 1, 1, 4], 2)).toEqual([[0, 1], [2, 3]]);
  });
});

describe('a bid', () => {
  const cases = [...rooms(true), ...rooms(false)].flatMap((room) => [1, 2, 3, 4, 5, 6].map((count) => ({ room, count, name: `of ${count} at ${room.width} × ${room.height}, ${room.across} across` })));

  test.each(cases)('$name shows the corner of every card in its box', ({ room, count }) => {
    const { bid } = sizesOf(room);
    const { card, width, height, pitch, columns } = layBid(count, bid);
    expect(Math.min(pitch, width)).toBeGreaterThanOrEqual(CORNER);
    expect(height).toBeGreaterThanOrEqual(Math.min(20, card));
    expect(pitch * (Math.min(count, columns) - 1) + width).toBeLessThanOrEqual(bid.width + 1);
    const lines = Math.ceil(count / columns);
    expect(lines * height + 2 * (lines - 1)).toBeLessThanOrEqual(bid.height + 1);
  });

  test('is as large as a row where there is room', () => {
    const { bid, row } = sizesOf({ width: 1440, height: 852, across: 3, hasHand: true });
    expect(Math.abs(layBid(4, bid).card - row)).toBeLessThanOrEqual(2);
  });
});

describe('a row', () => {
  test('of four lies on one line, of nine on a phone on two', () => {
    expect(fan(4, 150, 110, 118).lines).toBe(1);
    const nine = fan(9, 150, 110, 118);
    expect(nine.lines).toBe(2);
    expect(nine.pitch).toBeGreaterThan(16);
  });
});
