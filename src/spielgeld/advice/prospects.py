"""Every choice of a seat, with its calibrated chances."""

from collections.abc import Sequence
from dataclasses import dataclass

from spielgeld.advice.calibration import calibration, deal_chances
from spielgeld.advice.match_chances import MatchSituation, match_chances
from spielgeld.bots.champion.valuation import Choice, Valued, value_many, value_these
from spielgeld.engine import Bid, NotAllowed, View


@dataclass(frozen=True, slots=True)
class Prospect:
    """A choice with its chances and expected points."""

    choice: Choice
    deal: float
    """The chance to win the deal; players with equal points share the win."""
    match: float
    """The chance to win the match; of a single deal, the same."""
    points: float
    """At the end of the deal."""
    share: float
    """How often the champion makes this choice here."""


def prospects(view: View) -> list[Prospect]:
    """The choices of the seat, the best first; refused where it has nothing to decide.

    Bids that look alike are listed once.
    """
    return prospects_of_many([view], [()])[0]


def prospects_of_many(
    views: Sequence[View], also: Sequence[Sequence[Choice]]
) -> list[list[Prospect]]:
    """The same for many views. Choices in `also` are always listed."""
    found: dict[int, list[Prospect]] = {}
    for awaits in ("bids", "turn"):
        places = [at for at, view in enumerate(views) if _awaited(view) == awaits]
        bids = [[each for each in also[at] if isinstance(each, Bid)] for at in places]
        valued = value_many([views[at] for at in places], bids)
        found |= {
            at: _prospects_of(views[at], each) for at, each in zip(places, valued, strict=True)
        }
    return [found[at] for at in range(len(views))]


def _awaited(view: View) -> str:
    """What the seat has to decide; refused if nothing."""
    if view.awaits == "bids":
        if view.legal_bids.count() == 0:
            raise NotAllowed("no_bid", "a hand without notes or coins has no bid here")
        return "bids"
    if not view.legal_turns:
        raise NotAllowed(
            "not_your_turn",
            f"seat {view.seat} has nothing to decide now",
            to_act=view.waiting[0] if view.waiting else None,
            seat=view.seat,
        )
    return "turn"


def deal_chances_of(views: Sequence[View], choices: Sequence[Choice]) -> list[list[float]]:
    """By view: the chance to win the deal with each of the same few choices."""
    valued = value_these(views, choices) if views else []
    return [_deals(*each) for each in zip(views, valued, strict=True)]


def _deals(view: View, valued: Sequence[Valued]) -> list[float]:
    chances, leads = [each.chance for each in valued], [each.lead for each in valued]
    return deal_chances(calibration(), view.setup.players, view.deck_size, chances, leads)


def _prospects_of(view: View, valued: Sequence[Valued]) -> list[Prospect]:
    players, deals = view.setup.players, _deals(view, valued)
    by_chance = sorted(range(len(deals)), key=lambda at: -deals[at])
    shares: dict[object, float] = {}
    best: dict[object, int] = {}
    for at in by_chance:
        seen = look(valued[at].choice)
        best.setdefault(seen, at)
        shares[seen] = shares.get(seen, 0.0) + valued[at].share
    chosen = [*best.values()]
    situation = MatchSituation(
        view.setup.rules, view.scores, view.seat or 0, players, view.deck_size
    )
    matches = match_chances(calibration(), situation, [deals[at] for at in chosen])
    return [
        Prospect(
            choice=valued[at].choice,
            deal=deals[at],
            match=match,
            points=valued[at].points,
            share=shares[look(valued[at].choice)],
        )
        for at, match in zip(chosen, matches, strict=True)
    ]


def look(choice: Choice) -> object:
    """A key that is equal for choices that look alike: copies of a note do."""
    if isinstance(choice, Bid):
        cards = sorted([(card.kind, card.value) for card in choice.cards])
        return tuple(cards), not cards
    return choice
