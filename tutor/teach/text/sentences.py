"""Texts as sentences, so that none is said twice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

_END: Final = re.compile(r"(?<=[.?!])\s+")
"""The blank between two sentences."""
_LEANING: Final = re.compile(r"(?:It|That|This|They|These|Those|So|Then|Both|Therefore|But|And)\b")
"""How a sentence begins that leans on the one before."""


def parted(text: str) -> list[str]:
    """The sentences of `text`."""
    return _END.split(text)


def sentences(text: str) -> list[str]:
    """The sentences of `text`, each without marks."""
    return [*map(unmarked, parted(text))]


def leans(sentence: str) -> bool:
    """Whether a sentence leans on the one before."""
    return _LEANING.match(sentence) is not None


def without(text: str, known: Container[str]) -> str:
    """`text` without the sentences that are `known`, but with those that another leans on; "" if nothing is left."""
    said, between = parted(text), [*_END.findall(text), ""]
    kept = [at for at in range(len(said)) if not _spare(said, at, known)]
    return "".join(said[at] + (between[at] if at != kept[-1] else "") for at in kept)


def _spare(said: Sequence[str], at: int, known: Container[str]) -> bool:
    """Whether the sentence `at` this place is known, and the next does not lean on it."""
    return unmarked(said[at]) in known and not any(map(leans, said[at + 1 : at + 2]))


def once(texts: Sequence[str]) -> list[str]:
    """The texts without those that are empty or the beginning of another, and without sentences that come again."""
    told: set[str] = set()
    some: dict[str, None] = {}
    for text in texts:
        left = [one for one in parted(text) if one not in told]
        told.update(left)
        some |= {" ".join(left): None} if text and left else {}
    begun = [text.removesuffix(".") for text in some]
    return [text for text, start in zip(some, begun, strict=True) if not any(_goes_on(one, start) for one in some)]


def _goes_on(text: str, start: str) -> bool:
    """Whether a sentence begins with the words of another, and says more."""
    return text.startswith((f"{start},", f"{start}:", f"{start} ", f"{start}. "))
