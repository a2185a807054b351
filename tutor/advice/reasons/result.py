"""Reasons from what the hand is about: what a side needs for its contract, half of the points, the end of the game."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.before_play.declarations import declared_points
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.advice.reasons.endings import FEW, above_if_led, counted, how_it_ends, last_top, made_anyhow, sealed, worth
from tutor.advice.reasons.leads.sure import rest_is_own
from tutor.advice.reasons.trick_at_stake import aim_facts, at_stake
from tutor.kernel.game import Family
from tutor.kernel.playout import allowed
from tutor.kernel.seats import members
from tutor.kernel.view_types import RankedTrickView
from tutor.policies import policy_of
from tutor.policies.aims import TRICK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tutor.kernel.cards import Card
    from tutor.kernel.state import State
    from tutor.policies.aims import Aim

COMPARED: Final = 2
"""The choices that are compared."""
DEALS: Final = 8
"""The fewest deals tried that tell of both how the contract comes out."""
NEAR: Final = 4
"""The most tricks still missing of the first ones for it to be told that all of them are needed."""


def on_result(context: DecisionContext) -> Iterator[Reason]:
    """That nothing counts any more, or what the move has to do with what is needed, the most important first."""
    if not context.move.cards or not context.hand:
        return
    if (out := context.policy.out_of_reach(context.state, context.seat)) is not None:
        lost = {"own": out[0], "left": out[1], "all": True}
        yield Reason("out_of_reach", lost, decides=True, role=Role.LEVEL)
        return
    whole = context.policy.from_the_deal(context.state, context.view)
    aims = policy_of(context.game).aims(context.state, context.seat) if whole else ()
    decided = bool(aims) and not any(aim.open for aim in aims)
    tricks = whole and context.game.family is Family.TRICKS
    v, c = context.view, context.card
    by_suit = c is not None and isinstance(v, RankedTrickView) and v.by_suit
    still = tuple((_open if by_suit else _led_to_chance)(context, aims, c)) if c is not None else ()
    at_once = [reason for reason in still if reason.what == "makes_aim"]
    sure = _sealed(context, aims) if by_suit and all(reason.facts["other"] for reason in at_once) else {}
    either = sure or any(reason.facts["other"] for reason in at_once)
    shows = bool(sure.get("pair"))
    end = how_it_ends(context, shows=shows) if decided or (tricks and (either or len(context.hand) <= FEW)) else None
    if end is not None and end.settled:
        left = max(context.left.values())
        by_hand = end.won is not None and context.sampled.in_hands
        counts = by_hand and len({context.card_value(x) for x in context.cards}) > 1  # the hand matters, and no more
        alone = counted(context)
        idle = decided and (end.idle or alone != context.friends)  # of the tricks of others it is not told
        facts = {
            "won": end.won,
            "same": end.same and not counts,
            "tricks": None if idle or (counts and end.tricks not in (0, left)) else end.tricks,
            "left": left,
            "alone": len(alone) == 1,
            "even": end.even,
            "made": made_anyhow(context, aims, end),
            "tried": context.some_aside and not _certain(context, end.tricks),
        }
        if facts["tried"] and _all_alike(context):
            return  # that they are equals is certain
        facts |= last_top(context)
        why = _why(context, aims) if idle else sure
        none = {"who": "", "sealed": bool(sure), "mine": False, "all": True, "whole": _whole(context, sure)}
        none["trumps"] = tuple(x for x in context.outstanding if by_suit and context.trick.is_trump(x))
        yield Reason("settled", none | why | facts, decides=True, role=Role.LEVEL)
    elif end is not None and decided:
        takes = bool(c and isinstance(v, RankedTrickView) and v.trick and v.beats(c))
        harms = context.wants_tricks is False
        yield Reason("secured", _why(context, aims) | {"harms": harms, "takes": takes}, role=Role.AIM)
    else:
        yield from still or _either_way(context, aims)


def _either_way(context: DecisionContext, aims: Sequence[Aim]) -> Iterator[Reason]:
    """The one contract of the hand was made after both choices in every deal that was tried, or broken."""
    bids = [aim for aim in aims if aim.contract]
    tried = [context.lines.get(move, ()) for move in (context.move, context.other) if move is not None]
    if len(bids) != 1 or len(tried) < COMPARED or min(map(len, tried)) < DEALS:
        return
    winners = {frozenset(side for one in line.winners for side in members(one)) for lines in tried for line in lines}
    made = {set(members(bids[0].side)) <= who for who in winners}
    if len(made) == 1 and all(winners):
        yield Reason("settled_anyway", aim_facts(bids[0]) | {"made": made.pop(), "all": False}, role=Role.LEVEL)


def _all_alike(context: DecisionContext) -> bool:
    """Whether it is certain that all cards that may be played do the same."""
    return len(context.policy.distinct_moves(context.state, context.seat, context.view, context.moves)) == 1


def _whole(context: DecisionContext, sure: Mapping[str, Any]) -> bool:
    """Whether the own trumps that win a trick each are all the cards that are left."""
    return len(sure.get("sure", ())) == len(context.hand)


def _why(context: DecisionContext, aims: Sequence[Aim]) -> dict[str, Any]:
    """The facts of the aim that says why nothing counts any more: one that somebody has reached, else one given up.

    Where each side has a contract it is that of the own side.
    """
    first = sorted(aims, key=lambda aim: not (aim.contract and _ours(context, aim)))
    own = first if len({aim.side for aim in aims if aim.contract}) > 1 else [aim for aim in aims if aim.reached]
    aim = next(iter(own or aims), None)
    return {"who": ""} if aim is None or aim.open else aim_facts(aim)


def _certain(context: DecisionContext, tricks: int | None) -> bool:
    """Whether the cards say without any deal that this is what the seat still wins: every trick, or none."""
    v = context.view
    if not isinstance(v, RankedTrickView) or not v.by_suit:
        return False
    if tricks:
        return rest_is_own(context)
    beaten = v.trick and not any(v.beats(x) for x in context.cards)
    return tricks == 0 and bool(beaten) and not any(v.is_trump(x) or context.below_out(x) for x in context.hand)


# -- what is still open ------------------------------------------------------------------------------------


def _open(context: DecisionContext, aims: Sequence[Aim], c: Card) -> Iterator[Reason]:
    needed, ours, theirs = _needed(context, aims)
    if shown := tuple(reason for aim in ours for reason in _shown(context, aim)):
        yield shown[0]
        return
    made = (reason for aim in needed for reason in _made(context, aim, c))
    told = (*_first(context, aims), *theirs, *ours)
    planned = (reason for aim in ours for reason in _planned(context, aim))
    found = next(chain(made, planned, (reason for aim in told for reason in at_stake(context, aim, c))), None)
    if found is not None:
        yield from (reason for reason in _passed(aims) if reason.facts["who"] == found.facts["who"])
        yield found


def _led_to_chance(context: DecisionContext, aims: Sequence[Aim], c: Card) -> Iterator[Reason]:
    """Chance answers what is led, and cards that nothing it may answer with beats make what the own side needs."""
    if context.answers_cards:
        return
    found = {x: context.policy.answers_by_chance(context.view, x, context.outstanding) for x in context.cards}
    sure = [x for x, answers in found.items() if answers is not None and not answers.beat]
    for aim in _needed(context, aims)[0]:
        rest = [x for x in sure if x is not c][: int(aim.missing) - 1]
        if c in sure and rest and len(rest) + 1 >= aim.missing:
            facts = {"c": c, "ours": _ours(context, aim), "led": True, "other": "", "rest": tuple(rest), "drawn": False}
            yield Reason("sure_aim", aim_facts(aim) | facts, decides=True, role=Role.AIM)


def _needed(context: DecisionContext, aims: Sequence[Aim]) -> tuple[list[Aim], list[Aim], list[Aim]]:
    """The next aims that are open: what the own side needs, be it to stop the others; its aims; those of the others."""
    first = {aim.side: aim for aim in reversed(aims) if aim.open and aim.missing > 0}
    ours = [aim for aim in first.values() if _ours(context, aim)]
    theirs = [aim for aim in first.values() if context.friends.isdisjoint(members(aim.side))]
    return ours or [_against(aim) for aim in theirs if _two_sides(context, aim)], ours, theirs


def _first(context: DecisionContext, aims: Sequence[Aim]) -> Iterator[Aim]:
    """What the own side needs all of the next few tricks for, though more come after them."""
    for aim in aims:
        near = aim.open and aim.unit == TRICK and not aim.spare and aim.missing <= NEAR
        if near and aim.left < len(context.hand) and _ours(context, aim):
            yield aim


def _sealed(context: DecisionContext, aims: Sequence[Aim]) -> dict[str, Any]:
    """The facts of an aim that is as good as reached, whatever the seat plays; empty if none is."""
    needed, _, theirs = _needed(context, aims)
    for aim, own in (*((aim, True) for aim in needed), *((aim, False) for aim in theirs)):
        if (why := sealed(context, aim, ours=own)) is not None:
            return aim_facts(aim) | why | {"ours": not own or _ours(context, aim)}
    return {}


def _ours(context: DecisionContext, aim: Aim) -> bool:
    """Whether the aim is that of the own side, as far as the seat knows who is on it."""
    return set(members(aim.side)) <= context.friends


def _two_sides(context: DecisionContext, aim: Aim) -> bool:
    """Whether what the side of the aim does not win goes to the own side."""
    return aim.exact and len(members(aim.side)) + len(context.friends) == len(context.state.seats)


def _against(aim: Aim) -> Aim:
    """What the own side needs to keep the other from its aim."""
    return aim._replace(has=0, goal=aim.spare + 1, risk=0)


def _passed(aims: Sequence[Aim]) -> Iterator[Reason]:
    """The first of several goals of a side is decided, and it is the next that matters."""
    for n, aim in enumerate(aims):
        then = next((one for one in aims if one.side == aim.side and one.open), None)
        if not aim.open and then is not None and aims.index(then) > n:
            yield Reason("passed", aim_facts(aim) | {"then": then.goal}, role=Role.AIM)
            return


def _shown(context: DecisionContext, aim: Aim) -> Iterator[Reason]:
    """What the own side needs is made at once by what the move declares, and not by what the other does."""
    mine, other = (declared_points(context, move) if move else 0 for move in (context.move, context.other))
    if aim.has - aim.risk + mine >= aim.goal > aim.has - aim.risk + other:
        yield Reason("shown_aim", aim_facts(aim) | {"n": mine, "ours": True}, decides=True, role=Role.AIM)


def _made(context: DecisionContext, aim: Aim, c: Card) -> Iterator[Reason]:
    """What the own side needs is made by this trick, or by sure tricks in hand.

    An aim of the others stands for what keeps them from it.
    """
    facts = aim_facts(aim) | {"c": c, "ours": _ours(context, aim), "led": not context.trick.trick, "other": ""}
    sure = aim.has - aim.risk
    if not _taken(context, c):
        return
    other, v = context.other_card, context.trick
    now = sure + worth(context, aim, (*v.trick, c))
    if now >= aim.goal:
        others = (other,) if other else tuple(x for x in context.cards if x is not c)
        if all(_taken(context, x) and sure + worth(context, aim, (*v.trick, x)) >= aim.goal for x in others):
            facts["other"] = others[0] if others else ""
        yield Reason(
            "makes_aim", facts | {"takes": not v.trick or v.beats(c)}, decides=not facts["other"], role=Role.AIM
        )
    elif not v.trick or v.beats(c):
        drawn = not v.trick and _draws_last(context, c)
        rest: list[Card] = []
        for x in context.hand:
            above = above_if_led(context, x)
            if x is not c and now < aim.goal and (all(map(v.is_trump, above)) if drawn else not above):
                rest.append(x)
                now += worth(context, aim, (x,))
        if now >= aim.goal:
            yield Reason("sure_aim", facts | {"rest": tuple(rest), "drawn": drawn}, decides=True, role=Role.AIM)


def _planned(context: DecisionContext, aim: Aim) -> Iterator[Reason]:
    """The move begins a plan that makes the contract whatever the others hold: sure tricks, then pairs."""
    plan = context.policy.sure_plan(context.state, context.seat, context.view, context.moves)
    if plan is not None and context.move in plan.leads and aim.contract:
        facts = {"tops": plan.tops, "pairs": plan.pairs, "ours": True}
        yield Reason("sure_plan", aim_facts(aim) | facts, decides=True, role=Role.AIM)


def _taken(context: DecisionContext, c: Card) -> bool:
    """Whether the own side takes the trick with `c` for certain."""
    v = context.trick
    if not context.foes_to_play:
        return not v.trick or v.beats(c) or v.holder in context.friends
    best = c if not v.trick or v.beats(c) else v.best
    return (best is c or v.holder in context.friends) and not context.threats(best)


def _draws_last(context: DecisionContext, c: Card) -> bool:
    """Whether `c`, led, draws the last trump of the others: it is higher, and its holder has to play it."""
    v = context.trick
    out = [x for x in context.outstanding.elements() if v.is_trump(x)]
    if len(out) != 1 or not v.is_trump(c) or out[0] in above_if_led(context, c):
        return False
    return all(_has_to_play(context, sample, out[0]) for sample in context.samples)


def _has_to_play(context: DecisionContext, sample: State, last: Card) -> bool:
    """Whether whoever holds `last` in `sample`, if anybody, must play it after the move."""
    holder = next((s for s in sample.seats if s != context.seat and last in context.game.held(sample, s)), None)
    if holder is None:
        return True
    v = context.phase.see(context.phase.act(sample, context.seat, context.move).state, holder)
    return all(last in move.cards for move in allowed(context.phase, v))
