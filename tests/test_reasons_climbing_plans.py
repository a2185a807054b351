"""Reasons in climbing games: who plays next, what a play forces out, what is left of the hand."""

from __future__ import annotations

from tests.test_reasons import why
from tests.test_reasons_climbs import said, worth_it

REST = "hand.P2=3,5,5,6,8,8,T,T,K,A,2 hand.P3=3,6,5,7,J,J,K,K,A,A,A"


def test_a_higher_card_slows_an_opponent_who_plays_next() -> None:
    stage = f"hand.P1=4,7,9,9,T,J,Q,Q,2,2 {REST} landlord=P2 bid=1 leader=P3 plays=P3:3"
    assert said("dou-dizhu", stage, "J", "4", "slows_next") == "P2 plays next, and gets rid of less on J than on 4."
    assert "slows_next" not in why("dou-dizhu", stage, "4", "J")
    partner = stage.replace("landlord=P2", "landlord=P3")
    assert "slows_next" not in why("dou-dizhu", partner, "J", "4"), "the partner plays next"
    assert "slows_next" not in why("dou-dizhu", stage.replace("landlord=P2", "landlord=P1"), "J", "4"), "it is alone"


def test_the_higher_card_is_left_to_a_partner_who_plays_next() -> None:
    stage = f"hand.P1=4,7,9,9,T,J,Q,Q,2,2 {REST} landlord=P3 bid=1 leader=P3 plays=P3:3"
    assert said("dou-dizhu", stage, "4", "J", "left_to_partner") == (
        "P2, on your side, plays next and can go higher: no need for J yet."
    )
    assert "left_to_partner" not in why("dou-dizhu", stage.replace("landlord=P3", "landlord=P2"), "4", "J")
    own = stage.replace("leader=P3 plays=P3:3", "leader=P2 plays=P2:3,P3:-")
    assert "left_to_partner" not in why("dou-dizhu", own, "4", "J"), "the play to beat is the partner's"


def test_what_a_lead_leaves_is_told_with_what_gets_back_in() -> None:
    rest = "hand.P2=3,3,3,5,5,6,8,9,T,T,K,A,A hand.P3=3,6,6,5,7,8,8,J,J,K,K,A,A,2,2 landlord=P1 bid=1 leader=P1"
    stage = f"hand.P1=4,5,6,7,8,9,9,J,Q,2,2,X1 {rest}"
    text = said("dou-dizhu", stage, "4+5+6+7+8", "9+9", "leaves")
    assert text == "That leaves 3 plays that can be beaten, with 2+2 and X1 to get back in for them."
    assert "leaves" not in why("dou-dizhu", stage, "9", "4+5+6+7+8"), "more plays are left than after the other"
    assert "leaves" not in why("dou-dizhu", stage, "4", "9"), "two plays of a kind"


def test_four_of_a_rank_are_not_said_to_be_kept_for_their_kind_alone() -> None:
    rest = "hand.P2=3,5,6,7,7,8,8,8,9,9,9,T,T,T,Q,K,A hand.P3=3,3,4,4,5,5,6,6,7,9,J,J,J,Q,Q,Q,K"
    stage = f"hand.P1=3,4,4,5,6,7,8,T,J,K,K,A,A,A,2,2,2,2,X1,X2 {rest} landlord=P1 bid=3 leader=P1"
    found = why("dou-dizhu", stage, "4", "4+T+2+2+2+2")
    assert "keeps_bomb" in found and "keeps_to_answer" not in found


def test_four_of_a_rank_with_others_are_not_called_weak() -> None:
    rest = "hand.P2=3,4,6,6,7,9,9,T,T,J,Q,K,A,A,2,2,X1 hand.P3=3,4,5,6,6,7,9,T,T,J,J,K,K,2,X2,9,5"
    stage = f"hand.P1=3,3,4,4,5,5,8,8,8,8,J,K,A,A,2 {rest} landlord=P1 bid=3 leader=P1"
    found = why("dou-dizhu", stage, "8+8+8+8+J+K", "2")
    assert "leads_lowest" not in found
    assert "sheds" not in found, "that it has more cards than a single one tells nothing"


def test_a_win_that_only_a_rare_play_stops_is_taken() -> None:
    rest = "hand.P2=4,4,5,5,J,J,J,Q,7,7,7,K,A hand.P3=3,3,3,5,6,6,6,7,9,Q,Q,X2,4 landlord=P1 bid=2 leader=P1"
    stage = f"hand.P1=T,T,T,J,Q,X1 {rest}"
    assert worth_it("dou-dizhu", stage) == {"J", "Q"}, "the joker takes the lead back"
    rest = "hand.P2=4,4,4,4,5,5,7,7,7,7,K,A,A,X2 hand.P3=3,3,3,3,6,6,6,6,8,8,8,8,9,9,9,9 landlord=P1 bid=2 leader=P1"
    assert "T+T+T+J" in worth_it("dou-dizhu", f"hand.P1=T,T,T,J,Q,X1 {rest}"), "bombs are probably out"


def test_two_leads_that_both_keep_the_lead_go_in_either_order() -> None:
    rest = "hand.P2=3,4,8,8,T,T,K,K,7,J,J,2,2 hand.P3=8 landlord=P1 bid=3 leader=P1"
    stage = f"hand.P1=3,4,5,6,6,7,9,T,T,Q,Q,A,A,A,X2,X1 {rest}"
    assert "either_first" in why("dou-dizhu", stage, "3+4+5+6+7", "6+A+A+A")
    assert "sheds" not in why("dou-dizhu", stage, "6+A+A+A", "6"), "that it has more cards than one tells nothing"
    longer = stage.replace("8,8,T,T", "8,8,9,9,T,T,5")
    assert "either_first" not in why("dou-dizhu", longer, "3+4+5+6+7", "6+A+A+A"), "a higher straight may be out"


def test_a_partners_play_is_gone_over_as_cheaply_as_can_be() -> None:
    plays = "bid=2 leader=P2 plays=P2:3+3+3+4+4,P3:5+5+5+8+8"
    rest = f"hand.P2=3,6,6,8,T,K,A,2,2 hand.P3=6,7,J,K,A,A landlord=P2 {plays}"
    stage = f"hand.P1=4,7,7,8,9,9,9,9,T,J,J,Q,K,K {rest}"
    found = why("dou-dizhu", stage, "7+7+9+9+9", "9+9+9+9")["lowest_beat"]
    assert found.facts["friend"] == "P3"
    alone = stage.replace("landlord=P2", "landlord=P1")
    assert why("dou-dizhu", alone, "7+7+9+9+9", "9+9+9+9")["lowest_beat"].facts["friend"] is None
    text = said("dou-dizhu", stage, "7+7+9+9+9", "9+9+9+9", "lowest_beat")
    assert text.startswith("If you go over P3, on your side, then as cheaply as you can.")
