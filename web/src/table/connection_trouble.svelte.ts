// What stands between us and the table, in words: a connection that is not there.

import { isLocal } from '../lib/backend';
import type { TableStore } from '../lib/table.svelte';
import { t, words } from '../lib/words.svelte';

/** A connection that is quickly there needs no words. */
const LATE = 600;

/** Call it while a component is made. */
export function lineTrouble(of: () => TableStore): { readonly text: string } {
  let wasOpen = $state(false);
  /** Once told it stays, however often we try. */
  let isTold = $state(false);
  const isOpen = $derived(of().line === 'open');

  $effect(() => {
    if (isOpen) [wasOpen, isTold] = [true, false];
    else if (wasOpen && of().line === 'lost') isTold = true;
  });
  $effect(() => {
    if (isOpen) return;
    const timer = setTimeout(() => (isTold = true), LATE);
    return () => clearTimeout(timer);
  });

  const text = $derived.by(() => {
    const { closed, trouble, code } = of();
    if (closed || isOpen || !isTold) return '';
    const why = trouble && words.refusal(trouble.code, trouble.args);
    if (why && isLocal(code)) return why; // no connection was lost
    return [t(wasOpen ? 'table.line.lost' : 'table.line.connecting'), why].filter(Boolean).join(' ');
  });
  return {
    get text() {
      return text;
    },
  };
}
