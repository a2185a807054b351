"""Reasons for cards promise no more than the cards can keep: who leads next, what may fall, what is hardly so."""

from __future__ import annotations

from random import Random

from tests.test_reasons import COURT, said_of, why
from tests.test_reasons_avoiding import salad
from tests.test_reasons_guards import played
from tests.test_reasons_leads import gone
from tutor.advice import Advice
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.finding import reasons
from tutor.advice.reasons.priorities import covers
from tutor.advice.reasons.tricks import in_tricks
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.cards import card
from tutor.kernel.moves import Move, play
from tutor.teach.practice.advising import advice_texts
from tutor.teach.text.marks import unmarked

LEADS = "trump=- leader=P1 trick= contract=6no bidder=P1 hand.P1=8D,9C,JC,{} hand.P2=TC,AS,KS,{}"
LEADS += " hand.P3=TD,9S,TS,{} hand.P4=9D,8S,JS,{}"
THREE = "8D TC TD 9D 9S 8S 9C AS KS TS JS"


def test_of_the_best_card_of_a_suit_it_is_told_that_who_leads_next_has_none() -> None:
    """P2 has thrown a club on a diamond, and goes on leading."""
    stage = gone("kaiser", LEADS.format("KD,QD", "QS,8C", "AC,JD", "KC,QC"))
    found = why("kaiser", stage, "JC", "QD", after=THREE)["keeps_best"]
    assert found.facts["leader"] == "P2"
    assert "P2 leads next and has none, but they may still win once somebody else has the lead" in said_of(found)
    there = gone("kaiser", LEADS.format("KD,QD", "QS,8C", "AC,JD", "KC,QC"))
    held = why("kaiser", there.replace("TC,AS", "8D,AS").replace("8D,9C", "TC,9C"), "JC", "QD")
    assert "keeps_best" not in held or not held["keeps_best"].facts["leader"]


def test_a_card_that_nobody_leads_to_is_not_kept_for_the_last_trick() -> None:
    """Whatever it has, P2 leads no diamond."""
    record = history.staged(load("kaiser"), gone("kaiser", LEADS.format("QD", "KC", "JD", "8C")))
    for text in THREE.split():
        record = history.play(record, record.state.turn[0], Move(text))
    two = play(card("JC")), play(card("QD"))
    sampled = SampledOutcomes(record.game, record, "P1", two, "1", 20_000)
    told = {one.what for one in in_tricks(DecisionContext(record.game, record.state, "P1", *two, sampled))}
    assert not told & {"keeps_best", "keeps_beater"}


def test_a_card_is_said_to_fall_only_where_more_than_a_few_deals_bear_it_out() -> None:
    hand = "AD,QD,7D,3D,7S,3S,2S,KH,3H,QC,TC,9C,8C"
    rest = [c.text for c in load("court-piece").pack.order if c.text not in hand]
    many = COURT.format("P1", "", hand, *(",".join(rest[n::3]) for n in range(3))).replace("trump=S", "trump=D")
    assert "clears_way" not in why("court-piece", many, "AD", "2S"), "the king is alone in 3 of 100 deals"
    few = COURT.format("P1", "", "AS,QS,KC,4C", "KS,3S,5C,9C", "4S,5D,TD,JD", "6D,7D,QD,KD")
    few += " won.P1+P3=2S,5S,6S,7S,8S,9S,TS,JS"
    assert "KS may fall" in said_of(why("court-piece", few, "AS", "KC")["clears_way"])


def test_what_may_well_win_is_not_said_to_win_hardly() -> None:
    hands = "hand.P1=KS,JS,6S,AC,6C,AD,KD hand.P2=9S,QD,2D,7C,3C,5D,JC hand.P3=2S,JH,AS,5C,KC,JD,7D"
    hands += " hand.P4=2H,8C,QS,6H,3H,QC"
    stage = played("botifarra", f"trump=H leader=P4 trick=4S {hands}")
    found = why("botifarra", stage, "6S", "KS")["plays_low"]
    assert said_of(found).endswith("P2 may have 9S or AS above KS, and so may P3: spend your lowest.")


def test_what_hardly_threatens_partners_card_is_not_told() -> None:
    """Only a trump beats the nine, and P2 has clubs in nearly every deal."""
    hand = "KS,JS,6S,5S,3S,AC,6C,4C,AD,KD,4D"
    rest = [c.text for c in load("botifarra").pack.order if c.text not in f"{hand},9C,2C,3D,6D,9D,8D"]
    theirs = (",".join(rest[at:to]) for at, to in ((0, 11), (11, 21), (21, 31)))
    stage = "trump=H leader=P3 trick=9C,2C hand.P1={} hand.P2={} hand.P3={} hand.P4={} won.P1+P3=3D,6D,9D,8D"
    found = why("botifarra", stage.format(hand, *theirs), "4C", "AC")
    assert "waits_for_safer" not in found
    assert said_of(found["lowest"]).endswith("Play 4C and keep AC, the highest club left.")


def test_the_dearer_card_that_waits_is_told_before_what_the_lead_adds_to_the_trick() -> None:
    hands = "hand.P1=7S,5S,AC,JC hand.P2=AS,6S,3C,KC hand.P3=7C,4S,2C,QD"
    found = why(
        "calabrasella", played("calabrasella", f"declarer=P2 leader=P1 trick= {hands}", "4D,5D,6H,7H", "P2"), "5S", "JC"
    )
    assert [what for what in found if what in ("leaves_guarded", "spares_count")] == ["leaves_guarded", "spares_count"]
    assert said_of(found["spares_count"]).endswith("If the trick is lost, 5S adds nothing to it; JC would add 1 point.")


def test_trumps_among_the_cards_that_beat_one_are_told_as_such() -> None:
    hands = "hand.P1=KS,JS,6C,AD hand.P2=2D,QD,7D,JD hand.P3=AS,KC,5H,4H hand.P4=QS,QC,6H,3H"
    found = why("botifarra", played("botifarra", f"trump=H leader=P1 trick= {hands}"), "6C", "JS")["spares_count"]
    assert "Of the cards still out, AS or QS can beat it, and 4 trumps can." in said_of(found)


def test_who_dropped_a_high_card_may_be_out_of_the_suit() -> None:
    hands = ("AD,TD,9D,3D,KH,QS", "JD,AS,2S,4H,5H,6C", "4D,8D,7D,5C,9C,TC", "5D,6D,KD,QD,JC,QC")
    stage = COURT.format("P1", "", *hands)
    found = why("court-piece", stage, "3D", "KH", after="AD JD 4D 5D")
    assert "P2 dropped JD, so may have no more diamonds" in said_of(found["dropped"]) and "grows" not in found
    low = stage.replace("JD,AS", "2D,AS")
    assert "dropped" not in why("court-piece", low, "3D", "KH", after="AD 2D 4D 5D")


def test_a_move_that_was_never_worse_has_no_chances_told() -> None:
    record = history.draw(history.start(load("tute")), Random(1))
    two, spoken = (play(card("AC")), play(card("2C"))), Reason("makes_void", {"suit_": "C"})
    for worse, text in (
        (0.0, "It was never worse in the deals I tried."),
        (0.1, "The chances that it is better are about 7 in 10."),
    ):
        advice = Advice(*two, better=0.1 + worse, worse=worse, margin=0.1, sure=0.7, deals=100, legal=2)
        assert unmarked(advice_texts(record.game, advice, (spoken,))[-1]) == text


def test_where_two_play_the_other_one_is_named() -> None:
    stage = "trump=S declarer=P2 leader=P1 trick= hand.P1=AH,QH,9H,7C,KD,TS hand.P2=8S,7S,KC,QC,AD,9D won.P1=JH,TH"
    found = why("jo-jotte", stage, "AH", "7C")["high_in_suit"]
    assert "the hearts that P2 may hold is higher" in said_of(found) and "others" not in said_of(found)
    four = COURT.format("P1", "", "AH,QH,3C,4C", "KH,3H,5C,9C", "4H,5D,TD,JD", "6D,7D,QD,KD")
    assert "that others may hold" in said_of(why("court-piece", four, "AH", "3C")["costs_trump"])


def test_it_is_told_that_top_trumps_make_the_contract_whatever_is_led() -> None:
    stage = "contract=1S declarer=P1 won={} leader=P1 hand=AS,KS,JD stock=X2,TD,QD,2C,9C,8H,8D"
    record = history.staged(load("bridge-solitaire"), stage.format(6))
    found = {one.what: one for one in reasons(record, "P1", play(card("KS")), play(card("JD")), Random(1), 20_000)}
    assert "only 1 joker can still beat AS or KS: the contract is safe" in said_of(found["sealed_by_chance"])
    record = history.staged(load("bridge-solitaire"), stage.format(5))
    short = reasons(record, "P1", play(card("KS")), play(card("JD")), Random(1), 20_000)
    assert all(one.what != "sealed_by_chance" for one in short), "the joker may beat one of them"


def test_a_trick_whose_loss_is_that_of_the_hand_is_drawn_for_that() -> None:
    stage = "tricks=P2+P4 leader=P2 trick=AD,5H,QS hand.P1=AS,6D hand.P2=4C hand.P3=4H hand.P4=7D"
    assert "If this trick is lost, so is the hand: draw it with AS" in said_of(why("truc", stage, "AS", "6D")["draws"])


def test_that_an_opponent_trumps_is_told_once() -> None:
    assert covers("too_late", "may_follow")


def test_of_two_trumps_that_win_as_surely_the_higher_is_not_said_to_be_safer() -> None:
    """Left can go above either only without a spade, and four of these are out."""
    hand, aside = "QC,QS,QD,JH,AD,KD,7D,AC,9C,8C", "TS,7H"
    rest = [c.text for c in load("schafkopf").pack.order if c.text not in f"{hand},{aside},AS"]
    stage = f"declarer=P1 aside={aside} leader=P3 trick=AS hand.P1={hand} hand.P2={','.join(rest[:10])}"
    found = why("schafkopf", f"{stage} hand.P3={','.join(rest[10:])}", "JH", "AD")
    assert not {"goes_higher", "stands"} & {*found}


def test_that_nothing_else_may_win_any_more_is_certain_and_needs_no_deals() -> None:
    for club, clear in (("2C", True), ("JC", False)):
        stage = salad(f"KS,QH,{club}", "9S,AH,3C", "8S,KH,4C", "2D,5D", trick="8D", leader="P4")
        found = why("canadian-salad", stage, "KS", "QH")["throws_risk"]
        assert found.decides == clear == said_of(found).endswith("After that you cannot win a trick any more.")
