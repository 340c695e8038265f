// The words people read. They all come from the one catalogue in `texts/`. A language is fetched when it is
// chosen, with the words of the first screen and of the table; those of the other screens come with them.

import type en from './texts/en';
import { type Part, type Parts, fetchPart } from './texts/parts';
import { settings } from './settings.svelte';

export const LANGUAGES = { de: 'Deutsch', en: 'English', fr: 'Français', it: 'Italiano', nl: 'Nederlands', pl: 'Polski' };
export type Language = keyof typeof LANGUAGES;
export type Argument = string | number;
export type Arguments = Record<string, Argument>;

type Plural = { other: string };
type Leaves<T, Before extends string = ''> = {
  [K in keyof T & string]: T[K] extends string | Plural ? `${Before}${K}` : Leaves<T[K], `${Before}${K}.`>;
}[keyof T & string];
/** A text, named by where it stands in the catalogue: `start.play_now`. */
export type Key = Leaves<typeof en & Parts>;

type Catalogue = { [name: string]: string | Catalogue };

const FETCH: Record<Language, () => Promise<{ default: object }>> = {
  de: () => import('./texts/de'),
  en: () => import('./texts/en'),
  fr: () => import('./texts/fr'),
  it: () => import('./texts/it'),
  nl: () => import('./texts/nl'),
  pl: () => import('./texts/pl'),
};

class Words {
  language = $state<Language>('en');
  /** For lists and dates, where English has two ways: ours is British. */
  locale = $derived(this.language === 'en' ? 'en-GB' : this.language);
  #catalogue = $state.raw<Catalogue>({});
  /** The words that came later, by part. */
  #parts = $state.raw<Catalogue>({});
  #needed = new Set<Part>();
  #plurals = $derived(new Intl.PluralRules(this.language));
  #numbers = $derived(new Intl.NumberFormat(this.language));

  constructor() {
    // Another tab may have chosen another language.
    globalThis.addEventListener?.('storage', () => void this.choose().catch(() => undefined));
  }

  /** Use the language people chose, or else the first of the browser's that we speak. */
  async choose(): Promise<void> {
    const language = settings.language ?? preferred(navigator.languages);
    const [{ default: catalogue }, parts] = await Promise.all([FETCH[language](), fetchAll(language, [...this.#needed])]);
    if (settings.language && settings.language !== language) return; // somebody has chosen another meanwhile
    this.use(language, catalogue, parts);
    document.documentElement.lang = language;
    await this.need(...this.#needed); // by now there may be more
  }

  /** Have the words of these parts, from now on in every language that is chosen. */
  async need(...parts: Part[]): Promise<void> {
    for (const part of parts) this.#needed.add(part);
    const { language } = this;
    const missing = parts.filter((part) => !(part in this.#parts));
    if (!missing.length) return;
    const found = await fetchAll(language, missing);
    if (language === this.language) this.#parts = { ...this.#parts, ...found };
    else await this.need(...parts);
  }

  use(language: Language, catalogue: object, parts: object = {}): void {
    this.#catalogue = catalogue as Catalogue;
    this.#parts = parts as Catalogue;
    this.language = language;
  }

  /** The text of that name; `count` among the arguments decides between singular and plural. */
  t = (key: Key, args: Arguments = {}): string => this.find(key, args) ?? key;

  /** The same for a name that is made at run time; null if there is none. */
  find = (key: string, args: Arguments = {}): string | null => {
    const names = key.split('.');
    let found: string | Catalogue | undefined = names[0]! in this.#catalogue ? this.#catalogue : this.#parts;
    for (const part of names) found = typeof found === 'object' ? found[part] : undefined;
    if (typeof found === 'object') found = this.#form(found, args.count);
    return typeof found === 'string' ? this.fill(found, args) : null;
  };

  #form(forms: Catalogue, count: Argument | undefined): string | Catalogue | undefined {
    return forms[this.#plurals.select(Number(count))] ?? forms.other;
  }

  fill(text: string, args: Arguments): string {
    return text.replace(/\{(\w+)\}/g, (_, name: string) => this.#word(args[name]));
  }

  #word(value: Argument | undefined): string {
    return typeof value === 'number' ? this.number(value) : (value ?? '–');
  }

  number = (value: number): string => this.#numbers.format(value);

  /** "A, B and C" */
  list = (parts: string[]): string => new Intl.ListFormat(this.locale, { type: 'conjunction' }).format(parts);

  /** Why something was refused, in a sentence. */
  refusal = (code: string, args: Record<string, unknown> = {}): string => {
    const plain = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, plainly(value)]));
    const why = typeof args.why === 'string' ? this.find(`refusals.${args.why}`, plain) : null;
    return why ?? this.find(`refusals.${code}`, plain) ?? code;
  };
}

async function fetchAll(language: Language, parts: Part[]): Promise<Catalogue> {
  const found = await Promise.all(parts.map((part) => fetchPart(language, part)));
  return Object.fromEntries(parts.map((part, at) => [part, found[at] as Catalogue]));
}

function plainly(value: unknown): Argument {
  if (Array.isArray(value)) return value.map(String).join(', ') || '–';
  return typeof value === 'number' ? value : value === null || value === undefined ? '–' : String(value);
}

/** Of the languages wished for, best first, the first that we speak. */
export function preferred(wished: readonly string[]): Language {
  const found = wished.map((each) => each.toLowerCase().split('-')[0]).find((each) => each! in LANGUAGES);
  return (found as Language | undefined) ?? 'en';
}

export const words = new Words();
export const t = words.t;
