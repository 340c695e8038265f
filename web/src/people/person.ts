// People: hair, clothes and a mood, drawn by lot. The lot is cast from the name, so that it falls the same each time.

import { INK, type Shape, WHITE, area, both, disc, eyes, line, round } from './shapes';

/** A number from 0 to below the given one. */
export type Lot = (sides: number) => number;

const SKINS = [
  ['#f8dcc0', '#e0b48f'], ['#f2c9a0', '#d6a273'], ['#e0ac7e', '#bf8655'], ['#c68a5c', '#a26a3f'], ['#9a643c', '#774a29'], ['#6f4528', '#51301a'],
] as const;
const HAIRS = ['#2a211d', '#4b2e1c', '#754721', '#a8602a', '#d9a441', '#b8b4ad', '#e9e3d6', '#8c3a26'];
const CLOTHES = ['#22384f', '#fffaf0', '#6a2f45', '#2f5d50', '#3b3a4a', '#d9b04c', '#c7d3dd', '#7d4a33'];

const FRINGE = 'M13.3 21.5c-.4-9 4.2-13.2 10.7-13.2s11.1 4.2 10.7 13.2c-2.7-4.3-6-6.3-10.7-6.3s-8 2-10.7 6.3z';
const SHORT = 'M12.9 22.5c-1.7-9.5 3-14.7 11.1-14.7s12.8 5.2 11.1 14.7c-.9-4-2.2-6.2-4.7-7.7c-5 1.4-9.8 1.2-12.8-.2c-2.3 1.5-4 3.9-4.7 7.9z';
const PARTED = 'M12.9 22.5c-2-10.3 4-15 11.6-15s12.3 5 10.6 15c-.8-3.2-1.8-5.3-3.6-6.9c-5 .5-9.9-.8-12.9-3.6c-1.4 4.2-4.3 6.3-5.7 10.5z';
const SPIKES = 'M13 22l-1.4-6.5 3 .8.2-5.1 4 2.3 2.2-5.2 3.4 3.9 4.2-3.6 1.3 4.7 4.3-1.3-.8 4.7 2.6 1-1.4 4.3c-1-3.2-2-4.9-4-5.9-5 1.1-9.2 1.1-13.2 0-2 1-3.4 2.7-4.4 5.9z';
const STRAIGHT = 'M13.3 21.5c-.2-9 4.5-13.3 10.7-13.3s10.9 4.3 10.7 13.3c-6.3-2-15.1-2-21.4 0z';
const CURLS = [[14.2, 17.5, 4], [17.6, 12.3, 4.3], [24, 10.3, 4.7], [30.4, 12.3, 4.3], [33.8, 17.5, 4], [12.9, 22, 2.7], [35.1, 22, 2.7]]
  .map(([x, y, r]) => round(x!, y!, r!)).join('');

interface Hair {
  back?: string;
  front?: string;
  /** Over hair like this a beard would look put on. */
  soft?: boolean;
}

const STYLES: Hair[] = [
  { front: SHORT },
  { front: PARTED },
  { front: CURLS },
  { front: SPIKES },
  {},
  { front: FRINGE, back: round(24, 6.8, 4.6), soft: true },
  { front: FRINGE, back: 'M11.3 39c-1.6-8-1.7-13-.7-19c1.3-8 6.4-12.5 13.4-12.5s12.1 4.5 13.4 12.5c1 6 .9 11-.7 19z', soft: true },
  { front: STRAIGHT, back: 'M11.5 32c-1.7-8-1.4-14.5 1.8-18.5c5.3-6.7 16.1-6.7 21.4 0c3.2 4 3.5 10.5 1.8 18.5z', soft: true },
  { front: PARTED, back: 'M32 11c7.5-.5 10.5 7 6.5 18.5c-2.5-1-4-3.5-4-7z', soft: true },
  { front: FRINGE, back: round(24, 18, 15.2, 14), soft: true },
  { front: STRAIGHT, back: `${round(11.5, 28, 3)}${round(11, 33, 2.7)}${round(36.5, 28, 3)}${round(37, 33, 2.7)}`, soft: true },
];

/** Head and shoulders. Where two draw the same lot, the ground behind them still differs most of the time. */
export function person(lot: Lot): Shape[] {
  const [skin, shade] = SKINS[lot(SKINS.length)]!;
  const colour = HAIRS[lot(HAIRS.length)]!;
  const hair = STYLES[lot(STYLES.length)]!;
  const hat = lot(7) ? [] : headwear(lot, CLOTHES[lot(CLOTHES.length)]!);
  return [
    ...(hair.back && !(hat.length && !hair.soft) ? [area(hair.back, colour)] : []),
    ...clothes(lot, CLOTHES[lot(CLOTHES.length)]!, shade),
    ...both((side) => disc(24 + side * 10.6, 24, 2.3, shade)),
    area('M13.5 19.5a10.5 10.8 0 0 1 21 0v4.7a10.5 11 0 0 1-21 0z', skin),
    ...(hair.front ? [area(hair.front, colour)] : []),
    ...mood(lot, colour, shade),
    ...(hair.soft ? adornments(lot) : beard(lot, colour)),
    ...glasses(lot),
    ...hat,
  ];
}

function clothes(lot: Lot, colour: string, shade: string): Shape[] {
  const body = [area('M4.5 50c0-11 8.5-14.7 19.5-14.7s19.5 3.7 19.5 14.7z', colour), area('M19.3 30h9.4v5.6a4.7 4.3 0 0 1-9.4 0z', shade)];
  const cut = lot(4);
  if (cut === 0) return [...body, area('M17 35.6l7 6.4 7-6.4 3 1.2-6.5 10.2h-7l-6.5-10.2z', WHITE), area('M22.3 40.5h3.4l1.3 8h-6z', '#9b2d3a')];
  if (cut === 1) return [...body, line('M17.5 36.5c1 4.5 12 4.5 13 0', WHITE, 1.8)];
  if (cut === 2) return [...body, line('M10 42.5c9 2.5 19 2.5 28 0M8.5 46.5c10 2.5 21 2.5 31 0', 'rgb(255 250 240 / 55%)', 1.8)];
  return body;
}

function mood(lot: Lot, colour: string, shade: string): Shape[] {
  const brow = lot(3);
  const brows = ['M17 19.8q2.5-1.7 5 0M26 19.8q2.5-1.7 5 0', 'M17 20l5-.7M26 19.3l5 .7', 'M17.2 19.3l4.6.9M30.8 19.3l-4.6.9'][brow]!;
  const smile = ['M19.7 29.2q4.3 3.8 8.6 0', 'M20.5 30q3.8 1.6 7.2-.7', 'M20.2 29q3.8 4.4 7.6 0', 'M21 30.2h6'][lot(4)]!;
  const open = lot(5) === 0;
  return [
    ...both((side) => disc(24 + side * 6.7, 27.3, 1.9, 'rgb(226 88 70 / 26%)')),
    line(brows, darker(colour), 1.4),
    ...eyes(4.3, 23.6, 1.55),
    line('M24.1 24.4q1.3 2-.5 2.4', shade, 1.3),
    open ? area('M19.8 28.7h8.4q-.5 4.3-4.2 4.3t-4.2-4.3z', '#7c2b25') : line(smile, '#7c2b25', 1.6),
    ...(open ? [area('M20.3 28.7h7.4l-.3 1.2h-6.8z', WHITE)] : []),
  ];
}

/** White hair has no white brows: nobody would see them. */
const darker = (colour: string): string => (colour === '#e9e3d6' || colour === '#b8b4ad' ? '#857f76' : colour === '#d9a441' ? '#9c6f22' : colour);

function beard(lot: Lot, colour: string): Shape[] {
  switch (lot(5)) {
    case 0:
      return [area('M13.5 23c.8 4 2.7 5.2 5.2 4.7c2-1.6 8.6-1.6 10.6 0c2.5.5 4.4-.7 5.2-4.7v2c0 6.5-4.5 11.3-10.5 11.3s-10.5-4.8-10.5-11.3z', colour), line('M21 30q3 1.8 6 0', WHITE, 1.4)];
    case 1:
      return [area('M17.5 29.4c1-2.6 4.5-3 6.5-1.3c2-1.7 5.5-1.3 6.5 1.3c-2 .9-4.7.8-6.5-.4c-1.8 1.2-4.5 1.3-6.5.4z', colour)];
    default:
      return [];
  }
}

function adornments(lot: Lot): Shape[] {
  return lot(3) ? [] : both((side) => disc(24 + side * 11, 27.7, 1.3, '#f0c14b'));
}

function glasses(lot: Lot): Shape[] {
  const bridge = line('M23 23.3q1-.8 2 0M16 23l-2.5-.7M32 23l2.5-.7', INK, 1.3);
  switch (lot(6)) {
    case 0:
      return [...both((side) => line(round(24 + side * 4.5, 23.6, 3.7), INK, 1.3)), bridge];
    case 1:
      return [...both((side) => line(`M${side < 0 ? 15.9 : 25} 20.9h7.1v4.3a1.5 1.5 0 0 1-1.5 1.5h-4.1a1.5 1.5 0 0 1-1.5-1.5z`, INK, 1.4)), bridge];
    default:
      return [];
  }
}

function headwear(lot: Lot, colour: string): Shape[] {
  if (lot(2)) return [area('M12.5 18.5c-.5-8 4.5-12.3 11.5-12.3s12 4.3 11.5 12.3z', colour), area('M11.5 16.7h25a1.5 1.5 0 0 1 1.5 1.5v1.6a1.5 1.5 0 0 1-1.5 1.5h-25a1.5 1.5 0 0 1-1.5-1.5v-1.6a1.5 1.5 0 0 1 1.5-1.5z', 'rgb(0 0 0 / 28%)'), disc(24, 5.5, 2.4, WHITE)];
  return [area('M12.8 17.5c0-7.5 4.7-11.3 11.2-11.3s11.2 3.8 11.2 11.3z', colour), area('M24 15.5c7 0 13.5.8 17.3 3.3c.5.9-.3 1.7-1.3 1.5c-5-1.3-10.5-1.8-16-1.8h-11.2v-3z', 'rgb(0 0 0 / 34%)')];
}
