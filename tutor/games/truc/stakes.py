"""The stake of a hand of Truc: who may raise it, and who answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tutor.games.truc.table import side
from tutor.kernel.fields import Problem
from tutor.kernel.seats import Seat, after

TRUC: Final = "truc"
RETRUC: Final = "retruc"
RAISES: Final = {TRUC: 2, RETRUC: 3}
"""What each call proposes."""
ACCEPT: Final = "accept"
REJECT: Final = "reject"
CALLS: Final = (*RAISES, ACCEPT, REJECT)
SEATS: Final = ("P1", "P2", "P3", "P4")

Bids = tuple[tuple[Seat, str], ...]


class Stake(NamedTuple):
    """What calls have come to: the stake agreed, who called truc, the call to be answered, and whether one was refused.

    `wrong` is the first call that could not be made, in words; what comes after it is not looked at.
    """

    agreed: int = 1
    first: Seat = ""
    caller: Seat = ""
    proposed: str = ""
    rejected: bool = False
    wrong: str = ""

    @property
    def open(self) -> bool:
        """Whether a call waits for its answer."""
        return bool(self.caller) and not self.rejected

    def truc(self) -> bool:
        """Whether truc may be called (`truc.truc`)."""
        return self.agreed == 1

    def retruc(self, seat: Seat) -> bool:
        """Whether `seat` may call retruc (`truc.retruc`)."""
        return self.agreed == RAISES[TRUC] and side(seat) != side(self.first)

    def after(self, seat: Seat, word: str) -> Stake:
        """What one more call makes of it."""
        if self.rejected:
            return self._replace(wrong="the hand was over when the call before it was rejected")
        if word in RAISES:
            if self.open:
                return self._replace(wrong=f"{self.proposed} has not been answered")
            if not (self.truc() if word == TRUC else self.retruc(seat)):
                why = f"the stake is {self.agreed}" + (f" and {self.first} called truc" if self.first else "")
                return self._replace(wrong=f"{word} is not allowed: {why}")
            return self._replace(first=self.first or seat, caller=seat, proposed=word)
        if not self.open:
            return self._replace(wrong="there is no call to be answered")
        if seat != self.answers:
            return self._replace(wrong=f"it is {self.answers} who answers {self.caller}")
        if word == REJECT:
            return self._replace(rejected=True)
        return Stake(RAISES[self.proposed], self.first)

    @property
    def answers(self) -> Seat:
        """Who answers the call: the caller's right-hand neighbour."""
        return after(SEATS, self.caller)


def stake_of(bids: Bids) -> Stake:
    """What the calls so far have come to."""
    stake = Stake()
    for n, (seat, word) in enumerate(bids, 1):
        stake = stake.after(seat, word)
        if stake.wrong:
            return stake._replace(wrong=f"call {n}, {seat}:{word}: {stake.wrong}")
    return stake


def bid_problems(bids: Bids, alone: str) -> Iterator[Problem]:
    """Calls that could not be made; `alone` is the only side that has 11, if there is one."""
    wrong = stake_of(bids).wrong
    if wrong:
        yield Problem("bids", wrong)
    if bids and alone:
        yield Problem("bids", f"nobody raises while only {alone} has 11")
