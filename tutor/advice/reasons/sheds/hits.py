"""What of some cards hits the opponent with the fewest cards hardest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tutor.advice.reasons.sheds.fights import NEAR, answerable, effect

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.advice.reasons.context import DecisionContext
    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State


class Hit(NamedTuple):
    """A card `on` which an opponent has to draw, or `misses` a turn; `asked`, if somebody might answer it first.

    It is `unanswered` if others are asked and nobody can have what answers it.
    """

    on: Card
    who: Seat
    draws: int
    asked: bool
    misses: bool
    unanswered: bool


def hardest_hit(context: DecisionContext, then: State, moves: Sequence[Move]) -> Hit | None:
    """What hits the opponent who has the fewest cards of all, and few, hardest: rather for certain; None if nothing."""
    hits: list[Hit] = []
    fewest = min(filter(None, (len(context.game.held(then, who)) for who in context.foes)), default=0)
    for m in moves:
        does = effect(replace(context, state=then, move=m, other=None), then, m)
        hit = next((who for who in (*does.draws, *does.skipped) if who not in context.friends), "")
        if hit and len(context.game.held(then, hit)) == fewest <= NEAR:
            open_ = does.asked and answerable(context, then, m)
            misses = bool(does.then) and does.then != hit
            hits.append(Hit(m.cards[0], hit, does.draws[hit], open_, misses, does.asked and not open_))
    return max(hits, key=lambda found: (not found.asked, found.draws), default=None)
