"""Reasons from what others drew on, and what they named: who had no card of a suit has hardly one, who named it has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.sheds.fights import NEAR, next_turn
from tutor.kernel.cards import SUITS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.advice.lacks import Lack
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

FEW: Final = 2
"""The most cards taken since, of which it is still said that hardly one is of the suit that was lacking."""


def had_none(context: DecisionContext) -> Iterator[Reason]:
    """The next player had none of the suit that the move leaves, as far as can be told of the other choice not.

    Or whoever else has fewest cards, if they are few.
    """
    if context.other is None:
        return
    left = {who: context.left[who] for who in context.foes}
    few = [who for who, n in left.items() if 0 < n <= NEAR and n == min(filter(None, left.values()))]
    following = _then(context, context.move)
    for who in (following, *few):
        own, theirs = (_lacked(context, move, who) for move in (context.move, context.other))
        if who != following and _then(context, context.other) != following:
            continue
        if own is not None and (theirs is None or theirs.taken > own.taken):
            facts = {"who": who, "suit_": own.suit, "taken": own.taken, "left": left[who]}
            facts |= {"near": left[who] <= NEAR, "next": who == following, "other": context.other}
            yield Reason("had_none", facts)
            return


def has_named(context: DecisionContext) -> Iterator[Reason]:
    """The other choice leaves the suit that a player with few cards has named, and not played since."""
    if context.other is None:
        return
    own, theirs = (_suit_left(context, move) for move in (context.move, context.other))
    for named in context.sampled.sampler.named:
        left = context.left[named.seat]
        if named.kept and 0 < left <= NEAR and named.suit == theirs != own:
            facts = {"other": context.other, "who": named.seat, "suit_": named.suit, "left": left}
            yield Reason("has_named", facts)


def _suit_left(context: DecisionContext, move: Move) -> str:
    """The suit that a move leaves on the pile; "" if that is still to be named."""
    if not move.cards:
        return move.word
    c = move.cards[0]
    return "" if len(move.cards) > 1 or context.policy.fits_anything(c) else c.suit


def _then(context: DecisionContext, move: Move) -> Seat:
    """Who plays after a move; "" if that is no opponent."""
    return next_turn(context, move).who or after_naming(context, move)


def _lacked(context: DecisionContext, move: Move, who: Seat) -> Lack | None:
    """What a player lacks of the suit that the move leaves on the pile; None if nothing is known of it.

    Nor if cards of the suit were played since, or too many taken.
    """
    suit = _suit_left(context, move)
    known = context.sampled.sampler.lacks if suit else ()
    told = (x for x in known if (x.seat, x.suit) == (who, suit) and not any(c.suit == suit for c in x.played))
    return min((x for x in told if x.taken <= FEW), key=lambda x: x.taken, default=None)


def after_naming(context: DecisionContext, move: Move) -> Seat:
    """Who plays after a suit is named; "" if that is no opponent, or for another move."""
    then = context.after(move) if not move.cards and move.word in SUITS else None
    who = then.turn[0] if then is not None and then.turn and then.chance is None else ""
    return who if who in context.foes else ""
