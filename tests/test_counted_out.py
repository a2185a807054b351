"""Reasons count out what they rest on: the hand that decides a game, who pays whom and why; no rule that was idle."""

from __future__ import annotations

from random import Random

import pytest

from tests.test_feedback import asked, said
from tutor.kernel.by_name import load, names
from tutor.kernel.working import Standing
from tutor.teach.drills.moments import at
from tutor.teach.drills.results import random_results
from tutor.teach.fairness.drill_questions import described
from tutor.teach.lessons.computations import computation_of
from tutor.teach.questions import MakeMove, ValueQuestion
from tutor.teach.questions.answer_hints import in_full
from tutor.teach.results.workings import lines
from tutor.teach.rulings.answers import settling
from tutor.teach.text.doc import Item, TableDrawing
from tutor.teach.text.marks import unmarked


def _reason(game: str, score: str, of: str, clause: str) -> str:
    """The reason of what stands in a settled hand."""
    question = asked(game, score, of, clause, score=True)
    return next(unmarked(block.text) for block in question.solution() if isinstance(block, Item))


@pytest.mark.parametrize("name", names())
def test_a_hand_that_brings_something_is_opened_where_totals_are_compared(name: str) -> None:
    game = load(name)
    for here in random_results(game, Random(f"opened {name}"), 80):
        done = here.settled
        for path, one in settling(game, here.view, done).items():
            if not isinstance(one, Standing):
                continue
            told = [unmarked(line) for line in lines(game, one)]
            for side in one.sums:
                text = next((line for line in told if line.startswith(f"{side}: ")), "")
                parts = [part for part in one.sums[side].parts if part.name == "hand"]
                opened = all(part.inner is not None and part.n == done.scores.get(side) for part in parts)
                if parts and opened and any(line.to == side and line.points for line in done.lines):
                    assert "(this hand)" not in text, (here.position, path)


REASONS = [
    (
        "reversis",
        "tricks.P2=11 pots=35 events=P2:JH:led",
        "scores.P2",
        "reversis.reversis.made-pot",
        ("Quinola was played in the first nine tricks", "the reversis, from P1)", "= 99"),
    ),
    (
        "reversis",
        "talon=QC,9D,4S,5S points.P1=2 points.P2=10 points.P4=10 points.P3=16 tricks.P1=1 tricks.P2=3 "
        "tricks.P4=3 tricks.P3=4",
        "scores.P1",
        "reversis.party.opposite",
        (
            "the most points, 16, lost the party to P1, with the fewest, 2",
            "4 chips, and 2 for QC in the talon",
            "across the table from each other, so the party is paid twice",
            "= 12",
        ),
    ),
    (
        "schafkopf",
        "declarer=P1 points.P1=110 discards=TC,8S",
        "scores.P1",
        "schafkopf.score.schwarz",
        ("8S 0 + TC 10 = 10", "= 120", "worth 6"),
    ),
    (
        "scotch-whist",
        "trump=S players=4 tricks.P1=3 tricks.P2=2 tricks.P3=2 tricks.P4=2 won.P1=AS won.P2=QS,JS,KS won.P4=TS",
        "scores.P4",
        "scotch-whist.score.ten",
        ("2 (tricks) × 4 (cards in a trick) - 9 (cards dealt to each)", "10 (the ten of trumps)"),
    ),
    (
        "scotch-whist",
        "trump=S players=4 tricks.P1=2 tricks.P2=7 won.P2=TS,AS,KS,QS,JS",
        "scores.P1",
        "scotch-whist.score.tricks",
        ("no more than the 9 dealt", "2 (tricks) × 4", "= -1; less than 0 counts as 0"),
    ),
    (
        "spinado",
        "winner=P1 left.P2=3 left.P3=2 left.P4=2 played=P3:QD",
        "scores.P3",
        "spinado.ante.first",
        ("three pots", "only QD", "-3 (put into the pots)"),
    ),
    (
        "canadian-salad",
        "deal=6 tricks.P4=13 last=P4 won.P4=2H,3H,4H,5H,6H,7H,8H,9H,TH,JH,QH,KH,AH,QS,QD,QC,KS "
        "before.P1=200 before.P2=160 before.P3=210 before.P4=0",
        "outcome.game",
        "canadian-salad.end",
        ("130 (13 tricks at 10 each) + 130 (13 hearts at 10 each) + 100 (4 queens at 25 each) + 100 (KS)", "= 560"),
    ),
    (
        "trente-et-quarante",
        "bets=couleur:20 prison=rouge:50 black=KD,9S,8C,6S red=QC,JD,AS,TH",
        "scores.P1",
        "trente-et-quarante.pay",
        ("31 is lower than 33", "first card was KD, which is red", "imprisoned bet on red", "20 chips"),
    ),
    ("tyzicha", "declarer=P1 contract=100 conceded=true", "scores.P2", "tyzicha.concede", ("conceded at 100", "40")),
]


@pytest.mark.parametrize(("game", "score", "of", "clause", "parts"), REASONS, ids=[x[3] for x in REASONS])
def test_a_line_says_who_gets_what_and_why(game: str, score: str, of: str, clause: str, parts: tuple[str, ...]) -> None:
    told = _reason(game, score, of, clause)
    for part in parts:
        assert part in told


@pytest.mark.parametrize("name", names())
def test_what_a_hand_brings_anybody_can_be_told(name: str) -> None:
    game = load(name)
    for here in random_results(game, Random(f"told {name}"), 60):
        for side in here.settled.scores:
            computation = computation_of(here.scene, f"scores.{side}")
            assert computation is None or computation.working is None or isinstance(in_full(computation), str)


def test_a_rule_that_did_not_apply_is_no_reason() -> None:
    question = asked("truc", "phase=eleven dealer=P2 before.P1+P3=11 before.P2+P4=10", "to_move", "truc.eleven.both")
    assert isinstance(question, ValueQuestion)
    told = " ".join(unmarked(block.text) for block in question.solution() if isinstance(block, Item))
    assert question.rule and question.rule not in told
    assert "eleven" in told


@pytest.mark.parametrize(("answer", "cause"), [("2", "61 to 90"), ("4", "91 to 119"), ("-2", "31 to 60")])
def test_another_worth_is_met_with_what_it_would_take(answer: str, cause: str) -> None:
    question = asked("schafkopf", "declarer=P1 points.P1=110 discards=TC,8S", "scores.P1", "c", score=True)
    assert cause in said(question, answer)
    assert "120" in said(question, answer)


def test_a_sum_at_the_end_of_a_chain_has_its_slips() -> None:
    score = "bets=noir:100 insurance=noir:1 black=7C,KS,QD,4H red=9S,AH,8H,KC,7H"
    question = asked("trente-et-quarante", score, "scores.P1", "trente-et-quarante.insurance.lose", score=True)
    assert "100 (the bet on black)" in said(question, "-1")


def test_the_table_does_not_name_the_card_that_must_be_played() -> None:
    game = load("spinado")
    for hand, named in (("4S,9D", False), ("9D,KD", True)):
        here = at(game, f"run=P4:3S hand={hand}")
        drawn = described(here, MakeMove(game, here.judged()))
        table = next(block.table for block in drawn if isinstance(block, TableDrawing))
        assert any("next is" in group.text for group in table.middle) is named
