// A step of a record as the table shows it: the same parts draw it, with nobody at the table to do anything.

import type { Shown, TableStore } from '../lib/table.svelte';
import type { AnyEvent, Place, Revealed, Scored, SharedView, TableView } from '../messages';
import type { Walk } from './walk.svelte';

export class WalkTable implements Shown {
  readonly own = null;
  readonly phrases = {};
  readonly offset = 0;
  readonly code = '';
  readonly isCounting = false;
  readonly reveal = null;
  readonly did = {};

  constructor(readonly walk: Walk) {}

  /** The parts of the table ask for a whole one; of a table that is only looked at they need no more than there is here. */
  get asTable(): TableStore {
    return this as Shown as TableStore;
  }

  /** Whose hand lies at the lower edge; a spectator has none. */
  get seat(): number | null {
    return this.walk.viewer === 'spectator' ? null : this.walk.lastSeat;
  }

  get #step() {
    return this.walk.shown!;
  }

  get hand() {
    return this.#step.view.own;
  }

  get deck() {
    return this.walk.deck;
  }

  get scoring() {
    return this.walk.about?.agreed?.scoring ?? null;
  }

  /** With all hands open, everybody is known to hold what they hold. */
  get deal(): SharedView {
    const { view: { shared, own }, open } = this.#step;
    const known = shared.known.map((cards, seat) => open?.hands[seat] ?? (own?.seat === seat ? own.hand : cards));
    const unknown = shared.unknown.map((count, seat) => (open || own?.seat === seat ? 0 : count));
    return { ...shared, known, unknown };
  }

  get table(): TableView {
    const { agreed } = this.walk.about!;
    const { awaits } = this.#step.view.shared;
    return {
      code: '', practice: false, status: 'playing', host: null, host_until: null, paused: false, shuffle: null, rematch: null, clocks: [],
      agreement: { edition: agreed!.edition, seats: [] },
      rules: agreed!.rules,
      setup: agreed,
      seats: this.walk.players.map((name, seat) => this.#seated(name, this.walk.botOf(seat))),
      awaiting: { what: awaits === 'turn' ? 'turn' : 'bids', seats: [], nudged: [] } as unknown as TableView['awaiting'],
    };
  }

  #seated(name: string, bot: string | null): TableView['seats'][number] {
    return { kind: bot ? 'bot' : 'person', name, bot, connected: true, played_by_bot: false, back_after: null };
  }

  get #revealed(): Revealed | null {
    return (this.#step.events.find((event) => event.type === 'revealed') as Revealed | undefined) ?? null;
  }

  get current(): AnyEvent | null {
    return this.#revealed;
  }

  get bids(): string[][] {
    return this.#revealed?.bids ?? [];
  }

  get order(): Place[] {
    return this.#revealed?.order ?? [];
  }

  get scored(): Record<number, Scored> {
    const scored = this.#step.events.find((event) => event.type === 'scored') as Scored | undefined;
    return scored ? { [scored.deal]: scored } : {};
  }

  nameOf = (seat: number): string => this.walk.nameOf(seat);
  do = (): Promise<unknown> => Promise.resolve();
  showAll = (): void => undefined;
  hurry = (): void => undefined;
}
