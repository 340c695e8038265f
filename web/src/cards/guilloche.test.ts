import { describe, expect, it } from 'vitest';
import { closedCurve, coprime, lobed, noteRosette, rosette, terse, type Point } from './guilloche';

/** Where the pen is after every curve of a path of `M` and relative `q`. */
function stops(path: string): Point[] {
  const [start, ...curves] = path.replace('Z', '').slice(1).split('q').map((part) => part.match(/-?(?:\d+\.?\d*|\.\d+)/g)!.map(Number));
  let [x, y] = [start![0]!, start![1]!];
  return [[x, y], ...curves.map((each): Point => [(x += each[2]!), (y += each[3]!)])];
}

const radius = ([x, y]: Point): number => Math.hypot(x, y);

describe('terse', () => {
  it('leaves out what SVG does not need', () => {
    expect(terse([15, -20, 4, -3, 0, 100])).toBe('1.5-2 .4-.3 0 10');
  });
});

describe('curves', () => {
  it('end where they began, however many steps were rounded', () => {
    const path = rosette({ inner: 20, outer: 32, waves: 45, turns: 4 });
    const all = stops(path);
    expect(path.endsWith('Z')).toBe(true);
    expect(all.length).toBe(45 * 5 + 1);
    expect(all.at(-1)![0]).toBeCloseTo(all[0]![0], 5);
    expect(all.at(-1)![1]).toBeCloseTo(all[0]![1], 5);
  });

  it('swing between their two radii', () => {
    const reached = stops(rosette({ inner: 20, outer: 32, waves: 21, turns: 2 })).map(radius);
    expect(Math.min(...reached)).toBeGreaterThan(19);
    expect(Math.min(...reached)).toBeLessThan(22);
    expect(Math.max(...reached)).toBeGreaterThan(30);
    expect(Math.max(...reached)).toBeLessThan(33);
  });

  it('pass half-way between their points', () => {
    expect(closedCurve([[0, 0], [10, 0], [10, 10], [0, 10]])).toBe('M0 5q0-5 5-5q5 0 5 5q0 5-5 5q-5 0-5-5Z');
  });

  it('without lobes are circles', () => {
    for (const point of stops(lobed(30, 0, 0))) expect(radius(point)).toBeCloseTo(30, 0);
  });

  it('have as many lobes as asked for', () => {
    const reached = stops(lobed(40, 6, 0.2)).slice(1).map(radius);
    const tops = reached.filter((here, place) => here >= reached.at(place - 1)! && here > reached[(place + 1) % reached.length]!);
    expect(tops.length).toBe(6);
  });
});

describe('the rosette of a note', () => {
  it('is its own for every currency and value, short, and the same every time', () => {
    const kinds = ['Y', 'E', 'P', 'R', 'SK', 'SF', 'USD', 'ZL', 'RB', 'GBP', 'DM', 'FF', 'KCS'];
    for (const kind of kinds) {
      const all = [20, 30, 40, 50, 60].map((value) => noteRosette(kind, value, 20, 32));
      expect(new Set(all).size).toBe(5);
      expect(Math.max(...all.map((each) => each.length))).toBeLessThan(4000);
      expect(noteRosette(kind, 20, 20, 32)).toBe(all[0]);
    }
  });

  it('closes only after all its turns', () => {
    expect(coprime(21, 3)).toBe(22);
    expect(coprime(25, 4)).toBe(25);
    expect(coprime(26, 4)).toBe(27);
  });
});
