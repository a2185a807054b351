"""Doubling: somebody makes a choice, such as trumps; then the sides in turn may double what the other did.

Whoever may double speaks in turn, beginning after the player who spoke up last. Once one of them doubles, the other
side may answer; it is over when all who may double have passed, or the choice cannot be doubled any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeVar

from tutor.families.auctions import AuctionPhase, AuctionView
from tutor.families.hands import HandsState
from tutor.kernel.cached import cached_property
from tutor.kernel.calls import PASS
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat, Side, from_, side_of
from tutor.kernel.working import TIMES, Part

if TYPE_CHECKING:
    from collections.abc import Mapping

DOUBLES: Final = ("double", "redouble", "reredouble")
"""The doubling calls, in the order in which they are made; a game has the first two or three."""
LAST_DOUBLE: Final = ("none", *DOUBLES)
"""The last doubling call of a hand, by how often it was doubled."""


class Doubling(NamedTuple):
    """What the calls have led to: who chose, by which call, how often it was doubled, who is to speak.

    `chooser` and `chosen` are "" before the choice; `turn` is None when nobody is to speak.
    """

    chooser: Seat
    chosen: str
    doubled: int
    turn: Seat | None


@dataclass(frozen=True, kw_only=True)
class DoublingView(AuctionView):
    """The calls of an auction with a choice and doubles. A game gives its `sides`, and who is `choosing`."""

    sides: ClassVar[tuple[Side, ...]]

    @property
    def choosing(self) -> Seat | None:
        """The seat to speak while nobody has chosen; None if nobody may choose any more."""
        raise NotImplementedError

    def most_doubles(self, chosen: str) -> int:
        """How often this choice may be doubled: by default once with each doubling call of the game."""
        return len([word for word in self.calls if word in DOUBLES])

    @cached_property
    def now(self) -> Doubling:
        """What the calls have led to."""
        spoke_up = [i for i, word in enumerate(self.said) if word != PASS]
        if not spoke_up:
            return Doubling("", "", 0, self.choosing)
        (chooser, chosen), last = self.bids[spoke_up[0]], self.bids[spoke_up[-1]][0]
        doubled, passes = len(spoke_up) - 1, len(self.bids) - 1 - spoke_up[-1]
        side = side_of(self.sides, last)
        others = [seat for seat in from_(self.seats, last) if side_of(self.sides, seat) != side]
        over = passes >= len(others) or doubled >= self.most_doubles(chosen)
        return Doubling(chooser, chosen, doubled, None if over else others[passes])

    @property
    def next_double(self) -> str:
        """The doubling call that can be made next; "" before the choice, and after the last one."""
        return (*DOUBLES, "")[self.now.doubled] if self.now.chosen else ""


V = TypeVar("V", bound=DoublingView)
S = TypeVar("S", bound=HandsState)


def one_choice(clause: str) -> Duty[Any]:
    """Once somebody has chosen, nobody chooses again: what is left are doubles and passes."""
    return always(clause, lambda v, move: not v.now.chosen or move.word in (PASS, *DOUBLES))


def _in_order(clause: str, words: tuple[str, ...]) -> Duty[Any]:
    return always(clause, lambda v, move: move.word not in words or move.word == v.next_double)


def doubles_in_order(clauses: Mapping[str, str]) -> tuple[Duty[Any], ...]:
    """Double only what has been chosen, redouble only a double, and so on. `clauses` are by doubling call."""
    by_clause = {clause: tuple(word for word in clauses if clauses[word] == clause) for clause in clauses.values()}
    return tuple(_in_order(clause, words) for clause, words in by_clause.items())


class DoublingPhase(AuctionPhase[V, S]):
    """A choice and its doubles. A game gives the clauses of its doubling calls as `doubles`, and `choice_clause`."""

    doubles: ClassVar[Mapping[str, str]]

    def actor(self, v: V) -> Seat | None:
        """The seat that is to choose or may double; None when all have spoken."""
        return v.now.turn

    def choice_clause(self, v: V) -> str:
        """The clause by which the choice is made at this moment."""
        raise NotImplementedError

    def basis(self, v: V, found: Trace[V], move: Move) -> str:
        """The clause of the step that is due."""
        return self.doubles[v.next_double] if v.now.chosen else self.choice_clause(v)

    def factors(self, v: V) -> tuple[Part, ...]:
        """Parts of a sum: a factor of 2 for each double."""
        calls = [word for word in v.said if word in self.doubles]
        return tuple(Part(2, self.doubles[word], how=TIMES, name="call", facts={"call": word}) for word in calls)
