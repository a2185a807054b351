"""What the Tab key offers: a pure function of the text and of the words there are, never of what is legal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tutor.teach.conversation.session import Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

SEPARATORS = " ,+:"
_SEAT = re.compile(r"\bP[1-9]\b")
_LOOKED_AT = 200  # characters before the cursor; a longer line was pasted, not typed


def suggest(text: str, words: Iterable[Word]) -> list[Word]:
    """The words of `words` that may complete the `text` before the cursor, in their order, each once."""
    found: dict[str, Word] = {}
    for word in words:
        if word.text not in found and tail(text, word) is not None:
            found[word.text] = word
    return list(found.values())


def offered(words: Iterable[Word], names: Mapping[str, str]) -> list[Word]:
    """`words` with the players in them as they are called in this conversation: `Left:4H` for `P2:4H`."""

    def called(text: str) -> str:
        return _SEAT.sub(lambda hit: names.get(hit[0], hit[0]), text)

    return [Word(called(word.text), called(word.about)) for word in words] if names else list(words)


def tail(text: str, word: Word) -> str | None:
    """The end of `text` that `word` would replace, None if it does not fit; `10` is as good as `T`, case is no matter.

    It begins after a blank, comma, plus or colon, or is the whole of `text`: `5c+9` is completed by the card `9S` and
    by the move `5C+9S`.
    """
    wanted = word.text.casefold()
    for piece in _tails(text):
        typed = piece.casefold()
        if wanted.startswith((typed, typed.replace("10", "t"))):
            return piece
    return None


def _tails(text: str) -> Iterator[str]:
    """Every end of `text` that begins a piece, the longest first."""
    if len(text) <= _LOOKED_AT:
        yield text
    text = text[-_LOOKED_AT:]
    for at, one in enumerate(text):
        if one in SEPARATORS:
            yield text[at + 1 :]
