// A clock as it is read.

import { createSubscriber } from 'svelte/reactivity';
import type { ClockView } from '../messages';

/** How often a running clock is looked at, in milliseconds. */
const EVERY = 250;
const ticking = createSubscriber((tick) => {
  const timer = setInterval(tick, EVERY);
  return () => clearInterval(timer);
});

export interface Reading {
  /** Seconds until a bot takes over. */
  left: number;
  /** Seconds of the decision itself, or of the reserve once that is used. */
  shown: number;
  /** Seconds of reserve still untouched. */
  reserve: number;
  isReserve: boolean;
  isStanding: boolean;
}

/** Seconds before the end at which the clock speaks. */
export const WARNINGS = [30, 10] as const;

/** `now` in seconds by the server's clock. What is left includes the reserve. */
export function read(clock: ClockView, now: number): Reading {
  const isStanding = clock.until === null;
  const left = Math.max(0, isStanding ? clock.left : clock.until! - now);
  const isReserve = clock.reserve > 0 && left <= clock.reserve;
  return { left, shown: isReserve ? left : left - clock.reserve, reserve: isReserve ? 0 : clock.reserve, isReserve, isStanding };
}

/** The clock now, and again whenever it moves on; `offset` is the server's time minus ours. */
export function readNow(clock: ClockView, offset: number): Reading {
  if (clock.until !== null) ticking();
  return read(clock, Date.now() / 1000 + offset);
}

/** Seconds until that moment of the server's clock, as they run out. */
export function secondsUntil(moment: number, offset: number): number {
  ticking();
  return Math.max(0, moment - Date.now() / 1000 - offset);
}

/** The warning that falls between two readings, if any. */
export function warningBetween(before: number, after: number): number | null {
  return WARNINGS.find((mark) => after <= mark && mark < before) ?? null;
}

/** Whether a second of the last few has begun between two readings: then the clock is heard. */
export function ticksBetween(before: number, after: number): boolean {
  return after > 0 && after <= WARNINGS[1] && Math.ceil(after) < Math.ceil(before);
}

/** `1:05`; what has begun counts. */
export function minutes(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
