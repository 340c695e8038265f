// Which lessons this browser has seen done.

import { named } from '../lib/place';

const PLACE = named('learn');

class Progress {
  done = $state.raw<string[]>(read());

  has(lesson: string): boolean {
    return this.done.includes(lesson);
  }

  add(lesson: string): void {
    if (this.has(lesson)) return;
    this.#keep([...this.done, lesson]);
  }

  forget(): void {
    this.#keep([]);
  }

  #keep(done: string[]): void {
    this.done = done;
    try {
      localStorage.setItem(PLACE, JSON.stringify({ done }));
    } catch {
      // A browser that keeps nothing still teaches.
    }
  }
}

function read(): string[] {
  try {
    const { done } = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as { done?: unknown };
    return Array.isArray(done) ? done.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

export const progress = new Progress();
