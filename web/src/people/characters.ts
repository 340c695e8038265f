// The bots: those of the ladder are people who rise in a bank, the others are animals with a habit. A bot we
// have never heard of is a robot.

import type { Lot } from './person';
import { INK, type Look, type Shape, WHITE, area, both, disc, eyes, line, round } from './shapes';

const RED = '#7c2b25';
const GOLD = '#f0c14b';
const HEAD = 'M13.5 19.5a10.5 10.8 0 0 1 21 0v4.7a10.5 11 0 0 1-21 0z';
const SHOULDERS = 'M4.5 50c0-11 8.5-14.7 19.5-14.7s19.5 3.7 19.5 14.7z';

/** Head, neck and shoulders of somebody at the bank. */
const bust = (skin: string, shade: string, cloth: string): Shape[] => [
  area(SHOULDERS, cloth),
  area('M19.3 30h9.4v5.6a4.7 4.3 0 0 1-9.4 0z', shade),
  ...both((side) => disc(24 + side * 10.6, 24, 2.3, shade)),
  area(HEAD, skin),
  line('M24.1 24.4q1.3 2-.5 2.4', shade, 1.3),
];
const SUIT = [area('M17 35.6l7 6.4 7-6.4 3 1.2-6.5 10.2h-7l-6.5-10.2z', WHITE)];
const tie = (colour: string): Shape => area('M22.2 40.3h3.6l1.5 9h-6.6z', colour);
const nose = (y: number, colour = INK): Shape => area(`M21.4 ${y}h5.2q.4 2.8-2.6 3.2q-3-.4-2.6-3.2z`, colour);
const whiskers = line('M8 29l6 .8M8 33.5l6-1.2M40 29l-6 .8M40 33.5l-6-1.2', 'rgb(255 250 240 / 80%)', 1.1);
/** Big eyes that look at one. */
const stare = (apart: number, y: number, r: number): Shape[] => [
  ...eyes(apart, y, r, WHITE),
  ...both((side) => disc(24 + side * (apart - 0.7), y + 0.3, r * 0.52, INK)),
];

export const CHARACTERS: Record<string, Look> = {
  level1: { // the apprentice: freckles, a tuft, a smile with a gap
    ground: '#6b8e3a',
    shapes: [
      ...bust('#f8dcc0', '#e0b48f', '#c7d3dd'),
      area('M13 21.5c-1.5-9 3-13.5 9-13.7l-1-4.3q3 1.2 4.2 3.2q2-2 4.8-2.2l-1.5 4q7.8 2.5 6.5 13c-1.5-3.5-3.5-5.3-6-6.2c-4.5 1.5-8.5 1.2-11.5-.2c-2.2 1.3-3.7 3.4-4.5 6.4z', '#c96f2b'),
      ...eyes(4.3, 23.3, 1.7), ...both((side) => disc(24 + side * 6.4, 26.6, 0.6, '#c98653')), ...both((side) => disc(24 + side * 8, 27.5, 0.6, '#c98653')),
      area('M19 28.6h10q-.8 4.6-5 4.6t-5-4.6z', RED), area('M20 28.6h3.3v1.7h-3zM24.7 28.6h3.3l-.3 1.7h-3z', WHITE),
    ],
  },
  level2: { // the cashier: a green eye-shade
    ground: '#a9743d',
    shapes: [
      ...bust('#c68a5c', '#a26a3f', WHITE), area('M18 36.5l6 3.5-6 3.5zM30 36.5l-6 3.5 6 3.5z', '#2f5d50'),
      area('M13 21c-1-9 4-13.3 11-13.3s12 4.3 11 13.3l-2-4h-18z', '#2a211d'),
      ...eyes(4.3, 24.3, 1.6), line('M20 29.8q4 2.8 8 0', RED),
      area('M12.5 14h23v3h-23z', '#1f4d3a'), area('M10 17h28q2.5 2.5.5 4.3q-14.5-3.3-29 0q-2-1.8.5-4.3z', 'rgb(58 168 112 / 86%)'),
    ],
  },
  level3: { // the merchant: a broad hat and a moustache
    ground: '#c9563c',
    shapes: [
      ...bust('#f2c9a0', '#d6a273', '#3b3a4a'), ...SUIT, tie('#2f8f83'),
      ...eyes(4.3, 23.3, 1.6),
      area('M15.5 29.5c.8-3.4 6-4.2 8.5-1.7c2.5-2.5 7.7-1.7 8.5 1.7c-2.5 1.8-6.3 1.5-8.5-.6c-2.2 2.1-6 2.4-8.5.6z', '#4b2e1c'),
      area('M14.5 16l1.7-9.2q7.8-3 15.6 0l1.7 9.2z', '#2b2b31'), area('M14.8 13.6h18.4l.3 2.6h-19z', '#d39a2d'), area('M7 16h34q1.5 2.8-1 3.5h-32q-2.5-.7-1-3.5z', '#2b2b31'),
    ],
  },
  level4: { // the broker: hair combed back, sharp glasses, a red tie
    ground: '#3f74b5',
    shapes: [
      ...bust('#e0ac7e', '#bf8655', '#22384f'), ...SUIT, tie('#b3263a'),
      area('M13 22.5c-1.5-10 4-15 11.5-15s12 5 10.5 15c-.7-4-1.7-6.3-3.5-8c-5-2.7-11-2.5-15.5.5c-1.5 1.7-2.5 4-3 7.5z', '#1d1a19'),
      ...eyes(4.5, 23.8, 1.5), ...both((side) => line(`M${side < 0 ? 15.9 : 25} 21.3h7.1l-.8 5.2h-5.3z`, INK, 1.4)), line('M22.8 22.3h2.4', INK, 1.4),
      line('M20.5 30.3q4.5 1.8 7.5-1', RED),
    ],
  },
  level5: { // the tycoon: a top hat, a monocle, white whiskers
    ground: '#7d5ba6',
    shapes: [
      ...bust('#f8dcc0', '#e0b48f', '#26222f'), ...SUIT, area('M19 38.5l5 2.5-5 3.3zM29 38.5l-5 2.5 5 3.3z', '#9b2d3a'),
      ...eyes(4.3, 23.3, 1.5), line(round(28.4, 23.3, 3.7), GOLD, 1.5), line('M31.7 25.3q2 4 .5 9', GOLD, 1),
      area('M14 26.5c1.5 2.5 3.5 2.3 5 1.3c2-1.8 4-1.5 5-.2c1-1.3 3-1.6 5 .2c1.5 1 3.5 1.2 5-1.3c.8 5-3.5 6.8-10 3.7c-6.5 3.1-10.8 1.3-10-3.7z', '#f1ece2'),
      area('M15.3 14.8l-1-13.3h19.4l-1 13.3z', '#1f1c26'), area('M15.1 11.2h17.8l-.3 3.6h-17.2z', '#9b2d3a'), area('M9.5 14.6h29q1.5 2.7-1 3.3h-27q-2.5-.6-1-3.3z', '#1f1c26'),
    ],
  },
  pincher: { // the skinflint: a crab that holds on to its coin
    ground: '#3a98b8',
    shapes: [
      line('M17 21l-2.5-8M31 21l2.5-8', '#c9402b', 2.4), ...both((side) => disc(24 + side * 9.7, 12, 3.6, WHITE)), ...both((side) => disc(24 + side * 9.2, 12.6, 1.8, INK)),
      line('M9 36l-4.5 4M11 40l-3.5 5M39 36l4.5 4M37 40l3.5 5', '#c9402b', 2.6),
      disc(24, 31, 15.5, '#dd5138', 12), disc(24, 27.5, 11, 'rgb(255 255 255 / 14%)', 6),
      area('M39 27q8-3 6-12l-4 5-3-4.5q-4 7 .5 11.5zM9 27q-8-3-6-12l4 5 3-4.5q4 7-.5 11.5z', '#dd5138'),
      disc(24, 40.5, 4.6, GOLD), line(round(24, 40.5, 2.7), '#b98313', 1), line('M20.5 32.5h7', RED, 1.8),
    ],
  },
  hoarder: { // the hoarder: a hamster with full cheeks
    ground: '#4f5fb8',
    shapes: [
      ...both((side) => disc(24 + side * 11, 12, 5, '#c88746')), ...both((side) => disc(24 + side * 11, 12.5, 2.8, '#f0b9a0')),
      area('M10 24c0-10 6-15.5 14-15.5s14 5.5 14 15.5c5.5 3 6 15-3 17.5c-6 1.7-16 1.7-22 0c-9-2.5-8.5-14.5-3-17.5z', '#d99a55'),
      area('M24 18c3 4 5 6.5 10.5 8c5 2 5.5 12-1.5 14c-5 1.5-13 1.5-18 0c-7-2-6.5-12-1.5-14c5.5-1.5 7.5-4 10.5-8z', '#fbe9cf'),
      ...eyes(5.5, 20.5, 2.2), ...both((side) => disc(24 + side * 5 , 19.7, 0.7, WHITE)), ...both((side) => disc(24 + side * 11, 31, 3, 'rgb(226 88 70 / 30%)')),
      nose(25.3, '#b0564a'), area('M21.7 30.5h4.6v4q-2.3 1-4.6 0z', WHITE), line('M19.5 30.3q4.5 1.4 9 0', RED, 1.5), line('M24 31v3.7', '#d8cdb8', 0.9),
    ],
  },
  trios: { // the trio hunter: a fox, with three notes on its mind
    ground: '#2f8f83',
    shapes: [
      area('M8 6l10.5 7-7 10.5zM40 6l-10.5 7 7 10.5z', '#d9682a'), area('M10.8 9.8l5.7 4-4.3 6zM37.2 9.8l-5.7 4 4.3 6z', '#5b2f1d'),
      area('M24 10c9 0 15 6 16.5 16l-4.5.5-1 4.5c-4 5-8 9.5-11 9.5s-7-4.5-11-9.5l-1-4.5-4.5-.5c1.5-10 7.5-16 16.5-16z', '#e67a35'),
      area('M24 40.5c-3 0-7-4.5-11-9.5l-1-4.5-4-.5c4-1.5 9.5.5 12 3.5c1.5 1.7 2.5 2 4 2s2.5-.3 4-2c2.5-3 8-5 12-3.5l-4 .5-1 4.5c-4 5-8 9.5-11 9.5z', WHITE),
      line('M15 21.5q2.5-1.8 5 .3M33 21.5q-2.5-1.8-5 .3', INK, 1.3), ...eyes(6.3, 23.3, 1.6), nose(31.5), line('M24 35v1.5q-1.7 1.3-3.5.2M24 36.5q1.7 1.3 3.5.2', INK, 1.1),
      disc(19.5, 14.5, 1.5, GOLD), disc(24, 13.3, 1.5, GOLD), disc(28.5, 14.5, 1.5, GOLD),
    ],
  },
  spoiler: { // the spoilsport: a cat in a bad mood
    ground: '#d39a2d',
    shapes: [
      area('M9 5.5l12 6.5-10 12zM39 5.5l-12 6.5 10 12z', '#4a5161'), area('M11.5 9.5l6 3.5-5 6zM36.5 9.5l-6 3.5 5 6z', '#b98b94'),
      area('M24 11c10 0 16.5 6.5 16.5 15.5s-6.5 15-16.5 15s-16.5-6-16.5-15s6.5-15.5 16.5-15.5z', '#5d6577'),
      area('M24 26c5.5 0 10 3 10 7.5s-4.5 7-10 7s-10-2.5-10-7s4.5-7.5 10-7.5z', '#848c9c'),
      line('M24 11v5M19.5 11.7l.8 4M28.5 11.7l-.8 4', '#3c424f', 1.8),
      area('M27.3 24.8l9.7-4q.5 6.2-5 6.7q-4-.3-4.7-2.7zM20.7 24.8l-9.7-4q-.5 6.2 5 6.7q4-.3 4.7-2.7z', '#e7d24a'),
      ...both((side) => disc(24 + side * 7.5, 24.5, 1.5, INK, 2.2)), line('M12.5 18.5l9 4M35.5 18.5l-9 4', INK, 1.8),
      nose(29, '#b0564a'), whiskers, line('M19 36q5-4.5 10 0', INK, 1.5),
    ],
  },
  bluffer: { // the bluffer: a raccoon behind its mask
    ground: '#b8477a',
    shapes: [
      ...both((side) => disc(24 + side * 12, 12, 5.5, '#5f636b')), ...both((side) => disc(24 + side * 12, 12.5, 3, '#dcd7cc')),
      area('M24 9.5c9.5 0 17 7 17 17l-4 1.5 1 3.5c-4 6-9 9.5-14 9.5s-10-3.5-14-9.5l1-3.5-4-1.5c0-10 7.5-17 17-17z', '#8e939b'),
      area('M8 25.5c3-5 10-6.5 16-3.5c6-3 13-1.5 16 3.5c-2 5.5-8 7.5-13 5l-3-3-3 3c-5 2.5-11 .5-13-5z', '#33363d'),
      area('M24 27.5l5 4.5q1.5 6-5 8q-6.5-2-5-8zM22 9.7h4l-1 9.3h-2z', '#f1ece2'),
      ...stare(7.3, 24.7, 3), nose(31), line('M21.5 37q3.5 1.5 6-1', INK, 1.3),
    ],
  },
  banker: { // the banker: a penguin in tails
    ground: '#8c8579',
    shapes: [
      area('M24 5c10.5 0 16 8 16 20c0 10 2 18 2 25h-36c0-7 2-15 2-25c0-12 5.5-20 16-20z', '#262b36'),
      area('M24 16c2.5-3.5 6-4.5 8.5-3c4 2.5 4.5 9 2.5 13c3 6 3 14 2.5 24h-27c-.5-10-.5-18 2.5-24c-2-4-1.5-10.5 2.5-13c2.5-1.5 6-.5 8.5 3z', '#fdf8ee'),
      ...eyes(6, 20, 1.9), ...both((side) => line(round(24 + side * 6, 20, 3.8), '#b98313', 1.2)), line('M21.8 19.5q2.2-1 4.4 0', '#b98313', 1.2),
      area('M19.8 24.5q4.2-2.5 8.4 0q-1.5 5-4.2 5.5q-2.7-.5-4.2-5.5z', '#e99b2f'),
      area('M24 36.5l-7-3.5v7.5zM24 36.5l7-3.5v7.5z', '#9b2d3a'), disc(24, 36.7, 1.7, '#7a1f2b'), disc(24, 43.5, 1, INK),
    ],
  },
  best: { // the strategist: an owl
    ground: '#c9563c',
    shapes: [
      area('M9 6q7 1 10 5h10q3-4 10-5q-1 6 0 12c2 16-4 26-15 26s-17-10-15-26q1-6 0-12z', '#7a5232'),
      area('M24 26c6 0 10 3.5 10 9s-4 10-10 10s-10-4.5-10-10s4-9 10-9z', '#e6cfa6'), line('M19.5 35q1.5 2 3 0M25.5 35q1.5 2 3 0M22.5 39.5q1.5 2 3 0', '#9a7446', 1.3),
      ...both((side) => disc(24 + side * 7, 20.5, 7.2, '#e6cfa6')), ...both((side) => disc(24 + side * 7, 20.5, 5, '#f3b53a')), ...both((side) => disc(24 + side * 6.7, 20.5, 2.7, INK)), ...both((side) => disc(24 + side * 7.5 - 0.5, 19.3, 0.9, WHITE)),
      area('M24 22.5l2.8 3.5-2.8 5-2.8-5z', '#e08a2b'),
    ],
  },
  champion: { // the champion: a lion with a crown
    ground: '#3f74b5',
    shapes: [
      ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((tuft) => disc(24 + 14 * Math.cos((tuft * Math.PI) / 5), 28 + 14 * Math.sin((tuft * Math.PI) / 5), 6.5, '#a85a22')),
      disc(24, 28, 14.5, '#a85a22'), ...both((side) => disc(24 + side * 9.5, 17.5, 3.6, '#eeb453')), disc(24, 28.5, 12.3, '#eeb453'),
      ...both((side) => disc(24 + side * 3, 33, 4, '#f9e3b4')), ...eyes(5, 26, 1.8), nose(28.6, '#6b2f1c'), line('M24 31.8v2.4M24 34.2q-2 2.4-4.4 1.2M24 34.2q2 2.4 4.4 1.2', '#6b2f1c', 1.4),
      area('M13.5 15.5l-1.7-11 6.6 5.2 5.6-7.7 5.6 7.7 6.6-5.2-1.7 11z', GOLD), area('M13.5 13.2h21v2.6h-21z', '#d39a2d'), disc(24, 11, 1.5, '#b3263a'),
    ],
  },
  random: { // Lady Luck: a ladybird
    ground: '#6b8e3a',
    shapes: [
      line('M19 12q-1-6-6-7M29 12q1-6 6-7', INK, 1.6), disc(13, 5, 1.7, INK), disc(35, 5, 1.7, INK),
      disc(24, 17, 9.5, '#26242a', 7.5), ...eyes(4.2, 15.5, 2.8, WHITE), ...both((side) => disc(24 + side * 4, 15.8, 1.4, INK)),
      area('M24 19c10 0 16 6 16 14.5s-6 13-16 13s-16-4.5-16-13s6-14.5 16-14.5z', '#d93a30'), line('M24 19.5v27', '#26242a', 1.8),
      ...both((side) => disc(24 + side * 8, 27, 2.8, '#26242a')), ...both((side) => disc(24 + side * 10, 36, 2.8, '#26242a')), ...both((side) => disc(24 + side * 4.5, 40.5, 2.3, '#26242a')),
      line('M21.5 20.7q2.5 1.5 5 0', WHITE, 1.2),
    ],
  },
  greedy: { // the grabber: a magpie with something shiny
    ground: '#3f74b5',
    shapes: [
      area('M6 50c0-9 2-12 5-16c-3-16 3-27 13-27s16 11 13 27c3 4 5 7 5 16z', '#20242e'), area('M14.5 50c-1-8 1-13 9.5-13s10.5 5 9.5 13z', WHITE), area('M10.5 22q2 9 7 12l-6.5 0q-1.5-6-.5-12z', '#2f5f9a'),
      ...eyes(6, 19, 3, WHITE), ...both((side) => disc(24 + side * 5.6, 19.3, 1.6, INK)),
      area('M18.5 24.5q5.5-3.5 11 0l-5.5 10z', '#e2a13a'), line('M18.5 24.5q5.5 2.5 11 0', '#8a5a14', 1.1),
      disc(24, 35, 5, GOLD), line(round(24, 35, 3), '#b98313', 1.1), area('M29.5 28.5l1 2.5 2.5 1-2.5 1-1 2.5-1-2.5-2.5-1 2.5-1z', WHITE),
    ],
  },
  penny: { // Penny: a piggy bank
    ground: '#2f8f83',
    shapes: [
      area('M10 9q7 .5 9.5 6l-7 6.5q-4-5.5-2.5-12.5zM38 9q-7 .5-9.5 6l7 6.5q4-5.5 2.5-12.5z', '#d9778a'),
      area('M24 11c10 0 16.5 6.5 16.5 16s-6.5 15.5-16.5 15.5s-16.5-6-16.5-15.5s6.5-16 16.5-16z', '#f09cab'),
      area('M18 13.5h12q1 1.5 0 2.8h-12q-1-1.3 0-2.8z', '#8e3f52'), area('M20.5 14.5a4 8 0 0 1 7 0z', GOLD), disc(24, 9.5, 5, GOLD), area('M18.5 13.6h11v1.4h-11z', '#8e3f52'),
      ...eyes(7.5, 23.5, 1.9), ...both((side) => disc(24 + side * 11.5, 29, 2.6, 'rgb(200 60 80 / 28%)')),
      disc(24, 31, 6.5, '#e27f92', 4.8), ...both((side) => disc(24 + side * 2.4, 31, 1.2, '#8e3f52', 1.7)), line('M20.5 38q3.5 2 7 0', '#8e3f52', 1.5),
    ],
  },
};

/** A bot of somebody's own: another tin box for every name. */
export function robot(lot: Lot): Shape[] {
  const [tin, shade] = ([['#cfd6db', '#98a4ad'], ['#e3cf9f', '#b39a5f'], ['#bcd4c9', '#82a594'], ['#d9c3cf', '#aa8b9b']] as const)[lot(4)]!;
  const eye = ['#2b6cb0', '#b3263a', '#1f7a55', INK][lot(4)]!;
  const aerial = [line('M24 11v-5', shade, 2), disc(24, 5, 2.3, GOLD)];
  const horns = line('M15 11l-3-5M33 11l3-5', shade, 2.4);
  const mouths = [line('M18 32h12M20.5 30v4M24 30v4M27.5 30v4', INK, 1.3), line('M18.5 31q5.5 4 11 0', INK, 1.8), area('M19 30.5h10v3.5h-10z', INK)];
  const square = lot(2) === 1;
  return [
    area('M10 50v-5q0-4 4-4h20q4 0 4 4v5z', shade), area('M20 37h8v5h-8z', shade),
    ...(lot(2) ? aerial : [horns]),
    area('M7 21h3v9h-3zM38 21h3v9h-3z', shade), area('M15 11h18q5 0 5 5v17q0 5-5 5h-18q-5 0-5-5v-17q0-5 5-5z', tin),
    ...both((side) => (square ? area(`M${20 + side * 6} 20h8v6.5h-8z`, WHITE) : disc(24 + side * 6, 23, 4, WHITE))), ...eyes(6, 23.2, 1.9, eye), mouths[lot(3)]!,
  ];
}
