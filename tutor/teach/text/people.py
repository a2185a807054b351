"""Read who is meant: a seat, a name, or a description (`my partner`, `the player on the left`, `us`)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from tutor.kernel.seats import PLACE, Seat, Side, side_of
from tutor.teach.text.names import Names, is_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

NOBODY: Final = ("nobody", "noone", "no-one", "none", "neither", "nil", "no")
_ALIKE: Final = (
    (r"\bthe\b", ""),
    (r" +", " "),
    (r"['’]s?(?= |$)", ""),
    (r"\b(?:still |undecided|it )?(?:open|undecided|goes on)\b", "nobody"),
    (r"\bno one\b|\bno (?:player|side)\b", "nobody"),
    (r"\b(?:my|our|your) (?:own )?(?:side|team|pair)\b|\b(?:both|all) of us\b|\bus both\b", "us"),
    (r"\b(?:other|their|opposing|opponents) (?:side|team|pair)\b", "them"),
    (r"\b(?:both|all) of (?:them|the others)\b|\bthem both\b|\b(?:both|all) (?:opponents|others)\b", "them"),
    (r"\b(?:everybody|everyone|all) else\b", "rest"),
    (r"\bother (?:players|people|one|two|three|four)\b", "others"),
    (r"\b(?:both|all) (?:sides|players)\b|\ball of (?:you|us)\b", "everybody"),
    (r"\b2nd\b", "second"),
    (r"\b3rd\b", "third"),
    (r"\b4th\b", "fourth"),
    (r"\b1st\b", ""),
    (r"\b(?:player|seat|p) ?(\d)\b", r"p\1"),
    (r"\bon my (left|right)\b", r"\1"),
    (r"\bacross\b|\bfacing me\b", "opposite"),
)
SHORTEST: Final = 3
"""The fewest letters by which any word for a player may be begun."""
_LITTLE: Final = frozenset(
    (
        *("my", "our", "your", "to", "at", "on", "of", "from", "in", "by", "and", "then", "with", "plus", "yet"),
        *("side", "player", "players", "hand", "person", "neighbour", "neighbor"),
        *("is", "was", "were", "are", "it", "its", "it's", "that", "am", "has", "have", "had", "do", "does", "did"),
        *("win", "wins", "won", "lead", "leads", "led", "play", "plays", "start", "starts", "begin", "begins", "first"),
    )
)
"""Words that are ignored between and around names."""
_PLACES: Final = ("left", "right", "opposite", "second", "third", "fourth", "fifth", "last", "across", "team", "pair")
_ARTICLES: Final = ("a", "an", "the")
_WE: Final = ("we", "us", "ours")
_THEY: Final = ("they", "them", "theirs", "others", "opponents", "opposition")
_MATE: Final = ("partner", "mate", "teammate")
_AGAINST: Final = ("opponent", "other")
BOTH: Final = "both"
"""Two players, or two sides; of more players it does not say which."""
_ALL: Final = (BOTH, "all", "everybody", "everyone", "together")
_REST: Final = "rest"
_ME: Final = ("i", "me", "myself", "mine", "you", "yourself", "yours")


class NamedPlayers(NamedTuple):
    """The players named in a text: `groups` in the order of the words, of one, several (`us`) or no (`nobody`) players.

    `unknown` is a word that names nobody; `unclear` one that may mean any of `could`.
    """

    groups: tuple[tuple[Seat, ...], ...] = ()
    unknown: str = ""
    unclear: str = ""
    could: tuple[Seat, ...] = ()

    @property
    def understood(self) -> bool:
        """Whether it is clear who is meant."""
        return not self.unknown and not self.unclear

    @property
    def in_turn(self) -> list[Seat]:
        """The players as they were named, "none" where nobody was."""
        return [seat for group in self.groups for seat in group or ("none",)]

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All players named, each once."""
        return tuple(dict.fromkeys(seat for group in self.groups for seat in group))


@dataclass(frozen=True)
class People:
    """The players at a table, for reading names."""

    names: Names

    @cached_property
    def known(self) -> Mapping[str, tuple[Seat, ...]]:
        """The players that each word or pair of words means."""
        names = self.names
        out: dict[str, tuple[Seat, ...]] = {}
        for called in (names.places, names):
            out |= {" ".join(_words(name)): (seat,) for seat, name in called.items()}
        out |= {seat.lower(): (seat,) for seat in names.seats}
        me, mates, against = names.learner, names.mates, names.opponents
        if me:
            out |= dict.fromkeys(_ME, (me,)) | dict.fromkeys(_WE, (me, *mates)) | dict.fromkeys(_THEY, against)
            out[_REST] = tuple(seat for seat in names.seats if seat != me)
            out |= dict.fromkeys(_MATE, mates) if len(mates) == 1 else {}
            out |= dict.fromkeys((*_AGAINST, "opposite"), against) if len(against) == 1 else {}
        everybody = dict.fromkeys(_ALL, names.seats)
        return {word: who for word, who in (out | everybody).items() if word not in self._unclear} | dict.fromkeys(
            NOBODY, ()
        )

    @cached_property
    def _unclear(self) -> Mapping[str, tuple[Seat, ...]]:
        """Words that may mean any one of several players."""
        names = self.names
        several = dict.fromkeys(_AGAINST, names.opponents) | dict.fromkeys(_MATE, names.mates)
        if len(names.seats) > 2 and not names.mates:
            several[BOTH] = names.seats
        return {word: seats for word, seats in several.items() if len(seats) > 1}

    def read(self, text: str) -> NamedPlayers:
        """The players that `text` names."""
        words = [word for word in _words(text) if word in self.known or word not in _LITTLE]
        found: list[str] = []
        while words:
            pair = " ".join(words[:2])
            key = pair if pair in self.known else self._begun(words[0])
            if key not in self.known:
                return (
                    NamedPlayers(unclear=key, could=self._unclear[key])
                    if key in self._unclear
                    else NamedPlayers(unknown=key)
                )
            found.append(key)
            words = words[1 + (key == pair and " " in pair) :]
        if not found:
            return NamedPlayers(unknown=text.strip() or " ")
        named = [key for key in found if key not in _ALL] or found[:1]  # "both Left and Right" are those two
        return NamedPlayers(tuple(self.known[key] for key in named))

    def _begun(self, word: str) -> str:
        """The only player's name that begins with `word` ("opp" for Opposite), or `word` itself.

        Of few letters the name must be the one in use: "l" is Left.
        """
        if word in self.known or word in self._unclear:
            return word
        shown = (*self.names.values(), *self.names.places.values())
        names = self.known if len(word) >= SHORTEST else map(str.lower, shown)
        meant = {
            self.known[name]: name for name in names if name.startswith(word) and len(self.known.get(name, ())) == 1
        }
        return next(iter(meant.values())) if len(meant) == 1 else word

    def seat(self, text: str) -> Seat | None:
        """The one player that `text` names; None if it names none or several."""
        seats = self.read(text).seats
        return seats[0] if len(seats) == 1 else None


_MEANT: Final = frozenset(
    (*NOBODY, *_LITTLE, *_PLACES, *_ARTICLES, *_WE, *_THEY, *_MATE, *_AGAINST, *_ALL, _REST, *_ME, "house", "deck")
)


def may_be_called(text: str) -> bool:
    """Whether `text` may be chosen as a name: it is one, and no other word for players."""
    return is_name(text) and text.lower() not in _MEANT


def people(names: Mapping[Seat, str], seats: Sequence[Seat] = ()) -> People:
    """The players with these `names`; `seats` is needed where the names lack the table."""
    if isinstance(names, Names) and names.seats:
        return People(names)
    players = tuple(dict.fromkeys(seat for one in seats for seat in one.split("+")))
    sides = tuple(one for one in seats if "+" in one)
    return People(Names(names, players or tuple(names), sides))


def sides_meant(seats: Iterable[Seat], sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """The sides that these players belong to, each once."""
    return tuple(dict.fromkeys(side_of(sides, seat) for seat in seats))


def seated(text: str, names: Mapping[Seat, str]) -> str:
    """A move with names of players (`left:4H`) replaced by seats (`P2:4H`); other words stay."""
    who, colon, rest = text.partition(":")
    seat = people(names).seat(who) if colon and names else None
    return f"{seat}:{rest}" if seat in PLACE else text


def _words(text: str) -> list[str]:
    """The words of `text` in lower case, with phrases of several words as one."""
    low = " ".join(text.lower().replace("’", "'").split())
    for pattern, word in _ALIKE:
        low = re.sub(pattern, word, low)
    return [word for word in re.split(r"[\s,;:&+/.!?\"()]+", low) if word and word not in _ARTICLES]
