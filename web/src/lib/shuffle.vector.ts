// The test vector of docs/record.md, for the tests of everything that checks shuffles.

import type { CardInfo } from '../requests';
import { hex } from './salts';
import type { Claim, Stock } from './shuffle';

const CURRENCIES = ['Y', 'E', 'P', 'R', 'SK', 'SF', 'USD'];

export function italian(): Stock {
  const cards: CardInfo[] = [];
  const add = (kind: string, value: number, letter: string, is_coin = false): void => {
    const serial = is_coin ? 91 + cards.length - 63 : cards.length + 1;
    cards.push({ code: `${kind}${value}${letter}`, kind, value, serial, is_coin });
  };
  for (const value of [20, 30]) for (const kind of CURRENCIES) for (const letter of 'abc') add(kind, value, letter);
  for (const value of [40, 50, 60]) for (const kind of CURRENCIES) add(kind, value, '');
  for (const letter of 'abcdef') add('KR', 10, letter, true);
  return { currencies: CURRENCIES, cards: cards.reverse() }; // in any order: only the serials count
}

const CARDS = `
  USD30b USD40 Y40 P40 USD20a USD20c Y30a R20b SK30a P30c KR10d R30b R40 SK20a SK30c P20b SK40
  Y30c KR10a Y20a SK20c KR10c KR10f Y20b KR10b USD20b SK20b P50 R30a Y50 P30a Y20c R50 USD60
  R20c SK50 USD30c KR10e SK30b Y60 R20a USD50 SK60 P20a USD30a Y30b P20c P30b R60 P60 R30c
`.trim().split(/\s+/);

/** The test vector of docs/record.md; the cards were drawn by the server's own shuffle. */
export const VECTOR: Claim = {
  removed: ['SF', 'E'],
  cards: CARDS,
  commitment: '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd',
  seed: hex(Uint8Array.from({ length: 32 }, (_, index) => index)),
  salts: ['', '00ff', ''],
  removed_drawn: true,
};
