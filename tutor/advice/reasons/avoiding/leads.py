"""Reasons for leads where tricks do harm: how the lead is lost, and with what it can still be lost later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.avoiding.paid_cards import decides_more, forcing
from tutor.advice.reasons.avoiding.thrown import emptied, level
from tutor.advice.reasons.avoiding.ways_out import SAFE, STUCK, WayOut, costs, danger, low_beside, stakes, way_out
from tutor.advice.reasons.context import DecisionContext, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

APART: Final = 0.07
"""The least difference between two chances of having to take a trick that is told."""
EVEN: Final = 0.5
"""The chance of having to take a trick from which on a lead is not said to lose it."""
FEWEST: Final = 12
"""With fewer deals tried these do not say how likely a dear card is to fall."""
SELDOM: Final = 0.05
"""The share of deals below which it is not told that one may fall, or that a lead may have to win."""
SOON: Final = 1
"""So few cards out above one may soon be gone, so that it would have to win."""


def leading_to_lose(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """Reasons for leading `c` to a trick that the seat would rather lose."""
    mine, other = way_out(context, c), context.other_card
    facts: dict[str, Any] = {"mine": mine, "theirs": None, "by": "", "danger": ()} | stakes(context)
    facts |= {"takes": mine.risk >= STUCK, "hard": False, "theirs_takes": False, "own": context.card_value(c)}
    facts["flat"] = context.policy.trick_cost(context.state)
    if other is None or other not in context.cards:
        if not mine.surely_wins and mine.risk <= SAFE:
            yield Reason("way_out", facts)
        yield from emptied(context, c)
        return
    theirs = way_out(context, other)
    facts |= {"theirs": theirs, "theirs_takes": theirs.risk >= STUCK, "other": other}
    facts |= {
        "danger": () if theirs.sure else _likely_to_fall(context, danger(context, other)),
        "hard": mine.risk > EVEN,
    }
    paid, void = tuple(forcing(context, c, other)), tuple(emptied(context, c))
    plain = tuple(_led_rather(context, c, other, facts)) if not any(map(decides_more, paid)) else ()
    told = tuple(one for one in plain if one.what != "ways_alike" or not (paid or void))
    yield from told or paid or tuple(forcing(context, c, other, guarded=True))
    here = {"now": 0.0, "soon": 0.0} if told else {"sure": mine.sure}
    yield from (one._replace(facts={**one.facts, **here}) for one in void)


def _likely_to_fall(context: DecisionContext, dear: Cards) -> Cards:
    """The dear cards, if the other lead brings the seat one in more than a few of the deals that it was tried in."""
    lines = context.lines.get(context.other, ()) if context.other is not None else ()
    first = [line.tricks[0] for line in lines if line.tricks]
    fell = sum(who == context.seat and any(x in cards for x in dear) for who, cards in first)
    return dear if len(first) < FEWEST or fell >= SELDOM * len(first) else ()


def _led_rather(context: DecisionContext, c: Card, other: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """Why `c` is led rather than `other`: to lose the lead, to keep a better card for that, by what they cost."""
    mine, theirs = facts["mine"], facts["theirs"]
    same, harder = mine.suit_ == theirs.suit_, theirs.risk + APART <= mine.risk
    dear = context.card_value(c) > context.card_value(other)
    if mine.risk == theirs.risk == 1.0:
        yield Reason("both_take", {"c": c, "other": other, "sure": mine.surely_wins and theirs.surely_wins})
    elif mine.sure and not theirs.sure and theirs.risk < SELDOM:
        yield level(context, mine, theirs)
    elif mine.risk + APART <= theirs.risk or (mine.sure and not theirs.sure):
        yield Reason("way_out", facts | {"by": _compared(mine, theirs)})
    elif dear and not mine.sure and mine.risk <= SAFE:
        yield Reason("leads_dear", facts | {"worth": context.card_value(c)})
    elif (harder and theirs.risk <= SAFE) or (theirs.sure and not mine.sure):
        yield Reason("keeps_way_out", facts)
    elif same and context.between(c, other):
        yield Reason("way_out", facts)
    elif mine.sure and theirs.sure and dear:
        yield Reason("leads_dear", facts | {"worth": context.card_value(c)})
    elif mine.sure and theirs.sure:
        yield from _neither_wins(context, facts)
    elif costs(context, c) < costs(context, other):
        has_to = all(way_out(context, x).risk >= STUCK for x in context.cards)
        more = context.card_value(other) - context.card_value(c)
        yield Reason("leads_cheap", facts | {"more": more, "has_to": has_to})
    else:
        yield from _no_better(context, facts, same=same, harder=harder)


def _neither_wins(context: DecisionContext, facts: dict[str, Any]) -> Iterator[Reason]:
    """Neither lead can win now: what the other card is kept for, and of which suit the hand is out sooner."""
    mine, theirs = facts["mine"], facts["theirs"]
    covered = _covered(context, theirs)
    if covered and not _covered(context, mine):
        yield Reason("keeps_cover", facts | {"covered": covered})
    else:
        yield from tuple(_sooner_out(context, facts)) or [level(context, mine, theirs)]


def _covered(context: DecisionContext, out: WayOut) -> tuple[Card, ...]:
    """The own higher cards of a suit that would probably have to win if this low one, the only one, were gone."""
    above = [x for x in context.of_suit(out.suit_) if context.height(x) > context.height(out.card)]
    return () if low_beside(context, out.card) else tuple(x for x in above if way_out(context, x).risk >= STUCK)


def _next_low(context: DecisionContext, out: WayOut) -> Card | None:
    """Another low card of the suit, to lose the lead with when this one is gone; None if there is none."""
    return next(reversed(low_beside(context, out.card)), None)


def _no_better(context: DecisionContext, facts: dict[str, Any], *, same: bool, harder: bool) -> Iterator[Reason]:
    """Why a card is led that is no better to lose the lead with, and costs no less."""
    mine, theirs = facts["mine"], facts["theirs"]
    if same and not (facts["takes"] and not facts["now"]):
        return
    if not harder and (after := _next_low(context, mine)) and not _next_low(context, theirs):
        alone = len(context.of_suit(theirs.suit_)) == 1
        yield Reason("more_low", facts | {"after": after, "alone": alone})
    elif harder and facts["takes"] and not facts["now"]:
        if not any(map(context.card_value, (*mine.below, *mine.above))):  # else the trick costs much
            yield Reason("takes_early", facts)
    elif sooner := tuple(_sooner_out(context, facts)):
        yield from sooner
    elif not harder and (covered := _high_above(context, theirs)) and not _high_above(context, mine):
        yield Reason("spares_cover", facts | {"covered": covered})
    elif not harder:
        yield level(context, mine, theirs)


def _high_above(context: DecisionContext, out: WayOut) -> tuple[Card, ...]:
    """The own higher cards of a suit that would probably have to win if it were led, and few low ones stand beside."""
    above = [x for x in context.of_suit(out.suit_) if context.height(x) > context.height(out.card)]
    high = tuple(x for x in above if way_out(context, x).risk >= STUCK)
    return high if len(low_beside(context, out.card)) <= len(high) else ()


def _sooner_out(context: DecisionContext, facts: dict[str, Any]) -> Iterator[Reason]:
    """The card is of the shorter suit, so the hand is out of it sooner."""
    mine, theirs = facts["mine"], facts["theirs"]
    own = len(context.of_suit(mine.suit_))
    if 1 < own < len(context.of_suit(theirs.suit_)) and context.frees_to_throw(mine.card):
        yield Reason("sooner_out", facts)


def _compared(mine: WayOut, theirs: WayOut) -> str:
    """Whether the cards below or those above tell two leads apart; "" if neither do."""
    if not theirs.above:
        return "above" if mine.above else "below"
    if len(mine.below) < len(theirs.below):
        return "below"
    return "above" if len(mine.above) > len(theirs.above) else ""
