// A walk through a recorded match, step by step, as one seat, a spectator or everybody knew it at the time.

import { ask } from '../lib/api';
import { announcer } from '../lib/announce.svelte';
import { type Deck, decks } from '../lib/decks.svelte';
import { type Sentence, narrate } from '../lib/narrate';
import { settings } from '../lib/settings.svelte';
import type { RecordStep, RecordViews, ViewsQuery } from '../requests';
import { type GameRecord, type Mark, markAfter, markAt, markBefore, marksOf, namesIn } from './record';

/** Whose knowledge is shown: a seat's by its number. */
export type Viewer = ViewsQuery['seat'];

const PAGE = 50;
/** How long a step is looked at while the match plays by itself, in milliseconds. */
const LOOK = { slow: 4500, normal: 2500, fast: 1100, instant: 400 };
/** Bids and scores are more to read. */
const MORE = 1.8;

export class Walk {
  viewer = $state<Viewer>('all');
  /** The step people asked for; what is shown follows as soon as the server has told it. */
  step = $state(0);
  /** Whose hand was looked into last. */
  lastSeat = $state(0);
  shown = $state.raw<RecordStep | null>(null);
  about = $state.raw<RecordViews | null>(null);
  trouble = $state.raw<unknown>(null);
  isPlaying = $state(false);

  marks: Mark[];
  players = $derived.by(() => namesIn(this.record));
  total = $derived(this.about?.total ?? 0);
  last = $derived(Math.max(0, this.total - 1));
  mark = $derived.by(() => markAt(this.marks, this.step));
  deck = $derived<Deck>(this.about?.agreed ? decks.agreed(this.about.agreed) : new Map());
  seat = $derived(/^\d$/.test(this.viewer) ? Number(this.viewer) : null);
  /** What happened at the step that is shown. */
  sentences = $derived(this.#sentences());

  #pages = new Map<string, Promise<RecordViews>>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    readonly record: GameRecord,
    step: number,
    viewer: Viewer,
  ) {
    this.marks = marksOf(record);
    this.viewer = viewer;
    this.lastSeat = this.seat ?? 0;
    this.step = step;
    void this.#show(false);
  }

  nameOf = (seat: number): string => this.players[seat] || `${seat + 1}`;

  botOf = (seat: number): string | null => {
    const { bots } = this.record;
    const bot: unknown = Array.isArray(bots) ? bots[seat] : null;
    return typeof bot === 'string' ? bot : null;
  };

  close(): void {
    this.pause();
  }

  go(step: number): void {
    this.pause();
    void this.#goTo(step);
  }

  forward = (): void => this.go(this.step + 1);
  back = (): void => this.go(this.step - 1);
  roundForward = (): void => this.go(markAfter(this.marks, this.step)?.step ?? this.last);
  roundBack = (): void => this.go(markBefore(this.marks, this.step)?.step ?? 0);

  look(viewer: Viewer): void {
    this.viewer = viewer;
    this.lastSeat = this.seat ?? this.lastSeat;
    void this.#show(false);
  }

  again(): void {
    this.#pages.clear();
    void this.#show(false);
  }

  play(): void {
    if (this.step >= this.last) void this.#goTo(0);
    this.isPlaying = true;
    this.#wait();
  }

  pause(): void {
    this.isPlaying = false;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wait(): void {
    const hasMuch = this.shown?.events.some((event) => event.type === 'revealed' || event.type === 'scored');
    this.#timer = setTimeout(() => void this.#playOn(), LOOK[settings.tempo] * (hasMuch ? MORE : 1));
  }

  async #playOn(): Promise<void> {
    await this.#goTo(this.step + 1);
    if (!this.isPlaying) return;
    if (this.step >= this.last || this.trouble) this.pause();
    else this.#wait();
  }

  async #goTo(step: number): Promise<void> {
    this.step = Math.min(Math.max(0, step), this.last);
    await this.#show(true);
  }

  async #show(isTold: boolean): Promise<void> {
    const { step, viewer } = this;
    try {
      const page = await this.#page(viewer, Math.floor(step / PAGE));
      if (step % PAGE > PAGE - 10) void this.#page(viewer, Math.floor(step / PAGE) + 1).catch(() => undefined);
      if (step !== this.step || viewer !== this.viewer) return; // people went on meanwhile
      this.about = page;
      this.trouble = null;
      if (step > this.last) return void this.#goTo(this.last);
      this.shown = page.steps[step % PAGE] ?? null;
      if (isTold) announcer.say(...this.sentences.map((sentence) => sentence.text));
    } catch (error) {
      if (step === this.step && viewer === this.viewer) this.trouble = error;
    }
  }

  #page(viewer: Viewer, number: number): Promise<RecordViews> {
    const path = `/api/records/views?seat=${viewer}&from=${number * PAGE}&count=${PAGE}`;
    const known = this.#pages.get(path);
    if (known) return known;
    const page = Promise.all([ask<RecordViews>('POST', path, this.record), decks.load()]).then(([views]) => views);
    this.#pages.set(path, page);
    page.catch(() => this.#pages.delete(path)); // asked again when it is needed again
    return page;
  }

  #sentences(): Sentence[] {
    const company = { nameOf: this.nameOf, me: this.seat, deck: this.deck };
    return (this.shown?.events ?? []).flatMap((event) => narrate(event, company));
  }
}
