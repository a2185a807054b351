"""The stake of a hand of Truc: who may raise it, and who answers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.games.truc.table import at_eleven, side
from tutor.kernel.cached import cached_property
from tutor.kernel.duties import Duties, Duty, always, narrow
from tutor.kernel.fields import Problem
from tutor.kernel.moves import call
from tutor.kernel.seats import Seat, Side, after

TRUC: Final = "truc"
RETRUC: Final = "retruc"
RAISES: Final = {TRUC: 2, RETRUC: 3}
"""The points that each call proposes."""
ACCEPT: Final = "accept"
REJECT: Final = "reject"
CALLS: Final = (*RAISES, ACCEPT, REJECT)
SEATS: Final = ("P1", "P2", "P3", "P4")

Bids = tuple[tuple[Seat, str], ...]


class Stake(NamedTuple):
    """What the calls have led to.

    `agreed` is the stake, `first` who called truc, `caller` and `proposed` the open call, `rejected` whether it was
    refused. Whether the calls were allowed is checked by duties (`bid_problems`).
    """

    agreed: int = 1
    first: Seat = ""
    caller: Seat = ""
    proposed: str = ""
    rejected: bool = False

    @property
    def open(self) -> bool:
        """Whether a call waits for its answer."""
        return bool(self.caller) and not self.rejected

    def retruc(self, seat: Seat) -> bool:
        """Whether `seat` may call retruc (`truc.retruc`)."""
        return self.agreed == RAISES[TRUC] and side(seat) != side(self.first)

    def after(self, seat: Seat, word: str) -> Stake:
        """The stake after one more call."""
        if word in RAISES:
            return self._replace(first=self.first or seat, caller=seat, proposed=word)
        if word == REJECT:
            return self._replace(rejected=True)
        return Stake(RAISES.get(self.proposed, self.agreed), self.first)

    @property
    def answers(self) -> Seat:
        """The player who answers the open call: at the caller's right."""
        return after(SEATS, self.caller)


def stake_of(bids: Bids) -> Stake:
    """The stake that these calls lead to."""
    return reduce(lambda stake, bid: stake.after(*bid), bids, Stake())


class CallContext(NamedTuple):
    """What the duties of calling look at: the side that alone has 11, the calls so far, who may raise."""

    alone: Side
    calls: Stake
    raiser: Seat


NO_RAISE: Final[Duty[Any]] = always("truc.eleven.one", lambda v, m: m.word not in RAISES, when=lambda v: bool(v.alone))
TO_TWO: Final[Duty[Any]] = always("truc.truc", lambda v, m: m.word != TRUC or v.calls.agreed == 1)
TO_THREE: Final[Duty[Any]] = always("truc.retruc", lambda v, m: m.word != RETRUC or v.calls.retruc(v.raiser))
PENDING: Final[Duty[Any]] = always("truc.pending", lambda v, m: m.word not in RAISES)
RAISING: Final[Duties[Any]] = (NO_RAISE, TO_TWO, TO_THREE)


def bid_problems(bids: Bids, alone: Side) -> list[Problem]:
    """The first call that was not allowed, as a list; `alone` is the side that alone has 11, if any."""
    stake = Stake()
    for n, (seat, word) in enumerate(bids, 1):
        wrong = _wrong(CallContext(alone, stake, seat), word)
        if wrong:
            return [Problem("bids", f"call {n}, {seat}:{word}: {wrong}")]
        stake = stake.after(seat, word)
    return []


def _wrong(v: CallContext, word: str) -> str:
    """Why the duties forbid this call; "" if they allow it."""
    stake = v.calls
    if stake.rejected:
        return "the hand was over when the call before it was rejected"
    cut = narrow((PENDING,) if stake.open else RAISING, v, map(call, CALLS)).cutter(call(word))
    if cut is not None and cut.duty is PENDING:
        return f"{stake.proposed} has not been answered"
    if cut is not None and cut.duty is NO_RAISE:
        return f"nobody raises while only {v.alone} has 11"
    if cut is not None:
        return f"{word} is not allowed: the stake is {stake.agreed}" + (
            f" and {stake.first} called truc" if stake.first else ""
        )
    if word not in RAISES and not stake.open:
        return "there is no call to be answered"
    if word not in RAISES and v.raiser != stake.answers:
        return f"it is {stake.answers} who answers {stake.caller}"
    return ""


class StakeView:
    """A view with the calls of this hand and the score before it."""

    if TYPE_CHECKING:  # fields of each view

        @property
        def bids(self) -> Bids:
            """The calls and their answers, in order."""

        @property
        def before(self) -> Mapping[Side, int]:
            """The score before this hand."""

    @cached_property
    def calls(self) -> Stake:
        """The stake that the calls have led to."""
        return stake_of(self.bids)

    @property
    def alone(self) -> Side:
        """The side that alone has 11; empty if neither or both have."""
        return at_eleven(self.before)
