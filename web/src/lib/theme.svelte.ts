// Light or dark: what people chose, or else what the system says. It stands on the root before anything is drawn.

import { MediaQuery } from 'svelte/reactivity';
import { settings } from './settings.svelte';

const dark = new MediaQuery('(prefers-color-scheme: dark)');

$effect.root(() => {
  // The first time at once, not after the page is there.
  $effect.pre(() => {
    const system = dark.current ? 'dark' : 'light';
    document.documentElement.dataset.theme = settings.theme === 'system' ? system : settings.theme;
  });
});
