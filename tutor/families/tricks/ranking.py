"""How cards stand to each other, worked out once for each trump suit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.kernel.cards import SUITS, Card, Cards, Pack, card

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TRUMP: Final = 100
"""What a trump is above every card of another suit in the tables of an `Order`."""


class Order:
    """How the cards of a pack stand to each other under one trump suit.

    `suit` tells which suit a card belongs to, whatever is printed on it; `trumps` are the trump suit from high to low;
    `power[led]` is what each card is worth in a trick in which suit `led` was led: 0 if it cannot win.
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
        """The card that is winning a trick that has begun."""
        return max(trick, key=self.power[self.suit[trick[0]]].__getitem__)


class Ranking:
    """The order of the cards of a game under each trump suit, worked out once.

    `plain` names the ranks from high to low, for every suit or by suit. `trumps(suit)` lists the trump suit from high
    to low, with the bowers, jokers and cards that are always trumps in it; without it trumps rank like other suits.
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
