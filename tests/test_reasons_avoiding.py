"""Reasons where tricks do harm: how the lead is lost, with what a trick is taken, and what can't win any more."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.test_reasons import WORK, why
from tutor.advice.reasons import deals
from tutor.advice.reasons.avoiding.ways_out import said_once
from tutor.advice.reasons.context import Reason
from tutor.advice.reasons.finding import reasons
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.playout import legal
from tutor.policies import policy_of
from tutor.teach.practice.advising import motive
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    import pytest

SALAD = load("canadian-salad")


def said(game: str, stage: str, move: str, other: str, what: str) -> str:
    """The reason in words."""
    return " ".join(unmarked(motive(load(game), why(game, stage, move, other)[what])).split())


def end(game: str, *hands: str, trick: str = "", leader: str = "P1", side: str = "P3", **fields: str) -> str:
    """A stage with these hands; all other cards have been won."""
    held = {text for cards in (*hands, trick) for text in cards.split(",") if text}
    gone = ",".join(c.text for c in load(game).pack.cards if c.text not in held)
    told = " ".join(f"hand.P{n}={cards}" for n, cards in enumerate(hands, 1))
    return f"leader={leader} trick={trick} {told} won.{side}={gone} " + " ".join(f"{k}={v}" for k, v in fields.items())


def salad(*hands: str, deal: int = 1, trick: str = "", leader: str = "P1") -> str:
    """The same in one of the deals of Canadian Salad."""
    return end("canadian-salad", *hands, trick=trick, leader=leader, deal=str(deal))


def test_a_lead_is_lost_by_the_cards_out_below_it() -> None:
    stage = salad("4H,7C,KS", "2H,9H,2C", "3H,3C,4C", "8C,5C,6C")
    told = said("canadian-salad", stage, "4H", "7C", "way_out")
    assert "only 2H and 3H are below 4H, but five of the clubs out are below 7C" in told
    assert "way_out" not in why("canadian-salad", stage, "7C", "4H")
    assert "nobody else has a spade to put on KS" in said("canadian-salad", stage, "4H", "KS", "way_out")
    stage = salad("2D,7C,KS", "2H,9H,2C", "3H,3C,4C", "5D,5C,6C")
    told = said("canadian-salad", stage, "2D", "7C", "way_out")
    assert told == "2D cannot win, so somebody else leads next; 7C would probably win."


def test_what_a_lead_that_wins_may_bring_is_named() -> None:
    stage = salad("2D,7C,JS", "2H,9H,3S", "3H,3C,KS", "5D,5C,6C", deal=4)
    told = said("canadian-salad", stage, "2D", "7C", "way_out")
    assert told == "2D cannot win, and so cannot bring you KS, as 7C may."
    assert not why("canadian-salad", stage, "2D", "JS")["way_out"].facts["danger"], "KS would beat JS"


def test_a_low_card_beside_high_ones_is_kept() -> None:
    hands = "2C,3C,AD,KD,3D", "9C,TC,7D,8D,9D", "JC,QC,TD,JD,6C", "4D,5D,6D,KC,AC"
    told = said("canadian-salad", salad(*hands), "2C", "3D", "keeps_cover")
    assert "without it AD or KD would have to win" in told
    assert "keeps_cover" not in why("canadian-salad", salad(*hands), "3D", "2C")
    stage = salad("2S,AS,3H,6H", "KS,4S,8H,9C", "5S,6S,9H,TC", "TH,JH,QH,7S", deal=4)
    assert cost("canadian-salad", stage, "3H") < cost("canadian-salad", stage, "2S"), "KS may fall under AS"


def test_the_surest_way_out_is_kept_while_another_will_do() -> None:
    stage = salad("5D,5H,KS", "6D,9H,2C", "7D,3H,4C", "8D,TH,JH")
    assert "Keep 5D" in said("canadian-salad", stage, "5H", "5D", "keeps_way_out")
    assert "keeps_way_out" not in why("canadian-salad", stage, "5D", "5H")


def test_what_must_take_the_trick_is_the_highest() -> None:
    """Whoever plays last takes it with the highest; before others it depends on how many lower cards are out."""
    last = salad("AC,TC,2D,3D", "KC,4D,5D", "7D,6D,9H", "8D,8H,7H", trick="3C,5C,9C", leader="P2")
    assert "You play last and have to take it" in said("canadian-salad", last, "AC", "TC", "takes_high")
    assert "takes_high" not in why("canadian-salad", last, "TC", "AC")
    high = salad("AC,KC,TC,2D", "JC,4D,5D", "7D,6D,9H", "8D,8H,7H", trick="3C,5C,9C", leader="P2")
    assert "keep TC to stay below" in said("canadian-salad", high, "AC", "TC", "takes_high"), "nothing is above KC"
    before = salad("AC,TC,2D", "9H,6C,3D", "5C,7C,KC", "4C,8D", trick="3C", leader="P4")
    assert "below TC" in said("canadian-salad", before, "AC", "TC", "takes_high")
    found = why("canadian-salad", before, "AC", "TC")["takes_high"]
    for can, words in ((True, "Nobody has to go above you, so"), (False, "Nobody can go above you, so you take it")):
        told = found._replace(facts={**found.facts, "sure": True, "can": can})
        assert unmarked(motive(SALAD, told)).startswith(words)
    before = salad("AC,TC,2D", "9H,8H,3D", "JC,QC,KC", "9D,8D", trick="3C", leader="P4")
    assert "takes_high" not in why("canadian-salad", before, "AC", "TC"), "somebody may have to go above the ten"
    assert "Stay as low as you can" in said("canadian-salad", before, "TC", "AC", "low_over")


def test_who_is_last_is_named_and_goes_above_only_if_that_is_likely() -> None:
    """AS, JS, TS, 6S and 5S are out: P2, the last to play, need probably not go above 8S."""
    rest = "6S,5S,TS,3D", "AS,3C,4D", "JS,8C,9C"
    stage = salad("KS,9S,8S,AD", *rest, trick="2S,7S", leader="P3")
    text = said("canadian-salad", stage, "8S", "KS", "low_over")
    assert text == "P2 may have to put JS or TS on 8S; KS would beat those too."
    stage = salad("JC,KC,2D", "QC,4C,5D", "AC,3D", "6D,7D", trick="2C,7C", leader="P3")
    assert "P2 may have to put QC on JC; KC would beat that too" in said(
        "canadian-salad", stage, "JC", "KC", "low_over"
    )


def test_cards_below_one_are_no_help_to_lose_it() -> None:
    stage = salad("6C,AD,KS", "2C,3C,2D", "4C,8C,3D", "5C,9C,4D")
    text = said("canadian-salad", stage, "6C", "AD", "way_out")
    assert "above 6C" in text and "below 6C" not in text


def test_card_points_do_not_count_any_more_for_whoever_has_more_than_half() -> None:
    """P1 has captured 21 of the 40 points: that QC would bring one point more than JC no longer matters."""
    hands = "QC,JC,AS", "8C,2D,3D", "9S,4D", "5S,6D"
    stage = reversis(*hands, trick="7C,5C", leader="P3")
    own = ["AC", "KS", "KC", "QS", "KH", "KD", "QH", "JD"]
    before, gone = end("reversis", *hands, trick="7C,5C", leader="P3").split("won.P3=")
    rest = ",".join([c for c in gone.split()[0].split(",") if c not in own][4:])
    rich = f"{before}won.P1={','.join(own)} won.P3={rest}"
    assert "takes_cheap" in why("reversis", stage, "JC", "QC")
    assert "takes_cheap" not in why("reversis", rich, "JC", "QC") and "equals" in why("reversis", rich, "JC", "QC")


def test_what_is_above_no_card_that_is_out_cannot_win_any_more() -> None:
    """Nothing matters then, unless a card that costs has still to be given to somebody."""

    def found(move: str, other: str, *hands: str) -> dict[str, Reason]:
        return why("tetka", end("tetka", *hands, trick="JD", leader="P4", bum="2S"), move, other)

    hands = "8H,7H,6C,5C,9S", "TH,TC,9C,AH,8C", "JH,JC,QH,7C,AC", "KH,KC,9H,2D"
    assert found("9S", "8H", *hands)["never_wins"].decides
    assert "never_wins" not in found("9S", "8H", *hands[:2], "JH,JC,6H,7C,AC", hands[3]), "8H may win over 6H"
    hands = "QH,8C,7C,9S,3S", "AH,TC,9C,AD,8D", "KH,JC,QC,7D,AC", "KC,TD,9D,2D"
    costly = found("8C", "QH", *hands)["never_wins"]
    assert "who gets QH" in unmarked(motive(load("tetka"), costly))


def test_what_would_be_taken_is_told() -> None:
    for deal, told in {2: "take 40 points", 3: "take 25 points", 4: "no need to take it"}.items():
        rest = "2C,6C,7C,8C,KS", "3C,4D,5D,6D,7D", "4C,8D,9D,TD,JD"
        stage = salad("KH,2H,2S,3S,4S,5S", *rest, trick="QH,TH,3H", leader="P2", deal=deal)
        assert told in said("canadian-salad", stage, "2H", "KH", "ducks")
    rest = "2C,6C,7C,8C,KS", "3C,4D,5D,6D,7D", "4C,2S,3S,4S,5S"
    stage = salad("KH,2H,8D,9D,TD,JD", *rest, trick="QH,TH,3H", leader="P2", deal=4)
    assert "would have to lead" in said("canadian-salad", stage, "2H", "KH", "ducks"), "no diamond loses the lead"


def test_a_trick_that_costs_by_its_number_is_told() -> None:
    hands = "2D,9C,9H", "3D,4C,TH", "4D,5C,JH", "5D,6C,KH"
    stage = end("tetka", *hands, bum="JS")
    assert "This trick costs 1 point" in said("tetka", stage, "2D", "9C", "way_out")
    stage = end("tetka", *hands, bum="QS")
    assert "leads to the next, which costs 1 point" in said("tetka", stage, "2D", "9C", "way_out")


def test_what_the_next_trick_costs_is_told_of_one_that_costs_nothing() -> None:
    stage = end("tetka", "AC,TC", "9C,3D", "4D,5D", "6D", trick="JC", leader="P4", bum="2S")
    assert "leads to the next, which costs 1 point" in said("tetka", stage, "TC", "AC", "ducks")


def test_only_the_highest_card_that_loses_is_worth_a_thought() -> None:
    stage = salad("9H,4H,2S", "2C,3C,4C", "5C,6C,7C", "4D,6H", trick="KH", leader="P4")
    found = why("canadian-salad", stage, "9H", "4H")
    assert "keep 4H to stay below with" in unmarked(motive(SALAD, found["highest_loser"]))
    assert "highest_loser" not in why("canadian-salad", stage, "4H", "9H")
    state = history.staged(SALAD, stage).state
    policy = policy_of(SALAD).of(SALAD.due(state))
    moves = legal(SALAD, state, "P1")
    assert [move.text for move in policy.plausible(state, "P1", moves)] == ["9H"]


def test_what_may_have_to_win_is_thrown_before_what_cannot() -> None:
    stage = salad("KS,QH,2C", "9S,AH,3D", "8S,KH,4D", "2D,5D", trick="8D", leader="P4")
    assert "QH cannot win" in said("canadian-salad", stage, "KS", "QH", "throws_risk")
    assert "throws_risk" not in why("canadian-salad", stage, "QH", "KS")
    last = salad("KS,QC", "9S,AH", "8S,KH", "5D", trick="8D", leader="P4")
    assert said("canadian-salad", last, "KS", "QC", "throws_risk").endswith("so QC cannot win the last trick.")
    beside = salad("AC,TC,QH", "9S,AH,3D", "KC,KH,4D", "2D,5D", trick="8D", leader="P4")
    assert "AC, which may still have to win;" in said("canadian-salad", beside, "AC", "QH", "throws_risk")


def test_a_broken_contract_that_costs_what_is_won_turns_the_aim_round() -> None:
    hands = "AS,8C,7D", "QC,TC,8D", "JD,9D,KS", "KC,9H,QS"
    stage = end("kaiser", *hands, side="P2+P4", trump="-", contract="7no", bidder="P3")
    assert "cannot win" in said("kaiser", stage, "8C", "AS", "way_out")
    stage = end("kaiser", *hands, side="P2+P4", trump="-", contract="7no", bidder="P2")
    assert "way_out" not in why("kaiser", stage, "8C", "AS"), "the others still want tricks"


def test_where_what_one_side_loses_the_other_wins_it_makes_no_difference_who_takes_the_tricks() -> None:
    """With trumps a broken contract costs for each trick what it would bring the defenders below the limit."""
    hands = "AS,8C,7D", "QC,TC,8D", "JD,9D,KS", "KC,9H,QS"
    stage = end("kaiser", *hands, side="P2+P4", trump="S", contract="7", bidder="P3")
    assert "the gap between the two scores stays the same" in said("kaiser", stage, "8C", "AS", "settled")
    high = f"{stage} score.P2+P4=46"
    assert "settled" not in why("kaiser", high, "8C", "AS") and "way_out" in why("kaiser", high, "8C", "AS")
    hands = "KS,JS,TS,9S", "AS,TC,8D", "JD,9D,8C", "KC,9H,QC"
    trumps = end("kaiser", *hands, trick="7D,8S,9C", leader="P2", side="P2+P4", trump="S", contract="7", bidder="P3")
    told = said("kaiser", trumps, "9S", "TS", "settled")
    assert "the gap between the two scores stays the same" in told, "each trick counts, though no choice wins one more"


def test_where_neither_of_two_can_win_any_more_it_is_said() -> None:
    stage = salad("9S,6C,KD", "TS,8D,9C", "JS,7D,TC", "QD,QS", trick="3H", leader="P4")
    assert why("canadian-salad", stage, "9S", "6C")["neither_wins"].decides
    assert "throws_risk" in why("canadian-salad", stage, "KD", "6C")


def test_a_lead_may_force_out_a_card_that_is_paid_for() -> None:
    """In Reversis whoever must follow a heart with the Quinola, the knave, pays the leader."""
    stage = end("reversis", "7H,3D,4D", "JH,2H,9D", "8H,AD,9S", "KH,2D,8S").replace("AS,KS,QS,JS,", "")
    assert "JH" in said("reversis", stage, "7H", "3D", "forces_out")
    assert "forces_out" not in why("reversis", stage, "3D", "7H")
    hands = "QH,4S,9S,KC,2D", "JH,2H,9D,3S,4C", "8H,7H,AD,3D,4D", "9H,3H,8S,5S,6S"
    assert "forces_out" not in why("reversis", reversis(*hands, trick="", leader="P1"), "QH", "4S"), "it may win"


def test_of_one_suit_the_highest_is_thrown() -> None:
    stage = salad("9H,4H,2H", "TH,6D,2C", "6H,7D,3C", "8D,5H", trick="3D", leader="P4")
    found = why("canadian-salad", stage, "9H")
    assert "keep 4H and 2H" in unmarked(motive(SALAD, found["throws_top"]))


def test_equal_cards_are_said_to_be_equals() -> None:
    """Where all that may be played are equals it makes no difference; else the equals of the advised card are named."""
    stage = salad("8D,7D,QS", "2S,3C,4C", "5C,6C,7C", "4H,6H", trick="9D", leader="P4")
    assert why("canadian-salad", stage, "8D")["equals"].decides
    stage = salad("8D,7D,4D", "5D,3C,4C", "5C,6C,7C", "4H,6H", trick="9D", leader="P4")
    found = why("canadian-salad", stage, "8D")
    assert "equals" not in found
    assert [c.text for c in found["highest_loser"].facts["twins"]] == ["7D"]
    assert "keep 4D to stay below with" in unmarked(motive(SALAD, found["highest_loser"]))


def test_of_two_suits_as_easy_to_lose_the_shorter_is_led() -> None:
    stage = salad("4C,6C,2H,5H,9H", "7C,8C,9C,TC,3D", "JC,QC,3H,4H,6H", "7H,8H,TH,JH,QH")
    assert "Of the two suits you have fewer clubs" in said("canadian-salad", stage, "4C", "2H", "sooner_out")
    assert "sooner_out" not in why("canadian-salad", stage, "2H", "4C")


def test_what_a_trick_costs_in_any_case_is_not_said_to_lie_in_it() -> None:
    stage = salad("KH,2H,2S,3S", "AH,3C,4C,5C", "6C,7C,8C,9C", "8D,9D,TD", trick="QH", leader="P4")
    assert "which costs 10 points: stay below" in said("canadian-salad", stage, "2H", "KH", "ducks")


def test_throwing_one_of_two_that_win_alike_saves_nothing() -> None:
    stage = salad("AH,QH,8D,3C", "6D,2H,4C,5C", "3H,4H,6C,7C", "8C,9C,TC", trick="4S", leader="P4")
    assert "your only diamond" in said("canadian-salad", stage, "8D", "AH", "throws_only")
    assert "throws_higher" not in why("canadian-salad", stage, "AH", "8D")


def reversis(*hands: str, trick: str, leader: str = "P4") -> str:
    """A stage of Reversis: of the cards that are gone four lie in the talon."""
    stage = end("reversis", *hands, trick=trick, leader=leader)
    before, gone = stage.split("won.P3=")
    return f"{before}won.P3={','.join(gone.split(',')[4:])}"


def test_the_quinola_comes_first() -> None:
    """What it brings if it is thrown; or that it can wait, as the others have fewer hearts than guard it."""
    stage = reversis("JH,QH,8C", "KH,9C,4C", "2D,3D,JC", "4D,5D", trick="6D")
    found = why("reversis", stage, "JH", "8C")["paid_thrown"]
    assert found.decides
    assert "30 chips" in said("reversis", stage, "JH", "8C", "paid_thrown")
    told = said("reversis", stage, "8C", "JH", "paid_waits")
    assert "only KH" in told
    assert "follow with QH" in told
    bare = reversis("JH,7S,8C", "KH,9C,4C", "2H,3D,JC", "4D,5D", trick="6D")
    assert "paid_waits" not in why("reversis", bare, "8C", "JH")


def test_a_card_that_would_be_forced_is_named_with_what_it_costs() -> None:
    stage = reversis("QH,JH,8H", "KH,9C,4C", "2D,3D,JC", "4D,5D", trick="9H")
    assert "JH on this trick would be forced, and cost you 35 chips" in said("reversis", stage, "8H", "JH", "ducks")
    assert "JH" not in said("reversis", stage, "8H", "QH", "ducks"), "the queen would not be forced"


def cost(game: str, stage: str, move: str) -> float:
    """The tie-break cost of a move."""
    state = history.staged(load(game), stage).state
    policy = policy_of(load(game)).of(load(game).due(state))
    moves = {m.text: m for m in legal(load(game), state, "P1")}
    return policy.tie_break_cost(state, "P1", policy.phase.see(state, "P1"), moves[move], {"P1"})


def test_of_two_leads_that_are_as_easy_to_lose_the_cheaper_is_told_by_its_cost() -> None:
    stage = "leader=P1 declarer=- hand.P1=AS,KS,9S hand.P2=KC,9D,9C hand.P3=JH,JS,JD"
    assert "way_out" not in why("schafkopf", stage, "9S", "KS")
    assert said("schafkopf", stage, "9S", "KS", "leads_cheap").startswith("If the lead has to win, KS")


def test_of_moves_as_good_a_queen_is_not_bared_nor_one_of_two_winners_thrown() -> None:
    """A lead of the last guard of a queen costs more than one that can't win."""
    stage = end("tetka", "QS,3S,4C,9C", "KS,2S,5C,6C", "4S,5S,7C,8C", "6S,7S,TC,JC", bum="2D")
    assert cost("tetka", stage, "4C") < cost("tetka", stage, "3S")
    assert cost("tetka", stage, "4C") < cost("tetka", stage, "QS")
    stage = salad("AH,QH,8D,3C", "6D,2H,4C,5C", "3H,4H,6C,7C", "8C,9C,TC", trick="4S", leader="P4")
    assert cost("canadian-salad", stage, "8D") < cost("canadian-salad", stage, "AH")


def test_where_nothing_costs_any_more_it_is_said() -> None:
    hands = "QD,8D,5D", "KD,2H,3H", "6D,7D,4H", "AD,9D"
    stage = salad(*hands, deal=4, trick="3D", leader="P4")
    assert why("canadian-salad", stage, "5D", "QD")["nothing_costs"].decides
    assert "nothing_costs" not in why("canadian-salad", salad(*hands, deal=2, trick="3D", leader="P4"), "5D", "QD")
    assert "nothing_costs" not in why("canadian-salad", salad(*hands, deal=5, trick="3D", leader="P4"), "5D", "QD")


def test_a_void_is_made_for_the_dearest_card() -> None:
    stage = salad("7H,KS,9S,QC", "8H,9H,2S,3S", "TH,JH,4S,5S", "QH,KH,6S,7S", deal=4)
    assert "you can throw KS" in said("canadian-salad", stage, "7H", "9S", "empties")


def test_what_one_player_alone_may_put_under_a_card_is_named() -> None:
    hands = "AS,7S,2D,3D", "KS,2C,3C,4C", "5S,6S,9S", "3S,8S,TS"
    found = why("canadian-salad", salad(*hands, deal=6, trick="2S,4S", leader="P3"), "AS", "7S")["takes_high"]
    assert (found.facts["who"], found.facts["dear"].text) == ("P2", "KS")
    found = why("canadian-salad", salad(*hands, deal=1, trick="2S,4S", leader="P3"), "AS", "7S")["takes_high"]
    assert not found.facts["dear"]


def test_whoever_stays_below_with_the_dearest_card_is_rid_of_it() -> None:
    stage = reversis("KD,QD,2D", "2S,9C,4C", "2H,3C", "4D,5C", trick="7D,AD", leader="P3")
    assert why("reversis", stage, "KD", "2D")["unloads"].facts["sure"]
    stage = reversis("AD,JD,2D", "2S,9C,4C", "2H,3C", "4D,5C", trick="7D,QD", leader="P3")
    assert why("reversis", stage, "JD", "AD")["ducks"].facts["rid"] == 1
    assert not why("reversis", stage, "2D", "AD")["ducks"].facts["rid"]
    only = "leader=P2 trick=JD,9D hand.P1=QD,AD,8S hand.P2=AS,TS hand.P3=JC,KS"
    assert why("schafkopf", only, "AD", "QD")["ducks"].facts["rid"] == 11


def test_what_can_be_beaten_is_not_called_harder_to_lose_than_what_cannot() -> None:
    """The cards out tell which suit will rather be led."""
    stage = salad("KS,KC,2H,3H", "AS,5S,6S,2D", "7S,8S,QC,JC", "9S,3D,4D", trick="TD", leader="P4")
    assert "six spades are out and two clubs" in said("canadian-salad", stage, "KS", "KC", "throws_higher")


def test_a_card_with_low_ones_beside_it_is_kept_rather_than_one_without() -> None:
    hands = "QS,TS,AC,KC,6C,5C,3C", "KS,5S,9C,4H,5H,6H,7H", "7S,8S,TC,8H,9H,TH,JH", "9S,JS,JC,4C,3D,7D"
    stage = salad(*hands, trick="4D", leader="P4")
    assert "beside AC you have 6C, 5C and 3C" in said("canadian-salad", stage, "QS", "AC", "throws_bare")
    assert "throws_bare" not in why("canadian-salad", stage, "AC", "QS")


def test_a_dear_card_that_may_be_put_under_the_own_is_named_before_having_to_lead() -> None:
    hands = "AS,3S,KD,9D", "QS,4H,5H,6H", "TD,7H,8H", "TC,9H,TH"
    stage = end("tetka", *hands, trick="JS,4D", leader="P3", bum="9H")
    assert "P2 may have QS" in said("tetka", stage, "3S", "AS", "ducks")


def test_a_card_that_costs_no_more_takes_the_trick_before_one_that_does() -> None:
    rest = "KH,2C,3C", "9H,4C,5C", "TD,7C,8C"
    stage = end("tetka", "QH,JH,8H,2D", *rest, trick="2H,9D,6H", leader="P2", bum="TD")
    assert "QH would cost more: do so with JH" in said("tetka", stage, "JH", "QH", "takes_high")


def test_a_card_is_spent_on_a_trick_while_another_is_kept_to_lose_the_lead() -> None:
    rest = "5H,6H,9H,3S", "7H,TH,JH,5S", "AH,KH,6S,7S"
    stage = salad("8H,2H,8S,QC,4C", *rest, deal=2, trick="3H,9C,4H", leader="P2")
    assert said("canadian-salad", stage, "8H", "2H", "takes_now").startswith("Take it with 8H for 30 points now")
    rest = "8H,6H,9H,3S,4S", "7H,TH,JH,5S,3C", "AH,KH,6S,7S"
    stage = salad("5H,2H,8S,QC,4C", *rest, deal=2, trick="4H", leader="P4")
    assert "5H will probably be beaten" in said("canadian-salad", stage, "5H", "2H", "takes_now")


def test_whoever_plays_last_is_not_told_if() -> None:
    stage = reversis("AH,QH,2C", "9C,4C", "2D,3D", "6D,5D", trick="4H,3H,5H", leader="P2")
    assert said("reversis", stage, "QH", "AH", "takes_cheap").startswith("You play last and have to take it")


def test_a_card_that_brings_something_when_it_is_thrown_is_not_kept_to_stay_below_with() -> None:
    stage = reversis("QH,JH,9S", "9C,4C", "2D,3D", "6D,5D", trick="5H,4H,6H", leader="P2")
    assert said("reversis", stage, "QH", "JH", "takes_high").endswith(
        "keep JH to throw on another suit. JH would cost 28 points more."
    )


def test_a_queen_that_may_fall_under_a_higher_card_is_named() -> None:
    hands = "KC,JC,2D", "QC,9C,8C", "TC,7C,6C", "3D,4D"
    stage = end("tetka", *hands, trick="5C", leader="P4", bum="2S")
    assert "QC under KC" in said("tetka", stage, "JC", "KC", "under_dear")
    assert "under_dear" not in why("tetka", stage, "KC", "JC")
    stage = end("tetka", "KC,JC,2D", "AC,9C,8C", "TC,7C,6C", "3D,4D", trick="5C", leader="P4", bum="2S")
    assert "under_dear" not in why("tetka", stage, "JC", "KC"), "the queen of clubs is gone"


def test_a_lead_that_is_harder_to_lose_is_not_called_as_easy() -> None:
    """Three hearts are above 6H and six diamonds above 6D, four below each; but a heart may force out JH."""
    hands = "AH,QH,6H,9S,3S,6D", "2H,4H,JH,2D,9D,KD", "3H,7H,3D,7D,8D,5S", "5H,KH,4D,5D,JD,AD"
    stage = reversis(*hands, trick="", leader="P1")
    assert "ways_alike" not in why("reversis", stage, "6H", "6D")
    assert "20 chips" in said("reversis", stage, "6H", "6D", "forces_out")


def test_one_card_more_above_another_does_not_make_it_easier_to_lose() -> None:
    """Only KS is above QS, three spades are below it: KH is hardly harder to lose, but has fewer low cards."""
    hands = "QS,6S,5S,4S,KH,6H", "9S,JS,TH,3C,2C,3D", "TS,KS,JH,5C,7C,4D", "QH,9C,8C,7D,8D"
    stage = end("tetka", *hands, trick="4C", leader="P4", bum="7D")
    found = why("tetka", stage, "KH", "QS")
    assert "throws_higher" not in found
    assert "only 6H to stay below with, beside QS 6S, 5S and 4S" in said("tetka", stage, "KH", "QS", "throws_bare")


def test_where_one_card_is_above_it_rather_than_two_the_chance_to_lose_it_is_smaller() -> None:
    """Half of the cards out are below either: the two below KS say nothing, and neither has a low card beside it."""
    hands = "KS,9S,KH,9H,8H", "AS,8S,7H,JD,9D", "TS,7S,TH,8D"
    stage = end("schafkopf", *hands, "7C,8C", trick="QC", leader="P3").replace("hand.P4=7C,8C ", "")
    found = said("schafkopf", stage, "KH", "KS", "throws_higher")
    assert found.endswith("harder to lose later: only TH is above KH, but TS and AS are above KS.")
    assert "throws_higher" not in why("schafkopf", stage, "KS", "KH")


def test_a_high_trump_takes_what_may_cost_more_later() -> None:
    """P1 plays last, and keeps 7D, which every trump out beats; the deals show that 3 points are little."""
    stage = "leader=P2 trick=8D,9D hand.P1=QS,JS,7D,AH,9C hand.P2=QC,JC,KD,TC hand.P3=QH,JH,TD,AC"
    found = said("schafkopf", stage, "QS", "7D", "takes_now")
    assert found.startswith("Take it with QS for 3 points now: later it may cost more. Keep 7D to lose the lead with")
    assert "takes_now" not in why("schafkopf", stage.replace("7D,AH", "QD,AH"), "QS", "QD")


def test_a_dear_trick_is_trumped_while_cards_can_lose_the_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but the deals can say that 14 points are not too many: without them the reason is not given."""
    hands = "hand.P1=QH,7D,8H,KC,9C hand.P2=QC,JC,TC,TH hand.P3=QS,JH,AC,9H"
    stage = f"leader=P2 trick=8S,AS {hands}"
    for ahead in (True, False):
        monkeypatch.setattr(SampledOutcomes, "clearly_ahead", ahead)
        assert ("takes_with_exits" in why("schafkopf", stage, "QH", "KC")) is ahead
    monkeypatch.setattr(SampledOutcomes, "clearly_ahead", True)
    told = said("schafkopf", stage, "QH", "KC", "takes_with_exits")
    assert told.endswith("let it be now, for 14 points, while you have 7D or 8H to lose the lead with.")
    assert "takes_with_exits" not in why("schafkopf", stage, "7D", "KC"), "many are above it"


def test_of_equals_without_a_low_card_one_goes_before_a_card_with_low_ones() -> None:
    hands = "JD,TD,AC,KC,7C,3C", "6D,QD,8C,9C,4H,5H", "7D,KD,TC,JC,8H,9H", "8D,AD,QC,9D,TH"
    stage = salad(*hands, trick="4S", leader="P4")
    assert "beside AC you have 7C and 3C" in said("canadian-salad", stage, "JD", "AC", "throws_bare")


def test_who_pays_for_an_ace_is_said_in_plain_words() -> None:
    """Two are still to play after P1, so that P4, who led 2S, need not win the trick."""
    stage = reversis("AD,KD,6C", "7S,9C,4C", "8S,3D,JC", "2C,5D", trick="2S")
    told = said("reversis", stage, "AD", "6C", "unloads")
    assert told == "Throw AD: whoever takes the trick gets its 4 points and pays you 2 chips."
    found = why("reversis", stage, "AD", "6C")
    assert not {"paid_soon", "spares_payment"} & {*found}, "it is said already"
    stage = reversis("KD,7C,6C", "7S,9C,4C", "8S,3D,JC", "2C,5D", trick="2S")
    assert "whoever takes the trick takes it too" in said("reversis", stage, "KD", "6C", "unloads")


def test_a_card_that_is_forced_out_is_named_with_what_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "WORTH_IT", -9.0)
    hands = "8H,QC,2D,3D,6S,9C", "JH,2H,4D,5D,7S,3C", "QS,3H,5H,7D,8S,5C", "KH,4H,AD,9D,9S,JC"
    stage = reversis(*hands, trick="", leader="P1")
    record = history.staged(load("reversis"), stage)
    moves = {m.text: m for m in legal(record.game, record.state, "P1")}
    found = {one.what: one for one in reasons(record, "P1", moves["8H"], moves["2D"], Random(1), 10 * WORK)}
    paid = found["paid_soon"]
    assert paid.facts["dear"].text == "JH" and paid.facts["n"] == 20
    assert unmarked(motive(record.game, paid)) == "If somebody has to follow 8H with JH, you get 20 chips."


def test_trumps_are_not_counted_as_cards_of_a_plain_suit() -> None:
    stage = "leader=P2 trick=9S,QS hand.P1=JD,7D,AC,9C hand.P2=QH,TC,8D hand.P3=JS,AD,KD"
    assert "throws_higher" not in why("schafkopf", stage, "JD", "AC"), "seven of the diamonds out are queens and jacks"
    stage = "leader=P2 trick=9S,QS hand.P1=JC,AC,9C hand.P2=QH,TC hand.P3=JS,AD"
    assert said("schafkopf", stage, "JC", "AC", "empties").startswith("Get rid of your last trump: when trumps are led")
    stage = salad("KS,KC,2H,3H", "AS,5S,6S,2D", "7S,8S,2C,JD", "9S,3D,4D", trick="TD", leader="P4")
    assert "six spades are out and only one club" in said("canadian-salad", stage, "KS", "KC", "throws_higher")


def test_while_only_the_last_trick_costs_high_cards_are_played_for_nothing() -> None:
    hands = "KS,4S,2C,5D,2D", "QS,3S,5S,TC,7D", "6S,7S,8S,JC,8D", "9S,TS,JS,QC,9D"
    stage = salad(*hands, deal=5)
    told = said("canadian-salad", stage, "KS", "4S", "clears")
    assert told.startswith("Only the last trick costs anything, 100 points. Play KS now, while it may win for nothing")
    assert told.endswith("keep 4S for the end: of the spades out only 3S is below 4S.")
    assert "clears" not in why("canadian-salad", stage, "4S", "KS")
    assert "clears" not in why("canadian-salad", salad(*hands, deal=1), "KS", "4S")
    state = history.staged(SALAD, stage).state
    policy = policy_of(SALAD).of(SALAD.due(state))
    view = SALAD.due(state).see(state, "P1")
    played = policy.rollout_move(state, "P1", view, legal(SALAD, state, "P1"), frozenset({"P1"}), Random(1))
    assert played is not None and played.text == "KS"


def test_whoever_wins_every_trick_need_not_choose() -> None:
    rest = "3S,3D,TC", "2S,4D,JC", "5S,6D,QC"
    assert why("canadian-salad", salad("KS,AD,8D", *rest, deal=1), "KS", "8D")["wins_all"].decides
    assert "wins_all" not in why("canadian-salad", salad("KS,AD,5D", *rest, deal=1), "KS", "5D"), "6D beats 5D"


def test_having_most_tricks_in_the_end_is_a_reason_to_lose_one() -> None:
    hands = "AS,3S,KD,9D", "JS,4H,5H,6H", "TD,7H,8H", "TC,9H,TH"
    trick = {"trick": "QS,4D", "leader": "P3", "bum": "9H"}
    stage, _, won = end("tetka", *hands, side="P1", **trick).partition("won.P1=")
    cards = won.split()[0].split(",")
    stage += f"won.P1={','.join(cards[:16])} won.P2={','.join(cards[16:])} {' '.join(won.split()[1:])}"
    told = said("tetka", stage, "3S", "AS", "most_tricks")
    assert told == "One more trick, and you have as many as P2: having most in the end costs 1 point."


def test_a_lead_that_costs_whoever_takes_it_is_lost_gladly() -> None:
    hands = "7D,6S,TH", "2D,JS,8C", "3D,KD,9C", "AD,AS,JC"
    told = said("tetka", end("tetka", *hands, bum="7D", dealer="P1"), "7D", "6S", "leads_dear")
    assert told == "7D costs whoever takes it 1 point, and probably somebody has to go above it."


def test_the_last_high_card_takes_a_trick_while_a_lower_one_can_be_lost_later() -> None:
    hands = "KH,7H,6D", "8H,QH,4C", "JS,5C", "9C,4D"
    stage = salad(*hands, trick="5H,6H", leader="P3")
    assert "keep 7H to lose the lead with" in said("canadian-salad", stage, "KH", "7H", "takes_now")


def test_of_two_highest_cards_the_one_of_the_suit_that_is_out_more_is_thrown() -> None:
    hands = "AH,KC,JC,9C", "3H,7H,QC,5C", "6H,8H,TH,TC", "9H,JH,6C"
    stage = end("tetka", *hands, trick="JS", leader="P4", bum="4H", dealer="P1")
    assert "hearts are more likely to be led again" in said("tetka", stage, "AH", "KC", "throws_higher")
    assert "throws_higher" not in why("tetka", stage, "KC", "AH")


def test_what_a_trick_costs_besides_its_cards_is_told_once() -> None:
    one = Reason("way_out", {"now": 1.0, "soon": 0.0})
    told = [*said_once([one, Reason("ways_alike", {"now": 1.0, "soon": 0.0}), Reason("empties", {"c": "2H"})])]
    assert [reason.facts.get("now") for reason in told] == [1.0, 0.0, None]
    early, keeps = Reason("takes_early", {}), Reason("keeps_way_out", {})
    assert [*said_once([early, keeps])] == [keeps] and [*said_once([early])] == [early]
    easy = Reason("way_out", {})
    assert [*said_once([keeps, easy])] == [keeps], "how a card is lost is told with the one that is kept"


def test_a_lead_that_will_hardly_be_beaten_is_not_said_to_be() -> None:
    rest = "2H,4H,9C,3C", "3H,5H,TC,4C", "9H,KH,JC,5C"
    stage = salad("QH,8H,2D,3D", *rest)
    assert "QH would be hard to lose later too" in said("canadian-salad", stage, "QH", "8H", "takes_early")


def test_a_card_that_is_paid_for_when_it_is_thrown_is_told_with_what_it_brings() -> None:
    hands = "8C,5C,6S,QD", "JH,9H,KS,9D", "3H,4D,AS", "9C,QC,7D"
    stage = reversis(*hands, trick="6C,4C", leader="P3")
    told = said("reversis", stage, "5C", "8C", "ducks")
    assert told.startswith("Stay below: somebody may throw JH on 8C, and get ") and told.endswith(" chips for it.")
    assert not {"paid_soon", "spares_payment"} & {*why("reversis", stage, "5C", "8C")}


def test_a_card_to_which_a_dear_one_may_fall_is_thrown() -> None:
    hands = "AS,9S,6S,KH", "2H,QH,4S,7C", "3H,5S,8C,9C", "TS,7S,TC"
    stage = end("tetka", *hands, trick="TD", leader="P4", bum="6D", dealer="P1")
    told = said("tetka", stage, "KH", "AS", "throws_catcher")
    assert told == "Throw KH: when hearts are led, QH may fall to it."
    assert "throws_catcher" not in why("tetka", stage, "AS", "KH")
