"""What a moment of a made-up deal is worth to a seat: the hand played on as the adviser does, and what that brings."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from tutor.advice.players import HEURISTIC_SHARE, HeuristicPlayer, RemainingLine, deals_anew, gain
from tutor.advice.value import LONGEST, Value
from tutor.kernel.playout import Stuck, playout

if TYPE_CHECKING:
    from random import Random

    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

SHARE = 0.5
"""What a gain on the way (a trick, what its cards count) adds to the value on the sheet."""


class Ends:
    """The ends of hands for `seat`, from states of the game `game` that came of `state`."""

    def __init__(self, game: Game[Any], state: Any, seat: Seat) -> None:
        self.game, self.seat = game, seat
        self._value = Value(game, state, seat)

    def act(self, state: Any, who: Seat, move: Move) -> tuple[Any, float]:
        """The next state, and what the move has gained."""
        phase = self.game.due(state)
        after, events = phase.act(state, who, move)
        return after, SHARE * gain(self.game, phase, state, events, self.seat) if len(events) > 1 else 0.0

    def over(self, state: Any) -> bool:
        """Whether the hand is over."""
        return state.over or deals_anew(self.game, state)

    def worth(self, state: Any, rng: Random, memory: dict[Any, Any]) -> float:
        """What the rest of the hand brings; `memory` is kept for one deal."""
        plan = RemainingLine(self.game, self.seat, memory)
        player, gained = HeuristicPlayer(self.game, rng, HEURISTIC_SHARE, self._value.calls, plan), 0.0
        if not self.over(state):
            with suppress(Stuck):
                for ply in islice(playout(self.game, state, rng, LONGEST, player), LONGEST):
                    if len(ply.events) > 1:
                        gained += SHARE * gain(self.game, self.game.due(state), state, ply.events, self.seat)
                    state = ply.state
                    if self.over(state):
                        break
        return self._value.of(state) + gained
