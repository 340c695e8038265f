import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GUARDED, Guard } from './press_guard.svelte';

describe('a slip', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('does not count while something has just changed', () => {
    const guard = new Guard();
    expect(guard.stops({ detail: 1 })).toBe(false);
    guard.arm();
    vi.advanceTimersByTime(GUARDED - 1);
    expect(guard.stops({ detail: 2 })).toBe(true);
    vi.advanceTimersByTime(1);
    expect(guard.stops({ detail: 1 })).toBe(false);
  });

  it('is never made with a key', () => {
    const guard = new Guard();
    guard.arm();
    expect(guard.stops({ detail: 0 })).toBe(false);
  });

  it('is guarded against anew with every change', () => {
    const guard = new Guard();
    guard.arm();
    vi.advanceTimersByTime(GUARDED - 50);
    guard.arm();
    vi.advanceTimersByTime(100);
    expect(guard.isOn).toBe(true);
  });
});
