"""Games for OpenSpiel (`pip install card-tutor[openspiel]`): its algorithms play any game that is here.

    from tutor.library.openspiel import load_game
    game = load_game("truc")
    state = game.new_initial_state()

Chance deals one card at a time, with the probability of each. A return is 1 for who
has won, or is ahead after so many hands, and -1 for who has not.
"""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from tutor.library.catalogue import loaded
from tutor.library.episodes import MOST_ACTIONS, Episode

PREFIX: Final = "tutor_"


def load_game(name: str, players: int | None = None, hands: int = 1) -> Any:
    """An OpenSpiel game of `hands` hands (0: a whole game).

    Raises `UnknownGame`, or `BadPosition` if the game is not for that many players.
    """
    game = loaded(name)
    Episode(game, players)
    return pyspiel.load_game(registered(game.name), {"players": players or game.usual, "hands": hands})


@cache
def registered(name: str) -> str:
    """Register a game with OpenSpiel, and give its name there."""
    game = loaded(name)
    kind = pyspiel.GameType(
        short_name=PREFIX + name.replace("-", "_"),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(len(game.seats(n)) for n in game.players),
        min_num_players=min(len(game.seats(n)) for n in game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.usual, "hands": 1},
    )

    class CardGame(pyspiel.Game):  # type: ignore[misc]
        """One of our games, for a number of players, as OpenSpiel's `Game`."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = params or {}
            self.players, self.hands = int(given.get("players", game.usual)), int(given.get("hands", 1))
            info = pyspiel.GameInfo(
                num_distinct_actions=MOST_ACTIONS,
                max_chance_outcomes=len(game.pack.order),
                num_players=len(game.begin(self.players, game.options(), game.seats(self.players)[0]).seats),
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=None,
                max_game_length=game.bound,
            )
            super().__init__(kind, info, given)

        def new_initial_state(self) -> State:
            """A game before its first deal."""
            return State(self, Episode(game, self.players, hands=self.hands))

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
            """An observer of what a player sees now, or with perfect recall of all that came before."""
            return Observer(self, recalls=iig_obs_type is not None and iig_obs_type.perfect_recall)

    pyspiel.register_game(kind, CardGame)
    return str(kind.short_name)


class State(pyspiel.State):  # type: ignore[misc]
    """A state of an episode; between two cards of a deal it is a chance node."""

    def __init__(self, game: Any, episode: Episode) -> None:
        super().__init__(game)
        self.episode = episode

    def current_player(self) -> int:
        """The player to move, or OpenSpiel's marks for chance and for a terminal state."""
        if self.episode.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.episode.state.chance is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.episode.player

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.episode.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may come next, with their probabilities."""
        return self.episode.chances()

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.episode.moves))) if player == self.episode.player else []

    def _apply_action(self, action: int) -> None:
        if self.episode.state.chance is not None:
            self.episode.draw(action)
        else:
            self.episode.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.episode.game.pack.order[action])
        return str(self.episode.moves[action])

    def returns(self) -> list[float]:
        """1 for each player who has won, -1 for each who has not."""
        return self.episode.returns()

    def resample_from_infostate(self, player: int, sampler: Any) -> State:
        """A state that looks the same to `player`; `sampler()` gives numbers from 0 to 1."""
        new = self.clone()
        new.episode = self.episode.resampled(player, Random(sampler()))
        return new  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"{self.episode.game.name}: {self.episode.state}; drawn: {self.episode.drawn}"


class Observer:
    """OpenSpiel's observer of what a player sees, as a tensor or as text."""

    def __init__(self, game: Any, *, recalls: bool) -> None:
        self._recalls = recalls
        self.tensor = np.zeros(len(game.new_initial_state().episode.features(0)), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Fill the tensor with what `player` sees."""
        self.tensor[:] = state.episode.features(player)

    def string_from(self, state: State, player: int) -> str:
        """What `player` sees as text, with all that came before if this observer recalls it."""
        episode = state.episode
        return episode.remembered(player) if self._recalls else episode.observed(player)
