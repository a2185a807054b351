"""Style faults of sentences of lessons and rulebooks, in their source and as rendered."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from tutor.kernel.cards import RANK_NAMES, SUIT_NAMES, spelled
from tutor.teach.text.agree import VERBS, spoken
from tutor.teach.text.doc import Block, ColumnsBlock, Gap, HandsBlock, Heading, Item, Para, Pre, TableDrawing
from tutor.teach.text.marks import NO_BREAK, split
from tutor.teach.text.names import YOU
from tutor.teach.text.tabletop import phrases
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_WORDS: Final = 60
"""The most words of one paragraph."""

_LETTERS = re.compile(r"(?<![\w+])(?:10|[AKQJT2-9])[SHDC](?!\w)|(?:10|[AKQJT2-9])?[♠♥♦♣]")
_RANKS: Final = {name: rank for rank, name in RANK_NAMES.items()}
_WORDS = re.compile(rf"\b(?:{'|'.join(_RANKS)}|[2-9]|10) of (?:{'|'.join(SUIT_NAMES.values())})\b", re.I)
_SEATS = re.compile(r"\bP[1-9]\b")
_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|`[^`]*`", re.S)

_BAD: Final[tuple[tuple[str, re.Pattern[str]], ...]] = (
    ("none", re.compile(r"\b(?:None(?! of\b)|True|False|Undefined|nan|inf)\b")),
    ("object", re.compile(r"<[\w.]+ (?:object|at 0x)|\bat 0x[0-9a-f]+|\b[A-Z]\w+\([a-z_]+=")),
    ("empty_brackets", re.compile(r"\(\s*\)|\[\s*\]|\{\s*\}|\"\s*\"")),
    ("jinja", re.compile(r"\{\{|\}\}|\{%|%\}")),
    ("space", re.compile(r"\s[,.;:!?](?:\s|$)|\(\s|\s\)")),
    ("glued", re.compile(r"[a-z)]{2}[.!?](?:[A-Z][a-z]|[0-9]+ )")),
    ("twice", re.compile(r"[,;:]\s*[,.;:!?]|(?<!\.)\.\.(?!\.)|\.\s+\.(?!\.)|[!?]\.(?:\s|$)")),
)
_END = re.compile(r"[.?!…][)\"'”’\]`]*$|\)$|:$")
_UNKNOWN_VERB = re.compile(r"^ ([a-z]{2,}s)\b")
_NO_VERBS: Final = frozenset(
    {"always", "as", "plus", "minus", "versus", "this", "thus", "its", "others", "towards", "besides", "unless"}
)


def typed_faults(source: str, *, words: bool = True) -> Iterator[str]:
    """Cards and seats typed in a sentence's source, which should be computed facts.

    Cards in words ("king of hearts") count too if `words`; a rule may name a card.
    """
    plain = _JINJA.sub(" ", source)
    patterns = (_LETTERS, _WORDS) if words else (_LETTERS,)
    for hit in dict.fromkeys(m.group() for pattern in patterns for m in pattern.finditer(plain)):
        yield say("prose.typed_card", what=hit, letters=_letters(hit))
    for hit in dict.fromkeys(_SEATS.findall(plain)):
        yield say("prose.typed_seat", what=hit)


def _letters(typed_card: str) -> str:
    """A typed card in letters: `king of hearts` -> `KH`."""
    rank, _, suit = typed_card.lower().partition(" of ")
    return spelled(_RANKS.get(rank, rank) + suit[:1])


def prose_faults(text: str, names: Mapping[str, str], *, whole: bool = True) -> Iterator[str]:
    """Faults of a marked `text` as a learner reads it; a `whole` one must end like a sentence."""
    read = spoken(text, names).strip()
    if not read:
        yield say("prose.blank")
        return
    for key, pattern in _BAD:
        hit = pattern.search(read)
        if hit:
            yield say(f"prose.{key}", what=read[max(0, hit.start() - 12) : hit.end() + 8])
    if read.count("(") != read.count(")"):
        yield say("prose.brackets", what=read[:60])
    sentence = "\n".join(line for line in text.split("\n") if not line.startswith(NO_BREAK))  # choices stand below it
    if whole and not _END.search(spoken(sentence, names).strip()):
        yield say("prose.end", what=read[-30:])
    if whole and read[:1].islower() and not split(text)[0][0]:
        yield say("prose.capital", what=read[:30])
    yield from _disagreeing(text, names)


def _disagreeing(text: str, names: Mapping[str, str]) -> Iterator[str]:
    """Verbs after You that do not agree with it."""
    pieces = split(text)
    for (kind, value), (after, following) in pairwise(pieces):
        hit = _UNKNOWN_VERB.match(following) if kind == "s" and not after and names.get(value) == YOU else None
        if hit and hit[1] not in VERBS and hit[1] not in _NO_VERBS:
            yield say("prose.verb", what=hit[1])


def length_faults(text: str) -> Iterator[str]:
    """A fault if `text` is too long."""
    words = len(spoken(text, {}).split())
    if words > MOST_WORDS:
        yield say("prose.long", n=words, most=MOST_WORDS)


def texts(block: Block) -> Iterator[tuple[str, bool]]:
    """The texts of a block, each with whether it must be a whole sentence."""
    match block:
        case Para():
            yield block.text, block.tone != "dim"
        case Item():
            if block.label:
                yield block.label, False
            if block.text:
                yield block.text, bool(block.clause or not block.label)  # a description of a command is not a sentence
        case Heading():
            yield block.text, False
        case ColumnsBlock():
            for row in (block.head, *block.rows):
                yield from ((cell, False) for cell in row if cell)
        case TableDrawing():
            yield from ((text, False) for _, text in phrases(block.table))
        case Pre() | HandsBlock() | Gap():
            pass
