"""Marks as words: how a card, a move, a seat or a clause of a document is written for this reader.

Moves are put in words before they get here (`teach.text.phrases`); the cards of one that was not stand side by side.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from tutor.kernel.cards import RANK_NAMES, SUIT_NAMES
from tutor.teach.text.agree import begins, named, placed
from tutor.teach.text.marks import CALLED, cleaned, letters

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.ui.render_options import RenderOptions, Suits

Role: TypeAlias = Literal["", "card", "seat", "clause", "move", "stress"]
"""What a span is; the renderers decide how that looks. A move's cards are `card`, its other parts `move`."""

SYMBOL = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
JOKER_SAID = {"X1": "red joker", "X2": "black joker"}

_ALONE = {*JOKER_SAID, *SYMBOL, *"AKQJT"}  # a piece of a move that is a card or suit; a digit may also be a number
_CARD = "[AKQJT2-9][SHDC]"
_COUNTED = "([0-9])([AKQJT2-9][SHDC])"
_AMOUNT = "([0-9]+)([SHDC])"
_SEAT = "P[0-9]{1,2}"


class Span(NamedTuple):
    """A stretch of text of one role; `suit` is the letter of a card's suit, `said` how a card is read aloud."""

    text: str
    role: Role = ""
    suit: str = ""
    said: str = ""


def spans(text: str, look: RenderOptions, names: Mapping[str, str]) -> list[Span]:
    """The marked `text` of a document as spans for this look; `names` are seats' names (a seat not in it is its own).

    What is not a mark is cleaned again: the last net before a terminal.
    """
    out: list[Span] = []
    before = ""  # the end of what was read so far, to know where a sentence starts
    pieces = named(text, names)
    for at, (kind, value) in enumerate(pieces):
        between = 0 < at < len(pieces) - 1 and all(pieces[i][0] in {"c", "m"} for i in (at - 1, at + 1))
        if look.suits == "words" and not kind and between and value.isspace():
            value = ", "  # a hand heard without pauses is one long card
        for span in _span(kind, cleaned(value).replace("\t", " "), look, names):
            placed = _in_place(span, before, look) if span.role in {"card", "move", "seat"} else span
            fitted = Span(look.fit(placed.text), span.role, span.suit, look.fit(span.said))
            if fitted.text:
                out.append(fitted)
                before = (before + fitted.text)[-9:]
    return out


def inline(text: str, look: RenderOptions, names: Mapping[str, str]) -> str:
    """The marked `text` as one line without styles: for a prompt or a toolbar."""
    return " ".join("".join(span.text for span in spans(text, look, names)).split())


def card(value: str, suits: Suits) -> str:
    """A card, a rank or a suit in canonical letters as people read it: `TH` -> `10H`, `10♥`, `ten of hearts`.

    One that has a name of its own is called by it, as the document has it: "red joker (X1)", "red joker".
    """
    value, _, name = value.partition(CALLED)
    return name or card_short(value, suits)


def card_short(value: str, suits: Suits) -> str:
    """The same where there is no room for names: `X1`."""
    rank, suit = (value[:-1], value[-1]) if value[-1:] in SYMBOL else (value, "")
    if suits == "words":
        if value in JOKER_SAID:
            return JOKER_SAID[value]
        said = RANK_NAMES.get(rank, rank)
        return f"{said} of {SUIT_NAMES[suit]}" if said and suit else said or SUIT_NAMES.get(suit, "")
    shown = "10" if rank == "T" else rank
    return shown + (SYMBOL[suit] if suit and suits == "symbols" else suit)


def _span(kind: str, value: str, look: RenderOptions, names: Mapping[str, str]) -> Iterator[Span]:
    if kind == "c":
        yield Span(card(value, look.suits), "card", _suit(letters(value)), card(value, "words"))
    elif kind == "m":
        yield from _move(value, look.suits, names)
    elif kind == "s":
        yield Span(value, "seat")
    elif kind == "k":
        yield Span(value, "clause")
    else:
        yield Span(value, "stress" if kind == "b" else "")


def _move(value: str, suits: Suits, names: Mapping[str, str]) -> Iterator[Span]:
    """The parts of a move that nobody has put in words: its word, numbers, cards, side by side."""
    words = suits == "words"
    for piece in re.split("([+:])", value):
        if piece in {"+", ":"}:
            yield Span(", " if words and piece == "+" else " ", "move")
        elif re.fullmatch(_CARD, piece) or piece in _ALONE:
            yield Span(card(piece, suits), "card", _suit(piece), card(piece, "words"))
        elif hit := re.fullmatch(_COUNTED, piece):  # `seq:3QH`, three cards up to the queen
            yield Span(hit[1] + (" " if words else ""), "move")
            yield Span(card(hit[2], suits), "card", _suit(hit[2]), card(hit[2], "words"))
        elif hit := re.fullmatch(_AMOUNT, piece):  # `1C`, `20C`: a bid or a declaration in clubs
            said = f"{hit[1]} {SUIT_NAMES[hit[2]]}"
            yield Span(said if words else hit[1] + card(hit[2], suits), "card", hit[2], said)
        elif re.fullmatch(_SEAT, piece) and piece in names:
            yield Span(cleaned(names[piece]), "move")
        elif piece:
            yield Span(piece, "move")


def _suit(value: str) -> str:
    return value[-1] if value[-1:] in SYMBOL else ""


def _in_place(span: Span, before: str, look: RenderOptions) -> Span:
    """`span` with its first letter fit for where it stands: `King of hearts` opens a sentence, `you` does not."""
    text = span.text
    if span.role == "seat":
        text = placed(text, before)
    elif look.suits == "words" and begins(before):
        text = text[:1].upper() + text[1:]
    return Span(text, span.role, span.suit, span.said)
