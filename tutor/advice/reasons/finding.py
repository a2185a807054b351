"""Reasons: why a move may be wise, found as features of the move and of its outcomes.

A reason names a feature ("the cheapest card that wins") and the facts of its sentences; templates have the words. The
feature itself is certain, because the engine derives it from what the player sees; that it is a reason to play so is
advice. A feature with `deals` among its facts rests on sampled deals and is only likely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.bids import calling, doubling, giving_up
from tutor.advice.reasons.climbs import bidding, climbing
from tutor.advice.reasons.context import SAMPLES, DecisionContext, Reason
from tutor.advice.reasons.deals import by_hands, by_points, by_stakes, payments
from tutor.advice.reasons.declarations import declaring, pairs
from tutor.advice.reasons.discards import laying_away
from tutor.advice.reasons.follows import in_tricks
from tutor.advice.reasons.ranks import staking
from tutor.advice.reasons.result import on_result
from tutor.advice.reasons.sheds import shedding
from tutor.advice.reasons.turns import contracts, immediate
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.kernel.events import TRICK_WON
from tutor.kernel.game import Family

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

WORK: Final = 120_000
"""Units of work, about a microsecond each, that finding reasons may cost."""
MOST: Final = 3
"""The most reasons that are given."""
COVERS: Final = {
    "gives_up": "hands_won",
    "gives_least": "least_count",
    "leaves_partner": "keeps_master",
    "rest_yours": "keeps_master",
    "both_win": "keeps_master",
}
"""Reasons (keys) beside which another (value) is left out, as it would say less of the same."""


def reasons(
    at: Record[Any], seat: Seat, move: Move, other: Move | None, rng: Random, work: int = WORK
) -> tuple[Reason, ...]:
    """Why `move` may be better than `other`, the most important reason first; empty if no feature applies.

    The answer is the same for the same view, moves and generator.
    """
    game, state = at.game, at.state
    seed = f"{rng.getrandbits(64):x}"
    moves = (move,) if other is None else (move, other)
    banking = game.family is Family.BANKING
    sampled = SampledOutcomes(game, at, seat, moves, seed, 3 * work if banking else work)
    context = DecisionContext(game, state, seat, move, other, sampled)
    found: list[Reason] = []
    for finder in (
        on_result,
        pairs,
        payments,
        in_tricks,
        climbing,
        wins_now,
        declaring,
        bidding,
        calling,
        doubling,
        giving_up,
        staking,
        laying_away,
        shedding,
        immediate,
        last_cards,
        fewer_left,
        contracts,
        by_hands,
        by_stakes,
    ):
        for reason in finder(context):
            if all(reason.what not in (known.what, COVERS.get(known.what)) for known in found):
                found.append(reason)
        if any(reason.decides for reason in found):
            return tuple(found[:MOST])
    if any(not reason.sampled for reason in found) and move.cards:
        found = [reason for reason in found if reason.what != "hands_won"]  # no figures beside what is certain
    return tuple(found[:MOST] or by_points(context))


# -- what any game of cards may have -----------------------------------------------------------------------


def last_cards(context: DecisionContext) -> Iterator[Reason]:
    """The move plays the last cards of the hand."""
    if context.move.cards and len(context.move.cards) == len(context.hand) > 1:
        yield Reason("last_cards", {"move": context.move})


def wins_now(context: DecisionContext) -> Iterator[Reason]:
    """The move completes a trick and wins it, whatever is hidden."""
    if context.sampled is None or len(context.move.cards) < 2 or context.wants_tricks is False:
        return
    samples = context.sampled.samples[:SAMPLES]
    if not samples or not all(_taken(context, sample, context.move) for sample in samples):
        return
    if context.other is None or not all(_taken(context, sample, context.other) for sample in samples):
        yield Reason("wins_now", {"move": context.move, "other": context.other})


def _taken(context: DecisionContext, sample: Any, move: Move) -> bool:
    """Whether the own side wins a trick with the move itself."""
    events = context.phase.act(sample, context.seat, move).events
    return any(event.what == TRICK_WON and event.seat in context.friends for event in events)


def fewer_left(context: DecisionContext) -> Iterator[Reason]:
    """The move gets rid of more cards than the other choice, in shedding games."""
    if context.game.family not in (Family.CLIMBING, Family.SHEDDING) or not context.hand or context.other is None:
        return
    own, others = len(context.move.cards), len(context.other.cards)
    if own > others and own < len(context.hand) and (others or context.game.family is Family.SHEDDING):
        yield Reason("sheds", {"move": context.move, "other": context.other, "n": own, "left": len(context.hand) - own})


# -- what the sampled deals show ---------------------------------------------------------------------------
