"""What answers of drills say: moves called as in the question, sums that are not said twice, what decides and why."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from tutor.kernel.by_name import load, names
from tutor.kernel.cards import card
from tutor.kernel.judging import judge
from tutor.kernel.position import read_question, read_view
from tutor.kernel.position_text import BadPosition
from tutor.kernel.position_text import split as pairs
from tutor.teach.conversation.asking import Asking
from tutor.teach.drills import repeats
from tutor.teach.drills.drill_spec import DrillSpec
from tutor.teach.drills.moments import Moment
from tutor.teach.drills.moments import at as position
from tutor.teach.drills.question_maker import value_asked
from tutor.teach.drills.results import example_of_result, result_doc
from tutor.teach.drills.search import by_entry
from tutor.teach.drills.values import score_question
from tutor.teach.questions import Legal, ValueQuestion
from tutor.teach.text.doc import Item
from tutor.teach.text.marks import unmarked
from tutor.teach.text.values import card_shown

DEFENDERS = (
    "phase=score contract=6no declarers=P1+P3 before.P2+P4=44 tricks.P1+P3=3 tricks.P2+P4=5 won.P2+P4=5H won.P1+P3=3S"
)
"""A result of Kaiser in which the defenders win 5 tricks and the five of hearts."""


def valued(name: str, here: str, of: str, clause: str, question: str = "How many?") -> tuple[Moment, ValueQuestion]:
    """The question for a value of a position or a result."""
    entry = DrillSpec(clause, of=of, question=question)
    made = value_asked(position(load(name), here), entry, Random(1))
    assert made is not None and isinstance(made[1], ValueQuestion)
    return made[0], made[1]


def legal(name: str, here: str, *among: str) -> Legal:
    """The question which of these moves are legal."""
    game = load(name)
    question = read_question(game, pairs(here.split()))
    return Legal(game, judge(question.phase, question.view), among)


def said(blocks: Any) -> str:
    """What blocks say, with labels, without marks."""
    texts = (f"{block.label if isinstance(block, Item) else ''} {getattr(block, 'text', '')}" for block in blocks)
    return unmarked(" ".join(texts)).replace("\n", " ")


@pytest.mark.parametrize(
    ("name", "here", "among", "label"),
    [
        (
            "calabrasella",
            "phase=take widow=2S,6H,KC,4H discarded=1 hand=KS,QS,7H,5H,2C,AC,JC,7C,5C,3D,7D",
            ("2S", "6H", "4H"),
            "2S  6H  4H",
        ),
        (
            "solo",
            "phase=auction bids= hand=9S,QH,KC,7C,AD,KD,TD,9D",
            ("2", "3"),
            '"is it in color", "is it a solo"',
        ),
    ],
)
def test_answers_call_moves_as_the_question_does(name: str, here: str, among: tuple[str, ...], label: str) -> None:
    asked = legal(name, here, *among)
    rows = [block for block in asked.solution() if isinstance(block, Item)]
    assert unmarked(rows[0].label) == label
    assert unmarked(rows[0].label).replace("  ", ", ").split(", ")[0] in unmarked(asked.prompt)


def test_a_choice_that_nobody_can_say_is_not_offered() -> None:
    entry = DrillSpec(
        "kaiser.bid.higher",
        position="phase=auction dealer=P4 bids=P1:7",
        ask="legal",
        among="['pass', '5', '6', '8']",
    )
    made = by_entry(load("kaiser"), entry, Random(1))
    assert made is not None and isinstance(made[1], Legal)
    assert [r.text for r in made[1].choices] == ["pass", "6", "8"]


def test_a_reason_does_not_say_what_the_sum_says() -> None:
    won = "won.P1=JS,KS won.P2=AS,TS won.P3=QS tricks.P1=2 tricks.P2=3 tricks.P3=2 tricks.P4=2"
    _, asked = valued("scotch-whist", f"phase=score trump=S {won}", "scores.P2", "scotch-whist.score.ten")
    told = said(asked.solution())
    assert "captured" not in told
    assert "10 (the ten of trumps)" in told and "4 (the ace of trumps)" in told


def test_a_reason_names_all_the_cards_of_a_rule_or_what_the_sum_does_not_say() -> None:
    won = "won.P1=- won.P2=QS,JS,9S,4S won.P4=KS,7S,6S,5S,8H,3S,2S,4H,AC,KC,9C,8C,7C,6C,2C,3C"
    where = f"phase=score bum=5S {won.replace('5S,8H', '8H,7H')} last=P3 bum_trick=P4 played=0"
    _, asked = valued("tetka", where, "scores.P3", "tetka.penalty.queens")
    told = said(asked.solution())
    assert "P3 won QH QD QC, and each queen other than Tetka costs 1." in told
    assert "won the last trick" not in told and "(the last trick)" in told


def test_payments_of_one_rule_are_named_once() -> None:
    _, asked = valued(
        "reversis", "leader=P2 trick=9H,JH,3H,QH", "facts.pays.P2", "reversis.quinola.forced", "What is gained?"
    )
    assert "10 (a forced Quinola, from P3) + 5 (from P1) + 5 (from P4) = 20" in said(asked.solution())


def test_the_order_of_a_suit_is_the_reason_for_its_highest_card() -> None:
    _, asked = valued("solo", "trump=H trick=7C,QS,TC,QC", "winner.card", "solo.rank.trump", "Which card wins?")
    row, course = asked.solution()
    assert "From high to low, trumps run QC 7H QS" in said([row])
    assert "From high to low" not in said([course])


def test_a_hand_that_is_counted_is_told_without_its_cards() -> None:
    here = position(
        load("tetka"),
        "phase=score bum=9C won.P1=3C,7C,JC,QC won.P2=6S,4S,8S,7S,2D,AD,QD,JD,9S,KH,QS,TS "
        "won.P3=2C,6C,5C,TC,3S,2S,5S,AS,TD,3D,QH,KD,9H,JS,4H,9C "
        "won.P4=2H,TH,6H,8H,3H,JH,5H,7H,6D,9D,7D,4D,4C,AH,KC,KS,8C,8D,AC,5D last=P3 bum_trick=P4 played=3",
    )
    assert "The bum card was" in said(result_doc(here.game, here.view))
    assert "The bum card was" not in said(result_doc(here.game, here.view, counted=True))


def test_only_cards_that_count_are_told_of_a_deal() -> None:
    here = position(load("canadian-salad"), "phase=score deal=3 won.P1=QS,2S won.P3=QH,3H,4D won.P4=QC,QD")
    told = said(result_doc(here.game, here.view))
    assert "P1 won QS; P3 won QH; P4 won QD QC; P2 won none of the cards that count." in told.replace("QC QD", "QD QC")


@pytest.mark.parametrize(
    ("bids", "told"),
    [
        ("P1:1,P2:2,P3:pass", "P2 bid 2, and only one pass has followed; it takes two in a row to end the auction."),
        ("P1:2,P2:pass,P3:pass", "Two passes in a row end the auction."),
    ],
)
def test_why_an_auction_goes_on_is_told(bids: str, told: str) -> None:
    _, asked = valued("dou-dizhu", f"phase=auction bids={bids}", "to_move", "dou-dizhu.auction.end", "Who calls next?")
    assert told in said(asked.solution())


def test_a_rule_that_a_hint_has_named_is_not_said_to_a_wrong_answer() -> None:
    _, asked = valued(
        "kaiser",
        DEFENDERS,
        "scores.P2+P4",
        "kaiser.defenders.low",
    )
    first = said(Asking(asked, "kaiser", "drill").answer("7").doc)
    assert asked.rule in first
    hinted = Asking(asked, "kaiser", "drill")
    hinted.hint()
    told = said(hinted.answer("7").doc)
    assert asked.rule not in told and "5H" in told
    assert said(hinted.why("7")).strip() == told.strip()


def test_the_parts_of_a_sum_are_named_once() -> None:
    _, asked = valued(
        "kaiser",
        DEFENDERS,
        "scores.P2+P4",
        "kaiser.defenders.low",
    )
    assert "It is worked out from 5H and the tricks." in [unmarked(rung) for rung in asked.ladder()]


def test_jokers_are_listed_by_name_among_cards() -> None:
    held = (card("X1"), card("AH"), card("6H"))
    assert unmarked(card_shown(held)) == "X1, AH and 6H"
    assert unmarked(card_shown(held[1:])) == "AH 6H"


def test_results_that_differ_by_the_side_or_have_the_same_sum_are_repeats() -> None:
    one, other = (
        valued("scotch-whist", f"phase=score trump={trump} {kept}", "scores.P3", "scotch-whist.score.ace")[1]
        for trump, kept in (
            ("C", "won.P1=JC won.P2=QC won.P3=AC,KC won.P4=TC tricks.P1=2 tricks.P2=3 tricks.P3=2 tricks.P4=2"),
            ("S", "won.P1=QS won.P2=JS won.P3=AS,KS won.P4=TS tricks.P1=2 tricks.P2=3 tricks.P3=2 tricks.P4=2"),
        )
    )
    assert repeats.alike(one, other)


def test_a_number_in_words_tells_the_answer_too() -> None:
    _, asked = valued("pluck", "phase=pluck dealer=P3", "facts.quota.P2", "pluck.quota.right")
    assert asked.value == 4
    told = said(Asking(asked, "pluck", "drill").answer("0").doc)
    assert "four" not in told and "4" not in told


def test_nobody_is_not_taken_for_an_answer_to_another_position() -> None:
    _, asked = valued("spinado", "run=P1:QH,P3:KH", "facts.starts", "spinado.play.restart", "Who starts again?")
    assert "left out" not in said(Asking(asked, "spinado", "drill").answer("nobody").doc)


def test_what_is_no_suit_is_no_answer_to_a_question_for_one() -> None:
    _, asked = valued("back-alley", "phase=exchange upcard=6D hand=AS,2S", "facts.trump", "back-alley.trump", "Trump?")
    assert not any(asked.grade(one).understood for one in ("5", "right"))
    assert all(asked.grade(one).understood for one in ("hearts", "none", "D"))


def test_a_number_that_no_result_tells_is_not_said_to_stand_there() -> None:
    here = "phase=score pots=40 reversis=P1 tricks.P1=10 tricks.P2=1 broken=P2:KD events=P1:JH:led"
    _, asked = valued("reversis", here, "scores.P1", "reversis.reversis.broken-remise", "What is lost?")
    assert "stands there" not in said(Asking(asked, "reversis", "drill").answer("10").doc)


@pytest.mark.parametrize("name", names())
def test_an_example_of_a_result_can_be_settled(name: str) -> None:
    game = load(name)
    fields = pairs(example_of_result(game).split())
    settled = game.scoring.settle(read_view(game, game.scoring, fields))
    assert fields and (settled.lines or settled.outcome)
    for left_out in {name.partition(".")[0] for name, _ in fields} if len(fields) > 1 else ():
        rest = [pair for pair in fields if pair[0].partition(".")[0] != left_out]
        with suppress(BadPosition):
            assert not rest or game.scoring.settle(read_view(game, game.scoring, rest)) != settled, left_out


def test_an_example_of_a_result_names_no_card_that_makes_no_difference() -> None:
    assert example_of_result(load("kaiser")).endswith("won.P1+P3=5H won.P2+P4=3S")
    assert "won.P2+P4" not in example_of_result(load("botifarra")), "one side may have the rest"


@pytest.mark.parametrize(
    ("name", "here", "of", "clause", "told"),
    [
        (
            "tetka",
            "bum=3H number=2 trick=KS,KH,QD,QH",
            "facts.penalty",
            "tetka.penalty.cumulative",
            "1 (QD) + 2 (Tetka, QH) = 3.",
        ),
        (
            "tetka",
            "phase=score bum=5H last=P4 bum_trick=P3 won.P1=AS,KS,QS,JS,TS,9S,8S,7S,6S,5S,4S,3S,2S,4D,3D,2D "
            "won.P2=AD,KD,QD,JD,TD,9D,8D,7D,6D,5D,7C,6C,5C,4C,3C,2C won.P3=AH,KH,QH,JH,TH,9H,8H,7H,6H,5H,4H,3H",
            "outcome.most",
            "tetka.penalty.most-none",
            "The bum card is 5H, so hearts decide.",
        ),
        (
            "bridge-solitaire",
            "phase=answer trump=S trick=8D stock=KC,2H,4S last=true hand=JS,7H",
            "facts.answer",
            "bridge-solitaire.house.answer",
            "Card 3, 4S, is a trump and answers the lead.",
        ),
    ],
)
def test_a_card_that_decides_is_called_what_it_is(name: str, here: str, of: str, clause: str, told: str) -> None:
    assert told in said(valued(name, here, of, clause)[1].solution())


def test_plucks_that_are_made_are_not_still_to_be_made() -> None:
    here = "phase=pluck dealer=P3 tricks.P1=5 tricks.P2=9 tricks.P3=3 plucks="
    hand = " hand=QS,JH,AC,KD,X1"
    assert "still to be made" not in said(legal("pluck", f"{here}{hand}", "P3:KD").solution())
    assert "P3 can be plucked three times, and one of these is still to be made" in said(
        legal("pluck", f"{here}P2:P3,P2:P3{hand}", "P3:KD").solution()
    )


def test_totals_run_through_the_terms_of_a_hand() -> None:
    here = "phase=score dealer=P1 tricks.P1=8 tricks.P2=8 tricks.P3=1 before.P1=19 before.P2=18 before.P3=12"
    _, question = valued("pluck", here, "outcome.game", "pluck.end.tie")
    assert "P1: 19 (before) + 8 (tricks) - 7 (the quota) = 20." in said(question.solution())


@pytest.mark.parametrize(
    ("name", "here", "of", "clause", "told"),
    [
        (
            "reversis",
            "phase=score tricks.P1=10 tricks.P2=1 reversis=P1 broken=P2:KD events=P1:JH:led pots=25",
            "scores.P1",
            "reversis.reversis.broken-remise",
            ["broke the reversis", "pays a remise", "-64 (", "- 25 ("],
        ),
        (
            "reversis",
            "phase=score deal=12 talon=7S,2H,5D,9C points.P1=7 points.P2=8 points.P3=14 points.P4=11 "
            "tricks.P1=2 tricks.P2=2 tricks.P3=4 tricks.P4=3 before.P1=94 before.P2=97 before.P3=107 before.P4=97",
            "outcome.game",
            "reversis.end",
            ["P3, with the most points, 14, lost the party to P1", "94 (before) + 4 (the party)"],
        ),
        (
            "reversis",
            "phase=score dealer=P3 talon=3S,6H,4C,2D points.P1=5 points.P2=5 points.P3=15 points.P4=15 "
            "tricks.P1=3 tricks.P2=3 tricks.P3=3 tricks.P4=2",
            "outcome.hand",
            "reversis.party.ties",
            ["P1 and P2 have the fewest points, 5 each.", "each of these won 3 tricks", "P1 comes first"],
        ),
        (
            "strange",
            "upcard=KH,8C round=5 leader=P2 trick=2S+AH,9S+QD,9C+9H",
            "facts.slots.0",
            "strange.r5.pairs",
            [
                "P2: 2S 2",
                "P1: 9C 22",
                "The highest first card wins: 9C",
            ],
        ),
        (
            "tresette",
            "phase=score last=P2+P4 won.P1+P3=4S,5S,6S,7S took=P2,P4,P1 declared.P2=3S,2S,AS,AD,AC,KC,JC,4C,5H,6D "
            "declared.P4=3H,3D,3C,4D,5D,6C,7C,7H,KH,JH",
            "scores.P2+P4",
            "tresette.score.melds",
            ["announced three aces", "announced a nap", "announced three threes"],
        ),
    ],
)
def test_a_reason_tells_all_that_decides_and_causes_first(
    name: str, here: str, of: str, clause: str, told: list[str]
) -> None:
    text = said(valued(name, here, of, clause)[1].solution())
    assert all(one in text for one in told), text
    assert sorted(told, key=text.index) == told


def test_cards_that_the_question_has_counted_are_named_where_they_have_no_name() -> None:
    piles = "won.P2=2S,3S,4S,5S won.P3=6S,7S,8S,9S won.P4=2H,3H,4H,5H"
    here = position(load("tetka"), f"phase=score bum=3C last=P1 bum_trick=P2 {piles}")
    made = score_question(here, "tetka.penalty.tetka", Random(1))
    assert made is not None and made.told
    queens = [made.prompt]
    assert queens and not any("queens (" in unmarked(text) for text in queens)


@pytest.mark.parametrize(
    ("name", "here", "of", "clause", "told"),
    [
        (
            "back-alley",
            "phase=auction cards=11 dealer=P4 bids=P1:3,P2:board,P3:5,P4:4",
            "facts.contracts.P2+P4",
            "back-alley.contract",
            "P2 bid board, all 11 tricks, and that counts alone, without P4's 4.",
        ),
        (
            "back-alley",
            "phase=auction deal=21",
            "facts.cards",
            "back-alley.hands",
            "Deal 21 comes 7 deals after the fourteenth: 1 + 7 = 8.",
        ),
        (
            "kaiser",
            "phase=auction dealer=P4 bids=P1:6no,P2:7,P3:pass,P4:pass",
            "facts.bidder",
            "kaiser.bid.order",
            "P2 said 7, which is higher than 6no. The highest bid is 7, by P2.",
        ),
        (
            "last-one",
            "phase=effect played=6H seat=P1",
            "facts.next",
            "last-one.effect.none",
            "P2 6H has no effect.",
        ),
        (
            "big-two",
            "phase=score left.P2=10 players=2 before.P1=92 before.P2=90",
            "outcome.game",
            "big-two.a.end",
            "The game ends at 100, and only P2 has that or more. P1 has the lower total, and that wins.",
        ),
        (
            "botifarra",
            "phase=score trump=- call=double won.P1+P3=KS,KH,9C,AC,KC,JC,JD,2S,3S,4S,5S,6S,7S,8S,2H,3H,4H,5H,6H,7H",
            "scores.P2+P4",
            "botifarra.score.multiply",
            "Botifarra makes the hand count 2 times, and the double makes it 4.",
        ),
        (
            "bridge-solitaire",
            "phase=house hand=AS,KS,QS,TS,4S,2S,AH,JH,5H,4H,3H,7C,6C",
            "facts.winners.S",
            "bridge-solitaire.house.count",
            "Your A, K and Q beat the house's best, the J: three winners.",
        ),
        (
            "bridge-solitaire",
            "phase=score contract=5C tricks=11 games.P1=1 before.P1=500 before.house=700",
            "outcome.rubber",
            "bridge-solitaire.rubber",
            "700 (the rubber, for house has won no game)",
        ),
        (
            "bridge-solitaire",
            "phase=score contract=2S tricks=7 jokers=2 games.house=1",
            "scores.house",
            "bridge-solitaire.score.under",
            "had won no game before (not vulnerable). 100 (one trick short, doubled) × 2 (redoubled) = 200.",
        ),
        (
            "court-piece",
            "phase=score dealer=P3 tricks.P1+P3=6 tricks.P2+P4=7 tally=P1+P3:6",
            "scores.P1+P3",
            "court-piece.score.streak-court",
            "That ends the row that P1+P3 had, and P2+P4 begins a new one; it takes seven in a row for a court.",
        ),
        (
            "jo-jotte",
            "phase=score declarer=P1 trump=S last=P2 won.P1=7S,TH,KH,TC,KC,QC,JC,AD,KD,9D "
            "won.P2=AS,TS,QS,8S,7H,AC,9C,TD below.P1=40 below.P2=69",
            "outcome.game_won",
            "jo-jotte.game",
            "nothing. P1 made 50 against 45, which is more",
        ),
        (
            "kaiser",
            "phase=auction dealer=P1 bids=P2:pass,P3:7,P4:pass,P1:8",
            "facts.leads",
            "kaiser.lead",
            "the next player leads, whoever won the bidding: P2.",
        ),
        (
            "kaiser",
            "phase=score contract=6no declarers=P1+P3 before.P2+P4=49 tricks.P1+P3=6 tricks.P2+P4=2 "
            "won.P1+P3=5H won.P2+P4=3S",
            "scores.P2+P4",
            "kaiser.defenders.high",
            "above 45 only what is lost counts; without trumps only the declarers' points are doubled.",
        ),
        (
            "kaiser",
            "phase=score contract=8 declarers=P2+P4 tricks.P1+P3=3 tricks.P2+P4=5 won.P1+P3=5H won.P2+P4=3S",
            "scores.P2+P4",
            "kaiser.failed",
            "5 (tricks) - 3 (3S) = 2. With 2 points the contract of 8 is broken, so 2 is lost.",
        ),
        (
            "tresette",
            "phase=declare hand=3S,JS,3H,2H,AH,KH,QH,3C,3D,JD",
            "facts.points",
            "tresette.meld.kinds",
            "3 (a nap, 3H 2H AH, in which 3H counts again) = 7.",
        ),
    ],
)
def test_a_reason_names_what_a_likely_wrong_answer_overlooks(
    name: str, here: str, of: str, clause: str, told: str
) -> None:
    assert told in said(valued(name, here, of, clause)[1].solution())


def test_a_row_is_told_to_the_side_whose_it_is() -> None:
    here = "phase=score allow_revokes=true dealer=P2 revoke=P3 tally=P1+P3:2"
    for side in ("P1+P3", "P2+P4"):
        told = said(valued("court-piece", here, f"scores.{side}", "court-piece.revoke.forfeit")[1].solution())
        assert "in a row" not in told


def test_who_may_pluck_is_told_with_what_each_needed() -> None:
    here = "phase=pluck dealer=P3 tricks.P1=4 tricks.P2=9 tricks.P3=4 plucks=P2:P3 hand=QS,JH,AC,KD"
    told = said(legal("pluck", here, "P3:KD").solution())
    assert "Last time you needed 7 and took 9, so you had 2 plucks, and 1 is left. P3 needed 6 and took 4" in told
