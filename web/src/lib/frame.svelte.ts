// What a screen puts into the page's own frame: a table fills the window, and has things to say in the line at its top.

import type { Snippet } from 'svelte';

class Frame {
  /** Whether the screen is exactly as high as the window, and nothing scrolls. */
  isWhole = $state(false);
  /** What stands in the top line beside the menu. */
  line = $state.raw<Snippet | null>(null);
  /** What the menu offers beside the other screens. */
  menu = $state.raw<Snippet<[close: () => void]> | null>(null);
  /** The two dialogs every screen has. */
  areSettingsOpen = $state(false);
  areKeysOpen = $state(false);
  /** How many things wait behind the menu. */
  news = $state(0);

  leave(): void {
    Object.assign(this, { isWhole: false, line: null, menu: null, news: 0 });
  }
}

export const frame = new Frame();
