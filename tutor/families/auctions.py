"""Calls in turn: bidding, doubling, taking or passing.

One set of duties says what may be called now and, by replaying them, whether the calls so far could have been made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from tutor.families import spoken
from tutor.families.choices import ChoicePhase
from tutor.families.hands import HandsPhase, HandsState
from tutor.kernel.duties import BatchPredicate, Trace, batch_predicate, narrow
from tutor.kernel.events import Event
from tutor.kernel.fields import CALLS, Problem, declared
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after
from tutor.kernel.seen import CallsView
from tutor.kernel.state import changed
from tutor.kernel.view import View

if TYPE_CHECKING:  # only games that are played need it
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from tutor.kernel.working import Working


@dataclass(frozen=True, kw_only=True)
class AuctionView(View, CallsView):
    """What a player sees who is to call. `calls` are all the words there are, in the order in which they are shown."""

    calls: ClassVar[tuple[str, ...]] = ("pass",)
    bids: tuple[tuple[Seat, str], ...] = declared(CALLS, "calls so far, in order", ())

    def __post_init__(self) -> None:
        """Calls are spelled as the game spells them."""
        spelling = _spelling(self.calls)
        if self.bids and any(spelling.get(word) != word for _, word in self.bids):
            spelt = tuple((seat, spelling.get(word.lower(), word)) for seat, word in self.bids)
            object.__setattr__(self, "bids", spelt)

    @property
    def said(self) -> tuple[str, ...]:
        """The calls without the seats."""
        return tuple(word for _, word in self.bids)


@cache
def _spelling(calls: tuple[str, ...]) -> Mapping[str, str]:
    """How each call is written, by itself and in small letters."""
    return {word.lower(): word for word in calls} | {word: word for word in calls}


@cache
def _called(seat: Seat, word: str) -> Event:
    return Event("called", seat, facts=MappingProxyType({"call": word}))


def one_of(words: Callable[[Any], Collection[str]]) -> BatchPredicate[Any]:
    """Only these words may be said."""

    def filter_moves(v: Any, moves: Sequence[Move]) -> list[Move]:
        these = words(v)
        return [move for move in moves if move.word in these]

    return batch_predicate(filter_moves)


V = TypeVar("V", bound=AuctionView)
S = TypeVar("S", bound=HandsState)


class AuctionPhase(ChoicePhase[V, S], HandsPhase[V, S]):
    """Calls, one at a time. A game says what may be said (`duties`), what follows, and who is to speak (`actor`).

    If it does not, everybody calls once, until somebody makes the call `ends`. `rests` names the clause that allows a
    call.
    """

    name = "auction"
    title = "your call"
    verb = "call"
    rests: ClassVar[Mapping[str, str]] = {}
    ends: ClassVar[str] = ""
    see = HandsPhase.see

    def choices(self, v: V) -> tuple[str, ...]:
        """Every call there is."""
        return v.calls

    def actor(self, v: V) -> Seat | None:
        """From the dealer's left, once round; nobody when it is over."""
        over = len(v.bids) >= v.players or self.ends in v.said
        return None if over else after(v.seats, v.dealer, 1 + len(v.bids))

    def basis(self, v: V, found: Trace[V], move: Move) -> str:
        """What allows this call, if `rests` says so; that other calls are refused is a poor reason for it."""
        return self.rests.get(move.word) or super().basis(v, found, move)

    def problems(self, v: V) -> Iterator[Problem]:
        """The first call that could not have been made, what came after it not looked at; a hand of the wrong size."""
        yield from self._misplaced(v)
        yield from super().problems(v)

    def _misplaced(self, v: V) -> Iterator[Problem]:
        for i, (seat, word) in enumerate(v.bids):
            then = self.earlier(v, i)
            due = self.actor(then)
            if due != seat:
                yield Problem("bids", f"call {i + 1} is {due or 'nobody'}'s, not {seat}'s")
                return
            found = narrow(self.duties(then), then, self.candidates(then))
            step = found.cutter(call(word))
            if call(word) not in found.legal:
                rule = f" ({step.duty.clause})" if step else ""
                yield Problem("bids", f"{seat}:{word} is not allowed as call {i + 1}{rule}")
                return

    def earlier(self, v: V, calls: int) -> V:
        """`v` as it was after the first `calls` calls. A hand is the asker's: only own calls are judged by it."""
        earlier: dict[str, Any] = {"bids": v.bids[:calls]}
        if getattr(v, "hand", ()) and v.bids[calls][0] != self.actor(v):
            earlier["hand"] = ()
        view: Any = v
        then: V = replace(view, **earlier)
        return then

    def workings(self, v: V) -> Mapping[str, Working]:
        """Whose turn it is to speak."""
        one = spoken.turn(self.clause, v.seats, v.dealer, v.bids, self.actor(v))
        found: dict[str, Working] = {"to_move": one}
        for name in ("turn", "next"):
            if self.facts(v).get(name) == one.result:
                found[f"facts.{name}"] = one
        return found

    def act(self, state: S, seat: Seat, move: Move) -> Turn[S]:
        """The call is made; the next player speaks, or what the bidding came to follows (`closed`)."""
        state = changed(state, bids=(*state.bids, (seat, move.text)))
        event = _called(seat, move.text)
        following = self.actor(self.see(state, seat))
        if following is not None:
            return Turn(changed(state, turn=(following,)), (event,))
        then = self.closed(changed(state, turn=()))
        return Turn(then.state, (event, *then.events))

    def closed(self, state: S) -> Turn[S]:
        """What follows when nobody is left to speak."""
        raise NotImplementedError
