"""Reasons for a lead in climbing games: what beats nothing, what takes the lead back, what is left for the end."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.climbs.plans import spends
from tutor.advice.reasons.climbs.plays import (
    EVEN,
    FEW,
    HIGH,
    SHORT,
    beaters,
    count_above,
    nothing_above,
    seldom_holds,
    unbeaten,
)
from tutor.advice.reasons.context import DecisionContext, Reason, Role
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
    alike = [m for m in combos if len(m.cards) == len(own.cards) and m.kind == own.kind]
    weak = len(own.cards) > SHORT or len(certain.above(own)) > len(certain.below(own))
    other = context.other
    instead = isinstance(other, Combo) and other in alike and len(certain.above(other)) < len(certain.above(own))
    if len(own.cards) > SHORT and (spends(context) or unbeaten(context, own).share(EVEN)):
        return
    if (weak or instead) and len(alike) > 1 and own.high == min(m.high for m in alike):
        facts: dict[str, Any] = {
            "move": context.move,
            "n": len(own.cards),
            "along": None,
            "instead": None,
            "kept": False,
        }
        facts |= {"other": other, "weak": weak} if instead else {"weak": True}
        if isinstance(other, Combo) and len(own.cards) > SHORT and other in alike:
            facts |= _instead(certain, own, other)
        yield Reason("leads_lowest", facts)


def _instead(certain: CertainPlays, own: Combo, other: Combo) -> dict[str, Any]:
    """Facts: the card given `along` with a long play, and the one kept `instead`, where that is all that differs.

    A lower one is taken along as it can go on nothing; else a higher one is `kept`, which is worth more by itself.
    """
    mine, theirs = Counter(own.cards) - Counter(other.cards), Counter(other.cards) - Counter(own.cards)
    given, left = tuple(mine.elements()), tuple(theirs.elements())
    place, facts = certain.pack.place, {"other": other, "kept": False}
    low, high = (min(m.cards, key=place.__getitem__) for m in (own, other))
    if place[low] < place[high]:
        return facts | {"along": low, "instead": left if len(left) == 1 else None}
    if len(given) == len(left) == 1 and place[given[0]] < place[left[0]]:
        return facts | {"along": given[0], "instead": left, "kept": True}
    return {}


def _keeps_high(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """The other lead is one of the few plays that hardly anything beats, which are to take the lead back."""
    certain, other = context.certain, context.other
    if not isinstance(other, Combo) or len(own.cards) != 1 or len(other.cards) > SHORT or other.trump:
        return
    rest = certain.partition(own.cards)
    high = tuple(p for p in rest if _takes_back(certain, p))
    low = len(rest) - len(high)
    if other in high and count_above(certain, own) > WAYS_BACK and low >= (FEW if len(other.cards) == 1 else FEW - 1):
        same = tuple(p for p in high if len(p.cards) == len(other.cards))
        yield Reason("keeps_high", {"other": other, "high": same, "low": low})


def _takes_back(certain: CertainPlays, play: Combo) -> bool:
    """Whether few single cards beat a single one, or sets of one rank at most a set of cards."""
    if len(play.cards) > SHORT or play.trump:
        return False
    return count_above(certain, play) <= WAYS_BACK if len(play.cards) == 1 else certain.control(play)


def leading(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """What is led: what beats nothing, what is taken back, what is left for the end."""
    yield from _saves_last(context, own)
    yield from _back_in(context, own)
    yield from _goes_out_on(context, own)
    yield from _only_lead(context, own)
    yield from _worst_last(context, own)
    yield from _keeps_high(context, own)
    yield from _long_waits(context, own)


def _saves_last(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """A play that nobody can beat goes last but one; so others go before it."""
    certain = context.certain
    rest = certain.partition(own.cards)
    if not 2 <= len(rest) <= SHORT or len(rest) >= len(certain.partition()) or certain.firm(own):
        return
    firm = [p for p in rest if certain.firm(p)]
    if firm and len(firm) < len(rest):
        last = tuple(p for p in rest if p not in firm)
        worst = all(p.kind == own.kind and p.high < own.high for p in last)
        facts = {"move": own, "firm": firm[0], "last": last, "worst": worst} | nothing_above(certain, firm[0])
        yield Reason("saves_last", facts, role=Role.PLAN)


def _back_in(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """If somebody beats the play, another of its kind takes the lead back for certain."""
    certain = context.certain
    rest = certain.partition(own.cards)
    same = [p for p in rest if (p.kind, p.length, len(p.cards)) == (own.kind, own.length, len(own.cards))]
    level = {m.high for m in certain.above(own) if not m.trump}
    higher = [p for p in same if p.high > own.high]
    back = next((p for p in higher if certain.firm(p)), None)
    if back is None and 1 < len(own.cards) <= SHORT:
        hard = (p for p in higher if any(map(beaters(certain, p).get, ("above", "ranks"))))
        back = next((p for p in hard if not seldom_holds(context, p)), None)
    sizes = {len(m.cards) for m in certain.above(own)}
    if back is None or certain.firm(own) or sizes & {*certain.left.values()}:
        return  # whoever has just as many cards would be out by beating it
    after_it = tuple(p for p in rest if p is not back)
    facts: dict[str, Any] = {"move": own, "back": back} | nothing_above(certain, back) | beaters(certain, back)
    facts["first"] = all(p.high > own.high for p in same)
    facts["level"] = back.high in level
    facts["beaten"] = next((m for m in certain.above(back) if not m.trump), None)
    yield Reason("back_in", facts | {"rest": after_it if len(after_it) <= SHORT else ()})


def _long_waits(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """The other choice is long and can go later: nothing of its kind beats it, or high cards take the lead back now."""
    certain, other = context.certain, context.other
    if not isinstance(other, Combo) or other.trump or len(other.cards) <= SHORT or certain.firm(own):
        return
    rest = certain.partition(own.cards)
    backs = tuple(p for p in rest if len(p.cards) <= SHORT and count_above(certain, p) <= HIGH)
    firm = certain.firm(other)
    if other in rest and (firm or (backs and len(own.cards) == 1 and own in certain.partition())):
        facts = {"move": own, "other": other, "firm": firm, "backs": backs[:SHORT]}
        yield Reason("long_waits", facts | nothing_above(certain, other))


def _goes_out_on(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Two plays are left: the lower goes first, and the higher goes out on whatever hardly anything beats.

    What stops it is all that beats the first, and that the last one does not beat: as high as that is enough.
    """
    certain = context.certain
    rest = certain.partition(own.cards)
    last = rest[0] if len(rest) == 1 else own
    over = beaters(certain, last)
    alike = (last.kind, last.length, len(last.cards)) == (own.kind, own.length, len(own.cards))
    if alike and last.high > own.high and (over["above"] or over["ranks"]):
        level = [m for m in certain.above(own) if not m.trump and m.kind == last.kind and m.high == last.high]
        same = tuple(dict.fromkeys(level[0].cards)) if level and len(last.cards) == 1 else ()
        yield Reason("goes_out_on", {"move": own, "last": last, "same": same, "level": bool(level)} | over)


def _only_lead(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Nothing out of sight, or hardly anything, is lower, so that it can only go on the lead."""
    certain = context.certain
    if len(own.cards) > SHORT or not beats_little(certain, own):
        return
    below = certain.below(own)
    alike = [p for p in certain.partition(own.cards) if (p.kind, len(p.cards)) == (own.kind, len(own.cards))]
    later = tuple(p for p in alike if p.high > own.high and _middling(certain, p))
    lower = tuple(dict.fromkeys(m.cards[0] for m in below)) if len(own.cards) == 1 else ()
    other = context.other
    if isinstance(other, Combo) and len(other.cards) > len(own.cards) and set(own.cards) <= set(other.cards):
        return
    yield Reason("only_lead", {"move": own, "lower": lower, "below": len(below), "later": later[:SHORT]})


def _worst_last(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """The other choice is the only card that beats nothing: it may as well be the last one played."""
    certain, other = context.certain, context.other
    if not isinstance(other, Combo) or len(own.cards) != 1 or len(other.cards) != 1 or other.high >= own.high:
        return
    singles = [p for p in certain.partition() if len(p.cards) == 1]
    worst = len(singles) > 2 and [p for p in singles if beats_little(certain, p)] == [other]
    if worst or (len(certain.partition()) <= SHORT and other == min(singles, key=lambda p: p.high, default=None)):
        facts = {"other": other, "below": len(certain.below(other)), "worst": worst}
        yield Reason("worst_last", facts, role=Role.PLAN)


def _middling(certain: CertainPlays, play: Combo) -> bool:
    """Whether it can go on something lower, and is not so high that it is kept to take the lead."""
    return not beats_little(certain, play) and len(certain.above(play)) > HIGH and not beaters(certain, play)["ranks"]


def beats_little(certain: CertainPlays, play: Combo) -> bool:
    """Whether hardly anything of its kind out of sight is lower, and much is higher."""
    below, above = len(certain.below(play)), len(certain.above(play))
    return above > 0 and below * LEAST <= below + above
