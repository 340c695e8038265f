// Cards go where they went: remember where they lay, let the page change, and let every card travel from its old place to its new one.

export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Places = Map<string, Place>;

const OURS = 'card-moves';
const PIXEL = 1;

/** Every card in sight by its name. Names that lie there twice (bluff cards) tell nothing about who went where. */
function cardsIn(root: ParentNode): Map<string, HTMLElement> {
  const found = new Map<string, HTMLElement>();
  const twice = new Set<string>();
  for (const card of root.querySelectorAll<HTMLElement>('[data-card]')) {
    const name = card.dataset.card ?? '';
    if (found.has(name)) twice.add(name);
    found.set(name, card);
  }
  for (const name of twice) found.delete(name);
  return found;
}

/** Where the cards lie now; call it before a change. A card that is under way counts from where it is seen. */
export function rememberPlaces(root: ParentNode): Places {
  const places: Places = new Map();
  for (const [name, card] of cardsIn(root)) {
    const place = card.getBoundingClientRect();
    if (place.width > 0) places.set(name, place);
  }
  return places;
}

/** What shows a card that lies at `to` as if it still lay at `from`; null when it need not move. Its origin is its upper left corner. */
export function backTo(from: Place, to: Place): string | null {
  if (to.width <= 0 || to.height <= 0) return null;
  const [dx, dy] = [from.left - to.left, from.top - to.top];
  const scale = from.width / to.width;
  const grows = Math.abs(from.width - to.width) >= PIXEL;
  if (Math.hypot(dx, dy) < PIXEL && !grows) return null;
  return `translate(${dx}px, ${dy}px)${grows ? ` scale(${scale})` : ''}`;
}

/** Longer ways take longer, but nobody waits for a card. */
export function travelTime(from: Place, to: Place, fastest = 180, slowest = 480): number {
  const way = Math.hypot(from.left - to.left, from.top - to.top);
  return Math.round(Math.min(slowest, fastest + way * 0.45));
}

const wantsRest = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export interface Moving {
  /** Half of it makes everything twice as quick. */
  slowness?: number;
  /** Milliseconds between one card and the next. */
  stagger?: number;
}

/** Let the cards travel from where they were; call it after the change. It ends when the last has arrived. */
export async function moveFrom(before: Places, root: ParentNode, { slowness = 1, stagger = 0 }: Moving = {}): Promise<void> {
  if (wantsRest() || slowness <= 0) return;
  const cards = cardsIn(root);
  for (const card of cards.values()) for (const each of card.getAnimations()) if (each.id === OURS) each.cancel();
  // Measure everything first, then start everything: measuring in between would lay the page out again and again.
  const ways = [...cards].flatMap(([name, card]) => {
    const from = before.get(name);
    const to = card.getBoundingClientRect();
    const start = from && backTo(from, to);
    return start ? [{ card, start, time: travelTime(from, to) * slowness }] : [];
  });
  const journeys = ways.map(({ card, start, time }, place) => travel(card, start, time, place * stagger * slowness));
  await Promise.allSettled(journeys.map((each) => each.finished));
}

function travel(card: HTMLElement, start: string, duration: number, delay: number): Animation {
  const frame = { transformOrigin: '0 0', zIndex: 5 };
  return card.animate([{ ...frame, transform: start }, { ...frame, transform: 'none' }], {
    id: OURS,
    duration,
    delay,
    easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)',
    fill: 'backwards',
  });
}
