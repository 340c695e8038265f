"""What a choice would bring, from the seat's own view alone."""

from spielgeld.engine import NotAllowed, View, turn_code
from spielgeld.engine.moves import TurnCode
from spielgeld.engine.preview import After, preview_bid, preview_turns
from spielgeld.table import commands
from spielgeld.table.outgoing import messages
from spielgeld.table.outgoing.encoding import score_json
from spielgeld.table.state import TableState


def preview(
    state: TableState, seat: int, question: commands.PreviewBid | commands.PreviewTurns
) -> messages.BidPreviewed | messages.TurnsPreviewed:
    """The answer to the question; refused where the seat has nothing to choose."""
    view = state.view(seat)
    if view is None:
        raise NotAllowed(
            "not_now", "no cards are dealt yet", why="nothing_dealt", awaits=state.what
        )
    if isinstance(question, commands.PreviewTurns):
        after = [_turn(turn_code(turn), found) for turn, found in preview_turns(view)]
        return messages.TurnsPreviewed(id=question.id, after=after)
    return _bid(view, question)


def _bid(view: View, question: commands.PreviewBid) -> messages.BidPreviewed:
    found = preview_bid(view, view.setup.bid(question.cards))
    turns: list[tuple[TurnCode, After | None]]
    turns = [("right", found.right), ("left", found.left), ("keep", found.keep)]
    after = [_turn(turn, hand) for turn, hand in turns if hand is not None]
    return messages.BidPreviewed(
        id=question.id,
        worth=found.worth,
        size=found.size,
        lowest=found.lowest.code if found.lowest else None,
        tie_rank=found.tie_rank,
        after=after,
    )


def _turn(turn: TurnCode, after: After) -> messages.TurnPreview:
    changes = [
        messages.Change(what=each.what, kind=each.kind, was=each.was, now=each.now, had=each.had)
        for each in after.changes
    ]
    return messages.TurnPreview(turn=turn, score=score_json(after.score), changes=changes)
