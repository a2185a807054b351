"""Slips built on purpose, in questions of every kind and game: the cause that is named is the one that was built in.

A slip is made from the working of the answer (a part left out, another's card, another's total, a refused move taken
for legal), so each test knows what must be said before it asks.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.test_answers import every_game, lines, questions
from tutor.kernel.by_name import load
from tutor.kernel.working import PLUS, Contest, Part, Standing, Sum, total_of
from tutor.teach.conversation.asking import Asking
from tutor.teach.lessons.files import lessons_of
from tutor.teach.lessons.session import LessonSession
from tutor.teach.progress.store import Store
from tutor.teach.questions import Legal, Question, ValueQuestion, WhichClause, Winner
from tutor.teach.questions.feedback import causes, feedback_line
from tutor.teach.questions.mistakes import MANY
from tutor.teach.questions.move_feedback import TELLING
from tutor.teach.results.arithmetic import slips
from tutor.teach.results.products import reduced
from tutor.teach.results.sums import label
from tutor.teach.rulings import ruling as words
from tutor.teach.text.marks import unmarked
from tutor.teach.text.phrases import text_in_words
from tutor.teach.text.values import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

FAR: range = range(201, 400, 7)
"""Numbers that hardly any slip leads to."""


def working_of(question: Question) -> Any:
    """The working of the answer, if the game has one."""
    computation = getattr(question, "computation", None)
    return computation.working if computation is not None else None


def said(question: Question, answer: str) -> list[str]:
    """All that is said to be the cause of an answer, the likeliest first; with what the learner reads."""
    found = [unmarked(text) for text in causes(question, answer)]
    assert not found or found[0] == unmarked(feedback_line(question, answer))
    return found


def left_out(question: ValueQuestion, one: Sum) -> Iterator[tuple[str, Part]]:
    """The totals without one of the parts, each with the part; not of products, of which nothing is left then."""
    for at, part in enumerate(one.parts):
        rest = total_of((*one.parts[:at], *one.parts[at + 1 :]))
        product = not rest and any(other.n for other in one.parts if other is not part)
        if part.how == PLUS and part.n and len(one.parts) > 1 and rest != one.total and not product:
            yield shown(float(rest)), part


@every_game
def test_a_part_left_out_is_named(name: str, where: str) -> None:
    for question in questions(name, where):
        working = working_of(question)
        if not isinstance(question, ValueQuestion) or question.kind != "number" or not isinstance(working, Sum):
            continue
        assert question.computation is not None
        if question.counted:
            for wrong, text in slips(question.counted):
                if wrong.denominator == 1 and wrong != question.value:
                    assert unmarked(text) in said(question, str(wrong)), f"{question.counted} {wrong}"
            continue
        parts = list(left_out(question, reduced(working)))
        for answer, part in parts:
            alike = {label(question.computation.game, one) for other, one in parts if other == answer}
            if len(alike) > 1 or len(parts) > MANY:
                continue  # several things may have been left out, or in a sum of so many cards been wrong
            found = said(question, answer)
            names = [unmarked(label(question.computation.game, part))]
            if len(part.cards) == 1:
                names.append(unmarked(shown(part.cards)))
            assert any(one.lower() in text.lower() for one in names for text in found), (
                f"{question.prompt} {answer}: {names}\n{found}"
            )


@every_game
def test_what_another_has_is_named_as_theirs(name: str, where: str) -> None:
    for question in questions(name, where):
        if not isinstance(question, ValueQuestion) or question.kind != "number" or question.computation is None:
            continue
        for who, n in question.computation.values_of_others():
            if isinstance(n, int | float) and n not in (0, question.computation.value):
                found = said(question, shown(float(n)))
                assert found, f"{question.prompt} {n}"
                assert len(found) > 1 or who in found[0] or shown(float(n)) in found[0], found


@every_game
def test_a_card_that_does_not_win_is_named(name: str, where: str) -> None:
    for question in questions(name, where):
        working = working_of(question)
        if not isinstance(question, Winner) or not isinstance(working, Contest):
            continue
        for one in working.laid:
            if one.seat != question.winner:
                found = said(question, one.seat)
                assert found and one.card.text in found[0], f"{question.prompt} {one.seat}: {found}"


@every_game
def test_who_has_not_won_is_told_the_total(name: str, where: str) -> None:
    for question in questions(name, where):
        working = working_of(question)
        if not isinstance(question, ValueQuestion) or question.kind != "name" or not isinstance(working, Standing):
            continue
        for side, total in working.totals.items():
            if [side] != list(question.value) and side not in question.value:
                found = said(question, side)
                assert any(shown(float(total)) in text for text in found), f"{question.prompt} {side}: {found}"


@every_game
def test_a_set_is_told_the_ruling_on_what_is_wrong_in_it(name: str, where: str) -> None:
    for question in questions(name, where):
        if not isinstance(question, Legal):
            continue
        right = [r.text for r in question.right]
        refused = [r for r in question.choices if not r.legal]
        for ruling in refused[:2]:
            told = " ".join(lines(Asking(question, name, where).answer(", ".join([*right, ruling.text])).doc))
            text = words.ruling_text(question.game, question.found, ruling)
            reason = unmarked(text_in_words(question.game, text, question.found.phase))
            assert reason in told, f"{question.prompt} {ruling.text}: {told}"
        if len(right) > 1:
            asking, some, one = Asking(question, name, where), ", ".join(right[:-1]), ", ".join(right[1:])
            for _ in range(TELLING):
                assert "Good so far, and there is one more." in " ".join(lines(asking.answer(some).doc))
            told = " ".join(lines(asking.answer(one).doc))
            assert unmarked(question.told(question.taken(one))) in told  # type: ignore[arg-type]


@every_game
def test_another_rule_is_told_what_it_does_here(name: str, where: str) -> None:
    for question in questions(name, where):
        if not isinstance(question, WhichClause):
            continue
        told = {}
        for at, ident in enumerate(question.options, 1):
            if ident != question.clause:
                told[ident] = said(question, str(at))[0]
        assert len(set(told.values())) == len(told), told


@every_game
def test_a_number_that_nothing_explains_is_met_with_the_next_step_and_not_with_the_answer(
    name: str, where: str
) -> None:
    for question in questions(name, where):
        if not isinstance(question, ValueQuestion) or question.kind != "number":
            continue
        asking = Asking(question, name, where)
        heard = []
        for answer in [str(n) for n in FAR if not list(causes(question, str(n)))][:3]:
            (line,) = lines(asking.answer(answer).doc)
            assert re.match(rf"(Not )?{answer}\b", line), line
            own = re.compile(rf"(?<![\d.]){re.escape(question.answer())}(?![\d.]*\d)")
            asked = unmarked(question.prompt) + " ".join(map(str, question.rule.split()))
            assert not own.search(line) or own.search(asked), f"{question.prompt}: {line}"
            heard.append(line.replace(answer, ""))
        assert len(heard) == 3, question.prompt


def test_who_is_to_act_in_the_next_hand_is_no_value_of_the_last_trick() -> None:
    session = LessonSession(load("court-piece"), lessons_of("court-piece")[4], Store(None), number=5)
    session.begin()
    while session.asking is None:
        session.tell("")
    question = session.asking.question
    assert isinstance(question, ValueQuestion) and question.computation is None
    assert feedback_line(question, "nobody")
