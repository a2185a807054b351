"""Reasons for a pass in climbing games: a partner's play stands, or what could be played is better kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.climbs.chances import only_foe
from tutor.advice.reasons.climbs.plays import FEW, beaters, count_above, singles_above, trumps_above
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.kernel.moves import Combo
from tutor.kernel.seats import after
from tutor.kernel.view_types import ClimbView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.seats import Seat
    from tutor.policies.certain_plays import CertainPlays

HIGH: Final = 5
"""The most cards out of sight above a card that is called high."""
SOON: Final = 2
"""Cards above another that may soon have gone."""
NEAR: Final = 5
"""With fewer cards than this a player is nearly out, and the lead is not left there for the sake of a combination."""
LEADS: Final = 3
"""The fewest plays left without a high card for which the only high cards are kept."""


def passing(context: DecisionContext, combos: Sequence[Combo]) -> Iterator[Reason]:
    """Why nothing is played, though something could be."""
    v, certain = context.view, context.certain
    assert isinstance(v, ClimbView) and certain is not None
    beat = v.to_beat
    could = context.other if isinstance(context.other, Combo) else min(combos, key=lambda m: m.high)
    facts: dict[str, Any] = {"move": context.move, "beat": beat, "could": could}
    if v.holder in context.friends:
        facts |= {"passed": _passed(context, v.holder), "foe": only_foe(context)}
        above = tuple(dict.fromkeys(singles_above(certain, beat)))
        blocked = certain.takes_only_from_friend(could) and not certain.sure(beat)
        facts |= {"who": v.holder, "trumps": trumps_above(certain, beat), "firm": certain.firm(beat)}
        yield Reason("lets_partner", facts | {"above": above if len(above) <= FEW else (), "blocked": blocked})
        return
    rest = certain.partition(could.cards)
    apart = tuple(_keeps_together(certain, facts, rest))
    saves = any(one.facts["then"] > one.facts["now"] for one in apart)
    if apart and (saves or not certain.firm(could)) and certain.left.get(v.holder or "", NEAR) >= NEAR:
        yield from apart
        return
    long = max((p for p in rest if not certain.firm(p)), key=lambda p: (len(p.cards), -p.high), default=None)
    near = after(context.state.seats, context.seat) == v.holder and certain.left.get(v.holder or "", NEAR) < NEAR
    facts |= {"price": v.holder if near else None, "left": certain.left[v.holder] if near and v.holder else 0}
    weak = tuple(p for p in rest if not certain.firm(p))
    facts |= {"then": long, "trumps": trumps_above(certain, could), "weak": weak, "few": len(weak) <= FEW}
    above = singles_above(certain, could)
    if certain.firm(could):
        yield Reason("keeps_control", facts)
    elif 0 < len(above) <= SOON:
        yield Reason("waits", facts | {"above": above})
    elif _spends_all(context, certain, could, rest):
        tops = tuple(c for c in could.cards if _high(certain, c))
        yield Reason("spends_all", facts | {"tops": tops, "n": len(rest), "all": len(tops) == len(could.cards)})
    elif above and len(above) <= HIGH:
        yield Reason("waits", facts | {"above": above})
    elif (tops := tuple(c for c in could.cards if _high(certain, c))) and len(rest) >= LEADS:
        yield Reason("spares_tops", facts | {"tops": tops, "n": len(rest)})
    else:
        price = {name: facts[name] for name in ("price", "left")}
        yield from (one._replace(facts={**one.facts, **price}) for one in apart if saves)


def _keeps_together(certain: CertainPlays, facts: dict[str, Any], rest: Sequence[Combo]) -> Iterator[Reason]:
    """What could be played comes out of what goes together, and leaves no fewer plays; what that can do later."""
    planned, could = certain.partition(), facts["could"]
    if len(rest) < len(planned):
        return
    together = next((p for p in planned if len(p.cards) > 1 and set(p.cards) & set(could.cards)), None)
    told: dict[str, Any] = {"together": together, "now": len(planned), "then": len(rest), "sure": False, "price": None}
    told |= {"above": (), "ranks": (), "set_": "", "left": 0}
    if together is not None and len(together.cards) <= FEW:
        told |= beaters(certain, together) | {"sure": certain.sure(together)}
    yield Reason("keeps_together", facts | told)


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


def _high(certain: CertainPlays, c: Any) -> bool:
    alone = next((p for p in certain.lead((c,)) if isinstance(p, Combo)), None)
    return alone is not None and count_above(certain, alone) <= HIGH
