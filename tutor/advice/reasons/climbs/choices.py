"""Reasons of two plays of a kind: which is harder to beat, and what the other is kept for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.climbs.plans import broken_by
from tutor.advice.reasons.climbs.plays import (
    HIGH,
    NEAR,
    SHORT,
    beaters,
    count_above,
    hardly_leads,
    only_foe,
    played,
    same_kind,
    singles_above,
    trumps_above,
    unbeaten,
)
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.kernel.moves import Combo
from tutor.kernel.seats import after

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.moves import Move
    from tutor.policies.certain_plays import CertainPlays

BETWEEN: Final = 2
"""The most cards out of sight between two of which it is said that they do much the same."""
LIKELIER: Final = 0.2
"""The share of sampled deals by which a lead keeps the lead more often than another, if that is told."""


def harder(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Of two plays after which the rest goes in as few plays the higher one is played on another."""
    certain, other = context.certain, same_kind(own, context.other)
    if other is None and _better_kind(own, context.other):
        yield Reason("harder", {"move": own, "other": context.other, "loose": False, "same": False})
    if other is None or len(own.cards) > SHORT or count_above(certain, own) >= count_above(certain, other):
        return
    planned, rests = certain.partition(), [certain.partition(m.cards) for m in (own, other)]
    over = beaters(certain, own)
    if len(rests[0]) <= min(len(planned), len(rests[1])) and not certain.firm(own) and not hardly_leads(certain, own):
        loose = own in planned and other in planned
        yield Reason("harder", {"move": own, "other": other, "loose": loose, "same": True})
    elif over["above"] and len(own.cards) == 1:
        yield Reason("surer", {"move": own, "other": other, "n": count_above(certain, other)} | over)


def _better_kind(own: Combo, other: Move | None) -> bool:
    """Whether a play is of a better kind than the other choice, of as many cards."""
    if not isinstance(other, Combo) or own.trump or other.trump:
        return False
    return own.kind != other.kind and len(own.cards) == len(other.cards) and own.high > other.high


def slows_next(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Of two short plays of a kind the higher, as an opponent plays next, and a partner may help to stop that one."""
    certain, other = context.certain, same_kind(own, context.other)
    foe = after(context.state.seats, context.seat)
    if other is None or foe not in context.foes or len(context.friends) < 2 or len(own.cards) > SHORT:
        return
    fewer = count_above(certain, other) - count_above(certain, own)
    if own.high > other.high and fewer > BETWEEN and not certain.firm(own):
        facts = {"move": own, "other": other, "who": foe}
        yield Reason("slows_next", facts | beaters(certain, own))


def left_to_partner(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Of two short plays of a kind the lower, as the partner plays next and can go higher before an opponent does."""
    certain, other = context.certain, same_kind(own, context.other)
    partner = after(context.state.seats, context.seat)
    if other is None or partner not in context.friends or partner == context.seat or len(own.cards) > SHORT:
        return
    if certain.v.holder != partner and own.high < other.high and not certain.firm(own):
        yield Reason("left_to_partner", {"other": other, "who": partner})


def raises(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Rather than a pass: a partner's play is beaten, as an opponent plays next and would get in on it more easily."""
    certain, other = context.certain, context.other
    foe, beat = after(context.state.seats, context.seat), certain.v.to_beat
    if other is None or other.cards or certain.v.holder not in context.friends or foe not in certain.left:
        return
    if not isinstance(beat, Combo) or not same_kind(own, beat):
        return
    over = beaters(certain, own)
    if count_above(certain, beat) - count_above(certain, own) > (0 if over["above"] or over["ranks"] else BETWEEN):
        yield Reason("raises", {"move": own, "beat": beat, "who": foe} | over)


def kept_for_later(certain: CertainPlays, own: Combo, other: Move | None) -> dict[str, Any]:
    """Facts: `later` is the other choice, if it is higher and stands as alone; `tops` the few cards that beat it."""
    facts: dict[str, Any] = {"later": None, "tops": ()}
    then = same_kind(own, other)
    planned = certain.partition()
    if then is None or len(own.cards) > SHORT or own not in planned or then not in planned or then.high < own.high:
        return facts
    if len(certain.below(then)) <= len(certain.below(own)):
        return facts
    return {"later": then, "tops": _tops(certain, then)}


def _tops(certain: CertainPlays, play: Combo) -> tuple[Any, ...]:
    """The single cards out of sight that beat a single card, if they are few."""
    return singles_above(certain, play) if count_above(certain, play) <= HIGH else ()


def apart(context: DecisionContext) -> Iterator[Reason]:
    """Where nothing else tells two plays of a kind apart: what the higher one does more, now or later."""
    own = played(context)
    if own is None:
        return
    certain, other = context.certain, same_kind(own, context.other)
    if context.other is not None and not context.other.cards:
        yield from _not_left(context, own)
    elif certain.v.holder is None and other is None:
        yield from _holds_more(context, own)
    if other is None or own.high == other.high:
        return
    low, high = sorted((own, other), key=lambda m: m.high)
    between = count_above(certain, low) - count_above(certain, high)
    told = context.sampled.clearly_ahead
    facts: dict[str, Any] = {"move": own, "other": other, "who": only_foe(context), "tops": _tops(certain, other)}
    facts["trumps"] = trumps_above(certain, other)
    if (own is low or len(own.cards) > SHORT) and between <= BETWEEN and not told:
        yield Reason("hardly_apart", facts | {"low": own is low}, role=Role.LEVEL)
    elif len(own.cards) > SHORT:
        if own is high and count_above(certain, own) < count_above(certain, other):
            yield Reason("harder", {"move": own, "other": other, "loose": False, "same": False})
    elif between:
        yield Reason("lets_less" if own is high else "kept_higher", facts)


def _not_left(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Rather than a pass, where it saves no play: an opponent would keep the lead."""
    certain = context.certain
    holder, planned, rest = certain.v.holder, certain.partition(), certain.partition(own.cards)
    if holder not in certain.left or own.trump:
        return
    whole = broken_by(certain, planned, own)
    if whole is not None or len(rest) <= len(planned):
        whole = whole if len(rest) > len(planned) else None
        left = certain.left[holder]
        facts = {"move": own, "who": holder, "whole": whole, "left": left if left <= NEAR else 0}
        yield Reason("not_left", facts | beaters(certain, own))


def _holds_more(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Of two leads of different kinds the one that is beaten in fewer of the sampled deals; else the longer."""
    other = context.other
    if not isinstance(other, Combo):
        return
    here, there = unbeaten(context, own), unbeaten(context, other)
    if here.held - there.held >= LIKELIER * here.deals:
        yield Reason("holds_more", {"move": own, "other": other}, sampled=True)
    elif len(own.cards) > len(other.cards):
        n = len(own.cards)
        yield Reason("sheds", {"move": own, "other": other, "n": n, "left": len(context.hand) - n, "lowest": False})
