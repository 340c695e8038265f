import { expect, it } from 'vitest';
import type { Agreement, SeatView } from '../messages';
import { canSit, canWatch } from './table_words';

const person = (connected: boolean): SeatView => ({ kind: 'person', name: 'Ann', bot: null, connected }) as SeatView;
const open = { kind: 'open', name: null, bot: null, connected: false } as SeatView;
const agreement = { watchers: 'link' } as Agreement;

it('lists a table only where somebody is there', () => {
  expect(canSit({ status: 'waiting', seats: [person(true), open] })).toBe(true);
  expect(canSit({ status: 'waiting', seats: [person(false), open] })).toBe(false);
  expect(canWatch({ status: 'playing', seats: [person(true)], agreement })).toBe(true);
  expect(canWatch({ status: 'playing', seats: [person(false)], agreement })).toBe(false);
});

it('does not call a match under way what has not begun', () => {
  expect(canWatch({ status: 'waiting', seats: [person(true), person(true)], agreement })).toBe(false);
});
