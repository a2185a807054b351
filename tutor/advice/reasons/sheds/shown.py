"""Reasons from what others drew on in games of matching: whoever had no card of a suit then has hardly one now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tutor.advice.constraints import since_deal
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.sheds.fights import NEAR, next_turn
from tutor.kernel.cards import SUITS
from tutor.kernel.history import Record
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

FEW: Final = 2
"""The most cards taken since, of which it is still said that hardly one is of the suit that was lacking."""


class Lack(NamedTuple):
    """A suit that a player most likely lacked, and how many cards that player has taken since."""

    suit: str
    taken: int


def lacked(context: DecisionContext) -> Mapping[Seat, tuple[Lack, ...]]:
    """The suits that each other player lacked, as far as nothing has shown since that it is held again."""
    at = context.sampled.at if context.sampled is not None else None
    steps = since_deal(at) if isinstance(at, Record) else []
    found: dict[Seat, dict[str, int]] = {who: {} for who in context.state.seats if who != context.seat}
    for n, (state, who, text) in enumerate(steps):
        if who in found:
            phase = context.game.due(state)
            seen = phase.see(state, context.seat)  # never the view of who decided
            move = phase.read(seen, text)
            lacks = policy_of(context.game).of(phase).suit_to_follow(seen)
            if lacks and not move.cards:  # who can play seldom draws
                found[who][lacks] = 0
            for c in move.cards:
                found[who].pop(c.suit, None)
        then = steps[n + 1][0] if n + 1 < len(steps) else context.state
        for seat, suits in found.items():
            more = len(context.game.held(then, seat)) - len(context.game.held(state, seat))
            suits.update({suit: taken + max(0, more) for suit, taken in suits.items()})
    return {who: tuple(Lack(suit, n) for suit, n in suits.items() if n <= FEW) for who, suits in found.items()}


def had_none(context: DecisionContext) -> Iterator[Reason]:
    """The next player had none of the suit that the move leaves, as far as can be told of the other choice not."""
    if context.other is None:
        return
    own, theirs = (_next_lacks(context, move) for move in (context.move, context.other))
    if own is None or (theirs is not None and theirs.taken <= own.taken):
        return
    who = next_turn(context, context.move).who or _after_naming(context, context.move)
    left = len(context.game.held(context.state, who))
    facts = {"move": context.move, "who": who, "suit_": own.suit, "taken": own.taken, "left": left}
    yield Reason("had_none", facts | {"near": left <= NEAR, "other": context.other})


def _next_lacks(context: DecisionContext, move: Move) -> Lack | None:
    """What the next player lacks of the suit that the move leaves on the pile; None if nothing is known of it."""
    c = move.cards[0] if len(move.cards) == 1 else None
    suit = move.word if not move.cards else c.suit if c and not context.policy.fits_anything(c) else ""
    who = next_turn(context, move).who or _after_naming(context, move)
    return next((lack for lack in lacked(context).get(who, ()) if lack.suit == suit), None)


def _after_naming(context: DecisionContext, move: Move) -> Seat:
    """Who plays after a suit is named; "" if that is no opponent, or for another move."""
    then = context.phase.act(context.state, context.seat, move).state if not move.cards and move.word in SUITS else None
    who = then.turn[0] if then is not None and then.turn and then.chance is None else ""
    return who if who in context.foes else ""
