"""Reasons in runs of cards that bring pots: a pot that others may take on the way, or the seat itself.

What others may take is counted in sampled deals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.kernel.events import POT_TAKEN, stop_in
from tutor.kernel.playout import legal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card
    from tutor.kernel.events import Event
    from tutor.kernel.moves import Move
    from tutor.kernel.state import State

OFTENER: Final = 0.1
"""How much more often others must take a pot after the other choice for it to be told."""


def opens_pot(context: DecisionContext) -> Iterator[Reason]:
    """After the other choice another player is likelier to take a pot in the run."""
    if context.other is None or context.other_card is None:
        return
    own, theirs = (_pots_of_others(context, m) for m in (context.move, context.other))
    deals = len(theirs)
    if sum(map(bool, theirs)) - sum(map(bool, own)) >= OFTENER * deals:
        pots = next(event for event in theirs if event is not None)
        more = {"other": context.other_card, "them": pots.cards, "share": round(10 * sum(map(bool, theirs)) / deals)}
        yield Reason("opens_pot", {"c": context.card} | more, sampled=True)


def more_pots(context: DecisionContext) -> bool:
    """Whether another player is likelier to take a pot after the move than after the other choice."""
    return context.other is not None and any(opens_pot(context.exchanged()))


def _pots_of_others(context: DecisionContext, move: Move) -> list[Event | None]:
    """The first pot that another player takes in the run that `move` begins, in each sampled deal."""
    return [_others_pot(_run(context, sample, move), context) for sample in context.samples]


def _others_pot(events: list[Event], context: DecisionContext) -> Event | None:
    """The first pot that another player takes."""
    return next((e for e in events if e.what == POT_TAKEN and e.seat not in context.friends), None)


def own_pots(context: DecisionContext) -> tuple[Card, ...]:
    """The cards for which the seat takes a pot while its own cards follow the move; empty if it takes none so."""
    turn = context.phase.act(context.state, context.seat, context.move)
    found: list[Card] = []
    while turn.state.turn == (context.seat,) and turn.state.phase == context.phase.name and not stop_in(turn.events):
        moves = [m for m in legal(context.game, turn.state, context.seat) if len(m.cards) == 1]
        if len(moves) != 1:
            break
        turn = context.phase.act(turn.state, context.seat, moves[0])
        found += [c for e in turn.events if e.what == POT_TAKEN and e.seat == context.seat for c in e.cards]
    return tuple(dict.fromkeys(found))


def _run(context: DecisionContext, sample: State, move: Move) -> list[Event]:
    """What happens in the run that `move` begins in `sample`, as long as nobody uses a choice."""
    turn = context.phase.act(sample, context.seat, move)
    events = [*turn.events]
    for _ in context.game.pack.order:
        state = turn.state
        if stop_in(turn.events) or not state.turn or state.phase != context.phase.name or state.chance is not None:
            break
        moves = [m for m in legal(context.game, state, state.turn[0]) if m.cards]
        if not moves or {m.cards[0] for m in moves} != {moves[0].cards[0]}:
            break
        turn = context.phase.act(state, state.turn[0], min(moves, key=lambda m: len(m.cards)))
        events += turn.events
    return events
