// The focus is never lost: when what had it goes, the content of the page gets it.

import { tick } from 'svelte';

export function focusMain(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** For components that go away with whatever in them had the focus: call it in `onDestroy`. */
export async function keepFocus(): Promise<void> {
  await tick();
  if (document.activeElement === document.body) focusMain();
}
