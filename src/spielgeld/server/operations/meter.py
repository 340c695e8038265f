"""How the server reports what is counted and timed."""


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
