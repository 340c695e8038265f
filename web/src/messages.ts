// What server and page say to each other. Generated from the server's types: do not edit.

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
}

export type AnyEvent = Dealt | Revealed | Exchanged | Refilled | LastRoundAnnounced | Scored | MatchWon | SeatJoined | SeatLeft | MatchStarted | SeedCommitted | BidSealed | BidTakenUp | DealOpened | SeatReady | SeatConnected | SeatDisconnected | BotSatIn | SeatTakenBack | HostChanged | PlayPaused | PlayResumed | TimeGiven | SeatNudged | PhraseSaid | RematchOffered;

/** What the table waits for, and of whom. */
export interface Awaiting {
  what: "bids" | "nothing" | "ready" | "salts" | "start" | "turn";
  seats: number[];
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

/** A bid lies face down; its size only where the rules show it. */
export interface BidSealed {
  type: "bid_sealed";
  seat: number;
  size: number | null;
}

export interface BidTakenUp {
  type: "bid_taken_up";
  seat: number;
}

/** A bot plays for the person from now on. */
export interface BotSatIn {
  type: "sat_in";
  seat: number;
  reason: "clock" | "gone" | "handed_over" | "left";
  by: number | null;
}

/** The names of the bots that can take a seat. */
export interface Bots {
  bots: string[];
}

/** The last message before the server closes the connection. */
export interface Bye {
  type: "bye";
  code: string;
  arguments: Record<string, unknown>;
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

/** How long a decision may take. What goes beyond comes out of the seat's reserve. */
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

/** What the coins of one kind bring. */
export interface CoinScore {
  kind: string;
  count: number;
  points: number;
  trios: number;
  bonus: number;
}

/** A currency as card names spell it, and its name in English. */
export interface CurrencyInfo {
  code: string;
  name: string;
}

/** What the notes of one currency bring: their sum, what it scores, and the trios. */
export interface CurrencyScore {
  currency: string;
  total: number;
  points: number;
  trios: number[];
  bonus: number;
}

/** The deal is over: here is the whole deck, and what proves that it was fixed before. */
export interface DealOpened {
  type: "deal_opened";
  deal: number;
  removed: string[];
  cards: string[];
  commitment: string | null;
  seed: string | null;
  salts: string[];
  removed_drawn: boolean;
}

/** Everything one seat knows; a spectator has nothing of its own. */
export interface DealView {
  shared: SharedView;
  own: OwnView | null;
}

/** A deal was set up; what the reader may not know is null. */
export interface Dealt {
  type: "dealt";
  deal: number;
  cards: string[] | null;
  hands: (string[] | null)[];
  right: string[];
  left: string[];
  deck_size: number;
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

/** A seat took its turn. */
export interface Exchanged {
  type: "exchanged";
  seat: number;
  turn: TurnCode;
  given: string[];
  taken: string[];
}

export type FromClient = Hello | LayBid | WithdrawBid | TakeTurn | MakePlan | Ready | Salt | MoreTime | Nudge | HandOver | TakeBack | Pause | Resume | Say | Mute | Start | Leave | PreviewBid | PreviewTurns | Ping;

/** Everything a seat or a watcher may see at one moment. */
export interface FullView {
  table: TableView;
  deal: SharedView | null;
  own: OwnState | null;
  hand: OwnView | null;
  history: GameEvent[];
}

export type GameEvent = Dealt | Revealed | Exchanged | Refilled | LastRoundAnnounced | Scored | MatchWon;

/** Hand the seat of a nudged player to a bot until its owner returns. */
export interface HandOver {
  type: "hand_over";
  id: string;
  seat: number;
}

/** A hand counted line by line. */
export interface HandScore {
  currencies: CurrencyScore[];
  coins: CoinScore[];
  total: number;
}

/** The first message: which seat, and the number of the last update seen, if any. */
export interface Hello {
  type: "hello";
  protocol?: 1;
  token?: string | null;
  seen?: number | null;
}

export interface HostChanged {
  type: "host";
  seat: number | null;
}

/** Somebody wants to sit down, at that seat or at the first open one. */
export interface Join {
  /** Any script; up to 24 characters. */
  name: string;
  seat?: number | null;
}

/** The round that now begins is the last of the deal. */
export interface LastRoundAnnounced {
  type: "last_round";
  round: number;
  reason: "deck_empty" | "shortfall" | "stall";
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

/** The tables that are listed. */
export interface Lobby {
  tables: Summary[];
}

/** What to do when my turn of this round comes, best wish first; an empty list clears it. */
export interface MakePlan {
  type: "make_plan";
  id: string;
  deal: number;
  round: number;
  wishes: TurnCode[];
}

export interface MatchStarted {
  type: "started";
}

/** The match is over. */
export interface MatchWon {
  type: "match_won";
  result: Result;
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

/** What some notes of one currency bring: their sum, what it scores, and the trios. */
export interface NotesScore {
  total: number;
  points: number;
  trios: number[];
  bonus: number;
}

/** Nudge a player who lets the others wait. */
export interface Nudge {
  type: "nudge";
  id: string;
  seat: number;
}

/** A table to be opened; who opens it takes the first open seat and is its host. */
export interface OpenTable {
  /** Any script; up to 24 characters. */
  name: string;
  agreement: Agreement;
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

/** What only the owner of the seat may see beside the hand. */
export interface OwnState {
  bid: string[] | null;
  plan: TurnCode[];
  muted: number[];
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

export interface PhraseSaid {
  type: "said";
  seat: number;
  phrase: "bluff" | "good_luck" | "goodbye" | "hello" | "hurry" | "lucky" | "nice_bid" | "one_more" | "ouch" | "sorry" | "thanks" | "thinking" | "well_played";
}

/** Are you there? */
export interface Ping {
  type: "ping";
  id: string;
}

/** A seat's place in the order of a round; `ahead_by` says why it comes before the next. */
export interface Place {
  seat: number;
  worth: number;
  bluff: boolean;
  lowest: string;
  ahead_by: "bluff" | "serial" | "worth" | null;
}

export interface PlayPaused {
  type: "paused";
  seat: number | null;
}

export interface PlayResumed {
  type: "resumed";
  seat: number | null;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  id: string;
  at: number;
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

/** The rows were filled up from the deck; the lists are what was added. */
export interface Refilled {
  type: "refilled";
  first: "left" | "right";
  right: string[];
  left: string[];
  deck_size: number;
}

/** Why something was refused: a stable code, and what the words about it have to name. */
export interface RefusalBody {
  code: string;
  arguments: Record<string, unknown>;
}

/** It was not done. `id` is null where the message had none that could be read. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  arguments: Record<string, unknown>;
}

/** The table where the same people go on, seats moved on by one; your token opens it too. */
export interface Rematch {
  code: string;
  seat: number;
  link: string;
}

/** The same people can go on there, each with the token they have. */
export interface RematchOffered {
  type: "rematch";
  table: string;
}

/** How a match ended; several winners share the win. */
export interface Result {
  winners: number[];
  totals: number[];
  deals_won: number[];
  won_by: "deals" | "points" | "points_after_deals";
}

/** Let play go on (host). */
export interface Resume {
  type: "resume";
  id: string;
}

/** The answer to `hello` where the client only missed some updates: they follow at once. */
export interface Resumed {
  type: "resumed";
  protocol: number;
  n: number;
  seat: number | null;
  at: number;
}

/** All bids were turned up; who is missing in the order sits the round out. */
export interface Revealed {
  type: "revealed";
  round: number;
  bids: string[][];
  order: Place[];
}

/** Rules that belong together. */
export interface RulesChapter {
  title: string;
  paragraphs: RulesParagraph[];
}

/** The rules of an edition, to be read by people. */
export interface RulesInWords {
  /** The key of an edition. */
  edition: "it-full" | "it" | "fr" | "nl" | "pl";
  language: string;
  chapters: RulesChapter[];
}

/** One rule in words. */
export interface RulesParagraph {
  /** Of the rule; the same in all languages and editions. */
  name: string;
  /** Where it fills a gap of the rulebooks: R1 … */
  rulings: string[];
  text: string;
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

/** A deal is over; from now on all of it is open. */
export interface Scored {
  type: "scored";
  deal: number;
  hands: string[][];
  breakdown: HandScore[];
  scores: number[];
}

/** The counted hands; `match` says who wins if the deals are all there are. */
export interface Scores {
  hands: HandScore[];
  deals: HandScore[][];
  match: Result | null;
}

export interface SeatConnected {
  type: "connected";
  seat: number;
}

export interface SeatDisconnected {
  type: "disconnected";
  seat: number;
}

export interface SeatJoined {
  type: "joined";
  seat: number;
  name: string;
}

/** A person got up before the start; the seat is open again. */
export interface SeatLeft {
  type: "left";
  seat: number;
}

export interface SeatNudged {
  type: "nudged";
  seat: number;
  by: number;
}

export interface SeatReady {
  type: "ready";
  seat: number;
}

export interface SeatTakenBack {
  type: "taken_back";
  seat: number;
}

/** Who sits there. */
export interface SeatView {
  kind: "bot" | "open" | "person";
  name: string | null;
  bot: string | null;
  connected: boolean;
  played_by_bot: boolean;
}

/** Who is to sit there: a bot by its name, or whoever comes. */
export interface SeatWish {
  bot?: string | null;
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

/** The seed of the deal is fixed; salts are welcome until then. */
export interface SeedCommitted {
  type: "committed";
  deal: number;
  commitment: string;
  until: number;
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

/** What everybody at the table may see beside the cards. */
export interface TableView {
  code: string;
  agreement: Agreement;
  rules: Record<string, string | number | boolean>;
  practice: boolean;
  status: "finished" | "playing" | "waiting";
  seats: SeatView[];
  host: number | null;
  paused: boolean;
  awaiting: Awaiting;
  clocks: (ClockView | null)[];
  shuffle: ShuffleView | null;
  setup: Agreed | null;
  rematch: string | null;
}

/** I play my seat again. */
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

export interface TimeGiven {
  type: "more_time";
  seat: number;
  by: number;
}

export type ToClient = Welcome | Resumed | Update | Accepted | Refused | BidPreviewed | TurnsPreviewed | Pong | Bye;

export type TurnCode = "keep" | "left" | "right" | number;

/** What the hand would score after that turn. */
export interface TurnPreview {
  turn: TurnCode;
  score: HandScore;
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

/** Whose knowledge, and which steps. */
export interface ViewsQuery {
  /** A seat, a spectator, or all: everything open. */
  seat: "0" | "1" | "2" | "3" | "4" | "5" | "all" | "spectator";
  /** The first step. */
  from?: number;
  /** How many steps. */
  count?: number;
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
