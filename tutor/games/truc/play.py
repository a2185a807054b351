"""Phases of the play of Truc: a card or a raise, a raise after a card, and the answer to a raise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeVar

from tutor.families.tricks import Taken
from tutor.families.tricks.state import without_card
from tutor.games.truc.score import SCORE
from tutor.games.truc.stakes import (
    ACCEPT,
    NO_RAISE,
    PENDING,
    RAISES,
    RAISING,
    REJECT,
    TO_THREE,
    TO_TWO,
    bid_problems,
    stake_of,
)
from tutor.games.truc.table import DRAW, TrucState
from tutor.games.truc.views import Asked, Played, TrucPhase, TrucView, trick_clause
from tutor.kernel.calls import GIVING_UP, PASS
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.events import CALL_MADE, PLAYED, TRICK_DRAWN, TRICK_WON, Event
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move, call, play
from tutor.kernel.phase import Turn
from tutor.kernel.playout import allowed
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed
from tutor.kernel.working import CALL, Chain, Step, Working, open_step

BY_CARD: Final[Duty[Asked]] = always("truc.answer.accept", lambda v, m: not m.cards or v.in_turn)

V = TypeVar("V", bound=TrucView)


class InTurn(TrucPhase[V]):
    """A decision of the player whose turn it is, who may raise the stake."""

    binding = RAISING

    def basis(self, v: V, found: Trace[V], move: Move) -> str:
        """The clause of the raise or, if nothing is said, of the raise that would be possible."""
        if move.word in RAISES:
            return f"truc.{move.word}"
        if move.cards:
            return self.clause
        if v.alone:
            return NO_RAISE.clause
        return {1: TO_TWO.clause, 2: TO_THREE.clause}.get(v.stake, "truc.limit")

    def closed_by(self, v: V, move: Move | None = None) -> str:
        """After a complete trick: the clause by which nobody can raise any more, or needs to speak."""
        if move is None or move.cards:
            return self.clause
        if v.alone and move.word in RAISES:
            return NO_RAISE.clause
        if v.hand_won:
            return "truc.over"
        return f"truc.{move.word}" if move.word in RAISES else self.clause


class Play(InTurn[TrucView]):
    """Play a card to the trick, or raise the stake before it."""

    title = "a card, or a raise"
    clause = "truc.play"
    words = tuple(RAISES)

    def titled(self, v: TrucView) -> str:
        """A raise is asked for only where one may be made."""
        return self.title if any(not move.cards for move in allowed(self, v)) else "your card"

    def problems(self, v: TrucView) -> Iterator[Problem]:
        """Also a hand that is missing."""
        yield from super().problems(v)
        if not v.hand and not v.complete:
            yield Problem("hand", "must be given, for the trick is not complete")

    def actor(self, v: TrucView) -> Seat | None:
        """The leader, then each next player; None once the trick is complete."""
        return v.turn

    def candidates(self, v: TrucView) -> Iterable[Move]:
        """Each card of the hand, and the raises."""
        return [*(play(c) for c in self.pack.sort(v.hand)), *map(call, RAISES)]

    def act(self, state: TrucState, seat: Seat, move: Move) -> Turn[TrucState]:
        """Put the card on the table, or ask the next player about the raise."""
        return play_card(state, seat, move) if move.cards else make_raise(state, seat, move)


class After(InTurn[Played]):
    """Raise directly after the own card, or pass."""

    name = "after"
    title = "your call"
    verb = "say"
    clause = "truc.truc"
    words = (*RAISES, PASS)

    def problems(self, v: Played) -> Iterator[Problem]:
        """Also a trick without a card."""
        yield from super().problems(v)
        if not v.trick:
            yield Problem("trick", "must be given: this is said after a card")

    def actor(self, v: Played) -> Seat | None:
        """The player of the last card; None if that card ended the hand."""
        return None if v.hand_won else v.last

    def candidates(self, v: Played) -> Iterable[Move]:
        """The raises, and the pass."""
        return map(call, self.words)

    def act(self, state: TrucState, seat: Seat, move: Move) -> Turn[TrucState]:
        """Play goes on, or the next player is asked about the raise."""
        return Turn(next_turn(state)) if move.word == PASS else make_raise(state, seat, move)


class Answer(TrucPhase[Asked]):
    """Answer a raise by a word or, in turn, by a card."""

    name = "answer"
    title = "accept or reject"
    verb = "answer"
    clause = "truc.answer.accept"
    words = (ACCEPT, REJECT, *RAISES)
    meanings = MappingProxyType({REJECT: GIVING_UP})
    binding = (PENDING, BY_CARD)

    def problems(self, v: Asked) -> Iterator[Problem]:
        """Also a caller who was not in turn, and a hand that was over."""
        yield from super().problems(v)
        if not v.calls.open or bid_problems(v.bids, v.alone):
            return
        if v.hand_won:
            yield Problem("bids", f"the hand was over with {v.last}'s card, so {v.calls.caller} could not call")
        elif v.calls.caller != v.turn and (not v.trick or v.calls.caller != v.last):
            yield Problem("bids", f"it was not the turn of {v.calls.caller} to call")

    def actor(self, v: Asked) -> Seat | None:
        """The caller's right-hand neighbour; None if no call is open."""
        return v.calls.answers if v.calls.open else None

    def candidates(self, v: Asked) -> Iterable[Move]:
        """The words, and each card of the hand."""
        return [call(ACCEPT), call(REJECT), *(play(c) for c in self.pack.sort(v.hand)), *map(call, RAISES)]

    def basis(self, v: Asked, found: Trace[Asked], move: Move) -> str:
        """The clause of accepting, or of rejecting."""
        return "truc.answer.reject" if move.word == REJECT else self.clause

    def workings(self, v: Asked) -> Mapping[str, Working]:
        """Also how it comes about who answers."""
        return {**super().workings(v), "to_move": self._asked(v)}

    def _asked(self, v: Asked) -> Chain:
        """The working of who answers: the player at the caller's right."""
        if not v.calls.open:
            return Chain("truc.answer.who", (Step("may_speak", {"who": ""}),), None)
        caller, who = v.calls.caller, v.calls.answers
        raised = open_step(CALL, {"who": caller, "call": v.calls.proposed, "how": "said", "than": ""}, caller)
        return Chain("truc.answer.who", (raised, Step("answers_at_right", {"who": who}, who)), who)

    def act(self, state: TrucState, seat: Seat, move: Move) -> Turn[TrucState]:
        """End the hand, or set the stake and go on where play stopped."""
        word = move.word or ACCEPT
        state = changed(state, bids=(*state.bids, (seat, word)), phase=Play.name)
        stake = stake_of(state.bids)
        facts = {"call": word, "stake": stake.agreed, "by_card": bool(move.cards)}
        clause = "truc.answer.reject" if word == REJECT else self.clause
        event = Event(CALL_MADE, seat, clause=clause, facts=facts)
        state = next_turn(state)
        then = Turn(state)
        if word == REJECT:
            then = SCORE.close(state)
        elif move.cards:
            then = play_card(state, seat, move)
        return Turn(then.state, (event, *then.events))


PLAY: Final = Play()
AFTER: Final = After()
ANSWER: Final = Answer()


def make_raise(state: TrucState, seat: Seat, move: Move) -> Turn[TrucState]:
    """The state after a raise; the right-hand neighbour answers (`truc.answer.who`)."""
    state = changed(state, bids=(*state.bids, (seat, move.word)), phase=ANSWER.name, turn=(after(state.seats, seat),))
    facts = {"call": move.word, "stake": RAISES[move.word], "by_card": False}
    return Turn(state, (Event(CALL_MADE, seat, clause=f"truc.{move.word}", facts=facts),))


def play_card(state: TrucState, seat: Seat, move: Move) -> Turn[TrucState]:
    """The state after a card: the hand may be over; else the player may raise, if that is possible."""
    trick = (*state.trick, move.card)
    state = changed(
        state, hands=without_card(state.hands, seat, move.card), trick=trick, phase=AFTER.name, turn=(seat,)
    )
    events = [Event(PLAYED, seat, move.cards, facts={"lead": len(trick) == 1})]
    v = AFTER.see(state, seat)
    if len(trick) == state.players:
        drawn = v.result == DRAW
        facts = {"card": v.best, "leads": "" if v.hand_won else v.leads}
        kind, who = (TRICK_DRAWN, "") if drawn else (TRICK_WON, v.shared[0])
        events.append(Event(kind, who, trick, trick_clause(v), facts))
        if v.hand_won:
            return SCORE.close(gather_trick(state, v)).preceded_by(*events)
    may_raise = len(allowed(AFTER, v)) > 1
    return Turn(state if may_raise else next_turn(state), tuple(events))


def gather_trick(state: TrucState, v: TrucView) -> TrucState:
    """The state with a complete trick laid aside."""
    taken = Taken("" if v.result == DRAW else v.shared[0], state.trick, state.leader)
    return changed(state, trick=(), past=(*state.past, taken), leader=v.leads)


def next_turn(state: TrucState) -> TrucState:
    """The state in which the next player is to play."""
    if len(state.trick) == state.players:
        state = gather_trick(state, AFTER.see(state, state.leader))
    return changed(state, phase=PLAY.name, turn=(after(state.seats, state.leader, len(state.trick)),))
