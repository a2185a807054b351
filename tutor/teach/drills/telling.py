"""What a drill says after its question: the rule asked about, and nothing twice."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.view_types import HandView
from tutor.teach.questions import DecisionQuestion, MovesQuestion
from tutor.teach.questions.move_solution import refusals
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.orders import above, order_deciding
from tutor.teach.text.doc import Block, Item, Para, TableDrawing
from tutor.teach.text.marks import unmarked
from tutor.teach.text.sentences import sentences, without
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from tutor.kernel.cards import Card
    from tutor.kernel.duties import Trace
    from tutor.teach.drills.drill import Drill

ROWS: Final = 2
"""The most rows of refused moves that follow a right answer."""
_LONG: Final = r"[^\W\d_]{4,}"
"""A word that says something."""
SHOWN: Final = 8
"""The most refused moves that stand in them."""


def rule_asked(drill: Drill, answer: Iterable[Block], ruled: Container[str] = ()) -> list[Block]:
    """The rule that the question was about, where no row of the answer is based on it, nor do the rows say it all.

    Where it refuses moves it is told by these, unless some of them were `ruled` on before.
    """
    told = [block for block in answer if isinstance(block, Item)]
    if any(row.clause == drill.clause for row in told):
        return []
    if isinstance(drill.question, MovesQuestion):
        rows = drill.question.rows
        refused = [r for r in rows.choices if not r.legal and r.clause == drill.clause]
        if refused:
            return [] if any(r.text in ruled for r in refused) else refusals(rows, refused, ROWS, SHOWN)
    rule = words.clause(drill.game.name, drill.clause)
    text = words.rule_text(rule, drill.moment.view.options)
    if _telling(text) <= set[str]().union(*(_telling(row.text) for row in told)):
        return []
    return [Para(say("drill.about", rule=text, clause_id=rule.id), "dim", 2)]


def _telling(text: str) -> set[str]:
    """The words of a sentence that are long enough to say something, one or several of a thing alike."""
    return {word.removesuffix("s") for word in re.findall(_LONG, unmarked(text).lower())}


def order_asked(drill: Drill) -> list[Block]:
    """The order of cards, where a question about moves turns on it and it is not the known one."""
    here = drill.moment
    if here.phase is None or not isinstance(drill.question, DecisionQuestion):
        return []
    hand = here.phase.holds(here.view)
    text = order_deciding(here.view, hand, _singles(here.found))
    better = above(here.view, hand) if not text and isinstance(here.view, HandView) else None
    if better is not None:
        binding = replace(here, view=here.view.holding((*hand, better)))
        text = order_deciding(here.view, hand, _singles(binding.found))
    return [Para(text, indent=2)] if text else []


def _singles(found: Trace[Any]) -> set[Card]:
    """The single cards that may be played."""
    return {move.card for move in found.legal if len(move.cards) == 1}


def _house_rule(block: Para) -> str:
    """The rule in a sentence that names a house rule; the whole sentence if it is another."""
    text = unmarked(block.text)
    before, after = unmarked(say("working.house", rule="%")).split("%")
    return text.removeprefix(before).removesuffix(after) if text.startswith(before) else text


def untold(answer: Iterable[Block], shown: Sequence[Block]) -> list[Block]:
    """The `answer` without sentences that stand above the question word for word, nor house rules told there."""
    lines = [block.text for block in shown if isinstance(block, Para)]
    lines += [line.text for block in shown if isinstance(block, TableDrawing) for line in block.table.facts]
    above = " ".join(map(unmarked, lines)).lower()
    answer = [one for one in answer if not (isinstance(one, Para) and _house_rule(one).lower() in above)]
    known = {one for block in shown if isinstance(block, Para) for one in sentences(block.text)}
    return [
        block._replace(text=without(block.text, known) or block.text) if isinstance(block, Item | Para) else block
        for block in answer
    ]
