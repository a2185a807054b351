"""Reasons about going out in games of matching: at once, with the next turn, or the next player with one card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.sheds.fights import NEAR
from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUITS
from tutor.kernel.playout import legal
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State


def goes_out(context: DecisionContext) -> Iterator[Reason]:
    """All cards go before the turn passes on, one on another; after the other choice too, or not."""
    held, other = context.held(context.seat), context.other
    way = way_out(context, context.state, context.move) if context.card and len(held) <= NEAR else None
    if not way:
        return
    either = other is not None and bool(other.cards) and way_out(context, context.state, other) is not None
    named = next((c for c in way[:1] if c not in held), "")
    facts: dict[str, Any] = {"c": context.card, "named": named, "then": way[bool(named) :], "other": other}
    yield Reason("out_at_once", facts | {"either": either}, decides=True)


def way_out(context: DecisionContext, state: State, move: Move) -> Cards | None:
    """The cards that go on a move, or are named, until the hand is out in the same turn; None if it is not."""
    then = context.game.due(state).act(state, context.seat, move).state
    if not context.game.held(then, context.seat):
        return ()
    if then.turn != (context.seat,) or then.chance is not None:
        return None
    silent = policy_of(context.game).of(context.game.due(then)).draws_if_silent
    for m in legal(context.game, then, context.seat):
        if m.cards or m.word in SUITS or (silent and m.word != PASS):
            way = way_out(context, then, m)
            if way is not None:
                return (*m.cards, *way)
    return None


def out_next(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """What is left goes in the next turn whatever lies there: a card that fits anything, and what goes on it."""
    rest = [x for x in context.held(context.seat) if x is not c]
    wild = context.policy.fits_anything
    if wild(c) or len(rest) >= NEAR or not any(map(wild, rest)):
        return
    then = _next_time(context)
    for m in legal(context.game, then, context.seat) if then is not None else ():
        way = way_out(context, then, m) if then is not None and m.cards and wild(m.cards[0]) else None
        if way is not None:
            named = next((x for x in way[:1] if x not in rest), "") if len(rest) > 1 else ""
            yield Reason("out_next", {"c": c, "last": m.cards[0], "named": named, "then": way[bool(named) :]})
            return


def _next_time(context: DecisionContext) -> State | None:
    """The state when it is the seat's turn again, if the others play nothing; None if that cannot be told."""
    turn = context.phase.act(context.state, context.seat, context.move)
    others = False
    for _ in context.game.pack.order:
        then = turn.state
        if not then.turn or then.chance is not None:
            return None
        who, phase = then.turn[0], context.game.due(then)
        policy = policy_of(context.game).of(phase)
        moves = [m for m in legal(context.game, then, who) if not m.cards]
        due = policy.answers or policy.draws_if_silent
        quiet = next((m for m in moves if not policy.draws_if_silent or m.word != PASS), None)
        if who == context.seat and not due:
            return then if others else None
        if quiet is None:
            return None
        others = others or who != context.seat
        turn = phase.act(then, who, quiet)
    return None


def may_go_out(context: DecisionContext) -> Iterator[Reason]:
    """The next player has one card left, which fits less often after this card than after the other choice."""
    if context.other is None:
        return
    chances = []
    who: Seat = ""
    for move in (context.move, context.other):
        then = [context.phase.act(sample, context.seat, move).state for sample in context.samples]
        live = [state for state in then if state.turn and state.chance is None]
        who = live[0].turn[0] if live else ""
        if not live or who in context.friends or len(context.game.held(live[0], who)) != 1:
            return
        fits = sum(any(m.cards for m in legal(context.game, state, who)) for state in live if state.turn[0] == who)
        chances.append(fits / len(live))
    own, others = (round(10 * chance) for chance in chances)
    if own < others:
        facts = {"move": context.move, "other": context.other, "who": who, "own": own, "others": others}
        yield Reason("may_go_out", facts | {"deals": len(context.samples)}, sampled=True)
