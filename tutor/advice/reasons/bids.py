"""Reasons for a bid, a naming of trumps or a pass, found in the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.calls import passes
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.hand_count import (
    HandCount,
    count_hand,
    play_phase,
    ranking_of,
    special_cards,
    trump_of,
)
from tutor.kernel.calls import CallKind
from tutor.kernel.cards import SUITS
from tutor.kernel.moves import call
from tutor.kernel.view_types import CallsView, TrumpsView
from tutor.policies import policy_of
from tutor.policies.values import Needed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Set

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

LEAST_HAND: Final = 4
"""With fewer cards than this no hand is counted."""
NEAR: Final = 0.5
"""How far the tricks to be expected may stay below what a bid needs."""
HALF: Final = 0.5
"""The share of the tricks that a contract needs which names no number."""
CAUGHT: Final = 2
"""The cards from the top of a suit that may catch a special one."""
SHOWN: Final = ("trumps", "all", "run", "above", "tops", "missing")
"""The parts of a count that are told."""
LONG: Final = 4
"""The fewest cards of a suit that is long enough for trumps."""
LAID: Final = 10
"""The points from which on it is told that a card can be laid away."""
CLEAR: Final = 0.5
"""By how many tricks a shorter suit has to be better to be called stronger."""


def calling(context: DecisionContext) -> Iterator[Reason]:
    """Reasons from partner's bid, from two suits that may be trumps, or from a count of the hand for the contract."""
    if context.move.cards or not context.phase.verb or not any(undertakes(context, move) for move in context.moves):
        return
    hand = context.game.held(context.state, context.seat)
    if len(hand) < LEAST_HAND or policy_of(context.game).declarable(context.state, context.seat) is not None:
        return
    if passes(context.phase, context.move) and (left := tuple(_partners_bid(context))):
        yield from left
        return
    compared = (*_lower(context), *_stronger(context))
    yield from compared
    if not compared:
        yield from _counted(context)


def undertakes(context: DecisionContext, move: Move) -> bool:
    """Whether a call is for winning so much, or for playing at all."""
    meaning = context.phase.meaning(move.word)
    if move.cards or meaning.all_tricks or meaning.no_tricks or meaning.kind is CallKind.PASS:
        return False
    return meaning.kind is CallKind.BID or context.policy.needed(context.view, move) is not None


def _lower(context: DecisionContext) -> Iterator[Reason]:
    """Of two bids that score the same if they are made, the lower: the tricks of the hand, and who may still go on."""
    other = context.phase.meaning(context.other.word) if context.other is not None else None
    if other is None or context.policy.bids_count or other.kind is not CallKind.BID:
        return
    if not 0 < context.meaning.number < other.number or context.meaning._replace(number=other.number) != other:
        return
    hand = context.game.held(context.state, context.seat)
    trump = trump_of(context, context.move, 0)
    found = count_hand(context, hand, trump) if trump is not None else None
    if found is None:
        return
    facts = _facts(context, found, context.policy.needed(context.view, context.move))
    facts |= {"move": context.move, "other": context.other, "room": bool(_to_call(context) & context.friends)}
    facts["even"] = max(sum(c.suit == suit for c in hand) for suit in SUITS) < LONG
    yield Reason("lower_bid", facts)


def _to_call(context: DecisionContext) -> Set[Seat]:
    """The other seats that have not called yet."""
    called = {who for who, _ in context.view.bids} if isinstance(context.view, CallsView) else set()
    return set(context.state.seats) - called - {context.seat}


def _partners_bid(context: DecisionContext) -> Iterator[Reason]:
    """The highest bid so far is a partner's."""
    if not isinstance(context.view, CallsView) or _added(context):
        return
    calls = ((who, call(word)) for who, word in reversed(context.view.bids))
    who, bid = next((one for one in calls if not passes(context.phase, one[1])), ("", None))
    if bid is not None and who != context.seat and who in context.friends:
        yield Reason("partner_bid", {"who": who, "bid": bid})


def _added(context: DecisionContext) -> bool:
    """Whether the bids of partners are added up, so that each bids for the own hand."""
    needs = (context.policy.needed(context.view, move) for move in context.moves)
    return any(need is not None and need.added for need in needs)


def _stronger(context: DecisionContext) -> Iterator[Reason]:
    """The suit named makes better trumps than that of the other choice: longer, higher, or with more tricks outside."""
    suit, other = context.meaning.suit, context.phase.meaning(context.other.word).suit if context.other else ""
    if not suit or not other or suit == other:
        return
    hand = context.game.held(context.state, context.seat)
    mine, theirs = count_hand(context, hand, suit), count_hand(context, hand, other)
    if mine is None or theirs is None:
        return
    facts = {"suit_": suit, "trumps": mine.trumps, "other": other, "others": theirs.trumps, "longer": False}
    facts |= {"outside": False, "tops": mine.tops, "their_tops": theirs.tops, "level": True}
    if _alike(mine, theirs) and sum(map(_rank(context), theirs.trumps)) > sum(map(_rank(context), mine.trumps)):
        yield Reason("stronger_suit", facts | {"alike": True})
        return
    longer = len(mine.trumps) > len(theirs.trumps)
    level = len(mine.trumps) == len(theirs.trumps)
    higher = len(mine.above) < len(theirs.above)
    outside = level and len(mine.above) == len(theirs.above) and len(mine.tops) > len(theirs.tops)
    if longer or (level and higher) or outside or (higher and mine.tricks > theirs.tricks + CLEAR):
        yield Reason("stronger_suit", facts | {"longer": longer, "outside": outside, "level": level, "alike": False})


def _alike(mine: HandCount, theirs: HandCount) -> bool:
    """Whether two suits are as good as trumps: as long and as high, with the same number of tricks outside."""
    same = len(mine.trumps) == len(theirs.trumps) and len(mine.above) == len(theirs.above) < len(mine.trumps)
    return same and len(mine.tops) == len(theirs.tops)


def _rank(context: DecisionContext) -> Callable[[Card], int]:
    """How many cards of its suit a card is above, without trumps."""
    ranking = ranking_of(context.game)
    order = ranking.under("") if ranking is not None else None
    return lambda c: order.power[order.suit[c]][c] if order is not None else 0


# -- a count of the hand -----------------------------------------------------------------------------------


def _counted(context: DecisionContext) -> Iterator[Reason]:
    """What the hand has for the contract that a bid is about, or what it lacks for the one that is not bid."""
    move, other = context.move, _other_bid(context)
    bids = [one is not None and undertakes(context, one) for one in (move, other)]
    needs = [context.policy.needed(context.view, one) if one is not None else None for one in (move, other)]
    least, lower, harder = 0, not bids[0], False
    if all(bids):
        if needs[0] is None or needs[1] is None or needs[0].n == needs[1].n:
            yield from _with_or_without(context)
            return
        least, lower = needs[1].n, needs[0].n < needs[1].n
        harder = not lower and not context.policy.bids_count and bool(_to_call(context))
    at = int(lower and bids[1])
    spoken, need = (move, other)[at], needs[at]
    trump = trump_of(context, spoken, at) if spoken is not None and bids[at] else None
    found = count_hand(context, context.game.held(context.state, context.seat), trump) if trump is not None else None
    if found is None:
        return
    facts = _facts(context, found, need) | {"spoken": spoken, "move": move}
    expected, goal, own = facts["expected"], facts["goal"], facts["own"]
    if lower:
        facts["too_little"] = expected < goal - NEAR and (need is None or own < goal)
        facts["quiet"] = not bids[0]
        facts["sure"] = (*facts["run"], *facts["tops"])
        yield Reason("lacking", facts)
        return
    if harder:
        facts |= {"other": context.other}
    facts["harder"] = harder
    half = facts["fixed"] and need is None and 2 * len(facts["trumps"]) >= facts["all"]
    facts |= {"enough": half or expected >= goal - NEAR, "more": need is not None and own < goal} | _standing_bid(
        context
    )
    if need is not None and need.alone and not facts["enough"] and not facts["foe"]:
        return  # the count falls short of what the deals show
    if need is None or (own >= max(least, need.n - 1) if need.added else facts["enough"] or found.run or found.tops):
        yield Reason("holding", facts | {"own": min(own, need.n) if need is not None and need.added else own})


def _other_bid(context: DecisionContext) -> Move | None:
    """The other choice; where that is a higher bid than the move, the next one above the move in the same trumps.

    What the hand lacks for that one it lacks for all higher ones. The lowest bid there is if only a pass was tried.
    """
    bids = [one for one in context.moves if undertakes(context, one)]
    if context.other is None and passes(context.phase, context.move):
        return min(bids, key=lambda one: context.phase.meaning(one.word).number, default=None)
    there, least = context.phase.meaning(context.other.word if context.other else ""), context.meaning.number
    if not there.number > least:
        return context.other
    numbers = {one: context.phase.meaning(one.word) for one in bids}
    fit = [one for one, x in numbers.items() if x.number > least and x._replace(number=there.number) == there]
    return min(fit, key=lambda one: numbers[one].number, default=context.other)


def _standing_bid(context: DecisionContext) -> dict[str, Any]:
    """The highest bid so far, if an opponent has made it, and who that is."""
    calls = context.view.bids if isinstance(context.view, CallsView) else ()
    bids = ((who, call(word)) for who, word in reversed(calls))
    who, bid = next((one for one in bids if not passes(context.phase, one[1])), ("", None))
    return {"foe": who, "bid": bid} if bid is not None and who not in context.friends else {"foe": "", "bid": None}


def _with_or_without(context: DecisionContext) -> Iterator[Reason]:
    """Of two bids of the same height, why one is better with trumps, or without."""
    if context.other is None or context.meaning.no_trump == context.phase.meaning(context.other.word).no_trump:
        return
    hand = context.game.held(context.state, context.seat)
    suit = trump_of(context, context.other, 1) if context.meaning.no_trump else trump_of(context, context.move, 0)
    some, none = count_hand(context, hand, suit or ""), count_hand(context, hand, "")
    if some is None or none is None or not suit:
        return
    facts = {"suit_": suit, "trumps": some.trumps, "tops": none.tops, "missing": none.missing, "plain": False}
    facts |= {"above": some.above, "trumped": not context.meaning.no_trump}
    if context.meaning.no_trump and none.tricks > some.tricks - CLEAR and (none.tops or len(some.above) == 1):
        yield Reason("trumps_or_none", facts | {"plain": True})
    elif not context.meaning.no_trump and some.tricks > none.tricks - CLEAR:
        yield Reason("trumps_or_none", facts)


def _facts(context: DecisionContext, found: HandCount, need: Needed | None) -> dict[str, Any]:
    """The facts of a count: the cards, about how many tricks or points of the own hand, and what is needed."""
    hand = context.game.held(context.state, context.seat)
    special = special_cards(context, found.trump)
    held = tuple(c for c, n in special.items() if n > 0 and c in hand)
    caught = tuple(c for c, n in special.items() if n > 0 and c not in hand and _catches(context, found, c))
    own, total = found.tricks, float(len(hand))
    if need is not None and need.points:
        own += sum(special[c] * HALF for c in (*held, *caught))
        total += sum(special.values())
    alone = need.alone or need.added if need is not None else len(context.friends) == 1
    expected = own if alone else own + (total - own) / max(1, context.view.players - 1)
    goal = float(need.n) if need is not None else HALF * total
    fixed = bool(found.trump) and (isinstance(context.view, TrumpsView) or bool(context.state.trump))
    facts: dict[str, Any] = {name: n for name, n in found._asdict().items() if name in SHOWN}
    facts |= {"suit_": found.trump, "fixed": fixed, "worth": max(special.values(), default=0)}
    facts |= {"held": held, "caught": caught}
    facts |= {"elsewhere": tuple(c for c, n in special.items() if n > 0 and c not in (*held, *caught))}
    facts |= {"laid": _laid(context, found, hand)}
    facts |= {"two": context.view.players == 2, "named": need is not None and not need.added and not need.points}
    facts |= {"own": round(found.tricks), "expected": expected, "goal": goal, "total": round(total), "alone": alone}
    named = need or Needed(0)
    return facts | {"numbered": need is not None, "points": named.points, "added": named.added}


def _laid(context: DecisionContext, found: HandCount, hand: Cards) -> Cards:
    """The plain cards that count most and are not the highest, as many as whoever plays lays away for its own count."""
    play, n = play_phase(context), policy_of(context.game).laid_away_for_oneself(context.state)
    values = play.captured_values() if play is not None and n else {}
    rest = [c for c in hand if c not in (*found.trumps, *found.tops) and values.get(c, 0) >= LAID]
    return tuple(sorted(rest, key=lambda c: -values[c])[:n])


def _catches(context: DecisionContext, found: HandCount, c: Card) -> bool:
    """Whether the hand has enough from the top of the suit of `c` to catch it."""
    suit = [x for x in (*found.run, *found.tops) if x.suit == c.suit]
    return len(suit) >= CAUGHT
