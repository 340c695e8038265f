// One parcel of what is read beside the game.

export { default as Log } from './Log.svelte';
export { default as Phrases } from './Phrases.svelte';
export { default as SeatSheet } from './SeatSheet.svelte';
export { default as Sheet } from './Sheet.svelte';
export { default as Tracker } from './Tracker.svelte';
