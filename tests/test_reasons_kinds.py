"""Reasons name what decides: what a right tells of hands, who must follow, what is lost anyway, the last trump."""

from __future__ import annotations

from random import Random

from tests.test_reasons import COURT, said_of, why
from tests.test_reasons_avoiding import end, salad
from tests.test_reasons_leads import gone
from tutor.advice import Advice
from tutor.advice.reasons.avoiding.ways_out import WayOut
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.finding import reasons
from tutor.advice.reasons.leads.bare import winners_kept
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.advice.value import Line
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.cards import card
from tutor.kernel.moves import play
from tutor.kernel.playout import legal
from tutor.teach.practice.advising import advice_texts, motive
from tutor.teach.text.marks import unmarked

MARRIED = "trump=- declarer=P2 contract=170 leader=P2 trick=9H,JC hand.P1=AS,TS,TC,KC,AD"
MARRIED += " hand.P2=KH,QH,KD,9C hand.P3=TD,QC,9D,JD"
"""P2 will probably show a marriage and go on winning."""


def _out(c: str, below: str, above: str) -> WayOut:
    """A card as a lead with the cards that are out around it."""
    here, less, more = card(c), tuple(map(card, below.split(","))), tuple(map(card, above.split(",")))
    return WayOut(here, c[1], trump=False, below=less, above=more, risk=0.1, sure=False, surely_wins=False)


def test_two_leads_of_which_one_has_more_cards_below_are_only_about_as_easy_to_lose() -> None:
    facts = {"thrown": False, "both_sure": False, "now": 0.0, "soon": 0.0, "other": card("6C")}
    mine, theirs = _out("3S", "2S", "4S,5S"), _out("6C", "3C,5C", "7C,8C")
    game = load("reversis")
    text = unmarked(motive(game, Reason("ways_alike", facts | {"mine": mine, "theirs": theirs})))
    assert text.startswith("3S and 6C are about as easy to lose: ")
    text = unmarked(motive(game, Reason("ways_alike", facts | {"mine": mine, "theirs": mine})))
    assert text.startswith("Neither is easier to lose: ")


def test_a_low_card_that_a_high_one_hides_behind_is_spared() -> None:
    own, rest = "9S,6S,5S,3S,KD,QD,4D,3D,KC,6C,4C", "KS,7S,2S,QH,7H,4H,3H,5D,AC,7C,5C"
    stage = f"leader=P1 trick= hand.P1={own} hand.P2=QS,8H,5H,JD,9D,7D,6D,2D,JC,9C,3C hand.P3={rest}"
    stage += " hand.P4=JS,8S,4S,AH,KH,JH,9H,6H,2H,8D,8C"
    assert why("reversis", stage, "3S", "4C")["spares_cover"].facts["covered"] == (card("KC"),)
    assert "spares_cover" not in why("reversis", stage, "4C", "3S")


def test_where_any_other_card_takes_the_trick_none_is_named() -> None:
    stage = salad("TS,7S,4S", "2H,9H", "3H,3C", "8C,5C", trick="5S,2D,3D", leader="P2")
    assert why("canadian-salad", stage, "4S", "TS")["ducks"].facts["any_other"]
    stage = salad("TS,4S,3S", "2H,9H", "3H,3C", "8C,5C", trick="5S,2D,3D", leader="P2")
    assert not why("canadian-salad", stage, "4S", "TS")["ducks"].facts["any_other"], "3S stays below, too"


def test_a_trick_more_is_named_where_having_most_costs_points() -> None:
    stage = end(
        "tetka", "TS,7S,2D,3D,4D", "2H,9H,4H,5H", "3H,3C,6H,7H", "JC,5C,8H,TH", trick="2S,9S,8S", leader="P2", bum="JC"
    )
    assert "you would have one trick more, and most tricks cost 1 point" in said_of(
        why("tetka", stage, "7S", "TS")["ducks"]
    )


def test_that_no_trick_can_be_won_is_told_by_who_has_the_last_trump() -> None:
    """P3, the partner, has thrown a club on a heart, so TH is with an opponent."""
    stage = "trump=H leader=P2 trick= contract=8 bidder=P2 hand.P1=8D,KD,QD hand.P2=AH,TS,KC hand.P3=9C,QC,AC"
    stage = gone("kaiser", stage + " hand.P4=8H,TD,TH")
    record = history.staged(load("kaiser"), stage)
    for text in ("AH", "9C", "8H", "8D", "TS", "QC", "TD"):
        record = history.play(record, record.state.turn[0], play(card(text)))
    found = reasons(record, "P1", play(card("QD")), None, Random(1), 20_000)[0]
    assert found.what == "settled"
    assert "Your side cannot win another trick: P2 or P4 has TH." in said_of(found)


def test_who_has_robbed_is_known_to_hold_the_ace_of_trumps() -> None:
    """P4 robs, and leads to the fourth trick; the ace is the only card left."""
    hands = "hand.P1=8C,AD,3D,7S,7D hand.P2=6C,6D,2H,4S,9C hand.P3=5C,6S,7H,QS,TH hand.P4=AS,3C,JD,KS,TD"
    record = history.staged(load("twenty-five"), f"at=rob upcard=2S dealer=P4 {hands}")
    for text in ("discard:3C", "8C", "6C", "5C", "2S", "JD", "AD", "6D", "6S", "7H", "KS", "3D", "2H", "TD"):
        seat = record.state.turn[0]
        moves = {m.text: m for m in legal(record.game, record.state, seat)}
        record = history.play(record, seat, moves.get(text) or next(m for m in moves.values() if text[-2:] in m.text))
    found = reasons(record, "P1", play(card("7S")), play(card("7D")), Random(1), 20_000)
    assert "Trump it now: 7S cannot win the last trick, as P4 has AS." in said_of(found[0])


def test_that_opponents_must_follow_is_told_of_a_trump_where_they_may_not_trump() -> None:
    hands = "hand.P1=9S,8S,9C hand.P2=TS,AD,AC hand.P3=KC,KD,9H hand.P4=TC,TD"
    stage = f"contract=7 bidder=P2 trump=S leader=P4 trick=KH {hands}"
    assert why("kaiser", stage, "8S", "9C")["equal_winner"].facts["follow"] == 7


def test_a_card_that_is_lost_later_anyway_is_not_said_to_be_kept() -> None:
    record = history.staged(load("tyzicha"), MARRIED)
    move, other = play(card("KC")), play(card("TS"))
    lost = [Line((("P2", (card("9H"),)), ("P2", (card("TS"),))))] * 20
    found = reasons(record, "P1", move, other, Random(1), 20_000, lines={move: lost})
    told = {one.what: one for one in found}
    assert "keeps_best" not in told
    assert "though it will probably be lost later too" in said_of(told["least_count"])
    assert "keeps_best" in {one.what for one in reasons(record, "P1", move, other, Random(1), 20_000)}


def test_moves_that_came_to_the_same_in_every_deal_are_said_to_have_done_so() -> None:
    record = history.draw(history.start(load("tute")), Random(1))
    two, spoken = (play(card("AC")), play(card("2C"))), Reason("makes_void", {"suit_": "C"})
    advice = Advice(*two, sure=0.5, deals=100, tried=2, legal=2)
    text = unmarked(advice_texts(record.game, advice, (spoken,))[0])
    assert text.endswith("though 2C came to the same in every deal I tried.")


def test_where_nothing_tells_two_moves_apart_it_is_told_what_both_spare() -> None:
    hands = "hand.P1=7S,8C,AD,3D,7D hand.P2=6C,6D,2H,4S,9C hand.P3=5C,6S,7H,QS,TH hand.P4=AS,3C,JD,KS,TD"
    record = history.staged(load("twenty-five"), f"trump=S leader=P1 trick= {hands}")
    move, other, rival = (play(card(text)) for text in ("8C", "AD", "7S"))
    assert not reasons(record, "P1", move, other, Random(1), 20_000)
    found = reasons(record, "P1", move, other, Random(1), 20_000, rival=rival)
    assert [one.what for one in found] == ["spends_worst"]


def test_of_the_lowest_card_it_is_told_what_the_highest_may_still_beat() -> None:
    hands = ("QH,TH,6H,2C", "KH,4C,5C,9H", "JH,8H,9C,7C", "KC,9D,JD")
    found = why("court-piece", COURT.format("P4", "AH", *hands), "6H", "TH")
    assert "You cannot beat AH: play your lowest heart, 6H. QH can still beat JH." in said_of(found["lowest"])


def test_winners_in_hand_are_told_before_which_of_two_spare_cards_goes() -> None:
    hands = ("9H,8D,KD,AD", "TH,4C,5C,9D", "JH,8H,9C,QD", "KC,JD,TD")
    record = history.staged(load("court-piece"), COURT.format("P4", "AC", *hands))
    two = play(card("8D")), play(card("9H"))
    context = DecisionContext(
        record.game, record.state, "P1", *two, SampledOutcomes(record.game, record, "P1", two, "1", 20_000)
    )
    facts = winners_kept(context, card("8D"), card("9H"))
    assert facts["tops"] == (card("AD"), card("KD"))
    assert not winners_kept(context, card("8D"), card("KD"))["tops"]
    facts |= {"c": card("8D"), "other": card("9H"), "best": card("AC"), "suit_": "H", "above": (), "n": 3}
    said = unmarked(motive(record.game, Reason("throws_worst", facts | {"trumps": True, "run": (), "alone": False})))
    assert said.startswith("You cannot beat AC. Keep AD and KD, the highest diamonds left; of the rest throw 8D")
    facts |= {"trumps": True, "run": (), "alone": True, "tops": (), "of_tops": "", "n": 0}
    said = unmarked(motive(record.game, Reason("throws_worst", facts)))
    assert said.endswith("Nobody else has a heart, so only a trump can beat 9H."), "there may be more in the own hand"


def test_a_long_suit_of_which_few_are_out_is_kept_together() -> None:
    own, theirs = "JS,6S,KC,JC,7C,6C,5C,QD,7D", "2S,AS,KS,3C,AC,5H,6D,4D,KD"
    hands = f"hand.P1={own} hand.P2={theirs} hand.P3=7S,QS,5S,2C,4C,6H,AD,2D,JD hand.P4=3S,4S,QC,7H,4H,3H,2H,KH,5D"
    found = why("tresette", gone("tresette", f"leader=P1 trick= {hands}"), "6S", "5C")
    assert "keep your clubs together. You hold five, and only five are out" in said_of(found["spends_worst"])
