"""The public record of a table: its finished deals, without secrets of the deal being played."""

import msgspec

from spielgeld.engine import match_result
from spielgeld.engine.editions import find_edition
from spielgeld.engine.records import make_record
from spielgeld.table.state import TableState

_encode = msgspec.json.Encoder().encode


def public_record_line(state: TableState) -> bytes | None:
    """Return the match as far as it is open, as one line of JSON; None before the first deal.

    The record also names the bots, and says whether it was practice. It costs little, because the
    finished deals are kept as JSON.
    """
    match, earlier = state.match, state.earlier
    if match is None:
        return None
    names = [seat.name or "" for seat in state.seats]
    record = dict(make_record(match.setup, names, ()))
    record["deals"] = [msgspec.Raw(deal) for deal in state.deals]
    if earlier:
        record["rules"] = _rules_of_the_rest(state)
    if match.awaits == "nothing":
        played = match.scores[len(earlier) :]
        record["winners"] = list(match_result(state.rules, played).winners)
    record["bots"] = [seat.bot for seat in state.seats]
    record["practice"] = state.practice is not None
    if earlier:
        record["earlier_scores"] = earlier
    return _encode(record) + b"\n"


def _rules_of_the_rest(state: TableState) -> dict[str, object]:
    """Make the deals played here a match of their own: only the scores of the others are known."""
    rules: dict[str, object] = dict(state.playing.setup.house_rules)
    rules.pop("deals", None)
    deals = state.rules.deals - len(state.earlier)
    if deals != find_edition(state.agreement.edition).rules.deals:
        rules["deals"] = deals
    return rules
