// The published shuffle (docs/record.md), done over again: whoever has seed and salts can see that the deck follows from them.

import type { DealOpened } from '../messages';
import type { CardInfo } from '../requests';
import { hex } from './salts';
import { hmacSha256, joined, sha256 } from './sha256';

const HASH_BYTES = 32;
const MOST_SALT = 32;
const NUMBERS = 2 ** 32;

/** What a table or a record says about one deal. */
export type Claim = Omit<DealOpened, 'type' | 'deal'>;

/** What the shuffle starts from: the currencies in serial order, and all cards that could be in the deal. */
export interface Stock {
  currencies: string[];
  cards: CardInfo[];
}

export type Step = 'commitment' | 'removed' | 'cards';
export type Fault =
  | { step: 'form'; field: 'commitment' | 'seed' | 'salts' }
  | { step: 'commitment' }
  | { step: 'removed'; drawn: string[] }
  | { step: 'cards'; place: number; drawn: string | null; found: string | null };

/** What is proved, and the first thing that does not fit. */
export interface Proof {
  proved: Step[];
  fault: Fault | null;
}

export function proveShuffle(claim: Claim, stock: Stock, players: number): Proof {
  const seed = fromHex(claim.seed ?? '');
  const salts = claim.salts.map(fromHex);
  if (fromHex(claim.commitment ?? '')?.length !== HASH_BYTES) return fails([], { step: 'form', field: 'commitment' });
  if (seed?.length !== HASH_BYTES) return fails([], { step: 'form', field: 'seed' });
  if (!areSalts(salts, players)) return fails([], { step: 'form', field: 'salts' });
  if (hex(sha256(seed)) !== claim.commitment) return fails([], { step: 'commitment' });
  return proveDraw(claim, stock, new FairStream(seed, salts));
}

function proveDraw(claim: Claim, stock: Stock, stream: FairStream): Proof {
  const proved: Step[] = ['commitment'];
  if (claim.removed_drawn) {
    const drawn = drawRemoved(stock.currencies, claim.removed.length, stream);
    if (drawn.join() !== claim.removed.join()) return fails(proved, { step: 'removed', drawn });
    proved.push('removed');
  }
  const inPlay = stock.cards.filter((card) => !claim.removed.includes(card.kind));
  const drawn = shuffle(inPlay, stream);
  for (let index = 0; index < Math.max(drawn.length, claim.cards.length); index++) {
    const pair = { drawn: drawn[index] ?? null, found: claim.cards[index] ?? null };
    if (pair.drawn !== pair.found) return fails(proved, { step: 'cards', place: index + 1, ...pair });
  }
  return { proved: [...proved, 'cards'], fault: null };
}

function fails(proved: Step[], fault: Fault): Proof {
  return { proved, fault };
}

function drawRemoved(currencies: string[], count: number, stream: FairStream): string[] {
  const left = [...currencies];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(stream.below(left.length), 1)[0]!);
}

function shuffle(cards: CardInfo[], stream: FairStream): string[] {
  const order = [...cards].sort((one, other) => one.serial - other.serial).map((card) => card.code);
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = stream.below(last + 1);
    [order[last], order[chosen]] = [order[chosen]!, order[last]!];
  }
  return order;
}

/** The numbers that follow from the seed and the salts, one salt per seat. */
class FairStream {
  #salt: Uint8Array;
  #blocks = 0;
  #numbers: number[] = [];

  constructor(
    private readonly seed: Uint8Array,
    salts: Uint8Array[],
  ) {
    this.#salt = sha256(joined(...salts.flatMap((salt) => [Uint8Array.of(salt.length), salt])));
  }

  /** The next number from 0 to limit - 1, each equally likely. */
  below(limit: number): number {
    const fair = NUMBERS - (NUMBERS % limit);
    let number = this.#next();
    while (number >= fair) number = this.#next();
    return number % limit;
  }

  #next(): number {
    if (!this.#numbers.length) this.#fill();
    return this.#numbers.shift()!;
  }

  #fill(): void {
    const count = new DataView(new ArrayBuffer(8));
    count.setUint32(4, this.#blocks);
    this.#blocks += 1;
    const block = hmacSha256(this.seed, joined(this.#salt, new Uint8Array(count.buffer)));
    const view = new DataView(block.buffer);
    for (let start = 0; start < block.length; start += 4) this.#numbers.push(view.getUint32(start));
  }
}

function areSalts(salts: (Uint8Array | null)[], players: number): salts is Uint8Array[] {
  return salts.length === players && salts.every((salt) => salt !== null && salt.length <= MOST_SALT);
}

/** The bytes that lower-case hex stands for; null if it is none. */
function fromHex(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => parseInt(text.slice(2 * index, 2 * index + 2), 16));
}
