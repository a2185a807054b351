"""Names of the players in a conversation: You, Left, Partner, Right, or names that the learner has chosen.

`P1` … `P9` belong to positions and records. A player keeps one name during a conversation; `people` reads names,
`agree` puts them into sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.seats import PLACE, Seat, Side, from_, members

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.kernel.view import Options

YOU: Final = "You"
OPPONENT: Final = "Opponent"
PARTNER: Final = "Partner"
LEFT: Final = "Left"
RIGHT: Final = "Right"
OPPOSITE: Final = "Opposite"
_ORDINALS: Final = ("", "Second ", "Third ", "Fourth ")
STRANGERS: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gail", "Hugo", "Ida")
"""Names for tables without a learner, in the order of turns."""
LONGEST: Final = 12
"""The most letters of a chosen name."""
_NAME: Final = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"


class Names(Mapping[Seat, str]):
    """Names by seat, with what is needed to read names: seats, sides, and the learner's seat ("" if none)."""

    def __init__(
        self,
        names: Mapping[Seat, str],
        seats: Sequence[Seat] = (),
        sides: Sequence[Side] = (),
        learner: Seat = "",
        places: Mapping[Seat, str] | None = None,
    ) -> None:
        self._names = dict(names)
        self.seats = tuple(seats) or tuple(self._names)
        self.sides = tuple(sides)
        self.learner = learner or next((seat for seat, name in self._names.items() if name == YOU), "")
        self.places = dict(self._names if places is None else places)
        """The name of each seat by its place at the table, even if another name was chosen."""

    @property
    def mates(self) -> tuple[Seat, ...]:
        """The learner's partners."""
        return tuple(seat for side in self.sides for seat in own(side, self.learner))

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """Everybody who plays against the learner."""
        return tuple(seat for seat in self.seats if seat != self.learner and seat not in self.mates)

    @property
    def round(self) -> tuple[Seat, ...]:
        """Everybody in the order of turns, the learner first."""
        return from_(self.seats, self.learner) if self.learner else self.seats

    @property
    def partnerships(self) -> tuple[Side, ...]:
        """The sides of several players."""
        return tuple(side for side in self.sides if len(members(side)) > 1)

    @property
    def chosen(self) -> bool:
        """Whether any name is not that of a place."""
        return any(name not in (self.places[seat], PARTNER) for seat, name in self._names.items())

    def __getitem__(self, seat: Seat) -> str:
        return self._names[seat]

    def __iter__(self) -> Iterator[Seat]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"Names({self._names!r})"


NOBODY: Final = Names({})
"""No names: seats are called P1, P2 …."""


def own(side: Side, learner: Seat) -> tuple[Seat, ...]:
    """The other members of `side` if it is the learner's; else ()."""
    return tuple(seat for seat in members(side) if seat != learner) if learner in members(side) else ()


def seat_names(
    seats: Sequence[Seat],
    sides: Sequence[Side],
    learner: Seat,
    *,
    clockwise: bool = True,
    chosen: Sequence[str] = (),
) -> Names:
    """A name for every seat as `learner` sees them; `chosen` are names for the others, in the order of turns.

    Turns pass to the left if `clockwise`, else to the right.
    """
    if learner not in seats:
        return NOBODY
    places = _placed(seats, learner, clockwise=clockwise)
    names = dict(places)
    mates = [seat for side in sides for seat in own(side, learner)]
    if len(mates) == 1:
        names[mates[0]] = PARTNER
    names |= dict(zip(_others(seats, learner), chosen, strict=False))
    return Names(names, seats, sides, learner, places)


@lru_cache(maxsize=8)
def names_at(game: Game[Any], players: int, options: Options, learner: Seat, chosen: tuple[str, ...] = ()) -> Names:
    """The names of the seats at a table of this game, as `learner` sees them; without one ("") those of strangers."""
    seats, sides = game.seats(players), game.sides(players, options)
    if not learner:
        return strangers(seats, sides, chosen)
    return seat_names(seats, sides, learner, clockwise=game.clockwise(options), chosen=chosen)


def strangers(seats: Sequence[Seat], sides: Sequence[Side], chosen: Sequence[str] = ()) -> Names:
    """A name for every seat at a table without a learner: the `chosen` ones, then unused names of `STRANGERS`."""
    players = [seat for seat in seats if seat in PLACE]
    taken = {name.lower() for name in chosen}
    free = [*chosen, *(name for name in STRANGERS if name.lower() not in taken)]
    names = dict(zip(players, free, strict=False)) | _houses(seats)
    return Names(names, seats, sides, places=names)


def _placed(seats: Sequence[Seat], learner: Seat, *, clockwise: bool) -> dict[Seat, str]:
    """The names of all seats by place, from the left round to the right."""
    round_ = _others(seats, learner)
    if not clockwise:
        round_ = round_[::-1]
    n = len(round_)
    middle = (OPPOSITE if n > 1 else OPPONENT,) if n % 2 else ()
    left = [_ordinal(i, LEFT) for i in range(n // 2)]
    right = [_ordinal(i, RIGHT) for i in range(n // 2)]
    called = dict(zip(round_, (*left, *middle, *reversed(right)), strict=True))
    return {learner: YOU} | called | _houses(seats)


def _ordinal(steps: int, side: str) -> str:
    """`Left`, `Second left`, `Third left`."""
    return f"{_ORDINALS[steps]}{side.lower()}" if steps else side


def _others(seats: Sequence[Seat], learner: Seat) -> tuple[Seat, ...]:
    """The other players in the order of turns, without a house."""
    return tuple(seat for seat in from_(tuple(seats), learner)[1:] if seat in PLACE)


def _houses(seats: Iterable[Seat]) -> dict[Seat, str]:
    """The name of the house in a solitaire."""
    return {seat: f"The {seat}" for seat in seats if seat not in PLACE}


def small(name: str) -> str:
    """A name within a sentence: `you`, `second left`, `the house`; Left, Partner and Ann keep their capitals."""
    first, _, rest = name.partition(" ")
    common = name in (YOU, f"{YOU}r") or (rest in ("left", "right") and f"{first} " in _ORDINALS) or first == "The"
    return name[:1].lower() + name[1:] if common else name


# -- names that somebody chooses -----------------------------------------------------------------------


def cleaned_names(texts: Iterable[str]) -> list[str]:
    """The names in what was typed (`Ann,Bob` or `Ann Bob`), capitalized."""
    words = [word for text in texts for word in re.split(r"[\s,;]+", text) if word]
    return [word[:1].upper() + word[1:] for word in words]


def is_name(text: str) -> bool:
    """Whether a text is short and consists of letters, with hyphens or apostrophes between them."""
    return 1 < len(text) <= LONGEST and re.fullmatch(_NAME, text) is not None
