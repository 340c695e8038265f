// The words of the screens to which not everybody goes: each part is fetched with what speaks it.

import type advice from '../../../../src/spielgeld/texts/en/page/advice.json';
import type learn from '../../../../src/spielgeld/texts/en/page/learn.json';
import type offline from '../../../../src/spielgeld/texts/en/page/offline.json';
import type pad from '../../../../src/spielgeld/texts/en/page/pad.json';
import type replay from '../../../../src/spielgeld/texts/en/page/replay.json';
import type rules from '../../../../src/spielgeld/texts/en/page/rules.json';
import type scoring from '../../../../src/spielgeld/texts/en/page/scoring.json';

export interface Parts {
  advice: typeof advice;
  learn: typeof learn;
  offline: typeof offline;
  pad: typeof pad;
  replay: typeof replay;
  rules: typeof rules;
  scoring: typeof scoring;
}
export type Part = keyof Parts;

const TEXTS = '../../../../src/spielgeld/texts';
const FETCH = import.meta.glob<object>('../../../../src/spielgeld/texts/*/page/{advice,learn,offline,pad,replay,rules,scoring}.json', { import: 'default' });

export const fetchPart = (language: string, part: Part): Promise<object> => FETCH[`${TEXTS}/${language}/page/${part}.json`]!();
