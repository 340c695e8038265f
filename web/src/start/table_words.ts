// Tables in words, as the start page, the lobby and an invitation tell of them.

import { seatName } from '../lib/bots.svelte';
import { decks } from '../lib/decks.svelte';
import { t, words } from '../lib/words.svelte';
import type { Agreement, SeatView } from '../messages';
import type { Summary } from '../requests';
import { houseRules } from './agreement';

/** A key of an edition as the catalogue spells it. */
const spelt = (edition: string): string => edition.replaceAll('-', '_');

export const editionName = (key: string): string => words.find(`start.editions.${spelt(key)}.name`) ?? key;
export const editionAbout = (key: string): string => words.find(`start.editions.${spelt(key)}.about`) ?? '';
export const ruleTitle = (rule: string): string => words.find(`start.house.${rule}.title`) ?? rule;
export const ruleValue = (rule: string, value: unknown): string => words.find(`start.house.${rule}.${String(value)}`) ?? String(value);

/** What the agreement says, a sentence or so each. */
export function facts(agreement: Agreement): string[] {
  const edition = decks.edition(agreement.edition);
  const deals = agreement.rules?.deals ?? edition?.rules.deals;
  const told = [t('start.facts.edition', { name: editionName(agreement.edition) }), t('start.facts.seats', { count: agreement.seats.length })];
  if (typeof deals === 'number') told.push(t('start.facts.deals', { count: deals }));
  const { clock } = agreement;
  told.push(clock ? t('start.facts.clock', { bid: clock.bid, turn: clock.turn, reserve: clock.reserve ?? 0 }) : t('start.facts.no_clock'));
  told.push(agreement.watchers === 'link' ? t('start.facts.watchers') : t('start.facts.no_watchers'));
  told.push(t(`start.form.hints_${agreement.hints ?? 'bots_only'}_about`));
  return told;
}

/** The rules in which the table differs from its edition, in words; their number stands among the facts. */
export function ownRules(agreement: Agreement): string[] {
  const rules = houseRules(agreement.rules ?? {}, decks.edition(agreement.edition));
  return Object.keys(rules)
    .filter((rule) => rule !== 'deals')
    .map((rule) => ruleValue(rule, rules[rule]));
}

/** Somebody is there to play with, or to watch. */
const isAlive = ({ seats }: Pick<Summary, 'seats'>): boolean => seats.some((seat) => seat.kind === 'person' && seat.connected);
export const canSit = (table: Pick<Summary, 'seats' | 'status'>): boolean => table.status === 'waiting' && openSeats(table.seats) > 0 && isAlive(table);
export const canWatch = (table: Pick<Summary, 'seats' | 'status' | 'agreement'>): boolean =>
  table.status === 'playing' && table.agreement.watchers === 'link' && isAlive(table);

export const openSeats = (seats: SeatView[]): number => seats.filter((seat) => seat.kind === 'open').length;

/** Who sits there, but for one seat. */
export function company(table: Pick<Summary, 'seats'>, except = -1): string {
  return words.list(table.seats.flatMap((seat, number) => (number === except ? [] : (seatName(seat) ?? []))));
}
