"""Second tellings of games, written naively, and what tests of every game ask of one; found by the game's name.

A module `tests/oracles/GAME.py` may have, besides what `test_GAME.py` asks of it,

- `PLAYS`, an `Oracle`: how cards are played to tricks. Every game of tricks has it; `counting` counts plays by it;
- `sums`, a function that takes a `Hand` played to its end and yields what was counted in it beside what that must be
  (`Sum`), where the rules fix a total whoever wins. `marathon` checks it after each hand of random play.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from tutor.kernel.by_name import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tests.tables import Table
    from tutor.kernel.cards import Cards
    from tutor.kernel.events import Event

Trick = list[str]


# -- how cards are played ----------------------------------------------------------------------------------


class Oracle(NamedTuple):
    """The play of cards to tricks. `broken` is the memory of earlier tricks, if there is any."""

    stage: str
    """The fields that set up a deal, besides the hands."""
    legal: Callable[[Trick, list[str], bool], set[str]]
    winner: Callable[[Trick, int], int]
    """The place of the next leader, given a complete trick and its leader."""
    breaks: Callable[[Trick, bool], bool] = lambda trick, broken: broken
    ends: Callable[[list[tuple[Trick, int]]], bool] = lambda tricks: False
    suits: str = "SHDC"
    """The suits of the cards dealt; few, so that suits can be followed."""
    most: int = 4
    """The most cards of a hand in the deals that are counted."""
    further: bool = False
    """Whether, by some rules at least, duties look at more than the suit led, the best card and who played it.

    They may ask whether trumps are broken, which card was led, or what is gone; the search with open cards has no
    tables then.
    """


def free(found: Mapping[str, str]) -> set[str]:
    """The cards that no clause refuses."""
    return {c for c, clause in found.items() if not clause}


def by_place(players: int, place: Callable[[Trick], int]) -> Callable[[Trick, int], int]:
    """`Oracle.winner` of a function that gives the place of the winning card in the trick."""
    return lambda trick, leader: (leader + place(trick)) % players


def follow_suit(trick: Trick, hand: list[str]) -> set[str]:
    """What may be played where the suit led must be followed, and no more."""
    same = {c for c in hand if trick and c[1] == trick[0][1]}
    return same or set(hand)


def small_world(
    kinds: Iterable[str], played: Iterable[int] = range(4), held: Sequence[int] = (1, 2, 3)
) -> Iterator[tuple[Trick, list[str]]]:
    """Every trick of so many of these cards, with every hand of so many of the others."""
    for length in played:
        for trick in permutations(kinds, length):
            rest = [c for c in kinds if c not in trick]
            for size in held:
                for hand in combinations(rest, size):
                    yield list(trick), list(hand)


# -- what a hand comes to ----------------------------------------------------------------------------------


class Sum(NamedTuple):
    """A count (`found`), and the value or values that the rules allow (`right`)."""

    what: str
    found: float
    right: float | tuple[float, ...]

    @property
    def holds(self) -> bool:
        """Whether the count is right."""
        return self.found in self.right if isinstance(self.right, tuple) else self.found == self.right


class Hand(NamedTuple):
    """A hand played to its end: the events since the deal, and the states before and after the last move."""

    table: Table
    events: tuple[Event, ...]
    before: Any
    after: Any

    def of(self, what: str) -> tuple[Event, ...]:
        """The events of one kind."""
        return tuple(event for event in self.events if event.what == what)

    def total(self, what: str, fact: str = "points", clauses: Iterable[str] = ()) -> float:
        """The sum of a fact over the events of one kind, or those of them by `clauses`."""
        wanted = tuple(clauses)
        return float(sum(event.facts[fact] for event in self.of(what) if not wanted or event.clause in wanted))

    @property
    def tricks(self) -> int:
        """The number of tricks won."""
        return len(self.of("trick won"))

    @property
    def unplayed(self) -> Cards:
        """The cards that were not played to a trick."""
        played = (c for event in self.of("trick won") for c in event.cards)
        return load(self.table.game).pack.rest(played)

    @property
    def scores(self) -> Mapping[str, float]:
        """The points of each side in the hand."""
        found: Mapping[str, float] = self.of("hand over")[-1].facts["scores"]
        return found


def zero(hand: Hand) -> Iterator[Sum]:
    """Scores add up to zero."""
    yield Sum("points won and lost", sum(hand.scores.values()), 0)


# -- by name -----------------------------------------------------------------------------------------------


def plays(game: str) -> Oracle | None:
    """How cards are played, by the oracle of a game; None if it has nothing of the kind."""
    found: Oracle | None = _named(game, "PLAYS")
    return found


def sums(hand: Hand) -> Iterator[Sum]:
    """What a hand must come to, by the oracle of its game; nothing if it does not say."""
    found: Callable[[Hand], Iterator[Sum]] | None = _named(hand.table.game, "sums")
    return found(hand) if found is not None else iter(())


def _named(game: str, what: str) -> Any:
    module = f"{__name__}.{game.replace('-', '_')}"
    return getattr(import_module(module), what, None) if find_spec(module) is not None else None
