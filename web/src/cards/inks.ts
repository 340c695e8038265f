// What tells the money apart: for every kind its colours, the texture of its paper, the shape of its medallion and its sign.

import type { Sign } from './glyphs';
import type { Texture } from './textures';

export interface Look {
  /** The colour of the medallion. In one edition no two are equally light, so that they differ in grey as well. */
  main: string;
  /** What the paper fades into, as in iris printing. */
  second: string;
  /** Dark enough to be read on the paper. */
  ink: string;
  paper: string;
  /** What is drawn on the main colour. */
  on: string;
  /** What the texture is printed with. */
  print: string;
  texture: Texture;
  /** How many lobes the medallion has, and how deep they are cut (a share of its radius). */
  lobes: number;
  depth: number;
  sign: Sign;
}

const WHITE = '#fffdf4';

const POUND: Look = { main: '#673a95', second: '#c9a3dc', ink: '#3b1a63', paper: '#f7f1fa', on: WHITE, print: '#9468ba', texture: 'reeds', lobes: 8, depth: 0.07, sign: 'pound' };
const ROUBLE: Look = { main: '#23a3b3', second: '#9bdae0', ink: '#084a54', paper: '#ebf8f9', on: '#03303a', print: '#3d9fae', texture: 'chevrons', lobes: 4, depth: 0.13, sign: 'rouble' };

const LOOKS: Record<string, Look> = {
  Y: { main: '#d5512f', second: '#f3b48b', ink: '#7a1f0d', paper: '#fef2ea', on: WHITE, print: '#dd7657', texture: 'scales', lobes: 16, depth: 0.05, sign: 'yen' },
  E: { main: '#1d64b4', second: '#9cccec', ink: '#0e3768', paper: '#eef5fb', on: WHITE, print: '#5b97d2', texture: 'hexagons', lobes: 6, depth: 0.045, sign: 'euro' },
  P: POUND,
  R: ROUBLE,
  SK: { main: '#f0c62f', second: '#f6dd84', ink: '#574000', paper: '#fdf9e6', on: '#3f2e00', print: '#d8a800', texture: 'diamonds', lobes: 12, depth: 0.08, sign: 'krona' },
  SF: { main: '#ec9bad', second: '#f7c6cc', ink: '#861d42', paper: '#fef3f4', on: '#5d0f2c', print: '#dd7f95', texture: 'triangles', lobes: 3, depth: 0.07, sign: 'franc' },
  USD: { main: '#10422d', second: '#a9cfa4', ink: '#0d3524', paper: '#f0f6e9', on: WHITE, print: '#4f8c63', texture: 'rays', lobes: 0, depth: 0, sign: 'dollar' },
  ZL: { main: '#d9cf45', second: '#e6e08b', ink: '#474300', paper: '#fafae6', on: '#353200', print: '#a39a1c', texture: 'waves', lobes: 5, depth: 0.08, sign: 'zloty' },
  RB: ROUBLE,
  GBP: POUND,
  DM: { main: '#5e6672', second: '#c3c9d0', ink: '#2a323c', paper: '#f4f5f6', on: WHITE, print: '#8f98a3', texture: 'squares', lobes: 10, depth: 0.06, sign: 'mark' },
  FF: { main: '#ec9f95', second: '#f8d0c6', ink: '#84251c', paper: '#fef4f1', on: '#5c140d', print: '#e0877b', texture: 'rings', lobes: 7, depth: 0.08, sign: 'frenchFranc' },
  KCS: { main: '#c0632a', second: '#e9b98c', ink: '#63290a', paper: '#fcf3ea', on: WHITE, print: '#cf8654', texture: 'hatching', lobes: 9, depth: 0.06, sign: 'koruna' },
};

/** How a currency looks; one we do not know is printed like pounds, under its own code. */
export const lookOf = (kind: string): Look => LOOKS[kind] ?? POUND;

export interface Metal {
  light: string;
  main: string;
  dark: string;
  ink: string;
  paper: string;
  lobes: number;
}

const GOLD: Metal = { light: '#fff0b3', main: '#e3b13a', dark: '#9a6a0b', ink: '#553700', paper: '#fbf6e6', lobes: 0 };

const METALS: Record<string, Metal> = {
  KR: GOLD,
  AU: { ...GOLD, light: '#ffdf8a', main: '#d1922a', dark: '#7e4a06', ink: '#4d2c00', lobes: 11 },
  AG: { light: '#ffffff', main: '#c3cad1', dark: '#68737e', ink: '#2b343c', paper: '#f4f6f7', lobes: 0 },
};

export const metalOf = (kind: string): Metal => METALS[kind] ?? GOLD;
