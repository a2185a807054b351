"""Sentences of advice read back: patterns with places for cards, players, suits and numbers, and what stands there."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from tutor.kernel.cards import card
from tutor.teach.text.marks import letters, split
from tutor.teach.text.values import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.claims.knowledge import Knowledge

Check = Callable[..., bool | None]
C = TypeVar("C", bound=Check)

SUITS: Final = {"spade": "S", "heart": "H", "diamond": "D", "club": "C"}
CARD: Final = r"\[[^]]+\]"
RANK: Final = r"\b(?:10|[2-9JQKA])\b"
OF_RANK: Final = rf"(?:an? |three |four |trips\b)[a-z ]*?of rank {RANK}(?:(?:, | or ){RANK})*"
PLAY: Final = rf"(?:\{{[^}}]+\}}|{CARD}|the rocket|{OF_RANK}|a bomb)"
"""A play, a single card, or plays by their kind: `a pair of rank K or A`."""
PLACES: Final = {
    "card": CARD,
    "cards": rf"{CARD}(?:(?:, | and | or | ){CARD})*",
    "seat": r"<[^>]+>",
    "suit": r"(?:spade|heart|diamond|club|trump)s?",
    "n": rf"\b(?:\d+|none|no|a|{'|'.join(NUMBERS)}|[NOTFSE](?:one|wo|hree|our|ive|ix|even|ight|ine|en|leven|welve))\b",
    "points": r"-?\d+(?:/\d+)?(?:\.\d+)?(?: of a)?(?: more)? points?\b",
    "word": r"\w+",
    "move": r"\{[^}]+\}",
    "text": r".+",
    "bombs": r"(?:(?:a bomb|the rocket)(?: or )?)+",
    "plays": rf"{PLAY}(?:(?:, and |, or |, | and | or | ){PLAY})*",
}
"""What a pattern may have in braces, with a name: `{card c}`, `{cards them}`, `{n many}`."""


class Claim(NamedTuple):
    """A kind of claim: how its sentence is told, and whether it is true of what is known; None if that is open."""

    name: str
    pattern: re.Pattern[str]
    places: tuple[tuple[str, str], ...]
    check: Check
    anywhere: bool
    """Whether it is told in games without tricks, too."""


CLAIMS: Final[list[Claim]] = []


def claim(*patterns: str, anywhere: bool = False) -> Callable[[C], C]:
    """Register a check for sentences that have one of the `patterns` anywhere in them."""

    def register(check: C) -> C:
        for pattern in patterns:
            places = tuple((kind, name) for kind, name in re.findall(r"\{(\w+) (\w+)\}", pattern))
            raw = re.sub(r"\{(\w+) (\w+)\}", lambda hit: f"(?P<{hit[2]}>{PLACES[hit[1]]})", pattern)
            CLAIMS.append(Claim(check.__name__, re.compile(raw), places, check, anywhere))
        return check

    return register


claim_anywhere: Final = partial(claim, anywhere=True)
"""The same of sentences that are told in games without tricks, too."""


def plain(text: str) -> str:
    """A text with cards as `[AH]`, seats as `<P1>` and moves as `{AH+KH}`."""
    marks = {"c": "[{}]", "s": "<{}>", "m": "{{{}}}"}
    found = "".join(marks.get(kind, "{}").format(letters(value)) for kind, value in split(text))
    return found.replace("\u00a0", " ")


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, plain."""
    return tuple(filter(None, re.split(r"(?<=[.!?]) (?=[A-Z<\[{])", plain(text).strip())))


def read(kind: str, text: str) -> Any:
    """What stands at a place of a pattern: a card, cards, a seat, a suit (`trump` for trumps), a number."""
    if kind == "card":
        return card(text[1:-1])
    if kind == "cards":
        return tuple(card(one) for one in re.findall(r"\[([^]]+)\]", text))
    if kind == "seat":
        return text[1:-1]
    if kind == "suit":
        return SUITS.get(text.removesuffix("s"), "trump")
    if kind == "points":
        return float(Fraction(text.split()[0]))
    if kind == "plays":
        return tuple(re.findall(PLAY, text))
    if kind in ("word", "move"):
        return text.strip("{}")
    if kind in ("text", "bombs"):
        return text
    small = {"a": 1, "none": 0}
    return int(text) if text.isdigit() else small[text] if text in small else NUMBERS.index(text.lower())


class Judged(NamedTuple):
    """A claim found in a sentence, and whether it is true."""

    kind: str
    sentence: str
    true: bool | None


def judged(known: Knowledge, text: str) -> Iterator[Judged]:
    """What is claimed in a text; of a sentence in which nothing is read, one claim without a kind."""
    for sentence in sentences(text):
        kinds = 0
        for one in CLAIMS:
            for hit in one.pattern.finditer(sentence) if known.trick or one.anywhere else ():
                kinds += 1
                facts = {name: read(kind, hit[name]) for kind, name in one.places if hit[name] is not None}
                yield Judged(one.name, sentence, one.check(known, **facts))
        if not kinds:
            yield Judged("", sentence, None)
