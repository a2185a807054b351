"""What a drill says around its question: which rule comes again, the rule asked about, and nothing twice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tutor.teach import ruling as words
from tutor.teach.fairness.stated_answers import says
from tutor.teach.questions import WhichClause
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.marks import unmarked
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tutor.teach.drills.drill import Drill

_SENTENCE: Final = re.compile(r"(?<=[.?!])\s+")
_LEANING: Final = re.compile(r"(?:It|That|This|They|These|Those|So|Then|Both|Therefore|But|And)\b")
"""How a sentence begins that leans on the one before."""


def comes_again(drill: Drill) -> str:
    """That a rule from before comes once more: by its title, unless that answers the question."""
    title = words.clause(drill.game.name, drill.clause).title
    tells = isinstance(drill.question, WhichClause) or says(drill.question, (Para(title),))
    return say("drill.once_more", title="" if tells else title)


def rule_asked(drill: Drill, answer: Iterable[Block]) -> list[Block]:
    """The rule that the question was about, where no row of the answer is based on it."""
    if any(isinstance(block, Item) and block.clause == drill.clause for block in answer):
        return []
    rule = words.clause(drill.game.name, drill.clause)
    text = words.rule_text(rule, drill.moment.view.options)
    return [Para(say("drill.about", rule=text, clause_id=rule.id), "dim", 2)]


def untold(answer: Iterable[Block], shown: Iterable[Block]) -> list[Block]:
    """The `answer` without sentences that stand above the question word for word."""
    known = {unmarked(one) for block in shown if isinstance(block, Para) for one in _SENTENCE.split(block.text)}
    return [
        block._replace(text=_without(block.text, known)) if isinstance(block, Item | Para) else block
        for block in answer
    ]


def _without(text: str, known: set[str]) -> str:
    """`text` without the sentences that are `known`; with those that another leans on, or all if nothing is left."""
    said = _SENTENCE.split(text)
    return " ".join(one for at, one in enumerate(said) if not _spare(said, at, known)) or text


def _spare(said: Sequence[str], at: int, known: set[str]) -> bool:
    """Whether the sentence `at` this place is known, and the next does not lean on it."""
    return unmarked(said[at]) in known and not any(map(_LEANING.match, said[at + 1 : at + 2]))
