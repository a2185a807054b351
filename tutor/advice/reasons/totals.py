"""Reasons in games where totals of cards decide."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.advice.reasons.total_leads import (
    beaten,
    counts,
    harder_to_beat,
    has_trumps,
    is_trump,
    leads_by_total,
    must_spend,
    plain_most,
    seats_behind,
    spent_on,
    threat,
    top_card,
    total_after,
)
from tutor.kernel.events import PLAYED, SLOT_WON, TRICK_DRAWN, TRICK_WON
from tutor.kernel.moves import Move
from tutor.kernel.view_types import TrickOnTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tutor.kernel.cards import Card

GOALS: Final = frozenset({"wins_cheaply", "higher_total", "cheapest_loss", "loses_least", "leads_little"})
"""Reasons that say what a total is good for."""
MOST: Final = 1000
"""The most legal moves that are tried for what they count and whether they win."""


def totals(context: DecisionContext) -> Iterator[Reason]:
    """How the play's total compares with those on the table; for a lead, and for cards to keep, the total itself."""
    moves = [m for m in context.moves if m.cards]
    spent = spent_on(context, context.move)
    if not 1 < len(moves) <= MOST or spent is None:
        return
    all_spent = sorted(spent_on(context, m) or 0 for m in moves)
    facts: dict[str, Any] = {"move": context.move, "own": spent} | _kept(context, spent)
    facts |= {
        "tricks": context.policy.tricks_at_stake(context.view),
        "picks": context.policy.lowest_picks(context.view),
    }
    found: list[Reason] = []
    if not any(event.what == PLAYED for event in context.events(context.state, context.move)):
        found += _picked(context, facts, all_spent)
    elif not context.answers_cards:
        found += leads_by_total(context, facts, all_spent)
    elif (own := total_after(context, context.move)) is not None:
        found += _against_totals(context, own, facts, least=spent == all_spent[0])
    else:
        found += _completed(context, facts, moves, least=spent == all_spent[0])
    level = context.other is not None and spent == spent_on(context, context.other) and not _apart(context)
    level = level and all(reason.what != "harder_to_beat" for reason in found)
    goal = next((reason for reason in found if level and _is_goal(reason)), None)
    yield from (reason for reason in found if reason is not goal)
    if level:
        yield from _alike(context, facts if goal is None else goal.facts, goal.what if goal else "")
    elif facts["picks"]:
        yield from _keeps_single(context)


def _keeps_single(context: DecisionContext) -> Iterator[Reason]:
    """Both choices take the trick, and the other one with a card that counts more than any of this one."""
    if context.other is None or not (_takes(context, context.move) and _takes(context, context.other)):
        return
    (_, n), (kept, more) = (top_card(context, move) for move in (context.move, context.other))
    if n < more:
        yield Reason("keeps_single", {"move": context.move, "other": context.other, "kept": kept})


def _alike(context: DecisionContext, facts: Mapping[str, Any], goal: str) -> Iterator[Reason]:
    """Both choices count the same, and do the same on the table: cards that win singly, picks, or what both do."""
    own = spent_on(context, context.move)
    turned = context.other is not None and Counter(context.move.cards) == Counter(context.other.cards)
    if ahead := tuple(_slots_ahead(context)):
        yield from ahead
    elif turned:
        n = context.policy.slots_ahead(context.view, context.move)
        yield Reason("turned_alike", {"other": context.other, "n": n})
    elif not any(event.what == PLAYED for event in context.events(context.state, context.move)):
        yield Reason(
            "picks_alike", {"move": context.move, "than": context.other, "own": own}, decides=True, role=Role.LEVEL
        )
    else:
        yield Reason("counts_same", {**facts, "other": context.other, "own": own, "goal": goal})


def _takes(context: DecisionContext, move: Move) -> bool:
    """Whether an answer is sure to win the trick."""
    v = context.view
    if not isinstance(v, TrickOnTable) or not v.trick or not context.answers_cards:
        return False
    total = total_after(context, move)
    if total is None:
        return context.wins_trick(context.state, move) is True
    return total > max(context.phase.totals(v).values(), default=0) and total > threat(context, v.trick[0])


def _is_goal(reason: Reason) -> bool:
    """Whether a reason says what a total is good for, that no other cards come to more cheaply."""
    if reason.what not in GOALS or reason.facts.get("level"):
        return False
    return bool(reason.facts.get("cheapest", True) and reason.facts.get("least", True))


def _apart(context: DecisionContext) -> bool:
    """Whether one of the two choices has more trumps, or comes to another total on the table."""
    one, two = context.move, context.other
    if two is None or sum(map(is_trump(context), one.cards)) != sum(map(is_trump(context), two.cards)):
        return True
    return context.answers_cards and _outcome(context, one) != _outcome(context, two)


def _outcome(context: DecisionContext, move: Move) -> tuple[object, ...]:
    """What the move comes to at once: the total, whether the trick is won, and who is next."""
    turn = context.phase.act(context.state, context.seat, move)
    ends = tuple((e.what, e.seat) for e in turn.events if e.what in (TRICK_WON, TRICK_DRAWN, SLOT_WON))
    return total_after(context, move), ends, turn.state.turn


def _picked(context: DecisionContext, facts: dict[str, Any], all_spent: Sequence[int]) -> Iterator[Reason]:
    """The cards are the highest that lie there, or as high as the other choice; and who picks next."""
    less = spent_on(context, context.other) if context.other is not None else None
    if not facts["own"] == all_spent[-1] > all_spent[0] or (less is not None and less >= facts["own"]):
        return
    then = context.after(context.move)
    trumps = [is_trump(context)(c) for m in context.moves for c in m.cards]
    facts |= {"trump": has_trumps(context, context.move), "all": all(trumps), "n": len(context.move.cards)}
    facts |= {"next": then.turn[0] if then.phase == context.phase.name and then.turn else ""}
    yield Reason("picks_most", facts)


def _completed(context: DecisionContext, facts: dict[str, Any], moves: list[Move], *, least: bool) -> Iterator[Reason]:
    """The last play to a trick: what it comes to for certain."""
    turn = context.phase.act(context.state, context.seat, context.move)
    slots, there = (_slots(context, m) for m in (context.move, context.other or context.move))
    won = context.wins_trick(context.state, context.move)
    if slots > there:
        yield Reason("wins_slots", facts | {"slots": slots, "fewer": there, "other": context.other})
    elif any(e.what == TRICK_DRAWN for e in turn.events):
        yield Reason("draws_trick", facts | {"next_counts": context.policy.tricks_at_stake(context.view) + 1})
    elif won is None and not context.policy.lowest_picks(context.view):
        return
    elif not won:
        if back := _picked_back(context):
            yield Reason("picks_back", back)
        elif least or (
            context.other is not None
            and facts["kept"]
            and (
                context.wins_trick(context.state, context.other) or turn.state.turn == context.after(context.other).turn
            )
        ):
            best = max(spent_on(context, m) or 0 for m in moves)
            facts |= {"first": turn.state.turn == (context.seat,), "best": best}
            facts["prize"] = _prize(context) if facts["first"] else ""
            facts |= {"could": any(context.wins_trick(context.state, m) for m in moves), "least": least}
            yield Reason("loses_least", facts)
    elif not any((spent_on(context, m) or 0) < facts["own"] and context.wins_trick(context.state, m) for m in moves):
        yield Reason("wins_cheaply", facts)


def _prize(context: DecisionContext) -> Card | str:
    """The card of the trick that counts most, and more than those of the seat; "" if there is none."""
    v = context.view
    lying = [c for pair in v.trick for c in pair] if isinstance(v, TrickOnTable) else []
    value = {c: counts(context, c) for c in (*lying, *context.move.cards)}
    best = max(value, key=value.__getitem__)
    return best if context.policy.lowest_picks(v) and best not in context.move.cards else ""


def _picked_back(context: DecisionContext) -> dict[str, Any]:
    """Facts: a high card that the other choice would keep, `c`, if one as high can be picked again from the trick.

    `before` pick so many others, who leave one of those as high, all in `there`.
    """
    v, other = context.view, context.other
    if other is None or not context.policy.lowest_picks(v) or not isinstance(v, TrickOnTable):
        return {}
    (c, worth), (_, less) = top_card(context, context.move), top_card(context, other)
    then = context.after(context.move)
    phase = context.game.due(then)
    totals = phase.totals(phase.see(then, context.seat))
    if worth <= less or context.seat not in totals or context.wins_trick(context.state, other):
        return {}
    before = sum(n <= totals[context.seat] for who, n in totals.items() if who != context.seat)
    lying = [x for pair in (*v.trick, context.move.cards) for x in pair]
    there = tuple(x for x in lying if counts(context, x) >= worth)
    return {"move": context.move, "c": c, "before": before, "there": there} if before < len(there) else {}


def _slots(context: DecisionContext, move: Move) -> int:
    """How many single cards the seat wins at once with this play."""
    return sum(e.what == SLOT_WON and e.seat == context.seat for e in context.events(context.state, move))


def _kept(context: DecisionContext, spent: int) -> dict[str, Any]:
    """Facts: the cards that the other choice would use and this one keeps, if they count more."""
    if context.other is None or (spent_on(context, context.other) or 0) <= spent:
        return {"kept": ()}
    left = list(context.other.cards)
    for c in context.move.cards:
        if c in left:
            left.remove(c)
    return {"kept": tuple(left), "other": context.other}


def _against_totals(context: DecisionContext, own: int, facts: dict[str, Any], *, least: bool) -> Iterator[Reason]:
    """Whether the `own` total is the highest on the table; if not, whether the play spends the `least`."""
    before = context.phase.totals(context.view)
    best = max(before.values(), default=0)
    facts |= {"own": own, "best": best, "who": next((who for who, n in before.items() if n == best), context.seat)}
    totals = {m: total_after(context, m) or 0 for m in context.moves if m.cards}
    above = [m for m, n in totals.items() if n > best]
    facts |= {"forced": len(above) == len(totals), "lost": not above, "least": least}
    lead = context.view.trick[0] if isinstance(context.view, TrickOnTable) else ()
    if own > best and facts["forced"] and least:
        yield Reason("must_go_above", facts)
    elif own > best:
        spent = spent_on(context, context.move) or 0
        facts["cheapest"] = all((spent_on(context, m) or 0) >= spent for m in above)
        facts["most"] = plain_most(context, lead)
        sure = own > threat(context, lead)
        less = totals.get(context.other, 0) if context.other is not None else 0
        facts["unsafe"] = context.other if sure and context.other and best < less <= threat(context, lead) else ""
        harder = tuple(harder_to_beat(context)) if less > best and not sure else ()
        yield from harder
        spending = must_spend(context, lead, own) if lead and not sure else ()
        if spending and spending != must_spend(context, lead, less):
            none = {"under": (), "level": False, "less": 0}
            yield Reason("makes_spend", facts | none | {"spending": spending, "other": context.other})
            return
        behind = seats_behind(context)
        risk = {"share": 0 if harder else round(10 * beaten(context, context.move, level=True))}
        yield Reason("higher_total", facts | {"sure": sure, "behind": behind[0] if len(behind) == 1 else ""} | risk)
    elif least:
        following = context.policy.tricks_at_stake(context.view) + 1
        yield Reason("cheapest_loss", facts | {"level": own == best, "next_counts": following})


def _slots_ahead(context: DecisionContext) -> Iterator[Reason]:
    """The same cards are ahead in more of the slots on the table than the other way round."""
    other = context.other
    if other is None or sorted(c.text for c in context.move.cards) != sorted(c.text for c in other.cards):
        return
    n, fewer = (context.policy.slots_ahead(context.view, move) for move in (context.move, other))
    if n > fewer:
        yield Reason("slots_ahead", {"move": context.move, "other": other, "n": n, "fewer": fewer})
