"""Two processes at one table, on a database that delays, loses and fails: any order of steps.

What must hold in each: accepted means once in the log, refused means never in the log, nothing is
shown before it is durable, nobody is shown less than before, and every entry is decided on the
newest state under the lock.
"""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from support.chance import examples
from support.pass_world import PEOPLE, Line, Person, Process, World

SAID: list[tuple[str, dict[str, Any]]] = [
    ("pause", {}),
    ("resume", {}),
    ("say", {"phrase": "hello"}),
]
"""Some are refused or accepted depending on what was done before."""
person_numbers = st.integers(0, len(PEOPLE) - 1)


class AnyOrder(RuleBasedStateMachine):
    """Everything that people, processes and the database can do."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.said = 0
        self.left: list[Line] = []
        """Lines that their people have left, with what is unread on them."""

    def person(self, number: int) -> Person:
        return self.world.people[number]

    def process(self, number: int) -> Process:
        return self.world.processes[number]

    @rule(number=person_numbers, where=st.integers(0, 1))
    def connects(self, number: int, where: int) -> None:
        person = self.person(number)
        if person.line is not None:
            self.left.append(person.line)
        person.connect(self.process(where))

    @rule(number=person_numbers, what=st.sampled_from(SAID))
    def says(self, number: int, what: tuple[str, dict[str, Any]]) -> None:
        self.said += 1
        kind, fields = what
        self.person(number).say(f"{number}-{self.said}", kind, **fields)

    @rule(number=person_numbers)
    def is_read(self, number: int) -> None:
        line = self.person(number).line
        if line is not None and line.inbox:
            line.read()

    @precondition(lambda self: self.left)
    @rule(data=st.data())
    def is_read_where_it_was_left(self, data: st.DataObject) -> None:
        line = data.draw(st.sampled_from(self.left))
        if line.inbox and not line.is_closed:
            line.read()

    @precondition(lambda self: self.left)
    @rule(data=st.data())
    def is_closed_where_it_was_left(self, data: st.DataObject) -> None:
        line = data.draw(st.sampled_from(self.left))
        self.left.remove(line)
        line.hang_up()

    @precondition(lambda self: self.world.database.steps)
    @rule(
        data=st.data(),
        outcome=st.sampled_from(["done", "done", "done", "failed", "lost"]),
    )
    def goes_on(self, data: st.DataObject, outcome: Any) -> None:
        step = data.draw(st.integers(0, len(self.world.database.steps) - 1))
        self.world.go_on(self.world.database.steps[step], outcome)

    @precondition(lambda self: self.world.database.steps)
    @rule(count=st.integers(1, 12))
    def all_go_on(self, count: int) -> None:
        for _ in range(count):
            if self.world.database.steps:
                self.world.go_on(self.world.database.steps[0])

    @rule(where=st.integers(0, 1))
    def loses_its_transaction(self, where: int) -> None:
        """It was frozen for too long."""
        self.world.database.end_transaction(self.process(where).lane)

    @rule(seconds=st.sampled_from([0.01, 0.1, 2.0]))
    def time_passes(self, seconds: float) -> None:
        self.world.wait(seconds)

    @rule(where=st.integers(0, 1), is_silent=st.booleans())
    def is_thought_dead(self, where: int, is_silent: bool) -> None:
        others = self.process(1 - where).others
        silent = {self.process(where).name}
        others.silent = silent if is_silent else set()
        tables = self.process(1 - where).tables

        def look() -> None:
            for table in tables.registry.tables.values():
                if not table.is_busy:
                    tables.worker.check_presence(table)

        self.world.run(look)

    @rule(is_lost=st.booleans())
    def news_arrive(self, is_lost: bool) -> None:
        notes, self.world.notes = self.world.notes, []
        for note in notes:
            if not is_lost:
                self.world.tell(note)

    @invariant()
    def holds(self) -> None:
        self.world.check()

    def teardown(self) -> None:
        """Everybody connects, and every command is answered."""
        try:
            for process in self.world.processes:
                process.others.silent = set()
            for number, person in enumerate(self.world.people):
                for _ in range(5):
                    if person.line is None or person.unanswered:
                        person.connect(self.process(number % 2))
                    self.world.settle()
                    self.world.check()
                    if not person.unanswered and person.line is not None:
                        break
                assert not person.unanswered
        finally:
            self.world.close()


TestAnyOrder = AnyOrder.TestCase
TestAnyOrder.settings = examples(100, steps=60)
