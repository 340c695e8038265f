// Searching as people type: no capitals, no diacritics.

/** Letters that have no diacritic to take off, but that people type without. */
const PLAIN: Record<string, string> = { ł: 'l', ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', đ: 'd', '’': "'" };

interface Folded {
  text: string;
  /** For each letter of the folded text, where what it comes from begins and ends. */
  from: number[];
  to: number[];
}

function foldWithPlaces(text: string): Folded {
  const letters: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const letter of text) {
    const bare = letter.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
    for (const each of [...bare].map((one) => PLAIN[one] ?? one).join('')) {
      letters.push(each);
      from.push(at);
      to.push(at + letter.length);
    }
    at += letter.length;
  }
  return { text: letters.join(''), from, to };
}

export function fold(text: string): string {
  return foldWithPlaces(text).text;
}

/** The words somebody searches for. */
export function wanted(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean);
}

export interface Piece {
  text: string;
  marked: boolean;
}

/** The text cut into pieces, those marked that hold one of the words. */
export function mark(text: string, words: readonly string[]): Piece[] {
  const folded = foldWithPlaces(text);
  const marked = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = folded.text.indexOf(word); word && at >= 0; at = folded.text.indexOf(word, at + word.length)) {
      marked.fill(true, folded.from[at], folded.to[at + word.length - 1]);
    }
  }
  return pieces(text, marked);
}

function pieces(text: string, marked: readonly boolean[]): Piece[] {
  const found: Piece[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = found.at(-1);
    if (last && last.marked === marked[at]) last.text += text[at];
    else found.push({ text: text[at]!, marked: marked[at]! });
  }
  return found;
}
