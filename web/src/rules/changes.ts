// Which words of two texts differ.

import type { Piece } from './search_text';

/** Texts that share fewer of their words are different altogether. */
const ALIKE = 0.5;

/** Both texts in pieces; marked is what the other does not have. Nothing is, where marks would be all over. */
export function changes(first: string, second: string): [Piece[], Piece[]] {
  const ones = first.split(/(?<=\s)/);
  const others = second.split(/(?<=\s)/);
  const [keptOnes, keptOthers] = common(ones, others);
  if (keptOnes.size < ALIKE * Math.min(ones.length, others.length)) return [plain(first), plain(second)];
  return [inPieces(ones, keptOnes), inPieces(others, keptOthers)];
}

const plain = (text: string): Piece[] => [{ text, marked: false }];

/** Of each text the words that belong to their longest common run. */
function common(ones: string[], others: string[]): [Set<number>, Set<number>] {
  const longest = lengths(ones, others);
  const [keptOnes, keptOthers] = [new Set<number>(), new Set<number>()];
  for (let i = 0, j = 0; i < ones.length && j < others.length; ) {
    if (alike(ones[i]!, others[j]!)) {
      keptOnes.add(i++);
      keptOthers.add(j++);
    } else if (longest[i + 1]![j]! >= longest[i]![j + 1]!) i++;
    else j++;
  }
  return [keptOnes, keptOthers];
}

/** For each place in both, how many words from there on they can share. */
function lengths(ones: string[], others: string[]): number[][] {
  const longest = ones.map(() => new Array<number>(others.length + 1).fill(0));
  longest.push(new Array<number>(others.length + 1).fill(0));
  for (let i = ones.length - 1; i >= 0; i--) {
    for (let j = others.length - 1; j >= 0; j--) {
      longest[i]![j] = alike(ones[i]!, others[j]!)
        ? longest[i + 1]![j + 1]! + 1
        : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
    }
  }
  return longest;
}

const alike = (one: string, other: string): boolean => one.trim() === other.trim();

/** Words in pieces; the space after a marked word is not marked. */
function inPieces(words: string[], kept: ReadonlySet<number>): Piece[] {
  const found: Piece[] = [];
  let space = '';
  words.forEach((word, index) => {
    const marked = !kept.has(index);
    const last = found.at(-1);
    if (last?.marked === marked) last.text += space + word.trimEnd();
    else if (marked || !last) {
      if (last) last.text += space;
      found.push({ text: word.trimEnd(), marked });
    } else found.push({ text: space + word.trimEnd(), marked });
    space = word.slice(word.trimEnd().length);
  });
  return found;
}
