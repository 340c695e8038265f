// What can be done with piles: a parcel of its own, because nobody can do anything before a first bid.

export { default as Choices } from '../hand/Choices.svelte';
export { default as Plate } from './Plate.svelte';
