"""Reasons for a combination or a pass in climbing games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.climbs.choices import harder, kept_for_later, left_to_partner, raises, slows_next
from tutor.advice.reasons.climbs.leads import leading, leads_lowest
from tutor.advice.reasons.climbs.passes import passing
from tutor.advice.reasons.climbs.plans import (
    SOON,
    breaks_nothing,
    broken_by,
    broken_for,
    few_chances,
    fewer_plays,
    keeps_whole,
    no_answer,
    overtakes,
    stays_behind,
)
from tutor.advice.reasons.climbs.plays import (
    EVEN,
    LONG,
    NEAR,
    OFTEN,
    SHORT,
    beaters,
    count_above,
    equally_strong,
    fits_now,
    kinds_above,
    loose_twin,
    only_foe,
    played,
    runs_out,
    seldom_holds,
    stops_out,
    takes_over,
    unbeaten,
)
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.kernel.moves import Combo
from tutor.kernel.view_types import ClimbView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.seats import Seat
    from tutor.policies.certain_plays import CertainPlays


BOMBED: Final = 6
"""The most cards with which a player is called short when the lead is taken by force."""
ALONE: Final = 10
"""The most cards of an only opponent to whom the lead is not left, if a long play takes it."""
HELPED: Final = 2
"""The most cards of a partner for whom one leads low."""


OUT_NEXT: Final = frozenset({"no_answer", "unanswered"})
"""Reasons that may tell with what the seat goes out next."""
BEATEN: Final = frozenset({"breaks_nothing", "lowest_beat"})
"""Reasons that tell, among others, what beats a play."""
TELLS_BEATEN: Final = frozenset({"blocks", "costs_high", "hampers", "hurries", "may_hold", "raises", "slows_next"})
"""Reasons beside which these do not."""
SAID: Final = frozenset({"breaks_nothing", "keeps_whole", "leads_lowest", "lowest_beat", "only_lead"})
"""Reasons that say no more of two equally strong plays than which is better given away."""


def told_once(found: Sequence[Reason]) -> Iterator[Reason]:
    """The reasons, of which one tells what beats the play, and one with what the seat goes out next."""
    last = any(one.what in TELLS_BEATEN and one.facts.get("last") for one in found)
    loose = any(one.what in ("costs_high", "fits_now", "may_hold") and one.facts.get("whole") for one in found)
    told = any(one.what in TELLS_BEATEN and (one.facts["above"] or one.facts["ranks"]) for one in found)
    out_next = any(one.what in OUT_NEXT and one.facts.get("last") for one in found)
    for one in found:
        if out_next and one.what == "fewer_plays" and one.facts["last"]:
            continue
        once: dict[str, Any] = {"above": (), "ranks": ()} if told and one.what in BEATEN else {}
        once |= {"plain": bool(one.facts.get("friend"))} if one.what == "lowest_beat" and len(found) > 1 else {}
        once |= {"rest": ()} if last and one.what in BEATEN else {}
        once |= {"loose": False, "same": False} if loose and one.what == "harder" else {}
        yield one._replace(facts={**one.facts, **once})


def climbing(context: DecisionContext) -> Iterator[Reason]:
    """All reasons for the play, the most important first."""
    if not isinstance(context.view, ClimbView):
        return
    combos = [m for m in context.moves if isinstance(m, Combo)]
    own = played(context)
    if own is None:
        if combos and not context.move.cards:
            yield from passing(context, combos)
        return
    if len(own.cards) == len(context.hand):
        return
    certain = tuple(runs_out(context, own))
    if certain:
        yield from certain
        return
    yield from _shuts_out(context, own, combos)
    yield from _helps(context, own, combos)
    stop = tuple(stops_out(context))
    yield from stop
    held = [one for one in stop if not one.rival] or [*(tuple(_blocks(context, own, combos)) or _hampers(context, own))]
    yield from held if not stop or stop[0].rival else ()
    level = tuple(equally_strong(context, own, combos))
    yield from level
    beat = context.view.to_beat
    facts: dict[str, Any] = {"move": context.move, "beat": beat, "left": len(context.hand) - len(own.cards)}
    found = (
        _answers(context, own, combos, facts, held=bool(held))
        if beat.cards
        else _leads(context, own, combos, held=bool(held))
    )
    said = (SAID if level else frozenset()) | ({"harder", "surer"} if held else frozenset())
    yield from (reason for reason in found if reason.what not in said)
    bombs = [m for m in combos if m.trump]
    kept = [m for m in bombs if context.other is None or set(m.cards) & set(context.other.cards)]
    if kept and own not in bombs and not any(c in own.cards for bomb in bombs for c in bomb.cards):
        none = {"could": None, "price": None, "left": 0, "passed": False}
        yield Reason("keeps_bomb", {"bomb": kept[0]} | none)


def _leads(context: DecisionContext, own: Combo, combos: Sequence[Combo], *, held: bool) -> Iterator[Reason]:
    """Why this is led; `held` if it is told already that it stops somebody who is nearly out."""
    strong = tuple(no_answer(context, own)) or tuple(_unanswered(context, own))
    found = tuple(leading(context, own))
    yield from found
    whole = tuple(keeps_whole(context, own))
    told = any(reason.what != "only_lead" for reason in (*strong, *found))
    if not own.trump:
        yield from (one for one in leads_lowest(context, own, combos) if not told or one.facts["along"])
    yield from strong
    yield from () if held else slows_next(context, own)
    yield from whole or fewer_plays(context)


def _answers(
    context: DecisionContext, own: Combo, combos: Sequence[Combo], facts: dict[str, Any], *, held: bool
) -> Iterator[Reason]:
    """Why what lies there is beaten, and with this; `held` as for a lead."""
    certain = context.certain
    plain = [m for m in combos if not m.trump]
    lowest = own in plain and _is_lowest(own, plain)
    firm = certain.firm(own)
    loose = tuple(breaks_nothing(context, own, plain)) if own in plain and not firm else ()
    if own.trump:
        yield Reason("spends_bomb", facts | _gets_in(context, own))
    yield from no_answer(context, own)
    yield from loose
    slowed = () if held else tuple(slows_next(context, own))
    yield from slowed
    if not loose and not slowed:
        yield from harder(context, own)
    yield from left_to_partner(context, own)
    whole = () if loose else tuple(keeps_whole(context, own))
    yield from whole
    if lowest and (context.other is None or context.other.cards):
        dearer = isinstance(context.other, Combo) and context.other.high > own.high and not context.other.trump
        twin = dearer and isinstance(context.other, Combo) and _ranks(context.other) == _ranks(own)
        facts |= {"dearer": context.other if dearer else None, "twin": twin, "plain": not whole}
        facts["friend"] = certain.v.holder if certain.v.holder in context.friends else None
        facts |= kept_for_later(certain, own, context.other)
        facts |= stays_behind(context, own) | loose_twin(certain, own)
        broken = facts["broken"] = facts["broken"] if not whole else None
        facts["both"] = bool(dearer and broken and context.other and broken_by(certain, (broken,), context.other))
        yield Reason("lowest_beat", facts)
    yield from raises(context, own)
    yield from tuple(overtakes(context, own)) or fits_now(context, own)
    yield from takes_over(context, own)
    yield from few_chances(context, own)
    if not firm:
        yield from _unanswered(context, own, told=lowest or bool(loose))
    if not loose:
        yield from () if whole else fewer_plays(context)


def _ranks(play: Combo) -> set[str]:
    return {c.rank for c in play.cards}


def _gets_in(context: DecisionContext, own: Combo) -> dict[str, Any]:
    """Facts about what may be played on anything: whether it doubles, who is nearly out, what is left."""
    certain = context.certain
    holder = certain.v.holder
    near = holder if holder is not None and certain.left.get(holder, BOMBED + 1) <= BOMBED else None
    rest = certain.partition(own.cards)
    few = rest if 1 < len(rest) < SHORT else ()
    return {"doubles": certain.doubles(own), "who": near, "left": certain.left[near] if near else 0, "rest": few}


def _shuts_out(context: DecisionContext, own: Combo, combos: Sequence[Combo]) -> Iterator[Reason]:
    """An opponent has few cards, which cannot be played on so many as are led; or one, though less could be led.

    Rather than the other choice, on which somebody may go out.
    """
    certain, left = context.certain, context.left
    if certain.v.to_beat.cards or len(own.cards) == 1:
        return
    who = min(context.foes, key=left.__getitem__)
    least = min(len(m.cards) for m in combos)
    beaten = any(len(m.cards) <= left[who] for m in certain.above(own))
    over, other = beaters(certain, own), context.other
    facts = {"move": context.move, "who": who, "left": left[who], "hardly": False, "out": False} | over
    out = _may_go_out(certain, own, other) if isinstance(other, Combo) else None
    shorter = other is not None and 0 < len(other.cards) < left[who] == len(own.cards)
    if out is not None:
        yield Reason("shuts_out", facts | {"who": out, "left": left[out], "out": True, "other": other})
    elif left[who] < min(NEAR, len(own.cards)) and not beaten and (left[who] > 1 or least == 1):
        yield Reason("shuts_out", facts)
    elif shorter and (over["above"] or over["ranks"]) and unbeaten(context, own).share(OFTEN):
        yield Reason("shuts_out", facts | {"hardly": True, "other": other})


def _may_go_out(certain: CertainPlays, own: Combo, other: Combo) -> Seat | None:
    """An opponent who may go out by beating the other choice, and cannot beat `own`."""
    here, there = ({len(m.cards) for m in certain.above(play)} for play in (own, other))
    return next((who for who, n in certain.left.items() if n in there and n < min(here, default=n + 1)), None)


def _blocks(context: DecisionContext, own: Combo, combos: Sequence[Combo]) -> Iterator[Reason]:
    """An opponent is nearly out, and could go out on a play of this kind: it is as high as it can be."""
    near = [who for who in context.foes if context.left[who] == len(own.cards)]
    alike = [m for m in combos if len(m.cards) == len(own.cards) and m.kind == own.kind]
    certain = context.certain
    strongest = all(m.high <= own.high or certain.strength(m) == certain.strength(own) for m in alike)
    weaker = any(not certain.firm(m) and certain.strength(m) != certain.strength(own) for m in alike)
    if near and strongest and weaker and not certain.firm(own):
        facts = {"move": context.move, "who": near[0], "left": len(own.cards)}
        yield Reason("blocks", facts | beaters(certain, own))


def _helps(context: DecisionContext, own: Combo, combos: Sequence[Combo]) -> Iterator[Reason]:
    """A partner has one card left or two, and may get rid of one on the lowest single card that can be led."""
    singles = [m for m in combos if len(m.cards) == 1]
    near = (who for who, n in context.left.items() if who in context.friends and 0 < n <= HELPED)
    who = next((who for who in near if who != context.seat), None)
    if who is not None and not context.certain.v.to_beat.cards and _is_lowest(own, singles):
        yield Reason("helps_out", {"who": who, "left": context.left[who]})


def _hampers(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """An opponent is nearly out: the lead is not left to that player, or the play is made harder to beat."""
    other, certain = context.other, context.certain
    v, left = certain.v, context.left
    near = [who for who in context.foes if left[who] <= NEAR]
    if other is not None and not other.cards and v.holder is not None and v.holder not in context.friends:
        nearest = min(near, key=left.__getitem__, default=v.holder)
        most = ALONE if only_foe(context) and len(own.cards) >= LONG else SOON
        most = most if not any(few_chances(context, own)) else NEAR
        facts = {"move": context.move, "other": other, "who": v.holder, "left": left[v.holder], "n": len(own.cards)}
        if left[nearest] < left[v.holder] <= SOON and not own.trump:  # whoever is nearer to the end decides
            yield Reason("few_chances", facts | {"who": nearest, "left": left[nearest], "whole": None})
            return
        if left[v.holder] <= most and not own.trump and not seldom_holds(context, own, (v.holder,)):
            yield Reason("leaves_no_lead", facts)
            return
    if not near or other is None:
        return
    who = min(near, key=left.__getitem__)
    facts = {"move": context.move, "other": other, "who": who, "left": left[who]}
    if (
        isinstance(other, Combo)
        and left[who] >= len(own.cards)
        and (other.kind, len(other.cards)) == (own.kind, len(own.cards))
        and own.high > other.high
        and not certain.firm(own)
        and certain.strength(own) != certain.strength(other)
    ):
        facts |= {"broken": broken_for(certain, own), "n": 0, "more": 0, "all": 0} | beaters(certain, own)
        if left[who] == len(own.cards) == 1:
            n, more = (count_above(certain, play) for play in (own, other))
            facts |= {"n": n, "more": more, "all": len(certain.out)}
        yield Reason("hampers", facts, role=Role.AIM if facts["n"] else Role.FEATURE)


def _is_lowest(own: Combo, others: Sequence[Combo]) -> bool:
    """Whether `own` is the lowest of several in `others`."""
    return own in others and len(others) > 1 and own.high == min(m.high for m in others)


def _unanswered(context: DecisionContext, own: Combo, *, told: bool = False) -> Iterator[Reason]:
    """How likely nobody against the seat can beat the play, and what would do it, if that is not `told`.

    Where somebody probably can, what that takes.
    """
    certain = context.certain
    over = beaters(certain, own)
    named = bool(over["above"] or over["ranks"])
    if (named and told) or (not named and len(own.cards) <= SHORT):
        return
    found = unbeaten(context, own)
    rest = certain.partition(own.cards)
    facts = {"move": context.move, "last": rest[0] if len(rest) == 1 else None, "often": found.share(OFTEN)}
    facts |= {"who": only_foe(context)} | over
    if found.share(EVEN):
        yield Reason("unanswered", facts | kinds_above(certain, own) | found._asdict(), sampled=True)
    elif named and certain.v.holder is None:
        yield Reason("costs_high", facts | {"whole": False, "leads": True})
