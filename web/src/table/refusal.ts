import { RefusedError } from '../lib/api';
import { words } from '../lib/words.svelte';

/** Why something was not done, in a sentence. */
export function refusalOf(error: unknown): string {
  return error instanceof RefusedError ? words.refusal(error.code, error.args) : words.refusal('internal');
}
