"""Reasons from what counts by being declared: it scores at once, or as soon as the seat has won a trick."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.before_play.hand_count import count_hand, play_phase
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.advice.reasons.follows.discards import no_trick_left
from tutor.kernel.calls import CallKind
from tutor.kernel.events import DECLARED
from tutor.kernel.playout import allowed
from tutor.kernel.seats import members
from tutor.kernel.view_types import RankedTrickView
from tutor.policies import policy_of
from tutor.policies.aims import POINT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.advice.value import Line
    from tutor.kernel.cards import Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

FEWEST: Final = 12
"""With fewer deals nothing is told."""
SELDOM: Final = 0.2
"""The share of deals up to which a pair is seldom shown."""


def declaring(context: DecisionContext) -> Iterator[Reason]:
    """The move scores at once, for certain, and the other choice less or nothing."""
    n, less = (declared_points(context, move) if move else 0 for move in (context.move, context.other))
    if n > less:
        facts = {"move": context.move, "n": n, "less": less} | _new_trumps(context)
        yield Reason("declares", facts, decides=not context.move.cards)


def _new_trumps(context: DecisionContext) -> dict[str, Any]:
    """Facts: the suit that the move makes trumps, empty if none, and the own cards of it."""
    v, then = context.view, context.after(context.move)
    suit = then.trump if isinstance(v, RankedTrickView) and then.trump != context.state.trump else ""
    held = tuple(c for c in context.hand if suit and c.suit == suit)
    return {"trumps": suit, "held": held}


def declared_points(context: DecisionContext, move: Move) -> float:
    """The points that the move declares for the seat at once."""
    events = context.phase.act(context.state, context.seat, move).events if move.word else ()
    mine = (event for event in events if event.what == DECLARED and event.seat == context.seat)
    points: float = sum(event.facts.get("points", 0) for event in mine)
    return points


def pairs(context: DecisionContext) -> Iterator[Reason]:
    """Pairs in hand that are to be declared: reasons to bid, and to keep both cards."""
    held = policy_of(context.game).declarable(context.state, context.seat)
    if held is None:
        return
    if not context.move.cards:
        yield from _bid_on(context, held)
    elif (
        held
        and context.other is not None
        and isinstance(context.view, RankedTrickView)
        and not any(move.word for move in context.moves)
    ):
        two, n = max(held.items(), key=lambda one: one[1])
        c, other = context.card, context.other_card
        facts = {"two": two, "n": n}
        if c is None or other is None:
            return
        yield from _breaks_pair(context, held)
        if c in two or no_trick_left(context):
            return
        if other in two or not {*two}.isdisjoint(context.cards):
            yield Reason("keeps_pair", facts, shared=other not in two)


def _breaks_pair(context: DecisionContext, held: Mapping[Cards, float]) -> Iterator[Reason]:
    """The card breaks a pair that the other choice keeps: in few deals that were tried would it have been shown."""
    there = context.lines.get(context.other, ()) if context.other is not None else ()
    two = next((two for two in held if context.card in two and context.other_card not in two), None)
    if two is None or len(there) < FEWEST:
        return
    n = sum(_shown(line, context.seat, two) for line in there)
    if n <= SELDOM * len(there):
        yield Reason("breaks_pair", {"two": two, "held": n, "deals": len(there)}, sampled=True)


def _shown(line: Line, seat: Seat, two: Cards) -> bool:
    """Whether the seat, having won the trick before, leads one of a pair of which the other is not played yet."""
    for n, ((winner, _), (_, cards)) in enumerate(pairwise(line.tricks)):
        played = {c for _, before in line.tricks[: n + 1] for c in before}
        if winner == seat and cards[0] in two and played.isdisjoint(two):
            return True
    return False


def announcing(context: DecisionContext) -> Iterator[Reason]:
    """A declaration that counts later, though it shows some of the hand, against saying nothing."""
    if context.other is None or context.policy.declares(context.view, context.other) is not None:
        return
    found = context.policy.declares(context.view, context.move)
    if found is not None and found.points:
        hand = context.held(context.seat)
        count = count_hand(context, hand, context.state.trump)
        tops = (*count.run, *count.tops) if count is not None else ()
        facts: dict[str, Any] = {"top": tops[0] if tops else None}
        facts |= {"n": found.points, "on_trick": found.on_trick, "sure": found.sure}
        yield Reason("announces", facts, decides=True)


def _bid_on(context: DecisionContext, held: Mapping[Cards, float]) -> Iterator[Reason]:
    """A count for a bid: the pairs in hand with the cards from the top; without a pair, what would make one.

    Of pairs of which others may take the lead away only one is counted: the rest may come `later`.
    """
    meanings = [context.phase.meaning(move.word) for move in (context.move, context.other) if move is not None]
    bids = [one.kind is CallKind.BID for one in meanings]
    gives_up = len(meanings) > 1 and meanings[1].kind is CallKind.GIVE_UP
    if not held and meanings[0].kind is CallKind.GIVE_UP:
        yield from _conceding(context)
        return
    if not (any(bids) or gives_up):
        return
    lower = not (bids[0] or gives_up) or (all(bids) and meanings[0].number < meanings[-1].number)
    spoken = context.other if lower else context.move
    need = context.policy.needed(context.view, spoken) if spoken is not None else None
    goal = need.n if need is not None else _current(context)
    hand = context.held(context.seat)
    count, play = count_hand(context, hand, ""), play_phase(context)
    values = play.captured_values() if play is not None else {}
    if count is None or not values or not goal:
        return
    tops, total = count.tops, sum(values.values())
    facts: dict[str, Any] = {"move": context.move, "spoken": spoken, "goal": goal, "total": total, "lower": lower}
    if not held:
        if lower:
            there = {"both": all(bids), "other": context.other}
            yield Reason("no_pair", facts | _chance(context, goal) | there, role=Role.PLAN)
        elif tops and not context.state.trump:
            high = sum(values.get(c, 0) for c in tops)
            yield Reason("top_cards", {"tops": tops, "n": high, "goal": goal, "gives": gives_up})
        return
    high = sum(values.get(c, 0) for c in tops)
    loose = sorted((two for two in held if not set(two) <= set(tops)), key=lambda two: -held[two])
    sure = [two for two in held if two not in loose[1:]]
    n = sum(held[two] for two in sure)
    facts |= {"two": tuple(c for two in sure for c in two), "n": n, "tops": tops, "high": high}
    facts |= {"later": tuple(c for two in loose[1:] for c in two), "sum": n + high, "missing": goal - n - high}
    enough = facts["missing"] <= 0
    if not lower or not enough:
        facts |= {"leads": _leads(context), "now": _current(context)}
        facts["up"] = goal - facts["now"] if lower and 0 < facts["now"] < goal else 0
        yield Reason("pair_count", facts, decides=enough and not lower)


def _leads(context: DecisionContext) -> bool:
    """Whether the seat leads to the first trick as soon as the move is made."""
    then = context.after(context.move)
    return bool(then.turn) and then.turn[0] == context.seat and context.game.due(then) is play_phase(context)


def _conceding(context: DecisionContext) -> Iterator[Reason]:
    """Without a pair, what a contract that is given up would need."""
    aims, play = policy_of(context.game).aims(context.state, context.seat), play_phase(context)
    goal = next((aim.goal for aim in aims if aim.contract and aim.unit == POINT), 0)
    total = sum(play.captured_values().values()) if play is not None else 0
    if goal and total:
        yield Reason("concedes", {"goal": goal, "total": total})


def _current(context: DecisionContext) -> float:
    """What the own contract is that stands if the move changes nothing; 0 if none stands."""
    then = context.after(context.move)
    aims = policy_of(context.game).aims(then, context.seat) if then.turn else ()
    return next(
        (aim.goal for aim in aims if aim.contract and aim.unit == POINT and context.seat in members(aim.side)), 0
    )


def _chance(context: DecisionContext, goal: float) -> dict[str, Any]:
    """Which cards out of sight would make a pair, and how often the cards that a declarer takes up bring one.

    They bring one too that lies there whole. A pair is `short` if no pair alone makes the contract.
    """
    unseen, hand = context.game.unseen(context.state, context.seat), context.held(context.seat)
    hidden = (context.left[who] - len(known) for who, known in context.known.items())
    widow = len(unseen) - sum(hidden)
    pairs = policy_of(context.game).pairs(context.state) or {}
    make = tuple(c for c in unseen if any({c, x} == set(two) for x in hand for two in pairs))
    taken = [{*hand, *some} for some in combinations(unseen, widow)] if widow else []
    share = sum(any({*two} <= cards for two in pairs) for cards in taken) / max(1, len(taken))
    whole = any(set(two) <= set(unseen) for two in pairs)
    facts = {"make": make, "unseen": len(unseen), "widow": widow, "tenths": round(10 * share), "whole": whole}
    return facts | {"short": goal > max(pairs.values(), default=0), "forced": _forced(context)}


def _forced(context: DecisionContext) -> Seat | str:
    """The next to call, if no call but a bid is left to that seat after the move; else empty."""
    then = context.after(context.move)
    if not then.turn or (phase := context.game.due(then)) is not context.phase:
        return ""
    v = phase.see(then, then.turn[0])
    left = allowed(phase, v)
    return "" if any(phase.meaning(move.word).kind is not CallKind.BID for move in left) else then.turn[0]
