"""Moves and their text form.

A move is a word, cards, or a word with cards: `pass`, `KH`, `5C+9S`, `show:KH`, `P3:4H`. Its text is the
move: two moves with the same text are equal, and a phase reads the text back (see `phase.Phase.read`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import Card, Cards

if TYPE_CHECKING:
    from collections.abc import Mapping


class Move:
    """Something a player may do: `word` (may be empty), the `cards` of it, and its canonical `text`.

    The text is made when it is first asked for: of the hundreds of ways to lay cards away nobody reads most.
    """

    __slots__ = ("_hash", "card", "cards", "text", "word")
    word: str
    cards: Cards
    text: str
    _hash: int
    card: Card
    """The first card; most moves have only one. IndexError for a move without cards."""

    def __init__(self, word: str = "", cards: Cards = ()) -> None:
        """`word:card+card`; either part may be missing, not both."""
        self.word = word
        self.cards = cards
        if cards:
            self.card = cards[0]

    if not TYPE_CHECKING:  # called for attributes that are not set: `text` when first read, `card` without cards

        def __getattr__(self, name: str) -> Any:
            if name == "text":
                word, joined = self.word, "+".join([c.text for c in self.cards])
                self.text = text = f"{word}:{joined}" if word and joined else word or joined
                return text
            if name == "_hash":
                self._hash = found = hash(self.text)
                return found
            if name == "card":
                raise IndexError(f"there is no card in {self.text}")
            raise AttributeError(name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and other.text == self.text

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return self.text


class Combo(Move):
    """A combination: cards that may be played together in a climbing game, as a move.

    `kind` names it ("pair") and `length` counts the ranks in the main part of a run (1 if it is no run). `by` is the
    card or rank it is compared by, and `high` the place of that among those of its kind, from low to high. A `trump`
    may be played on any other combination.
    """

    __slots__ = ("by", "compared", "high", "kind", "length", "trump")
    kind: str
    length: int
    by: str
    high: int
    trump: bool

    def __init__(self, cards: Cards, kind: str, by: str, high: int, length: int = 1, trump: bool = False) -> None:
        """`cards` in the order in which they are written."""
        super().__init__("", cards)
        self.kind, self.by, self.high, self.length, self.trump = kind, by, high, length, trump
        self.compared = kind, length, high, trump, len(cards)
        """The attributes that decide what beats this combination."""


_PLAYS: dict[Cards, Move] = {}
_CALLS: dict[str, Move] = {}
_MOST_KEPT = 20_000
"""Number of interned moves at which the table is emptied, so that a huge position cannot fill the memory."""


def play(*cards: Card) -> Move:
    """The move of playing these cards, in this order. Interned, for random play mostly lists moves."""
    found = _PLAYS.get(cards)
    if found is None:
        if len(_PLAYS) >= _MOST_KEPT:
            _PLAYS.clear()
        found = _PLAYS[cards] = Move("", cards)
    return found


class _CardMoves(dict[Card, Move]):
    """Moves of one card, made when first looked up; no more of them than there are cards."""

    def __missing__(self, c: Card) -> Move:
        made = self[c] = play(c)
        return made


PLAY: Final[Mapping[Card, Move]] = _CardMoves()
"""The move of playing each card alone: the same as `play(c)`, without the cost of a call."""


def call(word: str) -> Move:
    """The move of saying `word`: a bid, `pass`, an answer. Interned."""
    found = _CALLS.get(word)
    if found is None:
        if len(_CALLS) > 5000:  # words may come from outside: never let them fill the memory
            return Move(word)
        found = _CALLS[word] = Move(word)
    return found
