"""Plays of climbing games as people name them: by kind ("the flush"), by ranks ("nines", "five to nine")."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import RANK_NAMES, RANKS
from tutor.teach.conversation.typed_words import ASIDE, FACES, RANK, rank_of, tokens
from tutor.teach.text.values import NUMBERS
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.moves import Combo

_ROUND: Final = "A23456789TJQKA"
"""The ranks in a row, with the ace at both ends."""
_NAMES: Final = {name: str(n) for n, name in enumerate(NUMBERS) if n > 1} | {RANK_NAMES[rank]: rank for rank in "AKQJ"}
_ONE: Final = rf"({'|'.join(_NAMES)}|{RANK})"
_RANGE: Final = re.compile(rf"\b{_ONE}\s*(?:-|–|to|up to|through)\s*{_ONE}\b", re.IGNORECASE)
_MANY: Final = re.compile(rf"\b(?:({'|'.join(_NAMES)})e?s|({RANK})['’]s)\b", re.IGNORECASE)
_WITH: Final = re.compile(rf"\b(?:with|and|plus)\s+(?:an?\s+|the\s+|one\s+)?{_ONE}\b(?!['’]s)", re.IGNORECASE)
TIMES: Final = {"2": 2, "3": 3, "4": 4, "pair": 2, "two": 2, "both": 2, "triple": 3, "trips": 3, "three": 3} | {
    "bomb": 4,
    "four": 4,
}
"""How many cards of a rank are meant by the word in front of it."""
_COUNTED: Final = re.compile(rf"\b({'|'.join(TIMES)})\b", re.IGNORECASE)
_BESIDE: Final = {*TIMES, *ASIDE, *"straight run from up through full house triples pairs all".split()}
"""What may stand beside ranks."""
_KINDS: Final = {
    "triple": "3 kind",
    "trips": "3 kind",
    "3 kind": "trips",
    "quads": "4 kind",
    "4 kind": "bomb",
    "fullhouse": "full house",
}
"""Other names of kinds, and the words with which theirs begin."""


def plays_named(game: Game[Any], plays: Sequence[Combo], line: str, typed: Sequence[str]) -> list[Combo]:
    """Those of the `plays` that `line`, in words `typed`, names by their kind or ranks; empty if it names none."""
    words = re.split(r"[-–]| ", " ".join(typed))
    if all(word in _BESIDE or word in FACES or word.upper() in RANKS for word in words):
        found = _of_range(plays, line) or _of_ranks(plays, line)
        if found:
            return found
    return _of_kind(game, plays, typed)


def _rank(name: str) -> str:
    low = name.lower()
    return FACES.get(low) or rank_of(_NAMES.get(low, low)).upper()


def ranks_from_to(line: str) -> list[str]:
    """The ranks of a run that is named by its ends alone (`8-A`); empty if `line` says anything else."""
    ends = _RANGE.fullmatch(line.strip())
    return list(_inside(ends)) if ends else []


def _inside(ends: re.Match[str]) -> str:
    low, high = map(_rank, ends.groups())
    return _ROUND[_ROUND.index(low) : _ROUND.rindex(high) + 1]


def _of_range(plays: Sequence[Combo], line: str) -> list[Combo]:
    """The runs that begin and end with these ranks, each once."""
    ends = _RANGE.search(line)
    inside = sorted(_inside(ends)) if ends else []
    return [play for play in plays if inside and sorted(c.rank for c in play.cards) == inside]


def _of_ranks(plays: Sequence[Combo], line: str) -> list[Combo]:
    """The plays of these ranks ("nines", "sevens and fours") and no others, of so many cards ("two nines") or most.

    Of a rank named in the singular beside them ("three sixes with a four") there is one card.
    """
    ranks = {_rank(word or figure) for word, figure in _MANY.findall(line)}
    single = {_rank(name) for name in _WITH.findall(line)} - ranks if ranks else set()
    held = {play: Counter(c.rank for c in play.cards) for play in plays}
    found = [play for play in plays if ranks and {*held[play]} == ranks | single]
    found = [play for play in found if all(held[play][rank] == 1 for rank in single)]
    times = _COUNTED.search(line) if len(ranks) == 1 else None
    if times is None:
        many = max((len(play.cards) for play in found), default=0)
        return [play for play in found if len(play.cards) == many]
    (rank,), many = ranks, TIMES[times[1].lower()]
    of_so_many = [play for play in found if len(play.cards) == many + len(single)]
    return of_so_many or [play for play in plays if held[play][rank] == many and not single]


def _of_kind(game: Game[Any], plays: Sequence[Combo], typed: Sequence[str]) -> list[Combo]:
    """The plays of the kind that is called so, or whose name begins so."""
    said = " ".join(word for word in typed if word not in ASIDE)
    if not said or said.isdigit():  # "three" is a rank
        return []
    forms = (said, _KINDS.get(said, said))
    called = {play: say("move.combination", name=play.kind, n=play.length) for play in plays}
    names = {play: " ".join(tokens(game, name.removeprefix("a "))) for play, name in called.items()}
    exact = [play for play in plays if names[play] in forms]
    return exact or [play for play in plays if any(f"{names[play]} ".startswith(f"{form} ") for form in forms)]
