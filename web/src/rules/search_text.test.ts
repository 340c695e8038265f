import { expect, test } from 'vitest';
import { fold, mark, wanted } from './search_text';

test('capitals and diacritics do not matter', () => {
  expect(fold('Złote MONETY, Größe, pièce, cœur, d’or')).toBe("zlote monety, grosse, piece, coeur, d'or");
  expect(wanted('  Seriën  nummer ')).toEqual(['serien', 'nummer']);
  expect(wanted('   ')).toEqual([]);
});

test('what was found is marked in the letters of the text', () => {
  expect(mark('Die Größe zählt', ['gross', 'zahl'])).toEqual([
    { text: 'Die ', marked: false },
    { text: 'Größ', marked: true },
    { text: 'e ', marked: false },
    { text: 'zähl', marked: true },
    { text: 't', marked: false },
  ]);
});

test('the same word is marked wherever it stands, and words may overlap', () => {
  const marked = mark('rząd, rzędy', ['rz', 'rzed']).filter((piece) => piece.marked);
  expect(marked.map((piece) => piece.text)).toEqual(['rz', 'rzęd']);
});

test('half a sharp s marks the whole', () => {
  expect(mark('Maß', ['mas'])).toEqual([{ text: 'Maß', marked: true }]);
});

test('without words nothing is marked', () => {
  expect(mark('Karte', [])).toEqual([{ text: 'Karte', marked: false }]);
});
