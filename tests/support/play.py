"""Helpers that several tests share: positions from card names, and matches played at random."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from spielgeld.engine import (
    EDITIONS,
    RULE_VALUES,
    Deal,
    Match,
    Pile,
    Setup,
    Step,
    deal_cards,
    draw_removed,
    legal_bids,
    legal_turns,
    pile,
    reveal,
    set_up,
    shuffle,
    start_match,
    take_turn,
)


def cards(setup: Setup, names: str) -> Pile:
    """The pile of these cards: `cards(setup, "Y20a P40")`."""
    return pile(setup.card(name) for name in names.split())


def table(
    edition: str = "it",
    players: int = 5,
    removed: Sequence[str] | None = None,
    **house_rules: object,
) -> Setup:
    """A set-up; with fewer than five players the last currencies are out unless named."""
    codes = [currency.code for currency in EDITIONS[edition].currencies]
    out = codes[len(codes) - max(0, 5 - players) :] if removed is None else removed
    return set_up(edition, players, removed=out, house_rules=house_rules)


def position(
    setup: Setup,
    hands: Sequence[str],
    *,
    right: str = "",
    left: str = "",
    deck: str = "",
    last_round: bool = False,
    idle_refills: int = 0,
) -> Match:
    """A match that awaits bids, with these cards; the others of the deal are nowhere.

    The deck's first card is drawn next.
    """
    held = tuple(cards(setup, hand) for hand in hands)
    deal = Deal(
        number=1,
        round=1,
        hands=held,
        unseen=held,
        right=cards(setup, right),
        left=cards(setup, left),
        deck=tuple(setup.card(name) for name in deck.split()),
        turned_up=(),
        idle_refills=idle_refills,
        last_round="deck_empty" if last_round else None,
        lying=((),) * len(held),
        waiting=(),
        history=(),
        scores=None,
    )
    return Match(setup, scores=(), deal=deal)


def bid_all(match: Match, *bids: str) -> Step:
    """Reveal these bids, given by seat: `bid_all(match, "Y20a *", "P40", "*")`."""
    return reveal(match, [match.setup.bid(bid) for bid in bids])


def open_deal(match: Match) -> Deal:
    """The deal of a match that has one."""
    assert match.deal is not None
    return match.deal


def random_setup(edition: str, players: int, rng: Random, rules: Mapping[str, object]) -> Setup:
    removed = draw_removed(EDITIONS[edition], players, rng.randrange)
    return set_up(edition, players, removed=removed, house_rules=rules)


def any_setup(rng: Random) -> Setup:
    """One deal of any edition, number of players and mix of house rules."""
    edition = rng.choice(list(EDITIONS.values()))
    players = rng.choice(edition.players)
    rules = {name: rng.choice(values) for name, values in RULE_VALUES.items()} | {"deals": 1}
    return random_setup(edition.key, players, rng, rules)


def random_steps(setup: Setup, rng: Random) -> Iterator[Step]:
    """A whole match of uniformly random choices."""
    match = start_match(setup)
    while match.awaits != "nothing":
        step = random_step(match, rng)
        yield step
        match = step.match


def random_step(match: Match, rng: Random) -> Step:
    if match.awaits == "cards":
        return deal_cards(match, shuffle(match.setup.cards, rng.randrange))
    if match.awaits == "bids":
        seats = range(match.setup.players)
        return reveal(match, [legal_bids(match, seat).draw(rng) for seat in seats])
    return take_turn(match, open_deal(match).waiting[0], rng.choice(legal_turns(match)))
