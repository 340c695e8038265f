// What happens at a table, and what that is made of. Generated from the server's types: do not edit.

export type AnyEvent = Dealt | Revealed | Exchanged | Refilled | LastRoundAnnounced | Scored | MatchWon | SeatJoined | SeatLeft | MatchStarted | SeedCommitted | BidSealed | BidTakenUp | DealOpened | SeatReady | SeatConnected | SeatDisconnected | BotSatIn | SeatReturning | SeatTakenBack | HostChanged | PlayPaused | PlayResumed | TimeGiven | SeatNudged | PhraseSaid | RematchOffered;

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

/** What the coins of one kind bring. */
export interface CoinScore {
  kind: string;
  count: number;
  points: number;
  trios: number;
  bonus: number;
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

/** A seat took its turn; `waiting` are the seats that have still to act, first to last. */
export interface Exchanged {
  type: "exchanged";
  seat: number;
  turn: TurnCode;
  given: string[];
  taken: string[];
  waiting: number[];
}

export type GameEvent = Dealt | Revealed | Exchanged | Refilled | LastRoundAnnounced | Scored | MatchWon;

/** A hand counted line by line. */
export interface HandScore {
  currencies: CurrencyScore[];
  coins: CoinScore[];
  total: number;
}

export interface HostChanged {
  type: "host";
  seat: number | null;
}

/** The round that now begins is the last of the deal. */
export interface LastRoundAnnounced {
  type: "last_round";
  round: number;
  reason: "deck_empty" | "shortfall" | "stall";
}

export interface MatchStarted {
  type: "started";
}

/** The match is over. */
export interface MatchWon {
  type: "match_won";
  result: Result;
}

export interface PhraseSaid {
  type: "said";
  seat: number;
  phrase: "bluff" | "good_luck" | "goodbye" | "hello" | "hurry" | "lucky" | "nice_bid" | "one_more" | "ouch" | "sorry" | "thanks" | "thinking" | "well_played";
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

/** The rows were refilled from the deck; the lists are what was added. */
export interface Refilled {
  type: "refilled";
  first: "left" | "right";
  right: string[];
  left: string[];
  deck_size: number;
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

/** All bids were turned up; who is missing in the order sits the round out. */
export interface Revealed {
  type: "revealed";
  round: number;
  bids: string[][];
  order: Place[];
}

/** A deal is over; from now on all of it is open. */
export interface Scored {
  type: "scored";
  deal: number;
  hands: string[][];
  breakdown: HandScore[];
  scores: number[];
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

/** A person gave up or lost their seat before the start; it is open again. */
export interface SeatLeft {
  type: "left";
  seat: number;
  reason: "freed" | "left" | "never_came";
  by: number | null;
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

/** The owner is back, and plays again after the bot's decision, or after the deal. */
export interface SeatReturning {
  type: "returning";
  seat: number;
  after: "deal" | "decision";
}

export interface SeatTakenBack {
  type: "taken_back";
  seat: number;
}

/** The seed of the deal is fixed; salts are welcome until then. */
export interface SeedCommitted {
  type: "committed";
  deal: number;
  commitment: string;
  until: number;
}

export interface TimeGiven {
  type: "more_time";
  seat: number;
  by: number;
}

export type TurnCode = "keep" | "left" | "right" | number;
