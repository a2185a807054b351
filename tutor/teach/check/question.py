"""Prove a question: its answer passes, wrong answers fail, and five hints lead to the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.judging import Verdict
from tutor.teach.check.prose import prose_faults, texts
from tutor.teach.lessons.replies import ANY_OTHER, AuthorReplies
from tutor.teach.lessons.shape import MOST_CHOICES
from tutor.teach.questions import Legal, MakeMove, Question, ValueQuestion, WhichClause
from tutor.teach.questions.base import LEAST, RUNGS
from tutor.teach.results.arithmetic import BadSum, number, proven
from tutor.teach.text.marks import unmarked
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.seats import Seat
    from tutor.teach.lessons.model import LessonStep
    from tutor.teach.text.doc import Block

NONSENSE: Final = "xyzzy"
Note = Callable[[str], None]


def check_question(question: Question, names: Mapping[Seat, str], note: Note) -> None:
    """Note all faults of `question`."""
    for problem in _question_faults(question):
        note(problem)
    for problem in prose_faults(question.prompt, names):
        note(f"{say('check.of_prompt')}: {problem}")
    rungs = question.ladder()
    if not LEAST <= len(set(rungs)) == len(rungs) <= RUNGS:
        note(say("check.rungs", n=len(set(rungs)), least=LEAST, most=RUNGS))
    for at, rung in enumerate(rungs, 1):
        for problem in prose_faults(rung, names):
            note(f"{say('check.of_hint', n=at)}: {problem}")
    blocks_look(question.solution(), names, lambda text: note(f"{say('check.of_solution')}: {text}"))
    answer = question.answer()
    if not answer.strip() or not question.grade(answer).right:
        note(say("check.right_fails", answer=answer or "-"))
    for wrong in ("", NONSENSE, *question.wrong_answers()):
        got = question.grade(wrong)
        if got.right:
            note(say("check.wrong_passes", answer=wrong or "-"))
        where = say("check.of_answer", answer=wrong)
        blocks_look(got.doc if wrong else (), names, lambda text, where=where: note(f"{where}: {text}"))  # type: ignore[misc]


def blocks_look(doc: tuple[Block, ...] | list[Block], names: Mapping[Seat, str], note: Note) -> None:
    """Note the style faults of a document."""
    for block in doc:
        for text, whole in texts(block):
            for problem in prose_faults(text, names, whole=whole):
                note(problem)


def sum_problems(question: ValueQuestion) -> Iterator[str]:
    """Faults of the calculation that an author gives as the reason for a value."""
    try:
        comes_to = proven(question.counted)
    except BadSum as bad:
        yield str(bad)
        return
    if question.kind == "number" and comes_to != Fraction(str(question.value)):
        yield say("check.sum_answer", comes_to=number(comes_to), answer=question.answer())


def reply_problems(step: LessonStep, question: Question, answer: str) -> Iterator[str]:
    """Reasons why an author's reply would never be said to `answer`: it is right, illegal, or cannot be read."""
    if answer == ANY_OTHER or not step.replies[answer]:
        return
    got = question.grade(answer)
    if isinstance(question, MakeMove):
        if not (got.right or got.beside):
            yield say("check.reply_illegal", move=answer)
        elif AuthorReplies.of(step, question, {}).welcomes(answer):
            yield say("check.reply_welcome", move=answer)
    elif not got.understood:
        yield say("check.reply_unread", answer=answer)
    elif got.right:
        yield say("check.reply_right", answer=answer)


def _question_faults(question: Question) -> Iterator[str]:
    """Reasons why it is not a proper question."""
    match question:
        case Legal():
            yield from _choice_faults(question)
        case WhichClause():
            if len(question.options) < 2:
                yield say("check.one_clause")
            if question.ruling.verdict is Verdict.UNREADABLE:
                yield say("check.unreadable", move=question.ruling.text, note=question.ruling.note)
        case MakeMove():
            if not question.found.legal:
                yield say("check.no_move")


def _choice_faults(question: Legal) -> Iterator[str]:
    if len(question.choices) > MOST_CHOICES:
        yield say("check.many_choices", n=len(question.choices), most=MOST_CHOICES)
    if len(question.choices) < 2:
        yield say("check.one_choice")
    for ruling in question.choices:
        if ruling.verdict is Verdict.UNREADABLE:
            yield say("check.unreadable", move=ruling.text, note=ruling.note)
    if question.among and len(question.choices) < len(question.among):
        yield say("check.same_choice")


def shown(value: Any) -> str:
    """A computed value in the form for a fault."""
    return unmarked(str(value))[:120]
