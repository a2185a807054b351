"""Problems of a position in words: of a call or play that could not have been made, why not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.judging import judge
from tutor.kernel.partial_position import FieldUnread
from tutor.teach.rulings.ruling import ruling_text
from tutor.teach.text.marks import unmarked
from tutor.teach.text.phrases import text_in_words
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.kernel.fields import Problem
    from tutor.kernel.game import Game


def problem_lines(game: Game[Any], problems: Iterable[Problem]) -> list[str]:
    """A line for each problem."""
    return [f"{problem}{_why(game, problem)}" for problem in problems]


def _why(game: Game[Any], problem: Problem) -> str:
    """What whoever tried the move would be told, as a sentence of its own; "" if the problem is no such move."""
    if problem.refused is None:
        return ""
    phase, view, move = problem.refused
    try:
        found = judge(phase, view, (move.text,))
        (ruling,) = found.asked
        if ruling.legal or not ruling.clause:
            return ""
        said = ruling_text(game, found, ruling)
    except FieldUnread:
        return ""
    who = found.actor if found.actor and problem.message.startswith(f"{found.actor}:") else ""
    reason = unmarked(text_in_words(game, said, phase))
    return f". {say('explain.refused', who=who, reason=reason)}".replace("\u00a0", " ")
