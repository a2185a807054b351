"""Reasons for a double, and for giving a hand up at a known cost rather than playing on."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Final

from tutor.advice.calls import passes
from tutor.advice.outcomes import Follower
from tutor.advice.reasons.before_play.bid_facts import SHOWN
from tutor.advice.reasons.before_play.bids import undertakes
from tutor.advice.reasons.before_play.hand_count import count_hand, higher, trump_of
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.kernel.calls import CallKind
from tutor.kernel.cards import SUITS
from tutor.kernel.events import HAND_OVER, occurs
from tutor.kernel.moves import call
from tutor.kernel.view_types import CallsView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.advice.reasons.before_play.hand_count import HandCount
    from tutor.kernel.cards import Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

DOUBLED: Final = 1.0
"""By how many tricks a hand has to be better than its share to be worth a double."""
THEIRS: Final = 0.4
"""The share of an opponent's trumps, the highest among them, that is worth a double."""
HIGH: Final = 4
"""The most cards that are named as high."""
GUARDS: Final = 2
"""The cards with which a suit is no longer bare."""
NAMED: Final = 3
"""The most cards that are named as higher than the best one."""
TRUMPS: Final = 3
"""The fewest trumps that are many in a hand of two players."""
ABOVE: Final = 2
"""The most trumps above the highest of them."""
ALIKE: Final = 0.02
"""The share of hands below which losing is said to cost hardly more than giving up."""
NEARLY: Final = 0.015
"""How near a share has to be to one in so many for it to be told so."""
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
    hand = context.held(context.seat)
    trump: str | None = named.suit or context.policy.trumps_after(v, call(word))
    if not trump and not named.no_trump:
        trump = trump_of(context, context.move, 0)
    found = count_hand(context, hand, trump) if trump is not None else None
    if found is None or not hand:
        return
    fair = len(hand) / context.view.players
    ours = who in context.friends
    their_suit = not ours and bool(found.run) and len(found.trumps) >= THEIRS * found.all
    stops, bare = _without_trumps(context, hand) if not found.trump else ((), ())
    weak = found.tricks < fair + DOUBLED or (ours and bool(found.missing))
    many = not ours and _most_trumps(context, found)
    top = not ours and _may_be_highest(context, found)
    weak &= not their_suit and not many and not top and not (ours and stops)
    left_to = _left_to(context, v.bids, who) if not quiet and not ours and found.tricks >= fair - DOUBLED else ""
    if (weak or bare) if quiet else (found.tricks >= fair or their_suit or many or top or stops or left_to):
        facts = {name: n for name, n in found._asdict().items() if name in SHOWN}
        facts |= {"weak": weak, "stops": stops, "bare": bare, "left_to": left_to}
        facts |= {"many": many and found.tricks < fair, "top": top and found.tricks < fair}
        above = {c: len(higher(context, c, found.trump)) for c in hand}
        high = sorted((c for c in hand if above[c] <= 1), key=lambda c: (above[c], c not in found.trumps))
        facts |= {"high": tuple(high[:HIGH])}
        best = min(hand, key=above.__getitem__)
        facts |= {"best": best, "over": higher(context, best, found.trump)[:NAMED]}
        facts["other"] = other  # a hand between the two may speak for either; it is told for the one advised
        facts |= {"suit_": found.trump, "who": who, "ours": ours, "quiet": quiet, "their_suit": their_suit}
        yield Reason("doubling", facts)


def _most_trumps(context: DecisionContext, found: HandCount) -> bool:
    """Whether the hand has nearly as many trumps as are out, high ones among them, and some of those are not dealt."""
    out = sum(c.suit == found.trump for c in context.outstanding)
    long = len(found.trumps) >= TRUMPS and len(found.above) <= ABOVE
    return bool(found.trump) and context.view.players == 2 and long and out <= len(found.trumps) + 1


def _may_be_highest(context: DecisionContext, found: HandCount) -> bool:
    """Whether only one trump is above those of the hand, and may not be dealt, and it has a suit's highest card too."""
    held = bool(found.trump) and len(found.trumps) > 1 and len(found.above) == 1
    return held and context.some_aside and bool(found.tops)


def _left_to(context: DecisionContext, bids: Sequence[tuple[Seat, str]], who: Seat) -> Seat:
    """The partner of `who` whose pass left the choice to `who`, with nobody between them; "" if there is none."""
    at = next((n for n, (seat, word) in enumerate(bids) if seat == who and not passes(context.phase, call(word))), 0)
    before, word = bids[at - 1] if at else ("", "")
    side = context.game.allies(context.state, who)
    return before if before in side and before != who and passes(context.phase, call(word)) else ""


def _without_trumps(context: DecisionContext, hand: Cards) -> tuple[Cards, tuple[str, ...]]:
    """The highest card of every suit, if it wins now or once the one above it is gone; and suits of one low card."""
    suits = {s: sorted((c for c in hand if c.suit == s), key=lambda c: len(higher(context, c, ""))) for s in SUITS}
    above = {s: len(higher(context, mine[0], "")) for s, mine in suits.items() if mine}
    bare = tuple(s for s, mine in suits.items() if len(mine) <= above.get(s, 1) and len(mine) < GUARDS)
    stopped = len(above) == len(SUITS) and all(n == 0 or n == 1 < len(suits[s]) for s, n in above.items())
    return tuple(mine[0] for mine in suits.values()) if stopped else (), bare


def giving_up(context: DecisionContext) -> Iterator[Reason]:
    """Where one of two choices ends the hand at a known cost: how often the other must win to be worth it."""
    if context.other is None or len(context.sampled.moves) < 2:
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
    need, won = _needed(cost, loses, fmean(ahead)), len(ahead)
    now, stake = _needed(cost, min(behind), min(ahead)), min(behind) if min(behind) == min(ahead) else 0.0
    fixed = bool(stake) and not context.policy.others_may_raise
    if stake and (fixed or (won > now * len(on)) == bool(at)):
        need = now  # what is at stake already speaks for the move, or nothing makes it dearer against the own side
    fits = (won > need * len(on)) == bool(at)
    if not (fits or fixed):
        return  # so few deals speak against the move: that is no reason for it
    grows = bool(stake) and need != now
    facts = {
        "up": (context.move, context.other)[at],
        "on": (context.other, context.move)[at],
        "cost": cost,
    }
    facts |= {"fits": fits, "goes_on": bool(at), "stake": 0 if grows else stake, "grows": grows}
    share = won / len(on)
    facts |= {"won": won, "share": round(10 * share), "hardly_more": need < ALIKE}
    facts |= {"tenths": round(10 * need), "one_in": round(1 / need) if abs(1 / round(1 / need) - need) < NEARLY else 0}
    yield Reason("gives_up", facts, sampled=True, role=Role.PLAN)


def _needed(cost: float, loses: float, brings: float) -> float:
    """The share of hands that has to be won for going on to cost no more than giving up."""
    return (loses - cost) / (loses + brings)


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
