"""Samples a full match that agrees with everything a view knows."""

from random import Random

from spielgeld.engine.cards import Card, Pile, pile
from spielgeld.engine.state import Deal, Match
from spielgeld.engine.view import View


def resample(view: View, rng: Random) -> Match:
    """Deal the unseen cards out anew, every way equally likely.

    How people bid is not weighed: all that counts is where an unseen card can be.
    """
    if view.deal == 0:
        return Match(view.setup, view.scores, deal=None)
    unseen = list(view.unseen)
    rng.shuffle(unseen)
    secrets = []
    for seat, count in enumerate(view.unknown):
        if seat == view.seat:
            known = view.known[seat]
            secrets.append(tuple(card for card in view.hand if card not in known))
        else:
            secrets.append(pile(unseen[:count]))
            del unseen[:count]
    return Match(view.setup, view.scores, _deal(view, tuple(secrets), tuple(unseen)))


def _deal(view: View, secrets: tuple[Pile, ...], deck: tuple[Card, ...]) -> Deal:
    is_over = view.awaits in {"cards", "nothing"}
    held = zip(view.known, secrets, strict=True)
    return Deal(
        number=view.deal,
        round=view.round,
        hands=tuple([pile(known + secret) for known, secret in held]),
        unseen=secrets,
        right=view.right,
        left=view.left,
        deck=view.open_deck if is_over else deck,
        turned_up=view.turned_up,
        idle_refills=view.idle_refills,
        last_round=view.last_round,
        lying=view.lying,
        waiting=view.waiting,
        history=view.history,
        scores=view.scores[-1] if is_over else None,
    )
