"""What comes of a card by the lines in sampled deals: which card comes home more often than after the other choice."""

from __future__ import annotations

from functools import partial
from math import inf
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Final, NamedTuple

from tutor.advice.reasons.before_play.hand_count import play_phase
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.kernel.seats import members
from tutor.kernel.view_types import RankedTrickView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tutor.advice.value import Line
    from tutor.kernel.cards import Card

FEWEST: Final = 12
"""With fewer deals nothing is told."""
CLEAR: Final = 2.0
"""Standard errors by which a mean must differ from 0."""
APART: Final = 0.07
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
    def gain(self) -> float:
        """What it brings on average."""
        return fmean(self.ahead) * self.worth

    @property
    def clear(self) -> bool:
        """Whether it comes about more often after the move, and not by chance."""
        return fmean(self.ahead) >= APART and _clear(self.ahead)


def outlook(context: DecisionContext) -> Iterator[Reason]:
    """The card that brings most of what the move gains: it wins, or is won, more often than after the other choice."""
    v, c, other, phase = context.view, context.card, context.other_card, play_phase(context)
    if c is None or other is None or phase is None:
        return
    play = context.policy if isinstance(v, RankedTrickView) else policy_of(context.game).of(phase)
    reward, rows = play.trick_reward, _seen(context)
    if isinstance(v, RankedTrickView):
        wanted = context.wants_tricks is True and v.by_suit
        rows = rows or (list(context.sampled.lines(f"{context.state.hand_no}:{c.text}")) if wanted else [])
    else:
        wanted = reward > 0  # a card that is laid away, before tricks are played
    if not wanted or len(rows) < FEWEST:
        return
    contract = next((aim for aim in policy_of(context.game).aims(context.state, context.seat) if aim.contract), None)
    made = _feature("hand", None, rows, partial(_wins_hand, context), 1)
    gains = [_gained(context, one, reward) - _gained(context, two, reward) for one, two in rows]
    least = MAIN * fmean(gains) if fmean(gains) > 0 else inf
    whole = _clear(gains)
    told = [one for one in _features(context, rows, reward) if one.clear and one.gain >= least]
    told = [one for one in told if whole or one.card in (c, other)]  # chance brings some card or other home more often
    best = made if contract and made.clear else max(told, key=lambda one: one.gain, default=None)
    if best is not None:
        facts = {"c": c, "other": other, "kind": best.kind, "x": best.card, "own": best.card in context.hand}
        facts |= {"more": sum(best.here), "less": sum(best.there), "of": len(rows), "friends": len(context.friends) - 1}
        facts["ours"] = contract is not None and context.seat in members(contract.side)
        yield Reason("comes_home", facts, sampled=True, role=Role.COUNTED)


def _seen(context: DecisionContext) -> list[tuple[Line, ...]]:
    """The lines after the move and after the other choice in the deals that both were tried in; none if too few."""
    here, there = (context.lines.get(move, ()) for move in (context.move, context.other) if move is not None)
    rows: list[tuple[Line, ...]] = [(a, b) for a, b in zip(here, there, strict=False) if a.tricks and b.tricks]
    return rows if len(rows) >= FEWEST else []


def _clear(ahead: Sequence[float]) -> bool:
    """Whether the mean is above 0, and not by chance."""
    return fmean(ahead) > 0 and fmean(ahead) >= CLEAR * stdev(ahead) / len(ahead) ** 0.5


def _connected(context: DecisionContext, x: Card) -> bool:
    """Whether a card to a trick has to do with `x`: it leads, both are of one suit, or `x` lies in the trick."""
    v, played = context.view, (context.card, context.other_card)
    if not isinstance(v, RankedTrickView) or v.best is None or not v.by_suit:
        return True
    suits = {v.order.suit[c] for c in played if c is not None}
    return x in v.trick or v.order.suit[x] in suits


def _gained(context: DecisionContext, line: Line, reward: float) -> float:
    """What the own side gains by the tricks of a line, minus what the others do."""
    worth = ((who, reward + sum(map(context.card_value, cards))) for who, cards in line.tricks)
    return sum(n if who in context.friends else -n for who, n in worth)


def _features(context: DecisionContext, rows: Sequence[tuple[Line, ...]], reward: float) -> Iterator[_Feature]:
    """What may come about more often after the move: a card that counts is won, an own one wins, or partner now."""
    values, v = [context.card_value(x) for x in context.game.pack.order], context.view
    dear = [x for x in context.game.pack.order if context.counts_much(x)]
    lie = v.trick if isinstance(v, RankedTrickView) else ()
    near = partial(_connected, context)
    for x in filter(near, (x for x in (*context.hand, *context.outstanding, *lie) if x in dear)):
        yield _feature("takes", x, rows, partial(_won, context, x), context.card_value(x))
    parted = not isinstance(v, RankedTrickView)  # what was given away wins no trick, whoever plays it
    for x in filter(near, (x for x in context.hand if x not in dear and not (parted and x is context.card))):
        found = _feature("wins", x, rows, partial(_wins, context, x), reward + fmean(values))
        yield found._replace(there=[False] * len(rows)) if parted and x is context.other_card else found
    if isinstance(v, RankedTrickView) and not context.friends.isdisjoint(context.next_seats):
        yield _feature("partner", None, rows, partial(_by_partner, context), reward + fmean(values))


def _feature(
    kind: str, x: Card | None, rows: Sequence[tuple[Line, ...]], holds: Callable[[Line], bool], worth: float
) -> _Feature:
    here, there = ([holds(row[at]) for row in rows] for at in (0, 1))
    return _Feature(kind, x, here, there, 2 * worth)


def _wins_hand(context: DecisionContext, line: Line) -> bool:
    return any(context.seat in members(side) for side in line.winners)


def _by_partner(context: DecisionContext, line: Line) -> bool:
    """Whether a partner wins the trick on the table."""
    return any(who in context.friends and who != context.seat for who, _ in line.tricks[:1])


def _wins(context: DecisionContext, x: Card, line: Line) -> bool:
    """Whether the own card `x` wins its trick."""
    return any(x in cards and who == context.seat for who, cards in line.tricks)


def _won(context: DecisionContext, x: Card, line: Line) -> bool:
    """Whether the own side wins the trick in which `x` lies."""
    return any(x in cards and who in context.friends for who, cards in line.tricks)
