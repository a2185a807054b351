"""What is at stake while the last tricks are played: how many of them a side still needs, and that none may be lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.advice.reasons.endings import worth
from tutor.kernel.seats import members
from tutor.kernel.view_types import RankedTrickView
from tutor.policies import policy_of
from tutor.policies.aims import POINT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tutor.kernel.cards import Card, Cards
    from tutor.policies.aims import Aim

LAST: Final = 5
"""The most cards in hand with which it is told how many of the last tricks are needed."""
TIGHT: Final = 1
"""How many tricks at most the own side may still lose, for it to be told before that."""
SAID: Final = "need"
"""The fact of other reasons that tells how many tricks are needed."""


def stakes(context: DecisionContext, told: Iterable[Reason]) -> Iterator[Reason]:
    """What a side still needs.

    It is not told beside reasons `told` that say it or by which it makes no difference, nor where this trick is lost.
    """
    v, c = context.view, context.card
    if c is None or not isinstance(v, RankedTrickView) or not v.by_suit or context.wants_tricks is False:
        return
    none = context.policy.unpaid(context.state, context.seat)
    if none is not None and len(context.cards) > 1 and all(reason.role is not Role.LEVEL for reason in told):
        yield Reason("unpaid", {"most": none[0], "dealt": none[1]}, shared=True, role=Role.STAKES)
        return
    said = any(reason.role in (Role.AIM, Role.LEVEL) or reason.facts.get(SAID) for reason in told)
    if said or not _may_be_won(context):
        return
    policy = policy_of(context.game)
    if len(context.hand) < 2 or not context.policy.from_the_deal(context.state, context.view):
        return
    goals = policy.aims(context.state, context.seat)
    aims = [aim for aim in goals if aim.open and aim.missing > 0]
    aims = [aim for aim in aims if aim.unit == POINT or aim.left >= len(context.hand)]  # not of the first tricks alone
    first = {aim.side: aim for aim in reversed(aims)}
    aims = [aim for aim in aims if aim.unit != POINT or aim is first[aim.side]]  # of points only the next goal
    theirs = [aim for aim in aims if context.friends.isdisjoint(members(aim.side))]
    ours = [aim for aim in aims if set(members(aim.side)) <= context.friends]
    late, by_cards = len(context.hand) <= LAST, context.cards_count
    free = any(one.exact for one in ours) and not any(one.spare < aim.missing for one in ours for aim in theirs)
    critical = [aim for aim in theirs if _one_trick(context, aim) and not free]  # else each may get what it needs
    for aim in (*critical, *(ours or theirs)):
        counted = aim.exact or (aim.unit == POINT and (aim.contract or by_cards))
        tight = aim in ours and aim.unit != POINT and aim.spare <= TIGHT
        needed = _key(context, aim) or _pairs(context, aim)
        before = [one for one in goals[: goals.index(aim)] if one.side == aim.side]
        fallen = aim in ours and aim.unit == POINT and any(one.lost for one in before)
        if aim in critical or _one_trick(context, aim) or (counted and (late or tight or fallen)) or needed:
            passed = any(not one.open for one in before)
            yield _needs(context, aim, ours=aim in ours, passed=passed)
            return


def _needs(context: DecisionContext, aim: Aim, *, ours: bool, passed: bool) -> Reason:
    """The reason for an aim; `all` says that it needs one trick, so that the own side may lose none.

    With `passed` a goal that comes before this one is reached, or out of reach.
    """
    facts = {"who": aim.side, "missing": aim.missing, "left": aim.left, "unit": aim.unit, "exact": aim.exact}
    facts |= {"aside": aim.aside, "goal": aim.goal, "passed": passed}
    facts |= {"ours": ours, "all": not ours and _last_one(context, aim), "key": _key(context, aim)}
    facts |= {"two": _pairs(context, aim), "keeps": _keeps_lead(context)}
    return Reason("stakes", facts, shared=True, role=Role.STAKES)


def _key(context: DecisionContext, aim: Aim) -> Card | str:
    """The one of the few cards that count without which an aim cannot be reached any more; empty if there is none."""
    out = (*context.trick.trick, *context.hand, *context.outstanding) if context.few_count else ()
    key = max(out, key=context.card_value, default=None)
    return key if key is not None and aim.unit == POINT and context.card_value(key) > max(1, aim.spare) else ""


def _pairs(context: DecisionContext, aim: Aim) -> tuple[Cards, ...]:
    """The pairs that the side of a contract may still declare, if it has to declare one to get enough; else none."""
    worth, hidden = policy_of(context.game).pairs(context.state) or {}, context.outstanding
    if aim.exact or not aim.contract:
        return ()
    ours = set(members(aim.side)) <= context.friends
    counted = [two for two in worth if all(x in (context.hand if ours else hidden) for x in two)]
    side = [who for who in members(aim.side) if who != context.seat]
    may = [two for two in counted if ours or any(all(context.may_hold(who, x) for x in two) for who in side)]
    return tuple(may) if aim.left - sum(worth[two] for two in counted) < aim.missing else ()


def _keeps_lead(context: DecisionContext) -> bool:
    """Whether the own card wins this trick, or at most a partner does, so that no opponent leads to the next."""
    v, c = context.trick, context.card
    return c is not None and (not v.trick or v.beats(c)) and context.nobody_beats


def _last_one(context: DecisionContext, aim: Aim) -> bool:
    """Whether one more trick is all that the other side needs of the last few."""
    two = len(members(aim.side)) + len(context.friends) == len(context.state.seats)
    return aim.exact and aim.unit != POINT and aim.missing == 1 and two and len(context.hand) <= LAST


def none_to_lose(context: DecisionContext) -> bool:
    """Whether the own side may lose none of the last few tricks."""
    aims = policy_of(context.game).aims(context.state, context.seat)
    theirs = (aim for aim in aims if aim.open and context.friends.isdisjoint(members(aim.side)))
    return any(_last_one(context, aim) for aim in theirs)


def _one_trick(context: DecisionContext, aim: Aim) -> bool:
    """Whether the next trick is enough for the aim."""
    lies = () if context.card is None else (*context.trick.trick, context.card)
    return aim.missing <= worth(context, aim, lies)


def _may_be_won(context: DecisionContext) -> bool:
    """Whether the own side may still win this trick after the move."""
    v, c = context.trick, context.card
    if not v.trick or (c is not None and v.beats(c)) or v.holder in context.friends:
        return True
    return context.some_may_hold(context.partners_to_play, *context.threats(v.best))
