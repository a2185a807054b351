"""What a hand of Spinado comes to, whoever wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracles import Sum

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.oracles import Hand


def sums(hand: Hand) -> Iterator[Sum]:
    """Chips go to pots and to other players, and nowhere else."""
    over, before = hand.of("hand over")[-1].facts, hand.before
    there = sum(before.chips) + before.matrimony + before.intrigue
    yield Sum("chips", sum(over["chips"].values()) + over["matrimony"] + over["intrigue"], there)
