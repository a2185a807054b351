"""Reasons in games where totals of cards decide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.kernel.events import PLAYED
from tutor.kernel.view_types import TrumpsView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.moves import Move

MOST: Final = 1000
"""The most legal moves that are tried for what they count and whether they win."""


def totals(context: DecisionContext) -> Iterator[Reason]:
    """How the play's total compares with those on the table; for a lead, and for cards to keep, the total itself."""
    moves = [m for m in context.moves if m.cards]
    spent = _spent(context, context.move)
    if not 1 < len(moves) <= MOST or spent is None:
        return
    all_spent = sorted(_spent(context, m) or 0 for m in moves)
    facts: dict[str, Any] = {"move": context.move, "own": spent} | _kept(context, spent)
    if not any(event.what == PLAYED for event in context.events(context.state, context.move)):
        less = _spent(context, context.other) if context.other is not None else None
        if spent == all_spent[-1] > all_spent[0] and (less is None or less < spent):
            yield Reason("picks_most", facts | {"trump": _trumps(context, context.move)})
    elif not context.answers_cards:
        yield from _led(context, facts, all_spent)
    elif (own := _total(context, context.move)) is not None:
        yield from _against_totals(context, own, facts, least=spent == all_spent[0])
    elif not context.wins_trick(context.state, context.move):
        if spent == all_spent[0]:
            first = context.phase.act(context.state, context.seat, context.move).state.turn == (context.seat,)
            yield Reason("loses_least", facts | {"first": first})
    elif not any((_spent(context, m) or 0) < spent and context.wins_trick(context.state, m) for m in moves):
        yield Reason("wins_cheaply", facts)


def _led(context: DecisionContext, facts: dict[str, Any], all_spent: Sequence[int]) -> Iterator[Reason]:
    """Whether a lead counts little, or much, among all leads, or among those without trumps."""
    spent, tenth = facts["own"], len(all_spent) // 10
    plain = [m for m in context.moves if m.cards and not _trumps(context, m)]
    if spent <= all_spent[tenth] < all_spent[-1 - tenth]:
        yield Reason("leads_little", facts)
    elif spent >= all_spent[-1 - tenth] > all_spent[tenth]:
        yield Reason("leads_much", facts)
    elif context.move in plain and len(plain) < len(all_spent) and spent == max(_spent(context, m) or 0 for m in plain):
        yield Reason("leads_plain", facts)


def _kept(context: DecisionContext, spent: int) -> dict[str, Any]:
    """Facts: the cards that the other choice would use and this one keeps, if they count more."""
    if context.other is None or (_spent(context, context.other) or 0) <= spent:
        return {"kept": ()}
    left = list(context.other.cards)
    for c in context.move.cards:
        if c in left:
            left.remove(c)
    return {"kept": tuple(left)}


def _trumps(context: DecisionContext, move: Move) -> bool:
    """Whether there is a trump among the cards."""
    return isinstance(context.view, TrumpsView) and any(map(context.view.is_trump, move.cards))


def _against_totals(context: DecisionContext, own: int, facts: dict[str, Any], *, least: bool) -> Iterator[Reason]:
    """Whether the `own` total is the highest on the table; if not, whether the play spends the `least`."""
    before = context.phase.totals(context.view)
    best = max(before.values(), default=0)
    facts |= {"own": own, "best": best, "who": next((who for who, n in before.items() if n == best), context.seat)}
    if own > best:
        yield Reason("higher_total", facts)
    elif least:
        yield Reason("cheapest_loss", facts)


def _total(context: DecisionContext, move: Move) -> int | None:
    """The total of the seat on the table after this play; None if totals decide nothing."""
    state = context.phase.act(context.state, context.seat, move).state
    if state.phase == context.phase.name and state.chance is None:
        return context.phase.totals(context.phase.see(state, context.seat)).get(context.seat)
    return None


def _spent(context: DecisionContext, move: Move) -> int | None:
    """What the cards count if they are led, that is in full; None if totals decide nothing."""
    return context.policy.lead_total(context.view, move.cards)
