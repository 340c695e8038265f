// Cards are dragged with mouse, pen or finger. A finger holds first, so that the page can still be scrolled from a card.

/** How far a mouse moves before it drags. */
const FAR = 6;
/** How long a finger holds before it drags. */
const HOLD = 200;

export interface Drop {
  /** A card was dropped: into the bid, or out of it. */
  dropped(card: string, intoBid: boolean): void;
  /** Whether cards can be dragged now. */
  enabled(): boolean;
  /** A card is in the air, or no longer. */
  flying(isFlying: boolean): void;
}

interface Hold {
  card: string;
  element: HTMLElement;
  pointer: number;
  x: number;
  y: number;
  isTouch: boolean;
  ghost: HTMLElement | null;
  timer: ReturnType<typeof setTimeout> | null;
}

/** Lets the elements with `data-drag` within this one be dragged into the one with `data-drop`. */
export function dragging(node: HTMLElement, drop: Drop): { destroy(): void } {
  let hold: Hold | null = null;

  function down(event: PointerEvent): void {
    const element = (event.target as Element).closest<HTMLElement>('[data-drag]');
    if (!element || hold || event.button || !drop.enabled()) return;
    const isTouch = event.pointerType === 'touch';
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    hold = { card: element.dataset.drag!, element, pointer, x, y, isTouch, ghost: null, timer: null };
    if (isTouch) hold.timer = setTimeout(() => lift(x, y), HOLD);
    listen('addEventListener');
  }

  function move(event: PointerEvent): void {
    if (!hold || event.pointerId !== hold.pointer) return;
    const { clientX: x, clientY: y } = event;
    if (hold.ghost) return put(hold.ghost, x, y);
    if (Math.hypot(x - hold.x, y - hold.y) < FAR) return;
    if (hold.isTouch) end(); // the page is being scrolled
    else lift(x, y);
  }

  function lift(x: number, y: number): void {
    if (!hold) return;
    const face = hold.element.querySelector<HTMLElement>('[data-card]') ?? hold.element;
    hold.ghost = ghostOf(face);
    document.body.append(hold.ghost);
    put(hold.ghost, x, y);
    drop.flying(true);
  }

  function up(event: PointerEvent): void {
    if (!hold || event.pointerId !== hold.pointer) return;
    const { ghost, card } = hold;
    end();
    if (!ghost) return;
    swallowClick();
    const under = document.elementFromPoint(event.clientX, event.clientY);
    drop.dropped(card, Boolean(under?.closest('[data-drop]')));
  }

  function cancel(event: PointerEvent): void {
    if (event.pointerId === hold?.pointer) end();
  }

  function end(): void {
    if (hold?.timer) clearTimeout(hold.timer);
    if (hold?.ghost) {
      hold.ghost.remove();
      drop.flying(false);
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

function ghostOf(face: HTMLElement): HTMLElement {
  const { width } = face.getBoundingClientRect();
  const ghost = document.createElement('div');
  ghost.append(face.cloneNode(true));
  ghost.setAttribute('aria-hidden', 'true');
  ghost.style.setProperty('--card-width', `${width}px`);
  Object.assign(ghost.style, {
    position: 'fixed', left: '0', top: '0', zIndex: '90', pointerEvents: 'none', width: `${width}px`, filter: 'drop-shadow(0 6px 10px rgb(0 0 0 / 35%))',
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
