"""How the server reports what is counted and timed."""

COUNTED = {
    "passes": "Transactions that decided what waited at tables.",
    "tables_skipped": "Tables whose row another process had locked.",
    "commits_unknown": "Tables read again because a commit had no answer.",
    "reaped": "Transactions ended because they held locks for too long.",
    "thought_twice": "Bots' answers that came too late to count.",
}
"""What is counted with PostgreSQL."""


class Meter:
    """This one keeps nothing; `operations.metrics` has the one that tells Prometheus."""

    def message(self, kind: str) -> None:
        """A client sent a message of this type."""

    def answered(self, seconds: float) -> None:
        """From a command to its durable answer it took so long."""

    def store_took(self, what: str, seconds: float) -> None:
        """The store took so long for a "write" or a "read"."""

    def bot_thought(self, seconds: float) -> None:
        """A bot thought so long, without its pace."""

    def locked(self, seconds: float) -> None:
        """It took so long to lock the rows of a pass."""

    def count(self, what: str, number: int = 1) -> None:
        """Something happened once more, or so often: one of `COUNTED`."""
