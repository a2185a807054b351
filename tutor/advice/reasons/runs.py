"""Reasons in runs of cards: whether the run stops with the own card, or comes back to an own card."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.context import SAMPLES, DecisionContext, Reason
from tutor.kernel.events import stop_in
from tutor.kernel.game import Family
from tutor.kernel.playout import legal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card
    from tutor.kernel.state import State

OFTEN: Final = 0.5
"""The share of sampled deals from which on something is said to happen."""


def stops(context: DecisionContext) -> Iterator[Reason]:
    """Whether the run stops with the seat's own card, so that it starts the next one."""
    if context.game.family is not Family.SHEDDING:
        return
    turn = context.phase.act(context.state, context.seat, context.move)
    last = context.move.cards[-1]
    then = context.phase.see(turn.state, context.seat) if turn.state.phase else None
    following = context.policy.next_card(then) if then is not None else None
    if following is not None and following in context.hand and turn.state.turn == (context.seat,):
        yield Reason("own_next", {"c": last, "following": following})
        return
    stop = stop_in(turn.events)
    if stop is not None and turn.state.turn == (context.seat,) and stop.card not in context.outstanding:
        yield Reason("stops_here", {"c": last, "why": stop.why, "following": stop.card or ""})
    elif context.sampled is not None and len([m for m in context.moves if m.cards]) > 1:
        samples = context.sampled.samples[:SAMPLES]
        again = sum(_stopped(context, sample) for sample in samples)
        if samples and again >= OFTEN * len(samples):
            yield Reason("starts_again", {"move": context.move, "held": again, "deals": len(samples)}, sampled=True)
            return
        back = Counter(_own_next(context, sample) for sample in samples)
        held = sum(n for c, n in back.items() if c is not None)
        if samples and held >= OFTEN * len(samples):
            c = max((c for c in back if c is not None), key=back.__getitem__)
            yield Reason("comes_back", {"c": last, "following": c, "held": held, "deals": len(samples)}, sampled=True)


def _own_next(context: DecisionContext, sample: State) -> Card | None:
    """The own card that the run comes back to in `sample`, as long as nobody has a choice; None if it does not."""
    state = context.phase.act(sample, context.seat, context.move).state
    for _ in range(len(context.game.pack.order)):
        if not state.turn or state.phase != context.phase.name or state.chance is not None:
            return None
        seat = state.turn[0]
        if seat == context.seat:
            following = context.policy.next_card(context.phase.see(state, seat))
            return following if following in context.hand else None
        moves = legal(context.game, state, seat)
        if len(moves) != 1:
            return None
        state = context.phase.act(state, seat, moves[0]).state
    return None


def _stopped(context: DecisionContext, sample: State) -> bool:
    """Whether the run stops with this move in `sample`, and the seat starts again."""
    turn = context.phase.act(sample, context.seat, context.move)
    return turn.state.turn == (context.seat,) and stop_in(turn.events) is not None
