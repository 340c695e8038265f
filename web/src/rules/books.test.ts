import { expect, test } from 'vitest';
import type { RulesInWords } from '../requests';
import { anchor, askedFor, lookUp, onlyDifferent, sideBySide, tellings } from './books';
import { changes } from './changes';

function book(edition: RulesInWords['edition'], texts: Record<string, string>): RulesInWords {
  const paragraphs = Object.entries(texts).map(([name, text]) => ({ name, text, rulings: name === 'bank' ? ['R5'] : [], words: name === 'keep' ? 'afzien' : '', differs_in: [] }));
  return { edition, language: 'en', chapters: [{ title: 'The cards', paragraphs }], rulings: [{ number: 'R5', question: 'Which?', answer: 'Ours.' }] };
}

const nl = book('nl', { coins: 'Six gold coins.', keep: 'Take it back.' });
const fr = book('fr', { coins: 'Six gold coins.', keep: 'Take it back.' });
const pl = book('pl', { coins: 'Silver coins.', keep: 'Take it back.', bank: 'Złoty bank.' });

test('a name with spaces becomes an anchor', () => {
  expect(anchor('take a row')).toBe('take_a_row');
  expect(askedFor('take%20a%20row')).toBe('take_a_row');
  expect(askedFor('100%')).toBe('100%');
});

test('two editions stand side by side', () => {
  const [chapter] = sideBySide(nl, pl);
  expect(chapter!.pairs.map(({ name, same }) => [name, same])).toEqual([['coins', false], ['keep', true], ['bank', false]]);
  expect(chapter!.pairs[2]).toMatchObject({ first: null, second: { text: 'Złoty bank.', rulings: ['R5'] } });
});

test('an example of its own is no difference', () => {
  const [one, other] = (['nl', 'fr'] as const).map((edition) => book(edition, { example_round: `Of ${edition}` }));
  expect(sideBySide(one!, other!)).toEqual([]);
});

test('only what differs is left, and no empty chapter', () => {
  expect(onlyDifferent(sideBySide(nl, pl))[0]!.pairs.map((pair) => pair.name)).toEqual(['coins', 'bank']);
  expect(onlyDifferent(sideBySide(nl, fr))).toEqual([]);
});

test('editions that tell a rule alike are named together', () => {
  const coins = tellings([nl, fr, pl]).filter((telling) => telling.name === 'coins');
  expect(coins.map((telling) => telling.editions)).toEqual([['nl', 'fr'], ['pl']]);
});

test('a search wants every word, in heading, text or ruling', () => {
  const all = tellings([nl, fr, pl]);
  const found = (...words: string[]): string[] => lookUp(all, words, (name) => `About ${name}`).hits.map((telling) => telling.text);
  expect(found('silver')).toEqual(['Silver coins.']);
  expect(found('zlot')).toEqual(['Złoty bank. R5: Which? Ours.']);
  expect(found('afzien')).toEqual(['Take it back.']);
  expect(found('about', 'gold')).toEqual(['Six gold coins.']);
  expect(found('r5')).toEqual(['Złoty bank. R5: Which? Ours.']);
  expect(found('gold', 'silver')).toEqual([]);
  expect(found()).toEqual([]);
});

test('a word is found in another form only if it is not found as it is', () => {
  const all = tellings([nl, fr, pl]);
  expect(lookUp(all, ['silvers'], (name) => name)).toMatchObject({ hits: [{ text: 'Silver coins.' }], words: ['silve'] });
  expect(lookUp(all, ['silver'], (name) => name).words).toEqual(['silver']);
});

test('words that differ are marked on both sides', () => {
  const [first, second] = changes('Fill the right row first. Then rest.', 'Fill the left row first. Then rest.');
  expect(first.filter((piece) => piece.marked).map((piece) => piece.text)).toEqual(['right']);
  expect(second.filter((piece) => piece.marked).map((piece) => piece.text)).toEqual(['left']);
  expect(first.map((piece) => piece.text).join('')).toBe('Fill the right row first. Then rest.');
});

test('a longer text has the rest marked', () => {
  const [first, second] = changes('One two.', 'One two. Three four.');
  expect(first.some((piece) => piece.marked)).toBe(false);
  expect(second.at(-1)).toEqual({ text: 'Three four.', marked: true });
});

test('texts that are different altogether have no marks', () => {
  const [first, second] = changes('Coins score nothing more.', 'The deck has run out.');
  expect([...first, ...second].some((piece) => piece.marked)).toBe(false);
});
