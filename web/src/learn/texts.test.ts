import { expect, it } from 'vitest';
import { type Parts, fetchPart } from '../lib/texts/parts';
import { LANGUAGES, type Language } from '../lib/words.svelte';
import { lessonsIn } from './lessons';

/** What can be said about a bid that does not do the task. */
const VERDICTS: Record<string, string[]> = {
  worth: ['too_little', 'too_many'],
  order: ['other_sum', 'beaten'],
  looks: ['size', 'too_many'],
  sit_out: ['plays'],
  bluff_tie: ['other_sum', 'bare'],
  cheap: ['costs'],
};

it.each(Object.keys(LANGUAGES) as Language[])('every lesson has all its words in %s', async (language) => {
  const told: Record<string, object> = ((await fetchPart(language, 'learn')) as Parts['learn']).lessons;
  for (const { name, judge } of lessonsIn(language)) {
    const wrong = judge ? VERDICTS[name]! : ['wrong'];
    expect(Object.keys(told[name]!), name).toEqual(expect.arrayContaining(['title', 'text', 'task', 'right', ...wrong]));
  }
});
