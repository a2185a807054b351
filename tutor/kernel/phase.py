"""Phases: the decisions of a game, each with its rules and its effect on the state.

A phase answers from a view what the player may do and what follows from the position. In a whole game it also makes
that view from the state and carries out the chosen move. Its rules are its `duties`; `judging` applies them.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, TypeAlias, TypeVar

from tutor.kernel.cached import cached_property
from tutor.kernel.calls import OTHER, PASS, PASSING, CallMeaning
from tutor.kernel.cards import Card, Cards, Pack, UnknownCard
from tutor.kernel.duties import Duties, Trace
from tutor.kernel.moves import Move, call, play
from tutor.kernel.view import PositionSchema, View
from tutor.kernel.view_types import HandView
from tutor.kernel.working import NOTHING, Working

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tutor.kernel.events import Event
    from tutor.kernel.memo import Memo, MoveLists
    from tutor.kernel.seats import Seat

V = TypeVar("V", bound=View)
S = TypeVar("S")


StateReader: TypeAlias = "str | Callable[[Any, Seat], Any]"

MOST_SAID: Final = 12
"""Most words that are listed in an error message."""


class Unreadable(ValueError):
    """Raised for a text that is no move of this phase; the message says what a move looks like."""


class Won(NamedTuple):
    """Who wins a complete trick, and with what (`JS+TS` for cards played together)."""

    card: str
    seat: Seat


class Turn(NamedTuple, Generic[S]):
    """What a move leads to: the new state, and what happened on the way, in order."""

    state: S
    events: tuple[Event, ...] = ()

    def preceded_by(self, *events: Event) -> Turn[S]:
        """The same state, with `events` before those that led to it."""
        return Turn(self.state, (*events, *self.events))

    def followed_by(self, *events: Event) -> Turn[S]:
        """The same state, with `events` after those that led to it."""
        return Turn(self.state, (*self.events, *events))


class Phase(PositionSchema[V], Generic[V, S]):
    """One kind of decision. Subclasses give `view`, `clause`, `binding` and `candidates`, and override what differs.

    `name` is what positions call it, `title` what people call the decision ("two cards to the trick"), `verb` what one
    does with a move ("play", "bid"). `clause` is the rule a legal move rests on when no duty narrowed the choice.
    `words` are the words that its moves may begin with.
    """

    name: ClassVar[str] = "play"
    title: ClassVar[str] = "your play"
    verb: ClassVar[str] = "play"
    clause: ClassVar[str] = ""
    binding: ClassVar[Duties[Any]] = ()
    """The duties of this decision, in rulebook order, if they are the same at every moment; else override `duties`."""
    words: ClassVar[tuple[str, ...]] = ()
    wanted: ClassVar[str] = ""
    """What to write, where cards are chosen: "name two cards"."""
    revoking: ClassVar[str] = ""
    """The word by which a card that `duties` forbid is played all the same, where the rules deal with revokes."""
    meanings: ClassVar[Mapping[str, CallMeaning]] = MappingProxyType({})
    """What the game's own words mean (`meaning`)."""
    ordered: ClassVar[bool] = True
    """Whether the order of the cards of a move means anything."""
    secret: ClassVar[bool] = False
    """Whether the other players must not notice that somebody is asked."""
    state_readers: Mapping[str, StateReader] = MappingProxyType({})
    """Fields and properties of the view by name, and how each is found in a state without making the view.

    Either a function of state and seat, or the name of the state's field that it equals, in states that have it.
    """
    pack: Pack
    """The pack that moves are read with; the game sets it."""
    game: Any
    """The game that this is a phase of, a `Game`; the game itself sets this."""

    @cached_property
    def memo(self) -> Memo:
        """The cache of what the duties of this phase keep."""
        from tutor.kernel.memo import Memo  # explanations do not need it, and start faster without it

        return Memo(self)

    # -- the rule, from what a player sees ------------------------------------------------------------

    def actor(self, v: V) -> Seat | None:
        """The seat that is to decide; None if nobody is (a complete trick, an auction that is over)."""
        raise NotImplementedError

    def duties(self, v: V) -> Duties[V]:
        """The rules that constrain this decision now, in rulebook order."""
        return self.binding

    def candidates(self, v: V) -> Iterable[Move]:
        """Every move the player could think of, legal or not, without repetition, in showing order.

        Where there are too many to list, the list must still decide which duties bind: for each duty that can be met
        here it holds a move that meets it. Moves asked about by name are added to it by `judge`.
        """
        raise NotImplementedError

    def nameable(self, v: V) -> Iterator[Move]:
        """Moves besides the candidates that may be named in words, so that a ruling says what is wrong."""
        for word in self.words:
            with suppress(Unreadable):  # a word that needs a card beside it
                yield self.read(v, word)

    def asked_for(self, v: V) -> str:
        """What is said to words that are no move here: what is wanted."""
        return self.wanted

    def with_amount(self, v: V) -> tuple[Move, ...]:
        """Examples of moves that name an amount of their own, where the candidates name none."""
        return ()

    def move_lists(self, v: V, recorder: V) -> MoveLists | None:
        """The candidates in lists that other hands share, for phases with very many of them; else None.

        `recorder` is the same view; it records every field that the lists depend on.
        """
        return None

    def basis(self, v: V, found: Trace[V], move: Move) -> str:
        """The clause that a legal `move` rests on: of the last duty that narrowed the choice, else `clause`."""
        return found.basis() or self.clause

    def closed_by(self, v: V, move: Move | None = None) -> str:
        """The clause by which nobody is to act; for a `move` asked about, the one that answers it."""
        return self.clause

    def holds(self, v: V) -> Cards:
        """The cards that moves are made of; a move with any other card is ruled "not held"."""
        return v.hand if isinstance(v, HandView) else ()

    def entitling(self, v: V) -> Cards:
        """The cards by holding which the player is the one to act: without them somebody else would be."""
        return ()

    def canonical(self, v: V, move: Move) -> Move:
        """`move` in canonical form (its cards sorted, for example); Unreadable if it is no move of this phase."""
        return move

    def read(self, v: V, text: str) -> Move:
        """The move that a person means by `text`; raises `Unreadable`."""
        word = text.strip()
        low = word.lower()
        for known in self.words:
            if low == known.lower():
                return self.canonical(v, call(known))
            if low.startswith(known.lower() + ":"):
                return self.canonical(v, Move(known, self._cards(v, word[len(known) + 1 :])))
        return self.canonical(v, play(*self._cards(v, word)))

    def _cards(self, v: V, text: str) -> Cards:
        tokens = text.replace(" ", "+").split("+")
        if not any(tokens):
            raise Unreadable("no card is named")
        try:
            return tuple(self.pack.read(token, self.holds(v)) for token in tokens if token)
        except UnknownCard as why:
            raise Unreadable(self._sayable(v) or str(why)) from None

    def _sayable(self, v: V) -> str:
        """A message listing the words that may be said, if moves are words alone; "" where cards are played."""
        moves = list(islice(self.candidates(v), MOST_SAID + 1)) if self.actor(v) is not None else []
        if not moves or any(move.cards for move in moves):
            return ""
        said = [move.text for move in moves[:MOST_SAID]]
        rest = [f"{len(list(self.candidates(v))) - len(said)} more"] if len(moves) > len(said) else []
        *first, last = [*said, *rest]
        return f"say {', '.join(first)} or {last}" if first else f"say {last}"

    def titled(self, v: V) -> str:
        """What people call this decision at this moment."""
        return self.title

    # -- what else follows from a position ------------------------------------------------------------

    def winner(self, v: V) -> Won | None:
        """Who wins the trick, and with what; None before it is complete, and when nobody wins it."""
        return None

    def totals(self, v: V) -> Mapping[Seat, int]:
        """For each seat the total that its cards count in the trick; empty in games that do not count that way."""
        return {}

    def trick_value(self, trick: Cards, trumps: str) -> float | None:
        """What a trick of these cards counts when suit `trumps` is trumps ("" for none).

        For fewer cards than a whole trick it is the sum of what they count. None in games where tricks are only
        counted, and where values are known only at the end of the hand.
        """
        return None

    def captured_values(self) -> Mapping[Card, float]:
        """What each card counts for whoever captures it; empty if that depends on trumps or on the hand."""
        return {}

    def facts(self, v: V) -> Mapping[str, Any]:
        """Whatever else follows from the position, as JSON values under the names on the game's rule page."""
        return {}

    def workings(self, v: V) -> Mapping[str, Working]:
        """How the winner, totals and facts come about, by their paths (`winner`, `facts.points`)."""
        return NOTHING

    def winner_clause(self, v: V) -> str:
        """The clause that decides `winner` (or that nobody wins); "" while there is nothing to decide."""
        return ""

    def reasons(self, v: V, move: Move) -> Mapping[str, Any]:
        """Values that the sentences about `move` need beyond the view's fields (what it answers, what it counts)."""
        return {}

    def meaning(self, word: str) -> CallMeaning:
        """What a call means, by the word of the move; `OTHER` for one that is neither pass nor bid, and for no word."""
        return self.meanings.get(word) or (PASSING if word == PASS else OTHER)

    # -- in a whole game ------------------------------------------------------------------------------

    def see(self, state: S, seat: Seat) -> V:
        """What `seat` sees when this decision is due in `state`."""
        raise NotImplementedError

    def act(self, state: S, seat: Seat, move: Move) -> Turn[S]:
        """The state after `seat` makes `move`, and what happened. Assumes that the move is legal."""
        raise NotImplementedError


def hand_in_view(phase: Phase[Any, Any], state: Any, seat: Seat) -> Cards | None:
    """The hand that `phase` would show `seat` in `state`, whichever phase is due there; None if it cannot show one.

    It need not be what the seat holds (`Game.held`): melds are announced from the hand as it was dealt.
    """
    try:
        view = phase.see(state, seat)
    except Exception:  # asked at another moment than its own, a phase may find nothing to see
        return None
    return view.hand if isinstance(view, HandView) else None
