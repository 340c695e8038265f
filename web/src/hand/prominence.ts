// How prominent each choice is shown. The table draws from this and nothing else: points decide nothing here.

import type { TurnCode } from '../messages';
import type { PileBox, PileKind } from '../table/layout';

/**
 * chosen: a press has shown it, the next one takes it. hinted: asked for advice, this is it. plain: one of
 * several. rest: another one is chosen.
 */
export type Look = 'chosen' | 'hinted' | 'plain' | 'rest';

export interface Moment {
  chosen: TurnCode | null;
  hinted: TurnCode | null;
}

export interface Prominence {
  look: Look;
  /** The width of the frame around it, in pixels. */
  frame: number;
  /** Its colour: yellow is what I do, green is the hint, and pale is all the rest. */
  colour: 'yellow' | 'green' | 'pale';
  /** The box it is drawn in. */
  box: PileBox;
}

const LOOKS: Record<Look, Pick<Prominence, 'frame' | 'colour'>> = {
  chosen: { frame: 3, colour: 'yellow' },
  hinted: { frame: 3, colour: 'green' },
  plain: { frame: 1.5, colour: 'pale' },
  rest: { frame: 0, colour: 'pale' },
};
/** The frame of a hint while something else is chosen: that comes first. */
const BESIDE_CHOSEN = 1.75;
const FROM_MOST: readonly Look[] = ['chosen', 'hinted', 'plain', 'rest'];

export function lookOf(turn: TurnCode, { chosen, hinted }: Moment): Look {
  if (turn === chosen) return 'chosen';
  if (turn === hinted) return 'hinted';
  return chosen === null ? 'plain' : 'rest';
}

export const kindOf = (turn: TurnCode): PileKind => (typeof turn === 'number' ? 'bid' : turn === 'keep' ? 'keep' : 'row');

export function prominenceOf(turn: TurnCode, moment: Moment, piles: Record<PileKind, PileBox>): Prominence {
  const look = lookOf(turn, moment);
  const isBeside = look === 'hinted' && moment.chosen !== null;
  return { look, ...LOOKS[look], ...(isBeside && { frame: BESIDE_CHOSEN }), box: piles[kindOf(turn)] };
}

/** Choices in steps, from the most prominent on: what is framed alike is ordered by its size; the same size is the same step. */
export function byProminence(turns: readonly TurnCode[], moment: Moment, piles: Record<PileKind, PileBox>): TurnCode[][] {
  const steps = new Map<string, { key: [number, number]; turns: TurnCode[] }>();
  for (const turn of turns) {
    const { look, box } = prominenceOf(turn, moment, piles);
    const key: [number, number] = [FROM_MOST.indexOf(look), -box.width * box.height];
    const step = steps.get(key.join()) ?? { key, turns: [] };
    steps.set(key.join(), { ...step, turns: [...step.turns, turn] });
  }
  return [...steps.values()].toSorted((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1]).map((step) => step.turns);
}
