"""Reasons for a card to a trick, in games whose view tells which card is winning and which beat it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.context import DecisionContext, Reason, next_seats
from tutor.advice.lie_of_cards import Share
from tutor.advice.on_discards import discarding
from tutor.advice.on_leads import leading
from tutor.advice.on_ranks import beaten_by_rank, leading_by_rank, may_be_tied, race_facts, ties_best
from tutor.advice.standing import (
    as_good,
    count_text,
    foes_to_play,
    frees_to_throw,
    frees_to_trump,
    height,
    higher_out,
    holds,
    is_lowest,
    last_foe,
    out_of_suit,
    taken_by_friend,
    threats,
    trumps_out,
    void_foes,
)
from tutor.kernel.events import TRICK_WON
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    from tutor.kernel.cards import Card, Cards

SURE: Final = 0.8
"""The share of sampled deals from which on a trick is called likely won."""
LIKELY: Final = 0.5
"""The same for a trick that is left to partner."""
OF_ONE_CARD: Final = frozenset({"hopeless", "least_count", "makes_void", "empties", "stands", "cannot_be_beaten"})
"""Reasons that look at the advised card alone, so that they may hold for the other choice as well."""
FEW: Final = 2
"""The most cards that are named as those that may beat one."""


def in_tricks(context: DecisionContext) -> Iterator[Reason]:
    """All reasons for the card, the most important first."""
    v, c = context.view, context.card
    if c is None or context.move.word or c not in context.cards or not isinstance(v, RankedTrickView):
        return
    if len(context.cards) < 2:
        return
    if not v.trick:
        yield from (leading if v.by_suit else leading_by_rank)(context, c)
    elif other := _equal(context, c):
        yield Reason("equals", {"c": c, "other": other})
        return
    else:
        yield from tuple(_unloaded(context, c)) or _for_this_one(context, c)
    yield from _kept(context, c)


def _equal(context: DecisionContext, c: Card) -> Card | None:
    """The card of the other choice, if it does and counts the same as `c`: no card out of sight lies between them."""
    v, other = context.trick, context.other_card
    if other is None or other is c or other not in context.cards or not v.by_suit or v.beats(c) != v.beats(other):
        return None
    alike = other in as_good(context, c) or c in as_good(context, other)
    return other if alike and context.card_value(c) == context.card_value(other) else None


def _for_this_one(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The reasons for answering with `c`, without those that say the same of the other choice."""
    other, own = context.other_card, tuple(_answered(context, c))
    theirs: Set[str] = frozenset()
    if other in context.cards and other is not c and any(reason.what in OF_ONE_CARD for reason in own):
        theirs = OF_ONE_CARD & {reason.what for reason in _answered(context.exchanged(), other)}
    yield from (reason for reason in own if reason.what not in theirs)


def _unloaded(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The card costs points, and it goes to an opponent's trick."""
    v = context.trick
    if not v.trick or v.beats(c) or v.holder in context.friends:
        return
    bad = context.wants_tricks is False
    own = context.card_value(c)
    if own < 0 or (bad and own > 0 and own == max(context.card_value(x) for x in context.cards if not v.beats(x))):
        yield Reason("unloads", {"c": c, "worth": own, "best": v.best, "holder": v.holder, "bad": bad})


def _answered(context: DecisionContext, c: Card) -> Iterator[Reason]:
    v = context.trick
    winners = tuple(x for x in context.cards if v.beats(x))
    rest = next_seats(context)
    facts: dict[str, Any] = {
        "c": c,
        "best": v.best,
        "holder": v.holder,
        "last": not rest,
        "sure": not (above := _may_beat(context, c)),
        "above": above if len(above) <= FEW else (),
        "worth": count_text(context.card_value(c)),
    } | last_foe(context)
    yield from _void_to_come(context, c)
    ours = v.holder in context.friends and v.holder != context.seat
    if v.beats(c):
        yield from _took(context, c, winners, facts, ours=ours)
    elif ours and context.wants_tricks is not False:
        yield from _left(context, c, winners, facts)
    elif winners:
        yield from _spared(context, c, winners, facts)
    else:
        yield from (_beaten if v.by_suit else beaten_by_rank)(context, c, facts)


def _may_beat(context: DecisionContext, c: Card) -> Cards:
    """The cards that an opponent still to play may beat `c` with, if it is the best so far, the lowest first."""
    v = context.trick
    if (c is not v.best and not v.beats(c)) or not (foes := foes_to_play(context)):
        return ()
    held = (x for x in threats(context, c) if any(context.may_hold(who, x) for who in foes))
    return tuple(sorted(held, key=v.power.__getitem__))


def _void_to_come(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """An opponent still to play may trump, and the other choice would spend a higher card of the suit on that."""
    v, other = context.trick, context.other_card
    spent = v.by_suit and other is not None and v.follows(other) and v.beats(other) and v.follows(c)
    if other is None or not spent or v.power[other] <= v.power[c] or context.wants_tricks is False:
        return
    if void := void_foes(context, v.trick[0]):
        who = void[0] if len(void) == 1 else ""
        yield Reason("void_to_come", {"c": c, "other": other, "who": who, "suit_": v.order.suit[c]})


def _left(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """The card leaves the trick to a partner, who is winning it so far."""
    safe = not foes_to_play(context) or not threats(context, context.trick.best)
    sampled = Share(0, 0) if safe else holds(context)
    stays = safe or not sampled.deals or sampled.share(LIKELY)
    facts = facts | {"safe": safe, "winners": winners} | sampled._asdict()
    own, counted = context.card_value(c), [context.card_value(x) for x in context.cards]
    spared = context.other_card or c
    if own < 0:
        if not stays:
            lost = sampled.deals - sampled.held
            yield Reason("leaves_penalty", facts | {"lost": lost}, sampled=True)
    elif context.card_value(spared) < 0 and stays:
        yield Reason("spares_penalty", facts | {"spared": spared, "cost": count_text(-context.card_value(spared))})
    elif own > min(counted) and own > 0 and own >= context.card_value(spared) and stays:
        yield Reason("feeds_partner", facts)
    elif winners and stays:
        yield Reason("leaves_partner", facts)
    elif winners:
        yield Reason("saves", facts)
    elif own <= max(0, min(counted)) and (is_lowest(context, c) or _thrown(context, c)):
        thrown = tuple(discarding(context, c)) if _thrown(context, c) else ()
        yield from thrown or [Reason("partner_low", facts)]


def _thrown(context: DecisionContext, c: Card) -> bool:
    """Whether the card is thrown away: neither of the suit led nor a trump."""
    v = context.trick
    return v.by_suit and not v.follows(c) and not v.is_trump(c)


def _spared(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """The card loses the trick, though another legal card would win it so far."""
    v = context.trick
    if context.wants_tricks is False:
        under = [x for x in context.cards if not v.beats(x)]
        highest = len(under) > 1 and all(height(context, x) <= height(context, c) for x in under if x is not c)
        highest = highest and len({v.order.suit[x] for x in under}) == 1
        yield Reason("ducks", facts | {"winners": winners, "highest": highest})
        return
    partners = [seat for seat in next_seats(context) if seat in context.friends]
    if ties_best(context, c):
        yield Reason("draws", facts)
    elif partners and (v.follows(c) or not v.by_suit):
        yield Reason("second_low", facts | {"winners": winners, "partner": partners[0]})
    elif v.by_suit and not v.follows(c) and all(v.is_trump(x) for x in winners):
        yield Reason("spares_trump", facts | {"winners": winners})
        yield from discarding(context, c)
    else:
        yield Reason("saves", facts | {"winners": winners})


def _took(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any], *, ours: bool) -> Iterator[Reason]:
    v = context.trick
    dearer = tuple(x for x in winners if v.power[x] > v.power[c])
    ruffs = v.is_trump(c) and not v.follows(c)
    table = sum(context.card_value(x) for x in v.trick)
    facts = facts | {"dearer": dearer, "table": table, "ruffs": ruffs, "suit_": v.order.suit[v.trick[0]]}
    facts["void"] = void_foes(context, v.trick[0])[:1] if ruffs else ()
    if context.wants_tricks is False:
        yield from _took_unwanted(context, winners, facts)
        return
    low = not facts["last"] and v.follows(c) and is_lowest(context, c)
    own = context.card_value(c)
    with_points = facts["last"] and own > 0 and own == max(map(context.card_value, winners))
    if ours and len(winners) < len(context.cards) and not with_points:
        before = len(_may_beat(context, v.best)) if v.best is not None else 0
        if not before or len(_may_beat(context, c)) < before:
            yield Reason("takes_over", facts | {"safe": not before})
    elif len(winners) == 1:
        if len(context.cards) > 1:
            yield Reason("only_winner", facts)
    elif with_points:
        yield Reason("wins_with_points", facts)
    elif low and len(winners) == len(context.cards) and threats(context, c) and not holds(context).share(LIKELY):
        yield Reason("plays_low", facts)
        return
    else:
        yield from _height_chosen(context, c, winners, facts)
    if not facts["last"] and not facts["above"]:
        yield from _stands(context, c)


def _height_chosen(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Why the trick is taken with this card and not with a higher or a lower one."""
    if len(facts["dearer"]) == len(winners) - 1:
        yield Reason("cheapest_winner", facts)
    elif alike := as_good(context, c):
        yield Reason("equal_winner", facts | {"alike": alike})
    elif not facts["last"]:
        yield from _higher(context, c, winners, facts)


def _higher(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """A cheaper card would win so far, but more cards that are still to come may beat it."""
    low = min(winners, key=context.trick.power.__getitem__)
    if len(_may_beat(context, low)) <= len(_may_beat(context, c)):
        return
    above, more = len(threats(context, c)), len(threats(context, low))
    if not facts["dearer"]:
        yield Reason("highest_winner", facts)
    elif 0 < above < more:
        yield Reason("goes_higher", {"c": c, "low": low, "n": above, "more": more})


def _took_unwanted(context: DecisionContext, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Which of the winning cards is best in a trick that the seat would rather lose."""
    v, c, last = context.trick, facts["c"], facts["last"]
    other, loses = context.other_card, not last and _loses(context, winners)
    if last and (other is None or v.power[other] < v.power[c]) and _free(context):
        yield Reason("takes_free", {"c": c})
    elif not facts["dearer"] and len(winners) > 1 and not loses:
        yield Reason("takes_high", facts)
    elif loses and len(facts["dearer"]) == len(winners) - 1 == len(context.cards) - 1:
        yield Reason("low_over", facts)


def _loses(context: DecisionContext, winners: Cards) -> bool:
    """Whether most cards out of sight of its suit go above the lowest of `winners`."""
    low = min(winners, key=context.trick.power.__getitem__)
    return 2 * len(higher_out(context, low)) > len(out_of_suit(context, low))


def _free(context: DecisionContext) -> bool:
    """Whether the trick that the move completes costs its winner nothing."""
    events = context.phase.act(context.state, context.seat, context.move).events
    return any(event.what == TRICK_WON and event.facts.get("points") == 0 for event in events)


def _stands(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """In how many sampled deals no opponent still to play can beat the card."""
    if context.sampled is None:
        return
    foes = foes_to_play(context)
    if not foes or not threats(context, c):
        if foes:
            yield Reason(
                "at_least_level" if may_be_tied(context, c) else "cannot_be_beaten", {"c": c} | race_facts(context)
            )
        return
    found = holds(context)
    facts = {"c": c} | last_foe(context)
    if found.held == found.deals:
        yield Reason("nobody_can", facts)
    elif found.share(SURE):
        yield Reason("stands", facts | found._asdict(), sampled=True)


def _beaten(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """Reasons for a card where no legal card wins."""
    v = context.trick
    same = [x for x in context.cards if v.order.suit[x] == v.order.suit[c]]
    own, least = context.card_value(c), min(map(context.card_value, context.cards))
    ahead = context.wants_tricks is not False and own > max(0, least)
    hoped = taken_by_friend(context) if ahead else Share(0, 0)
    if hoped.share(LIKELY):
        yield Reason("feeds_ahead", facts | hoped._asdict(), sampled=True)
    elif (
        context.wants_tricks is False and len(same) > 1 and height(context, c) == max(height(context, x) for x in same)
    ):
        yield Reason("highest_loser", facts | {"suit_": v.order.suit[c]})
    elif own == least and _dearer(context, own):
        yield Reason("least_count", facts)
    elif context.wants_tricks is not False and _thrown(context, c):
        yield from discarding(context, c)
    elif (
        context.wants_tricks is not False
        and len(same) > 1
        and own == least
        and height(context, c) == min(height(context, x) for x in same)
    ):
        yield Reason("lowest", facts | {"many": len(same), "suit_": v.order.suit[c]})
    if not v.follows(c) and context.wants_tricks is False:
        suit = v.order.suit[c]
        if frees_to_throw(context, c) and not any(x is not c and v.order.suit[x] == suit for x in context.hand):
            yield Reason("empties", {"c": c, "suit_": suit})
    elif not v.follows(c) and not v.is_trump(c):
        suit = v.order.suit[c]
        left = [x for x in context.hand if x is not c and v.order.suit[x] == suit]
        if not left and frees_to_trump(context, c):
            yield Reason("makes_void", {"c": c, "suit_": suit})


def _dearer(context: DecisionContext, own: float) -> bool:
    """Whether the other choice counts more than `own`; without one, whether any card does."""
    others = context.cards if context.other is None else context.other.cards[:1]
    return any(context.card_value(x) > own for x in others)


def _kept(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The only other choice was the best trump left, which stays in hand."""
    if context.wants_tricks is False or len(context.hand) < 2 or context.other is None:
        return
    v = context.trick
    tops = [x for x in context.cards if x is not c and v.is_trump(x) and x in context.other.cards]
    kept = [x for x in tops if not threats(context, x, among_hand=True)]
    if kept and (not v.trick or not v.beats(c) or height(context, kept[0]) > height(context, c)):
        yield Reason("keeps_master", {"c": c, "kept": kept[0], "out": trumps_out(context)})
