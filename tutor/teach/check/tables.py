"""The proof of the drawn table: every entry has its words and every word its entry, and no drawing tells an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tutor.kernel.game import Game
from tutor.kernel.tabletop import Area
from tutor.teach.rulebook import Rulebook
from tutor.teach.text.words import has_block, say

WORDLESS: Final = (Area.SAID, Area.LAID)
"""Where calls and cards lie, which have no phrase."""
CALL: Final = "call"
"""The phrase for a call beside a seat."""


def phrases_missing(game: Game[Any], book: Rulebook) -> Iterator[tuple[str, str]]:
    """The names of entries without a phrase and of phrases without an entry, each with what is wrong."""
    entries = {entry.name for entry in game.tabletop if entry.area not in WORDLESS}
    behind = {f"{entry.name}_text" for entry in game.tabletop if entry.area is Area.HEAP}
    for name in sorted(entries - book.table.keys()):
        if not has_block(f"table.{name}"):
            yield name, say("check.no_phrase", name=name)
    for name in book.table.keys() - entries - behind - {CALL}:
        yield name, say("check.no_entry", name=name)
