"""Reasons for a play that follow from what happens at once, by playing it in the engine.

They serve games whose views do not tell what beats what: who wins the trick, what totals count, whether a run stops and
who starts again, which pots are taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.advice.reasons.before_play.picks import picked
from tutor.advice.reasons.chance import against_chance, doubled
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.advice.reasons.sheds.runs import stops
from tutor.advice.reasons.totals import totals
from tutor.kernel.events import POT_TAKEN
from tutor.kernel.game import Family
from tutor.kernel.view_types import ClimbView, RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.moves import Move


def immediate(context: DecisionContext) -> Iterator[Reason]:
    """All reasons that follow from the play itself, the most important first."""
    if isinstance(context.view, RankedTrickView | ClimbView):
        return
    if _nothing_dealt(context):
        yield Reason("nothing_dealt", {"rule_of_each": True}, decides=True)
    if not context.move.cards:
        yield from doubled(context)
        return
    if context.policy.changes_nothing:
        yield Reason("changes_nothing", {"all": True}, decides=True, role=Role.LEVEL)
        return
    yield from _pots(context)
    yield from picked(context)
    yield from tuple(against_chance(context)) or _trick(context)
    yield from totals(context)
    yield from stops(context)


def _nothing_dealt(context: DecisionContext) -> bool:
    """Whether a word is said before anybody has a card, and without a stake: then it can hardly matter."""
    held = any(context.held(who) for who in context.state.seats)
    return not held and not context.move.cards and context.game.family is not Family.BANKING


def _pots(context: DecisionContext) -> Iterator[Reason]:
    for event in context.events(context.state, context.move):
        if event.what == POT_TAKEN and event.seat == context.seat:
            yield Reason("takes_pot", {"move": context.move, "chips": event.facts["chips"]})


def _trick(context: DecisionContext) -> Iterator[Reason]:
    """Whether the answer to a lead wins the trick, where nobody plays after it."""
    if not context.answers_cards or len(context.move.cards) != 1 or context.wants_tricks is False:
        return
    samples = context.samples
    won = [context.wins_trick(sample, context.move) for sample in samples]
    if None in won:
        return
    singles = [m for m in context.moves if len(m.cards) == 1]
    winners = tuple(m.cards[0] for m in singles if context.wins_trick(samples[0], m))
    lowest = _lowest(context, [m for m in singles if m.cards[0] in winners])
    if won[0] and len(winners) < len(singles):
        others = tuple(c for c in winners if c is not context.move.cards[0])
        yield Reason("takes_it", {"c": context.move.cards[0], "others": others, "lowest": lowest})
    elif won[0] and len(singles) > 1 and lowest:
        yield Reason("all_win", {"c": context.move.cards[0]})


def _lowest(context: DecisionContext, singles: Sequence[Move]) -> bool:
    """Whether the card is the lowest of several of its suit; packs are in order from high to low."""
    c, place = context.move.cards[0], context.game.pack.place
    row = [m.cards[0] for m in singles if m.cards[0].suit == c.suit]
    return len(row) > 1 and place[c] == max(place[d] for d in row)
