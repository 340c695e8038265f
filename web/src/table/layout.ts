// How large everything on the table is, so that all of it fits the window: worked out once for a size of the
// window and the people at the table. What people do changes none of it. A hand alone changes its cards' size
// with their number, inside the same box.

/**
 * wide: laptops and tablets. phone: upright. rail: a phone on its side, with all piles in one line and what I do
 * in a rail at the right.
 */
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
  /** Little height: labels and plates are lower. */
  isLow: boolean;
  /** How many lines the seats across take, and how many are on each. */
  seatLines: number;
  columns: number;
  /** Seats are so narrow that a bid of several cards shows only their upper corners. */
  isCrowded: boolean;
  /** The box in which the cards of a bid lie. */
  bid: CardBox;
  /** The width of a card in a row of four. */
  row: number;
  /** The box in which the cards of a row lie. */
  rowWidth: number;
  rowHeight: number;
  /** The boxes people press: a bid, a row, and to keep. */
  piles: Record<PileKind, PileBox>;
  hand: HandBox;
  /** How far a picked card of the hand is lifted, into the room of its label. */
  lift: number;
  /** The numbers that the styles of the table's parts need, as declarations of CSS variables. */
  css: string;
}

export type PileKind = 'row' | 'bid' | 'keep';

export interface PileBox {
  width: number;
  height: number;
}

/** Cards lie in it no wider than `most`. */
export interface CardBox extends PileBox {
  most: number;
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
  /** Over the cards of a bid sum and place; under them what they would bring. */
  told: number;
  bidFoot: number;
  /** The same of a row: its name, and what it would bring. */
  title: number;
  rowFoot: number;
  label: number;
  lift: number;
  pad: number;
  seatGap: number;
  deck: number;
  /** The least and the highest box of a hand, its share of the height that is left, and the room between its groups. */
  handLeast: number;
  hand: number;
  share: number;
  groupGap: number;
  /** The largest card. */
  most: number;
  keep: PileBox;
}

const WIDE: Measures = {
  above: 8, status: 42, act: 76, rail: 0, plate: 62, face: 44, told: 30, bidFoot: 42, title: 22, rowFoot: 42, label: 42, lift: 12, pad: 24,
  seatGap: 20, deck: 118, handLeast: 120, hand: 262, share: 0.4, groupGap: 14, most: 132, keep: { width: 168, height: 52 },
};
const SHORT: Measures = {
  ...WIDE, above: 5, status: 34, act: 62, plate: 48, face: 36, told: 25, bidFoot: 36, title: 18, rowFoot: 36, label: 36, lift: 10,
  seatGap: 12, deck: 96, keep: { width: 168, height: 46 },
};
const PHONE: Measures = {
  above: 5, status: 42, act: 104, rail: 0, plate: 58, face: 25, told: 25, bidFoot: 38, title: 18, rowFoot: 50, label: 30, lift: 8, pad: 6,
  seatGap: 6, deck: 48, handLeast: 164, hand: 300, share: 0.54, groupGap: 6, most: 112, keep: { width: 112, height: 46 },
};
const LOW: Measures = {
  ...PHONE, above: 4, status: 30, act: 100, plate: 40, face: 22, told: 19, bidFoot: 33, title: 14, rowFoot: 37, label: 27, lift: 7, deck: 42,
};
const TINY: Measures = {
  ...LOW, above: 3, status: 30, act: 52, plate: 34, told: 17, bidFoot: 31, title: 13, rowFoot: 34, keep: { width: 86, height: 44 },
};
const RAIL: Measures = {
  above: 4, status: 0, act: 0, rail: 172, plate: 34, face: 22, told: 20, bidFoot: 40, title: 16, rowFoot: 58, label: 26, lift: 6, pad: 6,
  seatGap: 5, deck: 26, handLeast: 100, hand: 196, share: 1, groupGap: 6, most: 112, keep: { width: 156, height: 46 },
};
/** Without a hand there is no rail. */
const WATCHED_RAIL: Measures = { ...RAIL, status: 26, rail: 0 };

/** Narrower than this, a seat shows only the upper corners of a bid of several cards. */
const CROWDED = 104;
const NARROWEST = 60;
const WIDEST = 420;
const WIDEST_ROW = 470;
/** Under five and more across a phone the words under a bid have two lines, and its cards a box of their own. */
const CROWDED_FOOT = 36;
const CORNERS = 84;
/** The widest card of a hand. */
const LARGEST = 132;
/** Around the cards of a pile: at both sides together, and over, under and between its three parts. */
const BESIDE_CARDS = 10;
const AROUND_CARDS = 9;
const UNDER_PLATE = 3;
const AROUND_ROWS = 6;
/** The height of the smallest cards of a row. */
const LEAST_ROW = 62;
/** A row on a phone on its side is so much wider than a bid. */
const WIDER = 1.2;
const WIDER_CROWDED = 1.5;
/** The highest a pile may be on a phone on its side. */
const RAIL_BID = 84;

export function formOf(width: number, height: number): Form {
  if (height <= 540 && width > height) return 'rail';
  return width < 620 ? 'phone' : 'wide';
}

function measuresOf(form: Form, { height, hasHand }: Room): Measures {
  if (form === 'wide') return height < 760 ? SHORT : WIDE;
  if (form === 'phone') return height < 570 ? TINY : height < 680 ? LOW : PHONE;
  return hasHand ? RAIL : WATCHED_RAIL;
}

export function sizesOf(room: Room): Sizes {
  const form = formOf(room.width, room.height);
  const m = measuresOf(form, room);
  const { boxes, handHeight, seats } = form === 'rail' ? inOneLine(room, m) : stacked(room, m, form);
  const { bid, row, foot, rowsWidth } = boxes;
  const width = room.width - m.rail - 2 * m.pad;
  const around = m.told + foot + AROUND_CARDS;
  const piles = {
    row: { width: row.width + BESIDE_CARDS, height: row.height + m.title + m.rowFoot + AROUND_CARDS },
    bid: { width: seats.cell, height: bid.height + around },
    keep: m.keep,
  };
  const rowCard = fan(4, row.width, row.height, row.most).card;
  const css = declared({
    above: m.above, status: m.status, act: m.act, rail: m.rail, plate: m.plate, pad: m.pad, face: m.face,
    told: m.told, 'bid-foot': foot, 'bid-height': bid.height, 'bid-box': piles.bid.height, 'row-title': m.title, 'row-foot': m.rowFoot, 'row-height': row.height,
    'row-box': piles.row.width, 'rows-width': rowsWidth, 'seats-width': seats.width, 'under-plate': UNDER_PLATE, 'seat-gap': m.seatGap, 'seat-most': seats.cell,
    'deck-width': m.deck, 'row-card': rowCard, 'hand-height': handHeight, 'keep-width': m.keep.width, 'keep-height': m.keep.height,
  });
  return {
    form, isTiny: m === TINY, isLow: m === LOW || m === TINY || form === 'rail', seatLines: seats.lines, columns: seats.columns, isCrowded: seats.isCrowded,
    bid, row: rowCard, rowWidth: row.width, rowHeight: row.height, piles, lift: m.lift, css,
    hand: { width, height: handHeight, label: m.label, gap: m.groupGap, most: LARGEST },
  };
}

interface Seats {
  lines: number;
  columns: number;
  cell: number;
  width: number;
  isCrowded: boolean;
}

interface Laid {
  seats: Seats;
  handHeight: number;
  boxes: { bid: CardBox; row: CardBox; foot: number; rowsWidth: number };
}

function seatsIn(width: number, across: number, gap: number): Seats {
  const lines = (width + gap) / across - gap < NARROWEST ? 2 : 1;
  const columns = Math.ceil(across / lines);
  const cell = Math.floor(Math.min(WIDEST, (width + gap) / columns - gap));
  return { lines, columns, cell, width, isCrowded: cell < CROWDED };
}

/** Seats above, rows under them, then my hand. */
function stacked({ width, height, across, hasHand }: Room, m: Measures, form: Form): Laid {
  const inner = width - 2 * m.pad;
  const seats = seatsIn(inner, across, m.seatGap);
  const foot = seats.isCrowded ? Math.max(CROWDED_FOOT, m.bidFoot) : m.bidFoot;
  const aroundSeats = m.above + seats.lines * (m.plate + UNDER_PLATE + m.told + foot + AROUND_CARDS) + (seats.lines - 1) * m.seatGap;
  const left = height - m.status - (hasHand ? m.act : 0) - aroundSeats - (AROUND_ROWS + m.title + m.rowFoot + AROUND_CARDS);
  const handHeight = hasHand ? Math.round(clamp(left * m.share, m.handLeast, m.hand)) : 0;
  const free = left - handHeight;
  const rowWidth = Math.min((inner - m.deck) / 2, WIDEST_ROW) - BESIDE_CARDS;
  const most = Math.min(m.most, 118);
  const share = free / (seats.lines + 1);
  const needed = seats.isCrowded ? CORNERS : 1.5 * Math.min(most, legible(seats.cell - BESIDE_CARDS, 4));
  const bid = { width: seats.cell - BESIDE_CARDS, height: Math.floor(Math.min(form === 'wide' ? share : share * 1.06, needed, Math.max(40, free - LEAST_ROW))), most };
  const row = { width: rowWidth, height: Math.floor(Math.min(free - seats.lines * bid.height, 1.5 * most + 2)), most: form === 'wide' ? Math.max(48, bid.height / 1.5) : most };
  return { seats, handHeight, boxes: { bid, row, foot, rowsWidth: inner } };
}

/** All piles in one line, my hand under them. */
function inOneLine({ width, height, across, hasHand }: Room, m: Measures): Laid {
  const inner = width - m.rail - 2 * m.pad;
  const wider = across > 3 ? WIDER_CROWDED : WIDER;
  const gaps = m.seatGap * (across + 3);
  const cell = Math.floor((inner - gaps - m.deck) / (across + 2 * wider));
  const isCrowded = cell < CROWDED - 20;
  const seats = { lines: 1, columns: across, cell, width: across * cell + (across - 1) * m.seatGap, isCrowded };
  const around = m.above + m.plate + UNDER_PLATE + m.told + m.bidFoot + AROUND_CARDS;
  const bidHeight = Math.floor(clamp(height - m.status - around - (hasHand ? m.handLeast + AROUND_ROWS : AROUND_ROWS), 40, RAIL_BID));
  const handHeight = hasHand ? Math.floor(clamp(height - around - bidHeight - AROUND_ROWS, m.handLeast, m.hand)) : 0;
  const bid = { width: cell - BESIDE_CARDS, height: bidHeight, most: m.most };
  const rowHeight = bidHeight + m.plate + UNDER_PLATE + m.told + m.bidFoot - m.title - m.rowFoot;
  const row = { width: Math.floor(cell * wider) - BESIDE_CARDS, height: rowHeight, most: m.most };
  return { seats, handHeight, boxes: { bid, row, foot: m.bidFoot, rowsWidth: inner - seats.width - m.seatGap } };
}

const declared = (pixels: Record<string, number>): string =>
  Object.entries(pixels).map(([name, value]) => `--${name}: ${value}px`).join('; ');

/** How the cards of a bid lie: side by side as far as they go, or in lines of upper corners. */
export interface BidLay {
  /** The width at which a card is drawn, and what is seen of each: a line's last card, and those beside it, whole where there is room. */
  card: number;
  width: number;
  height: number;
  pitch: number;
  columns: number;
}

/** Of each card this much must be seen, in pixels: its value. */
export const CORNER = 15;
/** A card this wide or wider can be read where it lies under another. */
const READABLE = 34;
/** Between two corners. */
const BETWEEN = 3;
/** How much wider a card is than its corner, and how high value and currency stand on it, as a share of its width. */
const CORNER_OF = 1.92;
const VALUE_OF = 0.64;

/** Every card of a bid shows at least its corner, however many there are. */
export function layBid(count: number, { width, height, most }: CardBox): BidLay {
  const card = Math.floor(Math.min(most, height / 1.5, width / (1 + (count - 1) * 0.37)));
  const pitch = count > 1 ? Math.min(card + 4, (width - card) / (count - 1)) : card;
  if (count <= 1 || (card >= READABLE && pitch >= CORNER)) return { card, width: card, height: card * 1.5, pitch, columns: count };
  let best: BidLay | null = null;
  for (let columns = 2; columns <= Math.min(5, count); columns++) {
    const lay = corners(count, columns, width, height);
    if (!best || legibleIn(lay) > legibleIn(best)) best = lay;
  }
  return best!;
}

/** How large a card seems of which no more than value and currency can be seen. */
const legibleIn = ({ card, height }: BidLay): number => Math.min(card, height / VALUE_OF);

function corners(count: number, columns: number, width: number, height: number): BidLay {
  const lines = Math.ceil(count / columns);
  const wide = Math.floor((width - BETWEEN * (columns - 1)) / columns);
  const high = Math.floor(Math.min(wide * CORNER_OF * 1.5, (height - 2 * (lines - 1)) / lines));
  const card = Math.round(Math.max(wide, Math.min(wide * CORNER_OF, high / VALUE_OF)));
  return { card, width: wide, height: Math.min(high, Math.floor(card * 1.5)), pitch: wide + BETWEEN, columns };
}

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
const closerOf = (lines: number): number => (lines > 2 ? 7 : 0);

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
