"""Reasons for a bid, a naming of trumps or a pass, found in the hand."""

from __future__ import annotations

from operator import ge
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.calls import passes
from tutor.advice.reasons.before_play.bid_facts import added, bid_facts, last_bid, may_take_over, then_low
from tutor.advice.reasons.before_play.hand_count import HandCount, count_hand, higher, ranking_of, trump_of
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.kernel.calls import CallKind
from tutor.kernel.cards import SUITS
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence, Set

    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.policies.values import Needed

LEAST_HAND: Final = 4
"""With fewer cards than this no hand is counted."""
NEAR: Final = 0.5
"""How far the tricks to be expected may stay below what a bid needs."""
LONG: Final = 4
"""The fewest cards of a suit that is long enough for trumps."""
SECOND: Final = 2
"""The trumps of which the second is looked at."""
LOW: Final = 3
"""So many trumps above the second one make it a low one."""
COUNTS: Final = ("holding", "lower_bid", "lacking")
"""Reasons that tell which trumps the hand has."""
CLEAR: Final = 0.5
"""By how many tricks a shorter suit has to be better to be called stronger."""


def calling(context: DecisionContext) -> Iterator[Reason]:
    """Reasons from partner's bid, from two suits that may be trumps, or from a count of the hand for the contract."""
    if context.move.cards or not context.phase.verb or not any(undertakes(context, move) for move in context.moves):
        return
    hand = context.held(context.seat)
    if len(hand) < LEAST_HAND or policy_of(context.game).declarable(context.state, context.seat) is not None:
        return
    if passes(context.phase, context.move) and (left := tuple(_partners_bid(context))):
        yield from left
        return
    yield from _bonus(context)
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


def _bonus(context: DecisionContext) -> Iterator[Reason]:
    """Cards in hand bring points of themselves in this contract, and fewer in that of the other choice."""
    both = (context.move, context.other)
    (them, n), others = (context.policy.bonus(context.view, one) if one is not None else ((), 0) for one in both)
    if n > others[1]:
        yield Reason("bonus_in_hand", {"them": them, "n": n})


def _lower(context: DecisionContext) -> Iterator[Reason]:
    """Of two bids that score the same if they are made, the lower: the tricks of the hand, and who may still go on."""
    other = context.phase.meaning(context.other.word) if context.other is not None else None
    if other is None or context.policy.bids_count or other.kind is not CallKind.BID:
        return
    if not 0 < context.meaning.number < other.number or context.meaning._replace(number=other.number) != other:
        return
    hand = context.held(context.seat)
    trump = trump_of(context, context.move, 0)
    found = count_hand(context, hand, trump) if trump is not None else None
    if found is None:
        return
    facts = bid_facts(context, found, context.policy.needed(context.view, context.move))
    left = _to_call(context)
    facts |= {"move": context.move, "other": context.other, "room": bool(left & context.friends), "last": not left}
    lower = [m for m in context.moves if _one_less(context, m)]
    facts["less"] = lower[0] if lower and left - context.friends else None
    facts["even"] = max(sum(c.suit == suit for c in hand) for suit in SUITS) < LONG
    yield Reason("lower_bid", facts)


def _one_less(context: DecisionContext, move: Move) -> bool:
    """Whether a call is for one less than the move, and else for the same."""
    there, here = context.phase.meaning(move.word), context.meaning
    return undertakes(context, move) and there == here._replace(number=here.number - 1)


def _to_call(context: DecisionContext) -> Set[Seat]:
    """The other seats that have not called yet."""
    return set(context.state.seats) - {who for who, _ in context.bids} - {context.seat}


def _partners_bid(context: DecisionContext) -> Iterator[Reason]:
    """The highest bid so far is a partner's."""
    who, bid = last_bid(context)
    if bid is not None and not added(context) and who != context.seat and who in context.friends:
        hand = context.held(context.seat)
        trump = context.phase.meaning(bid.word).suit
        found = count_hand(context, hand, trump) if trump or context.phase.meaning(bid.word).no_trump else None
        high = found.tops if found is not None else tuple(c for c in hand if not higher(context, c, ""))
        none = not high and (found is None or not found.run)
        facts = {"who": who, "bid": bid, "high": high, "nothing": none}
        yield Reason("partner_bid", facts | {"taker": may_take_over(context, bid)})


def _stronger(context: DecisionContext) -> Iterator[Reason]:
    """The suit named makes better trumps than that of the other choice: longer, higher, or with more tricks outside."""
    suit, other = context.meaning.suit, context.phase.meaning(context.other.word).suit if context.other else ""
    if not suit or not other or suit == other:
        return
    hand = context.held(context.seat)
    mine, theirs = count_hand(context, hand, suit), count_hand(context, hand, other)
    if mine is None or theirs is None:
        return
    facts = {"suit_": suit, "trumps": mine.trumps, "other": other, "others": theirs.trumps, "longer": False}
    facts |= {"outside": False, "tops": mine.tops, "level": True}
    facts |= {"safer": "", "its": "", "fewer": False, "run": (), "aces": False, "known": False}
    alike, is_long = _alike(context, mine, theirs), len(mine.trumps) >= LONG
    side = tuple(c for c in theirs.trumps if c not in mine.trumps)  # a joker is a trump with either
    if alike and not is_long and side and _outranks(context, theirs, mine):
        yield Reason("stronger_suit", facts | {"alike": True, "aside": side})
        return
    if safer := _safer_top(context, mine, theirs):
        yield Reason("stronger_suit", facts | {"alike": True, "aside": (), "safer": safer, "its": safer.suit})
        return
    longer = len(mine.trumps) > len(theirs.trumps)
    level = len(mine.trumps) == len(theirs.trumps)
    ahead = context.sampled.clearly_ahead
    told = is_long or ahead
    better = (
        _has_the_ace(context, mine, theirs)
        or _second_higher(context, mine, theirs)
        or (alike and told and _outranks(context, mine, theirs))
    )
    higher = len(mine.above) < len(theirs.above) or (level and (better or len(mine.run) > len(theirs.run)))
    outside = level and len(mine.above) == len(theirs.above) and len(mine.tops) > len(theirs.tops)
    fewer = len(mine.trumps) + 1 == len(theirs.trumps) and len(mine.tops) > len(theirs.tops)
    fewer = fewer and len(mine.above) <= len(theirs.above) and len(mine.run) > len(theirs.run)
    aces = ahead and level and len(mine.tops) > len(theirs.tops) and len(mine.above) > len(theirs.above)
    facts |= {"fewer": fewer, "run": mine.run, "aces": aces}
    if aces or longer or (level and higher) or outside or fewer or (higher and mine.tricks > theirs.tricks + CLEAR):
        yield Reason("stronger_suit", facts | {"longer": longer, "outside": outside, "level": level, "alike": False})


def trumps_once(found: Sequence[Reason]) -> Iterator[Reason]:
    """The reasons; where one tells which trumps the hand has, a comparison of two suits names those of the other."""
    told = {one.facts["suit_"] for one in found if one.what in COUNTS}
    for one in found:
        known = one.what == "stronger_suit" and one.facts["suit_"] in told
        yield one._replace(facts={**one.facts, "known": True}) if known else one


def _alike(context: DecisionContext, mine: HandCount, theirs: HandCount) -> bool:
    """Whether two suits are as good as trumps: as long, as high from the top, with as many tricks outside."""
    if _second_higher(context, mine, theirs) or _second_higher(context, theirs, mine):
        return False
    same = len(mine.trumps) == len(theirs.trumps) and len(mine.above) == len(theirs.above) < len(mine.trumps)
    return same and len(mine.tops) == len(theirs.tops) and len(mine.run) == len(theirs.run)


def _safer_top(context: DecisionContext, mine: HandCount, theirs: HandCount) -> Card | None:
    """Of suits that are equal as trumps: the best card of a plain suit of which there are more with the one named."""
    ranking, ranks = ranking_of(context.game), [sorted(map(_rank(context), one.trumps)) for one in (mine, theirs)]
    if ranking is None or not _alike(context, mine, theirs) or ranks[0] != ranks[1]:
        return None
    here, there = (list(ranking.under(one.trump).suit.values()) for one in (mine, theirs))
    return next((c for c in mine.tops if c in theirs.tops and here.count(c.suit) > there.count(c.suit)), None)


def _second_higher(context: DecisionContext, mine: HandCount, theirs: HandCount) -> bool:
    """Whether the second trump is high, and clearly nearer to the top than that of a suit with as much above it."""
    own, others = (_over_each(context, one) for one in (mine, theirs))
    if not len(own) == len(others) >= SECOND or own[0] != others[0]:
        return False
    return own[1] + 2 <= min(others[1], LOW) and sum(own) < sum(others)


def _over_each(context: DecisionContext, found: HandCount) -> tuple[int, ...]:
    """How many trumps that are not in the hand are above each own one."""
    ranking = ranking_of(context.game)
    if ranking is None or not found.trumps:
        return ()
    order = ranking.under(found.trump)
    power = order.power[order.suit[found.trumps[0]]]
    return tuple(sum(height > power[c] for height in power.values()) - n for n, c in enumerate(found.trumps))


def _outranks(context: DecisionContext, mine: HandCount, theirs: HandCount) -> bool:
    """Whether each card, from the highest on, is at least as high as that of the other suit, and one is higher."""
    ranks = [sorted(map(_rank(context), found.trumps), reverse=True) for found in (mine, theirs)]
    return ranks[0] != ranks[1] and all(map(ge, *ranks))


def _has_the_ace(context: DecisionContext, mine: HandCount, theirs: HandCount) -> bool:
    """Whether suits with as much above them differ by a card that is high in either, and the rest are higher too."""
    rank, alike = _rank(context), len(mine.above) == len(theirs.above)
    return (
        alike and len(mine.tops) + 1 == len(theirs.tops) and sum(map(rank, mine.trumps)) > sum(map(rank, theirs.trumps))
    )


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
        compared = tuple(_with_or_without(context, needs))
        yield from compared
        if compared or needs[0] is None or needs[1] is None or needs[0].n == needs[1].n:
            return
        least, lower = needs[1].n, needs[0].n < needs[1].n
        harder = not lower and not context.policy.bids_count and bool(_to_call(context))
    at = int(lower and bids[1])
    spoken, need = (move, other)[at], needs[at]
    trump = trump_of(context, spoken, at) if spoken is not None and bids[at] else None
    found = count_hand(context, context.held(context.seat), trump) if trump is not None else None
    if found is None:
        return
    facts = bid_facts(context, found, need) | {"spoken": spoken, "move": move}
    held = context.held(context.seat)
    facts["brings"] = context.policy.may_score(context.view, spoken, held) if spoken is not None else ()
    facts["naming"] = (
        0 if all(bids) or last_bid(context)[0] in context.friends else round(policy_of(context.game).naming_brings)
    )
    if lower:
        facts |= then_low(context)
        too_little = facts["expected"] < facts["goal"] - NEAR and (need is None or facts["own"] < facts["goal"])
        yield Reason("lacking", facts | {"too_little": too_little, "quiet": not bids[0]})
        return
    facts |= {"other": context.other} if harder else {}
    yield from _held(found, need, facts | {"harder": harder}, least)


def _held(found: HandCount, need: Needed | None, facts: dict[str, Any], least: int) -> Iterator[Reason]:
    """That the hand has enough for a bid, or what else speaks for it; `least` is what the other choice would need."""
    half = facts["fixed"] and need is None and 2 * len(facts["trumps"]) >= facts["all"]
    enough, own = half or facts["expected"] >= facts["goal"] - NEAR, facts["own"]
    if need is not None and need.added:
        if own < max(least, need.n - 1):
            return
        own = min(own, need.n)
        facts |= {"own": own, "rest": max(0, own - len(found.sure))}
    elif need is not None and not (enough or facts["foe"] or facts["harder"]) and (need.alone or not found.sure):
        return  # the count falls short of what the deals show
    yield Reason("holding", facts | {"enough": enough})


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


def _with_or_without(context: DecisionContext, needs: Sequence[Needed | None]) -> Iterator[Reason]:
    """Why one of two bids is better with trumps, or without: high cards, suits that others can run, what it counts."""
    if context.other is None or context.meaning.no_trump == context.phase.meaning(context.other.word).no_trump:
        return
    hand = context.held(context.seat)
    suit = trump_of(context, context.other, 1) if context.meaning.no_trump else trump_of(context, context.move, 0)
    some, none = count_hand(context, hand, suit or ""), count_hand(context, hand, "")
    if some is None or none is None or not suit:
        return
    mine, theirs = needs
    facts = bid_facts(context, none, mine) | {"move": context.move, "other": context.other, "suit_": suit}
    facts |= {"trumps": some.trumps, "above": some.above, "trumped": not context.meaning.no_trump, "fewer": 0}
    held = [c.suit for c in hand]
    facts["unstopped"] = tuple(sorted(none.unstopped, key=held.count))
    facts["void"] = bool(none.unstopped) and facts["unstopped"][0] not in held
    here, there = (context.policy.may_score(context.view, one, hand) for one in (context.move, context.other))
    facts["brings"] = [one for one in here if one not in there]
    if mine is not None and theirs is not None:
        facts |= {"times": mine.times if mine.times > theirs.times else 1, "fewer": max(0, theirs.n - mine.n)}
    plain = context.meaning.no_trump
    better = bool(none.tricks > some.tricks - CLEAR or facts["fewer"])
    facts["poorer"] = not better
    if plain and (facts["times"] > 1 or better) and (none.tops or len(some.above) == 1):
        yield Reason("trumps_or_none", facts | {"plain": True})
    elif not plain and (none.unstopped or some.tricks > none.tricks - CLEAR):
        yield Reason("trumps_or_none", facts | {"plain": False})
