// Which face somebody has: the same for the same name, on every screen of everybody. Bots have their own.

import { CHARACTERS, robot } from './characters';
import { type Lot, person } from './person';
import type { Look } from './shapes';

/** Far enough from each other, from skin and from the felt, by day and by night. */
export const GROUNDS = [
  '#c9563c', '#3f74b5', '#7d5ba6', '#d39a2d', '#2f8f83', '#b8477a', '#6b8e3a', '#4f5fb8', '#a9743d', '#3a98b8', '#8c8579', '#d9778a',
];

export function lookOf(name: string, bot: string | null = null): Look {
  const own = bot === null ? undefined : CHARACTERS[bot];
  if (own) return { ...own, ground: among(name) ? GROUNDS[(GROUNDS.indexOf(own.ground) + among(name) * 5) % GROUNDS.length]! : own.ground };
  const lot = lots(bot === null ? name : `bot ${name}`);
  const ground = GROUNDS[lot(GROUNDS.length)]!;
  return { ground, shapes: bot === null ? person(lot) : robot(lot) };
}

/** Of several of one kind at a table ("Merchant", "Merchant 2") each has another ground: 0 for the first. */
const among = (name: string): number => Number(/ (\d+)$/.exec(name)?.[1] ?? 1) - 1;

/** Draws lots from a text: FNV-1a to begin with, and a turn of xorshift for each. */
function lots(text: string): Lot {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text.normalize().trim())) state = Math.imul(state ^ byte, 0x01000193);
  state = state || 1;
  return (sides) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % sides;
  };
}
