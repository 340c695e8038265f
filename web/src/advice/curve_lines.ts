// Lines of chances: who differs from whom, and where they run.

/** Others differ by their dashes too, for who sees no colours. */
export const DASHES = ['', '7 3', '2 3', '9 3 2 3', '4 2'];

export const othersThan = (seat: number, players: number): number[] => [...Array(players).keys()].filter((who) => who !== seat);

/** The points of a seat's line, for an SVG. */
export function lineOf(chances: readonly (readonly number[])[], seat: number, x: (at: number) => number, y: (chance: number) => number): string {
  return chances.map((moment, at) => `${x(at)},${y(moment[seat] ?? 0)}`).join(' ');
}
