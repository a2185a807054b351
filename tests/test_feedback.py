"""Wrong answers are met where they went wrong: each slip is built and looked for by its name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tutor.kernel.by_name import load
from tutor.kernel.cards import card, cards
from tutor.kernel.judging import judge
from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import split
from tutor.kernel.working import Part, Step, Sum, card_sum
from tutor.teach.conversation.asking import Asking
from tutor.teach.lessons.model import LessonStep
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.scene import Scene
from tutor.teach.questions import Legal, ValueQuestion
from tutor.teach.questions.feedback import feedback_line
from tutor.teach.questions.mistakes import number_mistakes
from tutor.teach.results.said_numbers import numbers_of, written
from tutor.teach.text.doc import Item, Para
from tutor.teach.text.marks import mark, unmarked

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

HASEN = ("hasenpfeffer", "declarer=P1 contract=3 tricks=5", "scores.P1+P3", "hasenpfeffer.score.made")
PLAYED_ON, FREE = "tricks.P1+P3=1 tricks.P2+P4=7 first=P2+P4", "court-piece.score.play-on-free"
TYZICHA = "declarer=P3 contract=110 marriages=P3:H won.P1=AS,TS,KS,QS,JS,9S,AC,TC,KC won.P2=QC,JC,9C,TD,KD,QD,JD,AH,TH"

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
    (("kaiser", KAISER, "scores.P1+P3", "kaiser.made"), True, "10", "You forgot to multiply by 2 (without trumps)."),
    (("kaiser", KAISER, "scores.P1+P3", "kaiser.made"), True, "40", "You multiplied by 2 twice (without trumps)."),
    (("kaiser", KAISER, "scores.P1+P3", "kaiser.made"), True, "-20", "write it without a minus"),
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


JO_JOTTE = (
    "declarer=P2 trump=D won.P1=9D,9H,TC,8C last=P2 "
    "won.P2=JD,TD,KD,TS,KS,QS,JS,7S,AH,QH,8H,7H,KC,9C dealt.P1=9D,KD,QS,7S,8H,7H,TC,KC,9C "
    "dealt.P2=JD,TD,TS,KS,JS,AH,QH,9H,8C"
)
ORDERS = [
    (
        "calabrasella",
        "trick=2D,QD,6D",
        "calabrasella.play.winner",
        "From high to low, diamonds run 3 2 A K Q J 7 6 5 4.",
    ),
    (
        "twenty-five",
        "trump=S trick=3C,7S,5S,6C",
        "twenty-five.win",
        "From high to low, trumps run 5S JS AH AS KS QS 2S",
    ),
    ("truc", "trick=AD,3S,4C,6C", "truc.win", "From high to low the ranks are 3 2 A K Q J 7 6 5 4."),
    ("tute", "trump=D trick=5H,QH,6H,QS", "tute.play.win", ""),
    ("twenty-five", "trump=S trick=KS,QS,5H,2C", "twenty-five.win", ""),
]


@pytest.mark.parametrize(("game", "position", "clause", "words"), ORDERS)
def test_the_order_is_told_where_it_decides_against_habit(game: str, position: str, clause: str, words: str) -> None:
    reason = " ".join(unmarked(text) for text in _texts(asked(game, position, "", clause, ask="winner").solution()))
    assert words in reason if words else "From high to low" not in reason


GUESSES = [
    ("80", "You seem to have left out 10 (the last trick)."),
    ("105", "You counted the points of both; "),
    ("100", "Perhaps you counted "),
]


@pytest.mark.parametrize(("answer", "words"), GUESSES)
def test_among_many_cards_plain_slips_come_first_and_what_a_card_was_taken_for_is_a_guess(
    answer: str, words: str
) -> None:
    question = asked("jo-jotte", JO_JOTTE, "scores.P2", "jo-jotte.score.made", score=True)
    assert said(question, answer).startswith(words)


def test_only_the_words_that_a_question_offers_are_an_answer() -> None:
    position = "declarer=P1 contract=120 won.P1=AS,TS,KS won.P2=AH,TH,9H marriages=P1:C"
    computed = asked("tyzicha", position, "outcome.result", "tyzicha.score.made", score=True)
    assert isinstance(computed, ValueQuestion)
    question = replace(computed, text="Is the contract made or broken?")
    assert [word.text for word in question.words()] == ["made", "broken"]
    for answer in ("no", "maybe"):
        grade = question.grade(answer)
        assert not grade.understood
        assert _texts(grade.doc) == ["Say made or broken."]
    assert not question.grade("made").right
    assert question.grade("made").understood
    assert question.grade("broken").right


def _texts(doc: Any) -> list[str]:
    return [block.text for block in doc if isinstance(block, Para | Item)]


WINNERS = [
    ("trump=S trick=AH,3H,KS,2C", "P4", "P4's 2C can't win: hearts were led, and it is neither a heart nor a trump."),
    ("trump=C trick=AH,3H,KS,2H", "P3", "P3's KS can't win: hearts were led, and it is neither a heart nor a trump."),
    ("trump=C trick=KH,3H,AH,2H", "P2", "AH beats 3H."),
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
    assert heard[0] == "99 is too much. AH counts 11."
    assert heard[1].startswith("98 is too much. 3H counts 10.")
    assert all(any(n in line for n in ("99", "98", "1", "2", "3")) for line in heard)


SPOKEN = [
    ("minus 3", -3),
    ("-3 points", -3),
    ("− 4 chips.", -4),
    ("minus three", -3),
    ("plus 2", 2),
    ("nothing", 0),
    ("forty-three", 43),
    ("thirteen points", 13),
    ("minus twenty", -20),
]


@pytest.mark.parametrize(("answer", "number"), [*SPOKEN, ("twelve", 12), ("7", 7)])
def test_numbers_are_read_as_people_say_them(answer: str, number: int) -> None:
    question = asked(*TUTE)
    assert isinstance(question, ValueQuestion)
    assert replace(question, value=number, computation=None).grade(answer).right
    assert not question.grade(answer).right and question.grade(answer).understood


@pytest.mark.parametrize("answer", ["3 or 4", "5 - 3", "3 lost"])
def test_what_is_not_one_number_is_not_read_as_one(answer: str) -> None:
    assert not asked(*TUTE).grade(answer).understood


SALAD = "deal=6 tricks.P4=13 last=P4 won.P4=2H,3H,4H,5H,6H,7H,8H,9H,TH,JH,QH,KH,AH,QS,QD,QC,KS"


def test_a_first_wrong_player_is_not_told_who_is_ahead() -> None:
    position = f"{SALAD} before.P1=560 before.P2=559 before.P3=558"
    question = asked("canadian-salad", position, "outcome.game", "canadian-salad.end", score=True)
    asking = Asking(question, "canadian-salad", "drill")
    told = [unmarked(_texts(asking.answer(answer).doc)[0]) for answer in ("P1", "P2", "P2")]
    assert [line.rpartition("= ")[2] for line in told] == [
        "560. Somebody has fewer.",
        "559. Somebody has fewer.",
        "P3 has fewer: 558.",
    ]


def test_unreadable_is_no_mistake() -> None:
    asking = Asking(asked(*TUTE), "tute", "drill")
    got = asking.answer("banana")
    assert not got.understood and asking.tries == 0 and not asking.heard.said


STOCK = "phase=answer trick=QH stock=4C,JD,2S,9D,KH"


@pytest.mark.parametrize(("trump", "answer"), [("S", "2S"), ("-", "none")])
def test_what_is_no_card_is_no_answer_where_a_card_is_asked_for(trump: str, answer: str) -> None:
    question = asked("bridge-solitaire", f"{STOCK} trump={trump}", "facts.answer", "bridge-solitaire.house.answer")
    assert isinstance(question, ValueQuestion) and question.kind == "card", "also where there is none"
    assert question.answer() == answer
    assert question.grade("KH").understood and not question.grade("KH").right
    assert not any(question.grade(line).understood for line in ("?", "won", "you", "idk"))


def test_words_to_choose_from_may_be_bids_and_a_question_mark_is_no_word() -> None:
    question = ValueQuestion("Which does it bid: 1C, 1D or 1H?", "1D", "strange.deal", "Deal.", "So it is.")
    assert question.offered == ("1C", "1D", "1H")
    assert question.grade("1d").right and question.grade("1h").understood
    assert [unmarked(line) for line in _texts(question.grade("two").doc)] == ["Say 1C, 1D or 1H."]
    assert not replace(question, text="What does it say?").grade("?").understood


def test_hints_go_from_the_rule_to_the_working() -> None:
    question = asked(*TUTE)
    rungs = [unmarked(text) for text in question.ladder()]
    assert rungs[0].startswith("The rule to think of: A counts 11, 3 counts 10")
    assert rungs[1] == "Look at AH 3H KS 2C."
    assert rungs[2] == "AH counts 11."
    assert rungs[3].startswith("AH counts 11. 3H counts 10. That makes 21 so far.")
    assert rungs[3].endswith("What comes next?")
    assert rungs[4].startswith("The answer is 25. AH 11 + 3H 10 + KS 4 + 2C 0 = 25.")
    winner = asked("tute", "trump=S trick=AH,3H,KS,2C", "", "tute.play.win", ask="winner")
    rungs = [unmarked(text) for text in winner.ladder()]
    assert rungs[1:4] == [
        "Hearts were led, and spades are trumps. Which cards can win at all?",
        "P1 leads AH. 3H is lower than AH. KS is a trump and beats AH. And 2C?",
        "If hearts were the trump suit, the answer would be P1.",
    ]


def test_cards_are_compared_only_if_several_can_win() -> None:
    winner = asked("tute", "trump=S trick=AH,3H,KC,2C", "", "tute.play.win", ask="winner")
    assert "Only these can win: AH 3H. Which of them is highest?" in [unmarked(text) for text in winner.ladder()]
    alone = asked("tute", "trump=S trick=4H,3C,KC,2C", "", "tute.play.win", ask="winner")
    assert not any("Only these" in text for text in alone.ladder())


def test_a_single_odd_trump_is_one_and_a_card_that_would_win_is_a_card() -> None:
    odd = asked("solo", "trump=C trick=AD,KC,QD,KD players=4", "", "solo.play.winner", ask="winner")
    assert any("and so is QS." in unmarked(text) for text in odd.ladder())
    other = asked("twenty-five", "trump=H trick=KD,AD,9D players=3", "winner.card", "twenty-five.rank.plain.d")
    assert any(text.endswith("the answer would be \x02cAD\x03.") for text in other.ladder())


def test_cards_are_counted_in_the_order_in_which_a_result_tells_them() -> None:
    pile = asked(
        "last-one",
        "players=2 hand.P2=2D,4D,AS,5S",
        "scores.P2",
        "last-one.score.values",
        score=True,
    )
    assert "Look at AS 5S 4D 2D." in [unmarked(text) for text in pile.ladder()]


def test_of_two_packs_both_of_a_card_are_looked_at() -> None:
    pair = asked("strange", "upcard=6D,5D trick=KH+KH,5H+6H,JH+JH", "facts.next", "strange.lead.next")
    assert "Look at KH KH." in [unmarked(text) for text in pair.ladder()]


def test_a_second_answer_is_told_the_rule_even_if_it_has_the_number() -> None:
    left = asked("big-two", "left.P1=0 left.P2=9 left.P3=8 left.P4=2", "scores.P2", "big-two.a.score", score=True)
    first = feedback_line(left, "1")
    assert unmarked(first).startswith("1 is too little.") and "Cards left count against you" in unmarked(first)
    second = unmarked(feedback_line(left, "12", (first,)))
    assert second.startswith("12 is too much. Remember: Up to nine cards left count one point each")


def test_what_alone_counts_is_left_out_without_its_number() -> None:
    trick = asked("botifarra", "trump=D trick=7C,3C,7S,8H", "facts.points", "botifarra.score.tricks")
    assert said(trick, "0") == "You seem to have left out the trick itself."


def test_a_label_with_a_number_is_no_hint() -> None:
    rungs = [unmarked(text) for text in asked(*HASEN, score=True).ladder()]
    assert not any("Tricks: 5" in rung for rung in rungs)


def test_a_hint_does_not_say_again_what_was_said_to_an_answer() -> None:
    asking = Asking(asked(*TUTE), "tute", "drill")
    heard = [_texts(asking.answer(answer).doc)[0] for answer in ("99", "98")]
    assert "AH counts 11" in unmarked(heard[0])
    hints = [unmarked(_texts(asking.hint())[1]) for _ in range(3)]
    assert not any(hint == "AH counts 11." for hint in hints)
    told = Asking(asked("court-piece", PLAYED_ON, "scores.P2+P4", FREE, score=True), "court-piece", "drill")
    assert "Remember: To play on and fail costs nothing." in _texts(told.answer("3").doc)[0]
    assert not _texts(told.hint())[1].startswith("The rule")


@pytest.mark.parametrize("answer", ["0", "30"])
def test_where_something_is_lost_a_gain_is_called_none(answer: str) -> None:
    position = "contract=8 declarers=P1+P3 tricks.P1+P3=2 tricks.P2+P4=6 won.P1+P3=5H won.P2+P4=3S"
    question = asked("kaiser", position, "scores.P1+P3", "kaiser.failed", score=True)
    assert said(question, answer).startswith(f"{answer} would be no loss, but here something is lost.")


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
    assert 'The rule "Follow suit" forbids 3S here, but not 2H.' in said(question, number["tute.play.follow"])
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


TALLY = (
    "court-piece",
    "tricks.P1+P3=6 tricks.P2+P4=7 dealer=P3 tally=P2+P4:1",
    "outcome.tally",
    "court-piece.score.streak",
)
DEALS = (
    "court-piece",
    "tricks.P1+P3=9 tricks.P2+P4=4 dealer=P2",
    "outcome.next_dealer",
    "court-piece.deal.next-dealer-lost",
)
SCHAFKOPF = (
    "schafkopf",
    "declarer=P1 won.P1=JS,AD,KD,9D,KS,9S,8S,AH,KH,9H,7H,AC,TC,8C,7C discards=TH,8H",
    "scores.P1",
    "schafkopf.score.win",
)
SCOTCH = (
    "scotch-whist",
    "trump=C won.P1=AC won.P2=KC,QC won.P3=JC won.P4=TC tricks.P1=2 tricks.P2=3 tricks.P3=2 tricks.P4=2",
    "scores.P4",
    "scotch-whist.score.ten",
)
HASEN_BOTH = (
    "hasenpfeffer",
    "declarer=P4 contract=3 tricks=3 before.P1+P3=9 before.P2+P4=7",
    "outcome.game",
    "hasenpfeffer.end.both",
)
BESIDE: list[tuple[Any, str, str]] = [
    # the question about a result, a wrong answer, all that is said to it
    (
        TALLY,
        "P1+P3 2",
        "Not P1+P3: 2. P1+P3: 6 tricks. P2+P4: 7 tricks. Count how many hands in a row the winning side has won.",
    ),
    (
        TALLY,
        "P2+P4 1",
        "Not P2+P4: 1. Before that P2+P4 had won one hand.",
    ),
    (
        SCHAFKOPF,  # the 2 that a jack counts is not the answer
        "0",
        "0 is too little. P1: in tricks, three aces 33 + TC 10 + three kings 12 + JS 2 = 57; the other 7 cards count "
        "nothing. Laid away: TH 10 + 8H 0 = 10. 57 (in tricks) + 10 (laid away) = 67.",
    ),
    (
        (SCOTCH[0], f"{SCOTCH[1]} before.P2=7", "scores.P2", "scotch-whist.score.king"),
        "15",  # nobody is told of the 7 from before
        "15 is too much. The trick score: 3 (tricks) × 4 (cards in a trick) - 9 (cards dealt to each) = 3.",
    ),
    (
        (SCOTCH[0], f"{SCOTCH[1]} before.P2=19", "scores.P2", "scotch-whist.score.king"),
        "19",  # nor of 19
        "19 is too much. The trick score: 3 (tricks) × 4 (cards in a trick) - 9 (cards dealt to each) = 3.",
    ),
    (
        (HASEN_BOTH[0], HASEN_BOTH[1].replace("tricks=3", "tricks=4"), "scores.P2+P4", "hasenpfeffer.score.made"),
        "0",  # what was left out would be the answer
        "0 is too little. Remember: Declarers who take at least their contract score a point for each trick.",
    ),
    (SCOTCH, "13", "13 is too much. It is worked out from the ten of trumps and the trick score."),
    (
        HASEN_BOTH,
        "P1+P3",
        "P1+P3: 9 (before) + 3 (the defenders' tricks) = 12. It takes 10: both sides have that or more.",
    ),
    (
        DEALS,
        "P1",
        "No, it isn't P1. Remember: If the dealer's side lost and no court was scored, the same player deals again.",
    ),
    (
        ("tyzicha", TYZICHA, "scores.P3", "tyzicha.score.plus"),
        "120",
        "120 is only a step on the way. P3: 20 (in cards) + 100 (the marriage of hearts) = 120. "
        "Go on: P3 needs 111, more than the contract, and 120 is enough: made.",
    ),
    (
        ("tyzicha", TYZICHA, "scores.P3", "tyzicha.score.plus"),
        "100",
        "100 is only a part (the marriage of hearts); there is more to count.",
    ),
    (
        (
            "kaiser",
            "contract=6 declarers=P1+P3 before.P2+P4=43 tricks.P1+P3=3 tricks.P2+P4=5 won.P1+P3=3S won.P2+P4=5H",
            "scores.P2+P4",
            "kaiser.defenders.low",
        ),
        "53",
        "53 is the score with the 43 from before; asked is what this hand brings.",
    ),
]


@pytest.mark.parametrize(("made", "answer", "line"), BESIDE)
def test_what_is_said_is_about_the_answer_and_not_read_off_the_screen(made: Any, answer: str, line: str) -> None:
    question = asked(*made, score=True)
    assert not question.grade(answer).right
    assert said(question, answer) == line


def test_a_call_is_told_what_went_above_it() -> None:
    question = asked(
        "kaiser", "phase=auction dealer=P4 bids=P1:7,P2:8,P3:pass,P4:pass", "facts.bidder", "kaiser.bid.order"
    )
    assert said(question, "P1") == "P1 said 7, the highest until P2 said 8."
    assert said(question, "P3") == "No, it isn't P3. P3 has passed."


def test_no_rule_is_said_twice() -> None:
    asking = Asking(asked("court-piece", PLAYED_ON, "scores.P2+P4", FREE, score=True), "c", "drill")
    heard = [" ".join(map(unmarked, _texts(asking.answer(answer).doc))) for answer in ("3", "5", "8")]
    assert heard[0] == "3 is too much. Remember: To play on and fail costs nothing."
    assert heard[1].startswith("5 is too much. The whole rule: If you play on and fail, you lose nothing.")
    assert heard[2] == "8 is too much.", "nothing of it again, in more words"


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("143", "You seem to have counted 20 (b) twice."),
        ("163", "You seem to have counted 40 (c) twice."),
        ("63", "You seem to have left out 20 (b) and 40 (c)."),
    ],
)
def test_slips_with_several_parts_are_found(answer: str, words: str) -> None:
    names = {"a": 3, "b": 20, "c": 40, "d": 60}
    parts = tuple(Part(n, name="call", facts={"call": name}) for name, n in names.items())
    found = [unmarked(line) for line in number_mistakes(load("tute"), Sum("tute.points", parts), float(answer))]
    assert words in found


def test_a_guess_of_nothing_is_told_no_unlikely_slip() -> None:
    ours, theirs = (
        "2S,KS,QS,3H,2H,AH,KH,JH,QH,3C,QC,2D,AD,JD,7S,6S,5S,4S,7H,6H,5H,4H,7C,6C",
        "3S,AS,JS,2C,AC,KC,JC,3D,KD,QD,5C,4C,7D,6D,5D,4D",
    )
    won = f"won.P1+P3={ours} won.P2+P4={theirs} last=P1+P3"
    question = asked("tresette", won, "scores.P2+P4", "tresette.score.aces", score=True)
    assert "that is won: add it" not in said(question, "0")


def test_the_limit_of_a_part_is_forgotten_only_where_that_gives_the_number() -> None:
    won = "trump=H won.P1=JH won.P2=QH won.P3=AH,KH won.P4=TH tricks.P1=2 tricks.P2=3 tricks.P3=2 tricks.P4=2"
    question = asked("scotch-whist", won, "scores.P4", "scotch-whist.score.ten", score=True)
    assert "You forgot the limit" in said(question, "9")
    assert "limit" not in said(question, "11")


def test_nobody_is_no_side_with_a_number() -> None:
    assert said(asked(*TALLY, score=True), "nobody").startswith("No, it is somebody.")


def test_what_an_answer_rests_on_is_not_named_where_it_is_the_answer() -> None:
    question = asked("dou-dizhu", "phase=auction dealer=P2 leader=P3", "to_move", "dou-dizhu.auction.first")
    assert not any("It depends on" in rung for rung in question.ladder())


def test_a_rule_is_looked_for_without_its_section() -> None:
    game = load("tute")
    read = read_question(game, split(["trump=S", "trick=AD", "hand=AS,7H,QC,6D"]))
    scene = Scene(game, "P3", read.phase, read.view)
    question = build_question(game, scene, LessonStep(ask="clause", of="QC"), ["tute.play.follow", "tute.play.head"])
    told = [unmarked(rung) for rung in question.ladder()]
    assert told[0].startswith("Look at the table: AD.")
    assert not any("possible answers" in rung or "The answer is Play" in rung for rung in told)


def test_a_hint_does_not_call_a_move_by_its_name_twice() -> None:
    game = load("big-two")
    read = read_question(game, split(["hand=5C,7D,7H,8S,9D"]))
    question = Legal(game, judge(read.phase, read.view), ("5C", "5C+7D", "7D+8S"))
    (hint,) = [unmarked(rung) for rung in question.ladder() if "won't do" in rung]
    assert hint.replace("\u00a0", " ") == "5C 7D won't do. It is not a combination: two cards must be of one rank."


@pytest.mark.parametrize(
    ("game", "result", "path", "clause", "answer", "words"),
    [
        ("canadian-salad", "last=P1 deal=5", "scores.P1", "canadian-salad.h5", "50", "P1 won the last trick."),
        (
            "solo",
            "declarer=P1 game=solo trump=C tricks.P1=5 tricks.P2=3",
            "scores.P1",
            "solo.game.4",
            "9",
            "P1 won 5 tricks",
        ),
        (
            "solo",
            "declarer=P1 game=solo trump=H tricks.P1=4 tricks.P2=4",
            "scores.P1",
            "solo.game.3",
            "-3",
            "so the game is lost",
        ),
    ],
)
def test_where_the_rule_is_the_answer_what_it_is_about_is_told(
    game: str, result: str, path: str, clause: str, answer: str, words: str
) -> None:
    question = asked(game, result, path, clause, score=True)
    first = said(question, answer)
    assert words in first and "Remember" not in first
    assert mark("s", "P1") in feedback_line(question, answer), "players are called by their names"
    assert "Remember" in unmarked(feedback_line(question, "7", (feedback_line(question, answer),)))


def test_the_number_of_a_seat_is_not_taken_for_the_answer() -> None:
    result = "dealer=P4 revoke=P1 allow_revokes=true"
    question = asked("court-piece", result, "scores.P2+P4", "court-piece.revoke.forfeit", score=True)
    assert question.answer() == "1"
    assert "P1 revoked" in unmarked(feedback_line(question, "5", said=["4 is too much."], before=["4"]))


def test_a_step_is_asked_by_its_facts_which_numbers_it_says() -> None:
    step = Step(
        "call",
        {
            "who": "P2",
            "call": "3no",
            "of": card("4S"),
            "n": 7,
            "sum": card_sum(cards("5S,6S"), lambda c: int(c.rank), ""),
        },
    )
    assert numbers_of(step.facts) == {3, 7, 11}
    assert written("Three more for 40 points.").numbers == {3, 40}
    assert written(f"{mark('c', '2C')} beats {mark('s', 'P3')}.").numbers == set()


def test_a_line_of_the_score_that_says_its_number_is_not_followed_by_it() -> None:
    made = asked("reversis", "reversis=P1 tricks.P1=11", "scores.P1", "reversis.reversis.made", score=True)
    first = said(made, "65")
    assert "each of the others 16" in first and "That counts 16" not in first


def test_nobody_is_told_to_look_at_the_card_that_is_asked_about() -> None:
    question = asked(
        "strange", "upcard=7S,TC trick=2C+2C,TC+KC,9C+4C leader=P2", "facts.pips.P3.0", "strange.pips.super"
    )
    assert isinstance(question, ValueQuestion)
    question = replace(question, text=f"What does {mark('c', 'TC')} count?")
    assert "Look at" not in said(question, "30") and len(said(question, "30").split()) > 4


def test_of_a_shared_highest_sum_whoever_has_less_is_told_so_first() -> None:
    trick = asked("strange", "upcard=5H,4D leader=P2 trick=8C+6C,QC+JC,JC+QC", "", "strange.draw", ask="winner")
    first, second = said(trick, "P2"), said(trick, "P3")
    assert "= 14" in first and "Somebody has more" in first and "23" not in first
    assert "23" in second and "nobody is first alone" in second


def test_a_line_of_the_score_and_what_that_makes_are_one_sentence() -> None:
    spades, hearts, diamonds, clubs = (",".join(f"{rank}{suit}" for rank in "AKQJT98765432") for suit in "SHDC")
    won = f"won.P1={spades},{clubs},2H,2D won.P2={hearts.removesuffix(',2H')} won.P3={diamonds.removesuffix(',2D')}"
    cost = asked("tetka", f"bum=7S bum_trick=P1 last=P2 {won}", "scores.P1", "tetka.penalty.queens", score=True)
    rungs = " ".join(unmarked(rung) for rung in cost.ladder())
    assert "costs 1. That makes 4 so far." in rungs and "That counts 1, which makes 5 so far." in rungs
