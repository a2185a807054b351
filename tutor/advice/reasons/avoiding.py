"""Reasons in games where tricks do harm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.advice.reasons.context import DecisionContext, Reason, next_seats
from tutor.advice.reasons.standing import (
    as_good,
    dearer_choice,
    equal,
    frees_to_throw,
    height,
    higher_out,
    of_suit,
    out_of_suit,
)
from tutor.kernel.events import TRICK_WON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards


def avoiding(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """All reasons for the card, the most important first."""
    v, other = context.trick, context.other_card
    if not v.trick:
        if other is None or (c not in as_good(context, other) and other not in as_good(context, c)):
            yield from _leading(context, c)
    elif other := equal(context, c):
        yield Reason("equals", {"c": c, "other": other})
    else:
        yield from tuple(_unloaded(context, c)) or _answering(context, c)


def _unloaded(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The dearest of the cards that may be lost goes to another player's trick."""
    v, own = context.trick, context.card_value(c)
    if v.beats(c) or v.holder in context.friends:
        return
    if own < 0 or (own > 0 and own == max(context.card_value(x) for x in context.cards if not v.beats(x))):
        yield Reason("unloads", {"c": c, "worth": own, "best": v.best, "holder": v.holder, "bad": True})


def _answering(context: DecisionContext, c: Card) -> Iterator[Reason]:
    v = context.trick
    winners = tuple(x for x in context.cards if v.beats(x))
    facts: dict[str, Any] = {"c": c, "best": v.best, "holder": v.holder, "last": not next_seats(context)}
    if v.beats(c):
        yield from _taking(context, c, winners, facts)
    elif winners:
        under = [x for x in context.cards if not v.beats(x)]
        highest = len(under) > 1 and all(height(context, x) <= height(context, c) for x in under if x is not c)
        highest = highest and len({v.order.suit[x] for x in under}) == 1
        yield Reason("ducks", facts | {"winners": winners, "highest": highest})
    else:
        yield from _losing(context, c, facts)


def _losing(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """Reasons for a card where no legal card wins."""
    v = context.trick
    suit = v.order.suit[c]
    same = [x for x in context.cards if v.order.suit[x] == suit]
    own, least = context.card_value(c), min(map(context.card_value, context.cards))
    if len(same) > 1 and height(context, c) == max(height(context, x) for x in same):
        yield Reason("highest_loser", facts | {"suit_": suit})
    elif own == least and dearer_choice(context, own):
        yield Reason("least_count", facts)
    if not v.follows(c) and frees_to_throw(context, c) and len(of_suit(context, suit)) == 1:
        yield Reason("empties", {"c": c, "suit_": suit})


def _taking(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Which of the winning cards is best in a trick that the seat would rather lose."""
    v, last = context.trick, facts["last"]
    dearer = tuple(x for x in winners if v.power[x] > v.power[c])
    other, loses = context.other_card, not last and _loses(context, winners)
    if last and (other is None or v.power[other] < v.power[c]) and _free(context):
        yield Reason("takes_free", {"c": c})
    elif not dearer and len(winners) > 1 and not loses:
        yield Reason("takes_high", facts)
    elif loses and len(dearer) == len(winners) - 1 == len(context.cards) - 1:
        yield Reason("low_over", facts)


def _loses(context: DecisionContext, winners: Cards) -> bool:
    """Whether most cards out of sight of its suit go above the lowest of `winners`."""
    low = min(winners, key=context.trick.power.__getitem__)
    return 2 * len(higher_out(context, low)) > len(out_of_suit(context, low))


def _free(context: DecisionContext) -> bool:
    """Whether the trick that the move completes costs its winner nothing."""
    events = context.phase.act(context.state, context.seat, context.move).events
    return any(event.what == TRICK_WON and event.facts.get("points") == 0 for event in events)


def _leading(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """Reasons for leading `c` to a trick that the seat would rather lose."""
    suit = context.trick.order.suit[c]
    mine = of_suit(context, suit)
    facts = {"c": c, "suit_": suit, "n": len(mine)}
    above, other = higher_out(context, c), context.other_card
    lowest = len(mine) > 1 and c is mine[-1]
    out = len(out_of_suit(context, c))
    many = 2 * len(above) > out
    if above and not many and other is not None and not higher_out(context, other):
        yield Reason("may_lose_lead", facts | {"above": above, "other": other})
    if lowest and many and not _dearest(context, c):
        yield Reason("leads_low", facts | {"held": len(above), "deals": out})
    elif len(mine) == 1 and frees_to_throw(context, c):
        yield Reason("empties", {"c": c, "suit_": facts["suit_"]})
    elif len(mine) > 1 and not lowest:
        yield from _keeps_low(context, mine[-1], facts)


def _dearest(context: DecisionContext, c: Card) -> bool:
    """Whether `c` counts more than any other card in hand, so that to be above it does not hurt for its height."""
    worth = context.card_value(c)
    return bool(worth) and all(context.card_value(x) < worth for x in context.hand if x is not c)


def _keeps_low(context: DecisionContext, low: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """A lower card of the suit, which hardly any other is under, stays to lose the lead with."""
    above, out = len(higher_out(context, low)), len(out_of_suit(context, low))
    if above and out - above <= 1:
        yield Reason("keeps_low", facts | {"low": low, "n": above, "of": out})
