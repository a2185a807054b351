"""Games against a bank: amounts and bets.

An amount is an integer number of hundredths of a chip.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from tutor.kernel.echo import echoed
from tutor.kernel.fields import FieldType, ListOf, ParseContext

if TYPE_CHECKING:
    from collections.abc import Mapping

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


class BetKinds(NamedTuple):
    """The kinds of bet there are, and other words that people have for some of them."""

    kinds: tuple[str, ...]
    also: Mapping[str, str]

    def read(self, text: str) -> str:
        """The kind that is meant by `text`; ValueError if there is none."""
        low = text.lower()
        kind = self.also.get(low, low)
        if kind not in self.kinds:
            raise ValueError(f"{echoed(text)} is not a bet; there are {self.listed}")
        return kind

    @property
    def listed(self) -> str:
        """All kinds, with the other words."""
        other = {kind: word for word, kind in self.also.items()}
        return ", ".join(f"{kind} ({other[kind]})" if kind in other else kind for kind in self.kinds)


class _OneKind(FieldType[str]):
    def __init__(self, kinds: BetKinds) -> None:
        self.kinds = kinds

    def read(self, text: str, at: ParseContext) -> str:
        return self.kinds.read(text)


@dataclass(frozen=True)
class _OneBet(FieldType[Bet]):
    kinds: BetKinds
    degrees: int

    def read(self, text: str, at: ParseContext) -> Bet:
        on, _, rest = text.lower().partition(":")
        amount, cross, wins = rest.partition("x")
        on = self.kinds.read(on)
        if cross and wins not in map(str, range(2, self.degrees + 1)):
            raise ValueError(f"{echoed(text)} is not written KIND:AMOUNT")
        return Bet(on, amount_of(amount), int(wins or 1))

    def show(self, value: Bet) -> str:
        return value.text


def bet_kinds(kinds: BetKinds) -> FieldType[tuple[str, ...]]:
    """A field type: some of `kinds`."""
    return ListOf(_OneKind(kinds), f"words separated by commas, of {kinds.listed}")


def bet_list(kinds: BetKinds, degrees: int = 1) -> FieldType[Bets]:
    """A field type: bets on some of `kinds`, with amounts; a bet may need up to `degrees` wins, written `x2`."""
    shape = f"KIND:AMOUNT separated by commas, of {kinds.listed}" + (" (…x2)" if degrees > 1 else "")
    return ListOf(_OneBet(kinds, degrees), shape)
