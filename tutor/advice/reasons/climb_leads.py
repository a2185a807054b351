"""Reasons for a lead in climbing games: what beats nothing, what takes the lead back, what is left for the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.climb_plays import FEW, HIGH, SHORT, count_above, trumps_above
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.kernel.moves import Combo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.policies.certain_plays import CertainPlays

WAYS_BACK: Final = 8
"""The most cards out of sight above a card that may take the lead back."""
LEAST: Final = 8
"""Of so many cards out of sight no more than one is below what beats hardly anything."""


def leads_lowest(context: DecisionContext, own: Combo, combos: Sequence[Combo]) -> Iterator[Reason]:
    """The lowest of several plays of its kind, which more of what is out of sight beats than not."""
    certain = context.certain
    assert certain is not None
    alike = [m for m in combos if len(m.cards) == len(own.cards) and m.kind == own.kind]
    weak = len(own.cards) > SHORT or len(certain.above(own)) > len(certain.below(own))
    other = context.other
    instead = isinstance(other, Combo) and other in alike and len(certain.above(other)) < len(certain.above(own))
    if (weak or instead) and len(alike) > 1 and own.high == min(m.high for m in alike):
        facts: dict[str, Any] = {"move": context.move, "n": len(own.cards), "along": None, "instead": None}
        facts |= {"other": other, "weak": weak} if instead else {"weak": True}
        if isinstance(context.other, Combo) and len(own.cards) > SHORT and context.other in alike:
            low, high = (min(m.cards, key=certain.pack.place.__getitem__) for m in (own, context.other))
            if certain.pack.place[low] < certain.pack.place[high]:
                left = set(context.other.cards) - set(own.cards)
                facts |= {"along": low, "instead": tuple(left) if len(left) == 1 else None, "other": context.other}
        yield Reason("leads_lowest", facts)


def _keeps_high(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """The other lead is one of the few high cards, which are to take the lead back."""
    certain, other = context.certain, context.other
    assert certain is not None
    if not isinstance(other, Combo) or len(own.cards) != 1 or len(other.cards) != 1:
        return
    rest = certain.partition(own.cards)
    high = tuple(p for p in rest if len(p.cards) == 1 and count_above(certain, p) <= WAYS_BACK)
    low = len(rest) - len(high)
    if other in high and count_above(certain, own) > WAYS_BACK and low >= FEW:
        yield Reason("keeps_high", {"move": own, "other": other, "high": high, "low": low})


def leading(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """What is led: what beats nothing, what is taken back, what is left for the end."""
    yield from _saves_last(context, own)
    yield from _back_in(context, own)
    yield from _only_lead(context, own)
    yield from _worst_last(context, own)
    yield from _keeps_high(context, own)


def _saves_last(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """A play that nobody can beat goes last but one; so others go before it."""
    certain = context.certain
    assert certain is not None
    rest = certain.partition(own.cards)
    if not 2 <= len(rest) <= SHORT or len(rest) >= len(certain.partition()) or certain.firm(own):
        return
    firm = [p for p in rest if certain.firm(p)]
    if firm and len(firm) < len(rest):
        last = tuple(p for p in rest if p not in firm)
        worst = all(p.kind == own.kind and p.high < own.high for p in last)
        facts = {"move": own, "firm": firm[0], "trumps": trumps_above(certain, firm[0]), "last": last}
        yield Reason("saves_last", facts | {"worst": worst})


def _back_in(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """If somebody beats the play, another of its kind takes the lead back for certain."""
    certain = context.certain
    assert certain is not None
    rest = certain.partition(own.cards)
    same = [p for p in rest if (p.kind, p.length, len(p.cards)) == (own.kind, own.length, len(own.cards))]
    higher = [p for p in same if p.high > own.high]
    back = next((p for p in higher if certain.firm(p)), None)
    if back is None and 1 < len(own.cards) <= SHORT:
        back = next((p for p in higher if certain.control(p)), None)
    if back is None or certain.firm(own):
        return
    after_it = tuple(p for p in rest if p is not back)
    facts: dict[str, Any] = {"move": own, "back": back, "trumps": trumps_above(certain, back)}
    facts["first"] = all(p.high > own.high for p in same)
    facts["beaten"] = next((m for m in certain.above(back) if not m.trump), None)
    yield Reason("back_in", facts | {"rest": after_it if len(after_it) <= SHORT else (), "many": len(after_it) > SHORT})


def _only_lead(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Nothing out of sight, or hardly anything, is lower, so that it can only go on the lead."""
    certain = context.certain
    assert certain is not None
    if len(own.cards) > SHORT or not beats_little(certain, own):
        return
    below = certain.below(own)
    alike = [p for p in certain.partition(own.cards) if (p.kind, len(p.cards)) == (own.kind, len(own.cards))]
    later = tuple(p for p in alike if p.high > own.high and _middling(certain, p))
    lower = tuple(dict.fromkeys(m.cards[0] for m in below)) if len(own.cards) == 1 else ()
    yield Reason("only_lead", {"move": own, "lower": lower, "below": len(below), "later": later[:SHORT]})


def _worst_last(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """The other choice is the only card that beats nothing: it may as well be the last one played."""
    certain, other = context.certain, context.other
    assert certain is not None
    if not isinstance(other, Combo) or len(own.cards) != 1 or len(other.cards) != 1 or other.high >= own.high:
        return
    singles = [p for p in certain.partition() if len(p.cards) == 1]
    worst = len(singles) > 2 and [p for p in singles if beats_little(certain, p)] == [other]
    if worst or (len(certain.partition()) <= SHORT and other == min(singles, key=lambda p: p.high, default=None)):
        facts = {"move": own, "other": other, "below": len(certain.below(other)), "worst": worst}
        yield Reason("worst_last", facts)


def _middling(certain: CertainPlays, play: Combo) -> bool:
    """Whether it can go on something lower, and is not so high that it is kept to take the lead."""
    return not beats_little(certain, play) and len(certain.above(play)) > HIGH


def beats_little(certain: CertainPlays, play: Combo) -> bool:
    """Whether hardly anything of its kind out of sight is lower, and much is higher."""
    below, above = len(certain.below(play)), len(certain.above(play))
    return above > 0 and below * LEAST <= below + above
