"""Games for PettingZoo (`pip install card-tutor[pettingzoo]`): an environment of agents that take turns.

    from tutor.library.pettingzoo import CardEnv
    env = CardEnv("truc")
    env.reset(seed=1)

An observation has numbers (`Episode.features`) and the mask of the legal actions; rewards come at the end, 1 for who
has won and -1 for who has not. An illegal action ends the game, at the cost of whoever chose it.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from tutor.library.episodes import MOST_ACTIONS, Episode

if TYPE_CHECKING:
    from tutor.kernel.seats import Seat


class CardEnv(AECEnv):  # type: ignore[misc]
    """Some hands of a game. Agents are called as their seats are, `P1` and so on."""

    metadata: ClassVar[dict[str, Any]] = {"name": "tutor_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: str, players: int | None = None, hands: int = 1, render_mode: str | None = None) -> None:
        """An environment of `hands` hands of a game; 0 for a whole game.

        Raises `UnknownGame`, or `BadPosition` if the game is not for that many players.
        """
        super().__init__()
        self._named, self._players, self._hands, self.render_mode = game, players, hands, render_mode
        self._rng = Random(0)
        self.episode = Episode(game, players, hands=hands)
        self.possible_agents: list[Seat] = list(self.episode.seats)
        size, most = len(self.episode.features(0)), float(len(self.episode.game.pack))
        self.action_spaces = {agent: spaces.Discrete(MOST_ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, most, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (MOST_ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: Seat) -> Any:
        """The Gymnasium space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Seat) -> Any:
        """The Gymnasium space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; `options` may hold `house_rules`, a mapping of names to values as text."""
        self._rng = Random(seed) if seed is not None else self._rng
        self.episode = Episode(self._named, self._players, (options or {}).get("house_rules"), self._hands)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Seat, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._deal()

    def _deal(self) -> None:
        """Draw all cards that are due by chance, until a player is to move or the game is over."""
        while not self.episode.over and self.episode.state.chance is not None:
            cards, weights = zip(*self.episode.chances(), strict=True)
            self.episode.draw(self._rng.choices(cards, weights)[0])
        if self.episode.over:
            self._end(dict(zip(self.possible_agents, self.episode.returns(), strict=True)))
        else:
            self.agent_selection = self.possible_agents[self.episode.player]

    def _end(self, rewards: dict[Seat, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: Seat) -> dict[str, Any]:
        """What an agent sees, and the mask of its legal actions."""
        player = self.possible_agents.index(agent)
        mask = np.zeros(MOST_ACTIONS, np.int8)
        if not self.episode.over and player == self.episode.player:
            mask[: len(self.episode.moves)] = 1
        return {"observation": np.array(self.episode.features(player), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the agent to move; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if action is None or not 0 <= action < len(self.episode.moves):
            self._end(self.rewards | {agent: -1.0})
        else:
            self.episode.act(int(action))
            self._deal()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The state as text."""
        return str(self.episode.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to release."""
