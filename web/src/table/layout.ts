// How large everything on the table is, so that all of it fits the window: worked out once for a size of the
// window and the people at the table. What people do changes none of it. A hand alone changes its cards' size
// with their number, inside the same box.

/** wide: laptops and tablets. phone: upright. rail: a phone on its side, with what I do in a rail at the right. */
export type Form = 'wide' | 'phone' | 'rail';

export interface Room {
  width: number;
  height: number;
  /** How many people sit across. */
  across: number;
  /** Whether cards of my own lie before me. */
  hasHand: boolean;
}

export interface Sizes {
  form: Form;
  /** Hardly any height: what I do stands in one line. */
  isTiny: boolean;
  /** How many lines the seats across take, and how many are on each. */
  seatLines: number;
  columns: number;
  /** Seats are so narrow that what they tell stands above their cards. */
  isCrowded: boolean;
  /** Widths of cards in a bid and in a row. */
  bid: number;
  row: number;
  /** The box in which the cards of a row lie. */
  rowWidth: number;
  rowHeight: number;
  hand: HandBox;
  /** How far a picked card of the hand is lifted, into the room of its label. */
  lift: number;
  /** The numbers that the styles of the table's parts need, as declarations of CSS variables. */
  css: string;
}

/** The box of a hand. */
export interface HandBox {
  width: number;
  height: number;
  /** What stands over the cards, with the room into which a picked one is lifted. */
  label: number;
  /** Between two groups. */
  gap: number;
  /** The widest card. */
  most: number;
}

/** In pixels. */
interface Measures {
  above: number;
  status: number;
  act: number;
  rail: number;
  plate: number;
  face: number;
  label: number;
  lift: number;
  pad: number;
  /** A row's name with the air around it, and its foot, in which a button is; where there is room, the foot grows to `footMost`. */
  rowTop: number;
  rowFoot: number;
  footMost: number;
  /** Below the rows. */
  air: number;
  deck: number;
  /** The highest box a hand needs, and the room between its groups. */
  hand: number;
  groupGap: number;
  /** The largest card, and the share of the height that my hand gets of what rows and hand have. */
  most: number;
  share: number;
}

const WIDE: Measures = {
  above: 8, status: 40, act: 84, rail: 0, plate: 84, face: 44, label: 50, lift: 14, pad: 28, rowTop: 28, rowFoot: 42, footMost: 0, air: 0,
  deck: 120, hand: 262, groupGap: 14, most: 132, share: 0.5,
};
const PHONE: Measures = {
  above: 5, status: 30, act: 104, rail: 0, plate: 70, face: 28, label: 30, lift: 8, pad: 6, rowTop: 31, rowFoot: 22, footMost: 33, air: 9,
  deck: 48, hand: 300, groupGap: 6, most: 112, share: 0.6,
};
const TINY: Measures = { ...PHONE, act: 54, label: 27, lift: 7, plate: 64, face: 24 };
const RAIL: Measures = {
  above: 4, status: 0, act: 0, rail: 164, plate: 56, face: 28, label: 26, lift: 6, pad: 8, rowTop: 30, rowFoot: 6, footMost: 30, air: 0,
  deck: 52, hand: 150, groupGap: 6, most: 80, share: 0.56,
};
/** Without a hand there is no rail. */
const WATCHED_RAIL: Measures = { ...RAIL, status: 26, rail: 0 };

/** Narrower than this, a seat has no room for words beside its cards. */
const CROWDED = 104;
const CROWDED_FACE = 26;
const NARROWEST = 64;
const WIDEST = 340;
const GAP = 6;
/** The widest card of a hand. */
const LARGEST = 132;
/** On both sides of the cards of a row. */
const BESIDE_ROW = 6;
const UNDER_PLATE = 3;
const AROUND_BID = 12;
/** Place and sum, above the cards of a crowded seat. */
const TOLD = 18;

export function formOf(width: number, height: number): Form {
  if (height <= 460 && width > height) return 'rail';
  return width < 620 ? 'phone' : 'wide';
}

function measuresOf(form: Form, { height, hasHand }: Room): Measures {
  if (form === 'wide') return WIDE;
  if (form === 'phone') return height < 570 ? TINY : PHONE;
  return hasHand ? RAIL : WATCHED_RAIL;
}

export function sizesOf(room: Room): Sizes {
  const { width, height, across, hasHand } = room;
  const form = formOf(width, height);
  const m = measuresOf(form, room);
  const inner = width - m.rail - 2 * m.pad;
  const seatLines = (inner + GAP) / across - GAP < NARROWEST ? 2 : 1;
  const columns = Math.ceil(across / seatLines);
  const cell = Math.min(WIDEST, (inner + GAP) / columns - GAP);
  const isCrowded = cell < CROWDED;
  const free = height - m.status - (hasHand ? m.act : 0);
  const bid = Math.round(clamp(free * (form === 'wide' ? 0.09 : 0.068), 24, Math.min(form === 'wide' ? 72 : 50, cell * 0.44)));
  const lying = bid * 1.5 + AROUND_BID + (isCrowded ? TOLD : 0);
  const seats = m.above + seatLines * (m.plate + UNDER_PLATE + lying) + (seatLines - 1) * GAP;
  const rest = free - seats;
  const handHeight = hasHand ? Math.round(Math.min(rest * m.share, m.hand)) : 0;
  const rowWidth = Math.min((inner - m.deck) / 2 - GAP, 5 * m.most) - 2 * BESIDE_ROW;
  const rowHeight = rest - handHeight - m.rowTop - m.rowFoot;
  const row = fan(4, rowWidth, rowHeight, Math.min(m.most, 118)).card;
  const css = declared({
    above: m.above, status: m.status, act: m.act, rail: m.rail, plate: m.plate, pad: m.pad, air: m.air, lying,
    face: isCrowded && form !== 'rail' ? CROWDED_FACE : m.face,
    'row-foot': m.rowFoot, 'foot-most': m.footMost, 'beside-row': BESIDE_ROW, 'under-plate': UNDER_PLATE,
    'seat-gap': GAP, 'seat-most': WIDEST, 'bid-card': bid, 'row-card': row, 'hand-height': handHeight,
  });
  const hand = { width: inner, height: handHeight, label: m.label, gap: m.groupGap, most: LARGEST };
  return { form, isTiny: m === TINY, seatLines, columns, isCrowded, bid, row, rowWidth, rowHeight, hand, lift: m.lift, css };
}

const declared = (pixels: Record<string, number>): string =>
  Object.entries(pixels).map(([name, value]) => `--${name}: ${value}px`).join('; ');

/** The part of a covered card's height that must stay visible: its value and currency. */
export const TOP = 0.68;
/** The least of every card of the hand that must stay visible, in pixels, in width and in height. */
export const STRIP = 24;
/** What the edge of the pocket below hides of it. */
const SEAM = 2;

export interface Fan {
  card: number;
  lines: number;
  /** From one card to the next. */
  pitch: number;
}

/** Cards that seem as large as this need no second line. */
const FINE = 44;

/** Cards in a box, over one another as far as they must; on one line if they can be read. */
export function fan(count: number, width: number, height: number, most: number): Fan {
  let best: Fan = { card: 0, lines: 1, pitch: 0 };
  for (let lines = 1; lines <= 3; lines++) {
    const inLine = Math.ceil(count / lines);
    const card = Math.floor(Math.min(most, height / (1.5 + (lines - 1) * TOP), legible(width, inLine)));
    const pitch = inLine > 1 ? Math.min(card + 4, (width - card) / (inLine - 1)) : card;
    if (seen(best.card, best.pitch) < FINE && seen(card, pitch) > seen(best.card, best.pitch)) best = { card, lines, pitch };
  }
  return best;
}

/** The share of its width in which a card has its value. */
const LEGIBLE = 0.44;

/** The widest card with which that many side by side all show their value. */
const legible = (width: number, count: number): number => width / (1 + (count - 1) * LEGIBLE);

/** How large a card seems of which this much is seen. */
const seen = (card: number, pitch: number): number => Math.min(card, pitch / LEGIBLE);

export interface HandLines {
  card: number;
  pitch: number;
  /** What is seen of a card with a line below it. */
  top: number;
  /** How much less height the labels need than on one line. */
  closer: number;
  gap: number;
  /** What stands on which line. */
  lines: Part[][];
}

/** Cards of one group on one line: all of them, unless there is no other way. */
export interface Part {
  group: number;
  from: number;
  to: number;
}

/**
 * How a hand lies in its box: every card shows its strip, groups stay together if they can, and of all cards
 * as much is seen as can be.
 */
export function layHand(groups: readonly number[], box: HandBox): HandLines {
  const together = (count: number): Part[][] => split(groups, count).map((line) => line.map((group) => ({ group, from: 0, to: groups[group]! })));
  const best = bestOn(groups, box, together);
  return best.pitch < STRIP ? bestOn(groups, { ...box, gap: 2 }, (count) => flow(groups, count)) : best;
}

function bestOn(groups: readonly number[], box: HandBox, cut: (lines: number) => Part[][]): HandLines {
  let best = onLines(cut(1), box);
  for (let count = 2; count <= Math.min(4, groups.length); count++) {
    if (highest(count, box) < SMALLEST) break;
    const next = onLines(cut(count), box);
    const isNeeded = best.pitch < STRIP && next.pitch > best.pitch;
    if (isNeeded || (next.pitch >= STRIP && worth(next) > 1.03 * worth(best))) best = next;
  }
  return best;
}

/** What counts is how large a value can be read, and how much is seen of a card on the average of the lines. */
function worth({ card, pitch, lines }: HandLines): number {
  const area = (Math.min(pitch, card) * card * (1.5 + (lines.length - 1) * TOP)) / lines.length;
  return seen(card, pitch) * Math.sqrt(area);
}

/** A card narrower than this cannot be read. */
const SMALLEST = 30;

/** Where many lines need the height, a picked card is lifted less. */
const closerOf = (lines: number): number => (lines > 2 ? 4 : 0);

/** The height that is left for cards with that many lines. */
const freeOf = (lines: number, { height, label }: HandBox): number => height - lines * (label - closerOf(lines)) - 6;

/** The widest card for which that many lines leave enough height; a smaller card rather than one that is hidden too far. */
function highest(lines: number, box: HandBox): number {
  const free = freeOf(lines, box);
  const card = free / (1.5 + (lines - 1) * TOP);
  if (lines === 1 || card * TOP >= STRIP + SEAM) return card;
  return Math.min(card, Math.max(SMALLEST, (free - (lines - 1) * (STRIP + SEAM)) / 1.5));
}

/** The part of a card's height that is seen where a line lies below it. */
const topOf = (card: number, lines: number, box: HandBox): number =>
  lines === 1 ? card * 1.5 : Math.max(card * TOP, Math.min(STRIP + SEAM, (freeOf(lines, box) - 1.5 * card) / (lines - 1)));

function onLines(lines: Part[][], box: HandBox): HandLines {
  const { width, gap, most } = box;
  const count = lines.length;
  const cards = Math.max(...lines.map((line) => line.reduce((sum, { from, to }) => sum + to - from, 0)));
  const gaps = Math.max(...lines.map((line) => (line.length - 1) * gap));
  const fine = Math.max(legible(width - gaps, cards), STRIP / LEGIBLE);
  const card = Math.floor(Math.max(SMALLEST, Math.min(most, highest(count, box), fine, width - gaps - (cards - 1) * STRIP)));
  const pitch = cards > 1 ? Math.min(card + 4, (width - gaps - card) / (cards - 1)) : card;
  return { card, pitch, top: topOf(card, count, box), closer: closerOf(count), gap, lines };
}

/** Groups in order on that many lines, with the longest line as short as possible. */
export function split(groups: readonly number[], lines: number, from = 0): number[][] {
  if (lines === 1) return [groups.slice(from).map((_, at) => from + at)];
  let best: number[][] = [];
  for (let first = 1; first <= groups.length - from - (lines - 1); first++) {
    const next = [Array.from({ length: first }, (_, at) => from + at), ...split(groups, lines - 1, from + first)];
    if (!best.length || longest(next, groups) < longest(best, groups)) best = next;
  }
  return best;
}

/** Cards one after the other, as many on each line: groups go on below. */
function flow(groups: readonly number[], lines: number): Part[][] {
  const inLine = Math.ceil(groups.reduce((sum, cards) => sum + cards, 0) / lines);
  const laid: Part[][] = [[]];
  let free = inLine;
  groups.forEach((cards, group) => {
    for (let from = 0, to; from < cards; from = to) {
      if (!free) {
        laid.push([]);
        free = inLine;
      }
      to = Math.min(cards, from + free);
      free -= to - from;
      laid.at(-1)!.push({ group, from, to });
    }
  });
  return laid;
}

const longest = (lines: number[][], groups: readonly number[]): number =>
  Math.max(...lines.map((line) => line.reduce((sum, at) => sum + groups[at]! + 0.3, 0)));

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
