// The pictures that are no money: the bluff card, the newspaper that stands for it, and the back of all cards.

import { FACE, figure, STROKES } from './faces';
import { lobed, rosette } from './guilloche';

/** A half mask, around the origin. */
const MASK =
  'M-25-7C-17-12-7-9 0-5.5C7-9 17-12 25-7C27 2 22 12 13 12C6.5 12 3.5 6 0 6S-6.5 12-13 12C-22 12-27 2-25-7Z' +
  'M-16-2.5C-12-5-8-3.5-5.5 1C-9 4-14.5 3.5-16-2.5ZM16-2.5C12-5 8-3.5 5.5 1C9 4 14.5 3.5 16-2.5Z';

/** What a child would print: harlequin diamonds, a dashed edge to cut along, a mask for a medallion, and nothing as its value. */
export function bluffFace(): string {
  const ink = '#33313a';
  const paper = '#fffdf8';
  const inks = ['#e8573f', '#f2b632', '#3f8fd0', '#4aa564'];
  const diamonds = inks
    .map((colour, which) => {
      let path = '';
      for (let line = -1; line < 6; line++)
        for (let column = -1; column < 5; column++)
          if ((line + 2 * column + 8) % 4 === which) path += `M${column * 25 + (line % 2 ? 12.5 : 0)} ${line * 30}l12.5 30l-12.5 30l-12.5-30Z`;
      return `<path d="${path}" fill="${colour}" opacity=".3"/>`;
    })
    .join('');
  return (
    `<rect ${FACE} fill="${paper}"/>${diamonds}` +
    `<rect x="4.5" y="4.5" width="91" height="141" rx="5" fill="none" stroke="${ink}" stroke-width="1.8" stroke-dasharray="6 4"/>` +
    `<g transform="translate(55 92)"><path d="${lobed(37, 24, 0.05)}" fill="${paper}" stroke="${ink}" stroke-width="1.6"/>` +
    `<path d="${MASK}" fill="${ink}" fill-rule="evenodd" transform="rotate(-8)scale(1.12)"/></g>` +
    figure({ number: '0', x: 12.5, y: 13.5, scale: 1.1, ink, paper })
  );
}

/** Cut newspaper of the size of a note: columns that say nothing, a picture of nothing, a pinked edge. */
export function newspaperFace(): string {
  const ink = '#3a3936';
  const paper = '#e9e5da';
  let columns = '';
  for (const [x, from] of [[10, 62], [54, 24]] as const)
    for (let y = from; y < 140; y += 6) if (x < 54 || y < 60 || y > 106) columns += `M${x} ${y}h${(y * 7 + x) % 11 < 2 ? 22 : 36}`;
  const edge = `M0 0${'l2.5 4l2.5-4'.repeat(20)}V150${'l-2.5-4l-2.5 4'.repeat(20)}Z`;
  return (
    `<rect ${FACE} fill="#bdb8ab"/><path d="${edge}" fill="${paper}"/>` +
    `<path d="M54 12h36M54 18h24" stroke="${ink}" stroke-width="4"/><path d="${columns}" stroke="${ink}" stroke-width="1.8" opacity=".55" fill="none"/>` +
    `<rect x="54" y="62" width="36" height="40" fill="${ink}" opacity=".16"/>` +
    `<g transform="translate(50 98)"><circle r="34" fill="${paper}" stroke="${ink}" stroke-width="1.6"/><path d="${MASK}" fill="${ink}" fill-rule="evenodd" transform="rotate(-8)"/></g>` +
    figure({ number: '0', x: 13, y: 14, scale: 1.1, ink, paper })
  );
}

/** Green and gold, with the letter of the house. */
export function backFace(): string {
  const ground = '#14452f';
  const gold = '#d9b65c';
  const rings = [
    rosette({ inner: 15, outer: 38, waves: 61, turns: 7 }),
    rosette({ inner: 34, outer: 46, waves: 85, turns: 4 }),
  ];
  let lattice = '';
  for (let x = -150; x < 250; x += 8) lattice += `M${x} 0l150 150M${x} 0l-150 150`;
  return (
    `<rect ${FACE} fill="#f4edda"/><rect x="4" y="4" width="92" height="142" rx="5" fill="${ground}"/>` +
    `<svg x="4" y="4" width="92" height="142" viewBox="4 4 92 142"><path d="${lattice}" stroke="${gold}" stroke-width=".5" opacity=".35"/></svg>` +
    `<rect x="8" y="8" width="84" height="134" rx="3.5" fill="none" stroke="${gold}" stroke-width=".9"/>` +
    `<g transform="translate(50 75)"><circle r="40" fill="${ground}"/>` +
    rings.map((path, which) => `<path d="${path}" transform="scale(${which ? 0.86 : 0.9})" fill="none" stroke="${gold}" stroke-width=".55" opacity=".95"/>`).join('') +
    `<circle r="14.5" fill="${ground}" stroke="${gold}" stroke-width="1"/>` +
    `<path d="M6.5-5.5C5.5-8.5 3-10 0-10C-4-10-6.5-8-6.5-5C-6.5 1.5 7 -1.5 7 5C7 8.2 4 10 0 10C-4 10-6.5 8.5-7 5.5" ${STROKES} stroke="${gold}" stroke-width="2.8"/></g>`
  );
}
