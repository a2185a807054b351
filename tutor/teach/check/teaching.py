"""Warnings about how a lesson teaches: long introductions, moves without reasons, wrong minutes, unexplained terms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from tutor.teach.check.lesson_written import MINUTES
from tutor.teach.check.prose import texts
from tutor.teach.lessons.terms import untaught
from tutor.teach.questions import Question, ValueQuestion
from tutor.teach.text.doc import Block, TableDrawing
from tutor.teach.text.marks import split
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.teach.check.diagnostics import Page
    from tutor.teach.lessons.model import Lesson, LessonStep
    from tutor.teach.rulebooks.rulebook import Rulebook

Doc = Sequence[Block]
Heard = tuple[int, str, Doc]
"""The number of a step, the line typed there, and the reply."""

BEFORE_FIRST: Final = {True: 70, False: 120}
"""The most words before the first question or move, by whether the lesson is the first of a course."""
SILENT: Final = 8
"""The most moves that may be replayed without a sentence."""
WORDS_A_MINUTE: Final = 180
SECONDS_A_QUESTION: Final = 20
SECONDS_A_CARD: Final = 8
"""Estimates for the length of a lesson: reading speed, time for an answer and for a card of a free hand."""
FAR: Final = 2.0
"""The factor by which the minutes in the head may differ from the estimate."""
SMALL: Final = 4
"""Numbers up to this need no calculation shown."""

_JINJA = re.compile(r"\{%.*?%\}|\{#.*?#\}", re.S)
_SAID = re.compile(r"\{\{.*?\}\}", re.S)
_VERBS = "play|lead|throw|put|bid|say|pass|call|discard|lay|take|follow|answer|name|win|trump|declare"
_ORDER = re.compile(rf"^(?:now |then |just )?(?:{_VERBS})\b", re.I)
_REASON = re.compile(r"\?|\b(?:to|so|because|for|as|before|until|if|while|that)\b", re.I)
_SEAT = re.compile(r"\bP[1-9]\b|\bseat [1-9]\b", re.I)
_WORKED = re.compile(r"\d\s*[+−×x·*-]\s*\d|=|\d.*\d.*\d", re.S)


def words_in(source: str) -> int:
    """The number of words of an author's sentence; each Jinja expression counts as one."""
    return len(_SAID.sub("x", _JINJA.sub(" ", source)).split())


def check_manner(page: Page, lesson: Lesson, heard: Sequence[Heard], *, first: bool) -> None:
    """Warn of what makes a lesson hard or dull; `heard` is the conversation with right answers only."""

    def warn(at: int | None, text: str, key: str = "") -> None:
        page.step(None if at is None else at + lesson.first, text, key=key, warning=True)

    for at, key, text in (*_long_before(lesson, first=first), *_ordered(lesson), *_named(lesson)):
        warn(at, text, key)
    if not any(isinstance(block, TableDrawing) for *_, doc in heard for block in doc):
        warn(None, say("manner.no_table"))
    for at, _, doc in heard:
        found = next((hit[0] for text in _plain(doc) if (hit := _SEAT.search(text))), "")
        if found:
            warn(min(at, len(lesson.steps) - 1), say("manner.seat", what=found))
    takes = minutes(lesson, heard)
    much, little = lesson.minutes > max(MINUTES[0], takes * FAR), lesson.minutes < min(MINUTES[1], takes / FAR)
    if much or little:
        warn(None, say("manner.minutes", said=lesson.minutes, takes=max(1, round(takes))), "minutes")


def unworked(question: Question | None, doc: Doc, because: str) -> bool:
    """Whether the reply to a right number shows no calculation, by the engine or by the author."""
    if not isinstance(question, ValueQuestion) or question.kind != "number" or abs(question.value) <= SMALL:
        return False
    return not any(_WORKED.search(text) for text in (*_plain(doc), because))


def minutes(lesson: Lesson, heard: Sequence[Heard]) -> float:
    """The estimated minutes of a lesson."""
    words = sum(len(text.split()) for *_, doc in heard for text in _plain(doc))
    asked = sum(bool(step.ask or step.play) for step in lesson.steps)
    cards = sum(bool(line) for at, line, _ in heard if at < len(lesson.steps) and lesson.steps[at].free)
    return words / WORDS_A_MINUTE + (asked * SECONDS_A_QUESTION + cards * SECONDS_A_CARD) / 60


def _plain(doc: Doc) -> Iterator[str]:
    """The sentences of a document, without tables, cards and names."""
    for block in doc:
        if not isinstance(block, TableDrawing):
            for text, _ in texts(block):
                yield "".join(value if kind != "s" else "You" for kind, value in split(text))


Warned = tuple[int, str, str]
"""The number of a step, the key, and the warning."""


def _long_before(lesson: Lesson, *, first: bool) -> Iterator[Warned]:
    """Warnings of too many words before the first question or move."""
    words = 0
    for at, step in enumerate(lesson.steps):
        words += words_in(step.say)
        if step.asks:
            if words > BEFORE_FIRST[first]:
                yield at, "say", say("manner.long_before", n=words, most=BEFORE_FIRST[first])
            return


def _ordered(lesson: Lesson) -> Iterator[Warned]:
    """Warnings of moves that are ordered or replayed without a reason."""
    for at, step in enumerate(lesson.steps):
        order = step.question.strip()
        if step.play and _ORDER.match(order) and not _REASON.search(order) and not step.because:
            yield at, "question", say("manner.ordered", what=order[:60])
        if len(step.replay) > SILENT and not step.say and not step.because:
            yield at, "replay", say("manner.silent", n=len(step.replay))


def _named(lesson: Lesson) -> Iterator[Warned]:
    """Warnings of `Which rule?` right after a ruling that names the rule."""
    before: LessonStep | None = None
    for at, step in enumerate(lesson.steps):
        if step.ask == "clause" and before is not None and not step.sets_scene and not step.replay:
            asked = before.ask == "legal" and (not before.among or step.of in before.among)
            if asked or step.of in before.refuse:
                yield at, "ask", say("manner.named")
        before = step


# -- a course ------------------------------------------------------------------------------------------------


def untold(book: Rulebook, lessons: Sequence[Lesson]) -> Iterator[tuple[Lesson, int | None, str, str]]:
    """Terms used before the clause that explains them is taught, as (lesson, step, key, term)."""
    taught: set[str] = set()
    for lesson in lessons:
        taught |= set(lesson.clauses)
        used = untaught(book, taught)
        for place, key, text in _written(lesson):
            for term, pattern in used.items():
                if pattern.search(text):
                    yield lesson, place, key, term


def _written(lesson: Lesson) -> Iterator[tuple[int | None, str, str]]:
    """All sentences of a lesson's author, as (step, key, text)."""
    yield None, "title", lesson.title
    yield None, "goal", lesson.goal
    for _, words in lesson.learnt:
        yield None, "learnt", _SAID.sub(" ", _JINJA.sub(" ", words))
    for at, step in enumerate(lesson.steps):
        for key in ("say", "question", "sum", "because"):
            yield at, key, _SAID.sub(" ", _JINJA.sub(" ", getattr(step, key)))
        for reply in step.replies.values():
            yield at, "replies", _SAID.sub(" ", _JINJA.sub(" ", reply))


def check_course(pages: dict[str, Page], book: Rulebook, lessons: Sequence[Lesson]) -> None:
    """Warn about lessons as a course; `pages` are the files of all by lesson id, `lessons` those that can be taken."""
    told: set[tuple[str, str]] = set()
    for lesson, place, key, term in untold(book, lessons):
        if (lesson.id, term) not in told:
            told.add((lesson.id, term))
            number = None if place is None else place + lesson.first
            pages[lesson.id].step(number, say("manner.untold", term=term), key=key, warning=True)
    if lessons and lessons[-1].id == max(pages) and not any(step.free for step in lessons[-1].steps):
        pages[lessons[-1].id].step(None, say("manner.no_free"), warning=True)
