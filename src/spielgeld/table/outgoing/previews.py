"""What a choice would bring, from the seat's own view alone."""

from spielgeld.engine import NotAllowed, View, turn_code
from spielgeld.engine.preview import preview_bid, preview_turns
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
        after = [
            messages.TurnPreview(turn=turn_code(turn), score=score_json(score))
            for turn, score in preview_turns(view)
        ]
        return messages.TurnsPreviewed(id=question.id, after=after)
    return _bid(view, question)


def _bid(view: View, question: commands.PreviewBid) -> messages.BidPreviewed:
    found = preview_bid(view, view.setup.bid(question.cards))
    after = [
        messages.TurnPreview(turn=turn, score=score_json(score))  # type: ignore[arg-type]
        for turn, score in (("right", found.right), ("left", found.left), ("keep", found.keep))
        if score is not None
    ]
    return messages.BidPreviewed(
        id=question.id,
        worth=found.worth,
        size=found.size,
        lowest=found.lowest.code if found.lowest else None,
        tie_rank=found.tie_rank,
        after=after,
    )
