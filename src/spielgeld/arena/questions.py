"""Collects the choices all deals of a batch wait for, and asks bots that support batches once."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Literal, NamedTuple, TypeVar

from spielgeld.arena.programs import ProgramFault
from spielgeld.bots import BatchBot, Bot
from spielgeld.bots.bot_files import error_text
from spielgeld.engine import (
    Bid,
    NotAllowed,
    Refusal,
    Turn,
    View,
    check_bid,
    check_turn,
    quoted,
)

Choice = Bid | Turn
What = Literal["bid", "turn"]
T = TypeVar("T")


class Question(NamedTuple):
    """What one seat of one deal has to choose, and its random number generator."""

    what: What
    bot: Bot
    view: View
    chance: Random


def ask_all(questions: Sequence[Question]) -> list[Choice]:
    """The choices in the order of the questions, each checked.

    They do not depend on how questions are batched: bots are stateless.
    """
    chosen: dict[int, Choice] = {}
    together: dict[tuple[int, str], list[int]] = defaultdict(list)
    for at, question in enumerate(questions):
        if isinstance(question.bot, BatchBot):
            together[id(question.bot), question.what].append(at)
        else:
            chosen[at] = _ask_one(question)
    for places in together.values():
        answers = _ask_together([questions[at] for at in places])
        chosen.update(zip(places, answers, strict=True))
    for at, question in enumerate(questions):
        _check(question, chosen[at])
    return [chosen[at] for at in range(len(questions))]


def _ask_one(question: Question) -> Choice:
    what, bot, view, chance = question
    if what == "bid":
        return _own_failure(bot, lambda: bot.choose_bid(view, chance))
    return _own_failure(bot, lambda: bot.choose_turn(view, chance))


def _ask_together(questions: Sequence[Question]) -> list[Choice]:
    what, bot = questions[0].what, questions[0].bot
    views = [question.view for question in questions]
    chances = [question.chance for question in questions]
    choose: Callable[..., Sequence[Choice]] = getattr(bot, f"choose_{what}s")
    answers = _own_failure(bot, lambda: list(choose(views, chances)))
    if len(answers) != len(questions):
        raise NotAllowed(
            "bot_choice",
            f"{type(bot).__name__} gave {len(answers)} answers to {len(questions)} questions",
        )
    return answers


def _own_failure(bot: Bot, choose: Callable[[], T]) -> T:
    """Call the bot; an exception in its code becomes a refusal with file and line."""
    try:
        return choose()
    except ProgramFault:
        raise
    except Exception as error:
        last = extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}, line {last.lineno}"
        raise NotAllowed(
            "bot_failed",
            f"{type(bot).__name__} failed with {error_text(error)} ({where})",
        ) from error


def _check(question: Question, choice: Choice) -> None:
    view = question.view
    try:
        if question.what == "bid":
            check_bid(view.setup.rules, view.hand, choice)  # type: ignore[arg-type]
        else:
            check_turn(view.waiting, view.waiting[0], choice)  # type: ignore[arg-type]
    except (Refusal, AttributeError, TypeError) as error:
        raise NotAllowed(
            "bot_choice", f"{type(question.bot).__name__} chose {quoted(choice)}: {error}"
        ) from error
