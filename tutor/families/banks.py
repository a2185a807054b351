"""Games for chips: amounts and bets, who pays whom, pots, and who is richest."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.echo import echoed
from tutor.kernel.events import ScoreLine
from tutor.kernel.fields import FieldType, ParseContext, each

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.seats import Side

UNIT: Final = 100
"""Amounts are kept as whole hundredths of a chip."""


def chips(amount: int) -> int | float:
    """An amount as a number of chips."""
    return amount // UNIT if amount % UNIT == 0 else amount / UNIT


def spelt(amount: int) -> str:
    """An amount as text: `100`, `2.5`."""
    return f"{amount / UNIT:.2f}".rstrip("0").rstrip(".")


def amount_of(text: str) -> int:
    """The amount that `text` is; ValueError if it is none."""
    if not re.fullmatch(r"\d{1,9}(\.\d{1,2})?", text, re.ASCII):
        raise ValueError(f"{echoed(text)} is no amount: {_Amount.shape}")
    whole, _, part = text.partition(".")
    return int(whole) * UNIT + int(part.ljust(2, "0"))


class _Amount(FieldType[int]):
    shape = "chips, with at most two decimals"

    def read(self, text: str, at: ParseContext) -> int:
        return amount_of(text)

    def show(self, value: int) -> str:
        return spelt(value)


AMOUNT: Final = _Amount()


class Bet(NamedTuple):
    """A bet on the table: on what, how much, and (in prison) how many wins it needs to get out."""

    on: str
    amount: int
    wins: int = 1

    @property
    def text(self) -> str:
        """`noir:100`, `noir:100x2`."""
        return f"{self.on}:{spelt(self.amount)}" + (f"x{self.wins}" if self.wins > 1 else "")

    @property
    def chips(self) -> int | float:
        """The amount as a number of chips."""
        return chips(self.amount)


Bets = tuple[Bet, ...]


@dataclass(frozen=True)
class BetList(FieldType[Bets]):
    """Bets on some of `kinds`, each with its amount; with `degrees` one may need several wins, written `x2`."""

    kinds: tuple[str, ...]
    degrees: int = 1

    @property
    def shape(self) -> str:  # type: ignore[override]
        """What people are told to write."""
        return f"KIND:AMOUNT separated by commas, of {', '.join(self.kinds)}" + (" (…x2)" if self.degrees > 1 else "")

    def read(self, text: str, at: ParseContext) -> Bets:
        """The bets in the order given."""

        def one(part: str) -> Bet:
            on, _, rest = part.strip().lower().partition(":")
            amount, cross, wins = rest.partition("x")
            if on not in self.kinds:
                raise ValueError(f"{echoed(on)} is no bet; there are {', '.join(self.kinds)}")
            if cross and wins not in map(str, range(2, self.degrees + 1)):
                raise ValueError(f"{echoed(part)} is not written KIND:AMOUNT")
            return Bet(on, amount_of(amount), int(wins or 1))

        return each([] if text in ("", "-") else text.split(","), one)

    def show(self, value: Bets) -> str:
        """The canonical text."""
        return ",".join(bet.text for bet in value)


def paid(payer: Side, payee: Side, amount: float, clause: str, **facts: Any) -> tuple[ScoreLine, ScoreLine]:
    """One side pays another: the two lines of it."""
    said = {"payer": payer, "payee": payee, **facts}
    return ScoreLine(payer, -amount, clause, said), ScoreLine(payee, amount, clause, said)


def richest(holdings: Mapping[Side, float]) -> list[Side]:
    """Whoever has most; all of those who have equally many."""
    most = max(holdings.values(), default=0)
    return [side for side, amount in holdings.items() if amount == most]
