/** A goal whose top stands in this upper part of the window is in view. */
const UPPER = 0.3;
const WIDE = '(min-width: 62rem)';

/** Scroll something to the top of a small screen, unless it is there or somebody looks at something else. */
export function bringUp(goal: HTMLElement): void {
  if (matchMedia(WIDE).matches || document.querySelector('dialog[open]')) return;
  const { top } = goal.getBoundingClientRect();
  if (top >= 0 && top < innerHeight * UPPER) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: scrollY + top - 8, behavior: calm ? 'auto' : 'smooth' });
}
