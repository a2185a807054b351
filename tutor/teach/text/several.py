"""A sentence about one move as it is said of several: `It follows suit` -> `Each follows suit`.

Only what speaks of the move is changed: in "It has to be a pair again; this is a single card" the first "it" is none
of the moves. What is denied of one is denied of all: `It does not beat K♥` -> `None of them beats K♥`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tutor.teach.text.agree import VERBS
from tutor.teach.text.values import capital

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_IT: Final = r"(?P<it>(?:(?<=^)|(?<=[.?!:] ))(?:It|This)|(?:(?<=[,;] )|(?<=[,;] and )|(?<=, for ))(?:it|this)) "
"""The move where it is the subject of a sentence, or of a part of one."""
_ABOUT_IT: Final = (
    r"(?=is (?!your turn|up to|clear|time|to be|the )|has (?!to\b)"
    r"|(?:follows|beats|wins|takes|comes|counts|belongs|leads|was|goes on|would fit)\b)"
)
"""The verbs of which the move is the subject; "it is your turn" and "it has to be a pair" speak of no move."""
_THIRD: Final = {base: third for third, base in VERBS.items()} | {"beat": "beats", "head": "heads"}


def _nor(hit: re.Match[str], nobody: str) -> str:
    return f"{nobody} {hit['verb']} {hit['one']} or {hit['other']}"


def _not(hit: re.Match[str], nobody: str) -> str:
    return f"{nobody} {_THIRD.get(hit['base'], hit['base'])}"


def _no(hit: re.Match[str], nobody: str) -> str:
    return f"{nobody} is {'an' if hit['one'][0] in 'aeio8' else 'a'} {hit['one']}"


_OF_ALL: Final[Sequence[tuple[str, Callable[[re.Match[str], str], str]]]] = (
    (r"\bis in it, and it is ", lambda *_: "is in each, and each is "),
    (r"\blead it, for it is not a\b", lambda _, nobody: f"lead them, for {nobody} is a"),
    (r"\bdo not hold this, so you may call for it\b", lambda *_: "do not hold these, so you may call for one of them"),
    (rf"{_IT}(?P<verb>is|has) neither (?P<one>.+?) nor (?P<other>\w+)", _nor),
    (rf"{_IT}does(?: not|n't) (?P<base>\w+)", _not),
    (rf"{_IT}(?:is not|isn't)\b", lambda _, nobody: f"{nobody} is"),
    (rf"{_IT}is no (?P<one>\w+)", _no),
    (rf"{_IT}{_ABOUT_IT}", lambda *_: "each "),
    (r"\bas a trump it ", lambda *_: "as a trump each "),
    (r"\bthis(?= yourself| again|[,.;:])", lambda *_: "these"),
)


def of_several(text: str, number: int) -> str:
    """`text`, which speaks of one move as "it" or "this", as said of a `number` of moves."""
    if number == 1:
        return text
    nobody = "neither of them" if number == 1 + 1 else "none of them"
    for pattern, by in _OF_ALL:
        for hit in reversed(list(re.finditer(pattern, text))):
            said = by(hit, nobody)
            text = f"{text[: hit.start()]}{capital(said) if hit[0][0].isupper() else said}{text[hit.end() :]}"
    return text
