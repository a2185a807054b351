"""Reasons for calls of who is to play alone in a climbing game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.calls import passes
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.kernel.calls import CallKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.calls import CallMeaning
    from tutor.policies.values import Controls

ENOUGH: Final = 2.5
"""What takes the lead with which one bids for playing alone: a card counts one, a bomb two, a high pair a half.

Two jokers together count one more.
"""
PLENTY: Final = 4
"""The same with which one does so without the highest cards of the pack."""
HANDY: Final = 6
"""The most plays with which a hand that has hardly anything to take the lead is worth playing alone."""
SCATTERED: Final = 8
"""With more plays than this a hand is not called worth playing alone for a higher bid."""
LOOSE: Final = 4
"""The fewest low cards that stand alone which are mentioned."""


def bidding(context: DecisionContext) -> Iterator[Reason]:
    """Why one calls, or passes, for playing alone against the others: what takes the lead, what stands alone."""
    held = context.policy.controls(context.held(context.seat))
    if held is None or context.move.cards:
        return
    facts: dict[str, Any] = {"high": held.high, "bombs": held.bombs, "loose": held.loose, "move": context.move}
    facts |= {"sets": held.strong, "higher": held.higher, "many": len(held.loose) >= LOOSE, "long": held.long}
    facts |= {"plays": held.plays, "firm": held.firm, "bombed": held.bombed}
    strength = len(held.high) + 2 * len(held.bombs) + len(held.strong) / 2 + (sum(c.joker for c in held.high) > 1)
    own, other = context.meaning, context.phase.meaning(context.other.word) if context.other is not None else None
    if passes(context.phase, context.move):
        low = other is None or other.number <= 1
        if strength < ENOUGH or (low and strength < PLENTY and held.higher and not held.bombs):
            yield Reason("lacks_lead", facts)
        elif strength < PLENTY and other is not None and other.number > 1:
            yield Reason("lacks_stake", facts | {"other": context.other})
    elif own.kind is CallKind.BID:
        bids = [context.phase.meaning(m.word).number for m in context.moves]
        facts |= {"other": context.other, "last": own.number == max(bids), "modest": strength < PLENTY}
        if strength < ENOUGH:
            least = own.number == min(filter(None, bids)) < max(bids)
            yield from _weak_bid(held, facts, least, own.number, other)
        elif other is None or other.kind is not CallKind.BID:
            yield Reason("takes_lead", facts | {"cheap": strength < PLENTY and not facts["last"]})
        else:
            poor = held.plays > SCATTERED
            yield Reason("bids_high" if own.number > other.number else "bids_low", facts | {"poor": poor})


def _weak_bid(
    held: Controls, facts: dict[str, Any], least: bool, n: int, other: CallMeaning | None
) -> Iterator[Reason]:
    """Why one bids `n` with little that takes the lead: the `least` of several perhaps, or rather than `other`."""
    if least:
        yield Reason("bids_little", facts)
    elif held.plays <= HANDY:
        yield Reason("bids_handy", facts)
    elif other is not None and other.kind is CallKind.BID:
        yield Reason("bids_low" if n < other.number else "bids_high", facts | {"poor": True})
