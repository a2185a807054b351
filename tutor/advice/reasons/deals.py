"""Reasons from sampled deals: what is paid soon, who wins the hand, what a choice brings in points or by stakes."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.outcomes import Follower, Outcome, side_of_seat
from tutor.advice.reasons.avoiding.paid_cards import leads_to_force, tells_payment
from tutor.advice.reasons.avoiding.thrown import unloaded
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.kernel.calls import CallKind
from tutor.kernel.game import Family
from tutor.kernel.seats import members
from tutor.kernel.view_types import RankedTrickView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.moves import Move

FEW: Final = 5
"""With fewer deals than this nothing is said of payments."""
WORTH_IT: Final = 1.0
"""The least mean payment that is mentioned."""
MORE_WON: Final = 0.1
"""The least lead in the share of hands won that is told; with less, calls are compared by points."""
NAMED: Final = 3
"""The most cards that are named as paid for."""
LEAST: Final = 0.1
"""The least difference between two means of points that is told of calls."""
LARGE: Final = 5
"""Points from which on means are told without decimals."""


def payments(context: DecisionContext) -> Iterator[Reason]:
    """What is paid by the end of the trick on the table, after one choice or the other."""
    played = bool(context.move.cards) and isinstance(context.view, RankedTrickView)  # not laid away before play
    if context.other is None or not played or tells_payment(context):
        return
    now = tuple(_paid_now(context))
    if now:
        yield from now
        return
    mine, others = context.sampled.column(0), context.sampled.column(1)
    if len(mine) < FEW or fmean(o.paid for o in mine) - fmean(o.paid for o in others) < WORTH_IT:
        return
    got = [(one, two) for one, two in zip(mine, others, strict=True) if one.paid > max(0, two.paid)]
    due = [(two, one) for one, two in zip(mine, others, strict=True) if two.paid < min(0, one.paid)]
    saved = -sum(o.paid for o, _ in due) > sum(o.paid for o, _ in got)
    if not saved and (leads_to_force(context) or any(unloaded(context, context.move.cards[0]))):
        return  # the card that is forced, or thrown, is named instead
    if told := due if saved else got:
        yield Reason(
            "spares_payment" if saved else "paid_soon",
            _told_payments(context, told, saved=saved),
            sampled=True,
            role=Role.COUNTED,
        )


def _told_payments(context: DecisionContext, told: Sequence[tuple[Outcome, Outcome]], *, saved: bool) -> dict[str, Any]:
    """Facts: what is paid for, with one choice but not with the other, in deals that are told with both outcomes.

    `dear` is the card for which most is paid when no other is, `n` how much; `lies` says that one of `them` lies there.
    """
    move = context.other if saved else context.move
    own = move.cards[0] if move is not None else None
    both = {c for _, without in told if without.paid < 0 for c in without.paid_for}
    them = tuple(dict.fromkeys(c for o, _ in told for c in o.paid_for if not saved or c not in both))
    single = {o.paid_for[0]: abs(o.paid) for o, _ in told if len({*o.paid_for}) == 1}
    dear, n = max(single.items(), key=lambda one: one[1], default=("", 0.0))
    trick = context.trick.trick
    there = tuple(c for c in them if c in trick)
    facts: dict[str, Any] = {"move": context.move, "other": context.other, "deals": len(told), "times": len(told)}
    facts |= {"dear": dear, "n": n, "own": dear == own, "lies": bool(there)}
    return facts | {"them": (there or them)[:NAMED], "leads": not trick}


def _paid_now(context: DecisionContext) -> Iterator[Reason]:
    """The trick is complete with this move, so what is paid for it is certain."""
    if context.next_seats:
        return
    own, other = (_paid(context, move) for move in (context.move, context.other))
    if own.paid > other.paid:
        told = other if other.paid < 0 else own
        facts = {"it": context.other if other.paid < 0 else context.move, "costs": other.paid < 0}
        yield Reason("pays_now", facts | {"n": abs(told.paid), "them": tuple(dict.fromkeys(told.paid_for))})


def _paid(context: DecisionContext, move: Move | None) -> Outcome:
    """What is paid to the seat at once for a trick that `move` completes."""
    follower = Follower(context.game, context.state, context.seat)
    if move is not None:
        turn = context.phase.act(context.state, context.seat, move)
        follower.see(turn.state, turn.events)
    return follower.outcome


def by_hands(context: DecisionContext) -> Iterator[Reason]:
    """How often the side wins the hand in sampled deals, or what a call brings, where the two choices differ."""
    sampled = context.sampled
    if context.game.family is Family.BANKING:
        return
    ours = [o.won for o in sampled.column(0) if o.won is not None]
    if len(ours) < 10 or (context.move.cards and context.other is None):
        return
    facts: dict[str, Any] = {
        "move": context.move,
        "other": context.other,
        "deals": len(ours),
        "won": sum(ours),
        "tenths": round(10 * sum(ours) / len(ours)),
        "their_tenths": 0,
        "called": not context.move.cards,
        "mean": (mean := _told(fmean(o.points for o in sampled.column(0)))),
        "much": abs(mean),
        "loses": mean < 0,
        "their_much": 0,
        "they_lose": False,
        "theirs": None,
        "theirs_mean": None,
        "alone": _alone(context),
        "by_points": False,
    }
    if context.other is not None:
        theirs = [o.won for o in sampled.column(1) if o.won is not None]
        if len(theirs) < 10:
            return
        facts["theirs"] = sum(theirs)
        facts["their_tenths"] = round(10 * sum(theirs) / len(theirs))
        facts["theirs_mean"] = _told(fmean(o.points for o in sampled.column(1)))
        facts |= {"their_much": abs(facts["theirs_mean"]), "they_lose": facts["theirs_mean"] < 0}
        tries = facts["called"] and context.meaning.kind not in (CallKind.PASS, CallKind.GIVE_UP)
        declined = context.phase.meaning(context.other.word).kind if tries else CallKind.BID  # a bid may fail as well
        gains = (
            tries
            and min(sampled.ahead) >= 0 < max(sampled.ahead)
            and len({o.margin_of_points for o in sampled.column(1)}) == 1
        )
        if gains and declined is not CallKind.BID:
            gives = declined is CallKind.GIVE_UP
            yield Reason("free_try", {"alone": facts["alone"], "gives": gives}, sampled=True)
            return
        if sampled.won_apart or facts["won"] / len(ours) - facts["theirs"] / len(theirs) < MORE_WON:
            more = facts["mean"] >= facts["theirs_mean"] + LEAST and sampled.sign > 0 and not sampled.in_hands
            if not (facts["called"] and more):
                return  # a number that speaks against the move, or for nothing, is no reason for it
            facts |= {"by_points": True, "alone": _alone(context, scores=True)}
    yield Reason("hands_won", facts, sampled=True, role=Role.MEAN)


def _alone(context: DecisionContext, *, scores: bool = False) -> bool:
    """Whether the seat plays for itself alone; with `scores`, whether what it scores is its own alone."""
    side = members(side_of_seat(context.game, context.state, context.seat)) if scores else context.friends
    return len(side) == 1


def by_points(context: DecisionContext) -> Iterator[Reason]:
    """How much more the move brings than the other choice (`SampledOutcomes.gained`), if that is significant."""
    sampled = context.sampled
    if context.other is None or sampled.deals < 8:
        return
    if sampled.clearly_ahead:
        ahead, mean = sampled.ahead, fmean(sampled.ahead)
        facts = {"move": context.move, "other": context.other, "mean": _told(mean)}
        facts |= {"alone": _alone(context, scores=True), "low": sampled.sign < 0, "always": min(ahead) == max(ahead)}
        facts |= {"in_hands": sampled.in_hands, "hands_more": round(50 * mean)}
        yield Reason("points_more", facts | {"deals": sampled.deals}, sampled=True, role=Role.MEAN)


def _told(mean: float) -> float:
    """A mean of points as it is told: of large numbers no decimals, of small ones one or two."""
    return round(mean) if abs(mean) >= LARGE else round(mean, 1 if abs(mean) >= 1 else 2)


def by_stakes(context: DecisionContext) -> Iterator[Reason]:
    """For bets: that the odds leave no other choice, or the mean result for each unit staked."""
    if context.game.family is not Family.BANKING:
        return
    if len(context.moves) > 1 and context.policy.plausible(context.state, context.seat, context.moves) == (
        context.move,
    ):
        bank = policy_of(context.game)
        before = bank.staked(context.state)
        back = bank.staked(context.after(context.move)) < before
        edge = round(100 * context.policy.edge, 1) if back or not before else 0
        yield Reason("by_odds", {"edge": edge, "back": back, "by_rules": context.policy.edge_by}, sampled=True)
    for at, move in enumerate(context.sampled.moves):
        column = [o for o in context.sampled.column(at) if o.stake]
        if len(column) >= 10:
            yield Reason(
                "stake" if at == 0 else "stake_other",
                {"move": move} | per_unit(column),
                sampled=True,
            )


def per_unit(outcomes: list[Outcome]) -> dict[str, float]:
    """The mean result for each unit staked, and twice its standard error."""
    rates = [o.points / o.stake for o in outcomes]
    mean = fmean(rates)
    spread = (sum((r - mean) ** 2 for r in rates) / max(1, len(rates) - 1)) ** 0.5
    return {"unit": round(mean, 3), "margin": round(2 * spread / len(rates) ** 0.5, 3)}
