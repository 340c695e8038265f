// How cards lie side by side.

/** The share of a card that has to stay in sight: its value and its code. */
export const STRIP = 0.39;

/** How many cards a line gets, so that of each at least the strip is seen; lines are about equally long. */
export function perLine(cards: number, room: number, card: number): number {
  if (cards < 2 || room <= 0 || card <= 0) return Math.max(cards, 1);
  const most = Math.max(1, 1 + Math.floor((room - card) / (card * STRIP)));
  const lines = Math.ceil(cards / most);
  return Math.ceil(cards / lines);
}
