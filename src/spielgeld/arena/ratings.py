"""OpenSkill ratings (Plackett-Luce) from tables of several bots."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

Game = tuple[tuple[str, ...], tuple[int, ...]]
"""The bots at a table, and the points of each."""

WITHOUT_OPENSKILL = "Ratings need OpenSkill: pip install 'spielgeld[arena]'"


@dataclass(frozen=True, slots=True)
class Rating:
    """The estimate of a bot's strength: mean and standard deviation."""

    mu: float
    sigma: float


def can_rate() -> bool:
    """Whether OpenSkill is installed."""
    return find_spec("openskill") is not None


def rate(names: Sequence[str], games: Iterable[Game]) -> dict[str, Rating]:
    """The ratings after all games, in their order; old games weigh as much as new ones.

    The rating of a bot on several seats of a table changes by the mean of the changes of the seats.
    """
    from openskill.models import PlackettLuce  # noqa: PLC0415 - the base install does without

    model = PlackettLuce(tau=0.0)
    ratings = {name: model.rating() for name in names}
    for line_up, scores in games:
        teams = [[model.create_rating([ratings[each].mu, ratings[each].sigma])] for each in line_up]
        rated = model.rate(teams, scores=[float(points) for points in scores])
        for name in set(line_up):
            own = [team[0] for team, each in zip(rated, line_up, strict=True) if each == name]
            ratings[name].mu = sum([each.mu for each in own]) / len(own)
            ratings[name].sigma = sum([each.sigma for each in own]) / len(own)
    return {name: Rating(each.mu, each.sigma) for name, each in ratings.items()}
