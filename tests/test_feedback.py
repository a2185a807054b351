"""Wrong answers are met where they went wrong: each slip is built and looked for by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tutor.kernel.by_name import load
from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import split
from tutor.teach.conversation.asking import Asking
from tutor.teach.lessons.model import LessonStep
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.scene import Scene
from tutor.teach.questions import ValueQuestion
from tutor.teach.questions.feedback import feedback_line
from tutor.teach.text.doc import Item, Para
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from tutor.teach.questions import Question


def asked(game: str, position: str, of: str, clause: str, *, score: bool = False, ask: str = "value") -> Question:
    """The question that a lesson would ask of this position or result."""
    known = load(game)
    if score:
        scene = Scene(known, "P1", result=read_view(known, known.scoring, split(position.split())))
    else:
        read = read_question(known, split(position.split()))
        scene = Scene(known, "P1", read.phase, read.view)
    return build_question(known, scene, LessonStep(ask=ask, of=of, question="What?", clause=clause))


def said(question: Question, answer: str) -> str:
    return unmarked(feedback_line(question, answer))


TUTE = ("tute", "trump=S trick=AH,3H,KS,2C", "facts.points", "tute.points")
PILES = "won.P1+P3=AH,3H,KH,QH,JH,7H,6H,5H,4H,2H,AS,2S,3S,KS,2C,3C,4C,5C,KC,KD last=P1 trump=H declared=P1:40"
KAISER = "contract=7no declarers=P1+P3 tricks.P1+P3=5 tricks.P2+P4=3 won.P1+P3=5H won.P2+P4=3S"
STRANGE = "upcard=4S,KH leader=P1 trick=7D+2S,3D+QH,2C+5C"

NUMBERS: list[tuple[Any, bool, str, str]] = [
    # the question, whether it is about a result, the answer of somebody with a slip, words of the slip
    (TUTE, False, "21", "You left out KS, which counts 4."),
    (TUTE, False, "27", "You counted 2C as 2; it counts nothing here."),
    (TUTE, False, "15", "You left out 3H, which counts 10."),
    (TUTE, False, "18", "You counted 3H as 3; here it counts 10."),
    (TUTE, False, "26", "Did you count the cards by their faces (AH 11, 3H 3, KS 10, 2C 2)?"),
    (("tute", PILES, "scores.P1+P3", "tute.score.cards"), True, "83", "You seem to have left out 40 (the cuarenta)."),
    (("tute", PILES, "scores.P1+P3", "tute.score.cards"), True, "113", "You seem to have left out 10 (the last trick"),
    (("tute", PILES, "scores.P1+P3", "tute.score.cards"), True, "73", "73 is only a part (in cards)"),
    (("tute", PILES, "scores.P1+P3", "tute.score.cards"), True, "47", "47 would be right for P2+P4."),
    (("kaiser", KAISER, "scores.P1+P3", "kaiser.made"), True, "10", "You forgot to multiply by 2 (for no trump)."),
    (("kaiser", KAISER, "scores.P1+P3", "kaiser.made"), True, "40", "You multiplied by 2 twice (for no trump)."),
    (("kaiser", KAISER, "scores.P1+P3", "kaiser.made"), True, "-20", "won and not lost"),
    (
        ("strange", STRANGE, "facts.pips.P3.0", "strange.pips.thrown"),
        False,
        "2",
        "it was thrown on 7D, and is neither of that suit",
    ),
    (("strange", STRANGE, "facts.pips.P1.1", "strange.pips.trump"), False, "2", "You counted 2S as 2, its face alone"),
    (("strange", STRANGE, "facts.pips.P1.0", "strange.pips.minor"), False, "20", "as if its suit were trumps"),
    (("strange", STRANGE, "totals.P2", "strange.win"), False, "15", "You counted QH as 12, its face alone"),
    (
        (
            "back-alley",
            "cards=13 contract.P1+P3=5 contract.P2+P4=6 tricks.P1+P3=8 tricks.P2+P4=5",
            "scores.P1+P3",
            "back-alley.score.made",
        ),
        True,
        "40",
        "You counted every trick as if it had been bid",
    ),
    (
        ("big-two", "left.P1=0 left.P2=11 left.P3=13 left.P4=3", "scores.P2", "big-two.a.score"),
        True,
        "11",
        "You counted each card once; with 11 left each counts 2 times.",
    ),
    (
        (
            "botifarra",
            "trump=- won.P1+P3=9S,AS,KS,QS,JS,9H,AH,KH,QH,JH,9C,AC,KC,QC,JC,2C call=double",
            "scores.P1+P3",
            "botifarra.score.multiply",
        ),
        True,
        "13",
        "left out 39",
    ),
]


@pytest.mark.parametrize(("made", "score", "answer", "words"), NUMBERS)
def test_a_wrong_number_is_told_its_slip(made: Any, score: bool, answer: str, words: str) -> None:
    game, position, of, clause = made
    question = asked(game, position, of, clause, score=score)
    assert not question.grade(answer).right
    assert words in said(question, answer)


def test_a_house_rule_that_would_make_it_right_is_named() -> None:
    position = "contract=8 declarers=P1+P3 tricks.P1+P3=2 tricks.P2+P4=6 won.P1+P3=5H won.P2+P4=3S fail_cost=bid"
    question = asked("kaiser", position, "scores.P1+P3", "kaiser.failed.bid", score=True)
    assert question.answer() == "-8"
    reason = [unmarked(text) for text in _texts(question.solution())]
    assert "A house rule decides this: a broken contract costs the bid." in reason
    assert "the other house rule" in said(question, "-7")


def _texts(doc: Any) -> list[str]:
    return [block.text for block in doc if isinstance(block, Para | Item)]


WINNERS = [
    ("trump=S trick=AH,3H,KS,2C", "P4", "P4's 2C can't win: it is not of the suit that was led, and it is no trump."),
    ("trump=C trick=AH,3H,KS,2H", "P3", "P3's KS can't win: it is not of the suit that was led, and it is no trump."),
    ("trump=C trick=KH,3H,AH,2H", "P2", "AH is higher than 3H: aces are high here."),
    ("trump=S trick=KH,3H,7H,2H", "P1", "P1's KH does not win. 3H beats KH."),
    ("trump=S trick=KH,3H,2S,2H", "nobody", "Somebody wins"),
]


@pytest.mark.parametrize(("trick", "answer", "words"), WINNERS)
def test_a_wrong_winner_is_told_why_not(trick: str, answer: str, words: str) -> None:
    question = asked("tute", trick, "", "tute.play.win", ask="winner")
    assert words in said(question, answer)


def test_nothing_is_said_twice_and_every_line_is_about_the_answer() -> None:
    question = asked(*TUTE)
    asking = Asking(question, "tute", "drill")
    heard: list[str] = []
    for answer in ("99", "98", "99", "1", "2", "3", "99"):
        got = asking.answer(answer)
        assert got.understood and not got.right
        heard += [unmarked(text) for text in _texts(got.doc)]
    assert len(heard) == len(set(heard)) == 7
    assert heard[0] == "99 is too much. Begin here: AH counts 11."
    assert heard[1].startswith("98 is too much. Go on: 3H counts 10.")
    assert all(any(n in line for n in ("99", "98", "1", "2", "3")) for line in heard)


def test_unreadable_is_no_mistake() -> None:
    asking = Asking(asked(*TUTE), "tute", "drill")
    got = asking.answer("banana")
    assert not got.understood and asking.tries == 0 and not asking.heard.said


def test_hints_go_from_the_rule_to_the_working() -> None:
    question = asked(*TUTE)
    rungs = [unmarked(text) for text in question.ladder()]
    assert rungs[0].startswith("The rule to think of: A counts 11, 3 counts 10")
    assert rungs[1] == "Look at this: AH 3H KS 2C."
    assert rungs[2] == "The first step: AH counts 11."
    assert rungs[3].startswith("All but the last step: AH counts 11. 3H counts 10. That makes 21 so far.")
    assert rungs[4].startswith("The answer is 25. AH 11 + 3H 10 + KS 4 + 2C 0 = 25.")
    winner = asked("tute", "trump=S trick=AH,3H,KS,2C", "", "tute.play.win", ask="winner")
    rungs = [unmarked(text) for text in winner.ladder()]
    assert rungs[1] == "Only these can win: AH 3H KS. Compare them."
    assert not any("It lies between" in text for text in rungs)


def test_the_reason_is_the_working_with_these_cards() -> None:
    doc = [unmarked(text) for text in _texts(asked(*TUTE).solution())]
    assert doc == ["AH 11 + 3H 10 + KS 4 + 2C 0 = 25."]
    question = asked("tute", PILES, "scores.P1+P3", "tute.score.cards", score=True)
    doc = [unmarked(text) for text in _texts(question.solution())]
    assert "two aces 22 + three threes 30 + four kings 16 + QH 3 + JH 2 = 73" in doc[0]
    assert "73 (in cards) + 40 (the cuarenta) + 10 (the last trick) = 123." in doc[0]


def test_why_after_a_wrong_number_is_about_the_number() -> None:
    asking = Asking(asked(*TUTE), "tute", "drill")
    asking.answer("21")
    (block,) = asking.why("21")
    assert isinstance(block, Para) and unmarked(block.text) == "You left out KS, which counts 4."
    assert asking.why("25") == ()
    assert asking.why("banana") == ()


def test_a_wrong_rule_is_told_what_that_rule_does_here() -> None:
    game = load("tute")
    read = read_question(game, split(["trump=S", "trick=KH,4H", "hand=AH,2H,3S"]))
    scene = Scene(game, "P3", read.phase, read.view)
    question = build_question(
        game, scene, LessonStep(ask="clause", of="2H"), ["tute.play.follow", "tute.play.head", "tute.play.trump"]
    )
    number = {title: str(i) for i, title in enumerate(question.options, 1)}  # type: ignore[attr-defined]
    assert "Follow suit forbids 3S here, but not 2H." in said(question, number["tute.play.follow"])
    assert "Trump if you cannot follow" in said(question, number["tute.play.trump"])
    assert question.grade(number["tute.play.head"]).right


@pytest.mark.parametrize(
    ("value", "right"), [(["P1+P3", "P2+P4"], True), ([], True), ("none", True), ("P1+P3", False), (["P2+P4"], False)]
)
def test_a_draw_is_an_answer_about_two_sides(value: Any, right: bool) -> None:
    question = ValueQuestion("Who has won?", value, "tute.end", "rule", "why", seats=("P1+P3", "P2+P4"))
    for said in ("draw", "A tie", "drawn"):
        got = question.grade(said)
        assert (got.understood, got.right) == (True, right), said
