"""RLlib: all seats as agents, asked only when they have something to choose. Extra `rllib`."""

from typing import Any

from ray.rllib.env.multi_agent_env import MultiAgentEnv

from spielgeld.research.choosers import Choosers


class SpielgeldMultiAgentEnv(Choosers, MultiAgentEnv):
    """`config.environment(SpielgeldMultiAgentEnv, env_config={"players": 4})`."""

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        """The config has the options of all environments."""
        MultiAgentEnv.__init__(self)
        Choosers.__init__(self, **(config or {}))
