"""Every kind of question of every game, answered in every way: right, in other words, wrong, unreadable, impossible.

Questions are those of lessons and of drills. What is said of a wrong answer must be about that answer and never come
twice; what it says of moves is held against the engine; hints lead in five steps to the answer.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import share
from tutor.kernel.by_name import load, names
from tutor.kernel.cards import SUIT_NAMES
from tutor.kernel.game import Game
from tutor.kernel.judging import Verdict, judge
from tutor.kernel.position import read_question
from tutor.kernel.position_text import split
from tutor.teach.check.question import NONSENSE
from tutor.teach.conversation.asking import Asking
from tutor.teach.drills.drill import NoDrill, make
from tutor.teach.lessons.files import document, drafted, paths_of
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.table import LessonTable
from tutor.teach.questions import Legal, MakeMove, Question, ValueQuestion, WhichClause, Winner
from tutor.teach.questions.base import LEAST, RUNGS
from tutor.teach.questions.computation import in_order
from tutor.teach.questions.feedback import feedback_line
from tutor.teach.questions.move_feedback import TELLING
from tutor.teach.questions.move_traits import lacking_traits, trait_hints, traits
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.rulings.what_if import without_what
from tutor.teach.text.doc import Para
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from collections.abc import Iterator

A_KIND = 2
"""Questions of a kind that are taken of each game."""
DRILLS = 16
"""Drills of a game that are looked through."""


def every_game(test: Any) -> Any:
    """The test for the questions that lessons ask, and for those of drills, of every game.

    The short form takes some games at lessons, and others at drills.
    """
    pairs = [*((name, "lesson") for name in share(names(), 0)), *((name, "drill") for name in share(names(), 1))]
    return pytest.mark.parametrize(("name", "where"), pairs, ids=[f"{where}-{name}" for name, where in pairs])(test)


def kind_of(question: Question) -> str:
    """What is asked for, and in which form."""
    name = type(question).__name__
    if isinstance(question, MakeMove):
        return f"{name} {'one' if question.exactly else 'any'}"
    return f"{name} {question.kind}" if isinstance(question, ValueQuestion) else name


@cache
def questions(name: str, where: str) -> tuple[Question, ...]:
    """Some questions of each kind that the lessons or the drills of a game ask."""
    found: dict[str, list[Question]] = {}
    game = load(name)
    for question in _drilled(game) if where == "drill" else _taught(game):
        kept = found.setdefault(kind_of(question), [])
        if len(kept) < A_KIND:
            kept.append(question)
    return tuple(one for kept in found.values() for one in kept)


def _taught(game: Game[Any]) -> Iterator[Question]:
    for path in paths_of(game.name):
        yield from _asked(game, drafted(game.name, path.stem, document(path)).lesson)


def _drilled(game: Game[Any]) -> Iterator[Question]:
    """Questions of drills, of clauses that chance names."""
    clauses = [clause.id for clause in rulebook(game.name).clauses.values() if not clause.drill]
    chosen = Random(game.name).sample(clauses, min(len(clauses), DRILLS))
    for clause in chosen:
        with suppress(NoDrill):
            yield make(game, clause, 77).question


def _asked(game: Game[Any], lesson: Any) -> Iterator[Question]:
    table = LessonTable(game, lesson)
    for step in lesson.steps:
        table.enter(step)
        if step.free:  # what comes then is about the hand that was played
            return
        if step.asks:
            yield build_question(game, table.scene, step, lesson.clauses)
            if step.play:
                table.made(step.play)


def lines(doc: Any) -> list[str]:
    return [unmarked(" ".join(part for part in block if isinstance(part, str)).strip()) for block in doc]


def other_ways(question: Question) -> Iterator[str]:
    """The right answer as somebody else would type it."""
    answer = question.answer()
    yield f"  {answer.upper()} "
    match question:
        case Legal():
            texts = [r.text for r in question.right]
            yield ", ".join(reversed(texts)) or "nothing"
        case Winner():
            yield "no one" if not question.winner else answer.lower()
        case WhichClause():
            yield question.clause
        case ValueQuestion() if question.kind == "flag":
            yield answer[0]
        case ValueQuestion() if question.kind == "number":
            yield f"{float(question.value)}"


def value_question(value: Any, **more: Any) -> ValueQuestion:
    return ValueQuestion("What?", value, "clause", "A rule.", "A rule.", **more)


def test_winners_are_named_in_any_order_and_those_of_an_order_in_theirs() -> None:
    seats, names_ = ("P1", "P2", "P3"), {"P1": "You", "P2": "Left", "P3": "Right"}
    for path, right in (("winners", True), ("outcome.game", True), ("facts.order", False)):
        asked = value_question(["P2", "P1"], names=names_, seats=seats, ordered=in_order(path, ["P2", "P1"]))
        assert asked.grade("left and you").right
        assert asked.grade("you and left").right is right, path
    assert "it begins with somebody else" in feedback_line(asked, "right, you, left")
    assert "the first is right" in feedback_line(asked, "left, right")
    assert "right so far; one more to name" in feedback_line(asked, "left")


def test_an_answer_that_is_a_card_may_be_said_in_words() -> None:
    every = [q for q in _taught(load("big-two")) if isinstance(q, ValueQuestion) and q.kind == "card"]
    assert every
    for asked in every:
        rank, suit = asked.value[0], SUIT_NAMES[asked.value[1]]
        for answer in (asked.value, asked.value[::-1], f"{rank} of {suit}", f"the {rank} of {suit}"):
            assert asked.grade(answer).right, answer
        for bare in (rank, f"the {rank}"):
            assert not asked.grade(bare).understood, "of which suit?"
        other = "8" if rank != "8" else "9"
        assert asked.grade(other).understood and not asked.grade(f"{other} of {suit}").right


@every_game
def test_right_answers_and_the_same_in_other_words(name: str, where: str) -> None:
    for question in questions(name, where):
        for answer in (question.answer(), *other_ways(question)):
            assert question.grade(answer).right, f"{question.prompt}: {answer}"


@every_game
def test_wrong_answers_are_met_and_never_twice_alike(name: str, where: str) -> None:
    for question in questions(name, where):
        asking, heard = Asking(question, name, where), []
        wrong = [text for text in question.wrong_answers() if question.grade(text).understood]
        for answer in (*wrong, *wrong[:1]):
            got = asking.answer(answer)
            assert not got.right, f"{question.prompt}: {answer}"
            said = lines(got.doc)
            assert said and all(said), f"{question.prompt}: {answer}"
            assert not any("Try again" in line for line in said), said
            heard.append(said[0])
        assert len(heard) == len(set(heard)), "\n".join([question.prompt, *heard])


@every_game
def test_what_is_no_answer_costs_nothing(name: str, where: str) -> None:
    for question in questions(name, where):
        asking = Asking(question, name, where)
        got = asking.answer(NONSENSE)
        assert not got.right and got.doc, question.prompt
        if not (isinstance(question, ValueQuestion) and question.kind in ("word", "card", "suit", "flag")):
            assert not got.understood and asking.tries == 0 and not asking.heard.said, question.prompt


@every_game
def test_what_cannot_be_is_not_what_may_not_be(name: str, where: str) -> None:
    for question in questions(name, where):
        match question:
            case MakeMove():
                phase, view = question.found.phase, question.found.view
                missing = [c.text for c in phase.pack.order if c not in phase.holds(view)]
                for ruling in judge(phase, view, missing[:3]).asked:
                    if ruling.verdict is Verdict.NOT_HELD:
                        got = Asking(question, name, where).answer(ruling.text)
                        assert not got.right
                        assert any("There is no " in line or "do not hold" in line for line in lines(got.doc)), ruling
            case Legal() | WhichClause():
                count = len(question.choices) if isinstance(question, Legal) else len(question.options)
                got = question.grade(str(count + 90))
                assert not got.right and not got.understood, question.prompt
                if isinstance(question, Legal) and any(r.move and r.move.cards for r in question.choices):
                    assert not question.grade("1").understood, "a number may be meant for a card"
                    phase, view = question.found.phase, question.found.view
                    missing = [c.text for c in phase.pack.order if c not in phase.holds(view)]
                    for ruling in judge(phase, view, missing[:3]).asked:
                        if ruling.verdict is Verdict.NOT_HELD:
                            assert not question.grade(ruling.text).understood, "that is none of the choices"


@every_game
def test_a_wrong_set_names_what_is_missing_and_what_is_too_many(name: str, where: str) -> None:
    for question in questions(name, where):
        if not isinstance(question, Legal):
            continue
        for answer in question.wrong_answers():
            one = question.taken(answer)
            if one is None or not (one.extra or one.missing):
                continue
            legal = {r.text for r in question.right}
            assert not {r.text for r in one.extra} & legal and {r.text for r in one.missing} <= legal
            asking = Asking(question, name, where)
            for _ in range(TELLING):
                head, *reasons = asking.answer(answer).doc
                assert "Missing" not in head.text  # type: ignore[union-attr]
                assert "yes" not in [getattr(block, "sign", "") for block in reasons], "at first they are only counted"
            other = next((x for x in question.wrong_answers() if x != answer and question.taken(x) is not None), "")
            if not other:
                continue
            ruled, one = {r.text for r in one.extra}, question.taken(other)
            assert one is not None
            head, *reasons = asking.answer(other).doc
            told = unmarked(question.told(one))
            assert unmarked(head.text) == told  # type: ignore[union-attr]
            assert ("Not legal: " in told) == bool(one.extra) and ("Missing: " in told) == bool(one.missing)
            signs = [block.sign for block in reasons if getattr(block, "sign", "")]  # type: ignore[union-attr]
            assert ("no" in signs) == any(r.text not in ruled for r in one.extra) and ("yes" in signs) == bool(
                one.missing
            )


@every_game
def test_a_legal_move_that_is_not_meant_is_told_what_it_is_not(name: str, where: str) -> None:
    for question in questions(name, where):
        if not isinstance(question, MakeMove) or not question.exactly:
            continue
        found = question.found
        meant = judge(found.phase, found.view, (question.exactly,)).asked[0].move
        assert meant is not None
        assert all(trait.of(meant) for trait in traits(question.game, found, meant)), question.exactly
        asking = Asking(question, name, where)
        for other in [move for move in found.legal if move != meant][:6]:
            said = [unmarked(text) for text in lacking_traits(question.game, found, meant, other)]
            assert said and not any(f" {meant.text} " in f" {line} " for line in said if len(meant.cards) == 1), said
            got = asking.answer(other.text)
            assert not got.right and not got.understood and asking.tries == 0, other.text
        assert trait_hints(question.game, found, meant) == [] or found.legal != (meant,)


@every_game
def test_hints_lead_step_by_step_to_the_answer(name: str, where: str) -> None:
    for question in questions(name, where):
        rungs = [unmarked(text) for text in question.ladder()]
        assert LEAST <= len(rungs) == len(set(rungs)) <= RUNGS, rungs
        assert all(len(rung) > 8 for rung in rungs), rungs
        assert not any(re.search("verything (here )?is legal", rung) for rung in rungs), rungs
        if isinstance(question, MakeMove) and len(question.found.legal) == 1:
            assert rungs[-1] not in rungs[:-1]
        if isinstance(question, ValueQuestion) and question.kind == "number":
            assert f"The answer is {question.answer()}" in rungs[-1]
            assert not any("It lies between" in rung or rung.startswith("It is not") for rung in rungs), rungs


def test_the_best_of_a_suit_and_the_lowest_that_wins_are_told_apart() -> None:
    asked = read_question(load("bridge-solitaire"), split(["phase=discard", "discards=JS,TS,7S,2S,9D,5H,4H"]))
    game, found = load("bridge-solitaire"), judge(asked.phase, asked.view)
    told = {
        (trait.name, meant.text): [unmarked(line) for line in trait_hints(game, found, meant)]
        for meant in found.legal
        for trait in traits(game, found, meant)
    }
    assert told[("best", "JS")][1] == "Which of the spades there ranks highest? It is that one."


def test_of_moves_told_of_before_no_hint_says_only_that_they_are_not_wanted() -> None:
    asked = read_question(load("truc"), split(["hand=3H,AS,5D"]))
    game, found = load("truc"), judge(asked.phase, asked.view)
    moves = {move.text: move for move in found.legal}

    def hints(wanted: str, *told: str) -> list[str]:
        return [unmarked(line) for line in trait_hints(game, found, moves[wanted], [moves[one] for one in told])]

    assert hints("3H") == ["Which of your cards ranks highest? It is that one."], "suits mean nothing"
    assert hints("AS") == ["Think of the aces."]
    assert hints("3H", "AS", "5D") == [], "that it is a card goes without saying"


@pytest.mark.parametrize(
    ("game", "fields", "move", "gone"),
    [
        ("solo", "trump=D trick=7C hand=QC,9C,AC", "QC", "AC 9C"),
        ("strange", "upcard=JC,QH trick=3C+8S hand=5C,5C,9S,AD", "AD+9S", "5C"),
    ],
)
def test_cards_without_which_a_move_would_be_allowed_stand_in_order_and_once(
    game: str, fields: str, move: str, gone: str
) -> None:
    question = read_question(load(game), split(fields.split()))
    found = judge(question.phase, question.view, (move,))
    assert found.asked[0].move is not None
    assert " ".join(c.text for c in without_what(load(game), found, found.asked[0].move)) == gone


def test_two_numbers_are_no_decimal_of_a_whole_number() -> None:
    whole, thirds = value_question(3), value_question(7.5)
    for typed in ("1,2", "1 2", "1, 2", "-1,2"):
        got = whole.grade(typed)
        said = [unmarked(block.text) for block in got.doc if isinstance(block, Para)]
        assert not got.understood and "one number" in said[0], typed
    assert whole.grade("3").right and whole.grade("2").understood and whole.grade("1.2").understood
    assert thirds.grade("7,5").understood and not thirds.grade("1 2").understood
