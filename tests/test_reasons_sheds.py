"""Reasons in games that are won by having no cards left: what can be answered, what a run comes to, what to keep."""

from __future__ import annotations

from random import Random

from tests.test_reasons import why
from tutor.advice import Adviser, Budget
from tutor.advice.adviser import Strength
from tutor.advice.reasons.context import Reason
from tutor.advice.reasons.finding import reasons
from tutor.advice.samples import Sampler
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.policies import policy_of
from tutor.teach.practice.advising import certain, motive
from tutor.teach.text.marks import unmarked

LAST_ONE, SPINADO = load("last-one"), load("spinado")
QUICK = Strength(30, Budget(playouts=60, work=40_000))
REST = "hand.P2=3S,AH,KC,9C,8C hand.P3=4S,JH,6H,5H,2C hand.P4=QS,2S,KH,TH,7H"


def said(reason: Reason, game: str = "last-one") -> str:
    """The motive in plain words."""
    return unmarked(motive(load(game), reason))


def advised(game: str, stage: str, after: str = "") -> str:
    """The move advised."""
    record = history.staged(load(game), stage)
    for text in after.split():
        record = history.play(record, record.state.turn[0], Move(text))
    return Adviser(record.game, QUICK).advise(record, record.state.turn[0], Random(1)).move.text


# -- a card that others may answer -------------------------------------------------------------------------


def test_one_goes_on_again_only_after_the_next_card() -> None:
    """A card two above the answer is no reply to it: another player would have to go on first."""
    stage = "upcard=9C hand.P1=KC,4C,7C hand.P2=5C,KD,9D hand.P3=6C,KH hand.P4=QH,QS"
    pile = ",".join(f"{rank}{suit}" for suit in "SHD" for rank in "2345678JA")
    assert not why("last-one", f"{stage} pile=X1,X2,{pile}", "4C", "KC")["strikes"].facts["back"]


def test_who_can_answer_a_card_is_counted_exactly() -> None:
    stage = f"upcard=6C hand.P1=AS,TS,6S,2H,4C {REST}"
    found = why("last-one", stage, "4C", "6S")["strikes"]
    assert [c.text for c in found.facts["out"]] == ["5C", "X1", "X2"]
    assert "Only 5C or a joker can answer it." in unmarked(certain(LAST_ONE, found))
    risk = "The risk: about 2 times in 10 somebody goes on with 5C or a joker, and you draw five."
    assert f"{risk} Somebody has such a card about 7 times in 10, but need not play it." in said(found)
    own = why("last-one", stage.replace("2H,4C", "5C,4C"), "4C", "6S")["strikes"]
    assert "You hold 5C yourself." in unmarked(certain(LAST_ONE, own))
    gone = stage.replace("2H,4C", "5C,4C") + " pile=X1,X2"
    safe = why("last-one", gone, "4C", "6S")["strikes"]
    assert not safe.facts["out"] and "Nobody can turn it against you." in said(safe)
    assert "turned_against" not in why("last-one", gone, "6S", "4C")
    assert "turned_against" not in why("last-one", stage, "6S", "draw")


MELEE = "upcard=9D seat=P2 hand.P2=4D,9S,AS hand.P3={} hand.P4=5D,TS,JS,QH hand.P1=KC,6C,6D"


def test_who_draws_anyway_is_not_helped() -> None:
    """P3, who has to draw, has one card; going on would put P4 in that place, and may turn against the seat."""
    stage = MELEE.format("7H")
    assert advised("last-one", stage, "4D pass 5D pass pass") == "pass", "P2 draws anyway"
    found = why("last-one", stage, "pass", "6D", "4D pass 5D pass pass")["stays_out"]
    assert found.facts["who"] == "P2" and found.facts["draws"] == 5
    assert "P2 has 2 cards and must draw five" in said(found)
    many = stage.replace("seat=P2 hand.P2=4D,9S,AS", "seat=P2 hand.P2=4D,9S,AS,KS,QS,JC")
    found = why("last-one", many, "pass", "6D", "4D pass 5D pass pass")["stays_out"]
    assert said(found).startswith(
        "P2 draws five as it stands, and then P3 plays, with only 1 card; after 6D P4 would draw six, and P1 would"
    ), "who is next depends on who draws"
    joker = many.replace("hand.P1=KC,6C,6D", "hand.P1=KC,6C,X1")
    found = why("last-one", joker, "pass", "X1", "4D pass 5D pass pass")["stays_out"]
    assert "though it costs you 40 if P3, who has 1 card, goes out first" in said(found)


def test_only_a_player_near_the_end_is_held_up() -> None:
    few = "upcard=9S hand.P1=JS,9H,4H hand.P2=7H,6D,5D,QD hand.P3=AS,KS,TH,9C,8C hand.P4=QH,TD,9D,2C,3C"
    assert "strikes" in why("last-one", few, "JS", "9H")
    many = few.replace("7H,6D,5D,QD", "7H,6D,5D,QD,QC,TC,7C")
    assert "strikes" not in why("last-one", many, "JS", "9H"), "the next player has most cards"


def test_a_card_is_played_for_more_than_being_one_fewer() -> None:
    stage = "upcard=KD hand.P1=KS,QS,JS,8H,4S,3C hand.P2=7H,6D hand.P3=AS,TH,9C,8C hand.P4=QH,TD,9D"
    found = why("last-one", stage, "KS", "draw")["plays_on"]
    assert said(found) == "KS leaves the pile in spades, and you hold three more."
    only = stage.replace("KS,QS,JS,8H,4S", "KS,QH,JH,4H").replace("hand.P4=QH", "hand.P4=QS")
    assert said(why("last-one", only, "KS", "draw")["plays_on"]).startswith("Only KS fits")
    last = stage.replace("KS,QS,JS,8H,4S,3C", "KS,3C")
    assert "down to one card" in said(why("last-one", last, "KS", "draw")["plays_on"])
    assert "sheds_dear" not in why("last-one", last.replace("3C", "KC"), "KS", "KC")
    dear = stage.replace("KS,QS,JS", "QS,JS,TC").replace("hand.P4=QH", "hand.P4=KH")
    assert "counts 25" in said(why("last-one", dear, "8H", "draw")["plays_on"])


# -- runs ------------------------------------------------------------------------------------------------

HANDS = "leader=P1 hand.P1={} hand.P2=3H,4H,3S,4S,3C,4C,5C,6C,7C hand.P3=5H,6H,7H,8S,TS,JS,8C,9H,QH"
HANDS += " hand.P4=8H,TC,JC,JH,QC,4D,5D,6D,AD played="


def runs(hand: str, move: str, other: str, gone: str = "") -> dict[str, Reason]:
    """The reasons for a lead; `gone` are cards of P2 played before."""
    stage = HANDS.format(hand)
    for c in gone.split(","):
        stage = stage.replace(f"{c},", "") if c else stage
    return why("spinado", stage + ",".join(f"P2:{c}" for c in gone.split(",") if c), move, other)


def test_a_run_that_comes_back_either_way() -> None:
    found = runs("5S,7S,9S,KH,AH,AC,KC,KS,AS", "5S", "KH")
    assert "if nobody has 6S you start, and if it comes you play 7S" in said(found["either_way"], "spinado")
    assert "unless AD comes in between" in said(found["either_way"], "spinado")
    stage = HANDS.replace(",AD", "").format("5S,7S,9S,KH,AH,AC,KC,KS,AS") + "P4:AD"
    gone = said(why("spinado", stage, "5S", "KH")["either_way"], "spinado")
    assert gone.startswith("After 5S you play again"), "not either way, with two choices named before"
    assert "either_way" not in runs("5S,8D,9S,KH,AH,AC,KC,KS,AS".replace("8D", "9D"), "5S", "KH")


def test_a_run_that_comes_back_after_an_own_card_is_told_too() -> None:
    """6S 7S, and 8S is followed by 9S, after which play stops, as TS has gone."""
    stage = "leader=P1 hand.P1=6S,7S,9S,QC,4D hand.P2=3H,4H,3S,5C hand.P3=5H,6H,7H,8H hand.P4=8C,TC,9H,TH played=P2:TS"
    found = why("spinado", stage, "6S", "QC")
    assert "if nobody has 8S you start, and if it comes you play 9S" in said(found["either_way"], "spinado")
    assert found["either_way"].facts["c"].text == "7S" and "same_chance" not in found


def test_a_card_that_stops_play_at_any_time_can_wait() -> None:
    found = said(runs("5S,7S,9S,KH,AH,AC,KC,KS,AS", "5S", "KH")["can_wait"], "spinado")
    assert "if TS costs you the start, one of them can win it back when a run comes to QH or QC" in found
    assert "6S" not in found, "which is followed by the own 7S"
    alone = runs("5S,7S,9S,KH,AH,AC,TH,9D,AS", "5S", "KH")["can_wait"]
    assert "it can win it back when a run comes to QH." in said(alone, "spinado")
    other = runs("5S,7S,9S,TH,AH,AC,KC,KS,AS", "5S", "TH")["can_wait"]
    assert said(other, "spinado").startswith("KC can wait"), "JH may go on from TH"


def test_nobody_gets_in_any_more() -> None:
    stage = "leader=P1 hand.P1={} hand.P2=3H,4H,3S hand.P3=5H,6H,7H hand.P4=8H,TC,JC"
    found = why("spinado", stage.format("KS,KC,5S"), "KS", "5S")
    assert [*found] == ["nobody_in"] and "5S last" in said(found["nobody_in"], "spinado")
    assert advised("spinado", stage.format("KS,KC,5S")) in ("KS", "KC")
    assert "nobody_in" not in why("spinado", stage.format("KS,9S,5S"), "KS", "5S"), "two may give the lead away"
    assert "nobody_in" in why("spinado", stage.format("KS,9S,5S,AD"), "KS", "5S"), "the spinado stops one more"
    assert "lead them in any order" in said(why("spinado", stage.format("KS,KC"), "KS", "KC")["nobody_in"], "spinado")


def test_the_spinado_is_spent_where_it_would_cost() -> None:
    hand = "6S,AD,JS,3D,5C,7D,TH,9C,8H".replace("3D", "QS")
    stage = f"leader=P1 hand.P1={hand} hand.P2=3H,4H,3S hand.P3=5H,6H,7H hand.P4=4D,TC,JC"
    found = why("spinado", stage, "6S+AD", "6S")["sheds_stake"]
    assert found.facts["cost"] == 18
    assert "after 6S alone about 8 times in 10" in said(found, "spinado")
    assert "sheds_stake" not in why("spinado", stage, "6S", "TH")
    few = why("spinado", stage.replace(",4H,3S", ""), "6S+AD", "6S")["sheds_stake"]
    assert said(few, "spinado").endswith("P2 has only 1 card: do not be caught with AD.")


def test_cards_below_the_one_led_are_not_called_its_followers() -> None:
    stage = "leader=P1 hand.P1=6D,9D,KS,5C hand.P2=3H,4H,3S hand.P3=5H,6H,7H hand.P4=8H,TC,JC"
    assert "goes_on" not in why("spinado", stage, "9D", "5C")


def test_cards_that_depend_on_one_another_are_not_led_in_any_order() -> None:
    """5C may be in a hand: 4C follows 3C, but after 4C somebody else may go on."""
    stage = "leader=P1 hand.P1={} hand.P2=3H,4H,3S hand.P3=5H,6H,7H hand.P4=8H,TC,JC"
    found = said(why("spinado", stage.format("3C,4C"), "3C", "4C")["nobody_in"], "spinado")
    assert "any order" not in found and "4C follows" in found
    found = said(why("spinado", stage.format("KS,3C,4C"), "KS", "3C")["nobody_in"], "spinado")
    assert "3C last" in found and "4C follows" in found
    freed = why("spinado", stage.format("TS,JS,AD,5C,8C"), "JS+AD", "JS")["sheds_stake"]
    assert "TS stops play" in said(freed, "spinado")
    with_it = why("spinado", stage.format("TS,JS,AD,5C,8C"), "JS+AD", "8C+AD")["spends_on"]
    assert said(with_it, "spinado") == (
        "With JS gone, TS stops play from now on. After 8C+AD no card of yours would do so."
    )
    needs = why("spinado", stage.format("9D,AD,5C,7C,QH,JS,3D,TS"), "9D+AD", "5C+AD")["spends_on"]
    assert said(needs, "spinado").startswith("9D needs AD more: alone you start again about")


def test_a_lead_that_keeps_the_start_more_often_is_told_beside_two_alike() -> None:
    others = "hand.P2=3C,3H,3S,4C,4H hand.P3=4S,5H,5S,6H,6S,7C,7H,7S,8C hand.P4=8H,9H,9D,9S,AC,JC,JH,JS,KC"
    stage = f"leader=P1 hand.P1=8S,JD,9C,6C,5C {others} played=P1:AS,P1:QH,P1:AD,P1:AH,P2:3D,P2:4D,P2:5D,P2:6D"
    found = said(why("spinado", stage, "8S", "9C")["same_chance"], "spinado")
    assert (
        "equally likely to be missing, and you start again about 3 times in 10. After 5C it would be about 5" in found
    )


def test_a_card_that_stops_play_waits_even_where_somebody_may_soon_go_out() -> None:
    """Played on a run of others it brings the start back after a risk; that it costs nothing in hand is no reason."""
    stage = "leader=P1 hand.P1=5S,JS,JD hand.P2=3H,4H hand.P3=5H,6H,7H hand.P4=8H,TC,JC played=P2:QD,P3:KD"
    assert advised("spinado", stage) in ("5S", "JS")
    found = said(why("spinado", stage, "5S", "JD")["can_wait"], "spinado")
    assert found.endswith("when a run comes to TD.")


def test_nobody_gets_in_where_a_single_card_of_others_lies_between_the_last_ones() -> None:
    """If nobody has 4H the seat starts again, and if it comes 5H is the last card."""
    stage = "leader=P1 hand.P1=3H,5H,KS{} hand.P2=4H,TS,7C hand.P3={} hand.P4=8H,TC,JC played=P2:5C,P2:6C{}"
    gone, two = ",P2:AD", "6H,QS"
    assert advised("spinado", stage.format("", two, gone)) == "KS"
    found = said(why("spinado", stage.format("", two, gone), "KS", "3H")["nobody_in"], "spinado")
    assert found.endswith(
        "3H last. If nobody has 4H you start again, and if it comes you play 5H: either way you are out."
    )
    found = said(why("spinado", stage.format("", "6H", ""), "KS", "3H")["nobody_in"], "spinado")
    assert found.endswith("Only AD in between could stop you, or 4H as the last card of P3.")
    more = stage.format(",9C", two, gone)
    assert "nobody_in" not in why("spinado", more, "KS", "3H"), "9C is one risk too many"
    found = said(why("spinado", more, "9C", "5H")["last_risk"], "spinado")
    assert found.endswith("you start again after it, and then nobody else gets in any more.")
    assert "last_risk" not in why("spinado", stage.format(",9C,JD", two, gone), "9C", "5H")
    found = said(why("spinado", more, "9C", "3H")["last_run"], "spinado")
    assert found == "Keep 3H to go out with: led last, it takes 5H along whatever comes."
    risky = why("spinado", stage.format(",9C", two, ""), "9C", "3H")
    assert "unless AD comes in between" in said(risky["last_run"], "spinado")
    assert said(risky["last_risk"], "spinado").endswith("then only AD can still stop you.")


def test_a_run_surely_comes_back_where_no_two_cards_of_others_follow_each_other() -> None:
    stage = "leader=P1 hand.P1=9C,JC,KC,9D hand.P2=6S,3H,6H hand.P3=7S,3C,4C hand.P4=8S,TC,TD"
    found = said(why("spinado", f"{stage} played=P2:AD", "9C", "9D")["nobody_in"], "spinado")
    assert found.startswith("9C surely brings you back: JC and KC go too") and found.endswith("if you lead 9D last.")
    one = stage.replace("9C,JC,KC", "9C,JC").replace("TC,TD", "TC") + " played=P2:AD,P2:QC"
    assert "JC goes too" in said(why("spinado", one, "9C", "9D")["nobody_in"], "spinado")
    risky = said(why("spinado", stage, "9C", "9D")["nobody_in"], "spinado")
    assert risky.startswith("9C brings you back") and risky.endswith("Only AD in between could stop you.")
    few = stage.replace("3H,6H", "3H").replace("6S,3H", "6S").replace("9D", "5D")
    assert said(why("spinado", few, "9C", "5D")["nobody_in"], "spinado").endswith("or TC or QC as the last card of P2.")


FIT = "upcard=7D hand.P1={} hand.P2={} hand.P3=4S,JH,6H,2C hand.P4={}"


def test_who_is_next_is_told_where_that_player_has_few_cards() -> None:
    hand, three, four = "JD,7H,AD,6D,3C", "QS,2S,KH", "9C,8C,TC,QC"
    few, more = "9C,8C,TC", "QS,2S,KH,QC"
    found = why("last-one", FIT.format(hand, three, four), "AD", "6D")
    assert "AD turns play away from P2" in said(found["turns_away"])
    found = why("last-one", FIT.format(hand, more, few), "AD", "6D")
    assert "turns_away" not in found and "gives P4" in said(found["sheds_dear"])
    dear = why("last-one", FIT.format(hand, more, few), "JD", "6D")["sheds_dear"]
    assert "AD counts more still" in said(dear)
    assert "sheds_dear" not in why("last-one", FIT.format(hand, more, four.replace("QC", "7C")), "JD", "6D")


def test_suits_and_cards_are_told_apart_by_what_is_out() -> None:
    named = why("last-one", FIT.format("8D,7S,9S,AD,JD", "QS,2S", "9C,8C,TC"), "D", "S", "8D")
    assert "names_rarer" not in named, "one diamond fewer is out"
    alike = why("last-one", FIT.format("TD,9D,6S,3C", "QS,2S,KH", "9C,8C,TC"), "TD", "9D")["fit_alike"]
    assert "TD and 9D count about the same, and are as hard to follow." in said(alike) and alike.decides


def test_of_two_last_cards_what_they_count_does_not_matter() -> None:
    stage = FIT.replace("7D", "7H", 1).replace("JH,6H", "JH,6S").format("9H,6H", "QS,KH", "9C,8C,TC,6C")
    found = why("last-one", stage, "9H", "6H")["fit_alike"]
    assert said(found).startswith("9H or 6H: they are as hard to follow") and found.decides
    more = why("last-one", stage.replace("9H,6H", "9H,6H,3C"), "9H", "6H")
    assert "fit_alike" not in more and "sheds_dear" in more


def test_an_own_joker_can_answer_back() -> None:
    stage = FIT.format("4D,9D,{},KC", "QS,2S", "9C,8C,TC")
    assert "X1" in said(why("last-one", stage.format("X1"), "4D", "9D")["strikes"]).split("Then")[-1]
    assert "Then" not in said(why("last-one", stage.format("KD"), "4D", "9D")["strikes"])
    plain = "upcard=7C hand.P1=8C,6C,4C,2C,JD,8D hand.P2=5C,AH,KC,9D,3H,QH hand.P3=4S,JH,6H hand.P4=QS,2S,KH,TH,7H,6S"
    assert "If somebody goes on, so can you, with 6C." in said(why("last-one", plain, "4C", "6C")["strikes"])


def test_of_two_neighbours_the_upper_is_led_so_that_the_lower_stops_play() -> None:
    found = why("spinado", "hand.P1=4H,5H,9C,KC hand.P2=6S,7S hand.P3=8S,TS hand.P4=9S,JS leader=P1", "5H", "9C")
    assert found["makes_stop"].facts["low"].text == "4H"
    found = why("spinado", "hand.P1=4H,6H,9C,KC hand.P2=6S,7S hand.P3=8S,TS hand.P4=9S,JS leader=P1", "6H", "9C")
    assert "makes_stop" not in found


def test_a_pot_that_own_cards_take_by_themselves_is_named() -> None:
    stage = "hand.P1=QD,KD,9S,5C hand.P2=6S,7S hand.P3=8S,TS hand.P4=TC,JC leader=P1"
    assert "with QD and KD you take a pot" in said(why("spinado", stage, "QD", "KD")["own_next"], "spinado")
    stage = stage.replace("QD,KD", "TC,JC").replace("TC,JC leader", "QD,KD leader")
    assert not why("spinado", stage, "TC", "5C")["own_next"].facts["pots"]


def test_what_has_to_come_is_told_without_own_cards() -> None:
    stage = "hand.P1=3C,4C,6C,9H hand.P2=6S,7S,AD hand.P3=8S,TS,JH hand.P4=9S,JS,TH leader=P1"
    found = why("spinado", stage, "3C", "9H")["likelier_start"]
    assert "6C goes too if 5C comes" in said(found, "spinado")


def test_who_draws_is_told_and_who_plays_next_with_few_cards() -> None:
    stage = "upcard=JC hand.P1=8S,5S,2C,7C hand.P2=3S,AH,KC,9C,8C,4D hand.P3=4S,JH hand.P4=QS,2S,KH,TH,7H"
    found = why("last-one", stage, "2C", "7C")["strikes"]
    assert said(found) == "P2 draws two; but then P3 plays, with only 2 cards."


def test_of_two_suits_as_long_the_rarer_is_named_in_one_sentence() -> None:
    stage = FIT.format("8D,7S,9S,AD,JD", "QS,2S", "9C,8C,TC") + " pile=2D,3D,KS"
    found = why("last-one", stage, "D", "S", "8D")
    assert "but fewer diamonds are out" in said(found["names_rarer"]) and "names_longest" not in found


def test_a_wild_card_goes_early_for_what_it_counts_and_the_suit_it_names() -> None:
    stage = "upcard=AH hand.P1=TS,8H,6H,4H,7C,2C,KD,6D,2D {} direction=left"
    many = "hand.P2=3S,AC,KC,9C,8C,4D hand.P3=4S,JH,5C,5S,7H,QD hand.P4=QS,2S,KH,TH,JD,JC"
    text = said(why("last-one", stage.format(many), "8H", "6H")["sheds_dear"])
    assert text == "8H rids you of 25, and lets you name diamonds, of which you keep three."
    few = many.replace("3S,AC,KC,9C,8C,4D", "3S,AC")
    assert said(why("last-one", stage.format(few), "8H", "6H")["sheds_dear"]).endswith(
        "get rid of 8H, which counts 25."
    )


def test_who_draws_anyway_may_rather_draw_less() -> None:
    stage = "upcard=9D seat=P2 hand.P2=4D,9S,AS hand.P3=5D,JD,7H hand.P4=6D,TS,JS,QH,TC,7C,8C hand.P1=KC,6C,2H,3H,QS,2C"
    assert "turned_against" not in why("last-one", stage, "pass", "5D", "4D"), "many cards are in the stock"
    gone = "3C,4C,5C,9C,JC,QC,AC,2D,3D,7D,8D,TD,QD,KD,AD,4H,5H,6H,8H,9H,TH,JH,KH,AH,2S,3S,4S,5S,6S,7S,8S"
    found = why("last-one", f"{stage} pile={gone}", "pass", "5D", "4D")["turned_against"]
    assert found.facts["now"] == 4 and "Rather draw four" in said(found)


def test_the_spinado_is_kept_while_nobody_is_near_the_end() -> None:
    stage = "hand.P1=9H,AD,6S,4D,KC hand.P2=6C,7S,9D,TD,3H hand.P3=8S,TS,3C,4C,5H hand.P4=9S,JS,TH,4H,5C leader=P1"
    assert "nobody is near the end yet" in said(why("spinado", stage, "9H", "9H+AD")["keeps_stopper"], "spinado")
    few = stage.replace(",KC", "").replace(",TD,3H", "").replace(",4C,5H", "").replace(",TH,4H,5C", "")
    told = said(why("spinado", few, "9H", "9H+AD")["keeps_stopper"], "spinado")
    assert told.startswith("You start again") and "near the end" not in told


def test_a_joker_is_kept_rather_than_an_eight() -> None:
    found = why("last-one", FIT.format("8S,X1,KC,QC", "QS,2S,3C", "9C,8C,TC"), "8S", "X1")
    assert "any card you need, though it costs you 40 if" in said(found["keeps_wild"])
    alone = why("last-one", FIT.format("8S,X1,KC,QC,4C", "QS,2S,3C,5C", "9C,8C,TC,JC"), "8S", "draw")
    assert said(alone["plays_on"]).startswith("But for X1 nothing else of yours fits; 8S does")
    two = why("last-one", FIT.format("8S,8H,X1,KC,QC", "QS,2S,3C", "9C,TC,4C"), "8S", "8H")
    assert said(two["either_wild"]).startswith("But for X1 nothing else of yours fits; with 8S or 8H")


def test_where_no_wild_card_is_out_a_suit_named_cannot_be_dodged() -> None:
    gone = FIT.format("8D,7S,9S,TS,AD", "QS,2S", "9C,4C,TC") + " pile=8C,8S,8H,X1,X2"
    assert "must draw: no card that fits anything is out" in said(
        why("last-one", gone, "S", "D", "8D")["names_longest"]
    )
    more = why("last-one", gone.replace(",X2", ""), "S", "D", "8D")["names_longest"]
    assert "must draw" not in said(more)


def test_what_goes_on_a_three_is_left_to_the_next_decision() -> None:
    """The only card of its suit may seem best, and something else be advised once the three lies there."""
    stage = FIT.format("3D,9D,2D,9S{}", "QS,2S,AC,KC,QC", "9C,8C,TC,JC")
    found = why("last-one", stage.format(""), "3D", "9D")
    assert said(found["plays_again"]) == "3D rids you of two cards in one turn."
    more = why("last-one", stage.format(",3C"), "3D", "9D")["plays_again"]
    assert said(more) == "3D rids you of three cards in one turn. Put your 3C on it, and one more card on that."


def test_what_the_cheaper_card_would_do_is_weighed_against_a_turn_given_away() -> None:
    stage = "upcard=TH hand.P1=AH,9H,6H,4H,2H,QD hand.P2=QS,9C,8C,TC,JC hand.P3=AS,QC,7C,KC,5C hand.P4=7D,6D,5D"
    text = said(why("last-one", stage, "AH", "4H")["sheds_dear"])
    assert text.endswith("the next turn. After 4H P2 would draw four unless somebody goes on, but you would keep AH.")
    plain = said(why("last-one", stage, "AH", "6H")["sheds_dear"])
    assert plain.endswith("After 6H P2 would play, but you would keep AH.")


def test_what_goes_on_a_three_is_what_would_be_played_on_it() -> None:
    """Another three would take a third card along, but is of more use later than KH is."""
    stage = "upcard=6S hand.P1=3S,JS,2S,KH,9H,6H,5H,3D hand.P2=QS,9C,8C,TC,JC hand.P3=AS,QD,7C,KC hand.P4=7D"
    found = why("last-one", stage, "3S", "2S")["plays_again"]
    assert advised("last-one", stage, "3S") == "KH" and "KH, which counts 10, may go on it" in said(found)


def test_the_rarer_suit_is_named_against_who_is_nearly_out() -> None:
    hand = FIT.format("8D,7S,9S,TS,AD,JD,QD,KD,6D", "QS", "9C,8C,TC")
    named = why("last-one", hand, "D", "S", "8D")
    assert "P2 has only 1 card, and fewer diamonds are out" in said(named["names_rarer"])


def test_an_eight_is_counted_in_the_suit_that_it_is_of() -> None:
    stage = f"upcard=KD hand.P1=KS,QS,JS,8S,4H,3C {REST.replace('QS,', '')}"
    text = said(why("last-one", stage, "KS", "draw")["plays_on"])
    assert text == "KS leaves the pile in spades, and you hold two more besides 8S."


def test_what_fits_on_a_card_that_names_a_suit_is_not_told() -> None:
    stage = f"upcard=4D hand.P1=JC,9C,6C,4C,8S,2H {REST.replace('9C,8C', '3H,5S').replace('JH,6H', '3D,6S')}"
    assert "goes_on" not in why("last-one", stage, "4C", "8S"), "8S may be named clubs"


def test_two_cards_of_a_rank_do_the_same() -> None:
    stage = f"upcard=5D hand.P1=KS,TS,9C,8H,8D {REST.replace('9C,8C', '3H,5S')}"
    found = why("last-one", stage, "8D", "8H")["either_wild"]
    assert said(found) == "Nothing else of yours fits; with 8D or 8H you name the suit."


def test_a_joker_named_as_a_three_takes_another_card_along() -> None:
    stage = "upcard=7D hand.P1=6S,KD,X2 hand.P2=3S,AH,KC,9C hand.P3=4S,JH,6H hand.P4=QS,2S,KH"
    record = history.play(history.staged(LAST_ONE, stage), "P1", Move("X2"))
    moves = {m.text: m for m in legal(LAST_ONE, record.state, "P1")}
    found = {reason.what: reason for reason in reasons(record, "P1", moves["3D"], moves["3S"], Random(1))}
    assert said(found["plays_again"]) == (
        "3D rids you of two cards in one turn. KD, which counts 10, may go on it whatever its suit. "
        "P3 has only 3 cards, so do not wait with it."
    )
    assert found["plays_again"].shared


def test_what_is_drawn_from_a_stock_that_runs_out_is_counted_in_full() -> None:
    names = [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK"]
    hands = {"P1": "2C,5H", "P2": "KH,QD", "P3": "9S,9H", "P4": "AS,AD"}
    held = [c for hand in hands.values() for c in hand.split(",")]
    pile = [c for c in names if c not in (*held, "5C")] + ["X1"]
    fields = " ".join(f"hand.{who}={hand}" for who, hand in hands.items())
    stage = f"upcard=5C {fields} pile={','.join(pile)}"
    found = why("last-one", stage, "2C", "5H")["strikes"]
    assert said(found).startswith("P2 has only 2 cards, and draws two more; but then P3 plays")


def test_who_goes_out_this_turn_is_told_so() -> None:
    """A joker as a 3, and a 3 with the last card on it: neither comes down to one card or is about points."""
    stage = "upcard=QD hand.P1={} hand.P2=3S,AH,KC,9C hand.P3=4S,JH hand.P4=QS,2S,KH"
    found = why("last-one", stage.format("7D,3D"), "3D", "7D")
    assert [*found] == ["out_at_once"] and said(found["out_at_once"]) == "You go out this turn: on 3D you put 7D."
    assert "out_at_once" not in why("last-one", stage.format("7D,3D"), "7D", "3D")
    joker = why("last-one", stage.format("6S,X2"), "X2", "draw")
    assert said(joker["out_at_once"]) == "You go out this turn with X2 as 3S, and 6S on it." and "plays_on" not in joker
    both = said(why("last-one", stage.format("7D,3D,X2"), "X2", "3D")["out_at_once"])
    assert both.endswith("3D takes you out as well.") and "40" not in both
    record = history.play(history.staged(LAST_ONE, stage.format("6S,X2")), "P1", Move("X2"))
    moves = {m.text: m for m in legal(LAST_ONE, record.state, "P1")}
    named = {reason.what: reason for reason in reasons(record, "P1", moves["3S"], moves["5S"], Random(1))}
    assert said(named["out_at_once"]) == "You go out this turn: on 3S you put 6S."


def test_a_melee_that_the_seat_can_go_on_with_does_not_make_it_draw() -> None:
    """The seat, on whom it would come back, is asked first, and holds the next card."""
    stage = "upcard=9D seat=P2 hand.P2=4D,9S,AS hand.P3=7H,8H,9H hand.P4=TS,JS,QH,KH hand.P1=KC,6C,5D,{}"
    lost = why("last-one", stage.format("7C"), "pass", "5D", "4D pass pass")["stays_out"].facts["lost"]
    assert lost == 6, "it would come back to whoever goes on"
    found = why("last-one", stage.format("7D"), "pass", "5D", "4D pass pass")
    assert not found["stays_out"].facts["lost"] and "turned_against" not in found


# -- what is kept, and what others have shown ----------------------------------------------------------------

OTHERS = "hand.P2=3S,AH,KC,9C hand.P3=4S,JH,7D,5C,2C hand.P4=QS,2S,KH,TH,7S"


def test_a_last_card_that_fits_anything_goes_out_next_turn() -> None:
    found = why("last-one", f"upcard=6C hand.P1=TC,8H {OTHERS}", "TC", "8H")
    assert said(found["out_next"]).startswith("Then only 8H is left") and "keeps_wild" not in found
    joker = why("last-one", f"upcard=6C hand.P1=TC,9D,X1 {OTHERS}", "TC", "draw")
    assert "X1 as 3S, and 9D on it" in said(joker["out_next"])
    assert "out_next" not in why("last-one", f"upcard=6C hand.P1=TC,9D,8H {OTHERS}", "TC", "8H"), "9D would be left"


def test_a_card_is_kept_for_its_suit() -> None:
    suit = why("last-one", f"upcard=6H hand.P1=6S,7H,9H,QC,JC,4D {OTHERS}", "7H", "6S")
    assert suit["keeps_suit"].facts["kept"].text == "6S"
    assert "keeps_suit" not in why("last-one", f"upcard=6H hand.P1=6S,7H,QC,JC,4D {OTHERS}", "7H", "6S")


def test_a_card_that_hits_is_kept_while_nobody_is_near_the_end() -> None:
    stage = f"upcard=6H hand.P1=7H,2H,QC,JC,TD {OTHERS}"
    assert "keep 2H until the next player is" in said(why("last-one", stage, "7H", "2H")["keeps_strike"])
    assert "keeps_strike" not in why("last-one", stage.replace("3S,AH,KC,9C", "3S,AH"), "7H", "2H")


DREW = "upcard=9S hand.P1=KS,7H,7C,8H,TS,QH,9D hand.P2=3H,AD,6C,7D hand.P3=9C,KD,4D,8S,2S hand.P4=QS,2D,KH,TD,{}"


def test_a_suit_on_which_the_next_player_drew_is_remembered() -> None:
    stage = DREW.format("TC")
    assert "had_none" in why("last-one", stage, "TS", "9D", after="KS draw KD TD")
    found = why("last-one", stage, "S", "D", after="KS draw KD TD 8H")["had_none"]
    assert "P2 is next, and seems to have no spades" in said(found)
    assert "had_none" not in why("last-one", stage, "9D", "TS", after="KS draw KD TD")


def test_a_suit_on_which_the_player_with_fewest_cards_drew_is_remembered_too() -> None:
    stage = "upcard=9S hand.P1=KS,7H,7C,8H,TS,QH,9D hand.P2=5S,AD,6C,7D,5C hand.P3=9C,4D hand.P4=QS,2D,KH,TD,TC"
    found = why("last-one", stage, "S", "D", after="KS 5S draw QS 8H")["had_none"]
    assert said(found) == "P3 has only 3 cards, and seems to have no spades."
    many = stage.replace("9C,4D", "9C,4D,JC,AC")
    assert "had_none" not in why("last-one", many, "S", "D", after="KS 5S draw QS 8H")


NAMED = "upcard=9S hand.P1=5D,7H,8C,TS,QH,9C hand.P2=3H,AD,6C,7D hand.P3=JC,KD,4D,6H hand.P4=8S,2D,KH"


def test_a_suit_that_a_player_near_the_end_named_is_not_left_there() -> None:
    found = why("last-one", NAMED, "8C", "5D", after="TS draw draw 8S D")["has_named"]
    assert said(found) == "P4 has only 2 cards, and should hold a diamond: do not leave that suit, as 5D would."
    assert "has_named" not in why("last-one", NAMED, "5D", "8C", after="TS draw draw 8S D")
    many = NAMED.replace("2D,KH", "2D,KH,TC,JS,9H")
    assert "has_named" not in why("last-one", many, "8C", "5D", after="TS draw draw 8S D")
    record = history.staged(LAST_ONE, NAMED)
    for text in "TS draw draw 8S D".split():
        record = history.play(record, record.state.turn[0], Move(text))
    told, blind = (
        sum(
            any(c.suit == "D" for c in Sampler(LAST_ONE, at, "P1", 10**6).sample(str(n)).state.hand("P4"))
            for n in range(60)
        )
        for at in (record, record.state)
    )
    assert told > 36 > blind


def test_two_cards_that_fit_anything_are_not_said_to_be_alike_twice() -> None:
    stage = f"upcard=9D hand.P1=8S,8H,6C,QC,JC {OTHERS.replace('JH', 'TD')}"
    found = why("last-one", stage, "8S", "8H")
    assert "either_wild" in found and "plays_on" not in found


def test_a_card_that_the_next_player_cannot_follow_is_played_first() -> None:
    """By rule of thumb, with open cards: P2, with one card left, goes out on a heart but not on a spade."""
    stage = "upcard=9S hand.P1=JS,9H,6S,QH,2C hand.P2={} hand.P3=AS,KS,TH,9C,8C hand.P4=KH,TD,9D,5C,3C"
    state = history.staged(LAST_ONE, stage.format("7H")).state
    moves = [m for m in legal(LAST_ONE, state, "P1") if m.cards and m.card.rank in "96"]
    policy = policy_of(LAST_ONE).of(LAST_ONE.due(state))
    assert policy.rollout_move(state, "P1", None, moves, {"P1"}, Random(1)) == Move("6S")
    state = history.staged(LAST_ONE, stage.format("7S")).state
    assert policy.rollout_move(state, "P1", None, moves, {"P1"}, Random(1)) == Move("9H")


def test_of_two_cards_that_do_the_same_it_is_told_why_one_of_them_goes() -> None:
    stage = f"upcard=9D hand.P1=8S,8H,6D,QC,JC {OTHERS}"
    near = why("last-one", stage.replace("3S,AH,KC,9C", "3S,AH"), "8S", "8H")
    assert "P2 has only 2 cards: get rid of 8S, which counts 25." in said(near["sheds_dear"])
    assert near["either_wild"].decides


def test_where_few_cards_and_the_turn_are_told_the_points_are_added() -> None:
    stage = f"upcard=2H hand.P1=AH,9H,8D,2D {OTHERS.replace('3S,AH,KC,9C', '3S,KC')}"
    found = why("last-one", stage, "AH", "9H")
    assert "turns_away" in found and said(found["sheds_dear"]) == "AH also rids you of 15."


def test_of_two_cards_that_stop_play_one_that_a_run_may_come_to_waits() -> None:
    found = runs("7D,7S,9S,KH,AC,KC,KS,TH,AS", "AC", "KH")
    told = said(found["can_wait"], "spinado")
    assert told.startswith("KH, 7D, KC and KS can wait") and "risks" not in told


def test_a_lead_after_which_others_get_rid_of_fewer_cards() -> None:
    hands = "leader=P1 hand.P1=QC,9D hand.P2=3H,4H hand.P3=JC,TH,9H hand.P4=TD"
    found = why("spinado", f"{hands} played=P1:8C,P1:7S,P1:8S,P1:9S,P1:TS,P1:JS,P1:QS", "QC", "9D")
    assert "Only KC can go on QC" in said(found["lets_fewer"], "spinado")
    assert "lets_fewer" not in why("spinado", f"{hands} played=P1:8C,P1:7S,P1:8S", "9D", "QC")
    many = hands.replace("3H,4H", "3H,4H,5H,6H").replace("JC,TH,9H", "JC,TH,9H,9C").replace("TD", "TD,3S,4S,5S")
    found = why("spinado", many.replace("9D", "8S") + " played=P2:7C", "QC", "8S")
    assert "after 8S there may be five cards" in said(found["lets_fewer"], "spinado"), "though nobody has few cards"
    found = why("spinado", many.replace("9D", "7S,8S") + " played=P2:7C", "QC", "7S")
    assert "after 7S there may be five cards" in said(found["lets_fewer"], "spinado"), "but for the own 8S"


def test_other_leads_that_stop_play_are_told_with_the_one_that_only_a_lead_gets_rid_of() -> None:
    found = said(why("spinado", HANDS.format("AH,AS,7S,9S,6S,TH,QS,KC,KH"), "AH")["stops_here"], "spinado")
    assert found.endswith(
        "The same is true of AS, in any order. KC and KH stop play too, but can wait, as a run may still come to them."
    )
    found = said(why("spinado", HANDS.format("AH,7S,9S,6S,TH,QS,JD,9C,KH"), "AH")["stops_here"], "spinado")
    assert found.endswith("KH stops play too, but can wait, as a run may still come to it.")


def test_the_chance_to_start_again_is_compared_with_that_of_the_other_lead() -> None:
    stage = "hand.P1=3C,4C,6C,9H,5D hand.P2=6S,7S,AD hand.P3=8S,TS,JH hand.P4=9S,JS,TH leader=P1"
    found = said(why("spinado", stage, "3C", "9H")["likelier_start"], "spinado")
    assert "Do not give P2 the start, with only 3 cards." in found and "safest" not in found
    assert "same_chance" not in why("spinado", stage.replace("3C,4C,6C", "4H"), "9H", "5D"), "that decides nothing"


def test_cards_that_stop_play_are_told_to_wait_beside_two_risks() -> None:
    """Nothing follows 7D, nor 4S with 5S gone; 6D and 3S may come, and bring the start back after a risk."""
    stage = HANDS.replace("4S,3C", "3C").format("4S,QC,7D,QD").replace("QC,4D", "3D,4D") + "P1:5S,P1:6S"
    found = said(why("spinado", stage, "QC", "QD")["can_wait"], "spinado")
    assert found.startswith("4S and 7D can wait") and "when a run comes to 3S or 6D" in found


def test_a_card_that_stops_play_is_told_to_wait_beside_what_tells_two_risks_apart() -> None:
    stage = "leader=P1 hand.P1=3S,KH,5D hand.P2=6D,JH,TH hand.P3=QH,9C,TC hand.P4=8S,9S,TS played=P1:8H,P1:4D,P1:3D"
    found = why("spinado", stage, "5D", "3S")
    assert "lets_fewer" in found and "when a run comes to QH." in said(found["can_wait"], "spinado")
    stage = "hand.P1=3C,4C,6C,9H,5D,KS hand.P2=6S,7S,AD,3S hand.P3=8S,TS,JH,4S hand.P4=9S,JS,TH,QS leader=P1"
    found = why("spinado", stage, "3C", "9H")
    assert "likelier_start" in found and "KS can wait" in said(found["can_wait"], "spinado")


def test_a_lead_that_is_the_only_sensible_one_is_told_beside_the_next_best() -> None:
    stage = "leader=P1 hand.P1=TS,5H,6H,8C,3D,4D hand.P2=3S,JH hand.P3=4S,QC,8S hand.P4=9S,JS,JC,9C played=P1:7H"
    found = why("spinado", stage, "3D")
    assert "same_chance" not in found, "that the chance is the same after either decides nothing"
    assert said(found["can_wait"], "spinado").startswith("5H can wait")


def test_of_neighbours_it_is_not_told_that_the_chance_is_the_same() -> None:
    stage = "leader=P1 hand.P1=5S,TS,9C,TC,5D,6D hand.P2=3S,6H,7H,JH hand.P3=4S,7D,QC,8S hand.P4=9S,JS,8C,JC"
    found = why("spinado", f"{stage} played=P1:6S,P1:7S", "6D", "5D")
    assert said(found["can_wait"], "spinado").startswith("5S can wait") and "same_chance" not in found


def test_own_cards_that_a_run_may_take_along_are_told_where_the_chance_is_the_same() -> None:
    stage = "hand.P1=5C,QC,8H,AS hand.P2=6S,7S,3S,4S hand.P3=8S,TS,JH,7H hand.P4=9S,JS,TH,6H leader=P1"
    found = said(why("spinado", f"{stage} played=P1:QH,P1:4C", "5C", "8H")["same_chance"], "spinado")
    assert found.endswith("a run from 5C may take QC along.")


def test_a_card_that_brings_the_start_back_waits_for_a_run_from_a_lower_one() -> None:
    stage = "leader=P1 hand.P1=5S,8S,TS,6C,TC hand.P2=3H,4H,3S hand.P3=5H,6H,7H hand.P4=8H,JC,9S played=P2:JS{}"
    found = said(why("spinado", stage.format(""), "5S", "8S")["on_the_way"], "spinado")
    assert "may take 8S and TS along" in found and found.endswith("unless AD comes in between.")
    gone = said(why("spinado", stage.format(",P2:AD"), "5S", "8S")["on_the_way"], "spinado")
    assert gone.endswith("it brings the start back by itself.")
    assert "on_the_way" not in why("spinado", stage.replace("TS,6C", "6C").format(""), "5S", "8S"), "JS, QS and KS"


def test_of_leads_with_the_same_chance_the_one_that_others_can_follow_least() -> None:
    """After 9H three cards of others may go, after QD one, and P2 has three cards."""
    stage = "leader=P1 hand.P1=9H,QD hand.P2=3H,4H,5H hand.P3=3S,4S,5S,6S,7S,8S hand.P4=3C,4C,5C,6C,7C,8C played=P1:KH"
    state = history.staged(SPINADO, stage).state
    phase = SPINADO.due(state)
    policy, view = policy_of(SPINADO).of(phase), phase.see(state, "P1")
    more, less = (policy.tie_break_cost(state, "P1", view, phase.read(view, c), {"P1"}) for c in ("9H", "QD"))
    assert less < more
    assert not why("spinado", stage, "9H", "QD").get("same_chance", Reason("", {})).decides
    assert "Only KD can go on QD" in said(why("spinado", stage, "QD", "9H")["lets_fewer"], "spinado")


def test_a_lead_that_brings_others_a_pot_is_not_said_to_be_like_another() -> None:
    found = runs("JD,9S,KH,AH,AC,KC,KS,9D,TH", "9S", "JD")
    assert "somebody else takes a pot" in said(found["opens_pot"], "spinado") and "same_chance" not in found
    assert "same_chance" not in runs("JD,9S,KH,AH,AC,KC,KS,9D,TH", "JD", "9S")
    state = history.staged(SPINADO, HANDS.format("JD,9S,KH,AH,AC,KC,KS,9D,TH")).state
    phase = SPINADO.due(state)
    policy, view = policy_of(SPINADO).of(phase), phase.see(state, "P1")
    dear, cheap = (policy.tie_break_cost(state, "P1", view, phase.read(view, c), {"P1"}) for c in ("JD", "9S"))
    assert dear > cheap


def test_of_cards_that_did_as_well_one_that_is_dear_goes() -> None:
    stage = "upcard=5H hand.P1=4H,3H,JH,8S,KC hand.P2=9C,9D hand.P3=6S,7S,9S hand.P4=KH,TC,TD"
    game = load("last-one")
    state = history.staged(game, f"players=4 {stage}").state
    phase = game.due(state)
    policy, view = policy_of(game).of(phase), phase.see(state, "P1")
    costs = {m.text: policy.tie_break_cost(state, "P1", view, m, {"P1"}) for m in legal(game, state, "P1")}
    assert costs["JH"] == costs["3H"] < costs["4H"] == costs["8S"] == costs["draw"], "KC may go with 3H"


def test_a_suit_that_lies_there_is_not_waited_for() -> None:
    stage = f"upcard=KC hand.P1=KH,4H,7C,9D {OTHERS.replace('KC', '8C').replace('KH', '8S')}"
    assert "keeps_suit" not in why("last-one", stage, "KH", "7C")
    assert "keeps_suit" in why("last-one", stage.replace("upcard=KC", "upcard=7H"), "4H", "7C")


def test_a_card_that_counts_more_than_a_third_is_told_with_that_one() -> None:
    stage = f"upcard=9D hand.P1=3D,KS,QC,4H,AC {OTHERS.replace('KC', '8C')}"
    found = why("last-one", stage.replace("AC", "TD"), "KS", "QC", after="3D")
    assert "more than 4H" in said(found["sheds_dear"])


def test_a_card_that_stops_play_may_make_the_one_below_it_stop_too() -> None:
    found = runs("9D,QD,KD,AH,7S,9S,6S,TH,QS", "KD", "9D")
    assert said(found["makes_stop"], "spinado").startswith("KD first: once it has gone, QD stops play")
    alone = why("spinado", HANDS.format("AH,7S,9S,6S,TH,QS,JD,KH,KC"), "AH")["stops_here"]
    assert said(alone, "spinado").startswith("Only a lead gets rid of AH")


def test_a_card_that_surely_hits_does_more_than_one_that_may_be_answered() -> None:
    stage = f"upcard=6S hand.P1=TS,X1,QC,JC,TD {OTHERS}"
    found = why("last-one", stage, "2C", "4S", after="X1")
    assert said(found["strikes"]).startswith("P2 draws two"), "it is not shared by a melee"


def test_an_eight_that_fits_everything_is_not_left_out() -> None:
    stage = f"upcard=KD hand.P1=KS,TS,QD,8H,9S {REST}"
    follow = said(why("last-one", stage, "KS", "QD")["goes_on"])
    assert follow == "KS leaves the pile in spades, and you hold two more."
    named = why("last-one", FIT.format("8D,7S,9S,8C,JD", "QS,2S", "9C,8H,TC"), "S", "D", "8D")["names_longest"]
    assert unmarked(certain(load("last-one"), named)).endswith("That does not count 8C, which fits anything.")


def test_a_card_that_hits_a_short_hand_as_another_does_is_told_with_both() -> None:
    """P2, who is next, has one card: either two makes that player draw and miss a turn."""
    stage = "upcard=2S hand.P1=2H,2D,7D hand.P2=QC hand.P3=9C,8C,TC hand.P4=KH,5S,6S,JD"
    found = why("last-one", stage, "2D", "2H")
    assert said(found["strikes"]) == "P2, who has only 1 card, draws two more either way."


def test_what_an_ace_does_to_turns_is_told_of_a_dear_card() -> None:
    stage = "upcard=2C hand.P1=AC,4C,QS,6S,9H hand.P2=QC,5D hand.P3=9C,8C,TC,5H hand.P4=KH,5S,6C,JD"
    text = said(why("last-one", stage, "AC", "4C")["sheds_dear"])
    assert text == "P2 has only 2 cards: get rid of AC, which counts 15 and turns play the other way."


def test_a_skip_of_a_long_hand_hardly_tells_two_cards_apart() -> None:
    stage = "upcard=5D hand.P1=JD,TD,TC,6C hand.P2=QC,5C,7H,9H,2S hand.P3=9C,8C,TS,5H hand.P4=KH,5S,6S,JS"
    found = why("last-one", stage, "JD", "TD")["fit_alike"]
    assert said(found).endswith("after JD P2 misses a turn, but with 5 cards that hardly matters yet.")


def test_a_card_that_gives_the_turn_to_a_short_hand_is_told_so() -> None:
    """JS is the only card that fits, and P2 misses a turn: P3 has two cards."""
    stage = "upcard=8D:S hand.P1=JS,JH,4H,3C,KD hand.P2=QC,5D,7H,9H hand.P3=9C,TC hand.P4=KH,5S,6S,TS"
    assert said(why("last-one", stage, "JS", "draw")["plays_on"]).endswith("But then P3 plays, with only 2 cards.")


def test_what_a_wild_card_that_is_kept_may_cost_is_told() -> None:
    stage = "upcard=7H hand.P1=7C,8D,JC,TC hand.P2=QC,5D,7D,9H hand.P3=9C,TS,2C hand.P4=KH"
    found = said(why("last-one", stage, "7C", "8D")["keeps_wild"])
    assert found.endswith("though it costs you 25 if P4, who has 1 card, goes out first.")


def test_a_joker_is_named_as_a_card_that_is_held_too() -> None:
    """To name the joker 3S plays no card of the hand, so nothing is kept by it."""
    stage = "upcard=6C hand.P1=X1,3S,3H,4D,QC hand.P2=QH,5D,7D,9H hand.P3=9C,TS,2C hand.P4=KH,6H"
    assert "keeps_wild" not in why("last-one", stage, "3S", "8S", "X1")


def test_no_suit_is_named_against_a_short_hand_that_is_not_next() -> None:
    """P4 has two cards, but P2 and P3 play before."""
    hands = "hand.P1=8H,9H,TH,QS hand.P2=QC,5D,7D,9S hand.P3=9C,TS,2C hand.P4=KH,6H"
    assert "P4" not in "".join(said(one) for one in why("last-one", f"upcard=KD {hands}", "H", "S", "8H").values())


def test_beside_a_wild_card_that_is_kept_it_is_told_why_this_card_and_no_other() -> None:
    stage = "upcard=5S hand.P1=QS,8S,2S,JD,3H hand.P2=QC,5D,7D,9H hand.P3=9C,TS,2C hand.P4=KH,KC,KD,9D"
    found = why("last-one", stage, "QS", "8S")
    assert said(found["turns_away"]) == "QS turns play away from P3, who has only 3 cards." and "keeps_wild" in found


def test_who_plays_after_a_melee_that_is_left_to_others_is_told() -> None:
    """P4 began it against P1, who draws four if nobody goes on; then it is the turn of P2, with one card."""
    stage = "upcard=9C hand.P4=4C,QS,8S,JD,3H hand.P1=QC,5D,7D,9H,7S hand.P2=9S hand.P3=5C,KC,KD,9D dealer=P3"
    found = why("last-one", stage, "pass", "5C", "4C pass pass")["stays_out"]
    assert "P1 draws four as it stands, and then P2 plays, with only 1 card; after 5C P4 would draw five" in said(found)


def test_a_cheaper_card_is_played_where_fewer_cards_fit_on_it() -> None:
    """Of the sevens two are held besides, so that fewer cards out of sight fit on one."""
    stage = "upcard=3D hand.P1=7D,TD,7S,7C hand.P2=QC,5C,6H,9H,2S hand.P3=9C,8C,TS,5H hand.P4=KH,5S,6S,JS"
    found = why("last-one", stage, "7D", "TD")["fits_fewer"]
    assert said(found).startswith("7D is harder to follow than TD: P2, who is next")
    assert "fits_fewer" not in why("last-one", stage, "TD", "7D")


def test_a_three_is_kept_for_the_end() -> None:
    stage = "upcard=2H hand.P1=6H,3H,6D hand.P2=QC,5C,7H,9H,2S hand.P3=9C,8C,TS,5H hand.P4=KH,5S,6S,JS"
    found = why("last-one", stage, "6H", "3H")
    assert said(found["keeps_for_end"]) == "Keep 3H to go out with: 6D goes on it in the same turn."
    assert "keeps_for_end" not in why("last-one", stage.replace("3H,6D", "3H,6D,KC,QD,TD"), "6H", "3H")


def test_before_a_short_hand_even_a_little_harder_to_follow_tells() -> None:
    """Of the nines one more is held, so that fewer cards out of sight fit on one."""
    stage = "upcard=AD hand.P1=9D,7D,QC,9C hand.P2=KS hand.P3=9S,8C,TS,5H hand.P4=KH,5S,6S,JS"
    assert said(why("last-one", stage, "9D", "7D")["fits_fewer"]) == (
        "P2 is next, with only 1 card, and 9D is harder to follow than 7D."
    )


def test_who_is_next_is_known_though_one_card_must_be_called() -> None:
    stage = "upcard=4H hand.P1=TH,2H hand.P2=QC,5C,7H,9H,2S hand.P3=9C,8C hand.P4=KH,5S,6S,JS"
    found = why("last-one", stage, "TH", "2H")
    assert said(found["turns_away"]) == "TH turns play away from P3, who has only 2 cards."
