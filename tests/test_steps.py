"""Answers to questions of every kind, in every game: right, wrong with a cause, wrong without, unreadable, impossible.

The causes are built: each working that goes step by step knows other answers than its result, and says why not.
"""

from __future__ import annotations

import itertools
import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import share
from tutor.kernel.by_name import load, names
from tutor.kernel.game import Family
from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import split
from tutor.kernel.working import CALL, Chain, Standing, Step
from tutor.teach.conversation.asking import Asking
from tutor.teach.drills.moments import DrillTable, Moment, other_tables, random_game
from tutor.teach.drills.results import random_results
from tutor.teach.drills.series import Series, clauses_of
from tutor.teach.lessons.computations import computation_of
from tutor.teach.progress.store import Store
from tutor.teach.questions import Legal, MakeMove, ValueQuestion, WhichClause, Winner
from tutor.teach.questions.base import LEAST, RUNGS
from tutor.teach.questions.computation import in_order, plain_value
from tutor.teach.questions.feedback import feedback_line
from tutor.teach.results.workings import lines, step_line, step_text
from tutor.teach.text.doc import Item, Para
from tutor.teach.text.marks import mark, unmarked

if TYPE_CHECKING:
    from collections.abc import Iterator

SPEAKING = frozenset(
    """
    back-alley big-two botifarra bridge-solitaire calabrasella court-piece dou-dizhu hasenpfeffer jo-jotte
    kaiser last-one pluck reversis schafkopf strange truc tyzicha
    """.split()
)
"""Games in which random play meets steps that speak of a wrong answer; in others workings are sums and bare calls."""
STEPS = 120
DRILLS = 8


def _moments(name: str) -> Iterator[Moment]:
    """Positions of random play, at some tables, and random results."""
    game, rng = load(name), Random(f"steps {name}")
    for table in (DrillTable(game.usual, game.options()), *other_tables(game)[:2]):
        yield from random_game(game, table, rng, STEPS)
    yield from random_results(game, rng, 40)


def _asked(here: Moment, path: str, value: Any) -> ValueQuestion:
    """The question for what stands at a path."""
    scene, plain = here.scene, plain_value(value)
    order = in_order(path, value)
    return ValueQuestion(
        "?", plain, "", "", "", scene.names, scene.meant_in(plain), "", order, computation_of(scene, path)
    )


@pytest.mark.parametrize("name", share(names(), 9))
def test_an_answer_that_a_step_speaks_of_is_met_with_that_step(name: str) -> None:
    told = 0
    for here in itertools.islice(_moments(name), 240):
        workings = here.game.scoring.workings(here.view) if here.phase is None else here.phase.workings(here.view)
        for path, one in workings.items():
            if not isinstance(one, Chain) or path == "winner":
                continue
            question = _asked(here, path, one.result)
            for step in (*one.mistakes, *one.steps):
                if step.about is None or isinstance(step.about, bool) or not _wrong(question, step):
                    continue
                said = feedback_line(question, str(step.about))
                if step.given or step_line(here.game, step).bare:  # which would explain nothing
                    told += step.given and mark("s", str(step.about)) in said
                    continue
                outbid = step.name == CALL and mark("m", step.facts["call"]) in said and mark("s", step.about) in said
                met = outbid or any(step_text(here.game, other) in said for other in _about(one, step))
                assert met, (here.position, path)
                told += 1
    assert told or name not in SPEAKING, "some step of the game rules an answer out"


def _wrong(question: ValueQuestion, step: Step) -> bool:
    """Whether what the step is about is an answer to the question, and a wrong one.

    What the right answer begins with, and the right number without its sign, are told apart from that.
    """
    got, value = question.grade(str(step.about)), question.value
    nearly = step.about == (
        value[0] if isinstance(value, list) and value else -value if isinstance(value, int) else None
    )
    return got.understood and not got.right and not nearly


def _about(one: Chain, step: Step) -> list[Step]:
    """All steps about the same answer: the first of them is said."""
    return [other for other in (*one.mistakes, *one.steps) if other.about == step.about]


@pytest.mark.parametrize("name", share(names(), 11))
def test_the_end_of_the_game_is_told_with_all_totals(name: str) -> None:
    game = load(name)
    for here in random_results(game, Random(f"ends {name}"), 60):
        one = game.scoring.workings(here.view).get("outcome.game")
        assert one is None or isinstance(one, Standing)
        if one is None:
            assert game.family is Family.BANKING, "every other game is won by somebody"
            return
        said = " ".join(unmarked(line) for line in lines(game, one))
        for side, n in one.totals.items():
            assert side in said and str(int(n)) in said, (here.position, said)
        assert one.steps, "what ends the game is named"


# -- whole questions, as drills ask them ---------------------------------------------------------------------


def _wrong_answers(question: Any) -> list[str]:
    """Some answers that can be read and are wrong."""
    match question:
        case WhichClause():
            given = [word.text for word in question.words()]
        case Winner():
            given = [*question.seats, "nobody"]
        case ValueQuestion() if question.kind == "number":
            given = [str(int(question.value) + n) for n in (1, -1, 3, 10)]
        case ValueQuestion() if question.kind == "flag":
            given = ["yes", "no"]
        case ValueQuestion() if question.kind == "name":
            given = [*question.seats, "none"]
        case ValueQuestion() if question.kind == "suit":
            given = [*"SHDC"]
        case _:
            given = []
    return [answer for answer in given if not question.grade(answer).right]


@pytest.mark.parametrize("name", share(names(), 2))
def test_answers_of_every_kind(name: str) -> None:
    game = load(name)
    for drill in itertools.islice(Series(game, clauses_of(game), 7301), DRILLS):
        question, where = drill.question, f"{drill.clause} {drill.moment.position}"
        if isinstance(question, Legal | MakeMove):
            continue
        got = question.grade(question.answer())
        assert got.right and got.understood and got.doc, where
        asking, heard = Asking(question, name, "drill"), []
        for answer in _wrong_answers(question):
            graded = asking.answer(answer)
            assert graded.understood and not graded.right, (where, answer)
            said = " ".join(unmarked(b.text) for b in graded.doc if isinstance(b, Para | Item))
            assert said and said not in heard, (where, answer, said)
            heard.append(said)
        tries = asking.tries
        for nonsense in ("xyzzy", "P9", "?!"):
            assert not isinstance(question, Winner) or not asking.answer(nonsense).understood, (where, nonsense)
        assert not isinstance(question, Winner) or asking.tries == tries, "what is no answer costs nothing"


@pytest.mark.parametrize("name", share(names(), 3))
def test_hints_of_every_kind_are_new_and_never_empty(name: str) -> None:
    game = load(name)
    for drill in itertools.islice(Series(game, clauses_of(game), 9107), DRILLS):
        rungs = [unmarked(rung) for rung in drill.question.ladder()]
        assert LEAST <= len(set(rungs)) == len(rungs) <= RUNGS and all(rungs), drill.moment.position


@pytest.mark.parametrize("name", share(names(), 6))
def test_the_number_of_hints_stays_what_it_was_said_to_be(name: str) -> None:
    game = load(name)
    for drill in itertools.islice(Series(game, clauses_of(game), 9108), DRILLS):
        question = drill.question
        asking = Asking(question, name, "drill")
        if isinstance(question, ValueQuestion | Winner):
            asking.tried(Store(None), "9" if getattr(question, "kind", "") == "number" else "nobody")
        levels = []
        while not asking.shown:
            levels.append([int(n) for n in re.findall(r"\d+", unmarked(asking.hint()[0].text))])  # type: ignore[union-attr]
        assert levels == [[n, len(levels)] for n in range(1, len(levels) + 1)], drill.moment.position


# -- some of them word by word ---------------------------------------------------------------------------------

TOLD = [
    (
        "back-alley",
        "phase=auction cards=6 bids=P1:1,P2:3,P3:3,P4:pass",
        "facts.leads",
        "P3",
        "P3 said 3, no higher than the best so far.",
    ),
    (
        "back-alley",
        "phase=auction cards=12 bids=P1:2,P2:3,P3:3,P4:pass",
        "facts.contracts.P1+P3",
        "2",
        "P1 alone said.",
    ),
    (
        "hasenpfeffer",
        "phase=auction dealer=P3 bids=P4:1,P1:pass,P2:2,P3:pass",
        "facts.leader",
        "P4",
        "the highest until P2",
    ),
    (
        "kaiser",
        "phase=auction bids=P1:7,P2:pass,P3:pass,P4:7",
        "facts.bidder",
        "P1",
        "dealt, and so took over the bid by saying 7 as well.",
    ),
    (
        "calabrasella",
        "phase=auction bids=P1:pass,P2:play",
        "facts.leader",
        "P2",
        "P2 plays alone, which does not bring the lead.",
    ),
    ("last-one", "phase=effect players=3 played=JC seat=P1", "facts.next", "P2", "P2 would be next if JC did nothing."),
    ("last-one", "phase=effect players=4 played=AC seat=P1", "facts.next", "P2", "P2 would be next if AC did nothing."),
    ("big-two", "table=TC+TH+TS+KD+KH", "facts.by", "K", "K is in it, but that is not what it is compared by."),
    ("big-two", "table=3D+4D+6D+8D+KD", "facts.by", "8D", "8D is in it, but that is not what it is compared by."),
    ("big-two", "plays=P1:3C,P2:pass,P3:pass,P4:pass", "facts.next", "P2", "P2 passed."),
    ("truc", "trick=6S,QC,3D,3H cards=1 dealer=P4", "winner", "P1", "6S, played by P1, is lower than 3D."),
    (
        "bridge-solitaire",
        "phase=house hand=5S,4S,3S,2S,4H,3H,2H,4C,3C,2C,4D,3D,2D",
        "facts.level",
        "4",
        "and diamonds you win nothing.",
    ),
    ("pluck", "phase=pluck dealer=P1", "facts.quota.P2", "7", "Seven is what P1 must take."),
]


@pytest.mark.parametrize(("name", "position", "path", "answer", "words"), TOLD)
def test_a_wrong_answer_is_told_its_step(name: str, position: str, path: str, answer: str, words: str) -> None:
    game = load(name)
    read = read_question(game, split(position.split()))
    here = Moment(game, read.view, read.phase)
    if path == "winner":
        won = read.phase.winner(read.view)
        computation = computation_of(here.scene, "winner.seat")
        seat, names = won.seat if won else "none", here.scene.names
        question: Any = Winner("Who?", seat, "", "", "", names, read.view.seats, computation=computation)
    else:
        one = read.phase.workings(read.view)[path]
        assert isinstance(one, Chain)
        question = _asked(here, path, one.result)
    assert words in unmarked(feedback_line(question, answer))


ENDS = [
    (
        "kaiser",
        "contract=6 declarers=P1+P3 tricks.P1+P3=2 tricks.P2+P4=6 won.P1+P3=5H won.P2+P4=3S before.P1+P3=46 "
        "before.P2+P4=40",
        "It takes 52, and only P1+P3 has that or more.",
    ),
    (
        "hasenpfeffer",
        "declarer=P4 contract=3 tricks=4 before.P1+P3=8 before.P2+P4=9",
        "The declarers come first, and those are P2+P4.",
    ),
    (
        "back-alley",
        "deal=3 contract.P1+P3=2 tricks.P1+P3=8 tricks.P2+P4=3",
        "That was only deal 3 of 26, so the game goes on.",
    ),
    (
        "pluck",
        "dealer=P1 tricks.P1=7 tricks.P2=4 tricks.P3=6 before.P1=9 before.P2=18 before.P3=12",
        "It takes 20, and nobody has that: P2 is still 2 short.",
    ),
    (
        "canadian-salad",
        "deal=6 tricks.P4=13 won.P4=2H,3H,4H,5H,6H,7H,8H,9H,TH,JH,QH,KH,AH,QS,QD,QC,KS last=P4 "
        "before.P1=180 before.P2=190 before.P3=155 before.P4=0",
        "P3 has the lowest total, and that wins.",
    ),
]


@pytest.mark.parametrize(("name", "result", "words"), ENDS)
def test_the_end_of_a_game_says_why(name: str, result: str, words: str) -> None:
    game = load(name)
    view = read_view(game, game.scoring, split(result.split()))
    said = " ".join(unmarked(line) for line in lines(game, game.scoring.workings(view)["outcome.game"]))
    assert words in said
