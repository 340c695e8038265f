// The record somebody opened from a file, on its way between the screens that show it. The tab keeps it, so
// that it survives a reload.

import { named } from '../lib/place';
import type { GameRecord } from '../replay/record';

const PLACE = named('record');
/** Letters of a record at most: browsers keep about five million for a whole site. */
const MOST = 2_000_000;

class Loaded {
  #record: GameRecord | null = null;

  get record(): GameRecord | null {
    return (this.#record ??= read());
  }

  set record(record: GameRecord | null) {
    this.#record = record;
    try {
      const text = record ? JSON.stringify(record) : '';
      if (text && text.length <= MOST) sessionStorage.setItem(PLACE, text);
      else sessionStorage.removeItem(PLACE);
    } catch {
      // A browser that keeps nothing shows it all the same, until it is loaded anew.
    }
  }
}

/** It was checked by the server when it was opened; the server checks whatever it is asked to show. */
function read(): GameRecord | null {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as GameRecord | null;
  } catch {
    return null;
  }
}

export const loaded = new Loaded();
