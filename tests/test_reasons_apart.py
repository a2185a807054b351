"""Reasons that would be as true of the other choice, that speak against the move, or promise what may not come."""

from __future__ import annotations

from random import Random

import pytest

from tests.test_reasons import bidding, every_game, moments, said_of, why
from tutor.advice import Advice
from tutor.advice.reasons.before_play.contracts import contracts
from tutor.advice.reasons.context import Reason, Role
from tutor.advice.reasons.finding import reasons
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.cards import card
from tutor.kernel.moves import call, play
from tutor.kernel.playout import legal
from tutor.teach.practice.advising import advice_texts, spoken
from tutor.teach.text.marks import unmarked


def test_a_trick_that_is_enough_for_opponents_is_not_one_to_give_little_in() -> None:
    """P2 and P4 need 8 more points, and 3C alone counts 10: only the partner can still save the hand."""
    hands = "hand.P1=JH,6D,QC,7C,4C hand.P2=7H,QD,7D,JC,6C hand.P3=KS,6S,4S,2S,3D hand.P4=3H,QH,6H,5H"
    gone = "won.P1+P3=4H,AH,2H,KH won.P2+P4=AS,4D,5S,QS,5D,AD,2D,KD,AC,KC,5C,2C,7S,JS,JD,3S"
    found = why("tute", f"trump=D leader=P4 trick=3C {hands} {gone}", "4C", "QC")
    assert "gives_least" not in found and "least_count" not in found
    assert said_of(found["all_on_trick"]).endswith("that is enough: only your partner can still take it.")
    assert said_of(found["lowest"]).endswith("Play 4C and keep QC, the highest club left."), "no more is risked"


def test_a_card_of_a_suit_that_outlasts_the_others_is_not_spare() -> None:
    """With AC KC JC TC 9C and three clubs out, 9C wins at the end as well as any."""
    hands = "hand.P1=AH,TH,QD,AC,KC,JC,TC,9C hand.P2=JS,9S,3S,9H,5H,TD,9D,7C hand.P3=KS,KH,AD,JD,8D,QC,8C"
    stage = f"contract=6no leader=P3 trick=AS,8S {hands} hand.P4=QS,TS,QH,JH,8H,KD,7D"
    assert "still_as_good" not in why("kaiser", stage, "9C", "QD")


def test_what_follows_the_own_card_at_once_is_what_others_can_get_rid_of() -> None:
    """Led, 3S lets six spades of others go before the own TS, and P3 has two cards left."""
    stage = "leader=P1 hand.P1=3S,TS,JH hand.P2=9D,TD,KC,8C,QH,KH hand.P3=4S,5S hand.P4=6S,7S,8S,9S,TC played=P1:JS"
    found = said_of(why("spinado", stage, "JH", "3S")["lets_fewer"])
    assert found.endswith("Only QH and KH can go on JH; after 3S there may be six cards of others.")


def test_the_card_to_ask_for_is_counted_with_the_hand() -> None:
    hand = "3S 2S 5S 4S 3H QH 4H 3C QC JC 7C 2D"
    found = said_of(bidding("calabrasella", hand, "", "play", "pass")["holding"])
    assert "With 3D, which you may ask for, you hold 3S 2S 3H 3D 2D 3C from the top: six tricks" in found


def test_cards_that_can_win_as_little_share_the_superlative() -> None:
    hands = "hand.P2=9C,KS,QS,JS,2C hand.P3=2H,3H,4H,6H,7H hand.P4=KC,QC,JC,TC,3C"
    stage = f"at=rob upcard=8H hand.P1=5H,AH,{{}} {hands} dealer=P2"
    tied = said_of(why("twenty-five", stage.format("6S,6C,5D"), "rob:6S", "rob:6C")["takes_in"])
    assert tied.endswith("one more trump, for 6S, one of the cards that can win least.")
    alone = said_of(why("twenty-five", stage.format("TS,6C,5D"), "rob:TS", "rob:6C")["takes_in"])
    assert alone.endswith("one more trump, for TS, the card that can win least.")


def test_whoever_calls_next_may_take_over_the_bid_of_a_partner() -> None:
    hand = "AH TH AC KC JC TC 9C QD"
    found = said_of(bidding("kaiser", hand, "6no pass", "pass", "7")["partner_bid"])
    assert found.endswith("may still take it over with the same bid."), "the dealer may, with as much"


def test_a_hand_that_is_lost_for_certain_needs_no_figures() -> None:
    stage = "cards=1 leader=P3 trick=4S,3S hand.P1=AS hand.P2=AC"
    assert why("truc", stage, "AS", "truc")["weak_hand"].decides
    stage = "cards=1 leader=P4 trick=5S hand.P1=4C hand.P2=AC hand.P3=6C"
    assert not why("truc", stage, "4C", "truc")["weak_hand"].decides, "the partner may still win it"


def test_what_speaks_for_either_is_not_told_beside_what_speaks_for_the_move() -> None:
    advice = Advice(play(card("9D")), play(card("QC")), 0, 0, 0.3, 0.3, 0.5, 60, 60, 120, 2, 7)
    facts = {"c": card("9D"), "n": 10, "other": card("QC")}
    own, either = Reason("lays_weakest", facts), Reason("lays_void", {"suits": ["D"]}, shared=True)
    assert spoken(advice, (own, either)) == (own,)
    assert spoken(advice, (either,)) == (either,), "it is told where there is nothing else"


def test_a_plan_of_the_cards_is_not_undone_by_what_the_deals_say() -> None:
    found = bidding("tyzicha", "QH AC JC 9C AD TD 9D", "pass", "pass", "110")["no_pair"]
    assert found.role is Role.PLAN
    advice = Advice(call("pass"), call("110"), 0, 0, 0.5, 0.5, 0.5, 60, 60, 120, 2, 2)
    first = unmarked(advice_texts(load("tyzicha"), advice, (found,))[0])
    assert first.startswith("My choice") and "as well" not in first


def test_who_has_to_trump_does_not_only_may() -> None:
    """In Botifarra whoever has nothing of the suit must beat the best card of an opponent, with a trump if need be."""
    hands = "hand.P1=AS,QS,7S,3S,2S,KC hand.P2=8S,QH,4D,JC,6S,8C hand.P3=JS,5S,4S,4H,9S,KS hand.P4=KH,JH,6C,4C,2C,3C"
    gone = "won.P1+P3=9H,3H,2H,5H,AH,8H,7H,6H,3D,QC,7D,KD won.P2+P4=8D,AD,6D,JD,9C,7C,AC,5C,2D,QD,9D,5D"
    stage = f"trump=C leader=P3 trick= {hands} {gone}"
    found = said_of(why("botifarra", stage, "QS", "3S", after="9S 2C 2S 6S 3C KC 8C KS")["now_or_never"])
    assert "P4 has no spades and must trump QS, if P4 has a trump" in found


@pytest.mark.parametrize("ours", [True, False])
def test_figures_that_speak_for_the_other_contract_are_not_told(*, ours: bool) -> None:
    from tutor.advice.reasons.before_play.contracts import _better_off

    seven, eight = {"goal": 7, "taken": 7}, {"goal": 7, "taken": 8}
    assert _better_off(eight, seven, ours=ours) is ours
    assert _better_off(seven, eight, ours=ours) is not ours
    assert not _better_off(seven, seven, ours=ours)
    assert contracts is not None


@every_game
def test_no_comparison_is_as_true_the_other_way_round(name: str) -> None:
    """What is said of a move rather than of the other choice is not said of that, with the same facts."""
    named = ("c", "move", "other", "kept")
    for record, seat, moves in moments(name, 2):
        one, two = (
            {
                reason.what: reason
                for reason in reasons(record, seat, pair[0], pair[1], Random(1), 4000)
                if _tells_apart(reason)
            }
            for pair in (moves[:2], moves[1::-1])
        )
        for what in one.keys() & two.keys():
            here, there = ({k: fact for k, fact in side[what].facts.items() if k not in named} for side in (one, two))
            assert here != there, f"{what} of either of {moves[:2]}"


def _tells_apart(reason: Reason) -> bool:
    compared = not (reason.shared or reason.rival or reason.decides)
    return compared and reason.role is Role.FEATURE and bool(reason.facts.get("other"))


def test_a_card_that_comes_home_later_as_well_is_not_kept_at_the_cost_of_what_it_counts() -> None:
    """2S is the highest left, and no suit is trumps: the third of a point is won later, too."""
    hands = "hand.P1=2S,6S,3H,JH,KC,QC,5C,4C,7D,6D hand.P3=AS,KS,7S,AH,KH,AC,JC,AD,QD"
    stage = f"leader=P3 trick=3S,5H {hands} hand.P2=QS,JS,5S,7H,6H,7C,6C,KD,JD,5D hand.P4=2H,QH,4H,2C,3C,3D,2D,4D,4S"
    found = said_of(why("tresette", stage, "6S", "2S")["lowest"])
    assert found.endswith("Play 6S and keep 2S, the highest spade left.")


def test_of_two_cards_that_count_as_little_it_is_told_why_none_that_counts_more() -> None:
    hands = "hand.P1=AC,JC,AD,TD,JD hand.P2=KC,TC,KD,9H hand.P3=QC,9C,QD,9D"
    record = history.staged(load("tyzicha"), f"declarer=P2 contract=100 leader=P2 trick=TH,JH {hands}")
    moves = {m.text: m for m in legal(record.game, record.state, "P1")}
    found = {one.what: one for one in reasons(record, "P1", moves["JD"], moves["JC"], Random(1))}
    assert found["least_count"].shared
    assert said_of(found["least_count"]).endswith("Give away as little as you can: AD counts 11.")
