"""Reasons for a card that is led to a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.context import DecisionContext, Reason
from tutor.advice.standing import (
    armed_foes,
    count_text,
    frees_to_throw,
    frees_to_trump,
    height,
    higher_out,
    holds,
    ruffed_by_friend,
    taken_by_friend,
    threats,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.cards import Card, Cards

RUFFED: Final = 0.6
"""The share of sampled deals from which on partner is said to ruff the suit."""
TAKEN: Final = 0.6
"""The same for a trick that partner is said to take."""
STANDS: Final = 0.5
"""The share of sampled deals from which on the best card of a suit is said to win unless it is trumped."""
ABOVE: Final = 2
"""The most higher cards out of sight that a sequence is led against."""
LONG: Final = 4
"""Cards that make a suit long."""


def leading(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """All reasons for leading `c`, the most important first."""
    v = context.trick
    suit = v.order.suit[c]
    mine = [x for x in context.hand if v.order.suit.get(x) == suit]
    trump = v.is_trump(c)
    out = sum(n for x, n in context.outstanding.items() if v.is_trump(x))
    beaten = threats(context, c)
    facts = {"c": c, "suit_": suit, "n": len(mine), "out": out, "bad": context.wants_tricks is False}
    lowest = len(mine) > 1 and height(context, c) == min(height(context, x) for x in mine)
    if context.wants_tricks is False:
        if lowest and beaten and not _dearest(context, c):
            yield Reason("leads_low", facts)
        elif len(mine) == 1 and frees_to_throw(context, c):
            yield Reason("empties", {"c": c, "suit_": suit})
        elif len(mine) > 1 and not lowest:
            yield from _keeps_low(context, mine, facts)
        return
    if trump and out and armed_foes(context):
        yield Reason("draws_trumps", facts | {"master": not beaten, "guards": _guards(context)})
    elif not beaten:
        yield Reason("master", facts)
    elif not trump and all(v.is_trump(x) for x in beaten) and armed_foes(context):
        stands = holds(context)
        if not stands.deals or stands.share(STANDS):
            yield Reason("high_in_suit", facts | stands._asdict())
    elif not trump:
        yield from _plain(context, c, facts, tuple(x for x in beaten if v.order.suit[x] == suit))


def _dearest(context: DecisionContext, c: Card) -> bool:
    """Whether `c` counts more than any other card in hand, so that to be above it does not hurt for its height."""
    worth = context.card_value(c)
    return bool(worth) and all(context.card_value(x) < worth for x in context.hand if x is not c)


def _keeps_low(context: DecisionContext, mine: Sequence[Card], facts: dict[str, Any]) -> Iterator[Reason]:
    """A lower card of the suit, which hardly any other is under, stays to lose the lead with."""
    low = min(mine, key=lambda x: height(context, x))
    out = sum(n for x, n in context.outstanding.items() if context.trick.order.suit.get(x) == facts["suit_"])
    above = len(higher_out(context, low))
    if above and out - above <= 1:
        yield Reason("keeps_low", facts | {"low": low, "n": above, "of": out})


def _plain(context: DecisionContext, c: Card, facts: dict[str, Any], above: Cards) -> Iterator[Reason]:
    """Reasons for leading a card of a plain suit that somebody may beat."""
    v, suit = context.trick, facts["suit_"]
    mine = [x for x in context.hand if v.order.suit.get(x) == suit]
    ruffed = ruffed_by_friend(context, suit) if facts["out"] else None
    if ruffed is not None and ruffed.share(RUFFED):
        yield Reason("partner_ruffs", facts | ruffed._asdict(), sampled=True)
    touching = _touching(context, c, mine)
    if touching and above:
        yield Reason(
            "sequence", facts | {"touching": touching, "above": sorted(above, key=lambda x: -height(context, x))}
        )
        return
    likely = tuple(likely_won(context))
    yield from likely
    if any(reason.what == "wins_often" for reason in likely):
        return
    dear = context.other_card or c
    if context.card_value(dear) > context.card_value(c) and above and threats(context, dear):
        n, worth = len(threats(context, dear)), count_text(context.card_value(dear))
        yield Reason("spares_count", {"c": c, "dear": dear, "worth": worth, "n": n})
    lengths = [sum(v.order.suit.get(x) == s for x in context.hand) for s in {v.order.suit[x] for x in context.cards}]
    if len(mine) >= LONG and len(mine) == max(lengths) and not (facts["out"] and armed_foes(context)):
        yield Reason("from_length", facts)
    elif len(mine) == 1 and frees_to_trump(context, c):
        yield Reason("singleton", facts)
    elif above and len(mine) > 1 and height(context, c) == min(height(context, x) for x in mine):
        yield Reason("leads_low", facts)


def likely_won(context: DecisionContext) -> Iterator[Reason]:
    """The card wins in many sampled deals, or a partner takes the trick."""
    wins = holds(context)
    if wins.share(STANDS):
        yield Reason("wins_often", {"move": context.move} | wins._asdict(), sampled=True)
        return
    helped = taken_by_friend(context) if len(context.hand) > 1 else None
    if helped is not None and helped.share(TAKEN):
        yield Reason("partner_takes", helped._asdict(), sampled=True)


def _touching(context: DecisionContext, c: Card, mine: list[Card]) -> Card | None:
    """The next lower own card, if no unseen card lies between, few are above, and both are in the upper half."""
    lower = [x for x in mine if height(context, x) < height(context, c)]
    if not lower:
        return None
    following = max(lower, key=lambda x: height(context, x))
    suit = context.trick.order.suit
    rest = [x for x in context.outstanding if suit.get(x) == suit[c]]
    below = [x for x in rest if height(context, x) < height(context, following)]
    between = [x for x in rest if height(context, following) < height(context, x) < height(context, c)]
    above = len(rest) - len(below) - len(between)
    return following if not between and above <= ABOVE and 2 * len(below) >= len(rest) else None


def _guards(context: DecisionContext) -> Card | None:
    """A winner to protect from ruffs: the best card of a plain suit, or the highest of a long one; None without."""
    v = context.trick
    plain = [x for x in context.hand if not v.is_trump(x)]
    best = [x for x in plain if all(v.is_trump(y) for y in threats(context, x))]
    long = [x for x in plain if sum(v.order.suit[x] == v.order.suit[y] for y in plain) >= LONG]
    return next(iter(best), None) or max(long, key=lambda x: height(context, x), default=None)
