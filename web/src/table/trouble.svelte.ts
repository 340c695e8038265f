// What stands between us and the table, in words: a connection that is not there.

import type { TableStore } from '../lib/table.svelte';
import { t, words } from '../lib/words.svelte';

/** A connection that is quickly there needs no words. */
const LATE = 600;

/** Call it while a component is made. */
export function lineTrouble(of: () => TableStore): { readonly text: string } {
  let wasOpen = $state(false);
  let isLate = $state(false);

  $effect(() => {
    if (of().line === 'open') wasOpen = true;
  });
  $effect(() => {
    isLate = false;
    if (of().line === 'open') return;
    const timer = setTimeout(() => (isLate = true), LATE);
    return () => clearTimeout(timer);
  });

  const text = $derived.by(() => {
    const { closed, line, trouble } = of();
    const isOff = !closed && line !== 'open' && (isLate || (wasOpen && line === 'lost'));
    if (!isOff) return '';
    const why = trouble ? ` ${words.refusal(trouble.code, trouble.args)}` : '';
    return t(wasOpen ? 'table.line.lost' : 'table.line.connecting') + why;
  });
  return {
    get text() {
      return text;
    },
  };
}
