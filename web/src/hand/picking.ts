import type { Draft } from './draft.svelte';

/** How the cards of the hand can be picked now. */
export interface Picking {
  draft: Draft;
  /** Whether cards can go into a bid; otherwise they can only be looked at. */
  isOpen: boolean;
  /** Whether cards of one value lie on one stack, to be taken one after the other. */
  isStacked: boolean;
  /** What lies openly on the table, out of hand. */
  lying: readonly string[];
  /** What came with the last exchange. */
  fresh: readonly string[];
  /** The card that Tab comes to; the arrow keys reach the others. */
  tabStop: string | null;
  pick(bid: string[]): void;
}
