"""Tell moves from commands at a table, and offer words for completion."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from tutor.kernel.cards import lacking
from tutor.kernel.phase import Phase, Unreadable
from tutor.teach.conversation.moves import MOST, meant, named, seats_named, typed_word
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.teach.conversation.session import Word
    from tutor.teach.practice.match import Match


def is_move(game: Game[Any], phase: Phase[Any, Any], view: Any, line: str) -> bool:
    """Whether `line` is a move here, which takes precedence over a command: `q` may be a queen."""
    if named(game, phase, view, line):
        return True
    low = line.lower()
    head = low.split(None, 1)[0].partition(":")[0]
    if head != low and head in map(str.lower, phase.words):  # by itself it may be a command, as `show` in Tyzicha
        return True
    try:
        move = phase.read(view, line)
    except Unreadable:
        return False
    if move.cards:
        return not lacking(phase.holds(view), move.cards)
    return any(move == other for other in phase.candidates(view))


def move_text(match: Match, line: str) -> str:
    """The move in what was typed, in canonical text."""
    return meant(match.game, *match.moment, seats_named(line, match.names))


def how_to_type(match: Match) -> str:
    """The introduction of the help: how moves may be typed, with cards that the learner holds."""
    phase, view = match.moment
    held = [c.text for c in match.game.arranged(phase.holds(view), match.record.state, view)]
    sizes = {len(move.cards) for move in islice(phase.candidates(view), MOST)}
    return say("practice.help", held=held if sizes - {0} else [], several=len(held) > 1 and max(sizes) > 1)


def move_words(match: Match) -> tuple[Word, ...]:
    """Every card in hand and every word of the decision, legal or not."""
    phase, view = match.moment
    held = dict.fromkeys(c.text for c in match.game.arranged(phase.holds(view), match.record.state, view))
    calls = (move.text for move in phase.candidates(view) if not move.cards)
    return tuple(typed_word(match.game, phase, text) for text in dict.fromkeys((*held, *phase.words, *calls)))
