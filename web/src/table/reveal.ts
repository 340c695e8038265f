// Bids are turned up card by card: in each wave every seat turns its next lowest card, seats one after the other. So
// neither the order of turning nor its end tells a place; places are shown when the last card lies.

/** What is shown of a reveal so far. */
export interface Reveal {
  /** How many cards of each seat's bid lie open, the lowest first. */
  turned: readonly number[];
  stage: Stage;
}

/** turning: sums, and no places. places: those of the others. mine: my own, too. told: and what decided ties. */
export type Stage = 'turning' | 'places' | 'mine' | 'told';

export interface Step extends Reveal {
  /** How long after the step before, in milliseconds at normal tempo. */
  after: number;
}

const START = 300;
/** From one seat to the next, and from a seat's card to its next one; of long bids the waves follow each other faster. */
const SEAT = 110;
const WAVE = 420;
const MOST_TURNING = 3400;
/** How long a card turns until its face is seen. */
export const TURN = 160;
const HUSH = 500;
const MINE = 350;
const TOLD = 620;
/** How long the end is looked at. */
export const LOOK = 1300;

/** A reveal step by step. `sizes`: how many cards each seat has bid; `order`: the seats that turn theirs, mine not among them. */
export function stepsOf(sizes: readonly number[], order: readonly number[], me: number | null): Step[] {
  const waves = Math.max(0, ...order.map((seat) => sizes[seat]!));
  const wave = Math.min(WAVE + SEAT * (order.length - 1), waves ? MOST_TURNING / waves : 0);
  const turned = sizes.map((size, seat) => (seat === me ? size : 0));
  const flips = order
    .flatMap((seat, at) => Array.from({ length: sizes[seat]! }, (_, card) => ({ seat, at: START + card * wave + at * Math.min(SEAT, wave / order.length) })))
    .toSorted((a, b) => a.at - b.at);
  let now = 0;
  const steps: Step[] = [{ after: 0, turned: [...turned], stage: 'turning' }];
  for (const { seat, at } of flips) {
    turned[seat]! += 1;
    steps.push({ after: at - now, turned: [...turned], stage: 'turning' });
    now = at;
  }
  const last = [...turned];
  const end = (after: number, stage: Stage): Step => ({ after, turned: last, stage });
  return [...steps, end(TURN + HUSH, 'places'), ...(me === null ? [] : [end(MINE, 'mine')]), end(TOLD, 'told')];
}

/** Whether a seat's place may be told; when nothing is being turned up it always may. */
export function isPlaceTold(reveal: Reveal | null, seat: number, me: number | null): boolean {
  if (!reveal) return true;
  return reveal.stage !== 'turning' && (seat !== me || reveal.stage !== 'places');
}
