// The count of a deal as a board: a column for each hand, a row for each kind of money anybody has. All numbers are the server's.

import type { Deck } from '../lib/decks.svelte';
import type { HandScore, Scored } from '../messages';
import { groupHand, kindOrder } from './score_lines';

/** What one kind of money brings a hand. */
export interface Cell {
  /** What the notes add up to; null for coins, which are what they bring. */
  sum: number | null;
  /** With what trios bring. */
  points: number;
  bonus: number;
  /** How many trios. */
  trios: number;
  cards: string[];
}

export interface Column {
  seat: number;
  total: number;
  /** In the order of the kinds; null where the hand has none. */
  cells: (Cell | null)[];
}

export interface Board {
  kinds: { kind: string; isCoin: boolean }[];
  columns: Column[];
}

export function boardOf({ hands, breakdown }: Scored, deck: Deck): Board {
  const order = kindOrder(deck);
  const notes = held(breakdown.map((score) => score.currencies.map((each) => each.currency)), order);
  const coins = held(breakdown.map((score) => score.coins.map((each) => each.kind)), order);
  const kinds = [...notes.map((kind) => ({ kind, isCoin: false })), ...coins.map((kind) => ({ kind, isCoin: true }))];
  const columns = breakdown.map((score, seat) => {
    const groups = groupHand(hands[seat] ?? [], deck);
    const cardsOf = (kind: string): string[] => groups.find((group) => group.kind === kind)?.cards ?? [];
    return { seat, total: score.total, cells: kinds.map(({ kind, isCoin }) => cellOf(score, kind, isCoin, cardsOf(kind))) };
  });
  return { kinds, columns };
}

/** The kinds somebody has, as the deck orders them. */
function held(kinds: string[][], order: string[]): string[] {
  return [...new Set(kinds.flat())].sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

function cellOf(score: HandScore, kind: string, isCoin: boolean, cards: string[]): Cell | null {
  if (isCoin) {
    const coins = score.coins.find((each) => each.kind === kind);
    return coins ? { sum: null, points: coins.points + coins.bonus, bonus: coins.bonus, trios: coins.trios, cards } : null;
  }
  const notes = score.currencies.find((each) => each.currency === kind);
  return notes ? { sum: notes.total, points: notes.points + notes.bonus, bonus: notes.bonus, trios: notes.trios.length, cards } : null;
}

/** What the first rows bring; after the last one, what the server says. */
export function countedOf({ cells, total }: Column, rows: number): number {
  return rows >= cells.length ? total : cells.slice(0, rows).reduce((sum, cell) => sum + (cell?.points ?? 0), 0);
}

/** The place of each seat; who is level shares it. */
export const placesOf = (points: number[]): number[] => points.map((own) => 1 + points.filter((other) => other > own).length);

/** How far a seat is from the next that matters: the first for everybody else, the second for the first. */
export function gapOf(points: number[], seat: number): { by: number; to: number[] } {
  const own = points[seat]!;
  const best = Math.max(...points.filter((_, at) => at !== seat));
  return { by: own - best, to: points.flatMap((each, at) => (at !== seat && each === best ? [at] : [])) };
}

/** The deal that brought a seat most: which, and how much. */
export function bestDeal(scores: number[][], seat: number): { deal: number; points: number } {
  const own = scores.map((points) => points[seat]!);
  const points = Math.max(...own);
  return { deal: own.indexOf(points) + 1, points };
}
