// Cards are dragged with mouse, pen or finger: one of the hand into the bid or out of it, or the bid as a whole onto a pile.

/** How far a pointer moves before it drags. */
const FAR = 6;
/** How long a finger holds a card before it drags; a bid follows at once, for nothing scrolls under it. */
const HOLD = 160;

export interface Drop {
  /** Something was dropped, on the nearest `data-drop` under the pointer, if any. */
  dropped(what: string, where: string | null): void;
  /** Whether this can be dragged now. */
  enabled(what: string): boolean;
  /** What is in the air, or no longer anything. */
  flying(what: string | null): void;
}

interface Hold {
  what: string;
  element: HTMLElement;
  pointer: number;
  x: number;
  y: number;
  isTouch: boolean;
  ghost: HTMLElement | null;
  timer: ReturnType<typeof setTimeout> | null;
}

/** Lets the elements with `data-drag` within this one be dragged onto those with `data-drop`. */
export function dragging(node: HTMLElement, drop: Drop): { destroy(): void } {
  let hold: Hold | null = null;

  function down(event: PointerEvent): void {
    const element = (event.target as Element).closest<HTMLElement>('[data-drag]');
    if (!element || hold || event.button || !drop.enabled(element.dataset.drag!)) return;
    const isTouch = event.pointerType === 'touch';
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    hold = { what: element.dataset.drag!, element, pointer, x, y, isTouch, ghost: null, timer: null };
    if (isTouch && hold.what !== 'bid') hold.timer = setTimeout(() => lift(x, y), HOLD);
    // Otherwise a finger's moves stay with what it touched first, and what it is dropped on is never asked.
    if (isTouch) (event.target as Element).releasePointerCapture?.(pointer);
    listen('addEventListener');
  }

  function move(event: PointerEvent): void {
    if (!hold || event.pointerId !== hold.pointer) return;
    const { clientX: x, clientY: y } = event;
    if (hold.ghost) return put(hold.ghost, x, y);
    if (Math.hypot(x - hold.x, y - hold.y) >= FAR) lift(x, y);
  }

  function lift(x: number, y: number): void {
    if (!hold) return;
    if (hold.timer) clearTimeout(hold.timer);
    const faces = [...hold.element.querySelectorAll<HTMLElement>('[data-card]')];
    hold.ghost = ghostOf(faces.length ? faces : [hold.element]);
    document.body.append(hold.ghost);
    put(hold.ghost, x, y);
    drop.flying(hold.what);
  }

  function up(event: PointerEvent): void {
    if (!hold || event.pointerId !== hold.pointer) return;
    const { ghost, what } = hold;
    end();
    if (!ghost) return;
    swallowClick();
    const under = document.elementFromPoint(event.clientX, event.clientY);
    drop.dropped(what, under?.closest<HTMLElement>('[data-drop]')?.dataset.drop ?? null);
  }

  function cancel(event: PointerEvent): void {
    if (event.pointerId === hold?.pointer) end();
  }

  function end(): void {
    if (hold?.timer) clearTimeout(hold.timer);
    if (hold?.ghost) {
      hold.ghost.remove();
      drop.flying(null);
    }
    hold = null;
    listen('removeEventListener');
  }

  /** Once a finger drags, the page must not scroll under it. */
  function still(event: Event): void {
    if (hold?.ghost || (hold && event.type === 'contextmenu' && hold.isTouch)) event.preventDefault();
  }

  function listen(how: 'addEventListener' | 'removeEventListener'): void {
    window[how]('pointermove', move as EventListener);
    window[how]('pointerup', up as EventListener);
    window[how]('pointercancel', cancel as EventListener);
  }

  node.addEventListener('pointerdown', down);
  node.addEventListener('touchmove', still, { passive: false });
  node.addEventListener('contextmenu', still);
  node.addEventListener('dragstart', noDrag);
  return {
    destroy() {
      end();
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('touchmove', still);
      node.removeEventListener('contextmenu', still);
      node.removeEventListener('dragstart', noDrag);
    },
  };
}

/** The browser's own way of dragging pictures. */
function noDrag(event: Event): void {
  event.preventDefault();
}

function ghostOf(faces: HTMLElement[]): HTMLElement {
  const { width } = faces[0]!.getBoundingClientRect();
  const ghost = document.createElement('div');
  faces.forEach((face, at) => {
    const copy = face.cloneNode(true) as HTMLElement;
    delete copy.dataset.card;
    if (at) copy.style.marginLeft = `${-0.45 * width}px`;
    ghost.append(copy);
  });
  ghost.setAttribute('aria-hidden', 'true');
  ghost.style.setProperty('--card-width', `${width}px`);
  Object.assign(ghost.style, {
    position: 'fixed', left: '0', top: '0', zIndex: '90', display: 'flex', pointerEvents: 'none', filter: 'drop-shadow(0 6px 10px rgb(0 0 0 / 35%))',
  });
  return ghost;
}

function put(ghost: HTMLElement, x: number, y: number): void {
  ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -60%) rotate(3deg)`;
}

/** The click that ends a drag is none. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
}
