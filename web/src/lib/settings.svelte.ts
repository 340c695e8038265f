// What the browser remembers: a name, a language, how the page looks and sounds, and the seats of this person.

import { isLocal } from './backend';
import { named } from './place';
import type { Language } from './words.svelte';

export type Theme = 'system' | 'light' | 'dark';
export type Tempo = 'slow' | 'normal' | 'fast' | 'instant';
/** Whom one plays against at once. */
export type Opponents = 'mixed' | 'easy' | 'medium' | 'hard';

/** A seat at some table, and what opens it. */
export interface MySeat {
  code: string;
  seat: number;
  token: string;
  edition: string;
  practice: boolean;
  at: number;
}

interface Kept {
  name: string;
  language: Language | null;
  theme: Theme;
  tempo: Tempo;
  opponents: Opponents;
  sound: boolean;
  /** Whether single letters and digits do something. */
  letters: boolean;
  /** Whether the table tells newcomers what matters now, and what it has told them. */
  coach: boolean;
  taught: string[];
  /** Whether a first press on a pile only shows it. */
  showsFirst: boolean;
  /** Whether no deal has been played to its end here. */
  newcomer: boolean;
  seats: MySeat[];
}

const PLACE = named('settings');
const MOST_SEATS = 30;
const FRESH: Kept = { name: '', language: null, theme: 'system', tempo: 'normal', opponents: 'mixed', sound: true, letters: true, coach: true, taught: [], showsFirst: true, newcomer: true, seats: [] };

class Settings implements Kept {
  name = $state('');
  language = $state<Language | null>(null);
  theme = $state<Theme>('system');
  tempo = $state<Tempo>('normal');
  opponents = $state<Opponents>('mixed');
  sound = $state(true);
  letters = $state(true);
  coach = $state(true);
  taught = $state.raw<string[]>([]);
  showsFirst = $state(true);
  newcomer = $state(true);
  seats = $state.raw<MySeat[]>([]);

  constructor() {
    Object.assign(this, read());
    // Another tab may have sat down somewhere.
    globalThis.addEventListener?.('storage', (event) => {
      if (event.key === PLACE) Object.assign(this, read());
    });
  }

  /** Whether the browser keeps it. */
  save(): boolean {
    const { name, language, theme, tempo, opponents, sound, letters, coach, taught, showsFirst, newcomer, seats } = this;
    try {
      localStorage.setItem(PLACE, JSON.stringify({ name, language, theme, tempo, opponents, sound, letters, coach, taught, showsFirst, newcomer, seats }));
      return true;
    } catch {
      return false; // A browser that keeps nothing still plays.
    }
  }

  seatAt(code: string): MySeat | undefined {
    return this.seats.find((each) => each.code === code);
  }

  sitDown(seat: MySeat): void {
    this.seats = [seat, ...this.seats.filter((each) => each.code !== seat.code)].slice(0, MOST_SEATS);
    if (!this.save() && isLocal(seat.code)) void import('../local/storage').then(({ storeSeat }) => storeSeat(seat)).catch(() => undefined);
  }

  /** Where nothing is kept here, the seats at the tables of this device are stored with these. Call it before anything is shown. */
  async recall(): Promise<void> {
    if (isKept()) return;
    const { storedSeats } = await import('../local/storage');
    this.seats = await storedSeats().catch(() => []);
  }

  forget(code: string): void {
    this.seats = this.seats.filter((each) => each.code !== code);
    this.save();
  }
}

function read(): Kept {
  try {
    return { ...FRESH, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept>) };
  } catch {
    return FRESH;
  }
}

/** Whether the browser lets the page keep anything here. */
function isKept(): boolean {
  try {
    localStorage.setItem(`${PLACE}-tried`, '');
    localStorage.removeItem(`${PLACE}-tried`);
    return true;
  } catch {
    return false;
  }
}

export const settings = new Settings();
