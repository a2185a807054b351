"""The last decision about the contract in Tyzicha: stand, raise or concede."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tutor.families.choices import ChoicePhase
from tutor.games.tyzicha.bidding import LIMIT, amount
from tutor.games.tyzicha.score import SCORE
from tutor.games.tyzicha.table import (
    AMOUNTS,
    HIGHEST,
    RESTRICTED,
    STEP,
    TRICKS,
    Rules,
    TyzichaState,
)
from tutor.kernel.calls import GIVING_UP, bid
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Duty, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, SEAT, Problem, declared, whole
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView

STAND: Final = "stand"
CONCEDE: Final = "concede"


@dataclass(frozen=True, kw_only=True)
class Raising(View, HandView):
    """The view of the declarer who has given the cards away."""

    options: Rules
    contract: int = whole("the declarer's last bid", low=RESTRICTED, high=HIGHEST)
    hand: Cards = declared(CARDS, "the declarer's eight cards, needed only with limit_120", ())
    declarer: Seat = declared(SEAT, "whose contract it is", "P1")


HIGHER: Final[Duty[Raising]] = always(
    "tyzicha.raise", lambda v, m: not amount(m) or (v.contract != RESTRICTED and amount(m) > v.contract)
)


class Raise(ChoicePhase[Raising, TyzichaState]):
    """Stand, raise the contract, or concede the hand."""

    name = "raise"
    title = "your contract"
    verb = "say"
    clause = "tyzicha.raise"
    words = (STAND, CONCEDE, *AMOUNTS)
    meanings = MappingProxyType({CONCEDE: GIVING_UP, **{word: bid(int(word)) for word in AMOUNTS}})
    asked = "declarer"
    binding = (HIGHER, LIMIT)

    def problems(self, v: Raising) -> Iterator[Problem]:
        """A contract that nobody can bid, a hand of the wrong size."""
        if v.contract % STEP:
            yield Problem("contract", f"{v.contract} is not a multiple of {STEP}")
        if (v.hand or v.options.limit_120) and len(v.hand) != TRICKS:
            yield Problem("hand", f"{len(v.hand)} cards, but everybody has {TRICKS}")

    def sayable(self, v: Raising) -> str:
        """The error message: a word, or an amount."""
        free = RESTRICTED < v.contract < HIGHEST
        more = f", or an amount in tens above {v.contract}, such as {v.contract + STEP}" if free else ""
        return f"say {STAND} or {CONCEDE}{more}"

    def basis(self, v: Raising, found: Any, move: Move) -> str:
        """The clause of conceding, or of raising."""
        return "tyzicha.concede" if move.word == CONCEDE else "tyzicha.raise"

    def act(self, state: TyzichaState, seat: Seat, move: Move) -> Turn[TyzichaState]:
        """Settle a conceded hand; else the declarer leads."""
        if move.word == CONCEDE:
            event = Event("conceded", seat, clause="tyzicha.concede", facts={"contract": state.contract})
            return SCORE.close(state, won={}, conceded=True).preceded_by(event)
        raised = amount(move)
        events = (Event("raised", seat, clause="tyzicha.raise", facts={"contract": raised}),) if raised else ()
        contract = raised or state.contract
        return Turn(changed(state, contract=contract, phase="play", turn=(seat,), leader=seat), events)
