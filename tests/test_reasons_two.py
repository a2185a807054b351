"""Reasons where two play, one opponent has shown cards, or only the first few tricks count."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.test_reasons import COURT, WORK, said_of, why
from tests.test_reasons_following import shared_out
from tutor.advice.reasons.finding import reasons
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.cards import card, cards
from tutor.kernel.history import Record
from tutor.kernel.moves import Move, play
from tutor.kernel.playout import legal
from tutor.kernel.state import changed

if TYPE_CHECKING:
    from tutor.advice.reasons.context import Reason


def told(stage: str, move: str, other: str, shown: str = "") -> dict[str, Reason]:
    """The reasons of P1 in Jo-Jotte, where P2 has shown some cards."""
    game = load("jo-jotte")
    state = changed(history.staged(game, stage).state, shown=cards(shown))
    found = reasons(Record(game, (state,)), "P1", play(card(move)), play(card(other)), Random(1), WORK)
    return {reason.what: reason for reason in found if not reason.shared}


def test_cards_that_count_are_led_for_what_beats_them() -> None:
    stage = "trump=C upcard=8H declarer=P1 leader=P1 hand.P1=QS,9H{} hand.P2=QD,JD{}"
    found = told(stage.format("", ""), "QS", "9H")
    assert said_of(found["leads_high"]).endswith("QS has the better chance to win; 9H can wait.")
    assert "leads_high" not in told(stage.format(",8D", ",KD"), "QS", "9H"), "it counts more, and may be lost"
    assert "leads_high" not in told(stage.format("", ""), "9H", "QS")


def test_what_counts_less_is_given_up_for_a_card_that_is_hard_to_beat() -> None:
    stage = "trump=D declarer=P2 leader=P1 hand.P1=AD,KD,JC,8C,8S hand.P2=TH,9H,8H,9D,QC"
    found = told(stage, "JC", "AD")
    assert "keep AD" in said_of(found["spends_worst"]) or "AD will bring you in" in said_of(found["spends_worst"])
    assert "spends_worst" not in told(stage, "AD", "JC")


def test_trumps_fall_together_if_there_is_room_for_few_of_them() -> None:
    stage = "trump=D upcard=JD declarer=P1 leader=P1 hand.P1=8D,7D,QS,8S hand.P2=QH,JH,KD,8H"
    found = told(stage, "7D", "8S", "QH,JH")
    assert "7D takes out a trump, if there is one, and 8D" in said_of(found["fall_together"])
    assert "fall_together" not in told(stage, "7D", "8S"), "four cards may be trumps"


def test_a_low_trump_costs_an_opponent_one_that_was_shown() -> None:
    stage = "trump=C upcard=8H declarer=P1 leader=P1 hand.P1=8C,7C,KS,8S,7S,9H,7H hand.P2=QS,QH,QD,AC,KC,TS,TD"
    found = told(stage, "7C", "KS", "QS,QH,QD,AC,KC")
    assert "P2 has to spend a trump on 7C, AC or KC or another" in said_of(found["costs_known"])
    assert "costs_known" not in told(stage, "7C", "KS", "QS,QH,QD")


def test_all_of_the_first_tricks_are_needed_though_more_come_after_them() -> None:
    stage = COURT.format(
        "P1",
        "",
        "6S,2S,9H,8H,7H,9C,7C,4C,4D",
        "KH,6H,5H,4H,3H,JC,3C,2C,TD",
        "QH,AC,KC,QC,TC,5C,AD,KD,JD",
        "AH,JH,TH,2H,8C,6C,QD,9D,2D",
    )
    found = why("court-piece", shared_out(stage, 4), "6S", "4D")
    assert "P1+P3 needs all of the first seven tricks." in said_of(found["must_win"])
    assert "to win the first seven, do not lose this one" in said_of(found["must_win"])
    assert "must_win" not in why("court-piece", shared_out(stage, 3), "6S", "4D"), "one trick is lost already"


def test_two_who_hold_as_many_trumps_as_the_other_can_have() -> None:
    game, seen = load("jo-jotte"), set()
    for seed in range(300):
        record = history.draw(history.start(game), Random(seed))
        record = history.play(record, record.state.turn[0], Move("accept"))
        state, seat = record.state, record.state.turn[0]
        moves = {m.text: m for m in legal(game, state, seat)}
        trumps = [c.rank for c in state.hand(seat) if c.suit == state.upcard.suit]
        many = len(trumps) == 3 and "A" in trumps and "J" not in trumps and "9" not in trumps
        if state.upcard.rank in "J9" or not many:
            continue
        found = reasons(record, seat, moves["double"], moves["pass"], Random(1), 2000)
        said = [said_of(reason) for reason in found if reason.what == "doubling"]
        assert said
        seen.add("is hardly longer in them" in said[0])
        quiet = reasons(record, seat, moves["pass"], moves["double"], Random(1), 2000)
        assert all(reason.what != "doubling" for reason in quiet)
    assert True in seen


def test_what_a_pair_says_is_not_said_twice_of_its_suit() -> None:
    stage = (
        "declarer=P2 contract=110 leader=P2 trick=JD,9D hand.P1=QS,TH,AC,KC,QC hand.P2=KH,QH,TS,TC hand.P3=AH,JH,AS,KS"
    )
    found = why("tyzicha", stage + " won.P2=TD,9S,9C,AD,KD,JC won.P3=9H,JS,QD", "QS", "QC")
    assert "keeps_pair" in found and "keeps_length" not in found


def test_a_contract_that_is_made_leaves_nothing_to_count() -> None:
    hands = "hand.P1=AS,TH hand.P2=KD,JD hand.P3=TS,AH"
    won = "won.P2=AD,QS,JS,9S,QD,KH,AC,KC,9C,TC,9H,JH,TD,9D,QC,JC,KS,QH"
    stage = f"declarer=P2 contract=100 trump=D marriages=P2:D leader=P3 trick= {hands} {won}"
    found = why("tyzicha", stage, "AH", "TS")
    assert said_of(found["settled"]).endswith("The contract is made, and what is left does not count.")


def test_who_holds_the_card_above_two_equals_is_told() -> None:
    stage = "trump=S upcard=QS declarer=P1 leader=P1 hand.P1=AS,8S,KH,QH,7H hand.P2=TH,9H,8H,KS,JD"
    found = told(stage, "QH", "KH", "TH,9H,8H")
    assert "P2 holds TH, which beats both" in said_of(found["cheaper_equal"])
    assert "holds" not in said_of(told(stage, "QH", "KH")["cheaper_equal"])


def test_a_card_that_would_go_to_the_only_opponent_says_to_whom() -> None:
    stage = "trump=C declarer=P1 leader=P2 trick=AH hand.P1=TH,KH,8S hand.P2=QH,JD"
    found = told(stage, "TH", "KH")
    assert "would bring them" not in " ".join(map(said_of, found.values()))


def test_low_cards_to_partners_trick_are_spoken_of_once() -> None:
    stage = COURT.format("P3", "AH,6H", "8H,JH,3C", "9H,5C,6C", "2D,3D", "4D,5D")
    found = why("court-piece", stage + " won.P1+P3=TH,QH,2S,3S", "8H", "JH")
    assert "lowest" in found and "partner_low" not in found
    found = why("court-piece", stage + " won.P1+P3=TH,QH,2S,3S", "8H")
    assert not {"lowest", "partner_low"} <= set(found)
