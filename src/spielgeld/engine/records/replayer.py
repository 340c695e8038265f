"""Replays a record on the engine, which is also how it is verified."""

from collections.abc import Iterator
from contextlib import contextmanager

from spielgeld.engine.cards import Card, Pile
from spielgeld.engine.editions import check_rule, find_edition
from spielgeld.engine.errors import NotAllowed, Refusal, first_few, plain, quoted
from spielgeld.engine.game import Step, deal_cards, reveal, start_match, take_turn
from spielgeld.engine.moves import KEEP, Bid, turn_from_code
from spielgeld.engine.records.format import DealRecord, Fault, Path, Record, RoundRecord
from spielgeld.engine.records.shuffles import check_shuffle
from spielgeld.engine.rules.bidding import check_bid
from spielgeld.engine.rules.dealing import check_order
from spielgeld.engine.rules.match_winner import match_result
from spielgeld.engine.setup import Setup, check_players, check_removed, set_up
from spielgeld.engine.state import Match, Scores


def count_steps(record: Record) -> int:
    """Return the number of steps that a replay of the record takes at most."""
    return sum(
        1 + sum(1 + len(each.get("turns", ())) for each in deal["rounds"])
        for deal in record["deals"]
    )


def replay(record: Record) -> list[Step]:
    """Return every step of the match. What is no possible match is refused as a `Fault`."""
    return list(replay_steps(record))


def replay_steps(record: Record, earlier: Scores = ()) -> Iterator[Step]:
    """Yield the steps of the match one by one, for callers that do not need to keep them all.

    `earlier` has the scores of deals that were played before the first one of the record. A fault
    is raised when the replay comes to it, the latest after the last step.
    """
    setup = _agreed(record)
    if setup is None:
        return
    deals = record["deals"]
    orders = [_card_order(setup, index, deal) for index, deal in enumerate(deals)]
    for index, deal in enumerate(deals):
        check_shuffle(setup, index, deal)
    match = start_match(setup, earlier)
    for index, (deal, order) in enumerate(zip(deals, orders, strict=True)):
        if match.awaits == "nothing":
            raise Fault(
                "round",
                f"the match is over after {setup.rules.deals} deals",
                ("deals", index),
                why="round_match_over",
                deals=setup.rules.deals,
            )
        dealt = deal_cards(match, order)
        yield dealt
        match = dealt.match
        for step in _play_deal(match, index, deal):
            yield step
            match = step.match
        _check_played_out(match, index, deal, is_last=index == len(deals) - 1)
    played = match.scores[len(earlier) :]
    _check_results_are_there(match, record, len(played))
    _check_scores(played, deals)
    _check_winners(match, record)


@contextmanager
def _fault_at(code: str, path: Path) -> Iterator[None]:
    """What the engine refuses meanwhile is a fault of the record with this code."""
    try:
        yield
    except Refusal as refusal:
        raise _as_fault(code, refusal, path) from None


def _as_fault(code: str, refusal: Refusal, path: Path) -> Fault:
    """The same words; the engine's finer reason goes on as the `why`."""
    arguments = {"why": refusal.code, **refusal.arguments}
    return Fault(code, refusal.sentence, path, 1, **arguments)


def _agreed(record: Record) -> Setup | None:
    """What the table agreed on; None before a deal tells which currencies are out."""
    players = len(record["players"])
    with _fault_at("edition", ("edition",)):
        edition = find_edition(record["edition"])
    for name, value in record["rules"].items():
        with _fault_at("rule", ("rules", name)):
            check_rule(name, value)
    with _fault_at("players", ("players",)):
        check_players(edition, players)
    for index, deal in enumerate(record["deals"]):
        path: Path = ("deals", index, "removed")
        with _fault_at("removed", path):
            check_removed(edition, players, deal["removed"])
        if deal["removed"] != record["deals"][0]["removed"]:
            raise Fault(
                "removed",
                f"{quoted(deal['removed'])} is not as in the first deal",
                path,
                why="removed_changed",
                found=first_few(deal["removed"]),
            )
    if not record["deals"]:
        if "winners" in record:
            raise Fault(
                "winners",
                "nobody can have won before the first deal",
                ("winners",),
                why="winners_too_early",
            )
        return None
    removed = record["deals"][0]["removed"]
    return set_up(record["edition"], players, removed=removed, house_rules=record["rules"])


def _card_order(setup: Setup, deal_index: int, deal: DealRecord) -> list[Card]:
    path: Path = ("deals", deal_index, "cards")
    order = []
    for index, code in enumerate(deal["cards"]):
        with _fault_at("cards", (*path, index)):
            order.append(setup.card(code))
    with _fault_at("cards", path):
        check_order(setup, order)
    return order


def _play_deal(match: Match, deal_index: int, deal: DealRecord) -> Iterator[Step]:
    for index, each in enumerate(deal["rounds"]):
        path: Path = ("deals", deal_index, "rounds", index)
        if match.awaits == "turn":
            raise Fault(
                "round",
                "not everybody has acted in the round before",
                path,
                why="round_before_unfinished",
            )
        if match.awaits != "bids":
            raise Fault("round", "the deal was over before this round", path, why="round_too_many")
        for step in _play_round(match, path, each):
            yield step
            match = step.match


def _play_round(match: Match, path: Path, recorded: RoundRecord) -> Iterator[Step]:
    step = reveal(match, _bids(match, path, recorded))
    yield step
    for index, (seat, code) in enumerate(recorded.get("turns", [])):
        step = _take_recorded_turn(step.match, seat, code, (*path, "turns", index))
        yield step


def _bids(match: Match, path: Path, recorded: RoundRecord) -> list[Bid]:
    """The bids, each checked by itself so that a fault tells whose it is."""
    hands = match.deal.hands if match.deal else ()
    bids = [
        _bid(match.setup, hand, codes, (*path, "bids", seat))
        for seat, (hand, codes) in enumerate(zip(hands, recorded["bids"], strict=False))
    ]
    if len(recorded["bids"]) != len(hands):
        found = len(recorded["bids"])
        raise Fault(
            "bid",
            f"{len(hands)} players bid together, not {found}",
            (*path, "bids"),
            why="bid_missing",
            players=len(hands),
            found=found,
        )
    return bids


def _bid(setup: Setup, hand: Pile, codes: list[str], path: Path) -> Bid:
    with _fault_at("bid", path):
        bid = setup.bid(codes)
        check_bid(setup.rules, hand, bid)
    return bid


def _take_recorded_turn(match: Match, seat: int, code: str | int, path: Path) -> Step:
    if match.awaits != "turn":
        raise Fault(
            "order",
            f"seat {quoted(seat)} acts when everybody has acted",
            path,
            why="nobody_to_act",
            seat=plain(seat),
        )
    turn = turn_from_code(code)
    try:
        # An unknown exchange is looked at only if it is that seat's turn at all.
        step = take_turn(match, seat, turn or KEEP)
    except NotAllowed as refusal:
        fault = "order" if refusal.code == "not_your_turn" else "turn"
        raise _as_fault(fault, refusal, path) from None
    if turn is None:
        found = quoted(code)
        raise Fault("turn", f"there is no exchange {found}", path, why="no_such_turn", found=found)
    return step


def _check_played_out(match: Match, index: int, deal: DealRecord, *, is_last: bool) -> None:
    """Only the last deal may be under way, and then it has no scores yet."""
    under_way = match.awaits in {"bids", "turn"}
    if under_way and ("scores" in deal or not is_last):
        raise Fault(
            "round",
            "the deal is not played out",
            ("deals", index, "rounds"),
            why="round_too_few",
        )


def _check_results_are_there(match: Match, record: Record, played: int) -> None:
    """Check that the first deals, which are played out, and the match have their results."""
    for index, deal in enumerate(record["deals"][:played]):
        if "scores" not in deal:
            sentence = 'the deal is played out, but the key "scores" is missing'
            raise Fault("missing", sentence, ("deals", index), key="scores")
    if match.awaits == "nothing" and "winners" not in record:
        sentence = 'the match is played out, but the key "winners" is missing'
        raise Fault("missing", sentence, key="winners")


def _check_scores(played: Scores, deals: list[DealRecord]) -> None:
    for index, scores in enumerate(played):
        recorded = deals[index].get("scores")
        if recorded != list(scores):
            raise Fault(
                "scores",
                f"the scores are {list(scores)}, not {quoted(recorded)}",
                ("deals", index, "scores"),
                true=list(scores),
                found=quoted(recorded),
            )


def _check_winners(match: Match, record: Record) -> None:
    if "winners" not in record:
        return
    if match.awaits != "nothing":
        raise Fault(
            "winners",
            "nobody can have won: the match is not over",
            ("winners",),
            why="winners_too_early",
        )
    winners = list(match_result(match.setup.rules, match.scores).winners)
    if sorted(record["winners"]) != winners:
        found = quoted(record["winners"])
        raise Fault(
            "winners",
            f"the winners are {winners}, not {found}",
            ("winners",),
            true=winners,
            found=found,
        )
