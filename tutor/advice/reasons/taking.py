"""Reasons for a card that takes the trick: why this one and no other, and whether it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.ranks import may_be_tied, race_facts
from tutor.advice.reasons.standing import (
    as_good,
    foes_to_play,
    holds,
    is_lowest,
    last_foe,
    spared_trump,
    threats,
    void_foes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

SURE: Final = 0.8
"""The share of sampled deals from which on a trick is called likely won."""
LIKELY: Final = 0.5
"""The same for a trick that is left to partner."""


def may_beat(context: DecisionContext, c: Card) -> Cards:
    """The cards that an opponent still to play may beat `c` with, if it is the best so far, the lowest first."""
    v = context.trick
    if (c is not v.best and not v.beats(c)) or not (foes := foes_to_play(context)):
        return ()
    held = (x for x in threats(context, c) if any(context.may_hold(who, x) for who in foes))
    return tuple(sorted(held, key=v.power.__getitem__))


def taking(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any], *, ours: bool) -> Iterator[Reason]:
    """Why the trick is taken with `c`, one of `winners`; `ours` says that a partner was winning it."""
    v = context.trick
    dearer = tuple(x for x in winners if v.power[x] > v.power[c])
    ruffs = v.is_trump(c) and not v.follows(c)
    table = sum(context.card_value(x) for x in v.trick)
    facts = facts | {"dearer": dearer, "table": table, "ruffs": ruffs, "suit_": v.order.suit[v.trick[0]]}
    facts["void"] = void_foes(context, v.trick[0])[:1] if ruffs else ()
    facts["spared"] = spared_trump(context).get(facts["void"][0], "") if facts["void"] else ""
    low = not facts["last"] and v.follows(c) and is_lowest(context, c)
    own = context.card_value(c)
    with_points = facts["last"] and own > 0 and own == max(map(context.card_value, winners))
    if ours and len(winners) < len(context.cards) and not with_points:
        before = len(may_beat(context, v.best)) if v.best is not None else 0
        if not before or len(may_beat(context, c)) < before:
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
    if len(may_beat(context, low)) <= len(may_beat(context, c)):
        return
    above, more = len(threats(context, c)), len(threats(context, low))
    if not facts["dearer"]:
        yield Reason("highest_winner", facts)
    elif 0 < above < more:
        yield Reason("goes_higher", {"c": c, "low": low, "n": above, "more": more})


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
