"""The state of games of several hands: dealing, throwing in, the next hand, what a view takes from a state.

The game itself, and what happens when a hand has been played, is in `hands_game`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from tutor.kernel.cached import cached_property
from tutor.kernel.events import HAND_BEGUN, Event
from tutor.kernel.fields import specs
from tutor.kernel.phase import Phase, StateReader, Turn
from tutor.kernel.seats import PLACE, Seat, Side, after, from_, seats_of
from tutor.kernel.state import ChanceEvent, Sight, State, filled, seen_by
from tutor.kernel.view import View

if TYPE_CHECKING:
    from tutor.kernel.cards import Cards, Pack


@dataclass(frozen=True, kw_only=True)
class HandsState(State):
    """The state of a game of several hands. `scores` are in the order of the sides; `hand_no` counts from 1."""

    card_fields: ClassVar[tuple[str, ...]] = ("hands", "away")
    scores: tuple[float, ...] = ()
    hand_no: int = 1
    bids: tuple[tuple[Seat, str], ...] = ()
    """The calls of this hand so far."""
    hands: tuple[Cards, ...] = seen_by(Sight.OWN, ())
    """What the players hold, in the order of the seats."""
    away: Cards = seen_by(Sight.NOBODY, ())
    """Cards of this hand that lie face down: nobody holds them or has won them."""
    won_by: tuple[Side, ...] = ()
    """Who has won the game, once it is over."""

    def hand(self, seat: Seat) -> Cards:
        """The cards that `seat` holds."""
        return self.hands[PLACE[seat]] if self.hands else ()


S = TypeVar("S", bound=HandsState)
_S = TypeVar("_S", bound=State)
V = TypeVar("V", bound=View)


@cache
def partners(players: int = 4) -> tuple[Side, ...]:
    """Two sides of players who sit alternately: with four players `P1+P3` and `P2+P4`."""
    seats = seats_of(players)
    return "+".join(seats[::2]), "+".join(seats[1::2])


def new_hand(state: S, pack: Pack, *, dealer: Seat | None = None, **kept: Any) -> S:
    """The state before the deal of a new hand, with players, options, scores and the fields in `kept`.

    All other fields have their defaults. `dealer` deals it, by default the same one as before. TypeError if `kept` has
    a name that is no field.
    """
    kind: Any = type(state)
    blank = _blank(kind)
    values = blank | {
        "players": state.players,
        "options": state.options,
        "dealer": dealer or state.dealer,
        "scores": state.scores,
        "hand_no": state.hand_no,
        "chance": ChanceEvent("deal", pack.cards),
        "away": pack.cards,
        **kept,
    }
    if len(values) != len(blank):
        raise TypeError(f"{type(state).__name__} has no {', '.join(values.keys() - blank.keys())}")
    return filled(type(state), values)


@cache
def _blank(state: type[Any]) -> dict[str, Any]:
    """The fields of a state class in order, with their defaults (None where there is none)."""
    return {f.name: None if f.default is MISSING else f.default for f in fields(state)}


def deal_evenly(state: HandsState, pack: Pack, cards: Cards, each: int) -> tuple[tuple[Cards, ...], Cards]:
    """Deal `each` cards to everybody at once, the player after the dealer first; sorted hands by seat, and the rest."""
    first = from_(state.seats, after(state.seats, state.dealer))
    given = {seat: pack.sort(cards[i * each : (i + 1) * each]) for i, seat in enumerate(first)}
    return tuple(given[seat] for seat in state.seats), cards[len(first) * each :]


def deal_packets(
    state: HandsState, pack: Pack, cards: Cards, rounds: tuple[int, ...]
) -> tuple[tuple[Cards, ...], Cards]:
    """Deal in packets, the player after the dealer first: sorted hands by seat, and the cards on the table or left.

    Each of `rounds` is the number of cards that everybody gets at a time or, if negative, that go face down to the
    table.
    """
    given: dict[Seat, Cards] = dict.fromkeys(state.seats, ())
    table: Cards = ()
    at, first = 0, from_(state.seats, after(state.seats, state.dealer))
    for size in rounds:
        if size < 0:
            table += cards[at : at - size]
            at -= size
            continue
        for seat in first:
            given[seat] += cards[at : at + size]
            at += size
    return tuple(map(pack.sort, given.values())), table + cards[at:]


def cards_each(rounds: tuple[int, ...]) -> int:
    """How many cards everybody has after a deal in these packets (see `deal_packets`)."""
    return sum(number for number in rounds if number > 0)


def with_hand(hands: tuple[Cards, ...], seat: Seat, held: Cards) -> tuple[Cards, ...]:
    """`hands` with the hand of `seat` replaced by `held`."""
    at = PLACE[seat]
    return (*hands[:at], held, *hands[at + 1 :])


def throw_in(
    state: S, pack: Pack, clause: str, *, dealer: Seat | None = None, what: str = HAND_BEGUN, **kept: Any
) -> Turn[S]:
    """Throw the hand in: `dealer`, by default the same one, deals the next. `kept` as in `new_hand`.

    Unless `kept` says otherwise, the hand counts as one of the game (`hand_no`).
    """
    again = new_hand(state, pack, dealer=dealer, **{"hand_no": state.hand_no + 1} | kept)
    return Turn(again, (Event(what, again.dealer, clause=clause),))


_new: Final = object.__new__
_fill: Final = View.__dict__["__dict__"].__set__  # a frozen class lets nobody set this by name


@cache
def _plan(
    view: type[Any], state: type[Any]
) -> tuple[dict[str, Any], tuple[str, ...], int, Callable[[Any], None] | None]:
    """How views are filled from states: defaults of fields, names that both have, number of fields, `__post_init__`."""
    known = {f.name for f in fields(state)}
    names = tuple(f.name for f in fields(view))
    defaults: dict[str, Any] = {f.name: f.default for f in fields(view) if f.default is not MISSING}
    defaults |= {f.name: f.default_factory() for f in fields(view) if f.default_factory is not MISSING}
    return defaults, tuple(n for n in names if n in known), len(names), getattr(view, "__post_init__", None)


def view_of(view: type[V], state: State, **more: Any) -> V:
    """A view filled with the state's fields of the same names and with `more`; TypeError if that is not every field.

    It fills the dictionary directly, because the constructor of a frozen class sets each field by a call.
    """
    kind: Any = view
    source: Any = type(state)
    defaults, common, size, settle = _plan(kind, source)
    known = state.__dict__
    values = defaults.copy()
    for name in common:
        values[name] = known[name]
    values.update(more)
    if len(values) != size:
        names = {f.name for f in fields(view)}
        raise TypeError(f"{view.__name__}: no {sorted(names - set(values))}, or unknown {sorted(set(values) - names)}")
    new: V = _new(view)
    _fill(new, values)
    if settle is not None:
        settle(new)
    return new


def same_fields(v: View, state: type[Any]) -> dict[str, Any]:
    """The fields of a set-up that the state class has too, with their values."""
    return {f.name: getattr(v, f.name) for f in fields(state) if f.name in v.__dict__}


class HandsPhase(Phase[V, _S]):
    """A phase whose view takes the state's fields of the same names, the own hand as `hand`, and `extra_fields`.

    A phase overrides `see` only where its game makes the same view at other moments too.
    """

    extra_fields: ClassVar[Mapping[str, Callable[[Any, Seat], Any]]] = MappingProxyType({})
    """What else a seat sees, or sees otherwise, by the names of the view's fields: how to find it in a state."""
    extra_properties: ClassVar[Mapping[str, Callable[[Any, Seat], Any]]] = MappingProxyType({})
    """Properties of the view that a state tells as well, by name: how to find them there."""

    def see(self, state: _S, seat: Seat) -> V:
        """What the state has under the names of the view, and the own hand where the view has one."""
        return view_of(self.view, state, **{name: find(state, seat) for name, find in self._found.items()})

    @cached_property
    def _found(self) -> Mapping[str, Callable[[Any, Seat], Any]]:
        """How the fields are found that the state has not."""
        return {**({"hand": _own} if "hand" in specs(self.view) else {}), **self.extra_fields}

    @cached_property
    def state_readers(self) -> Mapping[str, StateReader]:
        """All that views have, unless a phase makes them by a `see` of its own."""
        if type(self).see is not HandsPhase.see:
            return {}
        fields_there = {f.name: f.name for f in fields(self.view) if f.name != "hand"}
        return {**fields_there, **self._found, **self.extra_properties}


def _own(state: State, seat: Seat) -> Cards:
    hands = state.hands
    return hands[PLACE[seat]] if hands else ()
