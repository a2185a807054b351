"""Reasons do not call certain what somebody who plays later can still change, nor uncertain what nobody can."""

from __future__ import annotations

from random import Random

from tests.test_reasons import WORK, why
from tests.test_reasons_avoiding import end, reversis
from tutor.advice.reasons.avoiding.ways_out import nobody_goes_above, shown_below, taken
from tutor.advice.reasons.context import DecisionContext
from tutor.advice.reasons.finding import reasons
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.advice.value import Line
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.cards import card
from tutor.kernel.playout import legal
from tutor.teach.practice.advising import motive
from tutor.teach.text.marks import unmarked


def said(game: str, stage: str, move: str, other: str, what: str) -> str:
    """The reason in words."""
    return " ".join(unmarked(motive(load(game), why(game, stage, move, other)[what])).split())


def asked(game: str, stage: str, move: str, other: str) -> DecisionContext:
    """The decision between two moves at a moment set up."""
    record = history.staged(load(game), stage)
    state, seat = record.state, record.state.turn[0]
    moves = {m.text: m for m in legal(record.game, state, seat)}
    two = moves[move], moves[other]
    return DecisionContext(record.game, state, seat, *two, SampledOutcomes(record.game, record, seat, two, "x", WORK))


def schafkopf(*hands: str, trick: str, widow: str = "7C,8C") -> str:
    """A trick of "least" that P3 has led to, with these hands."""
    held = {text for cards in (*hands, trick, widow) for text in cards.split(",")}
    gone = [c.text for c in load("schafkopf").pack.cards if c.text not in held]
    told = " ".join(f"hand.P{n}={cards}" for n, cards in enumerate(hands, 1))
    return f"leader=P3 trick={trick} {told} won.P3={','.join(gone)}"


def test_a_trump_that_somebody_can_still_go_above_need_not_take_the_trick() -> None:
    stage = schafkopf("8S,JH,KD,TD", "JS,8D,9D,JD", "QH,AS,AD", trick="KH")
    text = said("schafkopf", stage, "8S", "KD", "ducks")
    assert text == "KD might win, and then it costs you 8 points or more: throw 8S."
    text = said("schafkopf", schafkopf("KD,TD", "JD,9D", "AD", trick="AS"), "KD", "TD", "takes_cheap")
    assert text.startswith("If you have to take it, let it be with KD")
    text = said(
        "schafkopf", schafkopf("KD,TD,AD", "7D,9D,8H", "8D,9H", trick="AS", widow="7C,9S"), "KD", "TD", "takes_cheap"
    )
    assert text.startswith("You have to take it: do so with KD")


def test_who_holds_only_higher_trumps_has_to_go_above_one() -> None:
    here = asked("schafkopf", schafkopf("KD,TD", "JD,AD", "JC", trick="AS", widow="QC,QS"), "KD", "TD")
    assert taken(here, card("KD")).held == 0, "all cards out go above it"
    assert not nobody_goes_above(here, card("KD"))
    some = asked("schafkopf", schafkopf("KD,TD", "JD,9D", "AD", trick="AS"), "KD", "TD")
    chance = taken(some, card("KD"))
    assert 0 < chance.held < chance.deals


def test_a_point_given_to_a_trick_that_is_lost_is_not_called_a_risk() -> None:
    hands = "hand.P1=JS,2S,4C hand.P2=KD,7H,JD hand.P3=6D,5D hand.P4=7D,4D"
    text = said("tute", f"trump=D leader=P3 trick=QS,AS {hands}", "2S", "JS", "lowest")
    assert text.startswith("This trick goes to P2+P4 in any case")
    assert "JS would add 2 points to it" in text and "risk" not in text
    later = "hand.P1=JS,2S,4C hand.P2=KD,7H,JD hand.P3=6D,5D,3D hand.P4=7D,4D"
    open_ = said("tute", f"trump=D leader=P4 trick=AS {later}", "2S", "JS", "lowest")
    assert "in any case" not in open_, "partner may trump"


def test_the_lower_cards_are_kept_below_which_one_stays() -> None:
    stage = "leader=P4 trick=JD hand.P1=QD,7D,5D,3D hand.P2=4D,2C,3C,4C hand.P3=6D,5C,6C,7C hand.P4=8C,9C,JC"
    text = said("reversis", stage, "7D", "QD", "ducks")
    assert "7D is the highest that cannot win: keep 5D and 3D to stay below with later" in text
    assert "highest" not in said("reversis", stage, "3D", "QD", "ducks")


def test_a_partner_who_can_only_trump_is_said_to() -> None:
    hands = "hand.P1=KC,8C,2H hand.P2=2C,3C,3H hand.P3=4C,4H,5H hand.P4=5C,6H"
    stage = f"trump=H leader=P4 trick=9C {hands}"
    found = why("botifarra", stage, "8C", "KC")
    assert "P3 could win this trick only with a trump" in unmarked(motive(load("botifarra"), found["least_count"]))


def test_a_dear_card_that_hardly_ever_falls_is_not_named_as_a_danger() -> None:
    stage = end("canadian-salad", "2D,7C,JS", "2H,9H,3S", "3H,3C,KS", "5D,5C,6C", deal="4")
    record = history.staged(load("canadian-salad"), stage)
    seat = record.state.turn[0]
    moves = {m.text: m for m in legal(record.game, record.state, seat)}
    two = moves["2D"], moves["7C"]
    falls, not_ = (Line(((seat, (card("7C"), card(x))),)) for x in ("KS", "3C"))
    for lines, named in (([falls, *[not_] * 9] * 2, True), ([not_] * 30, False)):
        found = reasons(record, seat, *two, Random(1), WORK, lines=dict.fromkeys(two, lines))
        told = next(one for one in found if one.what == "way_out")
        assert ("KS" in unmarked(motive(record.game, told))) is named


def test_a_lead_that_will_probably_lose_rids_of_its_points() -> None:
    stage = schafkopf("KD,7S,8S,KS", "JD,8D,AS,9S", "9D,JS,QD,TS", trick="").replace("leader=P3", "leader=P1")
    found = why("schafkopf", stage, "KD", "7S")
    text = " ".join(unmarked(motive(load("schafkopf"), found["keeps_way_out"])).split())
    assert text.startswith("KD will probably lose the lead, and you are rid of its 4 points: three of the trumps")
    assert text.endswith("7S cannot win.")


def test_the_lowest_that_goes_above_is_told_before_what_another_would_cost() -> None:
    hands = "QD,5D,3D,3C", "AD,7D,8C,9C", "6D,5C,6C,7C", "KD,4C,2C"
    stage = reversis(*hands, trick="2D", leader="P4")
    assert [*why("reversis", stage, "3D", "QD")][:2] == ["low_over", "takes_cheap"]
    assert "low_over" not in why("reversis", stage, "5D", "QD"), "the three is lower"


def test_an_equal_of_the_card_thrown_is_named() -> None:
    stage = end("canadian-salad", "TH,8H,TD", "7H,KD,2C", "6H,3C", "4C,5C", trick="7S,TS", leader="P3", deal="1")
    text = said("canadian-salad", stage, "TH", "TD", "throws_risk")
    assert text.endswith("8H would do as well as TH.")


def test_a_partner_who_must_follow_below_the_best_card_is_not_hoped_for() -> None:
    hands = {"P1": "3C,7H", "P2": "AC,TS", "P3": "4S,JS", "P4": "5S"}
    stage = f"trump=C leader=P4 trick=QS {' '.join(f'hand.{who}={held}' for who, held in hands.items())}"
    held = set(",".join((*hands.values(), "QS,6S,7S")).split(","))
    gone = [c.text for c in load("back-alley").pack.cards if c.text not in held]
    found = why("back-alley", f"{stage} won.P2+P4={','.join(gone)}", "7H", "3C")["spares_trump"]
    assert not found.facts["to_play"], "some spade is with partner, and none is above the queen"
    assert why("back-alley", stage, "7H", "3C")["spares_trump"].facts["to_play"] == "P3", "who may have a trump"


def least(p1: str = "") -> str:
    """The last four tricks of "least", with these cards won by P1, and P2 and P3 far below."""
    hands = "hand.P1=QH,JC,TD,AH hand.P2=QD,JD,TC,7H hand.P3=JS,JH,9H,8H"
    mine = p1 or "AS,KH,9S,AD,8S,7S,AC,QC,8D"
    rest = [c for c in "AS,KH,9S,AD,8S,7S,AC,QC,8D,TH,KD,KC,9D,7D,9C,KS,8C,7C".split(",") if c not in mine.split(",")]
    third = [c for c in ("KS", "8C", "7C") if c in rest]
    second = [c for c in rest if c not in third]
    return f"leader=P1 dealer=P3 {hands} won.P1={mine} won.P2={','.join(second)} won.P3={','.join(third)}"


def test_who_can_no_longer_come_out_lowest_is_told_that_nothing_counts() -> None:
    text = said("schafkopf", least(), "QH", "AH", "out_of_reach")
    assert text == "You cannot come out lowest any more: the 58 points left cannot bring everybody else above your 40."
    assert "out_of_reach" not in why("schafkopf", least("KH,9S,8S,7S,8D,9D,TH,KD,KC"), "QH", "AH")


def test_that_a_lead_has_to_win_is_not_said_where_another_is_sure_to_lose() -> None:
    stage = "leader=P1 declarer=- hand.P1=AS,KS,9S,7D hand.P2=KC,9D,9C,8D hand.P3=JH,JS,JD,KD"
    assert (
        said("schafkopf", stage, "9S", "KS", "leads_cheap") == "If it wins, KS costs you 4 more points than 9S would."
    )


def test_who_is_known_to_hold_the_dear_card_is_named() -> None:
    hands = "KC,JC,2D", "QC,9C,8C", "TC,7C,6C", "3D,4D"
    stage = end("tetka", *hands, trick="5C", leader="P4", bum="2S")
    assert said("tetka", stage, "JC", "KC", "under_dear").startswith("Somebody may")
    here = asked("tetka", stage, "JC", "KC")
    here.__dict__["known"] = {"P2": (card("QC"),), "P3": (), "P4": ()}
    assert shown_below(here, card("JC"), card("QC"))["has"] == "P2"


def test_a_lead_that_hardly_ever_has_to_win_is_not_told_from_one_that_never_does() -> None:
    hands = "2C,4C,6C,3H,5H,7H", "3C,7C,8C,4H,6H,8H", "9C,JC,QC,9H,TH,JH", "AC,5C,2S,QH,KH,AH"
    stage = f"deal=1 leader=P1 {' '.join(f'hand.P{n}={held}' for n, held in enumerate(hands, 1))}"
    assert "way_out" not in why("canadian-salad", stage, "2C", "3H")


def test_what_is_left_tells_no_two_plays_apart_after_which_as_many_are() -> None:
    others = "hand.P2=3,3,J,Q,K,A,A hand.P3=6,7,7,9,9,J,Q landlord=P2 bid=1 leader=P1"
    assert "leaves" not in why("dou-dizhu", f"hand.P1=4,5,5,8,8,T,2 {others}", "T", "5+5")


def test_the_highest_of_a_suit_is_said_to_fall_only_to_a_trump() -> None:
    hands = "7H,KC,2D,3D,4D", "6H,4C,8D,7D,6D", "9H,TH,3S,4S,5S", "9S,8S,7S,6S"
    stage = f"trump=H leader=P4 trick=6C {' '.join(f'hand.P{n}={held}' for n, held in enumerate(hands, 1))}"
    text = said("twenty-five", stage, "KC", "7H", "plays_low")
    assert text == "KC is the highest club left, so only a trump can beat it; keep 7H, a trump, for later."


def test_the_last_of_its_suit_is_said_to_win_once_trumps_are_gone() -> None:
    stage = "trump=H leader=P1 hand.P1=QH,4C,2S hand.P2=7H,AD,KD hand.P3=3S,QD,JD hand.P4=6S,8D,9D"
    clubs = [c.text for c in load("botifarra").pack.cards if c.suit == "C" and c.text != "4C"]
    hearts = [c.text for c in load("botifarra").pack.cards if c.suit == "H" and c.text not in ("QH", "7H")]
    gone = [*clubs, *hearts, *(c.text for c in load("botifarra").pack.cards if c.suit == "S")]
    gone = [text for text in gone if text not in ("2S", "3S", "6S")]
    gone = gone[: len(gone) // 4 * 4]
    text = said("botifarra", f"{stage} won.P1+P3={','.join(gone)}", "QH", "2S", "draws_trumps")
    assert text.startswith("Draw the last trump: then 4C wins too, as nobody else has any clubs.")


def test_where_nobody_else_has_the_suit_it_is_said_before_the_card_that_goes_above() -> None:
    hands = "hand.P1=AD,JD,7D,5D hand.P2=3S,4S,5S,6S hand.P3=7S,8S,9S"
    gone = [c.text for c in load("pluck").pack.cards if c.suit == "D" and c.text not in ("AD", "JD", "7D", "5D", "6D")]
    gone += ["2C", "3C"]
    stage = f"trump=S leader=P3 trick=6D {hands} won.P2={','.join(gone)}"
    text = said("pluck", stage, "7D", "5D", "equal_winner")
    assert text.startswith("Nobody else has any diamonds now. Go above 6D with 7D, which is as good as AD")
