"""The rules of the game, the only place where they exist for people.

What is here does no input or output, knows no clock and draws no chance of its own: it needs the
standard library alone. `README.md` beside this file says where to find what.
"""

from spielgeld.engine.cards import BLUFF, Card, Currency, Pile, pile, worth
from spielgeld.engine.editions import (
    EDITIONS,
    RULE_VALUES,
    Edition,
    Rules,
    RuleValue,
    differences,
    find_edition,
    read_rule,
    with_house_rules,
    written,
)
from spielgeld.engine.errors import NotAllowed, Refusal, Unreadable, quoted
from spielgeld.engine.events import (
    Dealt,
    Event,
    Exchanged,
    LastRoundAnnounced,
    MatchWon,
    Refilled,
    Revealed,
    Scored,
)
from spielgeld.engine.fairness import FairStream, commitment
from spielgeld.engine.game import (
    Step,
    check_bids,
    deal_cards,
    legal_bids,
    legal_turns,
    reveal,
    start_match,
    take_turn,
)
from spielgeld.engine.history import History, Place, Round
from spielgeld.engine.moves import (
    KEEP,
    TAKE_LEFT,
    TAKE_RIGHT,
    Bid,
    Keep,
    Row,
    TakeBid,
    TakeRow,
    Turn,
    turn_code,
)
from spielgeld.engine.preview import BidPreview, preview_bid, preview_turns, score_now
from spielgeld.engine.resample import resample
from spielgeld.engine.rules.bidding import LegalBids, check_bid
from spielgeld.engine.rules.dealing import draw_removed, shuffle
from spielgeld.engine.rules.exchange import check_turn
from spielgeld.engine.rules.match_winner import Result, match_result
from spielgeld.engine.rules.order import settle_order
from spielgeld.engine.rules.scoring import CoinScore, CurrencyScore, HandScore, score_hand
from spielgeld.engine.setup import Setup, removed_count, set_up
from spielgeld.engine.state import Deal, Match
from spielgeld.engine.view import View, bids_seen, event_for, known_cards, unseen_by, view_of

__all__ = [
    "BLUFF",
    "EDITIONS",
    "KEEP",
    "RULE_VALUES",
    "TAKE_LEFT",
    "TAKE_RIGHT",
    "Bid",
    "BidPreview",
    "Card",
    "CoinScore",
    "Currency",
    "CurrencyScore",
    "Deal",
    "Dealt",
    "Edition",
    "Event",
    "Exchanged",
    "FairStream",
    "HandScore",
    "History",
    "Keep",
    "LastRoundAnnounced",
    "LegalBids",
    "Match",
    "MatchWon",
    "NotAllowed",
    "Pile",
    "Place",
    "Refilled",
    "Refusal",
    "Result",
    "Revealed",
    "Round",
    "Row",
    "RuleValue",
    "Rules",
    "Scored",
    "Setup",
    "Step",
    "TakeBid",
    "TakeRow",
    "Turn",
    "Unreadable",
    "View",
    "bids_seen",
    "check_bid",
    "check_bids",
    "check_turn",
    "commitment",
    "deal_cards",
    "differences",
    "draw_removed",
    "event_for",
    "find_edition",
    "known_cards",
    "legal_bids",
    "legal_turns",
    "match_result",
    "pile",
    "preview_bid",
    "preview_turns",
    "quoted",
    "read_rule",
    "removed_count",
    "resample",
    "reveal",
    "score_hand",
    "score_now",
    "set_up",
    "settle_order",
    "shuffle",
    "start_match",
    "take_turn",
    "turn_code",
    "unseen_by",
    "view_of",
    "with_house_rules",
    "worth",
    "written",
]
