"""A player who sees one hand only, and knows that the others play at random: what luck allows those who see no more.

It plays as the omniscient player does, with ten times the play-outs, but in deals that fit what it has seen. What
others have played tells what it tells of players who let chance decide: with few legal moves each of them is the more
likely. It is no ideal player, for its own later moves go by rules of thumb.
"""

from __future__ import annotations

import dataclasses
import math
from random import Random
from typing import TYPE_CHECKING, Any

from tests.strength import omniscient
from tests.strength.omniscient import OmniscientPlayer
from tutor.advice.samples import Sampler
from tutor.kernel.duties import narrow
from tutor.kernel.phase import hand_in_view

if TYPE_CHECKING:
    from tutor.advice.constraints import PastPlay
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat

MORE = 10
"""How many times the play-outs of the omniscient player it has: it must tell many deals from few."""
AMONG = 4
"""Deals of which one is taken, by how likely chance has played so in each."""


class Chances(Sampler):
    """Deals that fit what was seen, as likely as they are if all others let chance decide."""

    def __init__(self, game: Game[Any], record: Record[Any], seat: Seat) -> None:
        super().__init__(game, record, seat, math.inf)
        self._narrowed = tuple(self.past)

    def _believable(self, seed: str) -> Any:
        deals = [self._mended(f"{seed}/{n}") for n in range(AMONG if self._narrowed else 1)]
        return Random(seed).choices(deals, [self.likely(deal) for deal in deals])[0]

    def likely(self, deal: Any) -> float:
        """How likely chance makes the plays that rules had a part in, from the hands of `deal`."""
        return math.prod(1 / max(1, self._choices(played, deal)) for played in self._narrowed)

    def _choices(self, played: PastPlay, deal: Any) -> int:
        """How many moves a player had whose remaining cards are those in `deal`."""
        held = hand_in_view(played.phase, deal, played.seat)
        if held is None:
            return 1
        then = played.shown.copy()
        then.update(held)
        view = dataclasses.replace(played.view, hand=self.game.pack.sort(then.elements()))
        return len(narrow(played.phase.duties(view), view, tuple(played.phase.candidates(view))).legal)


class InformedPlayer(OmniscientPlayer):
    """Chooses for the seats `ours`, each of which sees only its own cards."""

    def __init__(self, game: Game[Any], ours: frozenset[Seat], rng: Random) -> None:
        super().__init__(game, ours, rng)
        self.playouts = MORE * omniscient.PLAYOUTS
        self._chances: tuple[Record[Any], Chances] | None = None

    def deal(self, record: Record[Any], seat: Seat, n: int) -> Any:
        """One of the deals that may be the true one."""
        if self._chances is None or self._chances[0] is not record:
            self._chances = record, Chances(self.game, record, seat)
        return self._chances[1].sample(f"{seat}:{len(record.entries)}:{n}").state
