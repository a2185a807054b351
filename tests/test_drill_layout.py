"""How questions and reasons of drills are laid out: choices, cards and totals each where they are easily found."""

from __future__ import annotations

from random import Random
from typing import Any

from tutor.kernel.by_name import load
from tutor.kernel.cards import cards
from tutor.kernel.judging import Judgement, judge
from tutor.kernel.position import read_question
from tutor.kernel.position_text import split as pairs
from tutor.kernel.working import BEFORE, LEAST, TIMES, Part, Sum
from tutor.teach.drills.choices import chosen
from tutor.teach.questions import Legal
from tutor.teach.results.sums import counting, equation
from tutor.teach.results.workings import in_lines, lines
from tutor.teach.rulings.ruling import Rulings
from tutor.teach.tables.tabletop import tabletop
from tutor.teach.text.marks import mark, unmarked
from tutor.teach.text.sentences import without


def judged(game: str, position: str) -> Judgement[Any]:
    asked = read_question(load(game), pairs(position.split()))
    return judge(asked.phase, asked.view)


def prompt(game: str, position: str, *moves: str) -> str:
    return unmarked(Legal(load(game), judged(game, position), moves).prompt)


def test_plays_of_several_cards_stand_one_a_line() -> None:
    asked = prompt("calabrasella", "phase=take discarded=1 widow=3H,6C,KD,4S", "3H", "3H+6C")
    assert asked.split("\n") == ["Which of these may you take? (One or more.)", "  3H", "  3H 6C"]
    assert "\n" not in prompt("calabrasella", "trick=4D hand=5D,3H,3S", "5D", "3H")


def test_of_plays_refused_for_one_reason_one_of_a_size_is_asked() -> None:
    game, found = load("calabrasella"), judged("calabrasella", "phase=take discarded=1 widow=3H,6C,KD,4S")
    for seed in range(20):
        picks = chosen(found, "calabrasella.widow.take", Random(seed), Rulings(game, found).text)
        sizes = [len(r.cards) for r in picks if not r.legal]
        assert len(sizes) == len(set(sizes)) > 0


def test_named_cards_stand_by_rank_and_in_the_order_of_the_hand() -> None:
    position = "phase=call hand=3S,3H,3D,3C,AS,KS,7H,6H,QD,JC,4C,4D"
    found = judged("calabrasella", position)
    called = [r.text for r in Legal(load("calabrasella"), found).choices]
    assert called[:4] == ["3S", "3H", "3C", "3D"]
    assert called[4:] == ["2S", "2H", "2C", "2D"]


def test_a_widow_lies_sorted_as_a_hand() -> None:
    found = judged("calabrasella", "phase=take discarded=1 widow=4S,KD,6C,3H")
    table = tabletop(load("calabrasella"), "", phase=found.phase, view=found.view)
    assert [c.text for c in table.middle[0].heaps[0]] == ["4S", "3H", "6C", "KD"]


def test_totals_of_several_stand_on_lines_of_their_own() -> None:
    one, other = f"{mark('s', 'P1')}: 1.", f"{mark('s', 'P2')}: 2."
    assert in_lines(["First.", "So.", one, other, "Then.", "End."]) == f"First. So.\n{one}\n{other}\nThen. End."
    assert in_lines(["First.", one]) == f"First. {one}"
    assert without(f"First.\n{one}\n{other}", {"First."}) == f"{one}\n{other}"


def test_what_brings_nothing_is_no_term_beside_what_brings_something() -> None:
    paid, won, pot = Part(-3, name="tricks", to="P1"), Part(3, name="hearts", to="P1"), Part(0, name="queens", to="P1")
    assert counting(Sum("", (paid, won, pot))).parts == (paid, won)
    before = Part(69, name=BEFORE)
    assert counting(Sum("", (before, pot))).parts == (before, pot), "that this hand brings nothing is said"
    nothing = Sum("", tuple(Part(0, "", (c,)) for c in cards("8S,7S")))
    assert unmarked(equation(load("schafkopf"), nothing)) == "8S 7S count nothing."


def test_a_sum_of_one_term_is_no_line_by_itself() -> None:
    tricks = (Part(1, name="tricks"), Part(4, how=TIMES, name="captured"), Part(-9, name="dealt"), Part(0, how=LEAST))
    none = Part(0, "scotch-whist.score.tricks", inner=Sum("", tricks), to="P1")
    ten = Part(10, "scotch-whist.score.ten", to="P1")
    *_, last = lines(load("scotch-whist"), Sum("", (ten, none)))
    assert unmarked(last) == "That leaves 10 (the ten of trumps)."
    empty = Sum("", (Part(0, name="taken"), Part(0, name="laid_away")))
    assert unmarked(equation(load("schafkopf"), empty)) == "0 (in tricks) + 0 (laid away) = 0."
