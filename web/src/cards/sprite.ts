// Every picture stands once in the document, out of sight; the cards only point to it. It is a marker, which a card has at its
// first corner: with `use` the browser would copy all 40 elements of a picture for every card that comes, and hold them
// until it clears away, some 40 MB in a deal.

import { coinFace, noteFace, noteGround } from './faces';
import { backFace, bluffFace, newspaperFace } from './special';
import { HEIGHT, WIDTH } from './textures';

const SVG = 'http://www.w3.org/2000/svg';
export const VIEW = `0 0 ${WIDTH} ${HEIGHT}`;
/** The edge of a card, from the corner where pictures begin and back to it. */
export const EDGE = `M0 0H${WIDTH}V${HEIGHT}H0Z`;

const drawn = new Set<string>();
let store: SVGElement | null = null;

function storeRoom(): SVGElement {
  if (store) return store;
  const outer = document.createElementNS(SVG, 'svg');
  outer.setAttribute('width', '0');
  outer.setAttribute('height', '0');
  outer.setAttribute('aria-hidden', 'true');
  // Not `display: none`: gradients would be gone with it.
  outer.style.position = 'absolute';
  document.body.append(outer);
  store = document.createElementNS(SVG, 'defs');
  outer.append(store);
  return store;
}

function keep(id: string, element: 'g' | 'marker', draw: (id: string) => string): void {
  if (drawn.has(id)) return;
  drawn.add(id);
  const kept = document.createElementNS(SVG, element);
  kept.id = id;
  if (element === 'marker') kept.setAttribute('markerUnits', 'userSpaceOnUse');
  kept.setAttribute('overflow', 'visible');
  kept.innerHTML = draw(id);
  storeRoom().append(kept);
}

function picture(id: string, draw: (id: string) => string): string {
  keep(id, 'marker', draw);
  return `url(#${id})`;
}

/** Where the picture of a note or coin is; it is drawn when it is first asked for. */
export function moneyPicture(kind: string, value: number, isCoin: boolean): string {
  if (isCoin) return picture(`money-${kind}-${value}`, (id) => coinFace(id, kind, value));
  const ground = `money-${kind}`;
  keep(ground, 'g', (id) => noteGround(id, kind));
  return picture(`money-${kind}-${value}`, () => noteFace(ground, kind, value));
}

/** The serial number and the badge with the rank in a tie: drawn apart, for a button's name must hold every text inside it. */
export const numberPicture = (serial: number): string => picture(`money-number-${serial}`, () => numberFace(serial));

/** A marker is laid out before it has its size: its letters must not be fitted to the pixels of another. */
function numberFace(serial: number): string {
  const isShort = serial < 10;
  const text = `No ${String(serial).padStart(3, '0')}`;
  return (
    `<g text-rendering="geometricPrecision"><text x="93" y="14.5" font-size="7.4" font-weight="600" text-anchor="end" letter-spacing="0.3" fill="#8c1c13" stroke="#fffdf4" stroke-width="2" stroke-linejoin="round" paint-order="stroke">${text}</text>` +
    `<rect x="6" y="127.5" width="${isShort ? 22 : 31}" height="16" rx="8" fill="#fffdf4" stroke="#2b2b26"/>` +
    `<text x="${isShort ? 17 : 21.5}" y="140.3" font-size="13" font-weight="700" text-anchor="middle" fill="#22221e">#${serial}</text></g>`
  );
}

export const bluffPicture = (): string => picture('money-bluff', bluffFace);
export const newspaperPicture = (): string => picture('money-newspaper', newspaperFace);
export const backPicture = (): string => picture('money-back', backFace);
