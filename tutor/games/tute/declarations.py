"""Declarations in Tute: the view of a player who may declare, the duties, and the check of earlier declarations."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from tutor.games.tute.table import CUARENTA, TRICKS, TUTE, VEINTES, Rules, pair
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import SUITS, Card, Cards
from tutor.kernel.duties import Duties, Duty, always, narrow
from tutor.kernel.fields import CARDS, SEAT, Problem, calls, declared, suit
from tutor.kernel.moves import Move, call
from tutor.kernel.seats import Seat
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView


@dataclass(frozen=True, kw_only=True)
class Declaring(View, HandView):
    """The view of a player between two tricks."""

    trump: str = suit("the trump suit", none=False)
    hand: Cards = declared(CARDS, "the cards that the asker still holds", ())
    leader: Seat = declared(SEAT, "the winner of the last trick, who is about to lead", "P1")
    asker: Seat | None = declared(SEAT, "whose hand it is", None, shown="the leader")
    declared: tuple[tuple[Seat, str], ...] = calls("declarations so far, in order", (CUARENTA, *VEINTES))

    @property
    def who(self) -> Seat:
        """The player whose hand it is."""
        return self.asker or self.leader

    def may_show(self, declaration: str) -> bool:
        """Whether the hand has the cards of this declaration, and it has not been made before."""
        return self._held.issuperset(pair(declaration, self.trump)) and declaration not in self._made

    @cached_property
    def _held(self) -> frozenset[Card]:
        return frozenset(self.hand)

    @cached_property
    def _made(self) -> Collection[str]:
        return [what for _, what in self.declared]

    @property
    def had_veinte(self) -> bool:
        """Whether this player has declared a veinte."""
        return any(seat == self.who and what in VEINTES for seat, what in self.declared)


NONE: Final = "none"
WORDS: Final = (NONE, CUARENTA, *VEINTES, TUTE)
KIND: Final = {NONE: "optional", CUARENTA: "cuarenta", TUTE: "tute"}
"""The last part of the clause of each declaration; for those not listed it is "veinte"."""

WHEN: Final[Duty[Declaring]] = always(
    "tute.declare.when", lambda v, m: m.word == NONE or (v.who == v.leader and 0 < len(v.hand) < TRICKS)
)


def words(v: Declaring) -> tuple[str, ...]:
    """The words: "none", the cuarenta, a veinte for each other suit, and the tute."""
    return _words(v.trump)


@cache
def _words(trump: str) -> tuple[str, ...]:
    return tuple(word for word in WORDS if word != f"20{trump}")


def in_hand(v: Declaring) -> list[Move]:
    """The call "none", and the declarations of which the hand has the cards."""
    return [call(word) for word in words(v) if word == NONE or v.may_show(word)]


def needs_cards(
    kind: str, words: tuple[str, ...], listing: Callable[[Declaring], list[Move]] | None = None
) -> Duty[Declaring]:
    """A ban on declarations of this kind without the cards, or made before."""
    return always(f"tute.declare.{kind}", lambda v, m: m.word not in words or v.may_show(m.word), listing=listing)


HELD: Final = (
    needs_cards("cuarenta", (CUARENTA,)),
    needs_cards("veinte", VEINTES),
    needs_cards("tute", (TUTE,), in_hand),
)
ORDER: Final[Duty[Declaring]] = always("tute.declare.order", lambda v, m: m.word != CUARENTA or not v.had_veinte)
DUTIES: Final[Duties[Declaring]] = (WHEN, *HELD, ORDER)
"""Declare at the right moment, with the cards in hand, and no cuarenta after a veinte."""


def declaration_problems(made: tuple[tuple[Seat, str], ...], trump: str) -> Iterator[Problem]:
    """Declarations that the duties forbid in this order, whatever the hands."""
    if set(VEINTES) <= {what for _, what in made}:
        yield Problem("declared", "four veintes, but one of the suits is trumps")
    for i, (seat, what) in enumerate(made):
        trumps = trump or SUITS[0]
        held = pair(what, trumps)
        v = Declaring(players=4, dealer=seat, options=Rules(), trump=trumps, hand=held, leader=seat, declared=made[:i])
        for duty in DUTIES:
            if not narrow((duty,), v, (call(what),)).legal:
                why = f"{seat} has declared a veinte, so no cuarenta any more" if duty is ORDER else ""
                yield Problem("declared", why or f"{what} is declared twice")
        if trump and what == f"20{trump}":
            yield Problem("declared", f"{what}: king and queen of trumps are the cuarenta")
        if what == TUTE and i < len(made) - 1:
            yield Problem("declared", "a tute ends the hand, so it is the last declaration")
