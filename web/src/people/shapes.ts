// What faces are drawn with: filled shapes and lines, on a field of 48 by 48.

export interface Shape {
  d: string;
  fill: string;
  line?: string;
  width?: number;
}

/** A face, and the colour that stands for who has it. */
export interface Look {
  ground: string;
  shapes: Shape[];
}

export const VIEW = '0 0 48 48';
export const INK = '#22262b';
export const WHITE = '#fffaf0';

export const area = (d: string, fill: string): Shape => ({ d, fill });
export const line = (d: string, colour: string, width = 1.6): Shape => ({ d, fill: 'none', line: colour, width });
export const disc = (x: number, y: number, r: number, fill: string, ry = r): Shape => area(round(x, y, r, ry), fill);

/** A circle, or an ellipse, as a path. */
export const round = (x: number, y: number, r: number, ry = r): string => `M${x - r} ${y}a${r} ${ry} 0 1 0 ${2 * r} 0a${r} ${ry} 0 1 0 ${-2 * r} 0z`;

/** The same on both sides of the middle. */
export const both = (shape: (side: 1 | -1) => Shape): Shape[] => [shape(-1), shape(1)];
export const eyes = (apart: number, y: number, r: number, fill = INK): Shape[] => both((side) => disc(24 + side * apart, y, r, fill));
