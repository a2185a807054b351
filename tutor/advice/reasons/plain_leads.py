"""Reasons for leading a card of a suit that is not trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.standing import (
    count_text,
    foes_with_trumps,
    frees_to_trump,
    gave_dear,
    guarded_top,
    height,
    higher_out,
    holds,
    last_foe,
    of_suit,
    out_of_suit,
    ruffed_by_friend,
    taken_by_friend,
    threats,
    void_foes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.cards import Card, Cards

PROBABLE: Final = 0.65
"""The share of deals from which on something is told as probable."""
ABOVE: Final = 2
"""The most higher cards out of sight that are worth bringing out."""
LONG: Final = 4
"""Cards that make a suit long."""


def to_set_free(context: DecisionContext, c: Card, mine: Sequence[Card]) -> Card | None:
    """The own card of the suit that is the best one once the few above it are gone, which a lead of `c` brings out."""
    honour = next((x for x in mine if x is not c and 0 < len(higher_out(context, x)) <= ABOVE), None)
    if honour is None or len(mine) <= len(higher_out(context, honour)):
        return None
    return honour if height(context, c) < height(context, higher_out(context, honour)[-1]) else None


def highest_lead(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Reasons for leading the best card of a plain suit."""
    armed = foes_with_trumps(context)
    if not out_of_suit(context, c) and armed:
        yield from _forces(context, c, facts)
    elif not out_of_suit(context, c):
        yield Reason("last_of_suit", facts | {"trumps": bool(context.trick.trumps)})
    elif not armed and facts["out"]:
        yield Reason("nobody_trumps", facts)
    elif not facts["out"]:
        yield Reason("master", facts | {"run": run_of(context, mine), "trump": False})
    else:
        stands = holds(context)
        if stands.share(PROBABLE):
            yield Reason("high_in_suit", facts | last_foe(context) | stands._asdict())
    yield from _clears_way(context, c, mine)
    yield from _no_penalty(context, c)


def _clears_way(context: DecisionContext, c: Card, mine: Cards) -> Iterator[Reason]:
    """The only card out of sight between `c` and another own card may fall under it."""
    after = next((x for x in mine if higher_out(context, x)), None)
    if after is not None and len(between := higher_out(context, after)) == 1:
        yield Reason("clears_way", {"c": c, "between": between[0], "then": after})


def run_of(context: DecisionContext, mine: Cards) -> Cards:
    """The own cards of the suit that no card out of sight is above."""
    return tuple(x for x in mine if not higher_out(context, x))


def _no_penalty(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """On the other choice, a winner too, others may throw a card that costs whoever takes it."""
    other = context.other_card
    if other is None or context.trick.is_trump(other) or higher_out(context, other):
        return
    costly = [min(out_of_suit(context, x), key=context.card_value, default=None) for x in (c, other)]
    ours, theirs = (0.0 if x is None else context.card_value(x) for x in costly)
    if theirs < 0 <= ours:
        yield Reason("no_penalty", {"c": c, "other": other, "costly": costly[1], "cost": count_text(-theirs)})


def plain_lead(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Reasons for leading a card of a plain suit that a higher one may beat."""
    suit, above = facts["suit_"], higher_out(context, c)
    ruffed = ruffed_by_friend(context, suit) if facts["out"] else None
    if ruffed is not None and ruffed.share(PROBABLE):
        yield Reason("partner_ruffs", facts | ruffed._asdict(), sampled=True)
        return
    touching = _touching(context, c, mine)
    if touching:
        good = len(_between(context, mine, c)) > len(above)
        yield Reason("sequence", facts | {"touching": touching, "above": above, "good": good})
        return
    likely = tuple(likely_won(context))
    yield from likely
    if any(reason.what in ("wins_often", "nobody_can") for reason in likely):
        return
    dear, honour = context.other_card, to_set_free(context, c, mine)
    if dear in mine and dear is not honour and context.card_value(dear) > context.card_value(c):
        n, worth = len(threats(context, dear)), count_text(context.card_value(dear))
        if n:
            yield Reason("spares_count", {"c": c, "dear": dear, "worth": worth, "n": n})
    forced = tuple(_forces(context, c, facts))
    yield from forced
    if forced:
        return
    if honour is not None:
        yield Reason("brings_out", facts | {"honour": honour, "above": higher_out(context, honour)})
    elif len(mine) >= LONG and len(mine) == _longest(context) and not foes_with_trumps(context):
        yield Reason("from_length", facts)
    else:
        yield from _shortens(context, c, mine, facts)
    yield from _leaves_guarded(context, suit)


def _longest(context: DecisionContext) -> int:
    """The number of own cards of the longest suit that may be led."""
    suit = context.trick.order.suit
    return max(len(of_suit(context, suit[x])) for x in context.cards)


def _forces(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """An opponent has no card of the suit, and may spend a trump on one that counts little."""
    void, trumps = void_foes(context, c), sum(map(context.trick.is_trump, context.hand))
    cheap = context.card_value(c) <= min(map(context.card_value, context.cards))
    if not cheap or not trumps or trumps < min(2, facts["out"]):
        return
    if void:
        yield Reason("forces", facts | {"who": "" if len(void) > 1 else void[0]})
    elif dear := gave_dear(context, c):
        who = max(dear, key=lambda foe: context.card_value(dear[foe]))
        yield Reason("forces_probably", facts | {"who": who, "given": dear[who]})


def _shortens(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Few cards of the suit are left in hand, and what is led later can be trumped."""
    v = context.trick
    plain = [x for x in context.hand if not v.is_trump(x) and x not in mine]
    if len(mine) > 2 or not plain or len(out_of_suit(context, c)) < 2 or guarded_top(context, facts["suit_"]):
        return
    if len(mine) == 1 and frees_to_trump(context, c):
        yield Reason("singleton", facts)
    elif len(mine) == 2 and frees_to_trump(context, *mine):
        yield Reason("doubleton", facts)


def _leaves_guarded(context: DecisionContext, suit: str) -> Iterator[Reason]:
    """The other choice would open a suit in which a high card is worth more if others lead it."""
    other = context.other_card
    if other is None or context.trick.is_trump(other) or context.trick.order.suit[other] == suit:
        return
    kept = guarded_top(context, context.trick.order.suit[other])
    if kept is not None and guarded_top(context, suit) is None and len(out_of_suit(context, kept)) > ABOVE:
        facts = {"kept": kept, "above": higher_out(context, kept), "suit_": context.trick.order.suit[other]}
        yield Reason("leaves_guarded", facts)


def likely_won(context: DecisionContext) -> Iterator[Reason]:
    """The card probably wins, or a partner takes the trick."""
    wins = holds(context)
    if wins.held == wins.deals and context.trick.by_suit:
        yield Reason("nobody_can", {"c": context.card} | last_foe(context))
        return
    if wins.share(PROBABLE):
        yield Reason("wins_often", {"move": context.move} | wins._asdict(), sampled=True)
        return
    helped = taken_by_friend(context) if len(context.hand) > 1 else None
    if helped is not None and helped.share(PROBABLE):
        yield Reason("partner_takes", helped._asdict(), sampled=True)


def _touching(context: DecisionContext, c: Card, mine: Sequence[Card]) -> Card | None:
    """The next lower own card, if no unseen card lies between, few are above, and both are in the upper half."""
    following = next((x for x in mine if height(context, x) < height(context, c)), None)
    if following is None or not 0 < len(higher_out(context, c)) <= ABOVE:
        return None
    above, rest = higher_out(context, following), out_of_suit(context, c)
    touches = len(above) == len(higher_out(context, c))
    return following if touches and 2 * (len(rest) - len(above)) >= len(rest) else None


def _between(context: DecisionContext, mine: Sequence[Card], c: Card) -> Cards:
    """The own cards of the suit that are as good as `c`, itself among them."""
    above = len(higher_out(context, c))
    return tuple(x for x in mine if len(higher_out(context, x)) == above)
