"""Reasons in runs of cards: whether the run stops with the own card, comes back to one, or gives the start away.

All is counted from the cards that the seat sees (`tutor.policies.runs`), but for what others may take on the way.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.sheds.pots import more_pots, opens_pot, own_pots
from tutor.advice.reasons.sheds.starts import CLEARER, may_lead, shortest, stopper, way_out
from tutor.kernel.events import stop_in
from tutor.kernel.game import Family

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card
    from tutor.policies.runs import Runs

NAMED: Final = 3
"""The most cards that are named as those that have to come."""
MANY: Final = 2
"""With so many reasons for a lead it is not told as well which cards can wait."""
FEWER: Final = 3
"""By how many fewer cards others can go on for it to be told, though nobody has few cards."""


def stops(context: DecisionContext) -> Iterator[Reason]:
    """Whether the run stops with the seat's own card, so that it starts the next one; what else a lead does."""
    runs = context.policy.runs(context.state, context.seat)
    if context.game.family is not Family.SHEDDING or runs is None:
        return
    turn = context.phase.act(context.state, context.seat, context.move)
    last = context.move.cards[-1]
    leads = may_lead(context, runs)
    out = way_out(context, runs) if leads or runs.stopper in context.move.cards else None
    if out is not None:
        yield out
        return
    yield from stopper(context, runs)
    following = runs.followers.get(last)
    if following in context.hand and len(context.move.cards) == 1:
        more = [x for x in runs.after(last) if x not in runs.hand]
        joined = {"other": context.other_card} if context.other_card in runs.after(last) else {}
        facts = {
            "c": last,
            "following": following,
            "together": (last, *runs.own_next(last)),
            "then": more[0] if more else "",
            "pots": own_pots(context),
        } | joined
        yield Reason("own_next", facts, decides=bool(joined) and runs.before(last) is None)
    stop = stop_in(turn.events)
    if stop is not None and turn.state.turn == (context.seat,) and stop.card not in context.outstanding:
        o = context.other_card
        lone = leads and context.card is not None and context.other is None and runs.before(last) is None
        told = {"c": last, "why": stop.why, "following": stop.card or "", "lone": lone}
        yield Reason("stops_here", told | _other_stops(runs, last))
        yield from _makes_stop(runs, last) if leads and context.card is not None else ()
        if leads and o is not None and o is not last and runs.stops(o):
            yield from _which_first(context, runs, last, o)
    elif leads and len(context.move.cards) == 1:
        yield from _led(context, runs, last)


def _which_first(context: DecisionContext, runs: Runs, c: Card, o: Card) -> Iterator[Reason]:
    """Of two cards that stop play one waits that a run of others may still come to."""
    if runs.before(c) is None and runs.before(o) is not None:
        yield _can_wait(context, runs, c, o)


def _other_stops(runs: Runs, c: Card) -> dict[str, Any]:
    """Facts: the other leads that stop play: those of which only a lead gets rid, and those that a run may come to."""
    along = {runs.followers.get(x) for x in runs.hand} | {runs.stopper}
    others = sorted((x for x in runs.hand if x is not c and x not in along and runs.stops(x)), key=lambda x: x.text)
    can_wait = {x: runs.before(x) is not None for x in others}
    return {"also": tuple(x for x in others if not can_wait[x]), "later": tuple(x for x in others if can_wait[x])}


def _makes_stop(runs: Runs, c: Card) -> Iterator[Reason]:
    """The own card below `c` stops play once `c` has gone."""
    low = next((x for x in runs.hand if runs.after(x)[:1] == (c,)), None)
    if low is not None:
        yield Reason("makes_stop", {"c": c, "low": low, "entry": runs.before(low) or ""})


def _led(context: DecisionContext, runs: Runs, c: Card) -> Iterator[Reason]:
    """A lead after which others may go on: what brings the start back, and what the other choice is kept for."""
    after, stopper = runs.after(c), runs.stopper
    o = context.other_card if context.other is not None else _next_best(runs, c)
    facts: dict[str, Any] = {"c": c, "stopper": stopper if stopper in runs.out and stopper is not None else ""}
    found: list[Reason] = []
    found += _makes_stop(runs, c)
    first = len(runs.own_next(c))
    first = first if all(x in runs.hand for x in after[first + 1 :]) else 0
    if len(after) > first + 1 and after[first] not in runs.hand and after[first + 1] in runs.hand:
        joined = {"other": o} if o in after else {}
        at = {"c": (c, *after)[first], "next": after[first], "following": after[first + 1]}
        found.append(Reason("either_way", facts | joined | at))
    found += _last_risk(runs, c)
    rest = [*_kept_for_later(context, runs, c, o)] if o is not None and o not in (c, stopper) else []
    rest += opens_pot(context)
    waiting = _waiting(context, runs, c)
    if o is not None and o not in (stopper, c):
        told = [reason.what for reason in (*found, *rest)]
        found += _likelier(context, runs, c, o, told, waits=bool(waiting["later"]))
        if waiting["later"] and "can_wait" not in told and len(told) < MANY:
            alone = context.other is not None and o not in waiting["later"] and not (found or rest)
            found.append(_can_wait(context, runs, c, waiting["later"][0])._replace(shared=alone))
    yield from (*found, *rest)


def _next_best(runs: Runs, c: Card) -> Card | None:
    """Of the other leads that others may go on from the likeliest to keep the start, where no other was tried."""
    return max((x for x in runs.risks if x is not c), key=lambda x: (runs.keeps_start(x), x.text), default=None)


def _last_risk(runs: Runs, c: Card) -> Iterator[Reason]:
    """If the seat starts again after `c`, nobody else gets in any more."""
    left = replace(runs, hand=runs.hand - {c, *runs.own_next(c)})
    if not runs.comes_back(c) and left.hand and len(left.risks) <= 1 + (runs.stopper in left.hand):
        stopper = runs.stopper if runs.stopper in runs.out and any(map(left.last.between, left.risks)) else ""
        yield Reason("last_risk", {"c": c, "own": round(10 * runs.keeps_start(c)), "stopper": stopper})


def _likelier(
    context: DecisionContext, runs: Runs, c: Card, o: Card, found: list[str], *, waits: bool
) -> Iterator[Reason]:
    """After which of two leads the seat is likelier to start again, or others get rid of fewer; that it is the same.

    The last only beside what else is `found`, or that cards wait, as it decides nothing.
    """
    after, own, theirs = runs.after(c), runs.keeps_start(c), runs.keeps_start(o)
    told = "either_way" in found
    come = tuple(x for x in after if x not in runs.hand)
    tenths, their_tenths = round(10 * own), round(10 * theirs)
    facts: dict[str, Any] = {"c": c, "other": o, "next": after[0], "their_next": next(iter(runs.after(o)), "")}
    facts["own"] = tenths
    if own - theirs >= CLEARER and tenths > their_tenths and not told and come:
        first = after.index(come[0])
        back = next((x for x in after[first:] if x in runs.hand), "")
        needed = come[: after.index(back) - first] if back else ()
        facts |= {"next": come[0], "needed": needed if len(needed) <= NAMED else (), "back": back}
        facts |= {"end": (c, *after)[first], "theirs": their_tenths} | shortest(context)
        yield Reason("likelier_start", facts)
    elif not told and (fewer := _lets_fewer(context, runs, c, o)) is not None:
        yield fewer
    elif abs(own - theirs) < CLEARER and not (runs.stops(o) or told or c in runs.own_next(o) or more_pots(context)):
        same = not found and _same_kind(runs, c, o) and abs(own - theirs) < CLEARER / 2
        same = same and _lets_fewer(context, runs, o, c) is None
        later = after[len(runs.own_next(c)) :] if runs.hand.isdisjoint(runs.after(o)) else ()
        back = next((x for x in later if x in runs.hand), "")
        facts |= {"dead": len(runs.out) - runs.held, "out": len(runs.out), "same": same, "back": back}
        likelier = max((x for x in runs.risks if x not in (c, o)), key=runs.keeps_start, default=c)
        more = same and runs.keeps_start(likelier) - own >= CLEARER and round(10 * runs.keeps_start(likelier)) > tenths
        facts |= {"likelier": likelier if more else "", "likelier_own": round(10 * runs.keeps_start(likelier))}
        if same or back:
            yield Reason("same_chance", facts, decides=same)


def _lets_fewer(context: DecisionContext, runs: Runs, c: Card, o: Card) -> Reason | None:
    """Others can get rid of fewer after `c`: by many, or somebody has few cards, or nothing else tells them apart."""
    mine, theirs = ([*takewhile(lambda x: x not in runs.hand, _others_next(runs, x))] for x in (c, o))
    short = shortest(context)
    level = abs(runs.keeps_start(c) - runs.keeps_start(o)) < CLEARER
    if (
        not (short["who"] or level or len(theirs) - len(mine) >= FEWER)
        or not 0 < len(mine) < len(theirs)
        or len(mine) < len(_others_next(runs, c))
        or not all(runs.stops(x) for x in _others_next(runs, o)[len(theirs) :])  # what is led as well later
    ):
        return None
    facts = {"c": c, "other": o, "only": tuple(mine), "theirs": tuple(theirs)} | short
    return Reason("lets_fewer", facts) if len(mine) <= NAMED else None


def _others_next(runs: Runs, c: Card) -> tuple[Card, ...]:
    """The cards that may follow `c` once the own ones that follow at once have gone."""
    return runs.after(c)[len(runs.own_next(c)) :]


def _kept_for_later(context: DecisionContext, runs: Runs, c: Card, o: Card) -> Iterator[Reason]:
    """The other card stops play whenever it is led, or may still be played on a run of others, as `c` may not.

    Or it takes own cards along after one of another, whatever comes, so that it is the better one to go out with. Or a
    run from `c` may come to it, and not the other way round.
    """
    entry, after = runs.before(o), runs.after(c)
    if o in after:
        back = runs.between(o) and runs.along(o)[-1:] == runs.after(o)[-1:]  # but for the card that stops any run
        if back and o not in runs.own_next(c):
            on_way = tuple(x for x in after[after.index(o) :] if x in (o, *runs.along(o)))
            stopper = runs.stopper if runs.stopper in runs.out else ""
            yield Reason("on_the_way", {"c": c, "other": o, "them": on_way, "stopper": stopper})
    elif runs.stops(o) and not runs.stops(c) and entry is not None:
        yield _can_wait(context, runs, c, o)
    elif runs.between(o) and not runs.between(c):
        facts = {"c": c, "other": o, "along": runs.along(o), "between": runs.between(o)}
        yield Reason("last_run", facts | {"stopper": runs.stopper if runs.stopper in runs.out else ""})
    elif entry is not None and runs.before(c) is None:
        yield Reason("only_led", {"c": c, "other": o, "entry": entry})


def _can_wait(context: DecisionContext, runs: Runs, c: Card, o: Card) -> Reason:
    gone = runs.followers.get(o) or ""
    facts: dict[str, Any] = {"c": c, "other": o, "gone": "" if gone in runs.hand else gone}
    foreign = (x for x, then in pairwise((*runs.after(c), None)) if runs.hand.isdisjoint((x, then)))
    facts["taker"] = next(foreign, "")  # with no own card next, so that whoever plays it may go on, or start
    return Reason("can_wait", facts | _waiting(context, runs, c, o))


def _waiting(context: DecisionContext, runs: Runs, c: Card, o: Card | None = None) -> dict[str, Any]:
    """Facts: `o` and others that stop play and that a run may come to; from which cards; whether `c` is a risk.

    Led last they lose nothing, and till then they may win the start back.
    """
    others = _other_stops(runs, c)["later"]
    later = tuple(dict.fromkeys(x for x in (o, *others) if x is not None and x not in runs.after(c)))
    entries = tuple(dict.fromkeys(entry for x in later if (entry := runs.before(x)) is not None))
    back = runs.along(c)[-1:] == runs.after(c)[-1:]  # but for the card that stops any run
    return {"later": later, "entries": entries, "risk": not (runs.stops(c) or back)}


def _same_kind(runs: Runs, c: Card, o: Card) -> bool:
    """Whether both cards may be followed by one that is out of sight, and may be reached alike by runs of others."""
    alike = (runs.before(c) is None) == (runs.before(o) is None)
    return alike and all(x and x[0] not in runs.hand for x in (runs.after(c), runs.after(o)))
