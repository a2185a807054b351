"""Games against a bank: amounts and bets.

An amount is an integer number of hundredths of a chip.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from tutor.kernel.echo import echoed
from tutor.kernel.fields import FieldType, ListOf, ParseContext

UNIT: Final = 100
"""Hundredths in a chip."""


def chips(amount: int) -> int | float:
    """An amount in chips."""
    return amount // UNIT if amount % UNIT == 0 else amount / UNIT


def amount_text(amount: int) -> str:
    """An amount in chips as text: `100`, `2.5`."""
    return f"{amount / UNIT:.2f}".rstrip("0").rstrip(".")


def amount_of(text: str) -> int:
    """The amount written as `text`, in chips; ValueError if it is none."""
    if not re.fullmatch(r"\d{1,9}(\.\d{1,2})?", text, re.ASCII):
        raise ValueError(f"{echoed(text)} isn't an amount: {_Amount.shape}")
    whole, _, part = text.partition(".")
    return int(whole) * UNIT + int(part.ljust(2, "0"))


class _Amount(FieldType[int]):
    shape = "chips, with at most two decimals"

    def read(self, text: str, at: ParseContext) -> int:
        return amount_of(text)

    def show(self, value: int) -> str:
        return amount_text(value)


AMOUNT: Final = _Amount()


class Bet(NamedTuple):
    """A bet on the table: its kind `on`, its amount, and how many wins it needs to leave prison (1 if it is free)."""

    on: str
    amount: int
    wins: int = 1

    @property
    def text(self) -> str:
        """The text form: `noir:100`, or `noir:100x2` for a bet that needs two wins."""
        return f"{self.on}:{amount_text(self.amount)}" + (f"x{self.wins}" if self.wins > 1 else "")

    @property
    def chips(self) -> int | float:
        """The amount in chips."""
        return chips(self.amount)


Bets = tuple[Bet, ...]


@dataclass(frozen=True)
class _OneBet(FieldType[Bet]):
    kinds: tuple[str, ...]
    degrees: int

    def read(self, text: str, at: ParseContext) -> Bet:
        on, _, rest = text.lower().partition(":")
        amount, cross, wins = rest.partition("x")
        if on not in self.kinds:
            raise ValueError(f"{echoed(on)} is not a bet; there are {', '.join(self.kinds)}")
        if cross and wins not in map(str, range(2, self.degrees + 1)):
            raise ValueError(f"{echoed(text)} is not written KIND:AMOUNT")
        return Bet(on, amount_of(amount), int(wins or 1))

    def show(self, value: Bet) -> str:
        return value.text


def bet_list(kinds: tuple[str, ...], degrees: int = 1) -> FieldType[Bets]:
    """A field type: bets on some of `kinds`, with amounts; a bet may need up to `degrees` wins, written `x2`."""
    shape = f"KIND:AMOUNT separated by commas, of {', '.join(kinds)}" + (" (…x2)" if degrees > 1 else "")
    return ListOf(_OneBet(kinds, degrees), shape)
