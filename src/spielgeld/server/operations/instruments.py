"""What the server counts and times."""

from spielgeld.server.operations.metrics import Registry
from spielgeld.table import commands

_KINDS = [str(kind.__struct_config__.tag) for kind in commands.FromClient.__args__]


class Instruments:
    """All metrics of one node."""

    def __init__(self) -> None:
        self.registry = Registry()
        self.messages = self.registry.counters(
            "spielgeld_messages_total",
            "Messages from clients, by type.",
            "type",
            [*_KINDS, "unreadable"],
        )
        self.answers = self.registry.histogram(
            "spielgeld_answer_seconds", "From a command to its durable answer."
        )
        self.store = self.registry.histograms(
            "spielgeld_store_seconds", "How long the store took.", "what", ["write", "read"]
        )
        self.bots = self.registry.histogram(
            "spielgeld_bot_seconds", "How long a bot thought, without its pace."
        )
