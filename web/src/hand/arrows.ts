// Where an arrow key leads among things that lie in several lines.

export const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

interface Boxed {
  getBoundingClientRect(): { left: number; top: number; width: number; height: number };
}

/** Left and right go on in order; up and down go to what is nearest in another line. */
export function neighbour<T extends Boxed>(all: readonly T[], from: T, key: string): T | undefined {
  const at = all.indexOf(from);
  switch (key) {
    case 'ArrowLeft':
      return all[at - 1] ?? all.at(-1);
    case 'ArrowRight':
      return all[at + 1] ?? all[0];
    case 'Home':
      return all[0];
    case 'End':
      return all.at(-1);
    default:
      return inNextLine(all, from, key === 'ArrowUp' ? -1 : 1);
  }
}

function inNextLine<T extends Boxed>(all: readonly T[], from: T, direction: 1 | -1): T | undefined {
  const here = middle(from);
  const beyond = all.filter((each) => direction * (middle(each).y - here.y) > from.getBoundingClientRect().height / 2);
  // A line further on costs more than any way along it.
  const way = (each: T) => 4 * Math.abs(middle(each).y - here.y) + Math.abs(middle(each).x - here.x);
  return beyond.sort((a, b) => way(a) - way(b))[0];
}

function middle(box: Boxed): { x: number; y: number } {
  const { left, top, width, height } = box.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
