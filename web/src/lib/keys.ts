// Which key presses are meant for the page at all.

import { settings } from './settings.svelte';

/** Whether this letter was pressed, is meant for the page, and letters are wanted at all. */
export function isLetter(event: KeyboardEvent, letter: string): boolean {
  return settings.letters && event.key.toLowerCase() === letter && isForPage(event);
}

/** Whether a key press is free to mean something to the page: nobody is typing, and no dialog is open. */
function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  if (document.querySelector('dialog[open]')) return false;
  const target = event.target instanceof Element ? event.target : null;
  return !target?.closest('input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]');
}
