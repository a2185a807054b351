"""How many tricks a contract needs, and how many its side takes in sampled deals."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.kernel.seats import members
from tutor.policies import policy_of
from tutor.policies.aims import TRICK

if TYPE_CHECKING:
    from collections.abc import Iterator


FEW: Final = 8
"""With fewer deals than this nothing is said of how many tricks are taken."""


def contracts(context: DecisionContext) -> Iterator[Reason]:
    """How many tricks a contract needs that is settled with this call, and how many its side takes in sampled deals."""
    if context.sampled is None or context.move.cards:
        return
    told = [_contract(context, at) for at in range(len(context.sampled.moves))]
    if told[0] is not None:
        then = told[1] if len(told) > 1 and told[1] != told[0] else None
        yield Reason("contract", told[0] | {"then": then}, sampled=True)


def _contract(context: DecisionContext, at: int) -> dict[str, Any] | None:
    """Facts of one of the moves that are tried: the tricks needed, and those taken; None if no contract follows."""
    assert context.sampled is not None
    move, ends = context.sampled.moves[at], context.sampled.column(at)
    then = context.phase.act(context.state, context.seat, move).state
    aims = policy_of(context.game).aims(then, context.seat) if then.turn else ()
    aim = next((aim for aim in aims if aim.contract and aim.unit == TRICK), None)
    if aim is None or len(ends) < FEW:
        return None
    ours, mine = set(members(aim.side)) <= context.friends, fmean(end.tricks for end in ends)
    if not ours and not {*context.friends, *members(aim.side)}.issuperset(context.state.seats):
        return None
    taken = round(mine if ours else aim.left - mine)
    return {
        "move": move,
        "who": aim.side,
        "goal": aim.goal,
        "taken": taken,
        "enough": taken >= aim.goal,
        "deals": len(ends),
    }
