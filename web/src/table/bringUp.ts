/** A goal whose top stands in this upper part of the window is in view. */
const UPPER = 0.3;
const WIDE = '(min-width: 62rem)';

/** Scroll something to the top of a small screen, unless it is there or somebody looks at something else. */
export function bringUp(goal: HTMLElement): void {
  if (matchMedia(WIDE).matches || document.querySelector('dialog[open]')) return;
  const { top } = goal.getBoundingClientRect();
  if (top >= 0 && top < innerHeight * UPPER) return;
  scrollTo({ top: scrollY + top - 8, behavior: manner() });
}

/** Scroll no further than needed to see all of something, with the room its style asks for around it. */
export function keepInSight(goal: Element | null | undefined): void {
  goal?.scrollIntoView({ block: 'nearest', behavior: manner() });
}

function manner(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}
