"""Reasons in climbing games: who plays next, what a play forces out, what is left of the hand."""

from __future__ import annotations

from tests.test_reasons import bidding, said_of, why
from tests.test_reasons_climbs import said, worth_it
from tutor.advice.reasons.climbs.climbing import told_once
from tutor.advice.reasons.context import Reason
from tutor.advice.reasons.priorities import covers
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.playout import legal
from tutor.policies import policy_of
from tutor.teach.practice.advising import certain
from tutor.teach.text.marks import unmarked

REST = "hand.P2=3,5,5,6,8,8,T,T,K,A,2 hand.P3=3,6,5,7,J,J,K,K,A,A,A"


def test_a_higher_card_slows_an_opponent_who_plays_next() -> None:
    stage = f"hand.P1=4,7,9,9,T,J,Q,Q,2,2 {REST} landlord=P2 bid=1 leader=P3 plays=P3:3"
    assert said("dou-dizhu", stage, "J", "4", "slows_next") == (
        "P2 plays next, and can beat J only with K, A, 2 or a bomb."
    )
    assert said("dou-dizhu", stage, "9", "4", "slows_next") == "P2 plays next, and gets rid of less on 9 than on 4."
    assert "slows_next" not in why("dou-dizhu", stage, "4", "J")
    partner = stage.replace("landlord=P2", "landlord=P3")
    assert "slows_next" not in why("dou-dizhu", partner, "J", "4"), "the partner plays next"
    assert "slows_next" not in why("dou-dizhu", stage.replace("landlord=P2", "landlord=P1"), "J", "4"), "it is alone"


def test_the_higher_card_is_left_to_a_partner_who_plays_next() -> None:
    stage = f"hand.P1=4,7,9,9,T,J,Q,Q,2,2 {REST} landlord=P3 bid=1 leader=P3 plays=P3:3"
    assert said("dou-dizhu", stage, "4", "J", "left_to_partner") == (
        "P2, on your side, plays next and may go higher: no need for J yet."
    )
    assert "left_to_partner" not in why("dou-dizhu", stage.replace("landlord=P3", "landlord=P2"), "4", "J")
    own = stage.replace("leader=P3 plays=P3:3", "leader=P2 plays=P2:3,P3:-")
    assert "left_to_partner" not in why("dou-dizhu", own, "4", "J"), "the play to beat is the partner's"


def test_what_a_lead_leaves_is_told_with_what_gets_back_in() -> None:
    rest = "hand.P2=3,3,3,5,5,6,8,9,T,T,K,A,A hand.P3=3,6,6,5,7,8,8,J,J,K,K,A,A,2,2 landlord=P1 bid=1 leader=P1"
    stage = f"hand.P1=4,5,6,7,8,9,9,J,Q,2,2,X1 {rest}"
    text = said("dou-dizhu", stage, "4+5+6+7+8", "9+9", "leaves")
    assert text == "That leaves 9+9, J and Q, with 2+2 and X1 to get back in."
    assert "leaves" not in why("dou-dizhu", stage, "9", "4+5+6+7+8"), "more plays are left than after the other"
    assert "leaves" not in why("dou-dizhu", stage, "4", "9"), "two plays of a kind"
    others = "hand.P2=3,5,5,7,9,J,2,2,X1 hand.P3=6,6,5,7,8,8,J,J,K,K landlord=P2 bid=1 leader=P2 plays=P2:K,P3:-"
    found = why("dou-dizhu", f"hand.P1=4,4,8,9,T,J,Q,A,A,2 {others}", "A", "pass")["leaves"].facts
    assert all(len(p.cards) < 5 for p in found["backs"]), "a straight takes no lead back from a pair"


def test_what_nothing_beats_is_not_said_to_be_hard_to_beat() -> None:
    rest = "hand.P2=3,6,X2 hand.P1=4,4,5,6,7,T,J,J,Q,K,A landlord=P3 bid=3 leader=P2 plays=P2:A"
    found = why("dou-dizhu", f"hand.P3=3,3,3,4,7,8,9,2,2,X1 {rest}", "X1", "2")
    assert "no_answer" in found and "hampers" not in found
    rest = "hand.P1=5,6 hand.P2=T,J,J,Q,Q,K,K landlord=P3 bid=3 leader=P3"
    lead = why("dou-dizhu", f"hand.P3=4,7,8,9 {rest}", "4", "7")
    assert "only_lead" in lead and "leads_lowest" not in lead


def test_four_of_a_rank_are_not_said_to_be_kept_for_their_kind_alone() -> None:
    rest = "hand.P2=3,5,6,7,7,8,8,8,9,9,9,T,T,T,Q,K,A hand.P3=3,3,4,4,5,5,6,6,7,9,J,J,J,Q,Q,Q,K"
    stage = f"hand.P1=3,4,4,5,6,7,8,T,J,K,K,A,A,A,2,2,2,2 {rest} landlord=P1 bid=3 leader=P1"
    found = why("dou-dizhu", stage, "4", "4+T+2+2+2+2")
    assert "keeps_bomb" in found


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


def test_a_play_that_lets_somebody_out_is_not_taken_back() -> None:
    stage = "hand.P1=4,5,8,8,T,T,A,A,2 hand.P2=J,J hand.P3=3,4,5,6,7,8,8,9,T,J,Q landlord=P2 bid=1 leader=P1"
    found = why("dou-dizhu", stage, "8+8", "5")
    assert "back_in" not in found, "who has two cards is out with a pair"
    assert found["shuts_out"].facts["hardly"] and "only_lead" in found
    assert said("dou-dizhu", stage, "8+8", "5", "shuts_out") == "P2 could get in on 5, but on 8+8 only with J+J."
    more = why("dou-dizhu", stage.replace("P2=J,J", "P2=J,J,K"), "8+8", "5")
    assert "back_in" in more and "shuts_out" not in more


def test_the_lead_goes_to_what_is_poor_and_not_to_what_is_long_and_strong() -> None:
    rest = "hand.P2=3,4,6,7,8,9,9,J,J,Q,K,K,A,2,2,2,X2 hand.P3=3,3,3,4,2,X1 landlord=P3 bid=1"
    stage = f"hand.P1=4,4,6,6,7,7,8,8,9,T,T,T,J,Q,A,A,A {rest} leader=P3 plays=P3:6+7+8+9+T+J"
    found = why("dou-dizhu", stage, "7+8+9+T+J+Q", "pass")
    assert found["no_answer"].facts["then"].text == "6+6", "only twos beat three aces"
    assert found["leaves_no_lead"].facts["left"] == 6
    assert "takes_over_lead" not in found, "it says no more than that the lead is not left there"
    bomb = why("dou-dizhu", stage.replace("T,T,T,J,Q", "5,5,5,5,Q"), "5+5+5+5", "pass")
    assert bomb["spends_bomb"].facts["left"] == 6 and "leaves_no_lead" not in bomb


def test_a_partners_play_stands_for_a_reason() -> None:
    rest = "hand.P2=4,5,6,9,9,T,K,A,A,X1 hand.P3=3,3,4,5,7,7,8,9,J,J landlord=P2 bid=1 leader=P2 plays=P2:5,P3:Q"
    stage = f"hand.P1=3,4,6,6,7,7,8,8,9,T,T,J,J,2,2 {rest}"
    text = said("dou-dizhu", stage, "pass", "2", "lets_partner")
    assert text == "P2 can beat it only with K, A or X1: let it stand, and keep 2 for when P2 does."
    assert said("dou-dizhu", stage.replace("A,A,X1", "A,A,3"), "pass", "2", "lets_partner") == (
        "P2 can beat it only with K or A: let it stand, and keep 2, which beats that."
    )
    near = stage.replace("P3=3,3,4,5,7,7,8,9,J,J", "P3=3,3,J").replace(
        "leader=P2 plays=P2:5,P3:Q", "leader=P3 plays=P3:4+5+6+7+8"
    )
    text = said("dou-dizhu", near, "pass", "6+7+8+9+T", "lets_partner")
    assert text == "Let it stand: with only 3 cards left P3 needs the lead more than you."
    apart = "hand.P1=3,4,5,6,7,K,K,9,9 hand.P2=4,5,6,9,9,T,Q,A,A,X1 hand.P3=3,3,8,8,J,J,J,7 landlord=P2 bid=1"
    text = said("dou-dizhu", f"{apart} leader=P3 plays=P3:3", "pass", "5", "lets_partner")
    assert text == "Let it stand: 5 would leave you 6 plays instead of 3."
    low = f"{apart} leader=P3 plays=P3:3".replace("P1=3,4,5,6,7,K,K,9,9", "P1=4,9,J,Q")
    assert said("dou-dizhu", low, "pass", "9", "lets_partner") == "If P2 goes higher, you may still beat that."
    top = "hand.P1=6,Q,2 hand.P2=3,X1 hand.P3=3,4,4,5,5,6,8,9,T,T,J,Q landlord=P2 bid=3 leader=P2 plays=P2:K,P3:A"
    text = said("dou-dizhu", top, "pass", "2", "lets_partner")
    assert "keep 2" not in text and "still beat" not in text, "what goes over the ace goes over a two"
    assert "whatever beats A beats 2 too" in text
    text = said("dou-dizhu", top.replace("P2=3,X1", "P2=3,4,2,X1"), "pass", "2", "lets_partner")
    assert "beats 2 too" not in text and "keep 2" not in text, "another two is no higher than a two"
    assert text == "P2 can beat it only with 2 or X1: leave P3 the lead."


def test_what_a_pass_costs_is_told_though_others_play_in_between() -> None:
    stage = "hand.P2=7,7,7,A,2,X1 hand.P3=3,4,8,9,T,Q,Q,A,2,2,X2 hand.P1=2,K landlord=P2 bid=3 leader=P1 plays=P1:5+5"
    text = said("dou-dizhu", stage, "pass", "7+7", "keeps_together")
    assert (
        text == "7+7 would leave you 4 plays instead of 3. The price: if all pass, P1 leads again, with 2 cards left."
    )
    many = said("dou-dizhu", stage.replace("P1=2,K", "P1=2,K,K,3,4"), "pass", "7+7", "keeps_together")
    assert "price" not in many


def test_a_card_that_much_would_beat_is_not_kept_until_all_that_has_gone() -> None:
    rest = "hand.P1=7S,2S hand.P2=3H,3S,TC,AD,AC players=3 leader=P1 plays=P1:QD,P2:KC"
    text = said("big-two", f"hand.P3=5H,5S,8H,KS {rest}", "pass", "KS", "waits")
    assert text == "KS may well be beaten: keep it to get in later, as 2 plays would still be left."


def test_who_passed_over_nothing_is_not_told_twice_what_beats_it() -> None:
    rest = "hand.P2=3S,4S,4C,5S,6S,7S hand.P3=2D,2S,6C,6D,7D,8D hand.P4=3H,4D,7H,7C,8S,9H leader=P4 plays=P4:QS"
    found = why("big-two", f"hand.P1=4H,5C,6H,9S,TD,JH,QC,KC,AH {rest}", "AH", "pass")
    assert "breaks_nothing" in found and not {"costs_high", "may_hold"} & {*found}


def test_rather_than_leave_the_lead_something_is_broken_up() -> None:
    rest = "hand.P2=5D,5C,7D,8D,9D,9C,9H,9S,QS,KH,KS hand.P4=4C,4H,4S,6D,6C,6S,7H,TC,JH,AS,2H"
    stage = f"hand.P3=3H,3S,5S,6H,7C,8C,8S,TS,JD,JC,QC,KD,AH {rest} hand.P1=3C,4D,5H,8H,TD,TH,KC,AD,2D,2C,2S"
    found = why("big-two", f"{stage} leader=P1 plays=P1:QH,P2:AC", "AH", "pass")
    assert found["not_left"].facts["whole"].text == "TS+JD+QC+KD+AH"
    text = said("big-two", f"{stage} leader=P1 plays=P1:QH,P2:AC", "AH", "pass", "not_left")
    assert text == "Rather break up TS+JD+QC+KD+AH than leave P2 the lead."


def test_what_would_beat_a_card_that_blocks_is_told_once() -> None:
    rest = "hand.P1=K hand.P3=3,4,6,7,8,9,9,9,J,K,K,2,X1 landlord=P1 bid=3 leader=P1 plays=P1:T"
    found = why("dou-dizhu", f"hand.P2=3,3,4,5,5,5,6,7,8,T,T,J,J,A,A,X2 {rest}", "X2", "A")
    assert found["blocks"].facts["above"] and not found["breaks_nothing"].facts["above"]
    several = f"hand.P2=3,3,4,5,5,5,6,7,8,T,T,J,J,A,A,X2 {rest}".replace("P1=K ", "P1=K,3,4,4,7 ")
    assert why("dou-dizhu", several, "X2", "A")["breaks_nothing"].facts["above"], "nobody is nearly out"


def test_a_card_is_not_said_to_break_up_what_a_twin_keeps_together() -> None:
    rest = "hand.P1=4D,4S,8S,TS,QS,2D,AD hand.P3=7S,2S,AH players=3 leader=P3 plays=P3:JD,P1:KD"
    found = why("big-two", f"hand.P2=5D,6S,7H,8D,9H,TC,TH,JC,JS,QD,KH,KS,AC {rest}", "KH", "AC")
    assert found["keeps_whole"].facts["whole"].text == "TC+JC+QD+KS+AC" and found["lowest_beat"].facts["broken"] is None


def test_a_better_kind_is_harder_to_beat() -> None:
    rest = "hand.P1=4D,6H,6S,7H,7S,8S,TH,JH,QD,AH,AS,2D,2H hand.P2=3H,3S,9H,TC,JS,QS,KC,AD players=3"
    stage = f"hand.P3=4H,4S,5H,5S,6D,8D,8H,9D,TD,JD,QH,KS,2C {rest} leader=P2 plays=P2:3C+4C+5D+6C+7C"
    assert "harder" in why("big-two", stage, "6D+8D+9D+TD+JD", "9D+TD+JD+QH+KS")
    assert "harder" not in why("big-two", stage, "9D+TD+JD+QH+KS", "6D+8D+9D+TD+JD")


def test_of_two_leads_the_one_that_is_beaten_less_often() -> None:
    rest = "hand.P2=5S,8C,8S,9H,QD,QH,AC hand.P3=3C,3D,7C,7D,3S,4S,AD hand.P4=5C,5D,8D,9C,2C,2H,4C leader=P1"
    stage = f"hand.P1=4H,6C,TS,JD,JH,KD,AH,2D {rest}"
    assert said("big-two", stage, "JD+JH", "4H", "holds_more") == "JD+JH keeps the lead more often than 4H."
    assert "holds_more" not in why("big-two", stage, "4H", "JD+JH")


def test_bids_are_told_by_the_plays_that_a_hand_needs() -> None:
    few = bidding("dou-dizhu", "3 3 3 4 5 5 5 6 7 8 9 T J J Q K K", "", "3", "pass")
    assert few["bids_handy"].facts["plays"] == 4
    assert "with only 4 plays to make you need it seldom" in said_of(few["bids_handy"])
    poor = bidding("dou-dizhu", "3 4 4 6 7 7 8 9 T T Q Q K A A 2 X2", "1 2", "pass", "3")
    assert "lacks_lead" not in poor
    assert said_of(poor["lacks_stake"]).endswith(
        "With 10 plays to make your hand might do for a low stake, but not for 3."
    )
    low = bidding("dou-dizhu", "3 4 6 6 7 7 8 8 9 9 J J Q K A 2 X1", "", "2", "3")
    assert "bids_low" in low
    assert "bids_low" not in bidding("dou-dizhu", "3 4 6 6 7 7 8 8 9 9 J J Q K A 2 X1", "", "3", "2")
    none = bidding("dou-dizhu", "3 3 4 5 5 6 6 7 8 9 9 J J Q K 2 2", "", "pass", "1")["lacks_lead"]
    assert "no bomb and 9 plays to make" in said_of(none)
    assert "bids_handy" not in bidding("dou-dizhu", "3 4 4 6 7 7 9 9 T T Q Q K A A J J", "", "3", "pass")
    last = bidding("dou-dizhu", "3 4 4 6 7 7 9 9 T T Q Q K A A J J", "2", "3", "pass")
    assert "bids_little" not in last, "nobody can bid more"
    modest = bidding("dou-dizhu", "3 4 5 6 6 8 8 T T Q Q Q K A A 2 X1", "", "2", "1")["bids_high"]
    assert "With so much" not in said_of(modest) and "2 is harder to outbid than 1" in said_of(modest), "ten plays"
    assert "bids_high" in bidding("dou-dizhu", "3 3 4 4 5 5 6 8 8 9 9 T J Q Q 2 X1", "", "2", "1"), "little is high"


def test_who_goes_out_on_the_lower_of_two_cards_is_not_let_out() -> None:
    rest = "hand.P3=4,8,9,T,A,2,2,X2 landlord=P2 bid=3 leader=P3 plays=P3:3,P1:K"
    kept = worth_it("dou-dizhu", f"hand.P2=7,7,7,A,2,X1 hand.P1=2 {rest}")
    assert "2" in kept and "A" not in kept, "once either holds the hand is out, and fewer cards beat the two"
    assert "A" in worth_it("dou-dizhu", f"hand.P2=7,7,7,A,2,X1 hand.P1=2,4 {rest}"), "nobody has one card"
    assert "A" in worth_it("dou-dizhu", f"hand.P2=5,6,7,A,2,X1 hand.P1=2 {rest}"), "the hand is not out by then"


def test_a_partners_play_is_not_bombed() -> None:
    rest = "hand.P1=3,3,7,J,K,K,A,A,Q,4,5,8 hand.P3=8,9,J,Q,Q,A,2,2,X2,X1,4 landlord=P3 bid=1"
    stage = f"hand.P2=4,5,5,6,6,9,9,T,T,T,T,A,2 {rest} leader=P3 plays=P3:J,P1:Q"
    assert "T+T+T+T" not in worth_it("dou-dizhu", stage) and "A" in worth_it("dou-dizhu", stage)
    own = stage.replace("leader=P3 plays=P3:J,P1:Q", "leader=P1 plays=P1:J,P2:-,P3:Q,P1:-")
    assert "T+T+T+T" in worth_it("dou-dizhu", own), "the play is the landlord's"
    near = stage.replace("P2=4,5,5,6,6,9,9,T", "P2=4,9,9,T").replace(",A,2 hand", " hand")
    assert "T+T+T+T" in worth_it("dou-dizhu", near), "the hand is nearly out"


def test_high_cards_are_kept_though_they_cost_no_play() -> None:
    rest = (
        "hand.P1=5,7,8,8,8,Q,Q,K,2,X1 hand.P3=5,5,7,8,J,J,Q,K,K,2,2,9,9 landlord=P1 bid=2 leader=P1 plays=P1:T+T+T+J+J"
    )
    stage = f"hand.P2=3,3,4,5,6,6,7,7,9,T,Q,K,A,A,A,2,X2 {rest}"
    found = why("dou-dizhu", stage, "pass", "3+3+A+A+A")
    assert "keeps_together" not in found and [c.text for c in found["spares_tops"].facts["tops"]] == ["A", "A", "A"]


def test_of_neighbours_the_higher_is_kept() -> None:
    rest = "hand.P1=4,4 hand.P3=3,3,7,8,J,Q,K,2,9 landlord=P1 bid=3 leader=P2"
    text = said("dou-dizhu", f"hand.P2=7,9,T,Q,A {rest}", "Q", "A", "hardly_apart")
    assert text == "Hardly anything out of sight lies between Q and A: then keep the higher."


def test_a_partners_play_is_raised_before_an_opponent() -> None:
    rest = "hand.P1=3,3,7,J,K,A,A,8 hand.P3=8,9,J,Q,Q,A,2,2,X2,X1 landlord=P3 bid=1 leader=P3 plays=P3:J,P1:Q"
    stage = f"hand.P2=4,5,5,6,6,9,9,T,T,T,T,K,K,A,2 {rest}"
    assert "raises" not in why("dou-dizhu", stage, "K", "pass"), "hardly anything lies between"
    low = stage.replace("P3:J,P1:Q", "P3:8,P1:9")
    assert said("dou-dizhu", low, "K", "pass", "raises") == "P3 plays next, and less beats K than 9."
    assert said("dou-dizhu", stage, "A", "pass", "raises") == (
        "P3 plays next, and can beat A only with 2, X2, X1 or the rocket; Q is easier to beat."
    )
    other = stage.replace("leader=P3 plays=P3:J,P1:Q", "leader=P1 plays=P1:J,P2:-,P3:Q,P1:-")
    assert "raises" not in why("dou-dizhu", other, "K", "pass"), "the play is an opponent's"


def test_a_pass_leaves_a_play_to_a_partner_who_is_nearly_out() -> None:
    rest = "hand.P3=5,A hand.P1=2,2,6,7 landlord=P1 bid=3 leader=P1 plays=P1:3"
    stage = f"hand.P2=3,4,4,T,T,K,K,A {rest}"
    text = said("dou-dizhu", stage, "pass", "A", "leaves_to_partner")
    assert text == "Leave it to P3, who plays next and may get rid of a card on it."
    assert "may go out on it" in said("dou-dizhu", stage.replace("P3=5,A", "P3=5"), "pass", "A", "leaves_to_partner")
    assert "leaves_to_partner" not in why("dou-dizhu", stage.replace("P3=5,A", "P3=5,A,J"), "pass", "A")
    assert "leaves_to_partner" not in why("dou-dizhu", stage.replace("landlord=P1", "landlord=P2"), "pass", "A")


def test_of_sure_wins_the_shortest() -> None:
    rest = "hand.P2=3,4,4,6,7,8,T,A hand.P3=8,T,T,J,K landlord=P1 bid=3 leader=P1"
    assert worth_it("dou-dizhu", f"hand.P1=5,9,9,9,2,2 {rest}") == {"2+2"}, "one by one the twos take a play more"


def test_who_may_go_out_on_the_other_choice_is_named() -> None:
    rest = "hand.P2=2S hand.P3=9H,9C hand.P4=3C,3S,4D,5D,6D,8C,TC,TD,KD,KS leader=P1"
    stage = f"hand.P1=4C,5H,7C,7S,8S,9D,TH,JS,QC,QS {rest}"
    text = said("big-two", stage, "8S+9D+TH+JS+QC", "7C+7S", "shuts_out")
    assert text == "P3 may go out on 7C+7S, but cannot beat 8S+9D+TH+JS+QC."
    there = why("big-two", stage, "7C+7S", "8S+9D+TH+JS+QC")
    assert "shuts_out" not in there or not there["shuts_out"].facts["out"]


def test_the_only_high_card_of_a_poor_hand_is_not_said_to_wait() -> None:
    rest = "hand.P2=2S,4D,KC,KD,AD hand.P3=TC,TD,6D,KH,AC hand.P4=3C,7C,7D,AH leader=P4 plays=P4:KS"
    text = said("big-two", f"hand.P1=3S,6C,8S,9S,JD,JH,QH,AS {rest}", "pass", "AS", "spends_all")
    assert text.startswith("Spend AS now, and the rest needs 6 plays with no high card left to get in again.")
    assert "waits" in why("big-two", f"hand.P1=3S,6C,8S,AS {rest}", "pass", "AS")


def test_a_bomb_that_is_broken_up_is_named() -> None:
    rest = "hand.P2=3,3,4,4,7,7,8,T,J,J,Q,A,A,X1,2,2,K hand.P3=3,4,5,5,6,6,7,8,8,T,T,J,J,Q,K,A,A landlord=P1 bid=3"
    stage = f"hand.P1=3,4,5,5,6,6,7,8,9,9,9,9,T,Q,Q,K,K,2,2,X2 {rest} leader=P1"
    text = said("dou-dizhu", stage, "3+4+5+6+7+8+9+T", "3+4+5+6+7+8", "fewer_plays")
    assert text == "It breaks up 9+9+9+9, but saves 2 turns."


def test_twos_that_take_the_lead_one_by_one_are_kept() -> None:
    rest = "hand.P2=3,4,6,8,8,T,J,J hand.P3=3,7,9,Q,A landlord=P1 bid=2 leader=P3 plays=P3:K+K"
    text = said("dou-dizhu", f"hand.P1=3,Q,2,2 {rest}", "pass", "2+2", "keeps_control")
    assert text.startswith("Keep 2+2: together they take the lead once, one by one twice, and 3 and Q would still be")


def test_what_is_still_whole_after_a_card_is_not_called_broken() -> None:
    rest = "hand.P2=3,3,4,4,6,7,8,9,9,J,2,2,A,Q,Q hand.P3=3,3,4,4,6,6,7,8,8,T,J,Q,2,A,T landlord=P1 bid=3 leader=P2"
    stage = f"hand.P1=5,5,6,7,8,9,T,T,J,J,Q,K,K,K,A,A,2,X2,X1 {rest} plays=P2:9,P3:-"
    text = said("dou-dizhu", stage, "T", "J", "lowest_beat")
    assert text == "One T is loose: the other goes in 5+6+7+8+9+T+J+Q."


def test_what_beats_the_last_card_is_told_once() -> None:
    rest = "hand.P2=2D,4C,5C,5H hand.P3=2C,2H,4D,6D hand.P4=6C,6H,7D leader=P1"
    found = why("big-two", f"hand.P1=KS,AC {rest}", "KS", "AC")
    assert "goes_out_on" in found and not {"costs_high", "unanswered"} & {*found}


def test_a_card_that_leaves_one_play_says_so() -> None:
    rest = "hand.P2=2C,4C,5C,AH,AS hand.P3=2S,AD,4D,6D hand.P4=AC,6H,7D leader=P4 plays=P4:JD"
    text = said("big-two", f"hand.P1=KC,2D {rest}", "KC", "pass", "fits_now")
    assert text == "Let KC go while it fits: then you have only 2D left."


def test_a_card_of_a_flush_that_leaves_as_many_plays_stays_in_it() -> None:
    rest = "hand.P2=2C,4C,5D,KH,AS,9H,TS hand.P3=2S,AC,4D,6H,JD,JH,QC hand.P4=2H,6C,7C,7S,TD,TC leader=P4 plays=P4:KS"
    text = said("big-two", f"hand.P1=3S,4S,5C,5H,5S,6D,7D,8D,9D,AD,AH,2D {rest}", "pass", "AD", "keeps_together")
    assert text.startswith("Keep 6D+7D+8D+9D+AD together: AD would still leave you 3 plays.")


def test_who_is_out_next_is_told_so() -> None:
    rest = "hand.P2=5,J,X1 hand.P3=3,3,5,6,7,8,9,T,Q landlord=P2 bid=3 leader=P2 plays=P2:8,P3:2"
    text = said("dou-dizhu", f"hand.P1=2,X2 {rest}", "X2", "pass", "hurries")
    assert text == "Only X1 would beat X2: if it holds, you go out with 2."


def test_of_two_leads_that_nothing_else_tells_apart_the_longer_is_told_to_shed_more() -> None:
    rest = "hand.P2=3,4,5,6,7,8,9,T,T,Q,Q,A,A,A,K,K hand.P3=3,4,5,6,7,8,9,T,T,Q,J,4,5,X1,2,8,9 landlord=P1 bid=2"
    stage = f"hand.P1=3,3,4,5,6,7,8,9,J,J,J,Q,K,A,2,2,2,X2 {rest} leader=P1"
    assert [*why("dou-dizhu", stage, "3+4+5+6+7+8+9", "3+J+J+J")] == ["sheds", "leaves"]


def test_what_beats_a_card_that_blocks_is_told_once() -> None:
    rest = "hand.P2=QD,3C hand.P3=4C,7D,7H,8D,9D hand.P4=9C leader=P1"
    found = why("big-two", f"hand.P1=5S,6S,7C,TS,JD {rest}", "TS", "7C")
    assert "blocks" in found and "costs_high" not in found


def test_a_play_of_high_cards_alone_is_not_said_to_spend_itself() -> None:
    rest = "hand.P2=KH,8C,8D,8H,8S hand.P3=KC,4C,JC hand.P4=AH,AS,2S,3S leader=P4 plays=P4:4H+5H+7H+9H+JH"
    stage = f"hand.P1=4D,5S,6S,7C,TS,JD,QH,AD,AC,2D,2C,2H {rest}"
    found = why("big-two", stage, "pass", "AD+AC+2D+2C+2H")["spares_tops"]
    assert len(found.facts["tops"]) == 5 and not certain(load("big-two"), found)


def test_what_takes_the_lead_is_told_with_what_it_is_taken_from() -> None:
    rest = "hand.P2=KH,8C,8D,TC hand.P3=3D,4C,JC,9H,9S hand.P4=5C,AH,AS,5S,3S leader=P4 plays=P4:5D"
    stage = f"hand.P1=4D,4H,6D,6S,7D,7H,TH,QH,2H {rest}"
    text = unmarked(certain(load("big-two"), why("big-two", stage, "2H", "7D")["no_answer"]))
    assert text.endswith("2H comes out of 4H+7H+TH+QH+2H.")
    loose = unmarked(certain(load("big-two"), why("big-two", stage.replace("TH", "TS"), "2H", "7D")["no_answer"]))
    assert "out of 4H" not in loose


def test_what_beats_anything_is_counted_among_what_beats_a_play() -> None:
    rest = "hand.P2=3,6,6,T,J,J,Q,2,2,X1 hand.P3=3,6,6,9,T,J,J,Q,K,X2 landlord=P3 bid=1 leader=P3 plays=P3:5+5"
    found = why("dou-dizhu", f"hand.P1=3,4,4,7,7,8,8,9,9,Q,K,A,A {rest}", "A+A", "7+7")
    assert "Only 2+2, a bomb or the rocket would beat A+A." in said_of(found["breaks_nothing"])


def test_no_bomb_is_said_to_beat_the_rocket() -> None:
    rest = "hand.P2=6,8,9,T,J,J,Q,2,2 hand.P3=6,6,9,T,J,J,2,2 landlord=P1 bid=1 leader=P3 plays=P3:A"
    found = why("dou-dizhu", f"hand.P1=3,3,3,4,4,4,7,K,5,6,7,8,9,X1,X2 {rest}", "X2+X1", "pass")["runs_out"]
    assert "only a bomb beats 3+3+3+4+4+4+7+K." in said_of(found)


def test_a_card_of_which_four_are_out_is_not_waited_for() -> None:
    rest = "hand.P2=3,6,6,T,J,J,Q,2,2 hand.P3=3,6,6,9,T,J,J,2,2 landlord=P3 bid=1 leader=P3 plays=P3:K"
    found = why("dou-dizhu", f"hand.P1=4,5,7,7,8,9,A,X1,X2 {rest}", "pass", "A")["waits"]
    assert "until" not in said_of(found)


def test_both_jokers_are_enough_to_play_alone() -> None:
    found = bidding("dou-dizhu", "3 3 3 4 4 4 5 6 7 7 8 T Q Q A X2 X1", "", "3", "pass")
    assert "3 3 3 4 4 4 goes in one play." in said_of(found["takes_lead"])


def test_a_pair_is_told_to_shed_more_than_a_card() -> None:
    rest = "hand.P2=5D,5H,7D,9D,9S,8C,8H,4D,4S,3C hand.P3=6C,6D,8D,QC,TH,KS,KC,2H,AH,AS leader=P1"
    stage = f"hand.P1=4H,5C,5S,7C,JD,KD,2D {rest} hand.P4=TD,TS,9C,JH,KH,QS,7S,8S,6H,7H"
    assert "more cards than 4H" in said_of(why("big-two", stage, "5C+5S", "4H")["sheds"])


def test_how_likely_a_play_holds_is_told_by_many_deals() -> None:
    rest = "hand.P2=7S,7C,8S,9D,9C,TD,JD,JC,AD,AC,AH,2H,5D hand.P3=5C,5S,6S,7D,8D,8H,TS,2D"
    stage = f"{rest} hand.P4=7H,9H,TC,TH,JH,JS,QD,KD,KH,2S,3H,4S,AS leader=P3 plays=P3:3D+3C+6D+6C+6H,P4:-"
    hand = "hand.P1=3S,4D,4C,4H,5H,8C,9S,QC,QH,QS,KC,KS,2C"
    found = why("big-two", f"{hand} {stage}", "4D+4C+QC+QH+QS", "pass")["unanswered"]
    assert found.facts["deals"] >= 80 and "certainly" not in said_of(found), "one deal in four has more than that"


def test_what_beats_a_card_is_told_once_though_two_reasons_know_it() -> None:
    above = {"above": ("K",), "ranks": (), "set_": "single", "trumps": ()}
    found = [Reason("lowest_beat", above), Reason("costs_high", above)]
    assert [one.facts["above"] for one in told_once(found)] == [(), ("K",)]
    assert [one.facts["above"] for one in told_once(found[:1])] == [("K",)]
    assert [one.facts["above"] for one in told_once([found[0], Reason("hurries", above)])] == [(), ("K",)]
    assert covers("surer", "costs_high")


def test_a_bid_says_once_that_the_hand_is_enough_to_play_alone() -> None:
    assert covers("bids_low", "takes_lead") and covers("bids_high", "takes_lead")
    twos = "4 5 5 6 6 7 7 8 9 9 T T J K K 2 2"
    assert "8 plays to make" in said_of(bidding("dou-dizhu", twos, "", "2", "3")["bids_low"])
    found = bidding("dou-dizhu", twos, "2", "pass", "3")
    assert "lacks_stake" in found and "lacks_lead" not in found, "for a low stake it would be enough"
    assert "no bomb" not in said_of(
        bidding("dou-dizhu", "3 4 4 4 4 6 7 9 9 T J J Q Q K 5 A", "", "pass", "1")["lacks_lead"]
    )


def test_nothing_is_kept_for_when_an_opponent_with_one_card_goes_higher() -> None:
    """Who does is out: what that takes is told, and of moves about as good the one that makes it harder is advised."""
    rest = "hand.P3=5,5,6,7,8,8,9,A,2 landlord=P2 bid=3 leader=P2 plays=P2:J,P3:K"
    stage = f"hand.P1=3,5,6,7,7,9,T,K,K,K,A,A,A,2,X2 hand.P2=4 {rest}"
    text = said("dou-dizhu", stage, "pass", "2", "lets_partner")
    assert "for when P2 does" not in text and "can go out on it only with" in text
    assert "for when P2 does" in said("dou-dizhu", stage.replace("P2=4", "P2=4,6"), "pass", "2", "lets_partner")
    record = history.staged(load("dou-dizhu"), stage)
    state, phase = record.state, record.game.due(record.state)
    view, allies = phase.see(state, "P1"), record.game.allies(state, "P1")
    policy = policy_of(record.game).of(phase)
    costs = {m.text: policy.tie_break_cost(state, "P1", view, m, allies) for m in legal(record.game, state, "P1")}
    assert costs["2"] < costs["pass"]


def test_a_pass_keeps_a_bomb_whole() -> None:
    rest = "hand.P2=3,6,6,6,7,8,9,T,T,J,J,Q,Q hand.P3=7,8,8,9,T,J,Q,K,K,K,2,2,X2 landlord=P3 bid=2 leader=P3"
    stage = f"hand.P1=3,3,4,5,6,7,8,9,9,J,Q,K,A,A,A,A,2 {rest} plays=P3:3+5+5+5"
    found = why("dou-dizhu", stage, "pass", "3+A+A+A")
    assert "spares_tops" not in found and "would break up A+A+A+A" in said_of(found["keeps_bomb"])
    assert "keeps_bomb" not in why("dou-dizhu", stage, "pass", "A+A+A+A")


def test_a_pass_is_told_where_the_cards_say_little() -> None:
    """A partner plays next, or a high pair would probably be beaten."""
    rest = "hand.P1=4,4,6,6,8,8,T,T,K,K,2,2,X2 hand.P3=4,5,5,6,7,8,9,T,J,Q,Q,K,A,A,2,X1 landlord=P1 bid=3 leader=P1"
    stage = f"hand.P2=3,3,4,5,6,7,7,8,9,9,J,J,Q,K,A,A,2 {rest} plays=P1:3+3"
    assert "who plays next" in said("dou-dizhu", stage, "pass", "9+9", "leaves_to_partner")
    rest = "hand.P1=3H,6H,KC,KD,AH,AS,2C hand.P2=4S,7C,7S,JS,KH,AD,AC,2D hand.P4=6C,6S,8C,9S,QS,AH,TC"
    stage = f"hand.P3=6D,7D,7H,9H,QD,QC,2H,2S {rest.replace('AH,TC', 'JC,TC')} leader=P2 plays=P2:TD+TS"
    found = why("big-two", stage, "pass", "QD+QC")["waits"]
    assert not found.facts["above"] and "QD+QC may well be beaten" in said_of(found)


def test_the_higher_of_neighbours_lets_an_opponent_get_rid_of_less() -> None:
    rest = "hand.P3=3,3,7,8,J,Q,K,2,9 hand.P1=4,4,5,T,T,8 landlord=P3 bid=3 leader=P2"
    found = why("dou-dizhu", f"hand.P2=6,6,8,9,Q,K,K,A {rest}", "9", "8")
    assert "hardly_apart" not in found and "lets_less" in found


def test_a_card_of_a_pair_is_not_said_to_break_up_nothing() -> None:
    rest = "hand.P2=3,4,5,6,7,8,9 hand.P3=A,A,X2,9,9,2 landlord=P3 bid=1 leader=P3 plays=P3:9"
    found = why("dou-dizhu", f"hand.P1=4,4,T,J,Q,K,K,A,2,2 {rest}", "K", "pass")
    told = " ".join(said_of(one) for one in found.values())
    assert "K" in told and "breaks up nothing" not in told, "the other king is in the straight"


def test_a_lead_that_is_taken_from_a_partner_is_told_to_be_worth_more() -> None:
    rest = "hand.P1=3,3,5,J,J,K,K,A hand.P3=4,5,5,7,7,8,9,9,T,J,J,Q,A landlord=P1 bid=2 leader=P3 plays=P3:Q+Q,P1:-"
    stage = f"hand.P2=3,4,4,5,6,6,6,7,8,9,T,Q,K,A,2,2,X2 {rest}"
    assert "worth more to you than to P3" in said("dou-dizhu", stage, "2+2", "pass", "no_answer")
    other = stage.replace("leader=P3 plays=P3:Q+Q,P1:-", "leader=P1 plays=P1:Q+Q")
    assert "worth more" not in said("dou-dizhu", other, "2+2", "pass", "no_answer"), "an opponent has it"


def test_trips_are_kept_out_of_a_full_house() -> None:
    rest = "hand.P2=3H,3S,5D,5C,6D,6C,7D,7C,JD,JC,AD,AC,2D hand.P3=5H,5S,6H,6S,7H,7S,JH,JS,AH,AS,2H,2S,TC"
    stage = f"hand.P1=4C,4S,8D,8S,9H,TD,TH,QD,QC,KD,KC,KS,2C {rest} hand.P4=4D,4H,8C,8H,TS,QH,QS,KH leader=P4"
    found = why("big-two", f"{stage} plays=P4:3D+3C+9D+9C+9S", "pass", "4C+4S+KD+KC+KS")
    assert [c.text for c in found["spares_tops"].facts["tops"]] == ["KD", "KC", "KS"]


def test_what_is_left_is_not_said_to_be_only_what_can_be_beaten() -> None:
    rest = "hand.P3=3,5,5,6,7,8,9,T,T,J,J,Q,K,K,A,2,2 landlord=P2 bid=3 leader=P2 plays=P2:X2,P3:-"
    stage = f"hand.P1=3,3,4,4,4,5,6,7,8,8,9,A,2,X1 hand.P2=Q,K {rest}"
    assert "of the rest only 8 and A can be beaten" in said("dou-dizhu", stage, "X1", "pass", "no_answer")


def test_it_is_told_why_a_card_is_loose_and_what_is_split() -> None:
    rest = "hand.P2=3D,4D,4C,5D,6C,8D,8C,AD,AC,2D hand.P3=4H,4S,6S hand.P4=9S,9D,TC,TH,JD,KD,KC,7H,QS,AS,KH"
    stage = f"hand.P1=3C,3S,5C,7D,7C,8H,9C,JC,JH,QC,QH,2C,2S {rest} leader=P3 plays=P3:TD,P4:-"
    assert said("big-two", stage, "JH", "JC", "equally_strong") == "JH is loose: JC goes in 3C+5C+9C+JC+2C."
    found = why("big-two", stage, "JH", "JC")
    assert "hampers" not in found, "what is as strong is no harder to beat"
    rest = "hand.P2=3D,4D,4C,5D,6C,8D,8C,AD,AC,2D hand.P3=4H,4S,6S hand.P4=9S,9D,JD,KC,7H,QS,AS,KS"
    stage = f"hand.P1=5C,7C,7S,TD,TH,TS,KD,KH,2S {rest} leader=P3 plays=P3:8H,P4:-"
    text = said("big-two", stage, "KD", "2S", "breaks_nothing")
    assert text == "Rather split KD+KH than 7C+7S+TD+TH+TS."


def test_of_kickers_those_that_break_nothing_up_are_tried() -> None:
    rest = "hand.P2=4,5,5,6,7,T,T,Q,Q,K,A,A,2,2,2,X2 hand.P3=3,3,4,5,5,6,6,7,7,9,9,T,T,J,Q,K,A landlord=P2 bid=2"
    stage = f"hand.P1=3,3,4,6,7,8,9,9,J,J,J,Q,K,K,A,2,X1 {rest} leader=P2 plays=P2:4+8+8+8,P3:-"
    assert worth_it("dou-dizhu", stage) == {"4+J+J+J", "pass"}


def test_who_has_too_few_cards_to_beat_a_play_is_named() -> None:
    rest = "hand.P3=Q hand.P2=3,4,5,6,7,8,9,T,T,2,2 landlord=P3 bid=3 leader=P1"
    found = why("dou-dizhu", f"hand.P1=3,3,5,8,8,K,K,A {rest}", "8+8", "A")["no_answer"]
    assert said_of(found, load("dou-dizhu")).startswith("With 1 card left P3 cannot beat 8+8.")
    last = "hand.P1=K,K hand.P2=3,4 hand.P3=3,4,5 landlord=P2 bid=1 leader=P3 plays=P3:Q"
    assert said("dou-dizhu", last, "K", "pass", "runs_out") == "You lead again after K, and go out with K."


def test_who_would_go_out_next_is_not_left_to_a_partner() -> None:
    rest = "hand.P3=Q hand.P2=3,4,5,6,7,8,9,T,T,2 landlord=P3 bid=3 leader=P3 plays=P3:J"
    stage = f"hand.P1=3,3,4,4,4,5,5,7,7,7,8,8,K,K,A {rest}"
    assert said("dou-dizhu", stage, "A", "pass", "stops_out") == (
        "If nobody beats J, P3 leads the last card and is out: do not leave it to P2."
    )


def test_a_pass_that_nothing_else_explains_keeps_a_card_that_may_well_be_beaten() -> None:
    rest = "hand.P2=3C,3S,4D,6C,8D,8S,JD,JC,QH,AH,2D hand.P3=4H,4S,5D,7D,7C,9H,TC,TS,QC,2C hand.P4=5C,5H,6H,7H,JS,AS,2H"
    stage = f"hand.P1=4C,5S,8C,8H,9D,9S,QD,KC,KH,AC {rest} leader=P2 plays=P2:9C,P3:AD,P4:-"
    assert said("big-two", stage, "pass", "AC", "waits") == (
        "AC may well be beaten: keep it to get in later, as 6 plays would still be left."
    )
    rest = "hand.P2=4S,5C hand.P3=5H,8D,AH,2C hand.P4=9S,TH,TS,JD,JS,2H,QC leader=P3 plays=P3:KD,P4:KC"
    assert said("big-two", f"hand.P1=6D,AD {rest}", "pass", "AD", "waits") == (
        "AD may well be beaten: if it holds later, you go out next."
    )


def test_with_the_lead_nothing_low_is_given_to_who_has_one_card() -> None:
    rest = "hand.P2=5S,6S,7S hand.P3=KS hand.P4=8C,9C,9H,JC,QS leader=P2 plays=P2:JD,P3:KC,P4:-"
    found = why("big-two", f"hand.P1=4C,4S,5C,6C,7D,7C,9S,JH,JS,AD {rest}", "AD", "pass")
    assert found["no_answer"].facts["then"].text == "4C+4S"


def test_what_only_bombs_beat_is_not_easier_to_beat_than_what_one_card_beats() -> None:
    rest = "hand.P1=3,3,4,4,6,7,8,8,8,9,9,9,9,Q,Q,Q,Q hand.P2=X2,7,7,J,T,A,A,A,2,2,K,K,3 landlord=P2 bid=1"
    stage = f"hand.P3=8,T,J,A,2,X1 {rest} leader=P2 plays=P2:J"
    assert "harder" not in why("dou-dizhu", stage, "2", "X1")


def test_what_breaks_a_pair_to_be_hard_to_beat_says_so_and_a_pass_speaks_of_the_looser_card() -> None:
    rest = "hand.P2=3C,3S,4C,4H,5D,5H,7C,7H,KS,2H hand.P3=7S,8C,9C,2S hand.P4=8S,9S,JD,JC,JH,JS,QD,QC,2C leader=P4"
    stage = f"hand.P1=4S,7D,8D,8H,9H,TD,QH,KC,KH,AD,AH,2D {rest} plays=P4:6C"
    text = said("big-two", stage, "AH", "KC", "hampers")
    assert text.startswith("Make it hard to beat, though that breaks up ") and "AH rather than KC, as only" in text
    rest = "hand.P2=3C,3S,4D,4C,5S,6D,2S hand.P3=7D,7C,8D,9C,JD,KC hand.P4=8C,9H,KD,AH,2C leader=P4 plays=P4:AC,P1:-"
    stage = f"hand.P1=4H,5D,5H,9D,JC,JS,QD,QH,AD,2D,2H {rest.replace(',P1:-', '')}"
    assert "keeps_together" not in why("big-two", stage, "pass", "2D"), "the two of hearts is loose"


def test_the_strongest_card_is_not_asked_for_where_nothing_beats_a_lower_one() -> None:
    rest = "hand.P2=6,Q,J hand.P3=9 landlord=P3 bid=3 leader=P1"
    found = why("dou-dizhu", f"hand.P1=3,4,6,Q,K,9,9 {rest}", "Q")
    assert "blocks" not in found
    rest = "hand.P2=6,Q,A hand.P3=9 landlord=P3 bid=3 leader=P1"
    assert "blocks" in why("dou-dizhu", f"hand.P1=3,4,6,Q,K {rest}", "K", "6")
