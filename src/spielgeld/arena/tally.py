"""Running totals of an arena. Little is kept per deck, so that a long arena fits into memory."""

from collections import Counter
from collections.abc import Sequence

from spielgeld.arena.deals import TURN_KINDS, DeckResult
from spielgeld.arena.plan import Field, Plan
from spielgeld.arena.ratings import Game

SCORE_STEP = 50
"""The bin width of the histogram of scores, in points."""


class Tally:
    """Collects the results of an arena one by one, in the order of the plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.fields: dict[Field, list[tuple[float, float]]] = {
            table: [] for table in plan.tables if isinstance(table, Field)
        }
        """For each deck the win share and the points of the one, all rotations together."""
        self.mixed: list[list[tuple[float, float, int]]] = []
        """For each deck and bot: win share, points and deals, all rotations together."""
        self.games: list[Game] = []
        """The input of the ratings: mixed tables, or all tables where there are none."""
        self.scores = {name: Counter[int]() for name in plan.names}
        """The histogram of each bot's scores, by lower bound of the bin."""
        self.rounds = Counter[int]()
        """The number of deals by number of rounds."""
        self.turns = {name: [0] * len(TURN_KINDS) for name in plan.names}

    def add(self, result: DeckResult) -> None:
        """Add the result of one deck."""
        table = self.plan.tables[result.table]
        shares = [_win_shares(scores) for scores in result.scores]
        if isinstance(table, Field):
            won = sum([share[0] for share in shares])
            self.fields[table].append((won, sum([scores[0] for scores in result.scores])))
        else:
            self.mixed.append(self._by_bot(result, shares))
        if table == "mixed" or "mixed" not in self.plan.tables:
            self.games += [(result.line_up, scores) for scores in result.scores]
        self._count_habits(result)

    def _by_bot(
        self, result: DeckResult, shares: Sequence[Sequence[float]]
    ) -> list[tuple[float, float, int]]:
        row = []
        for name in self.plan.names:
            places = [place for place, each in enumerate(result.line_up) if each == name]
            won = sum([share[place] for share in shares for place in places])
            points = sum([scores[place] for scores in result.scores for place in places])
            row.append((won, float(points), len(places) * len(shares)))
        return row

    def _count_habits(self, result: DeckResult) -> None:
        self.rounds.update(result.rounds)
        for place, name in enumerate(result.line_up):
            steps = [scores[place] // SCORE_STEP * SCORE_STEP for scores in result.scores]
            self.scores[name].update(steps)
            kinds = zip(self.turns[name], result.turns[place], strict=True)
            self.turns[name] = [before + more for before, more in kinds]


def _win_shares(scores: Sequence[int]) -> list[float]:
    """By place: the share of the win, which players with equal points split."""
    best = max(scores)
    winners = sum([points == best for points in scores])
    return [1 / winners if points == best else 0.0 for points in scores]
