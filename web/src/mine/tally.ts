// What my matches come to: counted, nothing judged.

import type { MyMatch } from './matches';

export interface Share { name: string; played: number; won: number }

export interface Tally {
  played: number;
  /** Who shares a win has a part of it. */
  won: number;
  byEdition: Share[];
  /** By the strongest bot at the table; `friends` where somebody else sat there. */
  byRival: Share[];
  reviewed: number;
  /** Of those that were reviewed, in a match: mistakes, and what they gave up of the chance to win. */
  mistakes: number;
  givenUp: number;
  /** Of those too: the worth of a bid, and how much of it was more than needed. */
  bidWorth: number;
  overpaid: number;
}

/** From the weakest to the strongest, as people meet them. */
const LADDER = ['random', 'penny', 'greedy', 'level1', 'level2', 'level3', 'pincher', 'hoarder', 'trios', 'spoiler', 'bluffer', 'banker', 'level4', 'best', 'level5', 'champion'];

/** Practice is no match: nobody began it from its first card. */
export function tallyOf(all: readonly MyMatch[]): Tally {
  const matches = all.filter(({ record }) => !record.practice);
  const reviewed = matches.flatMap((match) => (match.reviewed ? [match.reviewed] : []));
  const mean = (numbers: number[]): number => (numbers.length ? numbers.reduce((a, b) => a + b, 0) / numbers.length : 0);
  return {
    played: matches.length,
    won: matches.reduce((sum, match) => sum + partOf(match), 0),
    byEdition: shares(matches, ({ record }) => record.edition),
    byRival: shares(matches, rivalOf),
    reviewed: reviewed.length,
    mistakes: mean(reviewed.map((each) => each.mistakes)),
    givenUp: mean(reviewed.map((each) => -each.skill)),
    bidWorth: mean(reviewed.map(({ habits }) => habits.bid_worth)),
    overpaid: mean(reviewed.map(({ habits }) => habits.overpaid)),
  };
}

export function partOf({ record, seat }: MyMatch): number {
  const winners = record.winners ?? [];
  return winners.includes(seat) ? 1 / winners.length : 0;
}

function rivalOf({ record, seat }: MyMatch): string {
  const others = (Array.isArray(record.bots) ? (record.bots as unknown[]) : []).filter((_bot, at) => at !== seat);
  if (!others.length || others.some((bot) => typeof bot !== 'string')) return 'friends';
  return (others as string[]).reduce((best, bot) => (LADDER.indexOf(bot) > LADDER.indexOf(best) ? bot : best));
}

function shares(matches: readonly MyMatch[], nameOf: (match: MyMatch) => string): Share[] {
  const found = new Map<string, Share>();
  for (const match of matches) {
    const name = nameOf(match);
    const share = found.get(name) ?? { name, played: 0, won: 0 };
    found.set(name, { name, played: share.played + 1, won: share.won + partOf(match) });
  }
  return [...found.values()].sort((a, b) => b.played - a.played);
}
