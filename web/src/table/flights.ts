// Cards that travel. Where every card lies is looked at before the page changes and after; between the two, copies of the
// cards fly over everything else, so that nothing cuts them off.

import type { AnyEvent } from '../messages';
import { BLUFF } from '../lib/decks.svelte';

export interface Spot {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Lying {
  spot: Spot;
  element: HTMLElement;
}

export interface Flight {
  card: string;
  from: Spot;
  to: Spot;
}

/** A card has moved if it is somewhere else by more than this, in pixels. */
const NEAR = 3;
const FLIGHT = 650;
const STAGGER = 45;

/** The cards an event moves. Others may be pushed aside on the page, but they lie still. */
export function movedBy(event: AnyEvent): Set<string> {
  switch (event.type) {
    case 'exchanged':
      return new Set([...event.given, ...event.taken]);
    case 'refilled':
      return new Set([...event.right, ...event.left]);
    case 'dealt':
      return new Set([...event.right, ...event.left, ...event.hands.flatMap((hand) => hand ?? [])]);
    default:
      return new Set();
  }
}

/** Where cards come from and go to that lie open nowhere: the deck, and hands. */
function hiddenPlace(event: AnyEvent, isArriving: boolean): string | null {
  if (event.type === 'refilled' || event.type === 'dealt') return isArriving ? 'deck' : null;
  if (event.type === 'exchanged') return isArriving ? null : `hand-${event.seat}`;
  return null;
}

/** Who flies from where to where; `place` finds the spot of the deck or of a hand. */
export function plan(
  event: AnyEvent,
  before: Map<string, Spot>,
  after: Map<string, Spot>,
  place: (name: string) => Spot | null,
): Flight[] {
  const flights: Flight[] = [];
  const source = hiddenPlace(event, true);
  const moved = movedBy(event);
  for (const [card, to] of after) {
    if (!moved.has(card)) continue;
    const from = before.get(card) ?? (source && place(source));
    if (from && isApart(from, to)) flights.push({ card, from, to });
  }
  const goal = hiddenPlace(event, false);
  const to = goal && place(goal);
  for (const [card, from] of before) {
    if (to && moved.has(card) && !after.has(card)) flights.push({ card, from, to: within(to, from) });
  }
  return flights;
}

function isApart(one: Spot, other: Spot): boolean {
  return Math.hypot(one.left - other.left, one.top - other.top) > NEAR;
}

/** A card going into a hand becomes as small as the hand's mark, and keeps its shape. */
function within(goal: Spot, card: Spot): Spot {
  const height = Math.min(goal.height, card.height);
  const width = (card.width / card.height) * height;
  return { left: goal.left + (goal.width - width) / 2, top: goal.top, width, height };
}

export class Flights {
  #before = new Map<string, Lying>();
  #underWay = new Set<() => void>();

  /** Look where everything lies, before the page changes. */
  look(root: HTMLElement): void {
    this.#before = lying(root);
  }

  /** The page has changed: let the cards fly to where they are now. */
  fly(event: AnyEvent, root: HTMLElement, tempo: number): void {
    const before = this.#before;
    this.#before = new Map();
    const after = lying(root);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const flights = plan(event, spots(before), spots(after), (name) => placeOf(root, name));
    flights.forEach((flight, at) => {
      const real = after.get(flight.card)?.element;
      const copied = real ?? before.get(flight.card)!.element;
      if (calm) real?.animate({ opacity: [0.1, 1] }, { duration: 350 });
      else this.#launch(copied, real, flight, { duration: FLIGHT * tempo, delay: at * STAGGER * tempo });
    });
  }

  /** Let everything in the air be where it goes, at once: the table has changed its size, or goes away. */
  land(): void {
    for (const land of [...this.#underWay]) land();
  }

  #launch(copied: HTMLElement, real: HTMLElement | undefined, flight: Flight, time: { duration: number; delay: number }): void {
    const land = launch(copied, real, flight, time, () => this.#underWay.delete(land));
    this.#underWay.add(land);
  }
}

/** Where every card lies; one that is only shown there, as in a bid that is being put together, does not. */
function lying(root: HTMLElement): Map<string, Lying> {
  const found = new Map<string, Lying>();
  for (const element of root.querySelectorAll<HTMLElement>('[data-card]')) {
    const card = element.dataset.card!;
    if (card === BLUFF || found.has(card) || element.closest('[data-copy]')) continue;
    const spot = element.getBoundingClientRect();
    if (spot.width) found.set(card, { spot, element });
  }
  return found;
}

function spots(cards: Map<string, Lying>): Map<string, Spot> {
  return new Map([...cards].map(([card, { spot }]) => [card, spot]));
}

function placeOf(root: HTMLElement, name: string): Spot | null {
  return root.querySelector(`[data-place='${name}']`)?.getBoundingClientRect() ?? null;
}

/** A copy flies; the card itself is there when it has landed. Returns what lands it at once. */
function launch(
  copied: HTMLElement,
  real: HTMLElement | undefined,
  { from, to }: Flight,
  time: { duration: number; delay: number },
  landed: () => void,
): () => void {
  const copy = copied.cloneNode(true) as HTMLElement;
  delete copy.dataset.card;
  copy.setAttribute('aria-hidden', 'true');
  const fixed = { position: 'fixed', margin: '0', zIndex: '50', pointerEvents: 'none', transformOrigin: '0 0', opacity: '1' };
  const size = Math.max(from.width, to.width);
  Object.assign(copy.style, fixed, { left: '0', top: '0' });
  copy.style.setProperty('--card-width', `${size}px`);
  document.body.append(copy);
  const at = ({ left, top, width }: Spot): string => `translate(${left}px, ${top}px) scale(${width / size})`;
  const flight = copy.animate([{ transform: at(from) }, { transform: at(to) }], {
    ...time, easing: 'cubic-bezier(0.3, 0, 0.2, 1)', fill: 'both',
  });
  const hiding = real?.animate({ opacity: [0, 0] }, { duration: time.delay + time.duration });
  const land = (): void => {
    flight.onfinish = null;
    copy.remove();
    flight.cancel();
    hiding?.cancel();
    landed();
  };
  flight.onfinish = land;
  return land;
}
