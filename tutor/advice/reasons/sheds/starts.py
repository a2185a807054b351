"""Reasons in runs of cards that nobody else gets in any more, or that the card that stops any run is spent or kept."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.sheds.fights import NEAR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards
    from tutor.policies.runs import Runs

CLEARER: Final = 0.05
"""The least difference between two chances to keep the start that is told."""
LIKELY: Final = 5
"""The tenths of a chance to start again from which on a card is not said to need the one that stops any run."""


def may_lead(context: DecisionContext, runs: Runs) -> bool:
    """Whether any card may be led, and none has to follow."""
    return len([m for m in context.moves if m.cards and runs.stopper not in m.cards[1:]]) > 1


def shortest(context: DecisionContext) -> dict[str, Any]:
    """Facts: `who` has the fewest cards, `left`, of the opponents; empty if nobody is near the end."""
    who = min(context.foes, key=context.left.__getitem__)
    return {"who": who if context.left[who] <= NEAR else "", "left": context.left[who]}


def way_out(context: DecisionContext, seen: Runs) -> Reason | None:
    """Nobody else gets in any more: what is left stops play, but for one card, which goes last, and what goes with it.

    The card that stops any run makes up for one more; in another hand it may still come between, as is told.
    """
    move, c = context.move, context.move.cards[0]
    stopper = seen.stopper if seen.stopper in seen.out else ""
    runs = replace(seen, out=seen.out - {seen.stopper}) if stopper and seen.stopper else seen
    left = replace(runs, hand=frozenset(runs.hand) - {*move.cards})
    spare = runs.stopper if runs.stopper in left.hand else ""
    facts: dict[str, Any] = {"move": move, "n": len(left.hand), "risks": (), "spare": spare, "back": (), "home": ()}
    if runs.stopper in move.cards or (runs.comes_back(c) and c in runs.firsts):
        risks = tuple(sorted(left.risks, key=lambda c: len(left.between(c))))
        if len(risks) <= 1 + bool(spare) and not any(map(left.last.between, risks[:-1])):
            facts["back"] = runs.along(c) if len(move.cards) == 1 and runs.between(c) else ()
            facts["home"] = tuple(x for x in left.firsts if x not in (*risks, *facts["back"]) and left.between(x))
            led = (*((c,) if facts["back"] else ()), *facts["home"])
            last = _last_run(left.last, risks[-1] if risks else None)
            come = (*(x for y in led for x in runs.between(y)), *last["between"])
            return Reason(
                "nobody_in", facts | {"risks": risks} | last | _in_between(context, come, stopper), decides=True
            )
    elif left.hand <= {*runs.along(c)}:
        last = _last_run(runs, c)
        return Reason("nobody_in", facts | last | _in_between(context, last["between"], stopper), decides=True)
    return None


def _last_run(runs: Runs, c: Card | None) -> dict[str, Any]:
    """Facts: the own cards `along` with the last lead, and cards of others `between` them."""
    return {"along": runs.along(c), "between": runs.between(c)} if c is not None else {"along": (), "between": ()}


def _in_between(context: DecisionContext, come: Cards, stopper: Card | str) -> dict[str, Any]:
    """Facts: what may still stop a way out: the card that stops any run, and cards that may `come` as somebody's last.

    These are `who`.
    """
    short = tuple(who for who in context.foes if context.left[who] <= len({*come}))
    return {"come": tuple(dict.fromkeys(come)), "stopper": stopper if come else "", "who": short}


def _freed(runs: Runs, gone: Cards) -> Card | None:
    """The own card that stops play once those `gone` have been played, and was followed by the first of them."""
    then = replace(runs, hand=frozenset(runs.hand) - {*gone})
    return next((x for x in then.hand if runs.followers.get(x) == gone[0] and then.stops(x)), None)


def stopper(context: DecisionContext, runs: Runs) -> Iterator[Reason]:
    """The card that stops any run is played along, as the start would be lost without it; or it is not needed here."""
    stopper = runs.stopper
    if stopper is None or stopper not in context.hand:
        return
    c = context.move.cards[0]
    cost = context.policy.cost_if_left(context.state, context.seat, stopper)
    others = context.moves if context.other is None else (context.other,)
    played, there = stopper in context.move.cards, any(stopper in m.cards[1:] for m in others)
    facts: dict[str, Any] = {"c": c, "stopper": stopper, "other": context.other, "own": round(10 * runs.keeps_start(c))}
    if played and context.other is not None and not there and cost:
        facts |= {"cost": cost, "freed": _freed(runs, context.move.cards) or ""}
        yield Reason("sheds_stake", facts | shortest(context))
    elif played and context.other is not None and there and context.other.cards[0] is not c:
        theirs = runs.keeps_start(context.other.cards[0])
        freed, needs_more = _freed(runs, context.move.cards), runs.keeps_start(c) + CLEARER < theirs
        if (freed and not _freed(runs, context.other.cards)) or needs_more:
            yield Reason("spends_on", facts | {"freed": freed or "", "theirs": round(10 * theirs)})
    elif there and not played:
        stops = runs.stops(c)
        near = bool(shortest(context)["who"])
        if not near or facts["own"] >= LIKELY or (stops and not may_lead(context, runs)):
            yield Reason("keeps_stopper", facts | {"stops": stops, "near": near, "likely": facts["own"] >= LIKELY})
