// What server and page say over the socket; with all that happens at a table. Generated from the server's types: do not edit.

export type * from './events';
import type { AnyEvent, GameEvent, HandScore, TurnCode } from './events';

/** It is done, and will not be lost. */
export interface Accepted {
  type: "accepted";
  id: string;
}

/** What the table agreed on before the first deal; `cards` are all money cards of a deal. */
export interface Agreed {
  edition: string;
  rules: Record<string, string | number | boolean>;
  house_rules: Record<string, string | number | boolean>;
  players: number;
  removed: string[];
  cards: string[];
  scoring: Scoring;
}

/** Everything people settle before they sit down. */
export interface Agreement {
  edition: string;
  rules?: Record<string, boolean | number | string>;
  seats: SeatWish[];
  listed?: boolean;
  watchers?: "link" | "nobody";
  clock?: Clock | null;
  start?: "full" | "host";
  fill_with?: string | null;
  bot_pace?: number;
  hints?: "bots_only" | "everybody" | "nobody";
}

/** What would the best player do in my place? Nobody else learns that I asked. */
export interface AskHint {
  type: "ask_hint";
  id: string;
}

/** What the table waits for, and of whom. */
export interface Awaiting {
  what: "bids" | "nothing" | "ready" | "salts" | "start" | "turn";
  seats: number[];
  nudged: number[];
}

/** Take over from a host who holds up the others. */
export interface BecomeHost {
  type: "become_host";
  id: string;
}

/** What the bid is worth and could bring, from this seat's own knowledge. */
export interface BidPreviewed {
  type: "bid_previewed";
  id: string;
  worth: number;
  size: number;
  lowest: string | null;
  tie_rank: number | null;
  after: TurnPreview[];
}

/** The last message before the server closes the connection. */
export interface Bye {
  type: "bye";
  code: string;
  arguments: Record<string, unknown>;
}

/** What an exchange does to one currency, or one kind of coins, of the hand. */
export interface Change {
  what: "coins" | "falls" | "full" | "grows" | "loses" | "trio";
  kind: string;
  was: number;
  now: number;
  had: number;
}

/** How long a decision may take; overtime is taken from the seat's reserve. */
export interface Clock {
  bid: number;
  turn: number;
  reserve?: number;
}

/** The clock of a seat that is awaited: when it runs out, or what is left while it stands. */
export interface ClockView {
  until: number | null;
  left: number;
  reserve: number;
}

/** Free the seat of somebody who is not there, before the match (host). */
export interface FreeSeat {
  type: "free_seat";
  id: string;
  seat: number;
}

export type FromClient = Hello | LayBid | WithdrawBid | TakeTurn | MakePlan | Ready | Salt | MoreTime | Nudge | HandOver | TakeBack | Pause | Resume | BecomeHost | FreeSeat | Say | Mute | Start | Leave | PreviewBid | PreviewTurns | AskHint | Ping;

/** Everything a seat or a watcher may see at one moment. */
export interface FullView {
  table: TableView;
  deal: SharedView | null;
  own: OwnState | null;
  hand: OwnView | null;
  history: GameEvent[];
}

/** Hand the seat of a nudged player to a bot until its owner returns. */
export interface HandOver {
  type: "hand_over";
  id: string;
  seat: number;
}

/** The first message: which seat, which page, and the last update seen, if any. */
export interface Hello {
  type: "hello";
  protocol?: 1;
  token?: string | null;
  page?: string | null;
  seen?: number | null;
}

/** The best few choices. */
export interface Hint {
  options: Option[];
  is_match: boolean;
}

/** The best few choices, from this seat's own knowledge. */
export interface Hinted {
  type: "hinted";
  id: string;
  hint: Hint;
}

/** Lay a bid face down, in place of an earlier one; `*` is the bluff card. */
export interface LayBid {
  type: "lay_bid";
  id: string;
  deal: number;
  round: number;
  cards: string[];
}

/** Get up; during a match a bot plays on, and the seat can be taken back. */
export interface Leave {
  type: "leave";
  id: string;
}

/** What to do when my turn of this round comes, best wish first; an empty list clears it. */
export interface MakePlan {
  type: "make_plan";
  id: string;
  deal: number;
  round: number;
  wishes: TurnCode[];
}

/** Give another player more time for the decision at hand. */
export interface MoreTime {
  type: "more_time";
  id: string;
  seat: number;
}

/** Do, or do not, let me hear that seat's phrases. */
export interface Mute {
  type: "mute";
  id: string;
  seat: number;
  on: boolean;
}

/** Nudge a player who lets the others wait. */
export interface Nudge {
  type: "nudge";
  id: string;
  seat: number;
}

/** A bid or a turn, and what it is expected to bring. */
export interface Option {
  bid?: string[] | null;
  turn?: TurnCode | null;
  points: number;
  wins_deal: number;
  wins_match: number;
  share: number;
  reasons: Reason[];
}

/** What only the owner of the seat may see beside the hand. */
export interface OwnState {
  bid: string[] | null;
  plan: TurnCode[];
  plannable: TurnCode[];
  muted: number[];
  hints: boolean;
}

/**
 * What only the owner of a seat may see; `worth` is that of the hand.
 *
 * `score` is what would count if the deal ended now, the lying bid included.
 */
export interface OwnView {
  seat: number;
  hand: string[];
  unseen: string[];
  legal_turns: TurnCode[];
  score: HandScore;
  worth: Record<string, number>;
}

/** Stop play (host). */
export interface Pause {
  type: "pause";
  id: string;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  id: string;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  id: string;
  at: number;
}

/** What would this bid be worth, and what could it bring? */
export interface PreviewBid {
  type: "preview_bid";
  id: string;
  cards: string[];
}

/** What would my hand score after each exchange that may be open to me? */
export interface PreviewTurns {
  type: "preview_turns";
  id: string;
}

/** I have seen the scores; on with the deal of this number. */
export interface Ready {
  type: "ready";
  id: string;
  deal: number;
}

/** Why a choice is good, or what it costs. */
export interface Reason {
  code: string;
  arguments?: Record<string, string | number | number | string[]>;
}

/** It was not done. `id` is null where the message had none that could be read. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  arguments: Record<string, unknown>;
}

/** Let play go on (host). */
export interface Resume {
  type: "resume";
  id: string;
}

/** My part of the shuffle of this deal: up to 32 bytes in lower-case hex. */
export interface Salt {
  type: "salt";
  id: string;
  deal: number;
  salt: string;
}

/** Say one of the phrases. */
export interface Say {
  type: "say";
  id: string;
  phrase: "bluff" | "good_luck" | "goodbye" | "hello" | "hurry" | "lucky" | "nice_bid" | "one_more" | "ouch" | "sorry" | "thanks" | "thinking" | "well_played";
}

/**
 * What hands are counted by, to draw how far one has come; the counting is the server's.
 *
 * A currency scores in full from `full_from` on; a smaller sum loses the `fee`. All its notes
 * together are worth `most`. `trio_size` alike of one of `trio_values` bring `trio_bonus`; coins
 * that are alike do so where `coin_trios`.
 */
export interface Scoring {
  fee: number;
  full_from: number;
  most: number;
  trio_size: number;
  trio_values: number[];
  trio_bonus: number;
  coin_trios: boolean;
}

/** Who sits there. */
export interface SeatView {
  kind: "bot" | "open" | "person";
  name: string | null;
  bot: string | null;
  connected: boolean;
  played_by_bot: boolean;
  back_after: "deal" | "decision" | null;
}

/** Who is to sit there: a bot by its name, or whoever comes. */
export interface SeatWish {
  bot?: string | null;
}

/** The answer to `hello` where the client only missed some updates: they follow at once. */
export interface SessionResumed {
  type: "resumed";
  protocol: number;
  n: number;
  seat: number | null;
  at: number;
}

/** What everybody may see. Lists with an entry per seat go by seat number. */
export interface SharedView {
  scores: number[][];
  awaits: "bids" | "cards" | "nothing" | "turn";
  deal: number;
  round: number;
  last_round: "deck_empty" | "shortfall" | "stall" | null;
  right: string[];
  left: string[];
  deck_size: number;
  turned_up: string[];
  hand_sizes: number[];
  known: string[][];
  unknown: number[];
  has_bid: boolean[];
  bid_sizes: (number | null)[];
  lying: string[][];
  waiting: number[];
  open_deck: string[];
  idle_refills: number;
}

/** The shuffle of the deal under way, as far as it is public. */
export interface ShuffleView {
  deal: number;
  commitment: string;
  until: number;
}

/** Start the match (host); the bot named takes every open seat. */
export interface Start {
  type: "start";
  id: string;
  fill_with?: string | null;
}

/** What everybody at the table may see beside the cards. */
export interface TableView {
  code: string;
  agreement: Agreement;
  rules: Record<string, string | number | boolean>;
  practice: boolean;
  status: "finished" | "playing" | "waiting";
  seats: SeatView[];
  host: number | null;
  host_until: number | null;
  paused: boolean;
  awaiting: Awaiting;
  clocks: (ClockView | null)[];
  shuffle: ShuffleView | null;
  setup: Agreed | null;
  rematch: string | null;
}

/** I play my seat again: at once, or after the decision a bot has to make. */
export interface TakeBack {
  type: "take_back";
  id: string;
}

/** Take a row, take a bid, or keep. */
export interface TakeTurn {
  type: "take_turn";
  id: string;
  deal: number;
  round: number;
  turn: TurnCode;
}

export type ToClient = Welcome | SessionResumed | Update | Accepted | Refused | BidPreviewed | TurnsPreviewed | Hinted | Pong | Bye;

/** What the hand would be after that turn. */
export interface TurnPreview {
  turn: TurnCode;
  score: HandScore;
  changes: Change[];
}

/** What each exchange that may be open to the seat would bring. */
export interface TurnsPreviewed {
  type: "turns_previewed";
  id: string;
  after: TurnPreview[];
}

/** Something changed. Fields given replace those of the same name in the view's parts. */
export interface Update {
  type: "update";
  n: number;
  events: AnyEvent[];
  table?: Record<string, unknown>;
  deal?: Record<string, unknown>;
  own?: Record<string, unknown>;
  hand?: Record<string, unknown>;
}

/** The answer to `hello`: a fresh view, as of update number `n`. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  n: number;
  seat: number | null;
  at: number;
  view: FullView;
}

/** Take the bid up again while others still think. */
export interface WithdrawBid {
  type: "withdraw_bid";
  id: string;
  deal: number;
  round: number;
}
