"""Reasons: what advice calls certain is true, what it says fits the move, and no hidden card is given away."""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import played, tables
from tests.test_bids import after, holding
from tutor.advice import Adviser, Budget
from tutor.advice.evidence import TELLING
from tutor.advice.outcomes import Outcome
from tutor.advice.reasons import finding, priorities
from tutor.advice.reasons.before_play.contracts import contracts
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.endings import how_it_ends
from tutor.advice.reasons.finding import reasons
from tutor.advice.sampled_outcomes import SampledOutcomes, correlation
from tutor.families.tricks import TrickPhase
from tutor.kernel import history
from tutor.kernel.by_name import load, names
from tutor.kernel.game import Game
from tutor.kernel.history import Record
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.kernel.position import read_view
from tutor.kernel.position_text import split
from tutor.policies import policy_of
from tutor.teach.practice.advising import FEW, advised, certain, motive, reasons_told, sure_text
from tutor.teach.text.doc import Item
from tutor.teach.text.environment import environment
from tutor.teach.text.files import templates_root
from tutor.teach.text.marks import mark, unmarked
from tutor.teach.text.phrases import text_in_words
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.seats import Seat

every_game = pytest.mark.parametrize("name", names())
WORK = 20_000


GAME = load("tute")
"""Any game whose results are points."""


def why(game: str, stage: str, move: str, other: str | None = None, after: str = "") -> dict[str, Reason]:
    """The reasons for a move and for no other, at a moment set up or come about `after` more moves, by name."""
    record = history.staged(load(game), stage)
    for text in after.split():
        record = history.play(record, record.state.turn[0], Move(text))
    seat = record.state.turn[0]
    moves = {m.text: m for m in legal(record.game, record.state, seat)}
    found = reasons(record, seat, moves[move], moves[other] if other else None, Random(1), WORK)
    return {reason.what: reason for reason in found if not reason.shared}


def test_where_the_rank_alone_decides_no_suit_is_spoken_of() -> None:
    stage = "tricks=P2+P4 leader=P2 trick=AD,5H,QS hand.P1=AS,6D hand.P2=4C hand.P3=4H hand.P4=7D"
    assert [*why("truc", stage, "AS", "6D")][:1] == ["draws"]
    assert [*why("truc", stage, "6D", "AS")][:1] == ["lowest_of_all"]
    lead = "leader=P1 hand.P1=3S,6D,7C hand.P2=4C,4S,3H hand.P3=4H,5D,JC hand.P4=7D,JD,QD"
    found = why("truc", lead, "3S", "6D")
    assert "at_least_level" in found and "master" not in found, "other threes are out of sight"
    assert motive(load("truc"), found["at_least_level"]).startswith("At worst the trick is drawn")


def test_the_cheapest_card_that_wins() -> None:
    stage = "trump=S leader=P2 trick=QH,4H,5H hand.P1=AH,KH,2S hand.P2=2D,4D hand.P3=5D,6D hand.P4=7D,JD"
    found = why("tute", stage, "KH", "AH")
    assert unmarked(certain(GAME, found["keeps_to_catch"])) == "KH beats QH, and so would AH."
    assert unmarked(motive(GAME, found["keeps_to_catch"])).endswith(
        "AH would bring 7 points more now, but if you keep it, it can still catch 3H."
    )
    gone = why("tute", stage + " won.P1+P3=3H,2H,3C,2C", "KH", "AH")["equal_winner"]
    assert unmarked(motive(GAME, gone)) == "KH does all that AH would."
    assert "wins_with_points" in why("tute", stage, "AH", "KH")


def test_what_a_card_counts_is_not_read_off_the_facts_of_a_trick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TrickPhase, "value_fact", lambda phase, trick, trumps: {"number": len(trick), "points": 0})
    stage = "trump=S leader=P2 trick=QH,4H,5H hand.P1=AH,KH,2S hand.P2=2D,4D hand.P3=5D,6D hand.P4=7D,JD"
    assert why("tute", stage, "KH", "AH")["keeps_to_catch"].facts["worth"] == 4
    assert why("tute", stage, "AH", "KH")["wins_with_points"].facts["worth"] == 11


def test_points_go_to_the_partners_trick() -> None:
    stage = "trump=S leader=P3 trick=AH,4H hand.P1=3D,2D,4C hand.P2=2C,JC,QC hand.P3=6C,5D hand.P4=7D,JD"
    found = why("tute", stage, "3D", "2D")
    assert found["feeds_partner"].facts["worth"] == 10
    assert "partner" in motive(GAME, found["feeds_partner"])
    assert "feeds_partner" not in why("tute", stage, "2D", "3D")
    stage = "leader=P3 trick=3C,4C hand.P1=KC,2C,5C hand.P2=6D,7D,7C hand.P3=5D,6H hand.P4=AC,QD"
    found = why("tresette", stage, "KC", "2C")
    assert unmarked(motive(GAME, found["feeds_partner"])).endswith("keep 2C: it is then the highest club left.")


def test_who_cannot_win_gives_little_away() -> None:
    stage = "trump=S leader=P2 trick=AH,4H,5H hand.P1=KH,2H,6H hand.P2=2D,4D hand.P3=5D,6D hand.P4=7D,JD"
    found = why("tute", stage, "2H", "KH")
    assert set(found) & {"least_count", "lowest"}
    assert "least_count" not in why("tute", stage, "KH", "2H")


def test_a_penalty_card_is_unloaded() -> None:
    stage = "trump=- leader=P2 trick=AS,9S,TS hand.P1=3S,KS,8C hand.P2=7C,9C hand.P3=TC,JC hand.P4=QC,KC"
    stage += " contract=7no bidder=P2"
    found = why("kaiser", stage, "3S", "KS")
    assert found["unloads"].facts["worth"] == -3
    assert "Get rid of 3S" in unmarked(motive(GAME, found["unloads"]))


def test_the_master_of_a_suit_and_the_last_trumps() -> None:
    rest = " hand.P2=2D,4D,3S,6C hand.P3=5D,6D,4C,7C hand.P4=7D,JD,2C,JC"
    stage = "trump=S leader=P1 trick= hand.P1=AS,2S,6S,AH" + rest
    found = why("tute", stage, "AS", "AH")
    assert [c.text for c in found["draws_trumps"].facts["guards"]] == ["AH"]
    assert found["draws_trumps"].facts["out"] >= 1
    stage = stage.replace("6S,AH", "KH,AH")
    assert "draws_trumps" not in why("tute", stage, "AS", "AH"), "two trumps draw no seven"
    stage = "trump=S leader=P1 trick= hand.P1=AS,2S,AH,KH,4D,5D,6D,4C,5C,6C hand.P2=3S,4S,2H,4H,5H,2D,7D,2C,7C,JC"
    stage += " hand.P3=5S,6S,7S,6H,7H,JD,QD,QC,KC,AC hand.P4=JS,QS,KS,JH,QH,3H,KD,AD,3D,3C"
    found = why("tute", stage, "AH", "AS")
    assert "only a trump beats it" in unmarked(certain(GAME, found["high_in_suit"]))
    assert "the highest trump left" in unmarked(motive(GAME, found["keeps_master"]))
    assert 0.65 < found["high_in_suit"].facts["held"] / found["high_in_suit"].facts["deals"] < 1
    assert "keeps_master" not in why("tute", stage, "AH", "2S"), "it was never that or this"


COURT = "trump=S leader={} trick={} hand.P1={} hand.P2={} hand.P3={} hand.P4={}"
TUTE = "trump=S leader=P1 trick= hand.P1={} hand.P2=2D,4D,2C hand.P3=5D,6D,4C hand.P4=7D,JD,QC"


def test_where_nothing_can_be_lost_any_more_that_is_said() -> None:
    gone = " won.P1+P3=KS,QS,JS,7S,6S,5S,4S,2S"
    found = why("tute", TUTE.format("AS,3S,AH") + gone, "AH", "AS")
    assert [*found] == ["rest_yours"]
    assert "none can trump" in unmarked(certain(GAME, found["rest_yours"]))
    found = why("tute", TUTE.format("AS,4H,AH") + gone + ",3S,5H,6H,7H", "AH", "AS")
    assert [*found] == ["both_win"], "the four of hearts may lose"
    assert "rest_yours" not in why("tute", TUTE.format("AS,3S,AH") + " won.P1+P3=KS,QS,JS,7S", "AH", "AS")


def test_of_equals_the_dearer_comes_first() -> None:
    gone = " won.P1+P3=KS,QS,JS,7S,6S,5S,4S,2S,AS,3S,2H,"
    assert [*why("tute", TUTE.format("AH,3H,6C") + gone + "5H", "AH", "3H")] == ["dearer_first"]
    assert "dearer_first" not in why("tute", TUTE.format("AH,3H,6C") + gone + "5H", "3H", "AH")
    assert "dearer_first" not in why("tute", TUTE.format("AH,KH,6C") + gone + "5H", "AH", "KH")
    gone = gone.replace("AS,3S", "QH,4H")
    void = TUTE.format("AH,3H,2C").replace("2D,4D,2C", "AS,4D,5C").replace("5D,6D", "3S,6D")
    assert "dearer_first" not in why("tute", void + gone + "5H,6H,7H,JH,KH", "AH", "3H"), "it will hardly come home"


def test_the_last_card_of_a_suit_wins_where_there_are_no_trumps() -> None:
    hands = "leader=P1 trick= hand.P1=7S,5D,AC hand.P2=2D,4D,2C hand.P3=6D,7D,4C hand.P4=3D,JD,QC"
    gone = " won.P1+P3=3S,2S,AS,KS,QS,JS,6S,5S,4S"
    assert [*why("tresette", hands + gone + ",4H,5H,6H", "7S", "5D")] == ["last_of_suit"]
    assert "last_of_suit" not in why("tresette", hands + gone.replace("KS", "7H") + ",4H,5H,6H", "7S", "5D")


def test_a_low_lead_is_explained_by_what_it_sets_free() -> None:
    stage = "leader=P1 trick= hand.P1=JS,7S,5S,2H,AC hand.P2=2S,4D,2C,QD,7C hand.P3=KS,7D,4C,KD,4H"
    stage += " hand.P4=3D,JD,QC,6S,5H won.P1+P3="
    found = why("tresette", stage + "3S,AS,QS,4S", "5S", "2H")
    said = "Only 2S and KS are above your JS: the suit is worth leading until they are gone."
    assert unmarked(motive(GAME, found["brings_out"])) == said
    assert "brings_out" not in why("tresette", stage + "4S,3H,6H,7H", "5S", "2H"), "five are higher"


def test_a_winner_may_clear_the_way_for_the_next() -> None:
    stage = "leader=P1 trick= hand.P1=3S,AS,KS,6S,7C hand.P2=2S,4D,2C,QD,JC hand.P3=QS,7D,4C,KD,4H"
    stage += " hand.P4=3D,JD,QC,JS,5H"
    found = why("tresette", stage, "3S", "7C")
    assert unmarked(motive(GAME, found["clears_way"])) == "2S may fall under 3S: then AS is high."
    assert "clears_way" not in why("tresette", stage.replace("AS,KS,6S", "QH,KH,6S"), "3S", "7C"), "many lie between"


def test_a_trump_may_catch_one_that_counts() -> None:
    stage = "trump=S leader=P1 trick= hand.P1=JS,9S,6S,8H,JD,7C hand.P2=KS,AH,6D,7D,8C,9C"
    stage += " hand.P3=8D,9D,TD,JC,QC,{} hand.P4=QS,AS,7S,KH,QH,8S"
    assert why("scotch-whist", stage.format("TS"), "JS", "7C")["may_catch"].facts["worth"] == 10
    gone = stage.format("6C") + " won.P1=TS,6H,7H,9H"
    assert "may_catch" not in why("scotch-whist", gone, "JS", "7C")


def test_a_guarded_card_is_better_led_to() -> None:
    stage = COURT.format("P1", "", "KH,3H,5C,4C", "AC,8C,JC,9D", "2D,9C,4D,TC", "8D,AH,QD,2C")
    assert why("court-piece", stage, "4C", "3H")["leaves_guarded"].facts["kept"].text == "KH"
    assert "leaves_guarded" not in why("court-piece", stage.replace("3H,", "3D,"), "4C", "KH"), "it has no guard"


def test_two_cards_of_a_suit_are_led_to_trump_the_third_round() -> None:
    stage = "trump=S leader=P1 trick= hand.P1={} hand.P2=4D,QH,JC,3S,5S,7H hand.P3=6H,5C,4C,7C,KC,AC"
    stage += " hand.P4=JH,7D,JD,2C,QD,3D"
    assert "doubleton" in why("tute", stage.format("2S,6S,4H,5H,KD,2D"), "4H", "2S")
    assert "doubleton" not in why("tute", stage.format("2S,6S,4H,5H,KD,2D"), "4H", "2D"), "as true of the diamonds"
    assert "doubleton" not in why("tute", stage.format("2H,6D,4H,5H,KD,2D"), "4H", "2D"), "there is no trump in hand"
    assert "doubleton" not in why("tute", stage.format("2S,6S,4H,3H,KD,2D"), "4H", "2S"), "a king's guard, as it were"


def test_what_others_have_shown_is_told() -> None:
    """P2 did not follow to the ace of clubs."""
    rest = ("2H,5S,6S,9D", "6C,8C,TD,JD", "7C,9C,QD,KD")
    stage = COURT.format("P1", "", "AC,3C,KS,JS", *rest)
    assert why("court-piece", stage, "3C", "JS", after="AC 2H 6C 7C")["forces"].facts["who"] == "P2"
    assert "forces" not in why("court-piece", stage, "3C", "JS"), "nobody has shown anything yet"
    stage = COURT.format("P1", "", "AC,3C,KS,4H", *rest)
    assert "forces" not in why("court-piece", stage, "3C", "4H", after="AC 2H 6C 7C"), "with one trump it is no gain"
    stage = COURT.format("P1", "", "AC,QC,3C,4H", "2H,3H,6S,9D", "6C,TH,TD,JD", "7C,JH,9C,KD")
    found = why("court-piece", stage, "3C", "QC", after="AC 2H 6C 7C 4H 3H TH JH 9C")
    assert found["void_to_come"].facts["who"] == "P2"
    assert "do not spend QC" in unmarked(motive(load("court-piece"), found["void_to_come"]))
    assert "void_to_come" not in why("court-piece", stage, "3C", "QC", after="4H 3H TH JH 9C")


def test_a_card_that_nobody_still_to_play_can_beat_is_certain() -> None:
    """P2, who is last, has neither a trump nor a club."""
    rest = ("2H,3H,6D,9D,TD", "6C,QS,8S,JD,8D", "5S,7C,JH,9C,KD")
    stage = COURT.format("P1", "", "AS,AC,KC,3C,4H", *rest)
    found = why("court-piece", stage, "KC", "3C", after="AS 6D 8S 5S AC 9D 6C 7C 4H 2H JD JH 9C")
    assert found["nobody_can"].facts["who"] == "P2"
    rest = ("2H,3H,4S,9D,TD", "6C,QS,8S,JD,8D", "5S,7C,JH,9C,KD")
    stage = COURT.format("P1", "", "AS,AC,KC,3C,4H", *rest)
    found = why("court-piece", stage, "KC", "3C", after="AS 4S 8S 5S AC 9D 6C 7C 4H 2H JD JH 9C")
    assert "nobody_can" not in found, "P2 may have another trump"


def test_whoever_has_shown_no_trump_cannot_trump() -> None:
    stage = COURT.format("P1", "", "AS,KH,4H,5D", "9D,2C,6H,7H", "3S,5S,8H,9H", "QD,TH,JH,QH")
    stage += " won.P1+P3=AH,3C,4C,5C"
    assert "nobody_trumps" in why("court-piece", stage, "KH", "5D", after="AS 9D 3S QD")
    assert "nobody_trumps" not in why("court-piece", stage, "KH", "5D")


def test_a_trick_that_partner_will_hardly_win_is_not_called_his() -> None:
    """P3, on the side of P1, has led a four; both opponents have higher clubs for sure."""
    stage = COURT.format("P3", "4C,5C", "6C,2C,7D,8D", "KC,QC,JC,TC", "2D,3D,4D", "AC,9C,8C")
    found = why("court-piece", stage, "2C", "6C")
    assert "leaves_partner" not in found
    assert "partner_low" not in found


def test_low_cards_are_explained_by_who_is_still_to_play() -> None:
    stage = COURT.format("P4", "5C", "4C,KC,QC,7D", "6C,8C,JC,9D", "2D,AC,4D,TC", "8D,JD,QD")
    found = why("court-piece", stage, "4C", "KC")
    assert found["second_low"].facts["partner"] == "P3"
    assert "saves" not in found
    stage = COURT.format("P4", "2C", "4C,KC,QC,7D", "6C,8C,JC,9D", "2D,AC,4D,TC", "8D,JD,QD")
    assert set(why("court-piece", stage, "4C", "KC")) == {"plays_low"}


def test_the_top_of_a_sequence_drives_out_what_is_higher() -> None:
    stage = COURT.format("P1", "", "KC,QC,3C,7D", "AC,8C,JC,9D", "2D,9C,4D,TC", "8D,JD,QD,2C")
    found = why("court-piece", stage, "KC", "3C")
    assert [c.text for c in found["sequence"].facts["above"]] == ["AC"]
    assert "drives out" in motive(GAME, found["sequence"])
    assert "sequence" not in why("court-piece", stage, "3C", "KC")


def test_what_is_the_best_left_is_not_called_low() -> None:
    """Both diamonds are as good as aces: nothing of the suit is out."""
    stage = (
        COURT.format("P1", "", "9D,8D,3S", "AC,8C,JC", "2H,9C,4H", "8H,JH,5S")
        + " won.P1+P3="
        + ",".join(f"{rank}D" for rank in "AKQJT765432")
        + ",2S"
    )
    assert "leads_low" not in why("court-piece", stage, "8D", "3S")


def test_points_are_thrown_ahead_of_partner() -> None:
    """The declarer has led a nine, and the other defender is last: an ace is thrown on what that one wins."""
    stage = "declarer=P1 leader=P1 trick=9C hand.P1=QC,QS,AD,TD hand.P2=AH,7H,KS,8S,7S hand.P3=AC,TC,7D,8D,9H"
    found = why("schafkopf", stage, "AH", "7H")
    assert found["feeds_ahead"].facts["held"] * 2 >= found["feeds_ahead"].facts["deals"]
    assert "feeds_ahead" not in why("schafkopf", stage, "7H", "AH")


def test_points_are_not_thrown_to_an_opponent_who_plays_before_partner() -> None:
    """A seven is led and six spades are higher, but an opponent may go above whatever partner has."""
    stage = "leader=P3 trick=7S hand.P1=4S,6S,5C,4C,7D,6D hand.P2=3S,2S,AS,KS,4D,5D hand.P3=6C,7C,JC,QC,6H"
    stage += " hand.P4=AD,4H,2H,3H,7H,KC"
    assert "feeds_ahead" not in why("tresette", stage, "AD", "4H")


KAISER = "trump=- leader={} trick={} hand.P1={} hand.P2={} hand.P3={} hand.P4={} contract=6no bidder=P1"


def test_what_is_thrown_away_is_explained_by_what_is_kept() -> None:
    """P1 runs the clubs. A king is guarded by a small card as long as one spade is higher; the best of a suit stays."""
    rest = "hand.P1=QS,JS,QD hand.P2=TH,5H,TD,9D hand.P3=AS,3S,AD,JD"
    stage = f"trump=- leader=P1 trick=7C,9D,JD {rest.replace(',9D', '').replace(',JD', '')} contract=6no bidder=P1"
    found = why("kaiser", stage + " hand.P4=KS,TS,QH,KD", "KD", "TS")
    assert [c.text for c in found["keeps_guard"].facts["above"]] == ["AS"]
    assert "Keep TS beside KS" in unmarked(motive(GAME, found["keeps_guard"]))
    stage = KAISER.format("P3", "AD", "JS,QD", "TH,5H", "3S", "KS,QH") + " won.P1+P3=AS,9S,TS,7C"
    found = why("kaiser", stage, "QH", "KS")
    assert found["keeps_best"].facts["kept"].text == "KS"
    assert "lowest" not in found, "another suit decides, not the height within this one"


def test_a_card_without_hope_is_thrown_away() -> None:
    stage = KAISER.format("P1", "KC", "QS,JS,AH,JC", "8S,TH,8H,TD,7D", "AS,3S,KH,9H,AD", "KS,TS,9S,QH,JH")
    found = why("kaiser", stage, "8S", "TH")
    assert found["hopeless"].facts["n"] >= 2
    assert "least_count" not in found, "neither card counts anything"
    assert "hopeless" not in why("kaiser", stage, "8S", "7D"), "so is the seven"


def test_a_suit_that_will_be_good_is_kept_together() -> None:
    """P4 holds five hearts, of which three are out; the diamond is worth nothing."""
    stage = KAISER.format("P1", "AC,KC,QC", "9S,8S,TD,9D,JC", "TS,JS,KD,QD,5H", "AS,3S,AH,8H,AD", "KH,QH,JH,TH,7D")
    stage = stage.replace("hand.P1=9S,8S,TD,9D,JC", "hand.P1=9S,8S,TD,9D")
    stage = stage.replace("hand.P2=TS,JS,KD,QD,5H", "hand.P2=TS,JS,KD,QD")
    stage = stage.replace("hand.P3=AS,3S,AH,8H,AD", "hand.P3=AS,3S,AH,8H")
    stage += " won.P2+P4=9H,9C,8C,TC,JD,8D,QS,KS,7C,JC,5H,AD"
    found = why("kaiser", stage, "7D", "TH")
    assert found["keeps_length"].facts["n"] == 2
    assert "keeps_length" not in why("kaiser", stage, "TH", "7D")
    hands = "hand.P1=JS,3D,2D,QD,7D,4D hand.P2=JC,AD,KD,5C,7S,6S hand.P3=3S,2S,JD,7H,6H hand.P4=AS,6D,5D,4S,5H"
    found = why("tresette", f"leader=P3 trick=2C,AC {hands} won.P1+P3=4H,JH,KH,2H,3C,7C,QC,4C,AH,3H,QH,6C", "JS", "QD")
    assert found["keeps_length"].facts["n"] == 5, "as many are out, and both that are highest are in the hand"


def test_of_equal_cards_it_is_said_that_they_are() -> None:
    stage = "trump=S leader=P2 trick=AH,KH,6H hand.P1=QH,JH,4C hand.P2=2D,4D hand.P3=5D,6D hand.P4=7D,JD"
    assert "equals" not in why("tute", stage, "JH", "QH"), "one counts more"
    stage = COURT.format("P2", "AH,3H,4H", "KH,QH,2C", "3C,4C", "5C,6C", "7C,8C")
    assert [*why("court-piece", stage, "QH", "KH")] == ["equals"]
    stage = COURT.format("P2", "QH,3H,4H", "KH,JH,2C", "3C,4C", "5C,6C", "7C,8C")
    assert "equals" not in why("court-piece", stage, "KH", "JH"), "one of them wins"


def test_whoever_plays_last_takes_the_trick_for_certain() -> None:
    stage = COURT.format("P2", "QH,3H,4H", "AH,2H,2C", "3C,4C", "5C,6C", "7C,8C")
    found = why("court-piece", stage, "AH", "2H")
    assert "wins the trick for certain" in unmarked(motive(GAME, found["takes_trick"]))
    stage = COURT.format("P4", "QH", "AH,2H,2C,3D", "KH,4C,5C,4D", "5H,6C,7C,5D", "7D,8C,9C")
    found = why("court-piece", stage, "AH", "2H")
    assert "only with a trump" in motive(GAME, found["takes_trick"]) and not found["takes_trick"].facts["sure"]
    assert "cannot_be_beaten" not in found, "a trump may"


def test_a_penalty_is_kept_from_a_trick_of_the_own_side() -> None:
    stage = KAISER.format("P1", "7C,9D", "QS,JS,QD", "TH,5H,TD", "AS,3S,AD,JD", "KS,TS,QH,KD")
    stage += " won.P1+P3=AC,9C,8C,TC,KC,8S,8D,QC,JC,7D,9H,9S,AH,8H,KH,JH"
    found = why("kaiser", stage, "JD", "3S")
    assert found["spares_penalty"].facts["cost"] == 3
    assert "spares_penalty" not in why("kaiser", stage, "AS", "JD")


def test_why_a_trick_is_taken_with_just_this_card() -> None:
    stage = COURT.format("P1", "5C", "2D,3D,4D,9C", "AC,KC,QC,6C,2H", "JC,TC,3H,4H,5H", "7C,8C,6H,7H,8H")
    found = why("court-piece", stage, "QC", "6C")
    assert [c.text for c in found["equal_winner"].facts["alike"]] == ["AC", "KC"]
    stage = COURT.format("P1", "AD", "2D,3D,5H", "2S,9S,KS,4H", "3S,5S,6H,7H", "JS,AS,8H,9H")
    found = why("court-piece", stage, "9S", "2S")
    assert found["goes_higher"].facts["n"] < found["goes_higher"].facts["more"]
    assert "goes_higher" not in why("court-piece", stage, "2S", "9S")


def test_nobody_is_still_to_play_after_the_last() -> None:
    stage = "declarer=P3 leader=P1 trick=9C,TC hand.P1=AS,KS,QS hand.P2=9S,7S,AH hand.P3=JS,KH,AD,QC"
    assert "highest_winner" not in why("schafkopf", stage, "QC", "AD")


def test_a_lead_to_the_called_card_is_one_to_partner() -> None:
    """Whoever holds the ace that was called is the partner, so a low card of its suit finds them."""
    stage = "leader=P1 trick= hand.P1=QS,JS,AH,QD,AC,KC,JC,7C hand.P2=8S,TH,8H,7H,TD,9D,7D,9C"
    stage += " hand.P3=AS,7S,KH,9H,AD,JD,8D,8C hand.P4=KS,TS,9S,QH,JH,KD,QC,TC"
    stage += " declarer=P1 game=simple trump=C called=AD"
    found = why("solo", stage, "QD", "AH")
    facts = found["partner_holds"].facts
    assert (facts["best"].text, facts["who"]) == ("AD", "")
    assert "partner_holds" not in why("solo", stage, "AH", "QD")


def test_a_count_is_not_led_where_it_may_be_lost() -> None:
    stage = "declarer=P3 leader=P1 trick= hand.P1={} hand.P2=QS,QH,KC,{} hand.P3=JH,8H,KD,KS"
    found = why("schafkopf", stage.format("AS,8S,JC,9C", "TS"), "8S", "AS")
    assert found["spares_count"].facts["worth"] == 11
    assert "spares_count" not in why("schafkopf", stage.format("AS,8S,JC,9C", "TS"), "AS", "8S")
    found = why("schafkopf", stage.format("TS,9S,8S,JC", "AS"), "8S", "TS")
    assert "lower_of_two" in found and "spares_count" not in found, "what the ten may become says more"


def test_a_trick_that_costs_nothing_is_taken_high() -> None:
    """In the second deal of Canadian Salad only hearts cost, in the first every trick."""
    hands = "hand.P1=KS,3S,QC hand.P2=9H,8H hand.P3=6C,7D hand.P4=4C,8D"
    stage = f"leader=P2 trick=2S,5S,4S {hands} deal="
    assert "takes_free" in why("canadian-salad", stage + "2", "KS", "3S")
    assert "takes_free" not in why("canadian-salad", stage + "1", "KS", "3S")


def test_thirds_are_written_as_people_write_them() -> None:
    stage = "leader=P3 trick=3C,4C hand.P1=KC,5C,4D hand.P2=6D,7D,7C hand.P3=5D,6H hand.P4=JC,QD"
    found = why("tresette", stage, "KC", "5C")
    assert "KC counts 1/3" in unmarked(certain(GAME, found["feeds_partner"]))


def test_a_climber_beats_as_cheaply_as_it_can() -> None:
    game = load("dou-dizhu")
    record = history.draw(history.start(game), Random(3))
    while record.state.phase != "play" or len(legal(game, record.state, record.state.turn[0])) < 3:
        seat = record.state.turn[0]
        moves = legal(game, record.state, seat)
        record = history.draw(history.play(record, seat, moves[-1]), Random(4))
    seat = record.state.turn[0]
    view = game.due(record.state).see(record.state, seat)
    singles: list[Any] = [m for m in legal(game, record.state, seat) if len(m.cards) == 1]
    assert not view.to_beat.cards
    lowest = min(singles, key=lambda m: m.high)
    found = {r.what for r in reasons(record, seat, lowest, singles[0], Random(1), WORK)}
    assert found & {"leads_lowest", "only_lead"}
    record = history.play(record, seat, lowest)
    seat = record.state.turn[0]
    answers: list[Any] = [m for m in legal(game, record.state, seat) if len(m.cards) == 1]
    cheapest = min(answers, key=lambda m: m.high)
    found = {r.what for r in reasons(record, seat, cheapest, answers[-1], Random(1), WORK)}
    assert "lowest_beat" in found


def test_a_bet_is_told_by_the_unit() -> None:
    game = load("trente-et-quarante")
    record = history.draw(history.start(game), Random(3))
    found = {r.what: r for r in reasons(record, "P1", Move("noir"), Move("rouge"), Random(1), 40_000)}
    assert found["stake"].sampled
    assert abs(found["stake"].facts["unit"]) < 0.3, "a bet at even money neither wins nor loses much"
    assert found["stake"].facts["margin"] > 0.01
    assert "each chip staked" in motive(GAME, found["stake"])


def test_whether_tricks_are_wanted_is_seen_in_the_hands() -> None:
    record = played(tables("reversis")[0], 3, 0)
    record = history.draw(record, Random(3))
    while record.state.phase != "play":
        seat = record.state.turn[0]
        moves = legal(record.game, record.state, seat)
        record = history.draw(history.play(record, seat, moves[-1]), Random(4))
    seat = record.state.turn[0]
    moves = legal(record.game, record.state, seat)
    assert SampledOutcomes(record.game, record, seat, moves[:2], "1", 1_000_000).tricks_help is False
    record = history.draw(history.start(load("tute")), Random(3))
    moves = legal(record.game, record.state, record.state.turn[0])
    assert SampledOutcomes(record.game, record, record.state.turn[0], moves[:2], "1", 400_000).tricks_help is True


def test_where_tricks_are_won_they_are_never_said_to_harm() -> None:
    """A few deals played to the end may show the opposite by chance, as when partner's trick is overtaken."""
    stage = COURT.format("P3", "QS,5S", "AS,KS,JS,4H", "7S,2S,AH,JH", "6S,9H,KD", "TS,QH,AD")
    for other in ("AS", "KS"):
        assert "ducks" not in why("court-piece", stage, "JS", other)
    record = history.staged(load("court-piece"), stage)
    moves = legal(record.game, record.state, "P1")
    sampled = SampledOutcomes(record.game, record, "P1", moves[:2], "1", WORK)
    assert DecisionContext(record.game, record.state, "P1", moves[0], moves[1], sampled).wants_tricks


def test_correlation() -> None:
    assert correlation([1, 2, 3], [2, 4, 6]) == pytest.approx(1)
    assert correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert correlation([1, 1, 1], [3, 2, 1]) == correlation([], []) == 0


# -- in every game -------------------------------------------------------------------------------------


def moments(name: str, seeds: int = 6) -> Iterator[tuple[Record[Any], Seat, tuple[Move, ...]]]:
    """Moments of random games at which somebody has a choice."""
    rng = Random(name)
    for seed in range(seeds):
        record = played(tables(name)[0], seed, rng.randint(2, 40))
        state = record.state
        for seat in state.turn[:1] if state.chance is None else ():
            moves = legal(record.game, state, seat)
            if len(moves) > 1:
                yield record, seat, moves


@every_game
def test_what_others_are_said_not_to_hold_they_do_not_hold(name: str) -> None:
    for record, seat, moves in moments(name):
        sampled = SampledOutcomes(record.game, record, seat, moves[:1], "1", 2000)
        context = DecisionContext(record.game, record.state, seat, moves[0], None, sampled)
        for who in record.state.seats:
            if who != seat:
                assert all(context.may_hold(who, c) for c in record.game.held(record.state, who))


@pytest.mark.parametrize("name", ["court-piece", "tute", "tresette"])
def test_a_hand_holds_what_nobody_else_has_room_for(name: str) -> None:
    """Near the end every way of giving out the hidden cards is tried, and so is who of them may have which."""
    counted = 0
    for seed in range(40):
        record = played(tables(name)[0], seed, 44 if name == "court-piece" else 35)
        state, seat = record.state, next(iter(record.state.turn), "")
        if state.chance is not None or not seat or len(moves := legal(record.game, state, seat)) < 2:
            continue
        sampled = SampledOutcomes(record.game, record, seat, moves[:1], "1", 2000)
        context = DecisionContext(record.game, state, seat, moves[0], None, sampled)
        hidden = list(record.game.unseen(state, seat))
        places = [who for who, cards in context.known.items() for _ in range(context.left[who] - len(cards))]
        if len(hidden) != len(places) or len(hidden) > 7:
            continue
        fits = sampled.sampler.may_hold
        deals = [zip(hidden, one, strict=True) for one in {*permutations(places)}]
        possible = {pair for deal in map(tuple, deals) if all(fits(who, c) for c, who in deal) for pair in deal}
        assert {(c, who) for c in hidden for who in {*places} if context.may_hold(who, c)} == possible
        counted += any(fits(who, c) and (c, who) not in possible for c in hidden for who in {*places})
    assert counted, "no hand was filled by counting"


def test_all_deals_are_counted() -> None:
    """Nine cards lie in three hands; the ace of hearts is trumped by who has a club and no heart."""
    hands = COURT.format("P1", "", "AH,KS,4D", "QH,5S,6S", "8C,9C,TC", "JH,7S,8S").replace("trump=S", "trump=C")
    held = {"AH", "KS", "4D", *(out := ("QH", "JH", "5S", "6S", "7S", "8S", "8C", "9C", "TC"))}
    gone = ",".join(f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98765432" if f"{rank}{suit}" not in held)
    record = history.staged(load("court-piece"), f"{hands} won.P1+P3={gone}")
    move = next(m for m in legal(record.game, record.state, "P1") if m.text == "AH")
    sampled = SampledOutcomes(record.game, record, "P1", (move,), "1", WORK)
    context = DecisionContext(record.game, record.state, "P1", move, None, sampled)

    def trumps(hand: tuple[str, ...]) -> bool:
        return not any(c[1] == "H" for c in hand) and any(c[1] == "C" for c in hand)

    deals = [
        (left, right) for left in combinations(out, 3) for right in combinations([c for c in out if c not in left], 3)
    ]
    safe = sum(not trumps(left) and not trumps(right) for left, right in deals)
    assert context.holds == (safe, len(deals))


SHOWN = {"stops_here", "own_next", "takes_it", "wins_cheaply", "loses_least", "higher_total"}
"""Reasons whose certain part the true state must bear out as soon as the card is played."""


@pytest.mark.parametrize("name", ["strange", "spinado", "bridge-solitaire"])
def test_what_follows_at_once_is_so_in_the_true_state(name: str) -> None:
    seen: set[str] = set()
    for record, seat, moves in moments(name, 40):
        game, state = record.game, record.state
        for move in Random(1).sample(moves, min(3, len(moves))):
            for reason in reasons(record, seat, move, None, Random(1), 2000):
                if reason.what not in SHOWN:
                    continue
                seen.add(reason.what)
                turn = game.due(state).act(state, seat, move)
                won = [event.seat for event in turn.events if event.what == "trick won"]
                if reason.what in ("stops_here", "own_next"):
                    assert turn.state.turn == (seat,) or turn.state.chance is not None or turn.state.over
                elif reason.what == "higher_total":
                    then = game.due(turn.state)
                    totals = then.totals(then.see(turn.state, seat))
                    assert max(totals.values()) == totals[seat] == reason.facts["own"]
                else:
                    assert (seat in won) == (reason.what in ("takes_it", "wins_cheaply"))
    assert seen


def test_a_suit_named_for_a_card_is_not_praised_as_trumps() -> None:
    """There are no trumps in Calabrasella: a suit is named for its three."""
    game = load("calabrasella")
    for seed in range(40):
        record = history.draw(history.start(game), Random(seed))
        record = history.play(record, record.state.turn[0], Move("play"))
        if record.state.phase == "call":
            found = reasons(record, record.state.turn[0], *_first_two(record), Random(1), WORK)
            assert "long_suit" not in {reason.what for reason in found}
            return
    raise AssertionError("nobody calls")


def _first_two(record: Record[Any]) -> tuple[Move, Move]:
    """The moves that name the longest and the shortest suit."""
    seat = record.state.turn[0]
    moves = legal(record.game, record.state, seat)
    held = [c.suit for c in record.state.hand(seat)]
    long = sorted(moves, key=lambda move: -held.count(move.word[-1:]))
    return long[0], long[-1]


def test_a_short_suit_frees_to_trump_only_where_following_comes_first() -> None:
    """In Twenty-Five one may trump at any time, so an only heart is no reason to lead it; in Tute it is one."""
    hands = "hand.P1=2S,6S,4H,KD hand.P2=2D,4D,QH,JC hand.P3=5C,6D,4C,7C hand.P4=7D,JD,2C,QD"
    stage = f"trump=S leader=P1 trick= {hands}"
    assert "singleton" not in why("twenty-five", stage, "4H", "2S")
    assert "singleton" in why("tute", stage, "4H", "2S")
    assert "singleton" not in why("tute", stage.replace("KD", "5S"), "4H", "2S"), "trumps are all that is left anyway"


def test_a_void_is_of_no_use_without_a_choice_or_when_the_suit_is_gone() -> None:
    hands = "hand.P1=KS,{} hand.P2=2S,3S,4C hand.P3=5S,6S,5C hand.P4=7S,8S,6C"
    stage = f"leader=P1 trick= {hands} deal=1"
    assert "empties" in why("canadian-salad", stage.format("AC,QC"), "KS", "AC")
    hands = "hand.P1=KS,{} hand.P2=2S,3S hand.P3=5S,6S hand.P4=7S,8S"
    assert "empties" not in why("canadian-salad", f"leader=P1 trick= {hands} deal=1".format("AC"), "KS", "AC")


def test_what_is_paid_with_the_trick_is_a_reason() -> None:
    """Who has to follow a heart with the Quinola, the knave, pays for it: the king is the better card."""
    stage = "leader=P1 trick=3H,8C,KC hand.P1=AH,AD,JD hand.P2=4S,2S,6C hand.P3=JS,6S,3S hand.P4=KH,JH,9S,7S"
    found = why("reversis", stage, "KH", "JH")
    assert found["pays_now"].facts["costs"] and found["pays_now"].facts["n"] > 10, "P4 plays last, so it is certain"
    assert "With JH you have to pay" in unmarked(certain(load("reversis"), found["pays_now"]))
    assert unmarked(certain(load("reversis"), found["pays_now"])).endswith("chips for JH.")
    assert "pays_now" not in why("reversis", stage, "JH", "KH")


def test_what_may_still_be_paid_for_is_named() -> None:
    """Three are still to play, and either of two aces may be thrown on the queen of hearts."""
    stage = "leader=P1 trick= hand.P1=QH,2C,3C,4C hand.P2=8H,9H,AS,2S hand.P3=AD,3D,5D,5S hand.P4=AC,6S,6D,7D"
    rest = {c.text for c in load("reversis").pack.order} - set(re.findall(r"\b[2-9AKQJ][SHDC]\b", stage))
    won = sorted(rest)[:28]
    stage += f" won.P1={','.join(won[:8])} won.P2={','.join(won[8:28])}"
    record = history.staged(load("reversis"), stage)
    moves = {m.text: m for m in legal(record.game, record.state, "P1")}
    found = {r.what: r for r in reasons(record, "P1", moves["2C"], moves["QH"], Random(1), 5 * WORK)}
    assert {c.text for c in found["spares_payment"].facts["them"]} == {"AS", "AD", "AC"}
    said = unmarked(motive(load("reversis"), found["spares_payment"]))
    assert said.startswith("Somebody may throw ") and said.endswith(" on QH, and then you have to pay for it.")


def test_giving_up_is_held_against_how_often_one_would_have_to_win() -> None:
    game = load("truc")
    record = history.draw(history.start(game), Random(0))
    for text in ("tap", "3", "truc"):
        record = history.play(record, record.state.turn[0], Move(text))
    seat, accept, reject = record.state.turn[0], Move("accept"), Move("reject")
    found = {one.what: one for one in reasons(record, seat, accept, reject, Random(1), 3 * WORK)}
    assert found["gives_up"].facts["cost"] == 1
    assert "hands_won" not in found, "it says the same, and less"
    assert "lose 1 point for certain" in unmarked(motive(GAME, found["gives_up"]))


def bidding(game: str, hand: str, said: str, word: str, other: str) -> dict[str, Reason]:
    """The reasons for a call by whoever holds these cards after these calls."""
    found = next(filter(None, (holding(load(game), hand, said, seed) for seed in range(60))))
    record, seat = found
    moves = {m.text: m for m in legal(record.game, record.state, seat)}
    return {reason.what: reason for reason in reasons(record, seat, moves[word], moves[other], Random(1), 5 * WORK)}


def test_two_suits_are_compared_by_the_trumps_they_would_give() -> None:
    stage = "at=deal hand.P1=KS,8S,AH,KH,9H,AC,JC,JD hand.P2=QS,JS,TS,9S,AS,3S,QH,9C hand.P3=KD,QD,AD,TD,9D,8D,7D,8C"
    stage += " hand.P4=TH,JH,8H,KC,QC,5H,TC,7C"
    record = history.staged(load("kaiser"), f"{stage} dealer=P4")
    for word in ("6", "pass", "pass", "pass"):
        record = history.play(record, record.state.turn[0], Move(word))
    assert record.state.turn == ("P1",)
    there = {one.what: one for one in reasons(record, "P1", Move("H"), Move("S"), Random(1), WORK)}
    assert "with spades KS 8S" in unmarked(certain(GAME, there["stronger_suit"]))
    assert "the longer suit" in motive(GAME, there["stronger_suit"])
    back = {one.what for one in reasons(record, "P1", Move("S"), Move("H"), Random(1), WORK)}
    assert "stronger_suit" not in back


@pytest.mark.parametrize(
    ("game", "made", "lower", "higher", "hand"),
    [
        ("kaiser", "declarers=P1+P3 tricks.P1+P3=8 won.P1+P3=5H,3S contract={}", "6", "7", "AS KS AH KH 9H AC JC JD"),
        ("hasenpfeffer", "declarer=P1 tricks=6 contract={}", "3", "4", "X1 JS AH QH TH QC"),
    ],
)
def test_of_two_bids_that_score_alike_the_lower_is_enough(
    game: str, made: str, lower: str, higher: str, hand: str
) -> None:
    scoring = load(game).scoring
    views = (read_view(load(game), scoring, split(made.format(n).split())) for n in (lower, higher))
    one, two = (scoring.settle(v).scores for v in views)
    assert one == two
    found = bidding(game, hand, "pass", lower, higher)
    assert "scores the same after" in unmarked(motive(GAME, found["lower_bid"]))
    assert "lower_bid" not in bidding(game, hand, "pass", higher, lower)


def test_a_pair_that_counts_is_kept() -> None:
    stage = "trump=S leader=P2 trick=AH,4H,2H hand.P1=KD,QD,3D,5C hand.P2=2S,3S,4S hand.P3=2C,3C,4C hand.P4=2D,4D,5D"
    assert "keeps_pair" in why("tute", stage, "5C", "KD")
    assert "keeps_pair" not in why("tute", stage, "KD", "5C")


def said_of(reason: Reason, game: Game[Any] = GAME) -> str:
    """The certain part of a reason and the advice, as text."""
    return f"{unmarked(certain(game, reason))} {unmarked(motive(game, reason))}"


def test_no_suit_is_compared_of_which_the_hand_has_no_card() -> None:
    game = load("court-piece")
    records = (history.draw(history.start(game), Random(seed)) for seed in range(40))
    record = next(r for r in records if len({c.suit for c in r.state.hand(r.state.turn[0])}) < 4)
    seat = record.state.turn[0]
    moves = legal(game, record.state, seat)
    named = policy_of(game).of(game.due(record.state)).plausible(record.state, seat, moves)
    assert {move.word for move in named} == {c.suit for c in record.state.hand(seat)} < {move.word for move in moves}


def test_losing_hands_alone_do_not_make_points_hands() -> None:
    lost = Outcome(0, -200, 0, 0, won=False, declared=None, stake=0, settled=True)
    record, seat, moves = next(moments("kaiser"))
    sampled = SampledOutcomes(record.game, record, seat, moves[:2], "1", 1000)
    sampled.outcomes = [(lost, lost)]
    assert not sampled.in_hands


def test_what_scores_at_once_for_certain_is_declared() -> None:
    hands = "hand.P1=KD,QD,7H hand.P2=AS,3S,4S hand.P3=AH,3H,4H hand.P4=AC,3C,4C"
    stage = f"trump=S leader=P1 {hands} at=declare won.P1+P3=2C,4D,5D,6D"
    found = why("tute", stage, "20D", "none")
    assert found["declares"].facts["n"] == 20 and found["declares"].decides
    assert "declares" not in why("tute", stage, "none", "20D")


def test_a_bid_is_left_to_partner() -> None:
    found = bidding("kaiser", "AS 3S KH 9H AD JD 8D 8C", "7 pass", "pass", "8")
    assert found["partner_bid"].facts["who"] == "P1" and not found["partner_bid"].facts["nothing"]
    low = bidding("kaiser", "KS 3S KH 9H QD JD 8D 8C", "7 pass", "pass", "8")["partner_bid"]
    assert low.facts["nothing"] and not low.facts["high"]
    assert "partner_bid" not in bidding("kaiser", "AS 3S KH 9H AD JD 8D 8C", "pass 7", "pass", "8")


def test_what_is_laid_away_is_explained() -> None:
    game = load("schafkopf")
    for seed in range(60):
        dealt = holding(game, "JS KH JH 7H AD KD JD QC 8C 7C", "pass pass", seed)
        record = after(dealt[0], "take") if dealt is not None else None
        if record is not None and sum(c.suit == "C" and c.rank not in "QJ" for c in record.state.hand("P3")) == 2:
            moves = {m.text: m for m in legal(game, record.state, "P3")}
            clubs, king = moves["discard:8C+7C"], moves["discard:KH+7H"]
            found = {one.what: one for one in reasons(record, "P3", clubs, king, Random(1), WORK)}
            assert found["lays_void"].facts["suits"] == ["C"]
            assert "no more clubs" in unmarked(certain(GAME, found["lays_void"]))
            return
    raise AssertionError("no such widow")


def test_raises_are_explained_by_the_best_card() -> None:
    stage = "leader=P1 trick= hand.P1=3S,5S,7C hand.P2=6S,7H,2C hand.P3=QD,5D,3C hand.P4=KS,7S,JD"
    found = why("truc", stage, "truc", "3S")
    assert found["strong_hand"].facts["n"] == 0
    stage = "leader=P1 trick= hand.P1=6S,5S,7C hand.P2=3S,7H,2C hand.P3=QD,5D,3C hand.P4=KS,7S,JD"
    assert why("truc", stage, "7C", "truc")["weak_hand"].facts["n"] > 20


def test_where_tricks_may_be_drawn_it_is_told_who_wins_if_they_are_equal() -> None:
    lead = "leader=P1 hand.P1=3S,6D,7C hand.P2=4C,4S,3H hand.P3=4H,5D,JC hand.P4=7D,JD,QD dealer="
    assert "your side wins" in motive(GAME, why("truc", lead + "P4", "3S", "6D")["at_least_level"])
    assert "your side" not in motive(GAME, why("truc", lead + "P3", "3S", "6D")["at_least_level"])
    tie = "tricks=P2+P4 leader=P2 trick=AD,5H,QS hand.P1=AS,6D hand.P2=4C hand.P3=4H hand.P4=7D dealer="
    assert why("truc", tie + "P4", "AS", "6D")["draws"].facts["equal"] == "ours"
    assert why("truc", tie + "P1", "AS", "6D")["draws"].facts["equal"] == "theirs"


def test_a_raise_is_held_against_the_tricks_so_far() -> None:
    hands = "hand.P1=3S,7C hand.P2=7H,2C hand.P3=5D,3C hand.P4=7S,JD leader=P1 dealer=P4 tricks="
    ahead = why("truc", hands + "P1+P3", "truc", "3S")["sure_hand"]
    assert unmarked(certain(GAME, ahead)).startswith("Your side has a trick, and one more wins the hand.")
    assert unmarked(motive(GAME, ahead)).startswith("With 3S the hand is yours for certain")
    level = why("truc", hands + "draw", "truc", "3S")["strong_hand"]
    assert "has a trick" not in certain(GAME, level) and "your side wins" in certain(GAME, level)
    laid = "leader=P2 trick=7H,5D,7S hand.P1=4S,7C hand.P2=2C hand.P3=3C hand.P4=JD dealer=P4 tricks=P2+P4"
    behind = why("truc", laid, "4S", "truc")["weak_hand"]
    assert "one more wins them the hand" in certain(GAME, behind)


def test_who_knows_the_end_accepts_a_raise_only_to_win() -> None:
    """P3 is winning the last trick, and P2, with one card, is the only opponent still to play."""
    stage = "tricks=P2+P4,P1+P3 leader=P3 trick=2H,JS hand.P1=7D hand.P2=5D hand.P3= hand.P4= dealer=P4"
    found = why("truc", stage, "7D", "truc")
    assert [*found][:1] == ["only_better"] and found["only_better"].facts["who"] == "P2"
    stage = "tricks=P1+P3,P2+P4 leader=P2 trick=JS,2H,5C hand.P1=7D hand.P2= hand.P3= hand.P4= dealer=P4"
    assert why("truc", stage, "7D", "truc")["only_better"].facts["foes"] == 0
    stage = "tricks=P1+P3 leader=P3 trick=2H,JS hand.P1=7D,4C hand.P2=5D,4H hand.P3=4S hand.P4=4D dealer=P4"
    assert "only_better" not in why("truc", stage, "7D", "truc")


def test_a_hand_without_a_good_card_leaves_the_trick_to_partner() -> None:
    rest = "hand.P2=6S,7H,2C hand.P3=QD,5D,3C hand.P4=KS,7S,JD leader=P1 trick="
    assert why("truc", f"hand.P1=QS,7D,5S {rest}", "5S", "QS")["up_to_partner"].facts["best"].text == "QS"
    assert "up_to_partner" not in why("truc", f"hand.P1=QS,7D,5S {rest}", "QS", "5S")
    assert not why("truc", f"hand.P1=2S,7D,5S {rest}", "5S", "2S")["up_to_partner"].facts["hopeless"]


def test_cards_of_shedding_games_have_reasons_of_their_own() -> None:
    stage = "upcard=9C hand.P1=KC,4C,8S,5H hand.P2=7H,6D hand.P3=AS,KS,TH hand.P4=QD,TD,9D"
    found = why("last-one", stage, "KC", "8S")
    assert found["keeps_wild"].facts["kept"].text == "8S"
    found = why("last-one", stage, "KC", "4C")
    assert (found["sheds_dear"].facts["own"], found["sheds_dear"].facts["less"]) == (10, 4)
    stage = stage.replace("KC,4C", "JC,4C")
    assert why("last-one", stage, "JC", "8S")["strikes"].facts["who"] == "P2"


def test_what_a_card_does_to_the_next_player_is_told() -> None:
    stage = "upcard=6S hand.P1=3S,2S,JS,6D,9S hand.P2=7H hand.P3=AS,KS,TH hand.P4=QD,TD,9D"
    found = why("last-one", stage, "2S", "9S")["strikes"]
    assert (found.facts["who"], found.facts["draws"], found.facts["left"], found.facts["asked"]) == ("P2", 2, 1, False)
    assert "P2 has to draw 2 cards. P2 is down to 1 card." in unmarked(certain(GAME, found))
    assert "misses a turn" in unmarked(certain(GAME, why("last-one", stage, "JS", "9S")["strikes"]))
    assert "strikes" not in why("last-one", stage, "9S", "6D")
    again = why("last-one", stage, "3S", "9S")["plays_again"]
    assert again.facts["any"] and "Put 2S on it: P2, who has 1 card, draws two and misses the turn." in unmarked(
        motive(GAME, again)
    )
    many = why("last-one", stage.replace("P2=7H", "P2=7H,8D,9C,TC"), "3S", "9S")["plays_again"]
    assert not many.facts["on"] or many.facts["who"] != "P2", "that player is not near the end"
    assert "plays_again" not in why("last-one", stage, "9S", "3S")
    threes = "upcard=6S hand.P1=3S,3H,9S hand.P2=7H,5C hand.P3=AS,KS,TH hand.P4=QD,TD,9D"
    assert "out_at_once" in why("last-one", threes, "3H", "9S", after="3S")
    assert "plays_again" in why("last-one", threes.replace("9S", "9S,KC"), "3H", "9S", after="3S")
    dear = why("last-one", threes.replace("9S", "9S,KC"), "3S", "9S")["plays_again"]
    assert "Put 3H on it, and KC, which counts 10, on that." in unmarked(motive(GAME, dear))
    assert "plays_again" not in why(
        "spinado", "leader=P1 hand.P1=KS,5H hand.P2=6S,3H hand.P3=6H,7H hand.P4=8H,9H", "KS", "5H"
    )


def test_who_has_one_card_left_is_given_what_fits_least() -> None:
    """Nearly all hearts are in the own hand, and the spades are out."""
    stage = "upcard=9S hand.P1=9H,TS,AH,KH,QH,TH,7H,6H,5H,4H,3H hand.P2=5C hand.P3=AS,KS hand.P4=QD,TD"
    found = why("last-one", stage, "9H", "TS")
    assert found["may_go_out"].facts["who"] == "P2"
    assert "may_go_out" not in why("last-one", stage, "TS", "9H")


def test_where_all_bets_are_alike_that_is_said() -> None:
    game = load("trente-et-quarante")
    record = history.draw(history.start(game), Random(3))
    found = {r.what: r for r in reasons(record, "P1", Move("deal"), Move("rouge"), Random(1), WORK)}
    text = unmarked(motive(game, found["by_odds"]))
    assert "one is as good as another" in text and "Every bet loses 1.1 % of the stake" in text
    assert "On a refait of 31" in text
    assert text.startswith("Without a bet you lose nothing.") and "that wins comes home, and brings nothing" in text
    record = history.play(record, "P1", Move("noir"))
    there = reasons(record, "P1", Move("deal"), Move("rouge"), Random(1), WORK)
    assert not any(one.facts.get("edge") for one in there if one.what == "by_odds")
    back = next(r for r in reasons(record, "P1", Move("withdraw:noir"), None, Random(1), WORK) if r.what == "by_odds")
    assert "take yours back while you may" in motive(GAME, back)


HOUSE = "contract=2D declarer=house won=3 leader=P1 hand="


def test_a_lead_that_chance_answers_is_told_by_the_cards_that_beat_it() -> None:
    """Ten diamonds of the stock beat the ace of spades, and twelve spades do not."""
    found = why("bridge-solitaire", HOUSE + "AD,AS,2H,8C,X2", "AD", "AS")["likelier"]
    assert [found.facts[name] for name in ("n", "of", "more", "of_more")] == [0, 10, 10, 22]
    assert "likelier" not in why("bridge-solitaire", HOUSE + "AD,AS,2H,8C,X2", "AS", "AD")
    lost = why("bridge-solitaire", HOUSE + "AD,AS,2H,8C,X2", "X2", "AS")
    assert "Keep AS" in unmarked(motive(GAME, lost["keeps_for_their_lead"]))
    assert "keeps_for_their_lead" not in why("bridge-solitaire", HOUSE + "AD,AS,2H,8C,X2", "AS", "X2")


def test_of_cards_that_all_win_the_lowest_is_enough() -> None:
    stage = HOUSE.replace("leader=P1", "leader=house") + "AD,QD,9D,AS,2S stock="
    assert "all_win" in why("bridge-solitaire", stage + "3D,4S", "9D", "AD")
    assert "all_win" not in why("bridge-solitaire", stage + "3D,4S", "AD", "9D")
    assert why("bridge-solitaire", stage + "TD,4S", "QD", "9D")["takes_it"].facts["lowest"]
    assert not why("bridge-solitaire", stage + "TD,4S", "AD", "9D")["takes_it"].facts["lowest"]


def test_cards_that_do_the_same_are_told_as_equals_though_only_one_was_tried() -> None:
    stage = HOUSE.replace("leader=P1", "leader=house")
    assert why("bridge-solitaire", stage + "9H,8H,7H stock=QH,3C", "7H")["equals"].facts["all"]
    some = why("bridge-solitaire", stage + "4H,3H,JC,8S,QS stock=QD,3C", "3H")["cannot_win"]
    assert [c.text for c in some.facts["twins"]] == ["4H"]
    between = why("bridge-solitaire", stage + "5H,3H,JC,8S,QS stock=QD,3C", "3H")["cannot_win"]
    assert not between.facts["twins"], "4H may be led"


PICK = "faceup=3S,AH,JH,6H,5H,TD,3D,KC,9C,8C,5C,2C,X2 down=AS,TS,6S,2H,AD,QD,4C"


def test_cards_are_picked_by_rank_or_for_a_suit() -> None:
    found = why("bridge-solitaire", PICK, "AH+JH+KC+9C+8C+X2", "3S+JH+KC+9C+8C+X2")["picks_high"]
    assert ([c.text for c in found.facts["mine"]], [c.text for c in found.facts["theirs"]]) == (["AH"], ["3S"])
    found = why("bridge-solitaire", PICK, "AH+KC+9C+8C+5C+X2", "AH+TD+KC+9C+8C+X2")["picks_long"]
    assert (found.facts["n"], found.facts["suit_"]) == (4, "C")
    assert not {"picks_high", "picks_long"} & {*why("bridge-solitaire", PICK, "AH+3D+KC+9C+8C+X2", "AH+JH+KC+9C+8C+X2")}
    assert "picks_long" not in why("bridge-solitaire", PICK, "AH+3D+KC+9C+8C+X2", "3S+TD+KC+9C+8C+X2"), "two are few"
    assert [*why("bridge-solitaire", PICK, "5H", "6H", after="AH+JH+KC+9C+8C+X2")] == ["changes_nothing"]


def test_a_contract_is_held_against_the_tricks_that_come_of_it() -> None:
    record = history.staged(load("bridge-solitaire"), PICK)
    for text in ("3S+AH+JH+TD+9C+X2", "5H"):
        record = history.play(record, "P1", Move(text))
    calls = (Move("pass"), Move("2S"))
    sampled = SampledOutcomes(record.game, record, "P1", calls, "1", 10 * WORK)
    (found,) = contracts(DecisionContext(record.game, record.state, "P1", *calls, sampled))
    assert (found.facts["who"], found.facts["goal"]) == ("house", 8)
    assert (found.facts["then"]["who"], found.facts["then"]["goal"]) == ("P1", 8)
    assert 4 <= found.facts["taken"] <= 9


STRANGE = "upcard=KD,3S round=3 leader={} hand.P1={} hand.P2=4H,5C,4D,8H,8C,7S hand.P3=6H,7C,5D,TH,TC,6S"


def test_pairs_of_cards_are_told_by_what_is_kept_and_picked() -> None:
    last = STRANGE.format("P2", "{},KC,2H,2C,5S,6D")
    lost = why("strange", last.format("QH"), "2H+2C", "QH+KC", after="4H+5C 6H+7C")["loses_least"]
    assert [c.text for c in lost.facts["kept"]] == ["QH", "KC"] and lost.facts["first"]
    assert "you pick first" in motive(GAME, lost)
    won = why("strange", last.format("KH").replace("2H,2C", "9H,9C"), "9H+9C", "KH+KC", after="4H+5C 6H+7C")
    assert [c.text for c in won["wins_cheaply"].facts["kept"]] == ["KH", "KC"]
    lead = STRANGE.format("P1", "KH,KC,2H,2C,AD,QS")
    lead = lead.replace("7C,5D,TH,TC", "9D,5D,TH,TD")  # P3 may trump the clubs
    assert "only_trumps" in why("strange", lead, "KH+KC", "2H+2C")
    assert "leads_plain" not in why("strange", lead, "KH+2C", "2H+2C")


def test_a_play_is_explained_by_how_few_are_left_after_it() -> None:
    """With the aces beside the threes the hearts stay together, as one play of five."""
    stage = "hand.P1=3D,3C,3S,5H,6H,7H,JH,KH,AD,AC hand.P2=4C,4D hand.P3=8C,8D,8H,9C,9D hand.P4=TC,QC leader=P1"
    found = why("big-two", stage, "3D+3C+3S+AD+AC", "3D+3C+3S")
    assert (found["fewer_plays"].facts["n"], found["fewer_plays"].facts["than"]) == (1, 2)
    assert "fewer_plays" not in why("big-two", stage, "3D+3C+3S", "3D+3C+3S+AD+AC")


def test_why_a_climber_passes() -> None:
    """A pair is not broken for a single card, the highest card takes the lead later, and a partner's play stands."""
    rest = "hand.P2=2D,4D,6D hand.P3=8C,9C,TD hand.P4=TC,QC,QD,3D,3C"
    stage = f"hand.P1=7C,7S,KD,KH,3S {rest} leader=P4 plays=P4:5H"
    assert "keeps_together" in why("big-two", stage, "pass", "KD")
    stage = f"hand.P1=7C,7S,2S,3S {rest} leader=P4 plays=P4:5H"
    assert [*why("big-two", stage, "pass", "2S")] == ["keeps_control"], "nothing is above the two of spades"
    assert "keeps_control" not in why("big-two", stage.replace("2S", "KH"), "pass", "KH")


def test_who_has_one_card_left_is_shut_out_by_two() -> None:
    stage = "hand.P1=JD,JS,3D,KD hand.P2=3C hand.P3=AC,5C hand.P4=6C,6H leader=P1"
    assert why("big-two", stage, "JD+JS", "JD")["shuts_out"].facts["who"] == "P2"
    assert "shuts_out" not in why("big-two", stage, "KD", "JD+JS")
    assert "shuts_out" not in why("big-two", stage.replace("P2=3C", "P2=3C,7D"), "JD+JS", "JD")


def test_a_bid_for_playing_alone_is_about_what_takes_the_lead() -> None:
    found = bidding("dou-dizhu", "3 3 4 4 6 6 8 T T T J J K A 2 2 X1", "", "3", "pass")
    assert [c.text for c in found["takes_lead"].facts["high"]] == ["2", "2", "X1"]
    found = bidding("dou-dizhu", "3 5 6 8 9 9 T T T J J Q Q K K A 2", "", "pass", "3")
    assert len(found["lacks_lead"].facts["high"]) == 1
    assert [c.text for c in found["lacks_lead"].facts["loose"]] == ["3", "5", "6"], "the eight is in a straight"
    assert "lacks_lead" not in bidding("dou-dizhu", "3 3 4 4 6 6 8 T T T J J K A 2 2 X1", "", "pass", "3")


def test_who_is_nearly_out_is_hampered() -> None:
    rest = "hand.P2=8C,9C,TD,9S,6S hand.P4=TC,QC,QD,JS,4S"
    stage = f"hand.P1=7C,JS,KD,KH,AS hand.P3=2D,4D,6D {rest} leader=P3 plays=P3:5H,P4:-"
    stage = stage.replace("JS,4S", "TS,4S")
    assert why("big-two", stage, "AS", "JS")["hampers"].facts["left"] == 3
    assert why("big-two", stage, "JS", "pass")["hurries"].facts["who"] == "P3"
    two = stage.replace("2D,4D,6D", "2D,4D")
    assert why("big-two", two, "JS", "pass")["leaves_no_lead"].facts["left"] == 2
    assert "hampers" not in why("big-two", stage, "JS", "AS")
    low = {*why("big-two", stage, "7C", "pass")}
    assert "fits_now" in low and "leaves_no_lead" not in low, "a seven will hardly hold"
    many = stage.replace("2D,4D,6D", "2D,4D,6D,4C,4H,6C,7D")
    assert not {"hampers", "leaves_no_lead"} & {*why("big-two", many, "AS", "JS"), *why("big-two", many, "JS", "pass")}


def test_what_goes_together_is_not_broken_up_to_beat_a_card() -> None:
    rest = "hand.P2=2D,4D,6D hand.P3=8C,9C,TD hand.P4=TC,QC,QD"
    stage = f"hand.P1=7C,7S,8D,8H,KD,2S {rest} leader=P4 plays=P4:5H"
    assert why("big-two", stage, "KD", "2S")["breaks_nothing"].facts["several"]
    assert "breaks_nothing" not in why("big-two", stage, "8D", "2S")


def test_who_is_nearly_out_is_blocked() -> None:
    stage = "hand.P1=JD,QS,KD hand.P2=3C hand.P3=AC,QC hand.P4=6C,6H leader=P1"
    found = why("big-two", stage, "KD", "JD")
    assert found["blocks"].facts["who"] == "P2"
    same = stage.replace("AC,QC", "AC,5C")
    assert "blocks" not in why("big-two", same, "KD", "JD"), "the ace alone beats either"
    assert "blocks" not in why("big-two", stage, "JD", "KD")


@every_game
def test_equal_views_give_equal_reasons(name: str) -> None:
    """The cards that the seat cannot see play no part."""
    for record, seat, moves in moments(name, 4):
        other = record.game.determinize(record.state, seat, Random(99))
        if record.game.due(other).see(other, seat) != record.game.due(record.state).see(record.state, seat):
            continue
        assert record.game.unseen(other, seat) == record.game.unseen(record.state, seat)
        alone = Record(record.game, (record.state,)), Record(record.game, (other,))
        one, two = (reasons(r, seat, moves[0], moves[1], Random(5), 4000) for r in alone)
        assert one == two


@every_game
def test_advice_keeps_what_is_certain_apart_from_what_is_wise(name: str) -> None:
    for record, seat, _ in moments(name, 2):
        advice = Adviser(record.game, 1).advise(record, seat, Random(1), Budget(playouts=16, work=30_000))
        doc = advised(record, seat, advice, reasons_told(record, seat, advice, Random(1)))
        assert [block.label for block in doc if isinstance(block, Item)] == ["Certain", "Advice, not a rule"]
        rules, wise = (block.text for block in doc if isinstance(block, Item))
        assert "sampled" not in rules
        assert unmarked(wise).strip()
        if advice.other is not None and not advice.solved:
            assert "too few to tell" not in wise or advice.deals < FEW
            told = advice.sure >= TELLING and advice.margin > 0 and advice.deals >= FEW
            counted = re.findall(r"\b(\d+) imagined deal", wise)
            assert (counted in ([], [str(advice.deals)]) and len(counted) <= told) or advice.deals < FEW
            other = text_in_words(record.game, mark("m", advice.other.text), record.game.due(record.state))
            why = reasons(record, seat, advice.move, advice.other, Random(1))
            decided = any(reason.decides for reason in why)
            assert not told or decided or unmarked(other) in unmarked(wise), "what it is better than is said"
            phase = record.game.due(record.state)
            texts = (sure_text(advice.sure), sure_text(advice.sure, advice.other), say("advice.never_worse"))
            sure = {text_in_words(record.game, text, phase) for text in texts}
            figures = sum(unmarked(text) in unmarked(wise) for text in sure) + ("the deals I tried" in unmarked(wise))
            assert figures <= 1, "the deals are told of once"
            assert bool(figures) == (told and not decided) or not told


def given() -> Iterator[tuple[str, str]]:
    """Each place where a reason is found: its name and its role."""
    for call in nodes():
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "Reason":
            role = next((ast.unparse(one.value) for one in call.keywords if one.arg == "role"), "")
            either = call.args[0]
            named = (either.body, either.orelse) if isinstance(either, ast.IfExp) else (either,)
            yield from ((ast.literal_eval(one), role) for one in named)


def asked_for() -> Iterator[str]:
    """The names that finders ask other reasons for: in a comparison, or in a set that is compared with."""
    for node in nodes():
        parts: list[ast.expr] = []
        if isinstance(node, ast.Compare) and ast.unparse(node.left).endswith(".what"):
            parts = node.comparators
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "frozenset":
            parts = node.args
        for part in parts:
            some = part.elts if isinstance(part, ast.Set | ast.Tuple) else [part]
            yield from (ast.literal_eval(one) for one in some if isinstance(one, ast.Constant))


@cache
def nodes() -> list[ast.AST]:
    """The code of all finders."""
    files = Path(finding.__file__).parent.rglob("*.py")
    return [node for path in files for node in ast.walk(ast.parse(path.read_text("utf-8")))]


def test_every_reason_has_its_words_and_one_role() -> None:
    """Each reason that is found anywhere has a sentence, and perhaps one for what is certain."""
    files = [path.read_text() for path in templates_root().glob("why_*.j2")]
    written = [name for text in files for name in re.findall(r"{% block (\w+) %}", text)]
    assert len(written) == len(set(written)), "of two blocks with one name only one is ever said"
    roles = {*given()}
    found = {what for what, _ in roles}
    assert len(found) > 25
    assert found <= set(written) <= found | {f"{what}_fact" for what in found}
    assert len(roles) == len(found), "a reason has one role, wherever it is found"
    covering = {name for pair in priorities.COVERS for names in pair for name in names.split()}
    assert {*covering, *asked_for()} <= found, "a list names a reason that there is not"


def test_no_fact_hides_a_helper_of_sentences() -> None:
    """A fact named like a function of templates would take its place in the sentence, a constant that of a fact."""
    helpers = {"none", "true", "false"} | {name for name, value in environment().globals.items() if callable(value)}
    assert {"card", "cards", "suit"} <= helpers
    for path in Path(finding.__file__).parent.rglob("*.py"):
        named = set(re.findall(r'"(\w+)":', path.read_text()))
        assert not named & helpers, f"{path.name}: {named & helpers}"


def test_a_declaration_is_not_explained_by_trumps_that_are_settled() -> None:
    stage = "trump=D leader=P1 hand.P1=KD,QD,7D,6D,4D,KH hand.P2=AS,3S,4S,5S,6S,7S hand.P3=AH,3H,4H,5H,6H,7H"
    assert "long_suit" not in why("tute", stage + " hand.P4=AC,3C,4C,5C,6C,7C at=declare", "40", "none")


def test_hands_won_are_not_called_points() -> None:
    """The score sheet of Tute counts hands, that of Kaiser points."""
    for name, counted in (("tute", True), ("kaiser", False)):
        record, seat, moves = next(moments(name))
        sampled = SampledOutcomes(record.game, record, seat, moves[:2], "1", 200_000)
        assert sampled.in_hands is counted
    facts = {"move": Move("40"), "other": Move("none"), "mean": 0.3, "alone": False, "low": False, "always": False}
    said = motive(GAME, Reason("points_more", facts | {"in_hands": True, "hands_more": 15, "deals": 20}, sampled=True))
    assert "wins 15 hands in a hundred more" in unmarked(said)


def test_equal_cards_that_are_known_are_counted_too() -> None:
    """The landlord took a widow that was shown: the next player counts its cards with those it cannot see."""
    game: Any = load("dou-dizhu")
    record: Any = history.start(game, 3, game.options(reveal_widow=True))
    rng = Random(5)
    while record.state.chance is not None:
        record = history.draw(record, rng)
    while record.state.phase != "play":
        record = history.play(record, record.state.turn[0], legal(game, record.state, record.state.turn[0])[-1])
    (landlord,) = record.state.turn
    record = history.play(record, landlord, legal(game, record.state, landlord)[0])
    (seat,) = record.state.turn
    move = legal(game, record.state, seat)[0]
    context = DecisionContext(
        game, record.state, seat, move, None, SampledOutcomes(game, record, seat, (move,), "1", WORK)
    )
    assert len(context.known[landlord]) >= 2
    held = (game.held(record.state, who) for who in record.state.seats if who != seat)
    assert context.outstanding == Counter(c for hand in held for c in hand)


def test_no_end_is_told_where_the_deck_is_next() -> None:
    """In Strange a drawn trick that is still there in the next round is broken up by chance."""
    game = load("strange")
    deck = {c.text: c for c in game.pack.order}
    stage = "upcard=4C,2H round=3 leader=P3 hand.P1=TH,QC hand.P2=JC,TC hand.P3=JC,2C"
    state: Any = history.play(history.staged(game, stage), "P3", Move("JC+2C")).state
    held = tuple(tuple(deck[text] for text in one.split()) for one in ("AH AC KC", "AH KH AD", "JH AC 4C"))
    record: Record[Any] = Record(game, (replace(state, held=held, won=(8, 9, 10)),))
    for move in legal(game, record.state, "P1"):
        sampled = SampledOutcomes(game, record, "P1", (move,), "1", WORK)
        assert how_it_ends(DecisionContext(game, record.state, "P1", move, None, sampled)) is None
