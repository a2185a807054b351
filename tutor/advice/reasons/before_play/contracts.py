"""Contracts: how many tricks one needs and sampled deals bring, what spoils one for all tricks or none, card calls."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.calls import passes
from tutor.advice.reasons.before_play.hand_count import higher, lower, play_phase, ranking_of
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.kernel.calls import CallKind
from tutor.kernel.cards import SUITS
from tutor.kernel.seats import members
from tutor.policies import policy_of
from tutor.policies.aims import TRICK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.state import State


DANGERS: Final = 4
"""The most cards that are named as likely to win a trick that must be lost."""
ABOVE: Final = 1
"""The most higher cards of others with which a card is one of these."""
HIGH: Final = 5
"""The most cards of its suit above one that may win a trick before the suit is run."""
THIN: Final = 1
"""The most trumps of opponents in the hand of which it is told how few they are."""
FEW: Final = 8
"""With fewer deals than this nothing is said of how many tricks are taken."""


def contracts(context: DecisionContext) -> Iterator[Reason]:
    """How many tricks a contract needs that is settled with this call, and how many its side takes in sampled deals."""
    if context.move.cards:
        return
    told = [_contract(context, at) for at in range(len(context.sampled.moves))]
    if told[0] is not None:
        then = told[1] if len(told) > 1 and told[1] != told[0] else None
        ours = not context.friends.isdisjoint(members(told[0]["who"]))
        if ours and then is None and not told[0]["enough"] and not passes(context.phase, context.move):
            return  # that speaks against the call, which is made for something else
        if then is not None and then["who"] == told[0]["who"] and not _better_off(told[0], then, ours=ours):
            return  # as many either way says nothing, and a better chance of the other contract speaks against the call
        yield Reason("contract", told[0] | {"then": then}, sampled=True, role=Role.ESTIMATE)


def _better_off(here: Mapping[str, Any], there: Mapping[str, Any], *, ours: bool) -> bool:
    """Whether other tricks than in another contract of the same side make it no harder, of opponents no easier."""
    if here["taken"] == there["taken"]:
        return False
    over, other = (one["taken"] - one["goal"] for one in (here, there))
    return bool(over >= other if ours else over <= other)


def _contract(context: DecisionContext, at: int) -> dict[str, Any] | None:
    """Facts of one of the moves that are tried: the tricks needed, and those taken; None if no contract follows."""
    move, ends = context.sampled.moves[at], context.sampled.column(at)
    then = context.after(move)
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
        **_theirs(context, then, ours=ours),
    }


def _theirs(context: DecisionContext, then: State, *, ours: bool) -> dict[str, Any]:
    """Facts: the trumps of a contract of opponents, and how many the seat holds; no suit where these are not few."""
    ranking, trump = ranking_of(context.game), then.trump
    if ours or ranking is None or trump not in SUITS:
        return {"suit_": "", "own": 0}
    power = ranking.under(trump).power[""]
    own = sum(bool(power.get(c)) for c in context.held(context.seat))
    return {"suit_": trump if own <= THIN else "", "own": own}


def all_or_nothing(context: DecisionContext) -> Iterator[Reason]:
    """What spoils a contract for every trick, or for none, and so speaks against it; or that nothing does."""
    if context.other is None or context.move.cards:
        return
    quiet = passes(context.phase, context.move)
    spoken = context.other if quiet else context.move
    meaning, hand = context.phase.meaning(spoken.word), context.held(context.seat)
    if quiet == passes(context.phase, context.other) or not hand or ranking_of(context.game) is None:
        return
    trump = meaning.suit or ("" if meaning.no_trump else context.state.trump)
    facts: dict[str, Any] = {"spoken": spoken, "n": len(hand)}
    if meaning.no_tricks:
        by_danger = sorted(hand, key=lambda c: (len(higher(context, c, trump)), -len(lower(context, c, trump))))
        likely = tuple(c for c in by_danger if len(higher(context, c, trump)) <= ABOVE)
        if bool(likely) == quiet:
            yield Reason("no_tricks", facts | {"them": likely[:DANGERS], "quiet": quiet})
    elif meaning.all_tricks:
        worst = max(hand, key=lambda c: len(higher(context, c, trump)))
        above = higher(context, worst, trump)
        if bool(above) == quiet:
            yield Reason("all_tricks", facts | {"c": worst, "above": above, "quiet": quiet})


def card_calls(context: DecisionContext) -> Iterator[Reason]:
    """What the card that is called for does for the hand: it completes a run, or partner wins a suit of few cards."""
    there = context.phase.meaning(context.other.word) if context.other is not None else None
    if there is None or not context.meaning.card or not there.card or there.card == context.meaning.card:
        return
    hand, read = context.held(context.seat), context.game.pack.read
    c, other = read(context.meaning.card), read(there.card)
    if context.meaning.kind is CallKind.BID:
        yield from _called_suit(context, hand, c, other)
        return
    runs = [_run_with(context, hand, one) for one in (c, other)]
    if len(runs[0]) > len(runs[1]):
        facts = {"c": c, "run": runs[0], "other": other, "less": runs[1]}
        yield Reason("calls_card", facts)
        return
    mine, theirs = (tuple(x for x in hand if x.suit == one.suit) for one in (c, other))
    facts = {"c": c, "other": other, "suit_": c.suit, "mine": mine, "theirs": theirs}
    if len(runs[0]) == len(runs[1]) and len(mine) > len(theirs):
        yield Reason("calls_length", facts)


def taking_up(context: DecisionContext) -> Iterator[Reason]:
    """Of two cards that may be taken into the hand, beside the same others, the one that makes more of a suit's top."""
    hand, phase = context.held(context.seat), play_phase(context)
    taken = [set(move.cards) for move in (context.move, context.other) if move is not None]
    apart = [one - two for one, two in (taken, taken[::-1])] if len(taken) == 2 else []
    if [len(one) for one in apart] != [1, 1] or set.union(*taken) & {*hand}:
        return
    if phase is None or ranking_of(context.game) is None or context.state.trump:
        return
    (c,), (other,) = apart
    mine, theirs = (_run_with(context, (*hand, *(taken[0] & taken[1])), one) for one in (c, other))
    if c in mine and len(mine) > 1 and (other not in theirs or len(mine) > len(theirs)):
        yield Reason("takes_top", {"c": c, "other": other, "run": mine})


def _called_suit(context: DecisionContext, hand: Cards, c: Card, other: Card) -> Iterator[Reason]:
    """The suit of the partner's card: one has cards of it to lead, and few of them; of the other many, or none."""
    ranking = ranking_of(context.game)
    if ranking is None:
        return
    order = ranking.under(context.meaning.suit)
    mine, theirs = (tuple(x for x in hand if order.suit[x] == one.suit) for one in (c, other))
    ruffs = not theirs and any(order.power[""][x] for x in hand)
    trumps = order.power[""]
    if trumps[c] and not trumps[other]:
        yield Reason("calls_trump", {"c": c, "other": other, "mine": mine})
    elif 0 < len(mine) < len(theirs) or (mine and ruffs):
        facts = {"c": c, "mine": mine, "other": other, "suit_": c.suit, "theirs": other.suit if ruffs else ""}
        yield Reason("calls_partner", facts)


def _run_with(context: DecisionContext, hand: Cards, c: Card) -> Cards:
    """The cards from the top of the suit of `c` that the hand has once it has `c` as well."""
    suit = [x for x in (*hand, c) if x.suit == c.suit]
    return tuple(
        sorted((x for x in suit if not set(higher(context, x, "")) - {c}), key=lambda x: len(higher(context, x, "")))
    )
