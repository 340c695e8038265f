// The fine curves of engraved money, computed. Pure: the same numbers always give the same path.

export type Point = readonly [number, number];

const TURN = 2 * Math.PI;
/** "1.5-2": tenths, with as few characters as SVG allows. */
export function terse(tenths: readonly number[]): string {
  let text = '';
  for (const each of tenths) {
    const size = Math.abs(each);
    const whole = Math.trunc(size / 10);
    const rest = size % 10;
    text += each < 0 ? '-' : text ? ' ' : '';
    text += rest ? `${whole || ''}.${rest}` : whole;
  }
  return text;
}

const inTenths = (value: number): number => Math.round(value * 10);

/** Curves in relative coordinates. They start from what was written so far, so that rounding never adds up. */
class Pen {
  path: string;
  #x: number;
  #y: number;

  constructor([x, y]: Point) {
    this.#x = inTenths(x);
    this.#y = inTenths(y);
    this.path = `M${terse([this.#x, this.#y])}`;
  }

  bend(by: Point, to: Point): void {
    const [x, y] = [inTenths(to[0]), inTenths(to[1])];
    this.path += `q${terse([inTenths(by[0]) - this.#x, inTenths(by[1]) - this.#y, x - this.#x, y - this.#y])}`;
    this.#x = x;
    this.#y = y;
  }
}

const between = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** A smooth closed path: every point pulls at the curve, which passes half-way between them. */
export function closedCurve(points: readonly Point[]): string {
  const pen = new Pen(between(points[points.length - 1]!, points[0]!));
  points.forEach((point, place) => pen.bend(point, between(point, points[(place + 1) % points.length]!)));
  return `${pen.path}Z`;
}

/** The same with two ends. */
export function openCurve(points: readonly Point[]): string {
  const pen = new Pen(points[0]!);
  for (let place = 1; place < points.length - 1; place++) pen.bend(points[place]!, between(points[place]!, points[place + 1]!));
  return pen.path;
}

const STEPS_A_WAVE = 5;
/** The curve stays inside of the points that pull at it; this makes up for it. */
const PULL = 1.18;

export interface Rosette {
  inner: number;
  outer: number;
  /** Waves in all and turns until the curve closes: without a common divisor it weaves through itself. */
  waves: number;
  turns: number;
}

/** One closed line that swings between two radii and crosses itself, as the rose engine of an engraver draws it. */
export function rosette({ inner, outer, waves, turns }: Rosette): string {
  const middle = (inner + outer) / 2;
  const swing = (outer - inner) / 2;
  const steps = waves * STEPS_A_WAVE;
  const points = Array.from({ length: steps }, (_, step): Point => {
    const angle = (step / steps) * TURN * turns;
    const radius = middle + swing * PULL * Math.cos((step / steps) * TURN * waves);
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  });
  return closedCurve(points);
}

/** A closed outline with lobes; without any it is a circle. */
export function lobed(radius: number, lobes: number, depth: number): string {
  const steps = Math.max(24, lobes * 8);
  const points = Array.from({ length: steps }, (_, step): Point => {
    const angle = (step / steps) * TURN;
    const here = radius * (1 - depth + depth * Math.cos(lobes * angle));
    return [here * Math.sin(angle), -here * Math.cos(angle)];
  });
  return closedCurve(points);
}

const divisor = (a: number, b: number): number => (b ? divisor(b, a % b) : a);

/** The number of waves nearest to `waves` with which the curve closes after exactly that many turns. */
export function coprime(waves: number, turns: number): number {
  let found = waves;
  while (divisor(found, turns) !== 1) found++;
  return found;
}

const MOST_TURNS = 4;
const kept = new Map<string, string>();

/** The rosette of a note: its currency decides how it is woven, its value how rich it is. */
export function noteRosette(kind: string, value: number, inner: number, outer: number): string {
  const key = `${kind}${value}/${inner}/${outer}`;
  let path = kept.get(key);
  if (path === undefined) {
    const turns = 2 + (hash(kind) % (MOST_TURNS - 1));
    const waves = coprime(turns * (5 + Math.round(value / 10)) + 1, turns);
    path = rosette({ inner, outer, waves, turns });
    kept.set(key, path);
  }
  return path;
}

function hash(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return sum;
}
