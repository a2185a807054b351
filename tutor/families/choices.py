"""Phases without play of cards: choose one of a few words, choose some cards of a hand, or decide nothing.

A game gives the view, the clause, the duties and the effect (`act`); class attributes say who is asked, what can be
said and how many cards are chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, combinations, islice, permutations
from math import comb
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from tutor.families.hands import HandsPhase
from tutor.kernel.cards import SUIT_NAMES, Cards, spelled
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Phase, Unreadable
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import State
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

V = TypeVar("V", bound=View)
S = TypeVar("S", bound=State)


class HandSize(NamedTuple):
    """How many cards a hand may have when a decision is due: at most `number`, or just that if `exact`.

    `why` is the second half of the message about another size.
    """

    number: int
    why: str
    exact: bool

    def problems(self, hand: Cards) -> Iterator[Problem]:
        """A problem if the hand has another size."""
        if len(hand) != self.number if self.exact else len(hand) > self.number:
            yield Problem("hand", f"{len(hand)} cards, but {self.why}")


def at_most(number: int, why: str = "") -> HandSize:
    """At most `number` cards. `why` is the text before the number ("everybody has")."""
    return HandSize(number, f"{why} {number}" if why else f"a hand has {number} at most", exact=False)


def exactly(number: int, why: str) -> HandSize:
    """Exactly `number` cards. `why` is the text before the number ("with the widow there are")."""
    return HandSize(number, f"{why} {number}", exact=True)


class AskedPhase(HandsPhase[V, S]):
    """A decision of one player: the seat in a field of the view, by default the player after the dealer."""

    asked: ClassVar[str] = ""
    """The field of view and state with that seat."""
    viewer: ClassVar[str] = ""
    """Instead, a field of the view alone: in a game it is whoever looks, as nobody else is asked."""
    hand_size: ClassVar[HandSize | None] = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.viewer:
            cls.extra_fields = MappingProxyType({**cls.extra_fields, cls.viewer: lambda state, seat: seat})

    def problems(self, v: V) -> Iterator[Problem]:
        """A problem if the hand has a size it cannot have."""
        if self.hand_size is not None:
            yield from self.hand_size.problems(v.hand if isinstance(v, HandView) else ())

    def actor(self, v: V) -> Seat | None:
        """The seat that is asked."""
        field = self.asked or self.viewer
        named: Seat | None = getattr(v, field) if field else None
        return named or after(v.seats, v.dealer)


@cache
def _calls(words: tuple[str, ...]) -> tuple[Move, ...]:
    return tuple(map(call, words))


class ChoicePhase(AskedPhase[V, S]):
    """A choice of one word: one of `words`, unless `choices` says otherwise."""

    def choices(self, v: V) -> tuple[str, ...]:
        """The words that can be said, in showing order."""
        return self.words

    def candidates(self, v: V) -> Iterable[Move]:
        """A move for each word."""
        return _calls(self.choices(v))

    def read(self, v: V, text: str) -> Move:
        """The word meant by `text`, in any case; suits also by symbol or name. Raises `Unreadable`."""
        wanted = text.strip().lower()
        for word in self.choices(v):
            suit = SUIT_NAMES.get(word, "")
            if word.lower() in (wanted, spelled(text).lower()) or (suit and wanted in (suit, suit.removesuffix("s"))):
                return call(word)
        raise Unreadable(self.sayable(v))

    def sayable(self, v: V) -> str:
        """The error message for any other word: what can be said."""
        *words, last = self.choices(v)
        return f"say {', '.join(words)} or {last}" if words else f"say {last}"

    def holds(self, v: V) -> Cards:
        """No cards: words are not made of any."""
        return ()


class Picks(Sequence[Move]):
    """Very many moves: any of `cards`, as many as one of `numbers`, and the cards `too`; each made when asked for."""

    def __init__(self, cards: Cards, numbers: Iterable[int], too: Cards = ()) -> None:
        self._cards, self._numbers, self._too = cards, tuple(numbers), too

    def _sets(self) -> Iterator[Cards]:
        return chain.from_iterable(combinations(self._cards, n) for n in self._numbers)

    def __len__(self) -> int:
        return sum([comb(len(self._cards), n) for n in self._numbers])

    def __iter__(self) -> Iterator[Move]:
        return (Move("", (*some, *self._too)) for some in self._sets())

    def __getitem__(self, at: Any) -> Any:
        some = next(islice(self._sets(), at, None), None)
        if some is None:
            raise IndexError(at)
        return Move("", (*some, *self._too))


class CardsPhase(AskedPhase[V, S]):
    """A choice of cards that are held: to lay away, to give, to take.

    `number` is how many (0 if duties decide that); with `ordered` their order matters. `word` stands before the cards
    in a move (people may leave it out); `none` is the word for choosing no card, listed before the others if
    `none_first`. `wanted` is also the error message.
    """

    number: ClassVar[int] = 1
    ordered: ClassVar[bool] = False
    word: ClassVar[str] = ""
    none: ClassVar[str] = ""
    none_first: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.word or cls.none:
            cls.words = tuple(filter(None, (cls.word, cls.none)))

    def picks(self, v: V) -> Iterable[Cards]:
        """All sets of cards to choose from, in showing order."""
        return (permutations if self.ordered else combinations)(self.pack.sort(self.holds(v)), self.number)

    def candidates(self, v: V) -> Iterable[Move]:
        """A move for each set of cards, and one for none if there is a word for that."""
        word = self.word
        moves = [Move(word, cards) for cards in self.picks(v)]  # not interned, for there may be thousands
        none = (call(self.none),) if self.none else ()
        return [*none, *moves] if self.none_first else [*moves, *none]

    def asked_for(self, v: V) -> str:
        """What is wanted; of several cards with those held as an example."""
        some = [c.text for c in self.holds(v)[: self.number or 2]] if self.number != 1 else []
        return f"{self.wanted}, such as {' '.join(some)}" if len(some) > 1 else self.wanted

    def canonical(self, v: V, move: Move) -> Move:
        """The cards in showing order (as given if their order matters), or the word for none; raises `Unreadable`."""
        if self.none and move.text == self.none:
            return move
        given = len(move.cards)
        if given > 1 and self.number > 1 and given != self.number and move.word in ("", self.word):
            raise Unreadable(f"these are {given} cards, and {self.number} are needed")
        if move.word not in ("", self.word) or not given or (self.number and given != self.number):
            raise Unreadable(self.asked_for(v))
        return Move(self.word, move.cards if self.ordered else self.pack.sort(move.cards))


class Consequence(Phase[V, S]):
    """A phase without a decision: what follows from the position by the rules alone."""

    def actor(self, v: V) -> Seat | None:
        """Always None."""
        return None

    def candidates(self, v: V) -> Iterable[Move]:
        """No moves."""
        return ()
