"""Decisions beside the play of cards: one word of a few, some cards of a hand, or nothing at all to decide.

A game gives the view, the clause, the duties and what follows (`act`); class attributes say who is asked, what can be
said, and how many cards there are.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from tutor.families.hands import view_of
from tutor.kernel.cards import SUIT_NAMES, Cards, spelled
from tutor.kernel.fields import Problem, specs
from tutor.kernel.moves import Move, call, play
from tutor.kernel.phase import Phase, Unreadable
from tutor.kernel.seats import PLACE, Seat, after
from tutor.kernel.seen import HandView
from tutor.kernel.state import State
from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

V = TypeVar("V", bound=View)
S = TypeVar("S", bound=State)


class HandSize(NamedTuple):
    """How many cards a hand has when a decision is due: `number` at most, or exactly."""

    number: int
    why: str
    exact: bool

    def problems(self, hand: Cards) -> Iterator[Problem]:
        """A hand of another size."""
        if len(hand) != self.number if self.exact else len(hand) > self.number:
            yield Problem("hand", f"{len(hand)} cards, but {self.why}")


def at_most(number: int, why: str = "") -> HandSize:
    """No hand has more cards. `why` goes before the number ("everybody has")."""
    return HandSize(number, f"{why} {number}" if why else f"a hand has {number} at most", exact=False)


def exactly(number: int, why: str) -> HandSize:
    """The hand is whole. `why` goes before the number ("with the widow there are")."""
    return HandSize(number, f"{why} {number}", exact=True)


class AskedPhase(Phase[V, S]):
    """A decision of one player: whom the field `asked` of the view names, else the player after the dealer."""

    asked: ClassVar[str] = ""
    hand_size: ClassVar[HandSize | None] = None

    def problems(self, v: V) -> Iterator[Problem]:
        """A hand of a size that it cannot have."""
        if self.hand_size is not None:
            yield from self.hand_size.problems(v.hand if isinstance(v, HandView) else ())

    def actor(self, v: V) -> Seat | None:
        """Who is asked."""
        named: Seat | None = getattr(v, self.asked) if self.asked else None
        return named or after(v.seats, v.dealer)

    def see(self, state: S, seat: Seat) -> V:
        """What lies open, and what `seat` alone knows."""
        return view_of(self.view, state, **self.seen(state, seat))

    def seen(self, state: S, seat: Seat) -> dict[str, Any]:
        """The fields of the view that are none of the state: the own hand, and who is asked."""
        own = state.hands[PLACE[seat]] if state.hands else ()
        known: dict[str, Any] = {"hand": own} if "hand" in specs(self.view) else {}
        return known | {self.asked: seat} if self.asked and self.asked not in state.__dict__ else known


@cache
def _calls(words: tuple[str, ...]) -> tuple[Move, ...]:
    return tuple(map(call, words))


class ChoicePhase(AskedPhase[V, S]):
    """One word of a few: of `words`, unless `choices` says of which."""

    def choices(self, v: V) -> tuple[str, ...]:
        """The words there are, in the order in which they are shown."""
        return self.words

    def candidates(self, v: V) -> Iterable[Move]:
        """Every word there is."""
        return _calls(self.choices(v))

    def read(self, v: V, text: str) -> Move:
        """One of the words, in any case; a suit also by its symbol or name."""
        wanted = text.strip().lower()
        for word in self.choices(v):
            suit = SUIT_NAMES.get(word, "")
            if word.lower() in (wanted, spelled(text).lower()) or (suit and wanted in (suit, suit.removesuffix("s"))):
                return call(word)
        raise Unreadable(self.sayable(v))

    def sayable(self, v: V) -> str:
        """What somebody is told who says something else."""
        *words, last = self.choices(v)
        return f"say {', '.join(words)} or {last}" if words else f"say {last}"

    def holds(self, v: V) -> Cards:
        """Words are not made of cards."""
        return ()


@lru_cache(maxsize=5000)
def _with_word(word: str, cards: Cards) -> Move:
    return Move(word, cards)


class CardsPhase(AskedPhase[V, S]):
    """Some of the cards that are held: to lay away, to give, to take.

    `number` is how many, 0 where the duties say that; `ordered` whether it matters which is first. `word` goes before
    the cards in a move (who types may leave it out), `none` is the word for no card at all. `wanted` tells what to
    write.
    """

    number: ClassVar[int] = 1
    ordered: ClassVar[bool] = False
    word: ClassVar[str] = ""
    none: ClassVar[str] = ""
    none_first: ClassVar[bool] = False
    wanted: ClassVar[str]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.word or cls.none:
            cls.words = tuple(filter(None, (cls.word, cls.none)))

    def picks(self, v: V) -> Iterable[Cards]:
        """The cards that somebody could think of, in the order in which they are shown."""
        return (permutations if self.ordered else combinations)(self.pack.sort(self.holds(v)), self.number)

    def candidates(self, v: V) -> Iterable[Move]:
        """Every choice of cards, and none of them where there is a word for that."""
        moves = map(self.move, self.picks(v))
        none = (call(self.none),) if self.none else ()
        return [*none, *moves] if self.none_first else [*moves, *none]

    def form(self, v: V, move: Move) -> Move:
        """The cards, in the order in which a hand is shown unless it matters, or the word for none."""
        if self.none and move.text == self.none:
            return move
        given = len(move.cards)
        if move.word not in ("", self.word) or not given or (self.number and given != self.number):
            raise Unreadable(self.wanted)
        return self.move(move.cards if self.ordered else self.pack.sort(move.cards))

    def move(self, cards: Cards) -> Move:
        """The move of choosing these cards."""
        return _with_word(self.word, cards) if self.word else play(*cards)


class Consequence(Phase[V, S]):
    """What follows by the rules alone: nobody decides anything."""

    def actor(self, v: V) -> Seat | None:
        """Nobody."""
        return None

    def candidates(self, v: V) -> Iterable[Move]:
        """Nothing."""
        return ()
