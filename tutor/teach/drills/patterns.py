"""Patterns of positions: text with holes that are filled at random, for moments that random play seldom reaches.

    upcard=?,? round={2..4} trick=?+?,?+?,?+? drawn=?a+?b+?+?+?+?

`?` is any card not used elsewhere in the position, `?H` any heart, `K?` any king; `?a` to `?d` are cards of random
suits (the same letter is the same suit; `Ka` is its king). `{2..4}` is a number, `{yes|no}` one of several words,
`{seat}` a seat, `{a}` the letter of the suit of `?a`. `{m}` and `{n}` are different random ranks, and `{m+2}` is two
places further in the order of the pack's ranks: `{m}S,{m+1}S,{m+2}S`.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import SUITS, Card

if TYPE_CHECKING:
    from random import Random

    from tutor.kernel.game import Game

_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_TOKEN: Final = re.compile(r"[^\s,+:=]+")
_CARD: Final = re.compile(r"([2-9TJQKA?])([SHDCabcd?]?)")
_RANGE: Final = re.compile(r"(-?\d+)\.\.(-?\d+)")
_LETTERS: Final = "abcd"
_RANK: Final = re.compile(r"([mn])(?:\+(\d+))?")


class NoFit(ValueError):
    """No card is left that fits a hole."""


def filled(pattern: str, game: Game[Any], rng: Random) -> str:
    """`pattern` with its holes filled; raises `NoFit` if no card fits, in which case another try may succeed."""
    suits = dict(zip(_LETTERS, rng.sample(SUITS, len(SUITS)), strict=True))
    seats = game.seats(game.usual)
    chosen = _HOLE.sub(lambda hole: rng.choice(hole[1].split("|")) if "|" in hole[1] else hole[0], pattern)
    ranks = _ranks({hole[1] for hole in _HOLE.finditer(chosen)}, game, rng)
    text = _HOLE.sub(lambda hole: ranks.get(hole[1]) or _word(hole[1], suits, seats, rng), chosen)
    left = game.pack.copies.copy()
    left.subtract(_named(text, game))
    fields = [field.partition("=") for field in text.split()]
    for narrow in (3, 2, 1, 0):  # the most restricted holes first: `Ka` before `K?`, `?a` before `?`
        for i, (name, equals, value) in enumerate(fields):
            done = _TOKEN.sub(lambda token, n=narrow: _filled(token[0], n, suits, left, rng), value)  # type: ignore[misc]
            fields[i] = name, equals, done
    return " ".join(map("".join, fields))


def _word(hole: str, suits: dict[str, str], seats: tuple[str, ...], rng: Random) -> str:
    if hole in suits:
        return suits[hole]
    if hole == "seat":
        return rng.choice(seats)
    numbers = _RANGE.fullmatch(hole)
    if numbers:
        return str(rng.randint(int(numbers[1]), int(numbers[2])))
    return hole


def _ranks(holes: set[str], game: Game[Any], rng: Random) -> dict[str, str]:
    """A different rank for each hole that names one."""
    order = list(dict.fromkeys(c.rank for c in game.pack.order if not c.joker))
    named = {hole: (hit[1], int(hit[2] or 0)) for hole in sorted(holes) if (hit := _RANK.fullmatch(hole))}
    for _ in range(20):
        start = {name: rng.randrange(len(order)) for name in sorted({name for name, _ in named.values()})}
        places = {hole: start[name] + more for hole, (name, more) in named.items()}
        if len(set(places.values())) == len(places) and max(places.values(), default=0) < len(order):
            return {hole: order[place] for hole, place in places.items()}
    raise NoFit("ranks")


def _named(text: str, game: Game[Any]) -> Counter[Card]:
    """The cards that the pattern names."""
    by_text = {c.text: c for c in game.pack.order}
    values = (field.partition("=")[2] for field in text.split())
    return Counter(by_text[token] for value in values for token in _TOKEN.findall(value) if token in by_text)


def _filled(token: str, narrow: int, suits: dict[str, str], left: Counter[Card], rng: Random) -> str:
    """The card for a hole restricted as `narrow` says (2 for a rank plus 1 for a suit); other tokens are unchanged."""
    hole = _CARD.fullmatch(token)
    if hole is None or not ("?" in token or hole[2] in suits):
        return token
    if narrow != 2 * (hole[1] != "?") + (hole[2] not in ("", "?")):
        return token
    rank, suit = hole[1], suits.get(hole[2], hole[2])
    fits = [
        c
        for c in left
        if left[c] > 0 and (rank == "?" or (c.rank == rank and not c.joker)) and (suit in ("", "?") or c.suit == suit)
    ]
    if not fits:
        raise NoFit(token)
    chosen = rng.choices(fits, [left[c] for c in fits])[0]
    left[chosen] -= 1
    return chosen.text
