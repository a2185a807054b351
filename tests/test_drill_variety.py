"""Drills: what is peculiar to a game is asked, house rules where they decide, and every case has another face."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from tutor.kernel.by_name import load
from tutor.kernel.judging import Judgement
from tutor.kernel.working import Chain
from tutor.teach.drills.choices import MOST_PLAYS
from tutor.teach.drills.drill import make
from tutor.teach.drills.moments import at
from tutor.teach.drills.repeats import FREE_LEAD, round_due
from tutor.teach.drills.series import LEADS, Series, clauses_of
from tutor.teach.questions import Legal, ValueQuestion
from tutor.teach.rulings.ruling import Rulings
from tutor.teach.text.doc import Item, Para
from tutor.teach.text.marks import unmarked
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions


def _refused(game: str, fields: str, move: str) -> str:
    """The reason why a move is refused."""
    here = at(load(game), fields)
    found: Judgement[Any] = here.judged(move)
    return unmarked(Rulings(here.game, found).text(found.asked[0])).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("9+T+J+J+Q+A", "in a straight every rank comes once, and here the J comes twice and the K is missing."),
        ("6+T+J+Q+K+A", "and the 6 does not join on to the rest."),
        ("3+3+4+4+6+6", "pairs must be three or more in a row, and the 5s are missing."),
        ("3+3+4+4", "and these are two."),
        ("5+5+6+6+7+7+K+K", "and the Ks do not join on to the rest."),
        ("3+4+9+J+K+A", "cards of different ranks must be five or more in a row."),
    ],
)
def test_a_refused_combination_is_told_what_is_wrong_with_it(cards: str, reason: str) -> None:
    assert _refused("dou-dizhu", f"hand={cards.replace('+', ',')}", cards).endswith(reason)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("5D+6C+7C+9S+TH", "in a straight five ranks follow each other, and the eight is missing."),
        ("AD+2D+3C+5H+6D", "and the four is missing."),
        ("5D+5C+7C+7S+TH", "and these are two pairs and a card."),
        ("5D+5C+5S+7S+TH", "and 7S and TH are none."),
        ("5D+7D+8D+TD+KS", "in a flush all five cards are of one suit, and KS is not."),
    ],
)
def test_five_cards_are_told_what_they_lack(cards: str, reason: str) -> None:
    assert _refused("big-two", f"table=3D+3S+JD+JH+JS hand={cards.replace('+', ',')}", cards).endswith(reason)


def test_a_rule_that_frees_from_a_duty_is_asked_of_the_whole_hand() -> None:
    drill = make(load("twenty-five"), "twenty-five.renege", 1)
    assert isinstance(drill.question, Legal)
    assert len(drill.question.right) == len(drill.question.choices) > 1


def test_the_left_bower_is_asked_about() -> None:
    question = make(load("hasenpfeffer"), "hasenpfeffer.rank.left-bower", 1).question
    assert isinstance(question, Legal)
    assert question.right and len(question.right) < len(question.choices)


def test_a_house_rule_is_asked_about_where_it_decides() -> None:
    game = load("tresette")
    for seed in range(3):
        drill = make(game, "tresette.end.order", seed)
        question, view = drill.question, drill.moment.view
        assert isinstance(question, ValueQuestion) and question.answer_at is not None
        assert question.answer_at(replace(view, options=game.options())) != question.value


def test_few_questions_of_a_round_are_free_leads() -> None:
    game = load("dou-dizhu")
    asked = [drill.question for drill in islice(Series(game, clauses_of(game), 9701, None, 12), 12)]
    assert sum(round_due(question) == FREE_LEAD for question in asked) <= 12 // LEADS


def test_a_house_rule_is_named_and_not_explained() -> None:
    drill = make(load("big-two"), "big-two.b.score", 1)
    shown = unmarked(" ".join(block.text for block in drill.described() if isinstance(block, Para)))
    assert "second set of rules" in shown and "losers pay the winner" not in shown


def test_a_drawn_game_is_no_win_of_both_sides() -> None:
    question = make(load("court-piece"), "court-piece.end.draw", 1).question
    answer = question.solution()[0]
    assert isinstance(answer, Item) and answer.label == "drawn"
    assert question.prompt.endswith("or is it drawn?")
    assert question.grade("a draw").right and question.grade("both").right


def test_an_answer_stands_on_a_line_of_its_own_with_its_reason_beneath() -> None:
    rows = (Item("Left and Right", "Left and Right won more tricks.", below=True),)
    assert render(rows, RenderOptions(width=80), {}).splitlines() == [
        "  Left and Right",
        "  Left and Right won more tricks.",
    ]


@pytest.mark.parametrize("clause", ["dou-dizhu.play.beat", "dou-dizhu.combo.none"])
def test_few_plays_of_several_cards_are_offered(clause: str) -> None:
    for seed in range(3):
        question = make(load("dou-dizhu"), clause, seed).question
        assert not isinstance(question, Legal) or len(question.choices) <= MOST_PLAYS


def test_nobody_is_the_word_where_the_question_says_so() -> None:
    questions = (make(load("truc"), "truc.stop", seed).question for seed in range(8))
    undecided = next(one for one in questions if isinstance(one, ValueQuestion) and one.value == "none")
    answer = undecided.solution()[0]
    assert isinstance(answer, Item) and answer.label == "nobody"
    assert undecided.grade("open").right


def test_one_gain_is_no_total() -> None:
    question = make(load("trente-et-quarante"), "trente-et-quarante.insurance.win", 1).question
    assert isinstance(question, ValueQuestion) and isinstance(question.working, Chain)
    sums = [step.facts["how"] for step in question.working.steps if step.name == "in_all"]
    assert all(sum(bool(part.n) for part in one.parts) > 1 for one in sums)
