"""What may be called, remembered: for random play, which asks for no reasons.

Most calls rest on nothing but what lies open: the calls so far, the dealer. The duties are asked once for all hands,
through a view in which no card can be seen but those that the game says matter; one that looks at others is found out
by that, and is asked each time, as ever.
"""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NoReturn

from tutor.kernel.duties import narrow

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

MOST_KNOWN: Final = 20_000
"""Moments of auctions that are remembered for each phase and house rules."""


class HandNeeded(Exception):
    """Raised when a duty looks at the hand."""


class _Unseen:
    """A hand that nobody may look at."""

    def _look(self, *_: Any) -> NoReturn:
        raise HandNeeded

    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = _look


UNSEEN: Final = _Unseen()


class KnownCalls:
    """Whose turn it is and what may be said, by what lies open, under the same house rules."""

    def __init__(self, phase: Any, state: Any, *, plain: bool) -> None:
        """`state` is of a game in which `phase` is played: it says which fields of a view lie open in a state.

        `plain` says that a view of the phase has nothing but the hand and what lies open.
        """
        own = {f.name for f in fields(state)}
        names = [f.name for f in fields(phase.view) if f.name in own and f.name not in ("options", "hand")]
        self.phase = phase
        self._open = attrgetter(*names)
        self._plain = plain
        self._by_hand = not plain
        """Whether a hand was looked at, or may be."""
        self._turns: dict[Hashable, Seat | None] = {}
        self._legal: dict[Hashable, tuple[Move, ...]] = {}

    def turn(self, state: Any) -> Seat | None:
        """Who is to call; None if nobody is. That never depends on a hand."""
        if not self._plain:
            return self._actor(state)
        key = self._open(state)
        try:
            return self._turns[key]
        except KeyError:
            if len(self._turns) >= MOST_KNOWN:
                self._turns.clear()
            found = self._turns[key] = self._actor(state)
            return found

    def _actor(self, state: Any) -> Seat | None:
        found: Seat | None = self.phase.actor(self.phase.see(state, state.seats[0]))
        return found

    def legal(self, state: Any, seat: Seat) -> tuple[Move, ...] | None:
        """What `seat`, whose turn it is, may call; None if that depends on more than what lies open."""
        if self._by_hand:
            return None
        matter = self.phase.matter
        held: Any = UNSEEN
        key = self._open(state)
        if matter:
            hand = state.hand(seat)
            held = tuple([c for c in matter if c in hand])
            key = (*key, held)
        try:
            return self._legal[key]
        except KeyError:
            if len(self._legal) >= MOST_KNOWN:
                self._legal.clear()
            found = self._asked(state, held)
            if found is not None:
                self._legal[key] = found
            return found

    def _asked(self, state: Any, held: Any) -> tuple[Move, ...] | None:
        """What the duties say of whoever is to call and holds these cards."""
        view = self.phase.see(state, state.seats[0])
        if "hand" in view.__dict__:
            view.__dict__["hand"] = held
        try:
            return narrow(self.phase.duties(view), view, self.phase.likely(view)).legal
        except HandNeeded:
            self._by_hand = True
            return None
