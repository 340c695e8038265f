// Every key of the page, for the overlay that `?` opens.

import type { Key } from './words.svelte';

export interface KeyHelp {
  /** What is printed on the keys; any one of them will do, those with a `+` together. Some are named in each language. */
  keys: string[];
  textKey: Key;
  /** A single letter, digit or sign: who wants can do without. */
  isLetter?: true;
}

export interface KeyGroup {
  titleKey: Key;
  entries: KeyHelp[];
}

export const KEYS: KeyGroup[] = [
  {
    titleKey: 'common.key_help.bidding',
    entries: [
      { keys: ['←', '→', '↑', '↓'], textKey: 'common.key_help.move' },
      { keys: ['space'], textKey: 'common.key_help.toggle' },
      { keys: ['B'], textKey: 'common.key_help.bluff', isLetter: true },
      { keys: ['ctrl+enter'], textKey: 'common.key_help.lay' },
      { keys: ['H'], textKey: 'common.key_help.hint', isLetter: true },
    ],
  },
  {
    titleKey: 'common.key_help.exchanging',
    entries: [
      { keys: ['L'], textKey: 'common.key_help.left', isLetter: true },
      { keys: ['R'], textKey: 'common.key_help.right', isLetter: true },
      { keys: ['1–6'], textKey: 'common.key_help.take', isLetter: true },
      { keys: ['K'], textKey: 'common.key_help.keep', isLetter: true },
      { keys: ['H'], textKey: 'common.key_help.hint', isLetter: true },
      { keys: ['S'], textKey: 'common.key_help.skip', isLetter: true },
    ],
  },
  {
    titleKey: 'common.key_help.replay',
    entries: [
      { keys: ['←', '→'], textKey: 'common.key_help.step' },
      { keys: ['shift+←', 'shift+→'], textKey: 'common.key_help.round' },
      { keys: ['home', 'end'], textKey: 'common.key_help.ends' },
      { keys: ['space'], textKey: 'common.key_help.play' },
    ],
  },
  {
    titleKey: 'common.key_help.everywhere',
    entries: [
      { keys: ['?'], textKey: 'common.key_help.help', isLetter: true },
      { keys: ['Esc'], textKey: 'common.key_help.close' },
    ],
  },
];
