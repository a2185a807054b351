"""Other names of cards and moves: `[called]` and `[synonym]` of a rulebook, such as the left bower, or the pair."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.text.words import TemplateError, sentence

if TYPE_CHECKING:
    from tutor.kernel.cards import Card
    from tutor.kernel.game import Game
    from tutor.kernel.phase import Phase


def with_letters(game: Game[Any], phase: Phase[Any, Any], view: Any, line: str) -> str:
    """`line` with other words for moves replaced by the usual ones, and names by the one card that each means here."""
    for words, usual in rulebook(game.name).synonym.items():
        line = re.sub(rf"\b{re.escape(words)}\b", usual, line, flags=re.IGNORECASE)
    for name, condition in rulebook(game.name).called.items():
        pattern = re.compile(rf"\b{re.escape(name)}\b", re.IGNORECASE)
        if pattern.search(line):
            meant = {card.text for card in phase.pack.order if _is_called(condition, card, view)}
            line = pattern.sub(meant.pop(), line) if len(meant) == 1 else line
    return line


def _is_called(condition: str, card: Card, view: Any) -> bool:
    """Whether the condition of a name holds for a card; it may rest on what this view lacks, and is then not met."""
    try:
        return bool(sentence(f"{{% if {condition} %}}yes{{% endif %}}", {"c": card, "v": view}))
    except TemplateError:
        return False
