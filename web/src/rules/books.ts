// What can be done with the rules of several editions: lay two side by side, look something up in all.

import type { RulesInWords, RulesParagraph } from '../requests';
import { fold } from './search_text';

/** The name of a rule as an address can hold it. */
export function anchor(name: string): string {
  return name.replaceAll(' ', '_');
}

/** The anchor somebody asks for behind the `#`, however the address spells it. */
export function askedFor(fragment: string): string {
  try {
    return anchor(decodeURIComponent(fragment));
  } catch {
    return fragment;
  }
}

export function paragraphsOf(book: RulesInWords): RulesParagraph[] {
  return book.chapters.flatMap((chapter) => chapter.paragraphs);
}

/** What the rulebook says, and what we decided where it is silent. */
export function whole(paragraph: RulesParagraph, book: RulesInWords): string {
  const answers = book.rulings.filter((each) => paragraph.rulings.includes(each.number));
  return [paragraph.text, ...answers.map((each) => `${each.number}: ${each.question} ${each.answer}`)].join(' ');
}

/** Each edition has an example of its own, which tells of no difference. */
const isExample = (name: string): boolean => name.startsWith('example_');

export interface Pair {
  name: string;
  first: RulesParagraph | null;
  second: RulesParagraph | null;
  same: boolean;
}

export interface PairChapter {
  title: string;
  pairs: Pair[];
}

/** Two editions rule by rule, in the order of the first; what only the second has comes last in its chapter. */
export function sideBySide(first: RulesInWords, second: RulesInWords): PairChapter[] {
  const chapters = first.chapters.filter((chapter) => !chapter.paragraphs.some(({ name }) => isExample(name)));
  return chapters.map((chapter, index) => {
    const others = second.chapters[index]?.paragraphs ?? [];
    const names = new Set([...chapter.paragraphs, ...others].map((paragraph) => paragraph.name));
    return { title: chapter.title, pairs: [...names].map((name) => pair(name, [first, chapter.paragraphs], [second, others])) };
  });
}

type Side = [book: RulesInWords, paragraphs: RulesParagraph[]];

function pair(name: string, [one, ones]: Side, [other, others]: Side): Pair {
  const first = ones.find((paragraph) => paragraph.name === name) ?? null;
  const second = others.find((paragraph) => paragraph.name === name) ?? null;
  const same = first !== null && second !== null && whole(first, one) === whole(second, other);
  return { name, first, second, same };
}

export function onlyDifferent(chapters: PairChapter[]): PairChapter[] {
  return chapters
    .map((chapter) => ({ ...chapter, pairs: chapter.pairs.filter((each) => !each.same) }))
    .filter((chapter) => chapter.pairs.length);
}

/** One way to tell a rule, and the editions that tell it so. */
export interface Telling {
  name: string;
  chapter: string;
  /** Of the rulebook and of the rulings, one after the other. */
  text: string;
  rulings: string[];
  /** Other words for the same, found but not shown. */
  words: string;
  editions: RulesInWords['edition'][];
}

/** Every way in which any edition tells a rule, in the order of the chapters. */
export function tellings(books: readonly RulesInWords[]): Telling[] {
  const found = new Map<string, Telling[]>();
  for (const book of books) {
    for (const chapter of book.chapters) {
      for (const paragraph of chapter.paragraphs) {
        const { name, rulings, words } = paragraph;
        const text = whole(paragraph, book);
        const known = found.get(name) ?? [];
        const same = known.find((telling) => telling.text === text);
        if (same) same.editions.push(book.edition);
        else known.push({ name, chapter: chapter.title, text, rulings, words, editions: [book.edition] });
        found.set(name, known);
      }
    }
  }
  return [...found.values()].flat();
}

export interface Found {
  hits: Telling[];
  /** What was found of the words: all of each, or only how it begins. */
  words: string[];
}

/** The tellings in which every word occurs; if there are none, those in which every word occurs in another form. */
export function lookUp(all: readonly Telling[], words: readonly string[], heading: (name: string) => string): Found {
  const texts = all.map((telling) => fold([heading(telling.name), telling.chapter, telling.text, telling.words].join('\n')));
  for (const forms of [[...words], words.map(stem)]) {
    const hits = all.filter((_, index) => forms.length && forms.every((word) => texts[index]!.includes(word)));
    if (hits.length) return { hits, words: forms };
  }
  return { hits: [], words: [...words] };
}

const SHORTEST_STEM = 4;
const ENDING = 2;

/** The word without its ending, roughly: `monety` and `monetom` both begin with `mone`. */
function stem(word: string): string {
  return word.slice(0, Math.max(SHORTEST_STEM, word.length - ENDING));
}
