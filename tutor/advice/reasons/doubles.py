"""Reasons for a double, and for giving a hand up at a known cost rather than playing on."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Final

from tutor.advice.calls import passes
from tutor.advice.outcomes import Follower
from tutor.advice.reasons.bid_facts import SHOWN
from tutor.advice.reasons.bids import undertakes
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.hand_count import count_hand, higher, trump_of
from tutor.kernel.calls import CallKind
from tutor.kernel.events import HAND_OVER, occurs
from tutor.kernel.moves import call
from tutor.kernel.view_types import CallsView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.moves import Move

DOUBLED: Final = 1.0
"""By how many tricks a hand has to be better than its share to be worth a double."""
THEIRS: Final = 0.4
"""The share of an opponent's trumps, the highest among them, that is worth a double."""
NAMED: Final = 3
"""The most cards that are named as higher than the best one."""
ALIKE: Final = 0.02
"""The share of hands below which losing is said to cost hardly more than giving up."""
FEWEST: Final = 8
"""With fewer deals than this nothing is said of how often a hand was won."""


def doubling(context: DecisionContext) -> Iterator[Reason]:
    """What the hand has against, or for, what was named, where it is asked whether to double."""
    v, other = context.view, context.other
    if not isinstance(v, CallsView) or other is None or context.move.cards:
        return
    if any(undertakes(context, move) or move.cards for move in context.moves):
        return
    calls = ((who, word, context.phase.meaning(word)) for who, word in reversed(v.bids))
    who, word, named = next((said for said in calls if said[2].kind is CallKind.BID), ("", "", None))
    quiet = passes(context.phase, context.move)
    if named is None or quiet == passes(context.phase, other) or named.all_tricks or named.no_tricks:
        return
    hand = context.game.held(context.state, context.seat)
    trump: str | None = named.suit or context.policy.trumps_after(v, call(word))
    if not trump and not named.no_trump:
        trump = trump_of(context, context.move, 0)
    found = count_hand(context, hand, trump) if trump is not None else None
    if found is None or not hand:
        return
    fair = len(hand) / context.view.players
    ours = who in context.friends
    their_suit = not ours and bool(found.run) and len(found.trumps) >= THEIRS * found.all
    weak = not their_suit and (found.tricks < fair + DOUBLED or (ours and bool(found.missing)))
    if weak if quiet else found.tricks >= fair or their_suit:
        facts = {name: n for name, n in found._asdict().items() if name in SHOWN}
        best = max(hand, key=lambda c: -len(higher(context, c, found.trump)))
        facts |= {"best": best, "over": higher(context, best, found.trump)[:NAMED]}
        facts |= {"suit_": found.trump, "who": who, "ours": ours, "quiet": quiet, "their_suit": their_suit}
        yield Reason("doubling", facts)


def giving_up(context: DecisionContext) -> Iterator[Reason]:
    """Where one of two choices ends the hand at a known cost: how often the other must win to be worth it."""
    if context.other is None or context.sampled is None or len(context.sampled.moves) < 2:
        return
    costs = [_cost_of_ending(context, move) for move in (context.move, context.other)]
    at = 1 if costs[0] is None else 0
    cost, on = costs[at], context.sampled.column(1 - at)
    if cost is None or cost <= 0 or costs[1 - at] is not None or len(on) < FEWEST:
        return
    margins = [context.sampled.sign * outcome.margin_of_points for outcome in on]
    ahead, behind = [x for x in margins if x > 0], [-x for x in margins if x < 0]
    if not ahead or not behind or (loses := fmean(behind)) <= cost:
        return
    brings = fmean(ahead)
    need, won = (loses - cost) / (loses + brings), len(ahead)
    if (won > need * len(on)) != bool(at):
        return  # so few deals speak against the move: that is no reason for it
    facts = {
        "move": context.move,
        "up": (context.move, context.other)[at],
        "on": (context.other, context.move)[at],
        "cost": cost,
    }
    facts |= {"brings": round(brings, 1), "loses": round(loses, 1), "need": round(100 * need), "goes_on": bool(at)}
    yield Reason(
        "gives_up",
        facts | {"won": won, "deals": len(on), "share": round(100 * won / len(on)), "hardly_more": need < ALIKE},
        sampled=True,
    )


def _cost_of_ending(context: DecisionContext, move: Move) -> float | None:
    """What a call that ends the hand at once costs the own side, relative to the best other side; else None.

    The cost follows from what the seat sees: it is the same in every deal.
    """
    if move.cards:
        return None
    follower = Follower(context.game, context.state, context.seat)
    turn = context.phase.act(context.state, context.seat, move)
    follower.see(turn.state, turn.events)
    outcome = follower.outcome
    return -outcome.margin_of_points if occurs(turn.events, HAND_OVER) else None
