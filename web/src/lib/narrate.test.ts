import { describe, expect, test } from 'vitest';
import type { AnyEvent, Revealed } from '../messages';
import type { CardInfo } from '../requests';
import type { Deck } from './decks.svelte';
import rulebook from '../../../src/spielgeld/texts/en/rules.json';
import { narrate } from './narrate';

const card = (code: string, kind: string, value: number, serial: number): [string, CardInfo] => [
  code, { code, kind, value, serial, is_coin: false },
];
const deck: Deck = new Map([card('Y20a', 'Y', 20, 1), card('Y40', 'Y', 40, 43), card('E20b', 'E', 20, 5), card('R60', 'R', 60, 60)]);
const names = ['Ann', 'Bo', 'Cy'];
const company = (me: number | null) => ({ nameOf: (seat: number) => names[seat]!, me, deck });
const told = (event: AnyEvent, me: number | null = null): string[] => narrate(event, company(me)).map(({ text }) => text);

const revealed: Revealed = {
  type: 'revealed',
  round: 2,
  bids: [['Y20a', 'Y40'], ['*'], ['R60']],
  order: [
    { seat: 0, worth: 60, bluff: false, lowest: 'Y20a', ahead_by: 'serial' },
    { seat: 2, worth: 60, bluff: false, lowest: 'R60', ahead_by: null },
  ],
};

test('every "why?" leads to a paragraph of the rules', () => {
  const paragraphs = Object.keys(rulebook.paragraphs).map((name) => name.replaceAll(' ', '_'));
  const exchanged = { type: 'exchanged' as const, seat: 0, given: [], taken: ['R60'], waiting: [] };
  const tie = revealed.order.map((place, at) => ({ ...place, ahead_by: at ? null : ('bluff' as const) }));
  const events: AnyEvent[] = [
    revealed, { ...revealed, order: tie }, { ...revealed, order: [] },
    { ...exchanged, turn: 'right' }, { ...exchanged, turn: 'keep' }, { ...exchanged, turn: 2 }, { ...exchanged, turn: 1 },
    { type: 'refilled', first: 'right', right: ['R60'], left: [], deck_size: 1 },
    { type: 'refilled', first: 'right', right: [], left: [], deck_size: 1 },
    { type: 'last_round', round: 5, reason: 'deck_empty' }, { type: 'last_round', round: 5, reason: 'stall' },
    { type: 'scored', deal: 1, hands: [[], [], []], breakdown: [], scores: [1, 2, 3] },
    { type: 'match_won', result: { winners: [0], totals: [1, 0, 0], deals_won: [1, 0, 0], won_by: 'points' } },
  ];
  const rules = events.flatMap((event) => narrate(event, company(1)).flatMap(({ rule }) => rule ?? []));
  expect(new Set(rules).size).toBeGreaterThanOrEqual(9);
  expect(rules.filter((rule) => !paragraphs.includes(rule))).toEqual([]);
});

describe('narrate', () => {
  test('tells why a seat is free, and when its owner plays again', () => {
    const left = { type: 'left' as const, seat: 1 };
    expect(told({ ...left, reason: 'left', by: null })).toEqual(['Bo leaves the table.']);
    expect(told({ ...left, reason: 'never_came', by: null })).toEqual(['Bo has not come. The seat is free again.']);
    expect(told({ ...left, reason: 'freed', by: 0 })).toEqual(['Ann frees Bo’s seat.']);
    const back = (['decision', 'deal'] as const).flatMap((after) => told({ type: 'returning', seat: 2, after }));
    expect(back).toEqual(['Cy is back and plays again after this decision.', 'Cy is back and plays again in the next deal.']);
  });

  test('tells every bid, who sits out, the order and what decided', () => {
    const [ann, cy, bo, order, tie, ...rest] = told(revealed);
    expect(ann).toMatch(/^Ann bids 60: .*20.*40/);
    expect(cy).toMatch(/^Cy bids 60/);
    expect(bo).toMatch(/^Bo .*sits out/);
    expect(order).toBe('Order: Ann 60 and Cy 60.');
    expect(tie).toMatch(/^Ann and Cy each bid 60\..* 1 \(Ann.* and 60 \(Cy/);
    expect(rest).toEqual([]);
  });

  test('names the bluff card where it decided', () => {
    const order = revealed.order.map((place, at) => ({ ...place, ahead_by: at ? null : ('bluff' as const) }));
    expect(told({ ...revealed, order }).at(-1)).toMatch(/bluff card puts Ann ahead/);
  });

  test('tells of three equal bids in one sentence, after the bluff card had its say', () => {
    const place = (seat: number, bluff: boolean, ahead_by: 'serial' | 'bluff' | null) => ({ seat, worth: 60, bluff, lowest: 'Y40', ahead_by });
    const three = [place(0, false, 'serial'), place(1, false, 'serial'), place(2, false, null)];
    expect(told({ ...revealed, order: three }).filter((line) => line.includes('number'))).toHaveLength(1);
    const bluffed = [place(0, true, 'bluff'), place(1, false, 'serial'), place(2, false, null)];
    expect(told({ ...revealed, order: bluffed }).slice(-2)).toEqual([
      expect.stringMatching(/^Ann, Bo,? and Cy each bid 60\. The bluff card puts Ann ahead/),
      expect.stringMatching(/^Bo and Cy each bid 60\. The serial numbers decide, lowest first/),
    ]);
  });

  test('says nothing of ties where the sums differ', () => {
    const order = revealed.order.map((place, at) => ({ ...place, ahead_by: at ? null : ('worth' as const) }));
    expect(told({ ...revealed, order }).at(-1)).toMatch(/^Order/);
  });

  test('speaks to me as you', () => {
    const taken: AnyEvent = { type: 'exchanged', seat: 0, turn: 2, given: ['Y40'], taken: ['R60'], waiting: [] };
    expect(told(taken, 0)[0]).toMatch(/^You take Cy’s bid/);
    expect(told(taken, 2)[0]).toMatch(/^Ann takes your bid: .*60\D.* You get .*40/);
    expect(told(taken, 1)[0]).toMatch(/^Ann takes Cy’s bid: .* Cy gets .*40.* acts next/);
    expect(told(revealed, 0)[0]).toMatch(/^You bid 60/);
    expect(told(revealed, 0)).toContain('Order: you 60 and Cy 60.');
  });

  test('tells rows in the order in which they were filled', () => {
    const refilled = { type: 'refilled' as const, right: ['Y40'], left: ['R60'], deck_size: 1 };
    const rows = (first: 'left' | 'right') => told({ ...refilled, first }).map((line) => /right|left|1 card /.exec(line)?.[0]);
    expect(rows('right')).toEqual(['right', 'left', '1 card ']);
    expect(rows('left')).toEqual(['left', 'right', '1 card ']);
    expect(told({ ...refilled, first: 'left', right: [], left: [] })).toHaveLength(1);
  });

  test('ranks the points of a deal', () => {
    const scored = { type: 'scored', deal: 1, hands: [], breakdown: [], scores: [10, 300, 20] } as AnyEvent;
    expect(told(scored)[0]).toMatch(/Bo 300, Cy 20,? and Ann 10/);
  });

  test('keeps quiet about my own bid, and tells the size of others only where it is known', () => {
    expect(told({ type: 'bid_sealed', seat: 1, size: 2 }, 1)).toEqual([]);
    expect(told({ type: 'bid_sealed', seat: 1, size: 2 }, 0)[0]).toMatch(/2 cards/);
    expect(told({ type: 'bid_sealed', seat: 1, size: null }, 0)).toEqual(['Bo has bid.']);
  });
});

type Texts = { [key: string]: string | Texts };
const catalogues = import.meta.glob<Texts>('../../../src/spielgeld/texts/*/page/*.json', { eager: true, import: 'default' });

describe.each(['log', 'table'])('the words of %s', (area) => {
  const read = (language: string): Texts => catalogues[`../../../src/spielgeld/texts/${language}/page/${area}.json`]!;

  test.each(['it', 'fr', 'nl', 'de', 'pl'])('in %s are the same, with the same arguments', (language) => {
    expect(flat(read(language))).toEqual(flat(read('en')));
  });

  test('have all forms a Polish count needs', () => {
    for (const forms of counted(read('pl'))) expect(Object.keys(forms).toSorted()).toEqual(['few', 'many', 'one', 'other']);
  });
});

const isCounted = (value: string | Texts): value is Texts => typeof value === 'object' && 'other' in value;

/** Every text by its name, with the names of its arguments. */
function flat(texts: Texts, before = ''): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'object' && !isCounted(value)) for (const [name, args] of flat(value, `${before}${key}.`)) found.set(name, args);
    else found.set(before + key, argumentsOf(isCounted(value) ? String(value.other) : String(value)));
  }
  return found;
}

function argumentsOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))].toSorted();
}

function counted(texts: Texts): Texts[] {
  return Object.values(texts).flatMap((value) => (typeof value === 'string' ? [] : isCounted(value) ? [value] : counted(value)));
}
