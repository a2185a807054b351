"""Melds in Tresette, and "Good play", by which a player declares some."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, NamedTuple

from tutor.families.choices import ChoicePhase, exactly
from tutor.games.tresette.table import NAP, NAPS, PACK, TRICKS, TresetteState, TresetteView
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Card, Cards
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.events import Event
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.working import Part, Sum, Working

MELDING: Final = "A23"
"""The ranks that make melds, in listing order."""
THREE, FOUR = 3, 4
GOOD: Final = "good"


class Meld(NamedTuple):
    """Three or four of a kind (`AAA`, `2222`) or a nap."""

    kind: str
    cards: Cards

    @property
    def points(self) -> int:
        """The points it scores."""
        return scored(self.kind)


def scored(kind: str) -> int:
    """The points of a kind of meld: four for four of a kind, else three (`tresette.score.melds`)."""
    return FOUR if len(kind) == FOUR else THREE


def alike(cards: Iterable[Card]) -> tuple[Meld, ...]:
    """The sets of three and four of a kind among `cards`."""
    held = PACK.sort(cards)
    ranks = [tuple(c for c in held if c.rank == rank) for rank in MELDING]
    return tuple(Meld(same[0].rank * len(same), same) for same in ranks if len(same) >= THREE)


def naps(cards: Iterable[Card]) -> tuple[Meld, ...]:
    """The naps among `cards`; at most one in each suit."""
    held = set(cards)
    return tuple(Meld(NAP, nap) for nap in NAPS.values() if held.issuperset(nap))


def melds(cards: Cards, *, overlap: bool) -> tuple[Meld, ...]:
    """The melds of a hand. Without `overlap` each card counts in one meld at most, with the most points possible."""
    if overlap:
        return (*alike(cards), *naps(cards))
    there = naps(cards)
    ways = [
        (*alike(c for c in cards if not any(c in nap.cards for nap in some)), *some)
        for n in range(len(there) + 1)
        for some in combinations(there, n)
    ]
    return max(ways, key=melds_value)


def melds_value(found: Iterable[Meld]) -> int:
    """The sum of the points of these melds."""
    return sum(meld.points for meld in found)


# -- "Good play" -------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Dealt(TresetteView):
    """The view of a player before the first card."""

    @property
    def own(self) -> tuple[Meld, ...]:
        """The melds of this hand."""
        return melds(self.hand, overlap=self.options.melds_may_overlap)


HELD: Final[Duty[Dealt]] = always("tresette.meld.declare", lambda v, m: m.word != GOOD or bool(v.own))
MUST: Final[Duty[Dealt]] = always(
    "tresette.meld.duty", lambda v, m: m.word != PASS or not v.own, when=lambda v: v.options.must_declare
)


def _meld_part(meld: Meld, before: Sequence[Meld]) -> Part:
    """What a meld adds to the points, what it is called, and which cards of it count in a meld `before` too."""
    again = tuple(c for c in meld.cards if any(c in other.cards for other in before))
    facts = {"of": meld.kind, "them": meld.cards, "shared": again}
    return Part(meld.points, "tresette.score.melds", meld.cards, name="meld", facts=facts)


class Declare(ChoicePhase[Dealt, TresetteState]):
    """Say "Good play" before the first card, or nothing."""

    name = "declare"
    title = "your declaration"
    verb = "say"
    clause = "tresette.meld.declare"
    words = (GOOD, PASS)
    hand_size = exactly(TRICKS, "melds are declared from")
    binding = (HELD, MUST)

    def problems(self, v: Dealt) -> Iterator[Problem]:
        """Another number of cards than ten, or a trick that is complete."""
        yield from super().problems(v)
        if v.complete:
            yield Problem("trick", "everybody has played already")

    def actor(self, v: Dealt) -> Seat | None:
        """The next to play to the first trick."""
        return v.turn

    def basis(self, v: Dealt, found: Trace[Dealt], move: Move) -> str:
        """The clause by which a meld may, or must, be declared."""
        return MUST.clause if v.options.must_declare and v.own else self.clause

    def facts(self, v: Dealt) -> Mapping[str, Any]:
        """The points of the melds and, if all count, their kinds."""
        found: dict[str, Any] = {"points": melds_value(v.own)}
        return found | {"melds": [meld.kind for meld in v.own]} if v.options.melds_may_overlap else found

    def workings(self, v: Dealt) -> Mapping[str, Working]:
        """How these points come about, meld by meld."""
        parts = tuple(_meld_part(meld, v.own[:at]) for at, meld in enumerate(v.own))
        several = melds(v.hand, overlap=True)
        mistakes = {} if v.options.melds_may_overlap else {"overlapping": melds_value(several)}
        parts += tuple(
            Part(0, "tresette.meld.overlap", name="shared", facts={"them": meld.cards})
            for meld in several
            if meld not in v.own
        )
        return {"facts.points": Sum("tresette.meld.kinds", parts, mistakes)}

    def reasons(self, v: Dealt, move: Move) -> Mapping[str, Any]:
        """The melds with their cards and kinds."""
        return {"own": tuple(meld.cards for meld in v.own), "kinds": tuple(meld.kind for meld in v.own)}

    def act(self, state: TresetteState, seat: Seat, move: Move) -> Turn[TresetteState]:
        """Note what was said; the card follows."""
        state = changed(state, phase="play")
        if move.word == PASS:
            return Turn(state)
        state = changed(state, good=(*state.good, seat))
        return Turn(state, (Event("good play", seat, clause=self.clause),))


DECLARE: Final = Declare()
