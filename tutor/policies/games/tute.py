"""Policies for Tute: what to declare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from tutor.games.tute.declarations import Declaring
from tutor.games.tute.table import TUTE, WORTH, TuteState
from tutor.kernel.cards import Cards
from tutor.kernel.events import DECLARED, Event
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies.base import GamePolicy, Policy

if TYPE_CHECKING:
    from random import Random


class DeclarePolicy(Policy[Declaring, TuteState]):
    """What to declare."""

    def bidding_policy(self, v: Declaring, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """A declaration that wins at once, else the one with most points."""
        return max(legal, key=lambda move: (move.word == TUTE, WORTH.get(move.word, 0)))

    def rewards(self, state: TuteState, events: Sequence[Event]) -> Iterable[tuple[Seat, float]]:
        """The points of declarations."""
        return [(event.seat, float(event.facts["points"])) for event in events if event.what == DECLARED]


POLICY: Final = partial(GamePolicy, phases={"declare": DeclarePolicy})
