"""The order of the cards, worked out once for each trump suit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.kernel.cards import SUITS, Card, Cards, Pack, card

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TRUMP: Final = 100
"""Added to the height of every trump, so that it is above every card of another suit."""


class Order:
    """The order of the cards of a pack under one trump suit.

    `suit` maps each card to the suit it belongs to in play, whatever is printed on it; `trumps` are the trumps from
    high to low; `power[led]` maps each card to its height in a trick in which suit `led` was led, 0 if it cannot win.
    """

    def __init__(self, trump: str, trumps: Cards, plain: Mapping[str, Cards]) -> None:
        self.trump = trump
        self.trumps = trumps
        self.suit: dict[Card, str] = {c: s for s, held in plain.items() for c in held} | dict.fromkeys(trumps, trump)
        high = {c: TRUMP + len(trumps) - i for i, c in enumerate(trumps)}
        none = dict.fromkeys(self.suit, 0)
        self.power: dict[str, dict[Card, int]] = {
            s: none | {c: len(held) - i for i, c in enumerate(held)} | high for s, held in plain.items()
        }
        self.power[""] = none | high
        if trump:
            self.power[trump] = none | high

    def best(self, trick: Cards) -> Card:
        """The card that is winning the trick; IndexError before the lead."""
        return max(trick, key=self.power[self.suit[trick[0]]].__getitem__)


class Ranking:
    """The orders of a game's cards, one for each trump suit.

    `plain` has the ranks from high to low, for every suit or by suit. `trumps(suit)` returns the trumps from high to
    low, bowers, jokers and permanent trumps included; without it trumps rank like other suits.
    """

    def __init__(
        self, pack: Pack, plain: str | Mapping[str, str], trumps: Callable[[str], Cards] | None = None
    ) -> None:
        ranks = {s: plain if isinstance(plain, str) else plain[s] for s in SUITS}

        def whole(s: str) -> Cards:
            return tuple(c for c in suited(ranks[s], s) if c in pack)

        def order(trump: str) -> Order:
            tops = trumps(trump) if trumps is not None else whole(trump) if trump else ()
            lower = {s: tuple(c for c in whole(s) if c not in tops) for s in SUITS}
            return Order(trump, tops, lower)

        self.orders: dict[str, Order] = {trump: order(trump) for trump in ("", *SUITS)}

    def under(self, trump: str) -> Order:
        """The order when `trump` is the trump suit; empty for none."""
        return self.orders[trump]


def suited(ranks: str, s: str) -> Cards:
    """The cards of these ranks in suit `s`."""
    return tuple(card(rank + s) for rank in ranks)
