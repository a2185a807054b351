"""Phases: the decisions of a game, each with its rule and what comes of it.

A phase answers from a view (what may I do, and what follows from this position?) and, in a whole game, makes
that view from the state and carries the chosen move out. The rule is its `duties`; `judge` is how anybody asks.
"""

from __future__ import annotations

from enum import Enum
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Card, Cards, Pack, UnknownCard, lacking
from tutor.kernel.duties import Duties, Trace, TraceStep, narrow
from tutor.kernel.moves import Move, call, play
from tutor.kernel.seen import HandView
from tutor.kernel.view import PositionSchema, View
from tutor.kernel.working import NOTHING, Working

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tutor.kernel.events import Event
    from tutor.kernel.remembered import Memory
    from tutor.kernel.seats import Seat
    from tutor.kernel.situations import Lister

V = TypeVar("V", bound=View)
S = TypeVar("S")


MOST_SAID: Final = 12
"""Words that are listed to somebody who has said something else."""


class Unreadable(ValueError):
    """A text that is no move of this phase at all; the message says what one looks like."""


class Won(NamedTuple):
    """Who wins a complete trick, and with what (`JS+TS` for cards played together)."""

    card: str
    seat: Seat


class Turn(NamedTuple, Generic[S]):
    """What a move leads to: the new state, and what happened on the way, in order."""

    state: S
    events: tuple[Event, ...]


class Phase(PositionSchema[V], Generic[V, S]):
    """One kind of decision. Subclasses give `view`, `clause`, `binding` and `candidates`, and override what differs.

    `name` is how positions call it, `title` what the decision is to people ("two cards to the trick"), `verb` what
    one does with a move ("play", "bid"). `clause` is the rule a legal move rests on when no duty narrows the choice.
    `words` are the words its moves may begin with.
    """

    name: ClassVar[str] = "play"
    title: ClassVar[str] = "your play"
    verb: ClassVar[str] = "play"
    clause: ClassVar[str] = ""
    binding: ClassVar[Duties[Any]] = ()
    """The rules that constrain this decision, in rulebook order, where they are the same at every moment."""
    words: ClassVar[tuple[str, ...]] = ()
    revoking: ClassVar[str] = ""
    """The word by which a card that `duties` forbid is played all the same, where the rules deal with revokes."""
    unseen: ClassVar[bool] = False
    """Whether the others must not notice that somebody is asked."""
    looks: Mapping[str, Callable[[S, Seat], Any]] = MappingProxyType({})
    """Some of what `see` gives, by name, without the rest of it: how it is found in a state."""
    plain: ClassVar[bool] = False
    """Whether `hand` in what `see` gives is the own hand, as it lies in the state."""
    pack: Pack
    """The pack moves are read with; the game sets it when it adopts the phase."""

    @cached_property
    def memory(self) -> Memory:
        """What is remembered of this phase."""
        from tutor.kernel.remembered import Memory  # only play remembers, and explanations shall not wait for it

        return Memory(self)

    # -- the rule, from what a player sees ------------------------------------------------------------

    def actor(self, v: V) -> Seat | None:
        """Who is to decide, None if nobody is (a complete trick, an auction that is over)."""
        raise NotImplementedError

    def duties(self, v: V) -> Duties[V]:
        """The rules that constrain this decision now, in rulebook order."""
        return self.binding

    def candidates(self, v: V) -> Iterable[Move]:
        """Every move the player could think of, legal or not, without repetition, in showing order.

        Where they are too many to list, those listed must still decide what binds: for each duty that somebody could
        meet here, a move that meets it. What is asked about by name joins them.
        """
        raise NotImplementedError

    def lister(self, v: V, watched: V) -> Lister | None:
        """The candidates in lists that other hands have as well, where there are very many; None if they are not.

        `watched` is the same view and notes what the lists rest on.
        """
        return None

    def basis(self, v: V, found: Trace[V], move: Move) -> str:
        """The clause that a legal `move` rests on."""
        return found.basis() or self.clause

    def closed_by(self, v: V, move: Move) -> str:
        """The clause that answers who asks about `move` while nobody is to act."""
        return self.clause

    def holds(self, v: V) -> Cards:
        """The cards moves are made of: a move with another card is "not held"."""
        return v.hand if isinstance(v, HandView) else ()

    def form(self, v: V, move: Move) -> Move:
        """`move` as it is written here (order of its cards, say); Unreadable if it is no move of this phase."""
        return move

    def read(self, v: V, text: str) -> Move:
        """The move a person means by `text`; raises `Unreadable`."""
        word = text.strip()
        low = word.lower()
        for known in self.words:
            if low == known.lower():
                return self.form(v, call(known))
            if low.startswith(known.lower() + ":"):
                return self.form(v, Move(known, self._cards(v, word[len(known) + 1 :])))
        return self.form(v, play(*self._cards(v, word)))

    def _cards(self, v: V, text: str) -> Cards:
        tokens = text.replace(" ", "+").split("+")
        if not any(tokens):
            raise Unreadable("no card is named")
        try:
            return tuple(self.pack.read(token) for token in tokens if token)
        except UnknownCard as why:
            raise Unreadable(self._sayable(v) or str(why)) from None

    def _sayable(self, v: V) -> str:
        """What may be said where moves are words alone; "" where cards are played."""
        moves = list(islice(self.candidates(v), MOST_SAID + 1)) if self.actor(v) is not None else []
        if not moves or any(move.cards for move in moves):
            return ""
        said = [move.text for move in moves[:MOST_SAID]]
        rest = [f"{len(list(self.candidates(v))) - len(said)} more"] if len(moves) > len(said) else []
        *first, last = [*said, *rest]
        return f"say {', '.join(first)} or {last}" if first else f"say {last}"

    # -- what else follows from a position ------------------------------------------------------------

    def winner(self, v: V) -> Won | None:
        """Who wins the trick, once it is complete; None before, and when nobody does."""
        return None

    def totals(self, v: V) -> Mapping[Seat, int]:
        """What each seat's cards count towards the trick, where a game counts."""
        return {}

    def trick_value(self, trick: Cards, trumps: str) -> float | None:
        """What a trick of these cards counts when `trumps` are trumps (empty for none).

        Of fewer cards than a whole trick it is what those add up to. None where a trick is a trick and no more, and
        where it is only said at the end of a hand what it has counted.
        """
        return None

    def captured_values(self) -> Mapping[Card, float]:
        """What each card counts for whoever takes it, under any trumps in every hand; nothing if that is not so."""
        return {}

    def facts(self, v: V) -> Mapping[str, Any]:
        """What else the rules let one compute, in JSON terms, under the names of the game's page."""
        return {}

    def workings(self, v: V) -> Mapping[str, Working]:
        """How the winner, totals and facts come about, by their paths (`winner`, `facts.points`)."""
        return NOTHING

    def outcome(self, v: V) -> str:
        """The clause by which `winner` (or that nobody wins) is decided, "" while there is nothing to decide."""
        return ""

    def reasons(self, v: V, move: Move) -> Mapping[str, Any]:
        """What the sentences about `move` need beyond the fields of the view (what it answers, what it counts)."""
        return {}

    # -- in a whole game ------------------------------------------------------------------------------

    def see(self, state: S, seat: Seat) -> V:
        """What `seat` sees when this decision is due in `state`."""
        raise NotImplementedError

    def same(self, state: S, seat: Seat) -> frozenset[str]:
        """Fields of what `see` gives that are always as the state has them under the same names."""
        return frozenset()

    def act(self, state: S, seat: Seat, move: Move) -> Turn[S]:
        """The state after `seat` makes the legal `move`, and what happened. Does not ask whether it is legal."""
        raise NotImplementedError


class Verdict(Enum):
    """What can be said of an attempt."""

    LEGAL = "legal"
    NOT_ALLOWED = "not allowed"
    NOT_HELD = "not held"
    UNREADABLE = "unreadable"


class Ruling(NamedTuple, Generic[V]):
    """The answer to one attempt.

    `text` is canonical, or what was typed if it cannot be read. `clause` is the rule that decides. `step` is what
    the deciding duty did (None if no duty decides). `note` says what is wrong with an unreadable text or which
    cards are not held.
    """

    text: str
    verdict: Verdict
    clause: str
    move: Move | None = None
    step: TraceStep[V] | None = None
    note: str = ""
    missing: Cards = ()

    @property
    def legal(self) -> bool:
        """Whether the move may be made."""
        return self.verdict is Verdict.LEGAL


class Judgement(NamedTuple, Generic[V]):
    """Everything the rules say about a decision: who acts, what is legal, and a ruling for each move considered."""

    phase: Phase[V, Any]
    view: V
    actor: Seat | None
    found: Trace[V]
    rulings: tuple[Ruling[V], ...]
    asked: tuple[Ruling[V], ...] = ()

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves, in showing order."""
        return self.found.legal


def judge(phase: Phase[V, Any], view: V, asked: Iterable[str] = ()) -> Judgement[V]:
    """Rule on every candidate move of `view`, and on the texts in `asked` whatever they are.

    The rulings of `asked` stand in the order asked in the judgement's `asked`; those that are moves are judged
    among the candidates, so that a legal move is legal however it is asked for.
    """
    case = _Case(phase, view, asked)
    rulings = tuple([case.ruling(move) for move in case.candidates])
    return Judgement(phase, view, case.actor, case.found, rulings, case.answers())


def rule(phase: Phase[V, Any], view: V, text: str) -> Ruling[V]:
    """What `judge` says of this one text, without writing out what it says of hundreds of others."""
    return _Case(phase, view, (text,)).answers()[0]


class _Case(Generic[V]):
    """A decision before the judge: the candidates and what was asked, narrowed; rulings are written when wanted."""

    def __init__(self, phase: Phase[V, Any], view: V, asked: Iterable[str]) -> None:
        self.phase, self.view = phase, view
        self.actor = phase.actor(view)
        self.candidates = dict.fromkeys(phase.candidates(view)) if self.actor is not None else {}
        self.attempts = [(text, self._read(text)) for text in asked]
        self.found = narrow(phase.duties(view), view, self.candidates)
        self.cutter = {move: step for step in self.found.steps for move in step.cut}
        self.last_cut = next((step for step in reversed(self.found.steps) if step.cut), None)
        self.rulings: dict[Move, Ruling[V]] = {}

    def _read(self, text: str) -> Move | Unreadable:
        """The move that was asked about, which is a candidate then if the player has the cards for it."""
        try:
            move = self.phase.read(self.view, text)
        except Unreadable as why:
            return why
        if self.actor is not None and move not in self.candidates and not lacking(self.holds, move.cards):
            self.candidates[move] = None
        return move

    @property
    def holds(self) -> Cards:
        return self.phase.holds(self.view)

    def answers(self) -> tuple[Ruling[V], ...]:
        """A ruling for each text asked about."""
        return tuple(
            [
                Ruling(text, Verdict.UNREADABLE, self.phase.clause, note=str(got))
                if isinstance(got, Unreadable)
                else self.ruling(got)
                for text, got in self.attempts
            ]
        )

    def ruling(self, move: Move) -> Ruling[V]:
        """The ruling on a move; the same one whenever it is asked for."""
        known = self.rulings.get(move)
        if known is None:
            known = self.rulings[move] = self._rule(move)
        return known

    def _rule(self, move: Move) -> Ruling[V]:
        step = self.cutter.get(move)
        if step is not None:
            return Ruling(move.text, Verdict.NOT_ALLOWED, step.duty.clause, move, step)
        if move in self.candidates:
            basis = self.phase.basis(self.view, self.found, move)
            return Ruling(move.text, Verdict.LEGAL, basis, move, self.last_cut)
        missing = lacking(self.holds, move.cards) if self.actor is not None else ()
        if missing:
            return Ruling(move.text, Verdict.NOT_HELD, self.phase.clause, move, missing=missing)
        return Ruling(move.text, Verdict.NOT_ALLOWED, self.phase.closed_by(self.view, move), move)
