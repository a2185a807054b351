"""Find questions of a lesson whose answers are given away before, by the text or by the table."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from tutor.teach.questions import ValueQuestion
from tutor.teach.tables.withheld import stated
from tutor.teach.text.doc import Block, Item, TableDrawing
from tutor.teach.text.marks import unmarked
from tutor.teach.text.values import number as in_words
from tutor.teach.text.values import suit
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tutor.teach.lessons.session import LessonSession
    from tutor.teach.questions import Question


def drawn_before(session: LessonSession) -> list[str]:
    """Phrases of tables drawn before the question that state its answer, unless the author wants that."""
    question = session.asking.question if session.asking is not None else None
    if question is None or session.lesson.steps[session.at].table:
        return []
    tables = [block.table for block in session.table.drawn if isinstance(block, TableDrawing)]
    return [phrase for table in tables for phrase in stated(table, question)]


def told_before(question: Question | None, docs: Iterable[Iterable[Block]]) -> Iterator[str]:
    """Lines of the engine in `docs`, just before a question, that state its answer, a number or suits."""
    if not isinstance(question, ValueQuestion):
        return
    lines = [unmarked(text) for doc in docs for text in _engine_said(doc)]
    if question.kind == "number":
        yield from _number_told(question.value, lines)
    elif question.kind == "suit" and question.value:
        yield from _suits_told(question.value if isinstance(question.value, list) else [question.value], lines)


def _number_told(n: float, lines: Iterable[str]) -> Iterator[str]:
    known = rf"(?<![\w.+-])(?:{re.escape(str(n))}|{re.escape(in_words(int(n)))})(?![\w.]\w)(?!\w)"
    hit = next((line for line in lines if re.search(known, line, re.I)), "")
    if hit and not _counts_only(hit, str(n)):
        yield say("check.number_told", n=n, line=hit)


def _suits_told(suits: Iterable[str], lines: Iterable[str]) -> Iterator[str]:
    """The first line with a sentence that names all of `suits` and no other."""
    wanted = {suit(s) for s in suits}
    others = {suit(s) for s in "SHDC"} - wanted
    parts = ((line, part) for line in lines for part in line.lower().split("."))
    named = (line for line, part in parts if all(s in part for s in wanted) and not any(s in part for s in others))
    yield from (say("check.suits_told", line=line) for line in islice(named, 1))


def _engine_said(doc: Iterable[Block]) -> Iterator[str]:
    """The lines about events, without the author's words, questions, rulings and results."""
    for block in doc:
        if isinstance(block, Item) and not block.label and not block.clause:
            yield block.text


def _counts_only(line: str, n: str) -> bool:
    """Whether a number only numbers something (round, slot, heap), or is part of a sentence about cards."""
    return bool(re.search(rf"\b(?:round|slot|heap|hand) {n}\b", line, re.I))
