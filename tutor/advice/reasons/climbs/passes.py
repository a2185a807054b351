"""Reasons for a pass in climbing games: a partner's play stands, or what could be played is better kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.climbs.plans import broken_by
from tutor.advice.reasons.climbs.plays import (
    FEW,
    beaters,
    count_above,
    nothing_above,
    only_foe,
    seldom_holds,
    singles_above,
)
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.kernel.moves import Combo
from tutor.kernel.seats import after

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.cards import Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.policies.certain_plays import CertainPlays

HIGH: Final = 5
"""The most cards out of sight above a card that is called high."""
SOON: Final = 2
"""Cards above another that may soon have gone."""
NEAR: Final = 5
"""With fewer cards than this a player is nearly out, and the lead is not left there for the sake of a combination."""
HELPED: Final = 2
"""The most cards of a partner to whom a play is left."""
LEADS: Final = 3
"""The fewest plays left without a high card for which the only high cards are kept."""
MANY: Final = 5
"""The same of which it is said rather than what the high cards might wait for."""


def passing(context: DecisionContext, combos: Sequence[Combo]) -> Iterator[Reason]:
    """Why nothing is played, though something could be."""
    certain = context.certain
    v = certain.v
    beat = v.to_beat
    could = context.other if isinstance(context.other, Combo) else min(combos, key=lambda m: m.high)
    alike = [m for m in combos if m.kind == could.kind and {c.rank for c in m.cards} == {c.rank for c in could.cards}]
    could = min(alike, key=lambda m: (len(certain.partition(m.cards)), m != could))
    facts: dict[str, Any] = {"move": context.move, "beat": beat, "could": could}
    if v.holder in context.friends:
        facts |= {"passed": _passed(context, v.holder), "foe": only_foe(context)}
        yield Reason("lets_partner", facts | _standing(context, certain, could))
        return
    yield from _left_to_partner(context, beat)
    rest = certain.partition(could.cards)
    bomb = next((m for m in combos if m.trump and m != could and set(m.cards) & set(could.cards)), None)
    if bomb is not None and not could.trump:
        yield Reason("keeps_bomb", facts | {"bomb": bomb} | _price(context, certain))
        return
    apart = tuple(_keeps_together(certain, facts, rest))
    saves = any(one.facts["then"] > one.facts["now"] for one in apart)
    tops = tuple(c for c in could.cards if _high(certain, c)) or _high_together(certain, could)
    tops = () if could.trump else tops
    spares = tops if len(rest) >= LEADS else ()
    kept = bool(spares) and len(could.cards) > FEW
    if apart and (saves or not (certain.firm(could) or kept)) and certain.left.get(v.holder or "", NEAR) >= NEAR:
        yield from apart
        return
    long = max((p for p in rest if not certain.firm(p)), key=lambda p: (len(p.cards), -p.high), default=None)
    facts |= _price(context, certain)
    weak = tuple(p for p in rest if not certain.firm(p))
    facts |= {"then": long, "weak": weak, "few": len(weak) <= FEW} | nothing_above(certain, could)
    above, n = singles_above(certain, could), count_above(certain, could)
    facts["soon"] = soon = bool(above) and n <= SOON
    spends_all = _spends_all(context, certain, could, rest)
    if certain.firm(could):
        best = max(weak, key=lambda p: p.high, default=None)
        facts |= {"best": best, "over_best": beaters(certain, best)["above"] if best is not None else ()}
        facts["ends"] = len(weak) == len(rest) == FEW - 1 and all(len(p.cards) == 1 for p in (could, *weak))
        yield Reason("keeps_control", facts | {"ones": _one_by_one(certain, could)})
    elif soon and not (spends_all and len(rest) >= MANY):
        yield Reason("waits", facts | {"above": above, "n": len(rest)})
    elif spends_all:
        yield Reason("spends_all", facts | {"tops": tops, "n": len(rest), "all": len(tops) == len(could.cards)})
    elif (above and len(above) <= HIGH) or (not saves and _high_set(context, certain, could)):
        yield Reason("waits", facts | {"above": above, "n": len(rest)})
    elif spares:
        yield Reason("spares_tops", facts | {"tops": tops, "n": len(rest)})
    elif saves:
        yield from (one._replace(facts={**one.facts, **_price(context, certain)}) for one in apart)
    else:
        beaten = Reason("waits", facts | {"above": (), "n": len(rest)})
        yield from tuple(_left_to_partner(context, beat, near=False)) or _hardly_holds(context, could, beaten)


def _hardly_holds(context: DecisionContext, could: Combo, beaten: Reason) -> Iterator[Reason]:
    """The reason `beaten`, if a short play can be beaten in most of the sampled deals."""
    if len(could.cards) <= FEW and seldom_holds(context, could):
        yield beaten


def _standing(context: DecisionContext, certain: CertainPlays, could: Combo) -> dict[str, Any]:
    """Facts about a partner's play that stands: what beats it, what is kept by a pass, who is nearly out."""
    beat, holder = certain.v.to_beat, certain.v.holder
    assert isinstance(beat, Combo)
    above = tuple(dict.fromkeys(singles_above(certain, beat)))
    facts: dict[str, Any] = {"who": holder, "firm": certain.firm(beat)} | nothing_above(certain, beat)
    facts["above"] = above if len(above) <= FEW else ()
    beaten, over = (len(certain.above(play)) for play in (beat, could))
    facts["blocked"] = not could.trump and over == beaten > 0
    facts["near"] = context.left[holder] if holder is not None else 0
    facts["leads_with"] = facts["near"] if facts["near"] < NEAR else 0
    facts["holds"] = not seldom_holds(context, beat)
    facts["near"] = facts["near"] if facts["holds"] and facts["near"] < min(NEAR, len(context.hand)) else 0
    few = any(map(beaters(certain, could).get, ("above", "ranks")))
    high = certain.firm(could) or few or any(_high(certain, c) for c in could.cards)
    near = (who for who, n in certain.left.items() if n == len(beat.cards))
    facts["out"] = None if facts["firm"] else next(near, None)
    soon = min(certain.left, key=certain.left.__getitem__)
    facts["soon"] = (soon, certain.left[soon]) if certain.left[soon] < NEAR and not facts["firm"] else ()
    useful = could.trump or any(not m.trump and m.high < could.high for m in certain.above(beat))
    facts["stops"] = all(m.high < could.high and not m.trump for m in certain.above(beat))
    facts["keeps"] = useful and not facts["firm"] and high
    facts["holds"] = facts["holds"] or not useful
    return facts | {"now": len(certain.partition()), "then": len(certain.partition(could.cards))}


def _left_to_partner(context: DecisionContext, beat: Move, *, near: bool = True) -> Iterator[Reason]:
    """A partner plays next, and may beat what an opponent has played; if `near`, one who is nearly out."""
    who = after(context.state.seats, context.seat)
    left = context.left[who]
    if who in context.friends and len(beat.cards) <= left and (left <= HELPED) == near:
        facts = {"who": who, "left": left, "out": left == len(beat.cards), "near": near}
        yield Reason("leaves_to_partner", facts)


def _price(context: DecisionContext, certain: CertainPlays) -> dict[str, Any]:
    """Facts: who would lead again with few cards (`price`, or None), with how many, and whether all others passed."""
    holder = certain.v.holder
    near = holder is not None and certain.left.get(holder, NEAR) < NEAR
    passed = after(context.state.seats, context.seat) == holder
    return {"price": holder if near else None, "left": certain.left[holder] if near and holder else 0, "passed": passed}


def _keeps_together(certain: CertainPlays, facts: dict[str, Any], rest: Sequence[Combo]) -> Iterator[Reason]:
    """What could be played comes out of what goes together, and leaves no fewer plays; what that can do later."""
    planned, could = certain.partition(), facts["could"]
    if len(rest) < len(planned):
        return
    together = broken_by(certain, planned, could)
    told: dict[str, Any] = {"together": together, "now": len(planned), "then": len(rest), "sure": False, "price": None}
    told |= {"above": (), "ranks": (), "set_": "", "trumps": (), "left": 0, "passed": False}
    if together is not None and len(together.cards) <= FEW:
        told |= beaters(certain, together) | {"sure": certain.sure(together)}
    yield Reason("keeps_together", facts | told, role=Role.PLAN)


def _passed(context: DecisionContext, holder: Seat | None) -> bool:
    """Whether all opponents have passed on the play of `holder`, so that a pass leaves that seat the lead."""
    seats = context.state.seats
    who = after(seats, context.seat)
    while who != holder:
        if who not in context.friends:
            return False
        who = after(seats, who)
    return True


def _spends_all(context: DecisionContext, certain: CertainPlays, could: Combo, rest: Sequence[Combo]) -> bool:
    """Whether `could` takes all the high cards, and leaves much to lead without one."""
    high = [c for c in context.hand if _high(certain, c)]
    return bool(high) and set(high) <= set(could.cards) and len(rest) >= LEADS and not any(map(certain.firm, rest))


def _one_by_one(certain: CertainPlays, could: Combo) -> int:
    """How often the cards of what is kept take the lead one by one; 0 if they do not, or could not be played so."""
    alone = [p for c in could.cards for p in certain.lead((c,)) if isinstance(p, Combo)]
    return len(alone) if len(alone) > 1 and not could.trump and all(map(certain.firm, alone)) else 0


def _high_together(certain: CertainPlays, could: Combo) -> Cards:
    """The cards of one rank in a long play that only sets of few ranks beat, played by themselves."""
    for rank in dict.fromkeys(c.rank for c in could.cards) if len(could.cards) > FEW else ():
        cards = tuple(c for c in could.cards if c.rank == rank)
        alone = next((m for m in certain.lead(cards) if isinstance(m, Combo) and m.cards == cards), None)
        above = {m.cards[0].rank for m in certain.above(alone) if not m.trump} if alone is not None else set()
        if alone is not None and 1 < len(cards) <= FEW and len(above) < FEW:
            return cards
    return ()


def _high_set(context: DecisionContext, certain: CertainPlays, could: Combo) -> bool:
    """Whether only sets of few ranks beat a pair or trips, but these do in most of the sampled deals."""
    ranks = {m.cards[0].rank for m in certain.above(could) if not m.trump}
    return 1 < len(could.cards) <= FEW and 0 < len(ranks) <= FEW and seldom_holds(context, could)


def _high(certain: CertainPlays, c: Any) -> bool:
    alone = next((p for p in certain.lead((c,)) if isinstance(p, Combo)), None)
    return alone is not None and count_above(certain, alone) <= HIGH
