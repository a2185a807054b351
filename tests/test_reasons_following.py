"""Reasons for cards that follow to a trick or are thrown away where tricks are wanted: what is kept, and what for."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

from tests.tables import played, tables
from tests.test_reasons import COURT, GAME, why
from tutor.advice import Adviser, Budget
from tutor.advice.reasons.avoiding.ways_out import said_once
from tutor.advice.reasons.finding import reasons
from tutor.kernel import history
from tutor.kernel.by_name import load, names
from tutor.kernel.cards import card, cards
from tutor.kernel.game import Family
from tutor.kernel.history import Record
from tutor.kernel.moves import Move, play
from tutor.kernel.playout import legal
from tutor.kernel.state import changed
from tutor.policies import policy_of
from tutor.teach.practice.advising import certain, motive
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from tutor.advice.reasons.context import Reason


def said(found: dict[str, Reason], what: str) -> str:
    return unmarked(motive(GAME, found[what]))


def all_gone_but(stage: str) -> str:
    """The moment with all cards that are in no hand and not on the table in tricks that were won."""
    there = set(re.findall(r"\b[2-9TJQKA][SHDC]\b", stage))
    return f"{stage} won.P1+P3={','.join(c.text for c in load('court-piece').pack.order if c.text not in there)}"


def shared_out(stage: str, tricks: int) -> str:
    """As `all_gone_but`, with so many of the tricks won by P1 and P3, and the rest by the others."""
    start, gone = all_gone_but(stage).split(" won.P1+P3=")
    won = gone.split(",")
    return f"{start} won.P1+P3={','.join(won[: 4 * tricks])} won.P2+P4={','.join(won[4 * tricks :])}"


def test_a_low_card_is_lost_for_what_a_higher_one_may_still_win() -> None:
    stage = COURT.format("P2", "KH,5H,6H", "QH,3H,2C", "{}H,4C", "5C,6C", "7C,8C")
    gone = " won.P1+P3=JH,TH,9H,8H,7H,2H,2S,"
    found = why("court-piece", stage.format("A") + gone + "3S", "3H", "QH")
    assert said(found, "lowest") == "Play 3H and keep QH: of the hearts that are out only AH is higher."
    found = why("court-piece", stage.format("4") + gone + "AH", "3H", "QH")
    assert said(found, "lowest") == "Play 3H and keep QH, the highest heart left."
    stage = COURT.format("P2", "KH,5H,6H", "8H,3H,2C", "AH,4C", "QH,7H", "JH,8C") + " won.P1+P3=TH,9H,2H,2S"
    assert said(why("court-piece", stage, "3H", "8H"), "lowest") == "Play 3H: 8H still beats 7H and 4H."
    assert "lowest" not in why("court-piece", stage, "8H", "3H")


def test_what_a_higher_card_would_give_away_is_told_with_what_it_is_kept_for() -> None:
    stage = "leader=P2 trick={},4C hand.P1=KC,7C,7H hand.P2=2C,5H hand.P3=AC,6H declarer=P2"
    found = why("calabrasella", stage.format("3C"), "7C", "KC")
    assert said(found, "lowest").startswith("This trick goes to P2 in any case, and KC would add 1 point to it."), (
        "no risk"
    )
    thirds = "leader=P2 trick=3C,4C,5C hand.P1=KC,7C,7H hand.P2=2C,5H hand.P3=AC,6H hand.P4=QC,4H"
    assert "would risk" not in said(why("tresette", thirds, "7C", "KC"), "lowest"), "a third of a point decides little"


def test_of_neighbours_the_cheaper_is_lost() -> None:
    stage = "trump=S leader=P2 trick=AH,KH,6H hand.P1=QH,JH,4C hand.P2=2D,4D hand.P3=5D,6D hand.P4=7D,JD"
    found = why("tute", stage, "JH", "QH")
    assert said(found, "cheaper_neighbour") == "JH and QH do the same from now on, but QH would give P2 1 point more."
    assert "cheaper_neighbour" not in why("tute", stage, "QH", "JH")


def test_nothing_matters_to_who_cannot_win_a_trick_any_more() -> None:
    stage = all_gone_but(COURT.format("P3", "AD", "KC,9H", "KS,JH", "8D", "2C,3H"))
    assert why("court-piece", stage, "2C", "3H")["none_can_win"].decides
    low = all_gone_but(COURT.format("P3", "AD", "KC,2H", "KS,JH", "8D", "3C,4H"))
    found = why("court-piece", low, "3C", "4H")
    assert "none_can_win" not in found, "the four beats the two"
    assert said(found, "keeps_beater") == "3C cannot win when another player leads its suit; 4H still beats 2H."
    trump = all_gone_but(COURT.format("P3", "AD", "KC,9H", "KS,JH", "8D", "2C,3S"))
    assert "none_can_win" not in why("court-piece", trump, "2C", "3S")


def test_a_card_that_an_opponent_has_shown_decides_what_is_kept() -> None:
    """P3 declares, and the two kings left in that hand came from the widow."""
    stage = "declarer=P3 leader=P3 trick=7D hand.P1=2C,AH,QH hand.P2=JS,AC,6C hand.P3=KC,KS won.P3=3C,4C,5C"
    game = load("calabrasella")
    record = history.staged(game, stage)
    found: dict[bool, dict[str, Any]] = {}
    for shown in (True, False):
        state = changed(record.state, shown=(card("KC"), card("KS")) if shown else ())
        told = reasons(Record(game, (state,)), "P1", play(card("QH")), play(card("2C")), Random(1), 20_000)
        found[shown] = {reason.what: reason for reason in told}
    assert said(found[True], "keeps_over_shown") == "P3 has only KS and KC left, and 2C beats KC."
    assert "keeps_over_shown" not in found[False]


def test_what_partner_has_asked_for_is_played() -> None:
    stage = "leader=P4 hand.P1=4S,5H,5C,7S hand.P2=JH,6H,4C,3D hand.P3=3H,2H,AH,KH hand.P4=KC,QC,4D,7H"
    found = why("tresette", stage, "JH", "6H", after="best 7H 5H")
    assert said(found, "requested") == "P4 has asked for your best heart: play JH."
    assert "requested" not in why("tresette", stage, "JH", "6H", after="7H 5H")
    game = load("tresette")
    record = history.staged(game, stage)
    for text in "best 7H 5H".split():
        record = history.play(record, record.state.turn[0], Move(text))
    assert Adviser(game, 1).advise(record, "P2", Random(1), Budget(playouts=10, work=20_000)).move.text == "JH"


def test_a_card_that_costs_or_brings_something_is_told_first() -> None:
    hands = "hand.P1=7C,8D hand.P2={},9S hand.P3=KS,KH,TD hand.P4=TS,8S,TH contract=6no bidder=P3"
    stage = "trump=- leader=P1 trick={} " + hands
    found = why("kaiser", stage.format("3S", "AS,JS"), "9S", "JS")
    assert next(iter(found)) == "penalty_lies" and found["penalty_lies"].facts["cost"] == 3
    assert "penalty_lies" not in why("kaiser", stage.format("3S", "AS,JS"), "JS", "9S")
    assert "penalty_lies" not in why("kaiser", stage.format("QS", "AS,JS"), "9S", "JS")
    assert "bonus_lies" in why("kaiser", stage.format("5H", "AH,JH"), "AH", "JH")
    assert "bonus_lies" not in why("kaiser", stage.format("5H", "AH,JH"), "JH", "AH")


def test_where_few_cards_count_it_is_told_of_them() -> None:
    last = "trump=- leader=P2 trick=9D,AD,7D hand.P1=5H,9H hand.P2=9S hand.P3=TD hand.P4=8C contract=6no bidder=P3"
    found = why("kaiser", last, "5H", "9H")
    assert said(found, "brings_home").endswith("Your side wins this trick for certain: bring 5H and its 5 points home.")
    assert "brings_home" not in why("kaiser", last, "9H", "5H")
    third = "trump=- leader=P3 trick=KH,9D hand.P1=5H,8H hand.P2=AH,AC hand.P3=KS hand.P4=8C contract=6no bidder=P3"
    assert "do not risk 5H on it" in said(why("kaiser", third, "8H", "5H"), "waits_for_safer")


def test_of_cards_that_leave_a_sure_trick_to_partner_it_is_told_why_the_lower_goes() -> None:
    stage = "leader=P2 trick=5D,2D,4D hand.P1=3D,JD,7D,4S hand.P2=6D,QC,7C hand.P3=AS,AH,AC hand.P4=QD,3S,2S"
    found = why("tresette", stage, "7D", "JD")
    assert said(found, "lowest").startswith("Play 7D: JD still beats QD.")


def test_no_higher_card_is_spent_that_helps_partner_little() -> None:
    stage = all_gone_but(COURT.format("P4", "7C,4C", "5D,6D", "2D,9C,3C", "AC,QC,8H", "8D,JD"))
    assert said(why("court-piece", stage, "3C", "9C"), "no_help").startswith("Whatever beats 7C beats 9C as well")
    low = all_gone_but(COURT.format("P4", "7C,4C", "5D,6D", "2D,KC,3C", "AC,QC,8H", "8D,JC"))
    assert "no_help" not in why("court-piece", low, "3C", "KC")
    stage = "declarer=P2 leader=P3 trick=6D hand.P1=QD,4D,5C,4S hand.P2=AD,2C,3S,KS hand.P3=6C,7C,5S"
    state = changed(history.staged(load("calabrasella"), stage).state, shown=(card("AD"),))
    told = reasons(Record(load("calabrasella"), (state,)), "P1", play(card("4D")), play(card("QD")), Random(1), 20_000)
    assert said({one.what: one for one in told}, "no_help").startswith("P2 has AD, which beats QD as well")


def test_points_go_on_a_trick_after_which_only_partner_plays() -> None:
    """The ace of trumps is next to the jack, which wins as much later."""
    game = load("schafkopf")
    stage = "declarer=P1 leader=P1 trick=AS hand.P1=TS,KS hand.P2=JD,AD,9C hand.P3=8S,7S,8C"
    assert "JD will win as much later" in said(why("schafkopf", stage, "AD", "JD"), "wins_with_points")
    record = history.staged(game, stage)
    advice = Adviser(game, 1).advise(record, "P2", Random(1), Budget(playouts=10, work=20_000))
    assert play(card("JD")) not in (advice.move, advice.other), "it is no better, whatever the others hold"


def test_the_rival_that_is_named_is_the_one_compared() -> None:
    stage = COURT.format("P1", "2C", "5D,6D", "KC,TC,5C", "8C,JC,8H", "8D,9C,JD") + " won.P1+P3=AC,QC,2S,3S"
    found = why("court-piece", stage, "TC", "KC")
    assert said(found, "keeps_to_catch") == "P3 can beat TC only with JC or a trump: keep KC."
    again = said_once((found["keeps_to_catch"]._replace(what="takes_trick"), found["keeps_to_catch"]))
    assert unmarked(motive(GAME, tuple(again)[1])).startswith("Keep KC to catch ")
    assert said(why("court-piece", stage, "TC", "5C"), "goes_higher").startswith(
        "P3 can beat TC only with JC or a trump"
    )


def test_what_they_may_beat_a_card_with_is_counted() -> None:
    """Of the diamonds only the ace is out: whoever is last has it, or can only trump."""
    stage = COURT.format("P2", "4D,9D", "AD,2S,6S", "5H,6C", "7C,8C", "JD,7D,3S") + " won.P1+P3=2D,3D,5D,6D,8D,TD,QD,{}"
    found = why("court-piece", stage.format("KD"), "JD", "7D")
    assert said(found, "takes_trick").startswith("Take it with JD: if P1 does not have AD, P1 has no diamonds at all")
    assert said(found, "takes_trick").endswith("7D will win as much later as JD would.")
    found = why("court-piece", stage.replace("2D,3D", "2C,3D").format("KD"), "JD", "7D")
    assert "no diamonds at all" not in said(found, "takes_trick"), "2D is out, too"


def test_what_a_card_costs_and_what_it_makes_them_spend_are_told() -> None:
    stage = COURT.format("P2", "2H,8H", "JH,6S,7D", "5D,6D", "3C,4C", "{},4H,2C")
    found = why("court-piece", stage.format("9H"), "9H", "4H")
    assert said(found, "takes_trick").startswith("Go above 8H with 9H: P1 needs TH or higher, or a trump, to beat it.")
    assert said(found, "takes_trick").endswith("9H would hardly win a later trick.")
    assert "costs" not in said(why("court-piece", stage.format("KH"), "KH", "4H"), "takes_trick")


def test_equals_are_told_with_what_is_kept_besides() -> None:
    stage = COURT.format("P1", "4C,6C,2S", "AC,JH,7H", "5D,6D,9C", "QH,8H,TH", "{},8C,2C")
    found = why("court-piece", all_gone_but(stage.format("KC,TC")), "2C", "8C")
    assert said(found, "equal_pair") == "8C would do just as well." and "equals" not in found
    assert said(found, "lowest") == "Play 2C and keep KC: of the clubs that are out only AC is higher."
    both = why("court-piece", all_gone_but(stage.format("KC,QC")), "2C", "QC")
    assert "keep KC and QC: of the clubs" in said(both, "lowest")
    alone = why("court-piece", all_gone_but(stage.format("KH,KD")), "2C", "8C")
    assert alone["equals"].facts["all"] and "equal_pair" not in alone


def test_a_card_that_costs_points_is_kept_from_partners_trick() -> None:
    stage = "trump=- leader=P2 trick=9S,7D hand.P4=TS,QS,3S hand.P1=AS,KS,8S hand.P2=9H,TH hand.P3=JH,QH"
    found = why("kaiser", stage + " contract=6no bidder=P1", "TS", "3S")
    assert said(found, "spares_penalty") == "P2 is winning so far: keep 3S for a trick that is surely theirs."
    assert "spares_penalty" not in why("kaiser", stage + " contract=6no bidder=P1", "TS", "QS")


def test_partner_who_is_winning_is_not_let_go() -> None:
    stage = COURT.format("P2", "9D,8D", "AD,AS,2C,3H,4H", "QS,7C,8C,9C", "2S,3C,4C,5C", "KS,JS,TS,{},5H")
    found = why("court-piece", stage.format("5S"), "5H", "KS")
    assert "saves" not in found and {"leaves_partner", "partner_ahead"} & set(found)
    assert said(found, "one_loser").startswith("5H is your one loser")
    assert said(found, "one_loser").startswith("5H is your one loser outside trumps"), "the ace beats them all"
    firm = shared_out(stage.format("5S").replace("AS", "6C").replace("QS", "6D").replace("4H", "6H"), 6)
    assert "outside" not in said(why("court-piece", firm, "5H", "KS"), "one_loser")
    assert "one_loser" not in why("court-piece", stage.format("6H"), "5H", "KS")


def test_nothing_is_kept_to_catch_what_only_partner_can_have() -> None:
    """P2 and P4 have no hearts, so that QH is with P3."""
    others = "hand.P2=4C,6C,7D hand.P3=6H,5H,QH hand.P4=5C,7C,6D won.P1+P3=3H,2H,AH,JH"
    found = why("tresette", f"leader=P3 hand.P1=KH,7H,4H {others}", "7H", "KH", after="6H 5C 4H 4C 5H 7C")
    assert "keeps_to_catch" not in found and "cheapest_winner" in found


def test_what_an_opponent_has_beaten_already_is_not_given_to_partners_wish() -> None:
    stage = "leader=P4 hand.P1=3H,2S,5C,7S hand.P2=JH,6H,4C,3D hand.P3=2H,4H,AH,KH hand.P4=KC,QC,4D,7H"
    assert "requested" not in why("tresette", stage, "6H", "JH", after="best 7H 3H")


def test_who_leads_to_the_last_trick_decides_what_is_kept() -> None:
    """P1 has trumped a diamond, and leads to the last trick."""
    stage = shared_out(COURT.format("P4", "", "2S,AC,5H", "QD,3C,KD", "8D,4C,KC", "2D,JD,9H"), 4)
    found = why("court-piece", stage, "JD", "9H", after="2D 2S QD 8D AC 3C 4C")
    assert said(found, "keeps_led").startswith("P1 leads to the last trick and has no diamonds, so JD cannot win it")
    assert "keeps_led" not in why("court-piece", stage, "9H", "JD", after="2D 2S QD 8D AC 3C 4C")


def test_points_go_to_partner_but_not_the_card_that_may_still_win() -> None:
    stage = "trump=D leader=P3 trick=3D,6H hand.P1=JH,4H,KC hand.P2=5C,6C,4S hand.P3=2C,4C hand.P4=5S,7S"
    found = why("tute", stage + " won.P1+P3=AD,KD,7D,2D", "JH", "KC")
    assert said(found, "feeds_partner").startswith("Throw JH on your partner's trick for its points, and keep KC")
    assert "feeds_partner" in why("tute", stage + " won.P1+P3=AD,KD,QC,JC won.P2+P4=2S,3S,7C,6S", "KC", "JH")


def test_whatever_is_found_at_random_can_be_told() -> None:
    for name in (name for name in names() if load(name).family is Family.TRICKS):
        game = load(name)
        for seed in range(6):
            record = played(tables(name)[0], seed, Random(seed).randint(4, 60))
            seat = record.state.turn[0] if record.state.turn else None
            moves = legal(game, record.state, seat) if seat is not None else ()
            if seat is not None and len(moves) > 1:
                move, other = Random(seed).sample(moves, 2)
                for reason in reasons(record, seat, move, other, Random(1), 2000):
                    assert motive(record.game, reason) and certain(record.game, reason) is not None


def test_a_trump_that_would_not_win_is_kept_for_another_trick() -> None:
    stage = COURT.format("P2", "KH,7H,{}", "3S,5D,9C", "2C,6D", "7C,8C", "TC,JC")
    found = why("court-piece", stage.format("4S"), "5D", "3S")
    assert said(found, "wasted_trump") == "5D costs nothing, and 3S may still trump another trick."
    assert "wasted_trump" not in why("court-piece", stage.format("2S"), "5D", "3S"), "it would win"
    assert "wasted_trump" not in why("court-piece", stage.format("4S"), "3S", "5D")


def test_points_are_brought_home_and_that_is_said_once() -> None:
    stage = "trump=- leader=P3 trick=5C,6C hand.P1=9C,7C,QS hand.P2=2C,3S,4S hand.P3=2D,4D hand.P4=3D,7D"
    found = why("botifarra", stage, "9C", "7C")
    assert "wins_with_points" in found and not {"cannot_be_beaten", "nobody_can"} & set(found)


def test_of_two_winners_that_are_alike_the_dearer_brings_more() -> None:
    hands = "hand.P1=AC,TC,QC hand.P2=9C,7H,8H hand.P3=KC,7S"
    found = why("schafkopf", f"declarer=P1 leader=P3 trick=8C {hands}", "AC", "TC")
    assert said(found, "equal_winner") == "AC wins as often as TC would, and then brings 1 point more."


def test_a_card_that_costs_is_kept_while_a_partner_may_still_take_the_trick() -> None:
    hands = "hand.P1=8S,3S,7C hand.P2=KS,9D,8D hand.P3=AS,9C,8C hand.P4=TC,TD"
    stage = f"contract=7 bidder=P2 trump=D leader=P4 trick=JS {hands}"
    found = why("kaiser", stage, "8S", "3S")
    assert said(found, "spares_penalty") == "P3 may still take this trick: keep 3S for one that is surely theirs."
    assert "spares_penalty" not in why("kaiser", stage, "3S", "8S")


def test_a_card_that_counts_most_is_not_given_away_and_named() -> None:
    hands = "hand.P1=9H,5H,7C hand.P2=KS,9D hand.P3=AS,9C hand.P4=TC,TD"
    stage = f"contract=7 bidder=P2 trump=D leader=P2 trick=AH,QH,JH {hands}"
    assert said(why("kaiser", stage, "9H", "5H"), "least_count").endswith("5H would bring them 5 points.")


def test_a_trick_that_a_partner_may_still_win_is_not_called_theirs() -> None:
    hands = "hand.P1=9H,5H,7C hand.P2=KS,9D,TH hand.P3=AS,9C,AH hand.P4=TC,TD"
    stage = f"contract=7 bidder=P2 trump=D leader=P4 trick=KH {hands}"
    assert said(why("kaiser", stage, "9H", "5H"), "least_count").endswith(
        "It is not certain that P3 wins this trick: do not risk 5H, which counts 5 points."
    )


def test_that_they_may_trump_is_told_with_the_cards_that_go_above() -> None:
    hands = "hand.P1=6D,AD,7C hand.P2=JD,3C,9S hand.P3=QC,8S,KD hand.P4=TD,4C"
    found = why("twenty-five", f"trump=C leader=P4 trick=2D {hands}", "6D", "AD")
    assert said(found, "covers") == "Over 6D they need 7D, a higher one or a trump, and you keep 7C."


def test_a_card_beside_one_that_counts_is_dearer_to_throw_away_than_one_that_guards_nothing() -> None:
    stage = "contract=7no bidder=P1 trump=- leader=P4 trick=AC hand.P1=9S,TH,8H,{} hand.P2=AD,{},KD,9C"
    stage += " hand.P3=TC,AH,KC,7C hand.P4=KH,TS,QH"
    cost = {}
    for beside, theirs in (("5H", "JH"), ("JH", "5H")):
        record = history.staged(load("kaiser"), stage.format(beside, theirs))
        phase = record.game.due(record.state)
        v, policy = phase.see(record.state, "P1"), policy_of(record.game).of(phase)
        for text in ("9S", "8H"):
            cost[text, beside] = policy.tie_break_cost(record.state, "P1", v, play(card(text)), {"P1", "P3"})
    assert cost["9S", "5H"] == cost["9S", "JH"] < cost["8H", "5H"] and cost["8H", "JH"] < cost["8H", "5H"]


def test_of_two_low_cards_the_one_goes_of_which_an_equal_is_kept() -> None:
    hands = "hand.P1=TS,9S,8S,JC,8C,QD hand.P2=7C,KS,QS,JS,AC,JD hand.P3=JH,KC,QC,TD,AS,9C hand.P4=KH,KD,5H,AD,TC"
    stage = f"contract=6no bidder=P3 trump=- leader=P4 trick=8H {hands}"
    found = why("kaiser", stage, "8S", "8C")
    assert said(found, "still_as_good") == "8S costs you least: you still have TS, which is as good."
    assert "neither_keeps" not in found and "still_as_good" not in why("kaiser", stage, "8C", "8S")
    hands = "hand.P1=AS,KS,QS,JC,8C,QD hand.P2=7C,TS,9S,JS,AC,JD hand.P3=JH,KC,QC,TD,8S,9C hand.P4=KH,KD,5H,AD,TC"
    high = f"contract=6no bidder=P3 trump=- leader=P4 trick=8H {hands}"
    assert "still_as_good" not in why("kaiser", high, "QS", "8C"), "the queen would win a trick of its own"


def test_all_cards_that_would_win_as_well_are_told() -> None:
    stage = "trump=S leader=P2 trick=6H,4H,5H hand.P1=AH,KH,7H hand.P2=2D,4D hand.P3=5D,6D hand.P4=7D,JD"
    found = why("tute", stage, "7H", "AH")["keeps_to_catch"]
    assert unmarked(certain(load("tute"), found)) == "7H beats 6H, and so would AH and KH."


def test_of_equal_winners_it_is_told_what_goes_above_where_the_other_choice_is_low() -> None:
    hands = "hand.P1=JD,TD,2D,3C hand.P2=AD,KC,4C,5C hand.P3=KD,6C,7C,8C hand.P4=QD,9C,2C"
    found = why("back-alley", f"trump=H leader=P4 trick=7D {hands}", "TD", "2D")
    assert (
        said(found, "equal_winner")
        == "Go up with TD, which is as good as JD: over it they need QD, a higher one or a trump."
    )


def test_of_equal_trumps_it_is_told_that_the_trick_is_trumped_where_the_other_choice_throws() -> None:
    hands = "hand.P1=9S,8S,9C hand.P2=TS,AD,AC hand.P3=KC,KD,9H hand.P4=TC,TD"
    stage = f"contract=7 bidder=P2 trump=S leader=P4 trick=KH {hands}"
    found = why("kaiser", stage, "8S", "9C")
    assert "P2 will probably have to follow. 8S is as good as 9S." in said(found, "equal_winner")


def test_either_card_makes_the_contract_and_no_more_counts() -> None:
    """With either the fifth trick is won, and a sixth would bring the declarer nothing."""
    stage = "game=solo declarer=P1 trump=C leader=P2 trick=8D,JD,9D hand.P1=AD,QD,AH,7H"
    rest = "hand.P2=JS,TS,KD hand.P3=8S,KS,KH hand.P4=9H,8H,7D"
    rest += " won.P1=QC,QS,9C,8C,7C,AC,JC,TC,KC,7S,9S,TH,TD,QH,AS,JH"
    found = why("solo", f"{stage} {rest}", "QD", "AD")
    assert found["settled"].decides and found["settled"].facts["won"]


def test_whoever_plays_alone_loses_the_lowest_of_a_suit() -> None:
    """JD is the highest diamond left: of cards that are lost, a lower one of the suit goes first."""
    stage = "trump=H leader=P4 trick=8C hand.P1=TS,6S,JD,9D,6D hand.P2=JC,TD,8D,QC,KC hand.P3=8H,9H,AS,KS,JS"
    record = history.staged(load("scotch-whist"), stage + " hand.P4=AH,QH,QS,9S")
    phase: Any = record.game.due(record.state)
    policy = policy_of(record.game).of(phase)
    moves = legal(record.game, record.state, "P1")
    view = phase.see(record.state, "P1")
    kept = policy.undominated(record.state, "P1", view, moves, frozenset({"P1"}))
    assert {move.text for move in kept} == {"6S", "6D"}
    assert len(policy.undominated(record.state, "P1", view, moves, frozenset({"P1", "P3"}))) == len(moves)


def test_of_two_cards_that_count_alike_partner_gets_the_one_that_can_win_nothing() -> None:
    stage = "leader=P3 trick=2S,AS hand.P1=QH,KC,6C,5C,4C hand.P2=QS,JH,5D,QC,7C hand.P3=JS,5S,7S,KH"
    found = why("tresette", stage + " hand.P4=AH,2H,3C,JC won.P1+P3=3H,7H,6H,5H,4H,3S,4S,6S", "QH", "KC")
    assert found["keeps_beater"].facts["kept"].text == "KC"


def test_what_would_count_on_partners_trick_is_not_enough() -> None:
    stage = "leader=P3 trick=2S,AS hand.P1=QH,KC,6C,5C,4C hand.P2=QS,JH,5D,QC,7C hand.P3=JS,5S,7S,KH"
    assert "partner_low" not in why("tresette", stage + " hand.P4=AH,2H,3C,JC", "4C", "KC")


def test_an_equal_of_a_card_that_wins_is_told_with_what_it_counts() -> None:
    stage = "trump=C leader=P3 trick=6S,AS hand.P1=AC,KC,JH,7H hand.P2=6C,9H,8H,7S hand.P3=QC,TH,6H hand.P4=JC,AH,KH"
    found = why("scotch-whist", stage, "AC", "7H")
    assert "AC wins as often as KC would, and then brings 1 point more" in said(found, "equal_winner")


def test_a_dear_trump_is_not_risked_where_a_cheap_one_may_do() -> None:
    hands = "hand.P1=TD,8D,QC,AS hand.P2=QH,KD,8H,9H hand.P3=JS,KH,9S"
    found = why("schafkopf", f"declarer=P1 leader=P3 trick=7H {hands}", "8D", "TD")
    assert said(found, "risks_less") == "Either may still be beaten: risk 8D, which counts less than TD."
    assert "risks_less" not in why("schafkopf", f"declarer=P1 leader=P3 trick=7H {hands}", "TD", "8D")


def test_a_low_card_is_kept_beside_a_high_one() -> None:
    hands = "hand.P2=9H,3H,4H,5C,6C hand.P3=5H,9S,7S,8S hand.P4=6H,7H,8D,9C"
    stage = f"trump=D leader=P3 trick=QS,TS hand.P1=5D,7D,JH,2H,3C {hands}"
    assert "Keep 2H beside JH" in said(why("twenty-five", stage, "3C", "2H"), "keeps_company")
    assert "keeps_company" not in why("twenty-five", stage, "2H", "3C")


def test_where_few_of_the_higher_cards_are_dealt_a_low_one_is_kept_beside_an_ace() -> None:
    hands = "hand.P2=QS,2H,QC,2C hand.P3=6C,JD,4H,7S hand.P4=AD,3H,7C,8S"
    stage = f"trump=S leader=P2 trick=5D,4D,JS hand.P1=TS,KH,9H,AC,3C {hands}"
    found = why("twenty-five", stage, "9H", "3C")
    assert "Keep 3C beside AC" in said(found, "keeps_company")
    assert not {"hopeless", "neither_keeps"} & {*why("twenty-five", stage, "3C", "9H")}, "it stands beside the ace"


def test_a_card_that_nothing_beats_at_any_time_takes_the_lead() -> None:
    hands = "hand.P2=3C,7C,4D,JH,QS,7S,7D hand.P3=2C,QC,KD,KH,QH,JS,QD hand.P4=5C,6D,AH,5S,KS,2S"
    stage = f"leader=P4 trick=4S hand.P1=3S,AS,6S,{{}},5H,AC,KC {hands}"
    text = said(why("tresette", stage.format("3H"), "3S", "6S"), "wins_with_points")
    assert text == "Take the lead with 3S: then you can go on with 3H, the highest heart left."
    text = said(why("tresette", stage.format("4H"), "3S", "6S"), "wins_with_points")
    assert text == "Take it with 3S: its points come home, and you lead next."


def test_a_called_card_that_is_against_one_is_spoken_of() -> None:
    hands = "hand.P1=QC,7C,AC,KC,AH,8H,7D hand.P2=KS,TS,JH,9H,QD,9D,8C,TC hand.P3=AS,JS,KH,TH,8D,JD,9C,QS"
    stage = f"game=simple called=AS declarer=P1 trump=C leader=P1 trick=9S {hands} hand.P4=8S,7S,QH,7H,AD,KD,TD,JC"
    found = why("solo", stage, "TS", "KS")
    assert said(found, "plays_low").startswith("AS is with the other side, and whoever holds it may play after you")


def test_no_card_is_guarded_by_throwing_it() -> None:
    hands = "hand.P1=KD,QD,7D hand.P2=9S,2C,3C hand.P3=9D,AD,4C hand.P4=5C,6C"
    found = why("botifarra", f"trump=- leader=P4 trick=KS {hands}", "KD", "QD")
    assert "keeps_guard" not in found


def test_it_is_said_whose_higher_cards_are_counted() -> None:
    stage = COURT.format("P1", "AD", "2D,3D,5H", "2S,9S,KS,4H", "3S,5S,6H,7H", "JS,AS,8H,9H")
    found = why("court-piece", stage, "9S", "2S")
    assert said(found, "goes_higher") == "Trump high with 9S: P3 needs TS or higher to beat it, and less to beat 2S."


def test_a_card_that_a_pair_may_make_a_trump_is_not_said_to_win_nothing() -> None:
    stage = "declarer=P3 contract=110 leader=P3 trick=AH hand.P1=JS,AS,AD,JD hand.P2=TD,9C,QC,TS"
    shown = f"{stage} hand.P3=KD,QD,KS won.P1=AC,TC,KC,QS,JC,9S won.P3=9D,9H,TH,JH,QH,KH"
    assert "neither_keeps" not in why("tyzicha", shown, "JS", "JD")
    gone = f"{stage} hand.P3=KH,QD,KS won.P1=AC,TC,KC,QS,JC,9S won.P3=9D,9H,TH,JH,QH,KD"
    assert "neither_keeps" in why("tyzicha", gone, "JS", "JD")


def test_a_card_of_a_suit_that_can_be_set_up_is_not_said_to_win_nothing() -> None:
    stage = "contract=7no bidder=P4 trump=- leader=P4 trick=TS hand.P1=KH,8H,TC,9C,8C,AD,QD"
    stage += " hand.P2=JC,AH,JH,JD,TD,9D,9H hand.P3=5H,QH,KD,8D,QS,JS,3S hand.P4=AS,KS,TH,8S,9S,7D"
    assert "keeps_beater" not in why("kaiser", f"{stage} won.P1+P3=7C,KC,QC,AC", "8C", "QD"), "only JC is out"


def test_a_dear_card_that_takes_a_trick_is_said_to_come_home() -> None:
    hands = "hand.P1=TD,AH,9H hand.P2=6H,7H hand.P3=8H,TH hand.P4=JH,QH"
    found = why("scotch-whist", f"trump=D leader=P2 trick=6S,7S,TS {hands}", "TD", "9H")
    assert said(found, "takes_trick") == "You play last: trump it, and TD brings its 10 points home."
    found = why("scotch-whist", f"trump=D leader=P2 trick=6S,7S,TS {hands}".replace("TD", "9D"), "9D", "9H")
    assert said(found, "takes_trick") == "You play last: trump it, and the trick is yours."


def test_the_highest_trump_is_not_played_as_if_it_could_be_lost_later() -> None:
    """AC goes above QC, and P4 may hold it; nothing ever goes above 9C."""
    stage = "trump=C leader=P3 trick=5D,6C hand.P1=9C,QC,2S hand.P2=2H,3S,4S hand.P3=2D,4D hand.P4=AC,7D"
    found = why("botifarra", stage, "9C", "QC")
    assert "wins_with_points" not in found and "AC" in [c.text for c in found["goes_higher"].facts["gap"]]


def test_what_can_go_above_a_card_is_told_once_with_what_it_is_kept_from() -> None:
    stage = "trump=S leader=P3 trick=TH,8H hand.P1=KS,TS,8C hand.P2=QS,AS,7D hand.P3=7C,8D hand.P4=9D,JH"
    record = history.staged(load("kaiser"), stage + " contract=8 bidder=P2 won.P1+P3=JS,8S,9S,3S")
    ten, king = map(play, cards("TS,KS"))
    found = {reason.what: reason for reason in reasons(record, "P1", ten, king, Random(1), 20_000)}
    assert "only with" in said(found, "takes_over")
    assert not found["keeps_to_catch"].facts["over"] and "QS" in said(found, "keeps_to_catch")


def test_a_trick_is_trumped_though_a_higher_trump_may_well_come() -> None:
    """Nobody has clubs: others may go above the seven as above the queen, and to throw a heart wins nothing."""
    stage = "trump=S leader=P4 trick=9C hand.P1=QS,7S,9H,8H,JD,9D hand.P2=JS,AS,TH,7H,TD,7D"
    stage += " hand.P3=KS,TS,KH,QH,8D,6D hand.P4=9S,8S,JH,AH,QD won.P2=AC,KC,QC,JC,TC,8C,7C,6C,6S,6H,AD,KD"
    found = why("scotch-whist", stage, "7S", "8H")
    assert "P2 has no clubs either, but needs a higher trump than 7S" in said(found, "takes_trick")


def test_what_is_kept_is_not_called_the_highest_beside_a_higher_own_card() -> None:
    stage = "declarer=P3 leader=P1 trick=7H hand.P1=TS,9S hand.P2=AH,TH,9H hand.P3=KH,AS,JC"
    text = said(why("schafkopf", stage, "9H", "TH"), "plays_low")
    assert text == "9H will hardly win, but AH and TH, the highest left, may catch KH later."
    hands = ("KS,6S,5S,4S", "AD,KD,QD,TD,8D", "2D,9S,7S,3C,2C", "JS,9D,JD,3H,2H")
    stage = COURT.format("P1", "4D", *hands) + " won.P1+P3=7D,6D,5D,3D,2S,3S,TS,8S"
    text = said(why("court-piece", stage, "8D", "TD"), "plays_low")
    assert text == "8D will hardly win, but keep AD, KD, QD and TD: once JD is gone they are the highest diamonds."


def test_a_card_that_is_thrown_is_not_said_to_be_kept() -> None:
    """P2 has nothing but the two best diamonds, of which only P4, partner, may have more."""
    hands = "hand.P1=2S,KH,5H hand.P2=4D,AD,3D hand.P3=6C,5C,4H hand.P4=7D,6D,QH"
    record = history.staged(load("tute"), f"trump=S leader=P2 trick= {hands}")
    for text in ("4D", "6C", "7D", "2S", "KH"):
        record = history.play(record, record.state.turn[0], Move(text))
    found = reasons(record, "P2", play(card("AD")), play(card("3D")), Random(1), 20_000)
    run = next(reason.facts["run"] for reason in found if reason.what == "keeps_best")
    assert [c.text for c in run] == ["3D"]


def test_a_partner_is_called_the_only_one_to_play_where_no_other_partner_is() -> None:
    hands = "hand.P1=8S,AH,8H hand.P2=AS,KH,JH hand.P3=QS,9H,9D hand.P4=JS,QH"
    found = why("solo", f"game=tout trump=S declarer=P4 leader=P4 trick=TH {hands}", "8H", "AH")
    assert found["second_low"].facts["partner"] == "P2" and not found["second_low"].facts["alone"], "P3 plays as well"


def test_what_is_kept_before_partner_is_not_called_the_highest_beside_a_higher_own_card() -> None:
    stage = COURT.format("P4", "5C", "4C,KC,AC,7D", "6C,8C,JC,9D", "2D,QC,4D,TC", "8D,JD,QD")
    assert "highest" not in said(why("court-piece", stage, "4C", "KC"), "second_low")
    assert said(why("court-piece", stage, "4C", "AC"), "second_low").endswith("AC stays the highest club.")


def test_only_opponents_are_said_not_to_beat_a_card_that_partner_may_trump() -> None:
    """P3 has shown no heart; P4, partner, may have one more."""
    hands = "hand.P1=AH,4S,9D hand.P2=AS,JS,2C hand.P3=KS,3C,5C hand.P4=4H,7H,QD"
    found = why("court-piece", f"trump=H leader=P1 trick= {hands}", "AS", "JS", after="AH 2C 3C 4H 4S")
    assert said(found, "goes_higher").startswith("P3 cannot beat AS; ")


def test_a_pair_is_not_kept_where_no_trick_can_be_won_any_more() -> None:
    stage = "declarer=P1 contract=110 leader=P3 trick=AD hand.P1=KS,QS,JS hand.P2=KD,KH,TH hand.P3=AH,TD"
    found = why("tyzicha", f"{stage} won.P1=AC,KC,9C,TC,9S,9D,QC,JH,9H,JC,QH,JD won.P3=TS,QD,AS", "JS", "QS")
    assert "keeps_pair" not in found and "cheaper_neighbour" in found


def test_a_penalty_that_would_take_the_trick_itself_is_kept_to_lead() -> None:
    stage = "contract=6 trump=S bidder=P1 leader=P3 trick=AD,JC hand.P1=TS,8S,3S hand.P2=AS,KS,AH"
    stage += " hand.P3=QH,8H hand.P4=QS,AC won.P2+P4=JS,9S,KD,7D"
    found = why("kaiser", stage, "8S", "3S")
    assert said(found, "spares_penalty") == (
        "3S may win this trick itself, at your cost. Keep it to lead: all other spades out are above it."
    )


def test_of_a_suit_that_outlasts_what_is_out_no_card_is_said_to_win_nothing() -> None:
    stage = "contract=6no bidder=P3 trump=- leader=P2 trick=AH,8H,KH hand.P1=QS,JC,9C,8C,JD,9D,7D"
    stage += " hand.P2=AC,KC,QS,TS,JS,8D hand.P3=5H,QC,TC,AS,KS,3S hand.P4=JH,9H,7C,9S,8S,QH won.P2+P4=QD,AD,KD,TD"
    found = why("kaiser", stage.replace("AC,KC,QS", "AC,KC,TH"), "7D", "QS")
    assert not {"neither_keeps", "throws_worst", "hopeless"} & {*found}


def test_it_is_told_who_has_to_take_a_trick_that_a_neighbour_would_make_dearer() -> None:
    """P2 has shown the king of trumps and can have no club, so must trump, whatever its other card is."""
    gone = "won.P2=AC,TC,9C,AH,TH,9H won.P3=AD,9D,QS,JS,9S,KS"
    hands = "hand.P1=JH,JD,QC,JC hand.P2=KH,QH,QD,TS hand.P3=TD,KD,KC,AS"
    stage = f"declarer=P2 contract=170 leader=P2 trick= {hands} {gone}"
    found = why("tyzicha", stage, "JC", "QC", after="show:QH TD JH QD KD JD KC")
    assert said(found, "cheaper_neighbour") == (
        "P2 has to take this trick, and JC and QC do the same from now on, but QC would give P2 1 point more."
    )
    unknown = why("tyzicha", stage, "JC", "QC", after="QH TD JH QD KD JD KC")
    assert "QC would give away" in said(unknown, "cheaper_neighbour"), "no hand is shown"
