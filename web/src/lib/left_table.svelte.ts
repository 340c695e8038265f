// The table somebody left because the server did not answer. The seat stays theirs: when it can be reached again, they are told.

import type { Summary } from '../requests';
import { ask, RefusedError } from './api';
import { named } from './place';

const PLACE = named('left');
/** How often we look for it, in milliseconds. */
const EVERY = 5000;
/** It will not be back. */
const GONE = new Set(['no_such_table', 'table_unreadable']);

class Left {
  code = $state<string | null>(read());
  /** It can be reached again. */
  isBack = $state(false);

  leave(code: string): void {
    this.#set(code);
  }

  /** Back at the table, or not interested. */
  forget(): void {
    this.#set(null);
  }

  /** Look for it from time to time; for an effect. */
  watch(): () => void {
    const look = (): void => {
      if (this.code && !this.isBack && !document.hidden) void this.#look(this.code);
    };
    look();
    const timer = setInterval(look, EVERY);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      removeEventListener('online', look);
    };
  }

  async #look(code: string): Promise<void> {
    try {
      const { status } = await ask<Summary>('GET', `/api/tables/${code}`);
      if (code !== this.code) return;
      if (status === 'finished') this.forget();
      else this.isBack = true;
    } catch (error) {
      if (code === this.code && error instanceof RefusedError && GONE.has(error.code)) this.forget();
    }
  }

  #set(code: string | null): void {
    this.code = code;
    this.isBack = false;
    try {
      if (code) sessionStorage.setItem(PLACE, code);
      else sessionStorage.removeItem(PLACE);
    } catch {
      // A browser that keeps nothing knows it until it is reloaded.
    }
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

export const left = new Left();
