"""Names of odd cards, that is of jokers, which each game may name its own way.

The mark of a card holds its letters; `introduced` adds the name: "red joker (X1)" at the first mention in a document,
so that the reader knows what to type, then "red joker"; within a sentence "the red joker".
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.rulebooks.rulebook import BadRulebook, rulebook
from tutor.teach.text.doc import Block, Item, TableDrawing, rewritten
from tutor.teach.text.marks import CALLED, CLOSE, NO_BREAK, OPEN, mark, replaced
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from tutor.kernel.game import Game

_EVERYWHERE: Final = {"X1": ("red joker", "big joker"), "X2": ("black joker", "little joker")}
"""Names that are understood in any game."""
_INSIDE: Final = r"(?i)(?:^|[^\w\x03'])(?!(?:the|a|an|your|my|its|their|every|each|no|one|two|highest|trumps) )[a-z]+ $"
"""Text before a card within a sentence, where its name needs an article."""
_SUBJECT: Final = rf" (?:is|was|beats|wins|counts|should|would|can|may|will) | and {OPEN}c"
"""Text after a card of which, or with the next one, something is told."""
_APPOSED: Final = r"[a-z], $"
"""Text before a card that only says which one is meant, where the sentence ends with it."""
_BESIDE: Final = f"{CLOSE}[ {NO_BREAK}]$"
"""Text before a card that is played with another."""
_ROW: Final = rf", {OPEN}c[^.?!]* (?:and|or) {OPEN}c[^{CLOSE}]*{CLOSE} [a-z]"
"""Text after the first of several cards of which something is told."""
_IN_ROW: Final = f"{CLOSE}, $"
"""Text before one of several cards that is neither the first nor the last."""
_ROW_ON: Final = rf"(?:, {OPEN}c[^.?!]*)? (?:and|or) {OPEN}c[^{CLOSE}]*{CLOSE} [a-z]"
"""Text after one of several cards of which something is told."""
_BEGUN: Final = rf"(?s) [a-z']+ .*[.?!]$|[.:] [A-Z]|{_ROW}"
"""Text after a card that begins a sentence."""


@cache
def called(game: Game[Any]) -> Mapping[str, str]:
    """The names of the odd cards in this game's pack, by their letters."""
    try:
        own = rulebook(game.name).card
    except BadRulebook:  # `tutor check` reports it
        own = {}
    jokers = [c.text for c in game.pack.order if c.joker]
    return {text: own.get(text) or say("card.joker", letters=text, alone=len(jokers) == 1) for text in jokers}


@cache
def card_names(game: Game[Any]) -> Mapping[str, tuple[str, ...]]:
    """All names that are understood for each odd card, by its letters."""
    return {text: (name.lower(), *_EVERYWHERE.get(text, ())) for text, name in called(game).items()}


def first(letters: str, name: str) -> str:
    """A name at its first mention, with the letters to type: `red joker (X1)`."""
    return say("card.first", name=name, letters=letters)


def article(before: str, after: str) -> str:
    """The article before the name of an odd card, by the text around it; "" in a row of cards."""
    if after.startswith((f" {OPEN}c", f"{NO_BREAK}{OPEN}c")):
        return ""
    if not before.strip() or before.endswith((". ", "? ", "! ")):
        return f"{say('card.begun')} " if re.match(_BEGUN, after) else ""
    told = before.endswith(": ") and re.match(_SUBJECT, after)
    apposed = after.startswith(".") and re.search(_APPOSED, before)
    in_row = re.search(_IN_ROW, before) and re.match(_ROW_ON, after)
    return f"{say('card.inside')} " if told or apposed or in_row or re.search(_INSIDE, before) else ""


def introduced(game: Game[Any], blocks: Iterable[Block]) -> tuple[Block, ...]:
    """`blocks` with odd cards by name, and with their letters at the first mention.

    A hand shows the letters itself. Phrases of a table and rows of verdicts are of cards that were shown before.
    """
    names = called(game)
    if not names:
        return tuple(blocks)
    met: set[str] = set()
    every = frozenset(names)

    def told(known: Collection[str]) -> Callable[[str], str]:
        return lambda marked: replaced(marked, "c", lambda *piece: name(known, *piece))

    def name(known: Collection[str], value: str, before: str, after: str) -> str:
        letters = value.partition(CALLED)[0]
        if letters not in names:
            return mark("c", value)
        said = names[letters] if letters in known else first(letters, names[letters])
        if known is met:
            met.add(letters)
        joined = f"+{NO_BREAK}" if game.pack.suitless and re.search(_BESIDE, before) else ""  # else read as one card
        return joined + article(before, after) + mark("c", f"{letters}{CALLED}{said}")

    out: list[Block] = []
    for block in blocks:
        shown = isinstance(block, TableDrawing) or (isinstance(block, Item) and block.sign)
        out += rewritten((block,), told(every if shown else met))
        if isinstance(block, TableDrawing):
            met.update(c.text for c in block.table.held if c.text in names)
    return tuple(out)
