"""Trente et Quarante by exact odds: what bets, insurance and prisoners are worth, from the game's own settling."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tutor.families.banks import UNIT, Bet, Bets
from tutor.games.trente_et_quarante.settling import Result, Score
from tutor.games.trente_et_quarante.table import FULL, KINDS, VALUE, Rules
from tutor.kernel.cards import Cards, card

if TYPE_CHECKING:
    from collections.abc import Iterator

LAST = "A23456789T"
"""What completes three tens, for totals from 31 up."""
STAKE = 100 * UNIT


@cache
def totals() -> dict[int, float]:
    """How likely a row comes to each total, dealt from an endless shoe."""
    found: dict[int, float] = {}
    reached = {0: 1.0}
    while reached:
        total = min(reached)
        chance = reached.pop(total)
        for value in VALUE.values():
            then = found if total + value >= FULL else reached
            then[total + value] = then.get(total + value, 0.0) + chance / len(VALUE)
    return found


def row(total: int, first: str) -> Cards:
    """A row of that total, whose first card has the suit `first`."""
    return tuple(card(rank + suit) for rank, suit in zip("TTT" + LAST[total - FULL], first + "SHD", strict=True))


def coups() -> Iterator[tuple[float, Cards, Cards]]:
    """All that can be told apart of a coup, and how likely each is."""
    for black, p in totals().items():
        for red, q in totals().items():
            for suit in "SH":
                yield p * q / 2, row(black, suit), row(red, "C")


def expected(bets: Bets = (), prison: Bets = (), insurance: Bets = ()) -> float:
    """What such a table brings in the next coup, in hundredths of a chip.

    A bet in prison waits until it is won back or lost, which are equally likely: it has lost half.
    """
    worth = 0.0
    for chance, black, red in coups():
        v = Result(players=1, options=Rules(), black=black, red=red, bets=bets, prison=prison, insurance=insurance)
        gone = sum(bet.amount for bet in v.prisoners) - sum(bet.amount for bet in prison)
        worth += chance * (UNIT * Score().settle(v).scores["P1"] - gone / 2)
    return worth


@cache
def best() -> float:
    """The most that a coup can be expected to bring somebody who has nothing in prison yet: nothing, it turns out."""
    plain = [(Bet(kind, STAKE),) for kind in KINDS]
    brings = [expected(bets) for bets in plain]
    brings += [expected(bets, insurance=(Bet(bets[0].on, STAKE // 100),)) for bets in plain]
    return max(0.0, *brings) / UNIT
