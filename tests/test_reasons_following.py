"""Reasons for cards that follow to a trick or are thrown away where tricks are wanted: what is kept, and what for."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

from tests.test_reasons import COURT, GAME, why
from tutor.advice import Adviser, Budget
from tutor.advice.reasons.finding import reasons
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.cards import card
from tutor.kernel.history import Record
from tutor.kernel.moves import Move, play
from tutor.kernel.state import changed
from tutor.teach.practice.advising import motive
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from tutor.advice.reasons.context import Reason


def said(found: dict[str, Reason], what: str) -> str:
    return unmarked(motive(GAME, found[what]))


def all_gone_but(stage: str) -> str:
    """The moment with all cards that are in no hand and not on the table in tricks that were won."""
    there = set(re.findall(r"\b[2-9TJQKA][SHDC]\b", stage))
    return f"{stage} won.P1+P3={','.join(c.text for c in load('court-piece').pack.order if c.text not in there)}"


def test_a_low_card_is_lost_for_what_a_higher_one_may_still_win() -> None:
    stage = COURT.format("P2", "KH,5H,6H", "QH,3H,2C", "{}H,4C", "5C,6C", "7C,8C")
    gone = " won.P1+P3=JH,TH,9H,8H,7H,2H,2S,"
    found = why("court-piece", stage.format("A") + gone + "3S", "3H", "QH")
    assert said(found, "lowest") == "Play 3H: of its suit only AH is then above QH."
    found = why("court-piece", stage.format("4") + gone + "AH", "3H", "QH")
    assert said(found, "lowest") == "Play 3H: QH is then the highest heart left."
    stage = COURT.format("P2", "KH,5H,6H", "8H,3H,2C", "AH,4C", "QH,7H", "JH,8C") + " won.P1+P3=TH,9H,2H,2S"
    assert said(why("court-piece", stage, "3H", "8H"), "lowest") == "Play 3H: 8H still beats 7H and 4H."
    assert "lowest" not in why("court-piece", stage, "8H", "3H")


def test_of_neighbours_the_cheaper_is_lost() -> None:
    stage = "trump=S leader=P2 trick=AH,KH,6H hand.P1=QH,JH,4C hand.P2=2D,4D hand.P3=5D,6D hand.P4=7D,JD"
    found = why("tute", stage, "JH", "QH")
    assert said(found, "cheaper_neighbour") == "JH and QH do the same from now on: give the cheaper one."
    assert "cheaper_neighbour" not in why("tute", stage, "QH", "JH")


def test_nothing_matters_to_who_cannot_win_a_trick_any_more() -> None:
    stage = all_gone_but(COURT.format("P3", "AD", "KC,9H", "KS,JH", "8D", "2C,3H"))
    assert why("court-piece", stage, "2C", "3H")["none_can_win"].decides
    low = all_gone_but(COURT.format("P3", "AD", "KC,2H", "KS,JH", "8D", "3C,4H"))
    found = why("court-piece", low, "3C", "4H")
    assert "none_can_win" not in found, "the four beats the two"
    assert said(found, "keeps_beater") == "3C can win nothing when its suit is led; 4H still beats 2H."
    trump = all_gone_but(COURT.format("P3", "AD", "KC,9H", "KS,JH", "8D", "2C,3S"))
    assert "none_can_win" not in why("court-piece", trump, "2C", "3S")


def test_a_card_that_an_opponent_has_shown_decides_what_is_kept() -> None:
    """P3 declares, and the two kings left in that hand came from the widow."""
    stage = "declarer=P3 leader=P3 trick=7D hand.P1=2C,AH,QH hand.P2=JS,AC,6C hand.P3=KC,KS won.P3=3C,4C,5C"
    game = load("calabrasella")
    record = history.staged(game, stage)
    found: dict[bool, dict[str, Any]] = {}
    for shown in (True, False):
        state = changed(record.state, shown=(card("KC"), card("KS")) if shown else ())
        told = reasons(Record(game, (state,)), "P1", play(card("QH")), play(card("2C")), Random(1), 20_000)
        found[shown] = {reason.what: reason for reason in told}
    assert said(found[True], "keeps_over_shown") == "P3 has only KS and KC left, and 2C beats KC."
    assert "keeps_over_shown" not in found[False]


def test_what_partner_has_asked_for_is_played() -> None:
    stage = "leader=P4 hand.P1=4S,5H,5C,7S hand.P2=JH,6H,4C,3D hand.P3=3H,2H,AH,KH hand.P4=KC,QC,4D,7H"
    found = why("tresette", stage, "JH", "6H", after="best 7H 5H")
    assert said(found, "requested") == "P4 has asked for your best heart: play JH."
    assert "requested" not in why("tresette", stage, "JH", "6H", after="7H 5H")
    game = load("tresette")
    record = history.staged(game, stage)
    for text in "best 7H 5H".split():
        record = history.play(record, record.state.turn[0], Move(text))
    assert Adviser(game, 1).advise(record, "P2", Random(1), Budget(playouts=10, work=20_000)).move.text == "JH"


def test_a_card_that_costs_or_brings_something_is_told_first() -> None:
    hands = "hand.P1=7C,8D hand.P2={},9S hand.P3=KS,KH,TD hand.P4=TS,8S,TH contract=6no bidder=P3"
    stage = "trump=- leader=P1 trick={} " + hands
    found = why("kaiser", stage.format("3S", "AS,JS"), "9S", "JS")
    assert next(iter(found)) == "penalty_lies" and found["penalty_lies"].facts["cost"] == 3
    assert "penalty_lies" not in why("kaiser", stage.format("3S", "AS,JS"), "JS", "9S")
    assert "penalty_lies" not in why("kaiser", stage.format("QS", "AS,JS"), "9S", "JS")
    assert "bonus_lies" in why("kaiser", stage.format("5H", "AH,JH"), "AH", "JH")
    assert "bonus_lies" not in why("kaiser", stage.format("5H", "AH,JH"), "JH", "AH")


def test_no_higher_card_is_spent_that_helps_partner_little() -> None:
    stage = all_gone_but(COURT.format("P4", "7C,4C", "5D,6D", "2D,9C,3C", "AC,QC,8H", "8D,JD"))
    assert said(why("court-piece", stage, "3C", "9C"), "no_help").startswith("Whatever beats 7C beats 9C as well")
    low = all_gone_but(COURT.format("P4", "7C,4C", "5D,6D", "2D,KC,3C", "AC,QC,8H", "8D,JC"))
    assert "no_help" not in why("court-piece", low, "3C", "KC")


def test_points_go_on_a_trick_after_which_only_partner_plays() -> None:
    """The ace of trumps is next to the jack, which wins as much later."""
    game = load("schafkopf")
    stage = "declarer=P1 leader=P1 trick=AS hand.P1=TS,KS hand.P2=JD,AD,9C hand.P3=8S,7S,8C"
    assert "JD will win as much later" in said(why("schafkopf", stage, "AD", "JD"), "wins_with_points")
    record = history.staged(game, stage)
    advice = Adviser(game, 1).advise(record, "P2", Random(1), Budget(playouts=10, work=20_000))
    assert play(card("JD")) not in (advice.move, advice.other), "it is no better, whatever the others hold"


def test_the_rival_that_is_named_is_the_one_compared() -> None:
    stage = COURT.format("P1", "2C", "5D,6D", "KC,TC,5C", "8C,JC,8H", "8D,9C,JD") + " won.P1+P3=AC,QC,2S,3S"
    found = why("court-piece", stage, "TC", "KC")
    assert said(found, "keeps_to_catch") == "They can beat TC only with JC or a trump: keep KC."
    assert said(why("court-piece", stage, "TC", "5C"), "goes_higher").startswith(
        "They can beat TC only with JC or a trump"
    )
