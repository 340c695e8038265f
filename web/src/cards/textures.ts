// What is printed all over the paper of a note: a texture of its own for every currency. Shapes differ, not only colours.

import { openCurve, type Point } from './guilloche';

export const WIDTH = 100;
export const HEIGHT = 150;

export type Texture = keyof typeof LINES | keyof typeof SHAPES;

function range(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.ceil((to - from) / by) }, (_, step) => Math.round((from + step * by) * 10) / 10);
}

/** Something at every place of a grid, every other line set off by half a step. */
function grid(dx: number, dy: number, draw: (x: number, y: number) => string): string {
  return range(-dy, HEIGHT + dy, dy)
    .flatMap((y, line) => range(line % 2 ? -dx / 2 : -dx, WIDTH + dx, dx).map((x) => draw(x, y)))
    .join('');
}

function waving(length: number, at: (along: number) => Point): string {
  return openCurve(range(-4, length + 9, 6).map(at));
}

const LINES = {
  /** Fans of arcs, one behind the other. */
  scales: () =>
    grid(20, 8, (x, y) => `M${x} ${y + 10}a10 10 0 0 1 20 0M${x + 4} ${y + 10}a6 6 0 0 1 12 0`),
  hexagons: () => grid(15.6, 13.5, (x, y) => `M${x} ${y}v9l7.8 4.5l7.8-4.5v-9l-7.8-4.5Z`),
  /** Waves from top to bottom, like reeds. */
  reeds: () => range(-3, WIDTH + 6, 5).map((x, line) => waving(HEIGHT, (y) => [x + (line % 2 ? -2.2 : 2.2) * Math.sin(y / 9.55), y])).join(''),
  chevrons: () => range(-12, HEIGHT + 14, 8).map((y) => `M-5 ${y}${'l10 11l10-11'.repeat(6)}`).join(''),
  /** Straight from the medallion to all sides. */
  rays: () =>
    range(0, 360, 6)
      .map((angle, ray) => {
        const [x, y] = [Math.sin((angle * Math.PI) / 180), -Math.cos((angle * Math.PI) / 180)];
        const from = ray % 2 ? 46 : 36;
        return `M${Math.round(57 + x * from)} ${Math.round(91 + y * from)}L${Math.round(57 + x * 120)} ${Math.round(91 + y * 120)}`;
      })
      .join(''),
  /** Waves from side to side, in pairs that cross. */
  waves: () => range(-4, HEIGHT + 8, 9).flatMap((y) => [1, -1].map((way) => waving(WIDTH, (x) => [x, y + way * 4.4 * Math.sin(x / 7.6)]))).join(''),
  rings: () => grid(20, 10, (x, y) => `M${x} ${y}a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M${x + 3.5} ${y}a2 2 0 1 0 4 0a2 2 0 1 0-4 0`),
  hatching: () => range(-HEIGHT, WIDTH, 12).map((x) => `M${x} ${HEIGHT}l150-150m3.5 0l-150 150`).join(''),
};

/** Filled shapes, with shapes cut out of them. */
const SHAPES = {
  diamonds: () => grid(19, 14.5, (x, y) => `M${x} ${y}l8-12.4l8 12.4l-8 12.4ZM${x + 4.5} ${y}l3.5 5.4l3.5-5.4l-3.5-5.4Z`),
  triangles: () => grid(17, 14.7, (x, y) => `M${x} ${y}h15l-7.5-13ZM${x + 5} ${y - 3}l2.5-4.4l2.5 4.4Z`),
  squares: () => grid(24, 12, (x, y) => `M${x} ${y}h11v11h-11ZM${x + 3} ${y + 3}v5h5v-5Z`),
};

/** The texture in one path, with the attributes that say whether its lines or its shapes are printed. */
export function textureMarkup(texture: Texture, print: string): string {
  if (texture in SHAPES) return `<path d="${SHAPES[texture as keyof typeof SHAPES]()}" fill="${print}" opacity=".62"/>`;
  return `<path d="${LINES[texture as keyof typeof LINES]()}" fill="none" stroke="${print}" stroke-width="1.3" opacity=".8"/>`;
}
