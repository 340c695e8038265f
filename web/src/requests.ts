// What else goes over HTTP. Generated from the server's types: do not edit.

import type { Agreed, Agreement, CoinScore, GameEvent, HandScore, Option, OwnView, Place, Result, SeatView, SharedView } from './messages';

/** A bot: the name by which a seat is given to it, and what kind of player it is. */
export interface BotInfo {
  id: string;
  kind: "level" | "own" | "personality" | "strong" | "yardstick";
}

/** The bots that can take a seat, in the order people meet them. */
export interface Bots {
  bots: BotInfo[];
}

/** One note or coin: its name, its currency or metal, its value, the serial that breaks ties. */
export interface CardInfo {
  code: string;
  kind: string;
  value: number;
  serial: number;
  is_coin: boolean;
}

/**
 * Whether a record tells of a possible match; if not, what is wrong, in which line and place.
 *
 * Of a record that is fine, the line is where it begins.
 */
export interface CheckedRecord {
  line: number;
  ok: boolean;
  code: string | null;
  place: string | null;
  arguments: Record<string, unknown>;
}

/** What was found in a file of records, in its order. */
export interface CheckedRecords {
  records: CheckedRecord[];
}

/** A currency as card names spell it, and its name in English. */
export interface CurrencyInfo {
  code: string;
  name: string;
}

/** Everybody's chance to win a deal, through that deal. */
export interface DealCurve {
  deal: number;
  chances: number[][];
}

/** Everything one seat knows; a spectator has nothing of its own. */
export interface DealView {
  shared: SharedView;
  own: OwnView | null;
}

/** A link to your own seat; whoever has it can play it. */
export interface DeviceLink {
  private_link: string;
}

/** One published rulebook with all its cards. */
export interface EditionInfo {
  key: string;
  language: string;
  title: string;
  /** How many may play. */
  players: number[];
  currencies: CurrencyInfo[];
  rules: Record<string, string | number | boolean>;
  cards: CardInfo[];
}

/** Every edition, and what house rules can change. */
export interface Editions {
  editions: EditionInfo[];
  /** Every value a rule can have, by its name. */
  rule_values: Record<string, (string | number | boolean)[]>;
  /** The coins under each value of the rule coins. */
  coins: Record<string, CardInfo[]>;
}

/** How one seat played, to be compared with the others. */
export interface Habits {
  seat: number;
  bid_cards: number;
  bid_worth: number;
  overpaid: number;
  rows: number;
  bids_taken: number;
  kept: number;
  sat_out: number;
  trios: number;
  full_currencies: number;
}

/**
 * Somebody wants to sit down, at that seat or at the first open one.
 *
 * The key is a secret of your own: whoever asks again with it gets the same seat and token, so an
 * answer that was lost on the way costs nobody a seat. Draw it anew for every seat.
 */
export interface Join {
  /** Any script; up to 24 characters. */
  name: string;
  seat?: number | null;
  key?: string | null;
}

/** One decision, looked at again by what the seat could know. */
export interface Judged {
  deal: number;
  round: number;
  what: "bid" | "turn";
  chosen: Option;
  best: Option;
  lost: number;
  error: number;
  lost_match: number;
  is_mistake: boolean;
}

/** A request may have a key: if it is sent again with that, it is carried out once. */
export interface Keyed {
  key?: string | null;
}

/** The tables that are listed. */
export interface Lobby {
  tables: Summary[];
}

/** Everybody's chance to win the match at one moment, by what all of them together knew. */
export interface Moment {
  deal: number;
  round: number;
  what: "end" | "round";
  chances: number[];
}

/** What some notes of one currency bring: their sum, what it scores, and the trios. */
export interface NotesScore {
  total: number;
  points: number;
  trios: number[];
  bonus: number;
}

/** A table to be opened; who opens it takes the first open seat and is its host. */
export interface OpenTable {
  /** Any script; up to 24 characters. */
  name: string;
  agreement: Agreement;
  seed?: string | null;
}

/** What a deal hides, for who studies it afterwards: all hands, and the deck's next cards. */
export interface OpenView {
  hands: string[][];
  deck: string[];
}

/** Who acts first, and who sits the round out. */
export interface Order {
  order: Place[];
  sits_out: number[];
}

/** The bids of a round, by seat. */
export interface OrderRequest {
  /** The key of an edition. */
  edition: "it-full" | "it" | "fr" | "nl" | "pl";
  /** The rules in which the table differs from the edition. */
  house_rules?: Record<string, string | number | boolean>;
  bids: string[][];
}

/** The names of positions to practise. */
export interface Positions {
  positions: string[];
}

/**
 * Play on from a record after so many of its steps, or from a named position.
 *
 * Bots have the other seats. A position says itself which seat is yours.
 */
export interface Practise {
  /** Any script; up to 24 characters. */
  name: string;
  record?: Record<string, unknown> | null;
  step?: number | null;
  seat?: number;
  position?: string | null;
  bot?: string;
  bot_pace?: number;
  deal?: number | null;
  seed?: string | null;
}

/** What happened at one step of a match, and what the reader then knew. */
export interface RecordStep {
  number: number;
  events: GameEvent[];
  view: DealView;
  /** What was hidden from everybody; only for seat=all. */
  open: OpenView | null;
}

/** Some steps of a recorded match; nothing is agreed before its first deal. */
export interface RecordViews {
  players: string[];
  agreed: Agreed | null;
  finished: boolean;
  /** How many steps the record has. */
  total: number;
  steps: RecordStep[];
}

/** Why something was refused: a stable code, and what the words about it have to name. */
export interface RefusalBody {
  code: string;
  arguments: Record<string, unknown>;
}

/** The table where the same people go on, seats moved on by one; your token opens it too. */
export interface Rematch {
  code: string;
  seat: number;
  link: string;
}

/** A finished match as one seat played it. */
export interface Review {
  seat: number;
  decisions: Judged[];
  curve: Moment[];
  worst: number[];
  skill: number;
  luck: number;
  habits: Habits[];
}

/** The record of a finished match, and the seat whose play is to be looked at. */
export interface ReviewRequest {
  record: Record<string, unknown>;
  seat: number;
}

/** How far a review is, and, when it is there, what it says. */
export interface ReviewState {
  id: string;
  done: number;
  total: number;
  worst: Judged[];
  review: Review | null;
}

/** Rules that belong together. */
export interface RulesChapter {
  title: string;
  paragraphs: RulesParagraph[];
}

/** The rules of an edition, to be read by people, and every ruling it needs. */
export interface RulesInWords {
  /** The key of an edition. */
  edition: "it-full" | "it" | "fr" | "nl" | "pl";
  language: string;
  chapters: RulesChapter[];
  rulings: RulingInWords[];
}

/** One rule in words. */
export interface RulesParagraph {
  /** Of the rule; the same in all languages and editions. */
  name: string;
  /** What the rulebook says, in our words. */
  text: string;
  /** Our decisions where this rulebook leaves a gap: R1 … */
  rulings: string[];
  /** Other words for the same, to be searched but not shown. */
  words: string;
  /** The editions in which this rule differs. */
  differs_in: string[];
}

/** Whose rules, and in which language. */
export interface RulesQuery {
  /** The key of an edition. */
  edition: "it-full" | "it" | "fr" | "nl" | "pl";
  /** Of the words. */
  language: "de" | "en" | "fr" | "it" | "nl" | "pl";
}

/** A question that the rulebook of the edition leaves open, and our answer. */
export interface RulingInWords {
  number: string;
  question: string;
  answer: string;
}

/** Hands to be counted; for a whole match, the hands of every deal, by seat. */
export interface ScoreRequest {
  /** The key of an edition. */
  edition: "it-full" | "it" | "fr" | "nl" | "pl";
  /** The rules in which the table differs from the edition. */
  house_rules?: Record<string, string | number | boolean>;
  hands?: string[][];
  deals?: string[][][];
}

/**
 * What every set of notes of a currency, and every number of coins of a kind, brings.
 *
 * It holds for every edition: the lines of a hand are one for each currency and one for each kind
 * of coin in it, and the hand scores the points and bonuses of its lines.
 */
export interface ScoreTable {
  /** The values a currency has notes of. */
  values: number[];
  /** By how many notes of each value there are, a digit each: 31001. */
  notes: Record<string, NotesScore>;
  /** By the kind of coin: what one of them brings, what two bring, and so on. */
  coins: Record<string, CoinScore[]>;
  /** The same where the rule coin_trios holds. */
  coins_with_trios: Record<string, CoinScore[]>;
}

/** The counted hands; `match` says who wins if the deals are all there are. */
export interface Scores {
  hands: HandScore[];
  deals: HandScore[][];
  match: Result | null;
}

/**
 * A seat and the token that opens it: needed to see its cards and to play it. Keep it secret.
 *
 * `link` brings friends to the table; `private_link` brings you to your seat from another device.
 */
export interface Seated {
  code: string;
  seat: number;
  token: string;
  link: string;
  private_link: string;
}

/** The bot named takes every seat still open. */
export interface StartRequest {
  fill_with?: string | null;
}

/** A table as the lobby shows it. */
export interface Summary {
  code: string;
  agreement: Agreement;
  practice: boolean;
  status: string;
  seats: SeatView[];
  host: number | null;
  opened_at: number;
}

/** Whose knowledge, and which steps. */
export interface ViewsQuery {
  /** A seat, a spectator, or all: everything open. */
  seat: "0" | "1" | "2" | "3" | "4" | "5" | "all" | "spectator";
  /** The first step. */
  from?: number;
  /** How many steps. */
  count?: number;
}
