// A finished deal that can be played again with the same cards: as a link holds it, and as this device remembers it beside the
// table where it is played again. It stands behind the `#`, which no server ever sees.

import { named } from '../lib/place';
import type { GameRecord } from '../replay/record';

type Deal = GameRecord['deals'][number];

export interface SharedDeal {
  edition: string;
  rules: Record<string, unknown>;
  players: string[];
  bots?: unknown;
  deal: Deal;
  /** Whose line it is. */
  seat: number;
  /** The bots' chance: who plays this deal again meets the same. */
  seed: string;
}

const PLACE = named('again');
/** As many tables as are remembered. */
const MOST = 20;

/** That deal of a record; null while it is not over. */
export function dealOf(record: GameRecord, number: number, seat: number): SharedDeal | null {
  const deal = record.deals[number - 1];
  if (!deal || !('scores' in deal)) return null;
  // How it was shuffled is no part of it.
  const open = Object.fromEntries(Object.entries(deal).filter(([name]) => name !== 'shuffle'));
  const { edition, rules, players, bots } = record;
  return { edition, rules, players, ...(bots ? { bots } : {}), deal: open as unknown as Deal, seat, seed: crypto.randomUUID() };
}

/** The deal as a record of its own. */
export const recordOf = ({ edition, rules, players, bots, deal }: SharedDeal): GameRecord =>
  ({ format: 'spielgeld-record/1', edition, rules: { ...rules, deals: 1 }, players, bots, deals: [deal] }) as GameRecord;

export async function packed(deal: SharedDeal): Promise<string> {
  const small = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(deal)));
  return btoa(String.fromCharCode(...small)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** What a link holds; null if it was cut or changed on its way. */
export async function unpacked(text: string): Promise<SharedDeal | null> {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    const found = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes))) as SharedDeal;
    return found.deal.cards.length && found.players[found.seat] !== undefined ? found : null;
  } catch {
    return null;
  }
}

async function through(stream: CompressionStream | DecompressionStream, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** At this table that deal is played again. */
export function remember(code: string, text: string): void {
  const others = remembered().filter(([each]) => each !== code);
  try {
    localStorage.setItem(PLACE, JSON.stringify([[code, text], ...others].slice(0, MOST)));
  } catch {
    // Without room the deal is played all the same, and nothing stands beside it.
  }
}

/** The deal that is, or was, played again at this table. */
export const firstLine = (code: string): string | null => remembered().find(([each]) => each === code)?.[1] ?? null;

function remembered(): [string, string][] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as [string, string][];
  } catch {
    return [];
  }
}
