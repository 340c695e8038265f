import { expect, it } from 'vitest';
import de from '../lib/texts/de';
import en from '../lib/texts/en';
import fr from '../lib/texts/fr';
import italian from '../lib/texts/it';
import nl from '../lib/texts/nl';
import pl from '../lib/texts/pl';
import { lessonsIn } from './lessons';

const CATALOGUES = { de, en, fr, it: italian, nl, pl };
/** What can be said about a bid that does not do the task. */
const VERDICTS: Record<string, string[]> = {
  worth: ['too_little', 'too_many'],
  order: ['other_sum', 'beaten'],
  looks: ['size', 'too_many'],
  sit_out: ['plays'],
  bluff_tie: ['other_sum', 'bare'],
  cheap: ['costs'],
};

it.each(Object.keys(CATALOGUES) as (keyof typeof CATALOGUES)[])('every lesson has all its words in %s', (language) => {
  const told: Record<string, object> = CATALOGUES[language].learn.lessons;
  for (const { name, judge } of lessonsIn(language)) {
    const wrong = judge ? VERDICTS[name]! : ['wrong'];
    expect(Object.keys(told[name]!), name).toEqual(expect.arrayContaining(['title', 'text', 'task', 'right', ...wrong]));
  }
});
