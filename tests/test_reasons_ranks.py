"""Reasons where the rank of a card alone decides, where chance answers a lead, and for a card that is taken in."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.test_reasons import WORK, why
from tutor.advice.reasons.finding import reasons
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.teach.practice.advising import certain, motive
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from tutor.advice.reasons.context import Reason

TRUC = load("truc")
REST = " hand.P2=6S,7H,4C hand.P3=QD,5D,3C hand.P4=KS,7S,JD leader=P1 trick="


def told(game: str, reason: Reason) -> str:
    """The certain part of a reason and its motive, as plain text."""
    rules = load(game)
    return unmarked(f"{certain(rules, reason)} {motive(rules, reason)}")


def test_before_the_deal_no_choice_is_better_than_another() -> None:
    record = history.start(TRUC)
    while record.state.chance is not None:
        record = history.draw(record, Random(1))
    who = record.state.turn[0]
    found = reasons(record, who, Move("tap"), Move("cut"), Random(1), WORK)
    assert [one.what for one in found] == ["nothing_dealt"] and found[0].decides
    assert "nothing_dealt" not in why("truc", "hand.P1=3S,5S,7C" + REST, "truc", "3S")


def test_a_lead_that_few_cards_beat_is_told_with_them_and_with_what_a_draw_means() -> None:
    stage = "tricks=draw hand.P1=2H,4S hand.P2=6S,7H hand.P3=QD,5D hand.P4=KS,7S leader=P1 trick= dealer="
    found = why("truc", stage + "P4", "2H", "4S")["few_above"]
    assert "beat 2H" in told("truc", found) and "a draw suits your side" in told("truc", found)
    found = why("truc", stage + "P3", "2H", "4S")["few_above"]
    assert "if tricks are equal the others win" in told("truc", found)
    assert "few_above" not in why("truc", "hand.P1=KH,5S,7C" + REST, "KH", "5S"), "eleven cards beat it"


def test_a_card_is_led_for_what_it_beats_and_not_as_partner_may_win() -> None:
    found = why("truc", "hand.P1=JH,5S,4D" + REST, "JH", "4D")
    assert "4D" in told("truc", found["leads_best"])
    assert "leads_best" not in why("truc", "hand.P1=JH,5S,4D" + REST, "4D", "JH")


def test_cards_that_win_nothing_are_alike() -> None:
    stage = "tricks=draw hand.P1=5S,4D hand.P2=6S,7H hand.P3=QD,5D hand.P4=KS,7S leader=P1 trick= dealer=P4"
    assert why("truc", stage, "5S", "4D")["worthless"].decides
    assert "worthless" not in why("truc", stage.replace("5S,4D", "AS,4D"), "AS", "4D")


def test_a_raise_is_left_be_with_what_lies_there() -> None:
    stage = "leader=P4 trick=3D hand.P1=AS,JH,5C hand.P2=6S,7H,4C hand.P3=QD,5D,3C hand.P4=KS,7S dealer=P3"
    found = why("truc", stage, "5C", "truc")["weak_hand"]
    assert "is winning with 3D, and your best card, AS, does not beat it" in told("truc", found)
    record = history.staged(TRUC, "hand.P1=JH,5S,4D" + REST)
    record = history.play(record, "P1", Move("JH"))
    moves = {m.text: m for m in legal(TRUC, record.state, "P1")}
    found_now = reasons(record, "P1", moves["pass"], moves["truc"], Random(1), WORK)
    (weak,) = (one for one in found_now if one.what == "weak_hand")
    assert "You are winning with JH, but 20 cards" in told("truc", weak), "it is not in the hand any more"


def test_whoever_has_no_card_left_does_not_raise() -> None:
    stage = "tricks=draw,P2+P4 leader=P4 trick=4S hand.P1=4D hand.P2=6S hand.P3=QD hand.P4= dealer=P4"
    record = history.play(history.staged(TRUC, stage), "P1", Move("4D"))
    moves = {m.text: m for m in legal(TRUC, record.state, "P1")}
    found = reasons(record, "P1", moves["pass"], moves["truc"], Random(1), WORK)
    assert "nothing_left" in [one.what for one in found]
    (left,) = (one for one in found if one.what == "nothing_left")
    assert "Only your partner" in told("truc", left)


def test_a_strong_hand_is_told_with_the_second_card() -> None:
    found = why("truc", "hand.P1=3H,2H,4S" + REST, "truc", "3H")["strong_hand"]
    assert "2H is behind it" in told("truc", found)
    assert "behind it" not in told("truc", why("truc", "hand.P1=3H,5H,4S" + REST, "truc", "3H")["strong_hand"])
