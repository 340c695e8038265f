"""What an arena plays follows from its plan."""

from collections import Counter

import pytest

from arena.arenas import small_plan
from spielgeld.arena import plan as plan_module
from spielgeld.arena.entrants import Entrant, read_entrants
from spielgeld.arena.plan import Conditions, Field, Plan, Task, all_tables, make_plan, rotation
from spielgeld.engine import Refusal


def mixed_plan(bots: int, players: int, decks: int) -> Plan:
    entrants = [Entrant(f"bot{number}", "random") for number in range(bots)]
    return make_plan(entrants, ["mixed"], decks * players, "a", Conditions("it", players))


def test_deals_are_rounded_up_to_whole_rotations() -> None:
    bots = read_entrants(["random", "greedy"], [])
    plan = make_plan(bots, ["mixed"], 11, "a")
    assert (plan.decks, plan.deals) == (3, 15)


def test_every_ordered_pair_has_a_table() -> None:
    assert all_tables(["a", "b", "c"], "field") == (
        *[Field("a", "b"), Field("a", "c"), Field("b", "a")],
        *[Field("b", "c"), Field("c", "a"), Field("c", "b")],
    )
    assert all_tables(["a", "b"], "mixed") == ("mixed",)
    assert all_tables(["a", "b"], "both") == (Field("a", "b"), Field("b", "a"), "mixed")


def test_a_field_is_one_among_others() -> None:
    plan = small_plan("greedy", "random", table="field")
    assert plan.line_up(Task(1, 7)) == ("random", "greedy", "greedy")


def test_tasks_take_every_table_before_the_next_deck() -> None:
    plan = small_plan("greedy", "random", deals=6)
    tasks = list(plan.tasks())
    assert tasks == [Task(table, deck) for deck in range(2) for table in range(3)]
    assert list(plan.tasks(done=4)) == tasks[4:]


@pytest.mark.parametrize(("bots", "players"), [(7, 5), (5, 5), (2, 5), (3, 4), (9, 3)])
def test_mixed_tables_seat_bots_as_different_and_often_as_can_be(bots: int, players: int) -> None:
    plan = mixed_plan(bots, players, decks=63)
    line_ups = [plan.line_up(Task(0, deck)) for deck in range(63)]
    often = Counter(name for line_up in line_ups for name in line_up)
    assert max(often.values()) - min(often[name] for name in plan.names) <= 1
    for line_up in line_ups:
        assert len(set(line_up)) == min(bots, players)
    together = Counter(frozenset(line_up) for line_up in line_ups)
    assert len(together) > 10 or bots <= players
    assert len(set(line_ups)) > 5


def test_a_rotation_puts_every_place_on_every_seat_once() -> None:
    seats = [rotation(4, turned) for turned in range(4)]
    assert all(sorted(each) == [0, 1, 2, 3] for each in zip(*seats, strict=True))
    assert all(sorted(each) == [0, 1, 2, 3] for each in seats)


def test_the_header_tells_plans_apart() -> None:
    plan = small_plan("greedy", "random")
    others = [
        small_plan("greedy", "random", deals=33),
        small_plan("random", "greedy"),
        small_plan("greedy", "random", seed="b"),
        small_plan("greedy", "random", table="field"),
    ]
    assert len({each.header() for each in (plan, *others)}) == 5
    assert plan.header() == small_plan("greedy", "random").header()


@pytest.mark.parametrize(
    ("code", "conditions"),
    [
        ("edition", Conditions("de")),
        ("players", Conditions("it", 6)),
        ("arena_deals", Conditions(house_rules={"deals": 3})),
    ],
)
def test_what_cannot_be_played_is_refused(code: str, conditions: Conditions) -> None:
    bots = read_entrants(["random", "greedy"], [])
    with pytest.raises(Refusal) as refused:
        make_plan(bots, ["mixed"], 10, "a", conditions)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("code", "names"),
    [("bot", ["random", "nobody"]), ("bots", ["random"]), ("bot_twice", ["random", "random"])],
)
def test_bots_that_cannot_enter_are_refused(code: str, names: list[str]) -> None:
    with pytest.raises(Refusal) as refused:
        read_entrants(names, [])
    assert refused.value.code == code


def test_with_other_code_a_plan_is_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    before = small_plan("greedy", "random").header()
    monkeypatch.setattr(plan_module, "code_digest", lambda: "other")
    assert small_plan("greedy", "random").header() != before
