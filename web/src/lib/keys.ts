// Every key of the page, for the overlay that `?` opens; and which key presses are meant for the page at all.

import type { Key } from './words.svelte';

export interface KeyHelp {
  /** What is printed on the keys; any one of them will do, those with a `+` together. Some are named in each language. */
  keys: string[];
  textKey: Key;
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
      { keys: ['B'], textKey: 'common.key_help.bluff' },
      { keys: ['ctrl+enter'], textKey: 'common.key_help.lay' },
    ],
  },
  {
    titleKey: 'common.key_help.exchanging',
    entries: [
      { keys: ['L'], textKey: 'common.key_help.left' },
      { keys: ['R'], textKey: 'common.key_help.right' },
      { keys: ['1–6'], textKey: 'common.key_help.take' },
      { keys: ['K'], textKey: 'common.key_help.keep' },
      { keys: ['S'], textKey: 'common.key_help.skip' },
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
      { keys: ['?'], textKey: 'common.key_help.help' },
      { keys: ['Esc'], textKey: 'common.key_help.close' },
    ],
  },
];

/** Whether a key press is free to mean something to the page: nobody is typing, and no dialog is open. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  if (document.querySelector('dialog[open]')) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest('input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]');
}
