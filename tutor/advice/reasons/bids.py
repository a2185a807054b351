"""Reasons for a bid, a naming of trumps or a pass, found in the hand."""

from __future__ import annotations

from itertools import takewhile
from statistics import fmean
from typing import TYPE_CHECKING, Final

from tutor.advice.calls import passes
from tutor.advice.outcomes import Follower
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.kernel.calls import CallKind
from tutor.kernel.cards import SUITS, Cards
from tutor.kernel.events import HAND_OVER, occurs
from tutor.kernel.moves import call
from tutor.kernel.view_types import CallsView, RankedTrickView, TrumpsView

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move
    from tutor.kernel.view_types import CardRanking

LONG: Final = 4
"""Cards that make a suit long, or one more than its share of the hand if that is more."""
BOLD: Final = 3
"""The fewest top cards that a bid is explained by if no suit is long."""
NEAR: Final = 1
"""The most cards above the best own one of a suit that would make good trumps."""
FEW_TRUMPS: Final = 2
"""With fewer trumps than this nobody doubles what an opponent has named."""
FEW: Final = 0.2
"""The share of the hand up to which top cards are called few."""
USUAL: Final = 0.6
"""The share of sampled deals from which on a suit is meant by a call that names none."""
MANY: Final = 0.35
"""The share of the hand from which on trumps, or top cards, are called many."""

ALIKE: Final = 0.02
"""The share of hands below which losing is said to cost hardly more than giving up."""
FEWEST: Final = 8
"""With fewer deals than this nothing is said of how often a hand was won."""


def calling(context: DecisionContext) -> Iterator[Reason]:
    """Reasons from partner's bid, from the fixed trumps, from the suit that is named, or from the longest suit."""
    if context.move.cards or not context.phase.verb or not _bids(context):
        return
    settled = bool(context.state.trump) and not any(context.phase.meaning(move.word).suit for move in context.moves)
    if settled and not isinstance(context.view, TrumpsView):
        return  # what is said now is about something else
    hand = context.game.held(context.state, context.seat)
    if len(hand) < LONG:
        return
    quiet = passes(context.phase, context.move)
    if quiet and (left := tuple(_partners_bid(context))):
        yield from left
        return
    yield from _lower(context)
    if isinstance(context.view, TrumpsView):
        trumps = tuple(filter(context.view.is_trump, hand))
        if (len(trumps) >= MANY * len(hand)) != quiet:
            facts = {"move": context.move, "n": len(trumps), "of": len(hand), "quiet": quiet, "trumps": trumps}
            yield Reason("trumps_held", facts)
    elif context.meaning.no_trump:
        tops = _from_the_top(context, hand)
        if len(tops) >= MANY * len(hand):
            yield Reason("high_cards", {"move": context.move, "tops": tops, "n": len(tops), "of": len(hand)})
    else:
        yield from _suits_held(context, hand, quiet=quiet)


def _lower(context: DecisionContext) -> Iterator[Reason]:
    """Of two bids that score the same if they are made, the lower."""
    other = context.phase.meaning(context.other.word) if context.other is not None else None
    if other is None or context.policy.bids_count or other.kind is not CallKind.BID:
        return
    if 0 < context.meaning.number < other.number and context.meaning._replace(number=other.number) == other:
        yield Reason("lower_bid", {"move": context.move, "other": context.other})


def _partners_bid(context: DecisionContext) -> Iterator[Reason]:
    """The highest bid so far is a partner's."""
    if not isinstance(context.view, CallsView):
        return
    calls = ((who, call(word)) for who, word in reversed(context.view.bids))
    who, bid = next((one for one in calls if not passes(context.phase, one[1])), ("", None))
    if bid is not None and who != context.seat and who in context.friends:
        yield Reason("partner_bid", {"who": who, "bid": bid})


def _suits_held(context: DecisionContext, hand: Cards, *, quiet: bool) -> Iterator[Reason]:
    """The suit that may become trumps; where there are none, the top cards; or that there is neither."""
    lengths = {s: sum(c.suit == s for c in hand) for s in SUITS}
    most = max(lengths.values())
    suit = context.meaning.suit or ("" if quiet else _suit_meant(context, lengths))
    if suit and not _trumps(context, suit):
        return
    stronger = tuple(_stronger(context, hand)) if suit else ()
    if stronger:
        yield from stronger
    elif suit and lengths[suit] == most and most >= LONG - (len(hand) <= 6):
        trumps, run, above = _as_trumps(context, hand, suit)
        facts = {"move": context.move, "suit_": suit, "n": len(trumps), "trumps": trumps, "run": run, "above": above}
        longest = list(lengths.values()).count(most) == 1
        good = len(above) <= NEAR
        if good or longest:
            yield Reason("long_suit", facts | {"longest": longest, "good": good})
    elif _plays_plain(context):
        tops = _from_the_top(context, hand)
        if len(tops) <= FEW * len(hand) if quiet else len(tops) >= MANY * len(hand):
            facts = {"move": context.move, "tops": tops, "n": len(tops), "of": len(hand)}
            yield Reason("few_tops" if quiet else "many_tops", facts)
    elif not quiet and not suit and context.meaning.number and len(tops := _from_the_top(context, hand)) >= BOLD:
        yield Reason("bid_tops", {"move": context.move, "tops": tops})
    elif (
        quiet
        and most <= LONG - (len(hand) <= 9)
        and not _from_the_top(context, hand)
        and not any(c.joker for c in hand)
    ):
        yield Reason("nothing_held", {"move": context.move})


def _stronger(context: DecisionContext, hand: Cards) -> Iterator[Reason]:
    """The suit named is longer than that of the other choice, or as long with a better highest card."""
    suit, other = context.meaning.suit, context.phase.meaning(context.other.word).suit if context.other else ""
    if not suit or not other or suit == other:
        return
    trumps, _, above = _as_trumps(context, hand, suit)
    fewer, _, over = _as_trumps(context, hand, other)
    if (len(trumps), -len(above)) > (len(fewer), -len(over)):
        facts = {"suit_": suit, "trumps": trumps, "other": other, "others": fewer, "longer": len(trumps) > len(fewer)}
        yield Reason("stronger_suit", facts)


def _suit_meant(context: DecisionContext, lengths: Mapping[str, int]) -> str:
    """The suit that a bid naming none is based on: what is trump after it in most deals, or the longest; else ""."""
    longest = [suit for suit, n in lengths.items() if n == max(lengths.values())]
    if context.meaning.number and len(longest) == 1:
        return longest[0]
    made = [one.trumps for one in context.sampled.column(0) if one.declared] if context.sampled is not None else []
    return next((suit for suit in longest if made and made.count(suit) >= USUAL * len(made)), "")


def _plays_plain(context: DecisionContext) -> bool:
    """Whether the hand is played without trumps in each sampled deal in which somebody plays it."""
    played = [one for one in context.sampled.column(0) if one.tricks] if context.sampled is not None else []
    return bool(played) and not any(one.trumps for one in played)


def doubling(context: DecisionContext) -> Iterator[Reason]:
    """What the hand has of the trumps that an opponent named, where it is asked whether to double."""
    v = context.view
    if not isinstance(v, CallsView) or context.other is None or context.move.cards or _bids(context):
        return
    calls = ((who, context.phase.meaning(word).suit) for who, word in reversed(v.bids))
    who, suit = next(((who, suit) for who, suit in calls if suit), ("", ""))
    quiet = passes(context.phase, context.move)
    if not suit or who in context.friends or quiet == passes(context.phase, context.other):
        return
    trumps, run, _ = _as_trumps(context, context.game.held(context.state, context.seat), suit)
    if len(trumps) < FEW_TRUMPS if quiet else len(trumps) >= LONG - bool(run):
        facts = {"suit_": suit, "trumps": trumps, "who": who, "quiet": quiet}
        yield Reason("their_trumps", facts)


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


def _bids(context: DecisionContext) -> bool:
    """Whether the decision is about trumps or a contract: some call is a bid."""
    return any(context.phase.meaning(move.word).kind is CallKind.BID for move in context.moves if not move.cards)


def _trumps(context: DecisionContext, suit: str) -> bool:
    """Whether `suit` becomes trumps in a sampled deal: a call may name a suit for another purpose, such as a card."""
    return context.sampled is None or any(outcome.trumps == suit for outcome in context.sampled.column(0))


def _ranking(context: DecisionContext) -> CardRanking | None:
    """The orders of the cards in tricks; None if the game has no such tricks."""
    views = (phase.view for phase in context.game.phases)
    return next((view.ranking for view in views if issubclass(view, RankedTrickView)), None)


def _as_trumps(context: DecisionContext, hand: Cards, suit: str) -> tuple[Cards, Cards, Cards]:
    """The cards of a hand that are trumps if `suit` is, bowers and jokers included, from the highest down.

    Then those of them above which there is no other trump; and all trumps that are above the highest of them.
    """
    ranking = _ranking(context)
    power: Mapping[Card, int] = ranking.under(suit).power[""] if ranking is not None else {}
    order = sorted((c for c, n in power.items() if n), key=lambda c: -power[c])
    mine = tuple(c for c in order if c in hand)
    return mine, tuple(takewhile(hand.__contains__, order)), tuple(takewhile(lambda c: c not in hand, order))


def _from_the_top(context: DecisionContext, hand: Cards) -> Cards:
    """The cards of a hand above which there is none of another player in their suits if there are no trumps.

    All of a suit of which the others hold no more cards than that.
    """
    ranking = _ranking(context)
    if ranking is None:
        return tuple(c for c in hand if c.rank == "A")
    order = ranking.under("")
    found: list[Card] = []
    for suit in filter(None, order.power):
        power = order.power[suit]
        row = sorted((c for c in power if order.suit[c] == suit and power[c]), key=lambda c: -power[c])
        top = list(takewhile(hand.__contains__, row))
        mine = [c for c in row if c in hand]
        found += mine if len(row) - len(mine) <= len(top) else top
    return tuple(found)
