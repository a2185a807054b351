"""Auctions: calls made in turn, such as bids, doubles and passes.

The same duties say what may be called now and, replayed, whether the calls of a position could have been made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from tutor.families import call_workings
from tutor.families.choices import ChoicePhase
from tutor.families.hands import HandsState
from tutor.kernel.cached import cached_property
from tutor.kernel.calls import PASS, notated
from tutor.kernel.cards import SUIT_NAMES
from tutor.kernel.duties import BatchPredicate, Trace, batch_predicate, narrow
from tutor.kernel.echo import short
from tutor.kernel.events import CALL_MADE, Event
from tutor.kernel.fields import CALLS, Problem, declared
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after
from tutor.kernel.spelling import nearest
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import CallsView, HandView

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from tutor.families.hands_game import HandsGame
    from tutor.kernel.calls import CallMeaning
    from tutor.kernel.working import Working


MOST_CALLS: Final = 20
"""The most calls that are all listed for somebody who typed what is none."""


@dataclass(frozen=True, kw_only=True)
class AuctionView(View, CallsView):
    """The view of a player who is to call. `calls` are all calls of the game, in showing order."""

    calls: ClassVar[tuple[str, ...]] = (PASS,)
    bids: tuple[tuple[Seat, str], ...] = declared(CALLS, "calls so far, in order", ())

    def __post_init__(self) -> None:
        """Change calls to the game's own spelling (upper or lower case)."""
        spelling = _spelling(self.calls)
        if self.bids and any(spelling.get(word) != word for _, word in self.bids):
            spelt = tuple((seat, spelling.get(word.lower(), word)) for seat, word in self.bids)
            object.__setattr__(self, "bids", spelt)

    @property
    def said(self) -> tuple[str, ...]:
        """The calls without the seats."""
        return tuple(word for _, word in self.bids)

    @cached_property
    def highest(self) -> tuple[Seat, str]:
        """The last call that is no pass, which is the highest bid where bids go up; both "" if there is none."""
        return next((one for one in reversed(self.bids) if one[1] != PASS), ("", ""))


@cache
def _spelling(calls: tuple[str, ...]) -> Mapping[str, str]:
    """The game's spelling of each call, by the call itself, by its lower-case form, and by the name of a suit."""
    suits = {SUIT_NAMES[word]: word for word in calls if word in SUIT_NAMES}
    return suits | {word.lower(): word for word in calls} | {word: word for word in calls}


def _some(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words, or the first and last of very many."""
    return words if len(words) <= MOST_CALLS else (*words[:3], "…", *words[-3:])


@cache
def _called(seat: Seat, word: str) -> Event:
    return Event(CALL_MADE, seat, facts=MappingProxyType({"call": word}))


def one_of(words: Callable[[Any], Collection[str]]) -> BatchPredicate[Any]:
    """A predicate: only the words that `words(view)` returns may be called."""

    def filter_moves(v: Any, moves: Sequence[Move]) -> list[Move]:
        these = words(v)
        return [move for move in moves if move.word in these]

    return batch_predicate(filter_moves)


V = TypeVar("V", bound=AuctionView)
S = TypeVar("S", bound=HandsState)


class AuctionPhase(ChoicePhase[V, S]):
    """Calls made one at a time. A game gives the duties and `closed`, and overrides `actor` for its own order.

    By default everybody calls once, the player after the dealer first, until somebody makes the call `ends`. `rests`
    maps a call to the clause that allows it.
    """

    game: HandsGame[S]
    name = "auction"
    title = "your call"
    verb = "call"
    rests: ClassVar[Mapping[str, str]] = {}
    ends: ClassVar[str] = ""

    def choices(self, v: V) -> tuple[str, ...]:
        """All calls of the game, in showing order."""
        return v.calls

    def meaning(self, word: str) -> CallMeaning:
        """What a call means: also numbers and suits, which are bids."""
        return self.meanings.get(word) or notated(word) or super().meaning(word)

    def actor(self, v: V) -> Seat | None:
        """The seats in turn after the dealer's, once each; None when it is over."""
        over = len(v.bids) >= v.players or self.ends in v.said
        return None if over else after(v.seats, v.dealer, 1 + len(v.bids))

    def basis(self, v: V, found: Trace[V], move: Move) -> str:
        """The clause in `rests` for this call; without one as in other phases."""
        return self.rests.get(move.word) or super().basis(v, found, move)

    def problems(self, v: V) -> Iterator[Problem]:
        """Words that are no calls, the first call that was not allowed or not due, and a hand of the wrong size."""
        strange = [at for at, word in enumerate(v.said) if word not in v.calls]
        for seat, word in (v.bids[at] for at in strange):
            near = "" if word.isdigit() else nearest(word, v.calls)
            hint = f"did you mean {near}?" if near else f"there are {', '.join(_some(v.calls))}"
            yield Problem("bids", f"{seat}:{short(word, 24)} is no call; {hint}")
        yield from self._misplaced(replace(v, bids=v.bids[: strange[0]]) if strange else v)
        yield from super().problems(v)

    def _misplaced(self, v: V) -> Iterator[Problem]:
        for i, (seat, word) in enumerate(v.bids):
            then = self.earlier(v, i)
            due = self.actor(then)
            if due != seat:
                whose = f"call {i + 1} is {due}'s, not {seat}'s" if due else f"nobody calls any more after call {i}"
                yield Problem("bids", whose)
                return
            found = narrow(self.duties(then), then, self.candidates(then))
            move = call(word)
            if move not in found.legal:
                step = found.cutter(move)
                rule = f" ({step.duty.clause})" if step else ""
                yield Problem("bids", f"{seat}:{word} is not allowed as call {i + 1}{rule}", (self, then, move))
                return

    def earlier(self, v: V, calls: int) -> V:
        """`v` as it was after the first `calls` calls.

        The hand is kept only if the next call was the asker's own: other players' calls cannot be judged by it.
        """
        view: Any = v
        earlier: dict[str, Any] = {"bids": v.bids[:calls]}
        if isinstance(view, HandView) and v.bids[calls][0] != self.actor(v):
            earlier["hand"] = ()
        then: V = replace(view, **earlier)
        return then

    def workings(self, v: V) -> Mapping[str, Working]:
        """How it comes about whose turn it is to call."""
        one = call_workings.turn_to_call(self.clause, v.seats, v.dealer, v.bids, self.actor(v))
        found: dict[str, Working] = {"to_move": one}
        facts = self.facts(v)
        return found | {
            f"facts.{name}": one for name in ("turn", "next") if name in facts and facts[name] == one.result
        }

    def act(self, state: S, seat: Seat, move: Move) -> Turn[S]:
        """Add the call; then the next player is to call or, if nobody is, `closed` says what follows."""
        state = changed(state, bids=(*state.bids, (seat, move.text)))
        event = self.called(state, seat, move.text)
        following = self.actor(self.see(state, seat))
        if following is not None:
            return Turn(changed(state, turn=(following,)), (event,))
        return self.closed(changed(state, turn=())).preceded_by(event)

    def called(self, state: S, seat: Seat, word: str) -> Event:
        """The event of a call; a phase of which a pass says something of its own names its clause."""
        return _called(seat, word)

    def closed(self, state: S) -> Turn[S]:
        """What follows the last call."""
        raise NotImplementedError
