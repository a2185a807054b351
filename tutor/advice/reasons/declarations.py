"""Reasons from what counts by being declared: it scores at once, or as soon as the seat has won a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.advice.calls import passes
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.standing import higher_out
from tutor.kernel.calls import CallKind
from tutor.kernel.events import DECLARED
from tutor.kernel.view_types import RankedTrickView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.cards import Cards
    from tutor.kernel.moves import Move


def declaring(context: DecisionContext) -> Iterator[Reason]:
    """The move scores at once, for certain, and the other choice less or nothing."""
    if context.other is None:
        return
    n, less = (_declared(context, move) for move in (context.move, context.other))
    if n > less:
        yield Reason("declares", {"move": context.move, "n": n}, decides=not context.move.cards)


def _declared(context: DecisionContext, move: Move) -> float:
    """The points that the move declares for the seat at once."""
    events = context.phase.act(context.state, context.seat, move).events if move.word else ()
    mine = (event for event in events if event.what == DECLARED and event.seat == context.seat)
    points: float = sum(event.facts.get("points", 0) for event in mine)
    return points


def pairs(context: DecisionContext) -> Iterator[Reason]:
    """Pairs in hand that are to be declared: reasons to bid, to win a trick, and to keep both cards."""
    held = policy_of(context.game).declarable(context.state, context.seat)
    if held is None or context.other is None:
        return
    if not context.move.cards:
        yield from _bid_on(context, held)
    elif held and isinstance(context.view, RankedTrickView) and not any(move.word for move in context.moves):
        two, n = max(held.items(), key=lambda one: one[1])
        c, other = context.card, context.other_card
        facts = {"move": context.move, "two": two, "n": n}
        if c is None or other is None or c in two:
            return
        if other in two:
            yield Reason("keeps_pair", facts)
        elif not context.view.trick and not higher_out(context, c) and higher_out(context, other):
            yield Reason("then_declares", facts)


def _bid_on(context: DecisionContext, held: Mapping[Cards, float]) -> Iterator[Reason]:
    """A bid with a pair in hand, or a pass with none."""
    kinds = [context.phase.meaning(move.word).kind for move in (context.move, context.other) if move is not None]
    if CallKind.BID not in kinds:
        return
    quiet = passes(context.phase, context.move)
    if context.other is None or quiet == passes(context.phase, context.other):
        return
    if quiet and not held:
        yield Reason("no_pair", {"move": context.move})
    elif held and not quiet:
        two, n = max(held.items(), key=lambda one: one[1])
        yield Reason("pair_held", {"move": context.move, "two": two, "n": n})
