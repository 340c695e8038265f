// The pictures of the money, written as SVG. No word of any language is in them: codes, digits and signs only.

import { codePath, numberPath, signPath, widthOf } from './glyphs';
import { lobed, noteRosette, rosette } from './guilloche';
import { lookOf, metalOf, type Metal } from './inks';
import { HEIGHT, textureMarkup, WIDTH } from './textures';

export const FACE = `width="${WIDTH}" height="${HEIGHT}"`;
export const STROKES = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';

export interface Figure {
  number: string;
  x: number;
  y: number;
  scale: number;
  /** Wider or narrower than the digits are drawn. */
  stretch?: number;
  ink: string;
  paper: string;
}

/** A number in three strokes: a clear edge, the ink, and the thin light an engraver leaves inside. */
export function figure({ number, x, y, scale, stretch = 1, ink, paper }: Figure): string {
  const path = numberPath(number);
  return (
    `<g transform="translate(${x} ${y})scale(${scale * stretch} ${scale})" ${STROKES}>` +
    `<path d="${path}" stroke="${paper}" stroke-width="11"/><path d="${path}" stroke="${ink}" stroke-width="7.6"/>` +
    `<path d="${path}" stroke="${paper}" stroke-width=".8" opacity=".5"/></g>`
  );
}

/** The value, in the corner that stays in sight when cards overlap. */
function corner(number: string, ink: string, paper: string): string {
  return figure({ number, x: 8.2, y: 10.4, scale: 1, stretch: 0.86, ink, paper });
}

/** The code, under the value. */
function letters(code: string, ink: string, paper: string): string {
  const path = codePath(code);
  return (
    `<g transform="translate(6.4 49.6)scale(.97)" ${STROKES}><path d="${path}" stroke="${paper}" stroke-width="5.8"/>` +
    `<path d="${path}" stroke="${ink}" stroke-width="3"/></g>`
  );
}

/** A small number for the other corner, ending at the right edge. */
function echo(number: string, ink: string, paper: string): string {
  const scale = 0.4;
  return figure({ number, x: 91 - widthOf(number) * scale, y: 129.5, scale, ink, paper });
}

function paperOf(id: string, paper: string, second: string): string {
  return (
    `<linearGradient id="${id}-iris" x1="0" y1="0" x2=".75" y2="1"><stop offset=".15" stop-color="${paper}"/><stop offset="1" stop-color="${second}"/></linearGradient>` +
    `<radialGradient id="${id}-clear"><stop offset=".45" stop-color="${paper}" stop-opacity=".95"/><stop offset="1" stop-color="${paper}" stop-opacity="0"/></radialGradient>`
  );
}

function frame(ink: string): string {
  return `<rect x="2.6" y="2.6" width="94.8" height="144.8" rx="5.2" fill="none" stroke="${ink}" stroke-width="1" opacity=".55"/>`;
}

const CENTRE = 'translate(57.5 91.5)';

/** What all notes of a currency share: paper, texture, frame, medallion and code. */
export function noteGround(id: string, kind: string): string {
  const { lobes, depth, main, on, ink, paper, second, texture, print, sign } = lookOf(kind);
  return (
    paperOf(id, paper, second) +
    `<rect ${FACE} fill="url(#${id}-iris)"/>${textureMarkup(texture, print)}` +
    `<ellipse cx="22" cy="32" rx="46" ry="50" fill="url(#${id}-clear)"/>${frame(ink)}` +
    `<g transform="${CENTRE}"><path d="${lobed(38, lobes, depth)}" fill="${paper}"/>` +
    `<path d="${lobed(36.4, lobes, depth)}" fill="none" stroke="${ink}" stroke-width=".8"/><path d="${lobed(34.4, lobes, depth)}" fill="${main}"/>` +
    `<circle r="19.8" fill="none" stroke="${on}" stroke-width="1"/>` +
    `<path d="${signPath(sign)}" transform="scale(.9)" ${STROKES} stroke="${on}" stroke-width="4.4"/></g>` +
    letters(kind, ink, paper)
  );
}

export function noteFace(ground: string, kind: string, value: number): string {
  const { depth, on, ink, paper } = lookOf(kind);
  const number = String(value);
  return (
    `<use href="#${ground}"/>` +
    `<path d="${noteRosette(kind, value, 20.5, 32.6 * (1 - depth))}" transform="${CENTRE}" fill="none" stroke="${on}" stroke-width=".75" opacity=".85"/>` +
    corner(number, ink, paper) +
    echo(number, ink, paper)
  );
}

/** A struck coin: a milled rim, a ring of beads, a rosette, and its value in relief. */
function coin(id: string, value: number, metal: Metal): string {
  const number = String(value);
  const scale = 0.86;
  const left = (-widthOf(number) * scale) / 2;
  const rim = lobed(38.5, metal.lobes, metal.lobes ? 0.035 : 0);
  const relief = (dx: number, colour: string, width: number): string =>
    `<path d="${numberPath(number)}" transform="translate(${left + dx} ${-15 * scale + dx})scale(${scale})" ${STROKES} stroke="${colour}" stroke-width="${width}"/>`;
  return (
    `<radialGradient id="${id}-metal" cx=".35" cy=".28" r=".85"><stop offset="0" stop-color="${metal.light}"/><stop offset=".55" stop-color="${metal.main}"/><stop offset="1" stop-color="${metal.dark}"/></radialGradient>` +
    `<g transform="translate(56 90)"><path d="${rim}" transform="translate(1.6 2.4)" fill="#000" opacity=".22"/>` +
    `<path d="${rim}" fill="url(#${id}-metal)" stroke="${metal.dark}" stroke-width="1.2"/>` +
    `<circle r="36" fill="none" stroke="${metal.dark}" stroke-width="3" stroke-dasharray="1 1.26" opacity=".8"/>` +
    `<circle r="32.5" fill="none" stroke="${metal.light}" stroke-width="1.2"/>` +
    `<path d="${rosette({ inner: 24, outer: 31, waves: metal.lobes ? 33 : 37, turns: 4 })}" fill="none" stroke="${metal.dark}" stroke-width=".6" opacity=".75"/>` +
    relief(-0.7, metal.light, 8) + relief(0.8, metal.dark, 7.4) + relief(0, metal.ink, 6.4) + '</g>'
  );
}

export function coinFace(id: string, kind: string, value: number): string {
  const metal = metalOf(kind);
  return (
    `<rect ${FACE} fill="${metal.paper}"/>${frame(metal.ink)}` +
    coin(id, value, metal) +
    corner(String(value), metal.ink, metal.paper) +
    letters(kind, metal.ink, metal.paper)
  );
}
