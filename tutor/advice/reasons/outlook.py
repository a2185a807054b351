"""What comes of a card by the lines in sampled deals: which card comes home more often than after the other choice."""

from __future__ import annotations

from functools import partial
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final, NamedTuple

from tutor.advice.reasons.context import DecisionContext, Reason, next_seats
from tutor.advice.sampled_lines import Lines, lines
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tutor.advice.outcomes import TakenTrick
    from tutor.kernel.cards import Card

FEWEST: Final = 12
"""With fewer deals nothing is told."""
CLEAR: Final = 1.8
"""Standard errors by which a mean must differ from 0."""
APART: Final = 0.12
"""The least difference between two shares of deals that is told."""
MAIN: Final = 0.4
"""The share of what the move gains in all that one card must bring, to be told as the reason."""


class _Feature(NamedTuple):
    """Something that a line may bring, in each deal after the move and after the other choice, and what it is worth."""

    kind: str
    card: Card | None
    here: list[bool]
    there: list[bool]
    worth: float

    @property
    def ahead(self) -> list[int]:
        return [int(a) - int(b) for a, b in zip(self.here, self.there, strict=True)]

    @property
    def clear(self) -> bool:
        """Whether it comes about more often after the move, and not by chance."""
        ahead = self.ahead
        return fmean(ahead) >= APART and fmean(ahead) >= CLEAR * stdev(ahead) / len(ahead) ** 0.5


def outlook(context: DecisionContext) -> Iterator[Reason]:
    """The card that brings most of what the move gains: it wins, or is won, more often than after the other choice."""
    v, c, other = context.view, context.card, context.other_card
    if not isinstance(v, RankedTrickView) or context.sampled is None or c is None or other is None:
        return
    if context.wants_tricks is not True or not v.by_suit:
        return
    rows = list(lines(context.sampled, f"{context.state.hand_no}:{c.text}"))
    gained = [_gained(context, row.tricks[0]) - _gained(context, row.tricks[1]) for row in rows]
    if len(rows) < FEWEST or fmean(gained) <= 0:
        return
    told = [one for one in _features(context, rows) if one.clear]
    best = max(told, key=lambda one: fmean(one.ahead) * one.worth, default=None)
    if best is not None and fmean(best.ahead) * best.worth >= MAIN * fmean(gained):
        facts = {"c": c, "other": other, "kind": best.kind, "x": best.card, "own": best.card in context.hand}
        facts |= {"more": sum(best.here), "less": sum(best.there), "of": len(rows), "friends": len(context.friends) - 1}
        yield Reason("comes_home", facts, sampled=True)


def _worth(context: DecisionContext, trick: TakenTrick) -> float:
    return context.policy.trick_reward + sum(map(context.card_value, trick.cards))


def _gained(context: DecisionContext, tricks: Sequence[TakenTrick]) -> float:
    """What the own side gains by the tricks of a line, minus what the others do."""
    return sum((1 if e.seat in context.friends else -1) * _worth(context, e) for e in tricks)


def _features(context: DecisionContext, rows: Sequence[Lines]) -> Iterator[_Feature]:
    """What may come about more often after the move: a card that counts is won, an own one wins, or partner now."""
    values, reward = [context.card_value(x) for x in context.game.pack.order], context.policy.trick_reward
    dear = [x for x in context.game.pack.order if 2 * context.card_value(x) >= max(values) > 0]
    for x in (x for x in (*context.hand, *context.outstanding, *context.trick.trick) if x in dear):
        yield _feature("takes", x, rows, partial(_won, context, x), context.card_value(x))
    for x in (x for x in context.hand if x not in dear):
        yield _feature("wins", x, rows, partial(_wins, context, x), reward + fmean(values))
    if not context.friends.isdisjoint(next_seats(context)):
        yield _feature("partner", None, rows, partial(_by_partner, context), reward + fmean(values))


def _feature(
    kind: str, x: Card | None, rows: Sequence[Lines], holds: Callable[[Sequence[TakenTrick]], bool], worth: float
) -> _Feature:
    here, there = ([holds(row.tricks[at]) for row in rows] for at in (0, 1))
    return _Feature(kind, x, here, there, 2 * worth)


def _by_partner(context: DecisionContext, tricks: Sequence[TakenTrick]) -> bool:
    """Whether a partner wins the trick on the table."""
    return bool(tricks) and tricks[0].seat in context.friends and tricks[0].seat != context.seat


def _wins(context: DecisionContext, x: Card, tricks: Sequence[TakenTrick]) -> bool:
    """Whether the own card `x` wins its trick."""
    return any(x in e.cards and e.seat == context.seat for e in tricks)


def _won(context: DecisionContext, x: Card, tricks: Sequence[TakenTrick]) -> bool:
    """Whether the own side wins the trick in which `x` lies."""
    return any(x in e.cards and e.seat in context.friends for e in tricks)
