"""What makes a drill worth asking: a real choice, no answer on the table, nothing asked twice in other words."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tutor.kernel.by_name import load
from tutor.kernel.cards import cards
from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import split
from tutor.kernel.working import HAND, OVER, Part, Standing, Sum
from tutor.teach.drills.choices import chosen
from tutor.teach.drills.drill import make
from tutor.teach.drills.moments import Moment, at, other_tables
from tutor.teach.drills.quality import worth_asking
from tutor.teach.drills.repeats import CARDS, alike, shape
from tutor.teach.drills.series import Series
from tutor.teach.drills.values import score_question
from tutor.teach.fairness.drill_questions import described
from tutor.teach.fairness.stated_answers import dictates
from tutor.teach.lessons.model import LessonStep
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.questions import Legal, ValueQuestion, WhichClause
from tutor.teach.questions.feedback import feedback_line
from tutor.teach.results.sums import equation
from tutor.teach.results.workings import lines
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.rulings.answers import settling
from tutor.teach.text.doc import Item, Para, TableDrawing
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from tutor.teach.questions import Question


def winner(game: str, position: str) -> Question:
    here = at(load(game), position)
    return build_question(here.game, here.scene, LessonStep(ask="winner"))


def brings(game: str, result: str, clause: str) -> ValueQuestion:
    known = load(game)
    here = Moment(known, read_view(known, known.scoring, split(result.split())))
    question = score_question(here, clause, Random(1))
    assert question is not None
    return question


@pytest.mark.parametrize(
    ("trick", "worth"),
    [
        ("trump=S leader=P1 trick=AH,3H,KD,2C", False),  # the highest card there is
        ("trump=S leader=P1 trick=KH,3H,AD,2C", True),  # an ace of another suit
        ("trump=S leader=P1 trick=AH,3H,2S,KH", True),  # a trump
        ("trump=- leader=P1 trick=KH,8H,KD,7C", True),  # two that look alike
    ],
)
def test_a_trick_that_any_eye_sees_won_is_no_question(trick: str, worth: bool) -> None:
    assert worth_asking(winner("court-piece" if "trump=-" not in trick else "kaiser", trick)) is worth


def test_one_thing_that_stands_there_is_no_sum() -> None:
    few = brings("big-two", "left.P2=3 left.P3=2 left.P4=4", "big-two.a.score")
    many = brings("big-two", "left.P2=11 left.P3=12 left.P4=10", "big-two.a.score")
    assert not worth_asking(few) and worth_asking(many)


def test_points_against_cost_and_others_bring() -> None:
    assert "cost" in brings("big-two", "left.P2=11 left.P3=12 left.P4=10", "big-two.a.score").prompt
    assert "bring" in brings("pluck", "dealer=P1 tricks.P1=9 tricks.P2=5 tricks.P3=3", "pluck.score.surplus").prompt


def test_the_sheet_says_in_its_own_words_what_a_clause_gave() -> None:
    for seed in range(4):
        question = make(load("hasenpfeffer"), "hasenpfeffer.score.set", seed).question
        reason = " ".join(unmarked(b.text) for b in question.solution() if isinstance(b, Para | Item))
        assert "too few for the contract" in reason or "make" in reason or "makes" in reason, reason


def test_what_is_asked_of_the_same_tells_the_same() -> None:
    trick = "trump=S leader=P1 trick=KH,3H,AD,2C"
    assert alike(winner("court-piece", trick), winner("court-piece", "trump=S leader=P2 trick=QH,4H,AC,2D"))
    assert not alike(winner("court-piece", trick), winner("court-piece", "trump=S leader=P2 trick=QH,4H,AC,2S"))
    win = "court-piece.deal.next-dealer-won"
    one, two = (make(load("court-piece"), win, seed).question for seed in (1, 1))
    assert alike(one, two)


@pytest.mark.parametrize("name", ["hasenpfeffer", "pluck", "court-piece", "botifarra", "jo-jotte"])
def test_twelve_questions_have_no_near_repeat(name: str) -> None:
    game = load(name)
    clauses = [clause.id for clause in rulebook(name).clauses.values() if not clause.drill]
    asked = [drill.question for drill in islice(Series(game, clauses, 960_311, count=12), 12)]
    for at_, one in enumerate(asked):
        for other in asked[:at_]:
            assert not alike(one, other), f"{other.prompt}\n{one.prompt}"
    of_a_rule = [(question.clause, shape(question)) for question in asked if shape(question) not in CARDS]
    spare = 1 if name == "pluck" else 0  # which has eleven rules that can be asked about without near repeats
    assert len(of_a_rule) <= len(set(of_a_rule)) + spare, of_a_rule


def test_no_table_is_played_for_one_point() -> None:
    targets = [table.options.target for table in other_tables(load("big-two"))]  # type: ignore[attr-defined]
    assert min(targets) >= 25


def test_a_card_that_the_table_names_is_not_asked_for() -> None:
    here = at(load("calabrasella"), "phase=surrender card=3C hand=3C,KC,7C,QS dealer=P1")
    found: Any = here.judged()
    assert [r.text for r in found.rulings if r.legal] == ["3C"]
    question = build_question(here.game, here.scene, LessonStep(ask="legal"))
    assert "3C" in dictates(question, described(here, question))


def test_what_the_hand_brings_is_counted_out_within_the_total() -> None:
    game = load("kaiser")
    result = "contract=6 declarers=P1+P3 tricks.P1+P3=2 tricks.P2+P4=6 won.P1+P3=5H won.P2+P4=3S before.P1+P3=46"
    view = read_view(game, game.scoring, split(result.split()))
    ending: Any = settling(game, view, game.scoring.settle(view))["outcome.game"]
    hand = next(part for part in ending.sums["P1+P3"].parts if part.name == HAND)
    assert hand.inner is not None and hand.inner.total == hand.n == 7
    told = unmarked(lines(game, ending)[0])
    assert told.endswith("46 (before) + 2 (tricks) + 5 (5H) = 53."), told


def test_a_division_takes_what_stands_before_it_together() -> None:
    shared = Sum("", (Part(52, name="pack"), Part(-2, name="out_of_play"), Part(5, how=OVER, name="players")))
    said = unmarked(equation(load("canadian-salad"), shared))
    assert said == "52 (cards in the pack) - 2 (cards left out) = 50; 50 ÷ 5 (players) = 10."


def test_totals_of_rows_are_not_shown_where_they_are_what_has_to_be_counted() -> None:
    drill = make(load("trente-et-quarante"), "trente-et-quarante.win", 1)
    tables = [block.table for block in drill.described() if isinstance(block, TableDrawing)]
    assert tables and not any(group.text for group in tables[0].middle) and not tables[0].facts


def test_two_cards_of_a_suit_are_no_question() -> None:
    assert not worth_asking(winner("bridge-solitaire", "trump=D leader=house trick=KC,8C"))
    assert worth_asking(winner("bridge-solitaire", "trump=D leader=house trick=5S,QC"))


def test_a_rule_about_passing_is_not_among_those_for_a_card() -> None:
    for seed in range(6):
        question = make(load("big-two"), "big-two.a.first", seed).question
        assert not isinstance(question, WhichClause) or "big-two.pass" not in question.options


def test_the_tempting_card_of_a_later_rule_is_a_choice() -> None:
    here = at(load("botifarra"), "dealer=P3 trump=C leader=P4 trick=AS hand=9C,QC,JC,8C,2C,9S,3S,9H,QH,4H,2H,7D")
    picks = {one.text for one in chosen(here.judged(), "botifarra.play.follow", Random(3))}
    assert "3S" in picks and "9S" in picks


def test_no_answer_names_more_than_a_few_of_many_moves() -> None:
    for seed in range(4):
        question = make(load("botifarra"), "botifarra.trump.dealer", seed).question
        assert isinstance(question, Legal) and len(question.right) <= 4


def test_all_but_some_is_an_answer() -> None:
    here = at(load("botifarra"), "phase=auction dealer=P3")
    question = Legal(here.game, here.judged(), ("S", "H", "C", "double"))
    assert question.answer() == "S H C"
    for said in ("all but double", "everything except double", "any of them, but double"):
        assert question.grade(said).right, said
    wrong = question.grade("all but S")
    assert wrong.understood and not wrong.right


def test_totals_before_are_not_told_where_they_count_for_nothing() -> None:
    told = " ".join(
        block.text
        for block in make(load("canadian-salad"), "canadian-salad.h3", 0).described()
        if isinstance(block, Para)
    )
    assert "deal 3 of 6" in told and "before" not in told
    (first, *_) = make(load("twenty-five"), "twenty-five.score", 3).described()
    assert isinstance(first, Para) and "before" not in first.text


def test_one_small_number_is_not_all_that_is_left_to_add() -> None:
    result = "trump=S tricks.P1=2 tricks.P2=3 tricks.P3=4 won.P1=AS,TS won.P2=KS,QS,JS"
    assert "Counted so far" not in brings("scotch-whist", result, "scotch-whist.score.ten").prompt


def test_a_game_that_goes_on_whatever_anybody_has_is_told_without_sums() -> None:
    drill = make(load("back-alley"), "back-alley.next", 0)
    told = " ".join(unmarked(block.text) for block in drill.question.solution() if isinstance(block, Para | Item))
    assert "so the game goes on" in told and "before" not in told, told


def test_whoever_says_nobody_hears_what_it_takes() -> None:
    drill = make(load("pluck"), "pluck.end.two", 0)
    assert isinstance(drill.question, ValueQuestion)
    assert unmarked(feedback_line(drill.question, "nobody")) == "It takes 20, and somebody has that."


@pytest.mark.parametrize(
    ("game", "result", "side", "words"),
    [
        (
            "back-alley",
            "cards=13 contract.P1+P3=2 contract.P2+P4=1 tricks.P1+P3=3 tricks.P2+P4=10",
            "P1+P3",
            "10 (2 tricks bid at 5 each) + 1 (trick over the bid) = 11.",
        ),
        (
            "back-alley",
            "cards=13 contract.P1+P3=2 contract.P2+P4=1 tricks.P1+P3=3 tricks.P2+P4=10",
            "P2+P4",
            "5 (1 trick bid) + 9 (tricks over the bid) = 14.",
        ),
        (
            "back-alley",
            "cards=13 contract.P1+P3=0 contract.P2+P4=6 tricks.P1+P3=8 tricks.P2+P4=5",
            "P1+P3",
            "8 tricks, so 8.",
        ),
        (
            "back-alley",
            "cards=13 contract.P1+P3=0 contract.P2+P4=6 tricks.P1+P3=8 tricks.P2+P4=5",
            "P2+P4",
            "6 tricks bid at 5 each, lost: -30.",
        ),
    ],
)
def test_so_many_things_at_so_much_each_are_one_term(game: str, result: str, side: str, words: str) -> None:
    known = load(game)
    view = read_view(known, known.scoring, split(result.split()))
    working: Any = settling(known, view, known.scoring.settle(view))[f"scores.{side}"]
    assert unmarked(equation(known, working)) == words


def test_cards_that_a_rule_counts_alike_are_one_term() -> None:
    known = load("tetka")
    parts = [Part(1, "tetka.penalty.queens", facts={"captured": c}) for c in cards("QS,QH")]
    told = Sum("", (parts[0], Part(2, name="tricks"), parts[1]))
    assert unmarked(equation(known, told)) == "2 (QS QH) + 2 (tricks) = 4."


def test_what_a_single_card_counts_names_the_card() -> None:
    known = load("strange")
    sums = {"P1": Sum("", (Part(8, "strange.pips.trump", cards("8S"), name="face"), Part(13, name="trump")))}
    assert unmarked(lines(known, Standing("", sums))[0]) == "P1: 8S, 8 (face value) + 13 (for a trump) = 21."


@pytest.mark.parametrize(
    ("bids", "words"),
    [
        ("P1:1,P2:3", "Nobody can go higher than 3, so the auction is over."),
        ("P1:pass,P2:1,P3:pass,P1:pass", "Two passes in a row end the auction."),
    ],
)
def test_the_reason_who_is_landlord_says_what_ended_the_auction(bids: str, words: str) -> None:
    known = load("dou-dizhu")
    read = read_question(known, split(["phase=auction", "leader=P1", f"bids={bids}"]))
    working = read.phase.workings(read.view)["facts.landlord"]
    assert words in [unmarked(line) for line in lines(known, working)]
