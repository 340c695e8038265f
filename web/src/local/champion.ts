// The champion's judgement: the same whole-number arithmetic as `bots/champion/` has with NumPy, so that the same positions get
// the same choices. Python tells a position and what sets of cards are worth; here is nothing but sums. A test holds them equal.

const POINT = 1024;
const MOST = 127;
const CURRENCIES = 7;
const COINS = 7;
const PER_CURRENCY = 9;
const COIN_BITS = 12;
const RIVALS = 5;
const NOT_WAITING = 15;
const SORTED_CARDS = 16;
const TAKE_BID = 3;
const COIN_LOSS = 32;
const ROUNDS_AHEAD = 13;
const CHANCE_FINE = 9;
const MOST_LOGIT = 8 * 65_536;
const LEAD = 13_056;

// The counts of a seat's play, in the order of `features.py`.
const [ROUNDS, LAST_WORTH, ALL_WORTH, MOST_WORTH, LAST_SIZE, ALL_SIZES, LAST_PLACE, ALL_PLACES, FIRSTS, ROWS, KEPT, BIDS_TAKEN, SAT_OUT] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Seven sets of notes, nine bits each, and the coins. */
type Pile = number[];

/** What Python's `Position` holds, in its order. */
export type Position = [
  players: number, flags: number[], inGame: number[], deck: number, round: number, idleRefills: number, lastRound: number,
  hand: Pile, laid: Pile, right: Pile, left: Pile, unseen: Pile, present: number[], known: Pile[], lying: Pile[],
  sizes: number[], unknown: number[], place: number[], history: number[][], hasHistory: number,
];

/** What does not change from one position to the next. */
export interface Tables {
  /** By set of notes of one currency: their sum, and what they score, in tens. */
  sums: number[];
  points: number[];
  /** By candidate bid: which of the most dispensable cards it takes. */
  choices: number[][];
}

export interface Judged {
  /** By option: what it is worth. */
  values: number[];
  legal: boolean[];
  piles: Pile[];
  /** By option: the logit of winning, the lead, the score. */
  numbers: number[][];
}

/** A row of numbers as the network takes them: cut to what a byte holds, with the point where it belongs. */
class Row {
  readonly numbers: Float64Array;
  #at = 0;

  constructor(size: number) {
    this.numbers = new Float64Array(size);
  }

  /** The same memory for the next row: a bid has up to 128 of them, and the browser would clear them away late. */
  restart(): void {
    this.#at = 0;
  }

  add(shift: number, ...values: number[]): void {
    for (const value of values) this.numbers[this.#at++] = Math.max(-MOST, Math.min(MOST, value)) * (POINT >> shift);
  }
}

const bits = (word: number): number => {
  let found = 0;
  for (let rest = word; rest; rest &= rest - 1) found += 1;
  return found;
};
const max = (values: number[]): number => values.reduce((a, b) => Math.max(a, b));
const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);
const joined = (one: Pile, other: Pile): Pile => one.map((set, at) => set | other[at]!);

/** How many 20s, 30s, 40s, 50s, 60s. */
const NUMBERS = Array.from({ length: 1 << PER_CURRENCY }, (_, set) => [bits(set & 7), bits((set >> 3) & 7), (set >> 6) & 1, (set >> 7) & 1, (set >> 8) & 1]);

/** What the network is told before any choice; and the currencies, that with most in hand first. */
interface Seen { table: Float64Array; rivals: Float64Array[]; order: number[] }

/** As they stand in the file: as 64-bit numbers they would take eight times the memory. */
type Numbers = Int8Array | Int16Array | Int32Array;

/** `sums` holds what it last worked out: memory that is used again and again. */
interface Layer { weights: Numbers; bias: Numbers | null; sums: Float64Array; scale: Float64Array }

/** What the network is told of one choice; it stands until the next one is asked for. */
type Told = (at: number) => Float64Array;

export class Champion {
  #layers = new Map<string, Layer>();
  #potential: Numbers[] = [];
  #chances: Numbers = new Int32Array();

  readonly #tables: Tables;

  constructor(tables: Tables, file: ArrayBuffer) {
    this.#tables = tables;
    this.#read(file);
  }

  bids(position: Position): Judged {
    const [, flags] = position;
    const seen = this.#see(position);
    const { piles, legal } = this.#candidates(position);
    legal[piles.length - 1] = flags[3]! > 0;
    const sizes = this.#tables.choices.map((chosen) => chosen.length);
    return this.#judge('bid', seen, this.#tellBids(position, seen.order, piles, sizes), legal, piles);
  }

  /** Any bids: they need not be among the candidates. */
  these([position, piles]: [Position, Pile[]]): Judged {
    const seen = this.#see(position);
    const legal = piles.map(() => true);
    const sizes = piles.map((pile) => this.#size(pile));
    return this.#judge('bid', seen, this.#tellBids(position, seen.order, piles, sizes), legal, piles);
  }

  turns(position: Position): Judged {
    const [, , , , , , , , laid, right, left, , present, , lying, , , place] = position;
    const seen = this.#see(position);
    const piles = [right, left, laid, ...lying];
    const legal = piles.map((_, at) => at < TAKE_BID || (place[at - TAKE_BID] !== NOT_WAITING && present[at - TAKE_BID]! > 0));
    return this.#judge('turn', seen, this.#tellTurns(position, seen.order, piles), legal, piles);
  }

  // ------------------------------------------------------------ what piles are

  #coins = (pile: Pile): [number, number] => [bits(pile[COINS]! & 63), bits(pile[COINS]! >> 6)];

  #worth = (pile: Pile): number => {
    const [silver, gold] = this.#coins(pile);
    return this.#notes(pile, this.#tables.sums) + silver + 2 * gold;
  };

  #points(pile: Pile, trios: number): number {
    const [silver, gold] = this.#coins(pile);
    const inTrios = Math.floor(silver / 3) + Math.floor(gold / 3);
    return this.#notes(pile, this.#tables.points) + silver + 2 * gold + 10 * trios * inTrios;
  }

  #notes(pile: Pile, table: number[]): number {
    let found = 0;
    for (let kind = 0; kind < CURRENCIES; kind += 1) found += table[pile[kind]!]!;
    return found;
  }

  #size(pile: Pile): number {
    return bits(pile[COINS]!) + sum(pile.slice(0, CURRENCIES).map(bits));
  }

  // ------------------------------------------------------------ what the network is told (`features.py`)

  #see(position: Position): Seen {
    const [, , , , , , , hand, laid, right, left] = position;
    const { sums } = this.#tables;
    const mine = joined(hand, laid);
    const near = joined(right, left);
    const rank = mine.slice(0, CURRENCIES).map((set, kind) => (sums[set]! * 64 + sums[near[kind]!]!) * 8 + kind);
    const order = rank.map((_, kind) => kind).sort((a, b) => rank[b]! - rank[a]!);
    return { table: this.#table(position, order), rivals: this.#rivals(position, order), order };
  }

  #table(position: Position, order: number[]): Float64Array {
    const [players, flags, inGame, deck, round, idleRefills, lastRound, hand, laid, right, left, unseen, present, known, lying, , , place, , hasHistory] = position;
    const { sums, points } = this.#tables;
    const row = new Row(320);
    const piles = [hand, right, left, laid, unseen];
    const sorted = (pile: Pile): number[] => order.map((kind) => pile[kind]!);
    const [held, ...others] = piles.map(sorted);
    for (const set of held!) {
      const [twenties, thirties, ...single] = NUMBERS[set]! as [number, number, ...number[]];
      row.add(0, ...[0, 1, 2].map((most) => Number(twenties > most)), ...[0, 1, 2].map((most) => Number(thirties > most)), ...single);
    }
    row.add(4, ...held!.map((set) => sums[set]!), ...held!.map((set) => points[set]!));
    for (const notes of others) for (const set of notes) row.add(1, ...NUMBERS[set]!);
    for (const notes of others) row.add(4, ...notes.map((set) => sums[set]!));
    for (const notes of others.slice(0, 2)) row.add(4, ...notes.map((set, at) => points[held![at]! | set]! - points[held![at]!]!));
    const elsewhere = order.map((kind) => known.map((pile) => sums[pile[kind]!]!));
    row.add(4, ...elsewhere.map(sum), ...elsewhere.map(max));
    row.add(0, ...order.map((kind) => inGame[kind]!));
    for (const pile of piles) row.add(2, ...this.#coins(pile));
    const trios = flags[1]!;
    const now = this.#points(hand, trios);
    const money = piles.map(this.#worth);
    const cards = piles.map((pile) => this.#size(pile));
    const waits = place.map((each) => Number(each !== NOT_WAITING));
    const theirs = known.map((pile, rival) => this.#points(pile, trios) * present[rival]!);
    row.add(5, now, money[0]!, max(theirs), Math.floor(sum(theirs) / 4));
    row.add(4, money[1]!, money[2]!);
    row.add(2, cards[1]!, cards[2]!);
    row.add(4, ...[right, left].map((pile) => this.#points(joined(hand, pile), trios) - now));
    row.add(3, money[3]!, max(lying.map((pile, rival) => this.#worth(pile) * waits[rival]!)));
    row.add(3, cards[0]!, round, sum(waits));
    row.add(4, deck, cards[4]!);
    row.add(0, lastRound, hasHistory);
    row.add(2, idleRefills);
    row.add(0, ...[3, 4, 5, 6].map((many) => Number(players === many)), ...flags);
    return row.numbers;
  }

  #rivals(position: Position, order: number[]): Float64Array[] {
    const [, flags, , , , , , , laid, right, left, , present, known, lying, sizes, unknown, place, history, hasHistory] = position;
    const { sums, points } = this.#tables;
    const trios = flags[1]!;
    return known.map((pile, rival) => {
      const row = new Row(112);
      if (!present[rival]) return row.numbers;
      const open = lying[rival]!;
      const sets = order.map((kind) => pile[kind]!);
      const waits = Number(place[rival] !== NOT_WAITING);
      const counts = history[rival]!.map((count) => count * hasHistory);
      const rounds = Math.max(counts[ROUNDS!]!, 1);
      const often = (factor: number, ...which: number[]): number[] => which.map((each) => Math.floor((factor * counts[each]!) / rounds));
      const plain = (...which: number[]): number[] => which.map((each) => counts[each]!);
      const now = this.#points(pile, trios);
      for (const set of sets) row.add(1, ...NUMBERS[set]!);
      row.add(4, ...sets.map((set) => sums[set]!), ...sets.map((set) => points[set]!));
      row.add(2, ...this.#coins(pile));
      for (const kind of order) row.add(1, ...NUMBERS[open[kind]!]!);
      row.add(2, ...this.#coins(open));
      row.add(3, this.#worth(open));
      row.add(0, waits, present[rival]!);
      row.add(2, place[rival]! * waits);
      row.add(3, sizes[rival]!, unknown[rival]!);
      row.add(5, now, this.#worth(pile));
      row.add(4, ...[right, left, laid].map((other) => this.#points(joined(pile, other), trios) - now));
      row.add(3, ...plain(LAST_WORTH!, MOST_WORTH!, ROUNDS!));
      row.add(2, ...plain(LAST_SIZE!, LAST_PLACE!));
      row.add(5, ...often(4, ALL_WORTH!));
      row.add(4, ...often(4, ALL_SIZES!, ALL_PLACES!));
      row.add(4, ...often(16, FIRSTS!, ROWS!, KEPT!, BIDS_TAKEN!, SAT_OUT!));
      return row.numbers;
    });
  }

  // ------------------------------------------------------------ what may be chosen (`options.py`)

  #candidates([, , , deck, , , lastRound, hand]: Position): { piles: Pile[]; legal: boolean[] } {
    const ahead = Math.min(ROUNDS_AHEAD - 1, 1 + Math.floor((10 * deck) / 53)) * (1 - lastRound);
    const values = this.#potential[ahead]!;
    const cards: { kind: number; bit: number; key: number }[] = [];
    for (let number = 0; number < CURRENCIES * PER_CURRENCY + COIN_BITS; number += 1) {
      const kind = Math.min(CURRENCIES, Math.floor(number / PER_CURRENCY));
      const bit = 1 << (number - kind * PER_CURRENCY);
      const set = hand[kind]!;
      if (!(set & bit)) continue;
      const loss = kind < CURRENCIES ? values[set]! - values[set & ~bit]! : COIN_LOSS * (bit < 64 ? 1 : 2);
      cards.push({ kind, bit, key: loss * 128 + number });
    }
    cards.sort((a, b) => a.key - b.key);
    const sorted = cards.slice(0, SORTED_CARDS);
    const piles = this.#tables.choices.map((chosen) => {
      const pile = Array.from({ length: CURRENCIES + 1 }, () => 0);
      for (const at of chosen) if (at < sorted.length) pile[sorted[at]!.kind]! |= sorted[at]!.bit;
      return pile;
    });
    return { piles, legal: this.#tables.choices.map((chosen) => chosen.every((at) => at < cards.length)) };
  }

  #tellBids(position: Position, order: number[], piles: Pile[], sizes: number[]): Told {
    const [, flags, , , , , , hand, , right, left, , present, , , , , , history, hasHistory] = position;
    const trios = flags[1]!;
    const base = this.#points(hand, trios);
    const counts = history.map((each) => each.map((count) => count * hasHistory));
    const rivals = Array.from({ length: RIVALS }, (_, rival) => rival).filter((rival) => present[rival]! * hasHistory);
    const row = new Row(47);
    return (at) => {
      const pile = piles[at]!;
      const bid = this.#worth(pile);
      const rest = hand.map((set, kind) => set & ~pile[kind]!);
      const after = [rest, joined(rest, right), joined(rest, left)].map((each) => this.#points(each, trios) - base);
      const beaten = (limit: number): number => rivals.filter((rival) => bid > counts[rival]![limit]!).length;
      row.restart();
      for (const kind of order) row.add(1, ...NUMBERS[pile[kind]!]!);
      row.add(1, ...this.#coins(pile));
      row.add(3, bid);
      row.add(2, sizes[at]!);
      row.add(4, ...after, Math.max(after[1]!, after[2]!));
      row.add(1, beaten(LAST_WORTH!), beaten(MOST_WORTH!), rivals.filter((rival) => bid * counts[rival]![ROUNDS!]! > counts[rival]![ALL_WORTH!]!).length);
      row.add(0, Number(sizes[at] === 0));
      return row.numbers;
    };
  }

  #tellTurns(position: Position, order: number[], piles: Pile[]): Told {
    const [, flags, , , , , , hand, laid, right, left, , , known, , , , place] = position;
    const trios = flags[1]!;
    const best = [right, left, laid].map((row) =>
      max(known.map((pile, rival) => (place[rival] === NOT_WAITING ? 0 : this.#points(joined(pile, row), trios) - this.#points(pile, trios)))));
    const [atRight, atLeft, atLaid] = best as [number, number, number];
    const leftOver = Math.max(atRight, atLeft);
    const offered = [Math.max(atLaid, atLeft), Math.max(atLaid, atRight), leftOver];
    const row = new Row(45);
    return (at) => {
      const pile = piles[at]!;
      row.restart();
      for (const kind of order) row.add(1, ...NUMBERS[pile[kind]!]!);
      row.add(1, ...this.#coins(pile));
      row.add(4, this.#points(joined(hand, pile), trios) - this.#points(hand, trios), offered[at] ?? leftOver);
      row.add(3, this.#worth(pile));
      row.add(2, this.#size(pile));
      row.add(0, ...[0, 1, 2, TAKE_BID].map((kind) => Number(Math.min(at, TAKE_BID) === kind)));
      return row.numbers;
    };
  }

  // ------------------------------------------------------------ the network (`network.py`)

  #judge(name: string, seen: Seen, acts: Told, legal: boolean[], piles: Pile[]): Judged {
    const numbers = this.#weigh(name, seen, acts, legal);
    return { values: numbers.map(([logit, lead]) => this.#liked(logit!, lead!)), legal, piles, numbers };
  }

  #weigh(name: string, seen: Seen, acts: Told, legal: boolean[]): number[][] {
    const context = this.#sums(`${name}.context`, seen.table);
    const rivals = seen.rivals.map((told) => {
      if (!told.some(Boolean)) return new Float64Array(context.length);
      const first = this.#sums(`${name}.rival1`, told);
      for (let at = 0; at < first.length; at += 1) first[at]! += context[at]!;
      return relu(this.#sums(`${name}.rival2`, relu(first))).slice();
    });
    const all = context.map((_, at) => sum(rivals.map((rival) => rival[at]!)));
    const most = context.map((_, at) => max(rivals.map((rival) => rival[at]!)));
    const inner = this.#sums(`${name}.summary`, relu(this.#sums(`${name}.table2`, relu(this.#sums(`${name}.table1`, seen.table, all, most)))));
    const victims = this.#layers.has(`${name}.victim`) ? rivals.map((rival) => this.#sums(`${name}.victim`, rival).slice()) : [];
    return legal.map((may, at) => (may ? this.#value(name, inner, acts(at), at < TAKE_BID ? null : (victims[at - TAKE_BID] ?? null)) : [0, 0, 0]));
  }

  #value(name: string, inner: Float64Array, act: Float64Array, victim: Float64Array | null): number[] {
    const weighed = this.#sums(`${name}.option`, act);
    for (let at = 0; at < weighed.length; at += 1) weighed[at]! += inner[at]! + (victim ? victim[at]! : 0);
    const deep = relu(this.#sums(`${name}.deep`, relu(weighed)));
    const deeper = relu(this.#sums(`${name}.deeper`, deep));
    return [...this.#sums(`${name}.out`, deep, deeper)];
  }

  /** The chance to win, and a little for the lead. */
  #liked(logit: number, lead: number): number {
    const at = Math.max(1 - MOST_LOGIT, Math.min(MOST_LOGIT - 1, logit)) + MOST_LOGIT;
    const past = at % (1 << CHANCE_FINE);
    const step = (at - past) / (1 << CHANCE_FINE);
    return this.#chances[step]! * ((1 << CHANCE_FINE) - past) + this.#chances[step + 1]! * past + lead * LEAD;
  }

  /** Whole numbers throughout: the order in which they are added changes nothing. They stand until the layer is asked again. */
  #sums(name: string, ...parts: Float64Array[]): Float64Array {
    const { weights, bias, sums, scale } = this.#layers.get(name)!;
    if (bias) sums.set(bias);
    else sums.fill(0);
    let from = 0;
    for (const inputs of parts) {
      for (let input = 0; input < inputs.length; input += 1, from += sums.length) {
        const by = inputs[input]!;
        if (by === 0) continue;
        for (let at = 0; at < sums.length; at += 1) sums[at]! += by * weights[from + at]!;
      }
    }
    for (let at = 0; at < sums.length; at += 1) sums[at] = Math.floor(sums[at]! * scale[at]! + 0.5);
    return sums;
  }

  // ------------------------------------------------------------ the file (`weights.py`)

  #read(file: ArrayBuffer): void {
    const bytes = new Uint8Array(file);
    const end = bytes.indexOf(10);
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as { arrays: [string, string, number[]][]; shifts: Record<string, number[]> };
    const found = new Map<string, { numbers: Numbers; shape: number[] }>();
    let from = end + 1;
    for (const [name, kind, shape] of head.arrays) {
      const count = shape.reduce((a, b) => a * b, 1);
      const View = { int8: Int8Array, int16: Int16Array, int32: Int32Array }[kind]!;
      const to = from + count * View.BYTES_PER_ELEMENT;
      // Bytes are used where they lie; the few others have to begin at an even place.
      found.set(name, { numbers: View === Int8Array ? new View(file, from, count) : new View(file.slice(from, to)), shape });
      from = to;
    }
    for (const [name, shifts] of Object.entries(head.shifts)) {
      const { numbers, shape } = found.get(name)!;
      // What comes out has six bits more behind the point than what goes from layer to layer.
      const scale = Float64Array.from(shifts, (shift) => 0.5 ** (name.endsWith('.out') ? shift - 6 : shift));
      this.#layers.set(name, { weights: numbers, bias: found.get(`${name}_bias`)?.numbers ?? null, sums: new Float64Array(shape[1]!), scale });
    }
    const { numbers, shape } = found.get('potential')!;
    this.#potential = Array.from({ length: shape[0]! }, (_, at) => numbers.subarray(at * shape[1]!, (at + 1) * shape[1]!));
    this.#chances = found.get('chances')!.numbers;
  }
}

function relu(numbers: Float64Array): Float64Array {
  for (let at = 0; at < numbers.length; at += 1) if (numbers[at]! < 0) numbers[at] = 0;
  return numbers;
}
