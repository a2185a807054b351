"""Going out by force in a climbing game: an order of plays in which no opponent can stop the hand.

Each play but the last keeps the lead, as nothing out of sight beats it; or, if it is beaten, a play kept for that takes
the lead back whatever beat it, and nothing beats that one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from tutor.kernel.cards import without
from tutor.kernel.moves import Combo

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tutor.kernel.cards import Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

SHORT: Final = 4
"""Longer plays are looked at only as they are planned, for there may be hundreds."""
MOST: Final = 12
"""With more cards than this only planned plays are looked at."""
NODES: Final = 400
"""Hands that are looked at, after which the search is given up."""


class Step(NamedTuple):
    """A play, and the one that takes the lead back if it is beaten; None where nobody can, or the hand is out."""

    play: Combo
    back: Combo | None


class Order(NamedTuple):
    """The plays in which a hand goes out for certain."""

    steps: tuple[Step, ...]
    doubled: int
    """How many of them double the stake."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """The higher the better: what doubles most, then what lets the fewest plays be beaten, then the shortest."""
        return self.doubled, -sum(step.back is not None for step in self.steps), -len(self.steps)


class Known(Protocol):
    """What a seat knows of plays."""

    @property
    def hand(self) -> Cards:
        """The own cards."""

    @property
    def left(self) -> Mapping[Seat, int]:
        """The number of cards of each opponent."""

    def planned(self, held: Cards) -> tuple[Combo, ...]:
        """A partition of some cards into few plays."""

    def lead(self, held: Cards) -> Sequence[Move]:
        """All plays that can be made of some cards."""

    def above(self, play: Combo) -> tuple[Combo, ...]:
        """The plays that opponents may beat `play` with."""

    def doubles(self, play: Combo) -> bool:
        """Whether a play doubles the stake."""


class ForcedWins:
    """Orders of plays that win by force: against everything, or else against all but what may be played on anything."""

    def __init__(self, known: Known, *, trumps: bool) -> None:
        """Whether the opponents may hold `trumps`, where the cards out of sight allow that."""
        self._at, self._trumps, self._nodes = known, trumps, 0
        self._above_of: dict[Combo, tuple[Combo, ...]] = {}
        self._known: dict[tuple[Cards, int], Order | None] = {}

    def after(self, play: Combo) -> Order | None:
        """An order that begins with `play`, of such orders the one that doubles most; None if there is none."""
        return self._with(play, self._at.hand, 0)

    def if_it_holds(self, play: Combo) -> bool:
        """Whether the hand is out for certain once nobody beats `play`."""
        rest = without(self._at.hand, play.cards)
        return not rest or self._lead(rest, 0) is not None

    def _lead(self, held: Cards, shed: int) -> Order | None:
        """The order for a lead from `held`, the opponents having played up to `shed` cards each by then."""
        key = held, shed
        if key not in self._known:
            self._nodes += 1
            if self._nodes > NODES:
                return None
            found = [order for play in self._plays(held) if (order := self._with(play, held, shed)) is not None]
            self._known[key] = max(found, key=lambda order: order.rank, default=None)
        return self._known[key]

    def _plays(self, held: Cards) -> Iterator[Combo]:
        planned = self._at.planned(held)
        yield from planned
        if len(held) <= MOST:
            for m in self._at.lead(held):
                if isinstance(m, Combo) and 0 < len(m.cards) <= SHORT and m not in planned:
                    yield m

    def _with(self, play: Combo, held: Cards, shed: int) -> Order | None:
        rest = without(held, play.cards)
        doubles = int(self._at.doubles(play))
        if not rest:
            return Order((Step(play, None),), doubles)
        above = self._above(play)
        if not above:
            then = self._lead(rest, shed)
            return then and Order((Step(play, None), *then.steps), then.doubled + doubles)
        sizes = {len(m.cards) for m in above}
        if any(n - shed <= size <= n for n in self._at.left.values() for size in sizes):
            return None  # somebody may go out by beating it
        most = max(sizes)
        for back in self._backs(play, rest, above):
            left = without(rest, back.cards)
            if not left:
                return Order((Step(play, back),), doubles)
            then = None if self._above(back) else self._lead(left, shed + most)
            if then is not None:
                return Order((Step(play, back), *then.steps), then.doubled + doubles)
        return None

    def _backs(self, play: Combo, rest: Cards, above: tuple[Combo, ...]) -> Iterator[Combo]:
        """The plays of `rest` that beat all of `above`."""
        for m in self._plays(rest):
            alike = (m.kind, m.length, len(m.cards)) == (play.kind, play.length, len(play.cards))
            if (alike and all(not one.trump and one.high < m.high for one in above)) or (
                m.trump and not any(one.trump for one in above)
            ):
                yield m

    def _above(self, play: Combo) -> tuple[Combo, ...]:
        if play not in self._above_of:
            found = self._at.above(play)
            self._above_of[play] = tuple(m for m in found if self._trumps or not m.trump)
        return self._above_of[play]
