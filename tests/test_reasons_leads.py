"""Reasons for leads where tricks are wanted: the order of sure tricks, what others have shown, opening leads."""

from __future__ import annotations

from random import Random

from tests.test_reasons import COURT, GAME, TUTE, said_of, why
from tests.test_reasons_following import shared_out
from tutor.advice import Adviser, Budget
from tutor.advice.reasons.finding import reasons
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.cards import card, cards
from tutor.kernel.history import Record
from tutor.kernel.moves import play
from tutor.kernel.playout import legal
from tutor.kernel.record import read_line
from tutor.kernel.state import changed
from tutor.policies import policy_of
from tutor.policies.tricks.rollout import rollout_heuristic
from tutor.policies.tricks.tie_break import led
from tutor.teach.practice.advising import certain, motive
from tutor.teach.text.marks import unmarked


def gone(game: str, stage: str, *kept: str, side: str = "P1+P3") -> str:
    """The stage with all cards of the pack that are in no hand, and not `kept` out of sight, in tricks of `side`."""
    held = {c for part in stage.split() if part.startswith("hand.") for c in part.split("=")[1].split(",")}
    rest = [c.text for c in load(game).pack.order if c.text not in held.union(kept)]
    return f"{stage} won.{side}={','.join(rest)}"


def texts(cards: object) -> list[str]:
    assert isinstance(cards, tuple)
    return [c.text for c in cards]


def test_a_sure_trick_may_catch_what_is_above_the_next() -> None:
    stage = "trump=- leader=P1 trick= hand.P1=AH,TH,8H,AD,8C hand.P2=QH,KC,9D,8D,JC hand.P3=KD,QD,JD,9C,7C"
    stage += " hand.P4=AC,QC,TC,QS,JS contract=6no bidder=P1 won.P1+P3=KH,JH,9H,5H"
    found = why("kaiser", stage, "AH", "AD")["both_win"]
    assert (found.facts["catches"].text, found.facts["then"].text) == ("QH", "TH")
    later = why("kaiser", stage, "AD", "AH")["both_win"]
    assert later.facts["later"] and "QH may fall under AH" in unmarked(motive(GAME, later))


def test_a_sure_trick_comes_before_a_marriage_that_names_trumps() -> None:
    """Without trumps nobody can trump the aces; the king of spades might lose to the ten."""
    stage = "leader=P1 trick= declarer=P1 contract=110 hand.P1=AS,KS,QS,AC,TC,JC,AD,QD hand.P2=TS,9S,KC,QC,TH,KH,QH,TD"
    stage += " hand.P3=JS,9C,AH,JH,9H,KD,JD,9D"
    found = why("tyzicha", stage, "AC", "show:KS")
    assert [*found] == ["before_trumps"] and set(texts(found["before_trumps"].facts["sure"])) == {"AC", "TC", "AD"}
    record = history.staged(load("tyzicha"), stage)
    phase, moves = record.game.due(record.state), legal(record.game, record.state, "P1")
    sensible = policy_of(record.game).of(phase).plausible(record.state, "P1", moves)
    assert any(move.word for move in moves) and not any(move.word for move in sensible)
    later = history.staged(load("tyzicha"), stage.replace("leader", "trump=H leader"))
    moves = legal(later.game, later.state, "P1")
    assert any(move.word for move in policy_of(later.game).of(phase).plausible(later.state, "P1", moves))


def test_of_two_aces_the_one_is_led_first_that_is_less_likely_trumped() -> None:
    stage = (
        COURT.format("P1", "", "AH,AD,3C,4C", "2H,3H,5C,9D", "4H,5H,TD,JD", "6H,7H,QD,KD") + " won.P1+P3=2D,3D,4D,5D"
    )
    found = why("court-piece", stage, "AH", "AD")["safer_first"]
    assert found.facts["n"] > found.facts["m"] and not found.facts["dearer"]
    assert "safer_first" not in why("court-piece", stage, "AD", "AH")


def test_a_card_that_is_trumped_as_surely_is_not_said_to_be_safer() -> None:
    """P3 is shown to hold TS and no heart, and nobody a club: either is trumped."""
    stage = "declarer=P3 contract=200 trump=S leader=P1 trick= hand.P1=KH,9C hand.P2=JH,QH hand.P3=KD,JS"
    record = history.staged(load("tyzicha"), stage + " won.P2=AS,TS,KS,QS,9S,AH,TH,9H,AD,TD,QD,JD,9D,AC,TC,KC,QC,JC")
    for shown in ("", "JS,KD"):
        state = changed(record.state, shown=cards(shown) if shown else ())
        told = reasons(Record(record.game, (state,)), "P1", play(card("KH")), play(card("9C")), Random(1), 20_000)
        assert ("safer_first" in [one.what for one in told]) == (not shown)


def test_of_who_plays_along_it_is_not_said_that_he_cannot_trump() -> None:
    stage = "declarer=P3 contract=100 trump=S leader=P1 trick= hand.P1=9S,KH,TC,9C hand.P2=JS,QH,JH,9D"
    gone = " hand.P3=TD,KD,JD,KC won.P3=AS,TS,KS,QS,AH,TH,9H,AC,QC,JC,AD,QD"
    found = why("tyzicha", stage + gone, "KH", "9C")["high_in_suit"]
    assert "P3 cannot trump it yet" in unmarked(motive(GAME, found))
    sure = found._replace(facts={**found.facts, "held": 1, "deals": 1})
    assert unmarked(motive(GAME, sure)) == "P3 cannot trump it."


def test_the_highest_that_is_out_is_told_and_not_the_own_higher_one() -> None:
    stage = COURT.format("P1", "", "AH,KH,3C,4C", "2H,3H,5C,9D", "4H,5H,TD,JD", "6H,7H,QD,KD")
    found = why("court-piece", stage, "KH", "3C")["costs_trump"]
    assert unmarked(certain(GAME, found)).startswith("None of the hearts that others may hold is higher than KH")


def test_a_high_card_of_which_one_is_above_waits_for_it() -> None:
    stage = "leader=P1 trick= hand.P1=6C,KD,7D hand.P2=AD,JD,3S hand.P3=QD,5D,2S hand.P4=KC,KS,JS"
    gone = " won.P1+P3=3D,2D,6D,4D"
    found = why("tresette", stage + gone, "7D", "KD")
    assert "brings_out" not in found and [c.text for c in found["lower_of_two"].facts["above"]] == ["AD"]
    assert "lower_of_two" not in why("tresette", stage + gone, "KD", "7D")


def test_of_equal_sure_winners_only_the_dearest_is_worth_a_lead() -> None:
    """AD counts three times as much as KD; while 2D is out none of them is sure, and either may be the one to lose."""
    stage = "leader=P1 trick= hand.P1=AD,KD,QD,6C hand.P2={},5D,JC,4H hand.P3=4D,QC,KC,5H hand.P4=7D,2C,3C,6H"
    for above, leads in (("7C", ["AD", "6C"]), ("2D", ["AD", "KD", "QD", "6C"])):
        record = history.staged(load("tresette"), gone("tresette", stage.format(above)))
        phase, moves = record.game.due(record.state), [m for m in legal(record.game, record.state, "P1") if m.cards]
        policy, view = policy_of(record.game).of(phase), phase.see(record.state, "P1")
        kept = policy.undominated(record.state, "P1", view, moves, frozenset({"P1", "P3"}))
        assert {m.text for m in kept} == {*leads}


TOPS = "leader=P1 trick= hand.P1=3S,QS,3C,AC,6C hand.P2=AS,6S,5C,7H,AD hand.P3=KS,5S,KC,2D,JD hand.P4=2S,4S,2C,QC,KD"


def test_why_a_suit_is_led_low_is_told_once() -> None:
    """That KH is kept for 2H to go is said with why hearts are led at all."""
    stage = "leader=P1 trick= hand.P1=KH,5H,QD,4C,6S hand.P2=2H,JH,2C,AC,AS hand.P3=QH,6H,QC,JS,5D"
    record = history.staged(load("tresette"), gone("tresette", stage + " hand.P4=7H,4H,JC,KS,6D"))
    low, high, rival = map(play, cards("5H,KH,6S"))
    told = [r.what for r in reasons(record, "P1", low, high, Random(1), 60_000, rival)]
    assert "leads_under_honour" in told and "lower_of_two" not in told
    assert "lower_of_two" in [r.what for r in reasons(record, "P1", low, high, Random(1), 60_000)]
    stage = "declarer=P2 leader=P1 trick= hand.P1=QS,TD,9S,TC,KC,8C hand.P2=QH,AD,7D,AS,TS,7S hand.P3=QD,JC,JH,JD,AC,7C"
    record = history.staged(load("schafkopf"), gone("schafkopf", stage, "9D", "8D", side="P2"))
    low, high, rival = map(play, cards("8C,TC,9S"))
    told = [r.what for r in reasons(record, "P1", low, high, Random(1), 60_000, rival)]
    assert "grows" in told and "lower_of_two" not in told
    record = history.staged(load("tresette"), gone("tresette", TOPS))
    top, low, rival = map(play, cards("3C,6C,3S"))
    told = [r.what for r in reasons(record, "P1", top, low, Random(1), 60_000, rival)]
    assert "clears_way" in told and "both_win" not in told


def test_what_the_player_alone_laid_away_is_above_nothing() -> None:
    """JC lies aside, as only the player alone knows: then 7C is as sure a trick as KC, which counts more."""
    stage = "leader=P1 trick= declarer={} hand.P1=KC,7C,6S,4S hand.P2=KH,QH,JD,4H hand.P3=JS,5S,JH,5H"
    for declarer, kept in (("P1", {"KC", "6S", "4S"}), ("P2", {"KC", "7C", "6S", "4S"})):
        rest = gone("calabrasella", stage.format(declarer), "JC", "AS", "2S", "3S", side=declarer)
        state = changed(history.staged(load("calabrasella"), rest).state, discards=tuple(cards("JC,AS,2S,3S")))
        game = load("calabrasella")
        phase, moves = game.due(state), legal(game, state, "P1")
        policy, view = policy_of(game).of(phase), phase.see(state, "P1")
        left = policy.undominated(state, "P1", view, moves, frozenset({"P1"} if declarer == "P1" else {"P1", "P3"}))
        assert {m.text for m in left} == kept


def test_a_sure_winner_of_another_suit_is_kept_to_get_in_again() -> None:
    """Nobody can trump it; where others have no card of its suit they cannot lead it either."""
    stage = "leader=P1 trick= hand.P1=5C,3C,3H,4D hand.P2=AD,JD,KC,4H hand.P3=QD,5D,QC,5H hand.P4=KS,JS,JC,6H"
    found = why("tresette", gone("tresette", stage), "4D", "3H")
    assert found["keeps_entry"].facts["suit_"] == "H" and not found["keeps_entry"].facts["drawn"]
    none = stage.replace("4H", "4S").replace("5H", "5S").replace("6H", "6S")
    assert "keeps_entry" not in why("tresette", gone("tresette", none), "4D", "3H")
    assert "keeps_entry" not in why("tresette", gone("tresette", stage), "3H", "4D")


def test_the_suit_that_partner_has_asked_for_is_returned() -> None:
    """Partner may still have cards of it."""
    stage = "leader=P3 trick= hand.P1=6S,5S,4D,2H,4C hand.P2=AD,JD,KC,4H,2D hand.P3=QS,7S,QC,5H,3D"
    stage = gone("tresette", stage + " hand.P4=KS,JS,JC,6H,2C")
    after = "best 7S JS 5S 4H 6H 2H AD 5H"
    assert why("tresette", stage, "6S", "4D", after)["partner_asked"].facts["led"].text == "7S"
    assert "partner_asked" not in why("tresette", stage, "4D", "6S", after)
    assert "partner_asked" not in why("tresette", stage, "6S", "4D", after.removeprefix("best ")), "nothing was said"


def test_the_last_trump_is_drawn_where_nothing_else_tells() -> None:
    """Drawing it can only help the card that is left."""
    record = history.staged(
        load("scotch-whist"), "trump=H leader=P1 trick= hand.P1=AH,9C hand.P2=QC,TD hand.P3=9H,JS hand.P4=TS,9S"
    )
    phase = record.game.due(record.state)
    v = phase.see(record.state, "P1")
    rules = rollout_heuristic(v.order, ())
    own, unseen = (rules.cards.bits(map(card, some)) for some in (("AH", "9C"), ("9H", "QC", "TD", "JS")))
    first, second = (led(rules, rules.cards.bit[card(c)], own, unseen) for c in ("AH", "9C"))
    assert first < second
    unseen |= rules.cards.bits([card("8H")])
    assert led(rules, rules.cards.bit[card("AH")], own, unseen) > first


def test_of_sure_tricks_all_are_named_and_what_the_first_does() -> None:
    stage = (
        "leader=P1 trick= hand.P1=3H,{},4H,3S,3C hand.P2=QS,4D,2C,QD,7C hand.P3=KS,7D,6C,KD,5H hand.P4=3D,JD,QC,6S,7H"
    )
    gone = " won.P1+P3=KH,QH,JH,6H,4S,5S,7S,"
    found = why("tresette", stage.format("2H") + gone + "AH", "3H", "3S")["both_win"]
    assert set(texts(found.facts["sure"])) == {"3H", "2H", "3S", "3C"}
    assert found.facts["all"] and "the rest of yours win too" in unmarked(motive(GAME, found))
    found = why("tresette", stage.format("2H") + gone + "AS", "3H", "3S")["both_win"]
    assert not found.facts["all"] and "will still win later" in motive(GAME, found)
    found = why("tresette", stage.format("5C") + gone + "AS", "3C", "3S")["both_win"]
    assert not found.facts["run"] and texts(found.facts["fall"]) == ["AC", "2C"]
    found = why("tresette", stage.format("5C") + gone + "AS", "3S", "3C")["both_win"]
    assert not found.facts["fall"] and "in any order" in motive(GAME, found)


LAST_THREE = (
    "tutor1:14130fbc:eNpVT0FqwzAQvOsV6nmowZIcQ29GOgj5YqMXqIloS1wcZJfQ33e1DpRcVrOzuzOj_Wdfy2vJ57VcZCs-0neW"
    "57Sk95K2vCxJ3Jb0m8smtbjktOQip5bQ-Spr-2YilMMQcYowDsHj5GAslEdn0XuMHr2DImwxO3QRo4WhqYci7DBbDB46QluEiECt"
    "hSaepkR6BNKnQ4eeXDxmsrBiUvKWtk1M-vG2sgYVLxRPavv0hYaapdk_S851T7l6XWsrQ6yVzMlNu-OaDZ4F7l-X9d7s6coCR44j"
    "hIk1gmKZkXFvK35MbWW6eFxVZuDa-8oPnjcZG8ba12lgPHBM41jT_Qc_MTMz0zET2HdkfmT3gd07K_4AZgB29A"
)
"""Calabrasella: P1, alone, leads from 3C JC JD; above JC are 2C and QC."""


def test_of_two_sure_tricks_before_the_last_it_is_told_when_the_last_is_won_too() -> None:
    at = read_line(LAST_THREE)
    found = next(
        one for one in reasons(at, "P1", play(card("3C")), play(card("JD")), Random(1)) if one.what == "both_win"
    )
    told = unmarked(motive(load("calabrasella"), found))
    assert "3C and JD both win, in any order. If 2C and QC have gone by then, JC wins the last trick too" in told
    assert "3 more points" in told and not found.facts["fall"], "whichever is led first, the same falls"


NEARLY_OVER = (
    "tutor1:260209ba:eNpFjsEOwiAQRO98BZ4nmlgPtN4aOBC42NAfqJaYaA1K68G_d1ljetnMvGF2Wd5LytscLymPci-uwyPKW9re"
    "0rJE8ZyGT8yzrMQYhylmedqTutxlsUdv0Vn0Gk6j0fABLqC2UAENcZoBrUFt4AgatAQNlEZHmlLilAZ4g55WUVejpT0aiqwWp0o-"
    "h3kWGzorx_Q-T-vXdj8vKOE39FavZoV_P8fX8eBCQSy9LdJxR_GphnXNvLNFtzx7LvlQdMPpr6sMp0Z8AfRwVdE"
)
"""Jo-Jotte: P1 leads from JS 9S 7S; AS QS 8S are out, and P2 may have trumps."""


def test_of_equals_the_dearer_goes_first_where_the_next_may_be_trumped() -> None:
    at = read_line(NEARLY_OVER)
    found = reasons(at, "P1", play(card("JS")), play(card("9S")), Random(1))
    told = [motive(load("jo-jotte"), one) for one in found if one.what == "dearer_first"]
    assert told and "as the next may be trumped: so lead the dearer" in unmarked(told[0])


ALONE = (
    "declarer=P1 leader=P1 trick= hand.P1={} hand.P2=AC,JC,QD,JD,AH,7H,5H,AS,4S hand.P3=KC,QC,5C,5D,6D,KH,JH,KS,QS"
    " won.P1=3S,JS,2S"
)


def test_a_long_suit_is_set_up_first_only_with_enough_ways_back_in() -> None:
    hand = "3C,2C,7C,6C,4C,3H,2H,3D,2D"
    found = why("calabrasella", ALONE.format(hand), "3C", "3H")["both_win"]
    assert texts(found.facts["long"]) == ["7C", "6C"] and "your long suit" in motive(GAME, found)
    weak = ALONE.format("3C,2C,7C,6C,4C,3H,6S,6H,KD").replace("AH,7H", "2H,2D")
    assert not why("calabrasella", weak, "3C", "3H")["both_win"].facts["long"], "four are above, and one way back"


def test_of_sure_winners_those_of_a_suit_that_may_grow_are_led_first() -> None:
    """Without trumps the three of clubs comes before that of hearts: lower clubs may win when the others' are gone."""
    record = history.staged(load("calabrasella"), ALONE.format("3C,2C,7C,6C,4C,3H,2H,3D,2D"))
    v = record.game.due(record.state).see(record.state, "P1")
    rules = rollout_heuristic(v.order, ())
    own, unseen = rules.cards.bits(v.hand), rules.cards.bits(record.game.unseen(record.state, "P1"))
    clubs, hearts = (led(rules, rules.cards.bit[card(c)], own, unseen) for c in ("3C", "3H"))
    assert clubs < hearts


def test_of_equal_winners_it_is_told_why_the_suit_is_led() -> None:
    stage = "trump=S leader=P1 trick= hand.P1=AS,3S,KS,AH,JH,2C hand.P2=JS,2S,QH,7H,4C,5D hand.P3=6S,4S,7C,6C,5C,AD"
    stage += " hand.P4=QS,KC,QC,4D,6D,JC"
    found = why("tute", stage, "AS", "3S")
    assert [*found][:2] == ["equals", "draws_trumps"] and texts(found["draws_trumps"].facts["guards"]) == ["AH"]


def test_the_only_card_above_takes_one_trick_whatever_is_led() -> None:
    stage = "trump=C contract=4 declarer=P1 leader=P1 trick= hand.P1=JS,KC,{} hand.P2=X1,AD,KD hand.P3=AH,KH,QH"
    stage += " hand.P4=QD,{},9D won.P1+P3=JC,AC,QC,9C"
    found = why("hasenpfeffer", stage.format("TC", "TD"), "JS", "TC")
    assert [*found] == ["one_above"] and found["one_above"].facts["above"].text == "X1"
    assert "one_above" not in why("hasenpfeffer", stage.format("TD", "TC"), "JS", "KC")


def test_a_partner_who_has_shown_none_can_trump() -> None:
    """P3 did not follow to the ace of clubs, so it is known, not guessed."""
    stage = COURT.format("P1", "", "AC,QC,3C,4H,5H", "6C,7C,9D,2H,3H", "8H,2S,TD,JD,QD", "8C,{},KD")
    found = why("court-piece", stage.format("9C,TC,JC"), "QC", "3C", after="AC 6C 8H 8C")["partner_void"]
    assert found.facts["who"] == "P3" and found.facts["above"].text == "KC"
    assert "if KC comes" in unmarked(motive(load("court-piece"), found))
    assert not found.facts["left"]
    gone = " won.P1+P3=2C,4C,5C,KC,9C,JC,2D,3D"
    found = why("court-piece", stage.format("9H,TC,JH") + gone, "3C", "4H", after="AC 6C 8H 8C")["partner_void"]
    assert set(texts(found.facts["left"])) == {"7C", "TC"}
    assert "an opponent may trump" in motive(GAME, found)
    gone = " won.P1+P3=2C,4C,5C,TC,9C,JC,2D,3D"
    found = why("court-piece", stage.format("9H,TH,JH") + gone, "QC", "4H", after="AC 6C 8H 8C")["partner_void"]
    assert "wins" not in motive(GAME, found), "with so few clubs out it may be trumped"
    assert "partner_void" not in why("court-piece", stage.format("9C,TC,JC"), "4H", "3C", after="AC 6C 8H 8C")


def test_who_need_not_trump_is_not_said_to_spend_one() -> None:
    """P2 has no clubs; where the only one out is higher and with P4, who wins with it, P2 need not trump."""
    stage = COURT.format("P1", "", "AC,3C,KS,JS", "2H,5S,6S,9D", "{},8H,TD,JD", "7C,{},QD,KD")
    assert "forces" in why("court-piece", stage.format("6C", "9C"), "3C", "JS", after="AC 2H 6C 7C")
    gone = " won.P1+P3=2C,4C,5C,9C,8C,TC,JC,QC"
    stage = stage.format("6H", "KC") + gone
    assert "forces" not in why("court-piece", stage, "3C", "JS", after="AC 2H 6H 7C")


def test_who_must_trump_a_worthless_card_is_forced() -> None:
    """P2 has trumped a spade; with one opponent one trump of the own is enough."""
    stage = "trump=H declarer=P2 leader=P1 trick= hand.P1=AS,9S,JH,TH hand.P2=8H,7H,AD,9H"
    found = why("jo-jotte", stage, "9S", "TH", after="AS 8H 7H JH")
    assert found["forces"].facts["must"] and "must trump" in motive(GAME, found["forces"])
    assert "forces" not in why("jo-jotte", stage, "9S", "TH")


SHOWN = "players=2 dealer=P2 upcard=QH leader=P1 trick= hand.P1=TH,9C hand.P2={},AD won.P1=JH,AH won.P2=KH,8C"


def test_the_only_higher_card_is_brought_out_only_by_a_long_suit() -> None:
    rest = " hand.P2=AC,8C,2D,2H hand.P3=9D,9H,4D,7H hand.P4=8D,JD,QD,5C"
    stage = "trump=S leader=P1 trick= hand.P1=KC,{}" + rest + " won.P1+P3=QC,JC,TC,9C"
    assert "brings_out" not in why("court-piece", stage.format("3C,4H,5H"), "3C", "4H"), "it leaves the king alone"
    trumps = ",".join(f"{rank}S" for rank in "AKQJT98765432")
    stage += f",{trumps},2C,4C,6C"  # of clubs only the ace, 8 and 5 are out, and no trumps
    assert "brings_out" in why("court-piece", stage.format("7C,3C,4H"), "7C", "4H")


def test_a_short_suit_is_led_only_where_cards_of_it_are_left() -> None:
    stage = TUTE.format("4H,2S,KD")
    assert "singleton" in why("tute", stage, "4H", "2S")
    assert "singleton" not in why("tute", stage, "4H", "KD"), "the king is alone as well"
    assert "singleton" not in why("tute", stage + " won.P1+P3=AH,3H,KH,QH,JH,7H,6H,3D", "4H", "2S"), (
        "two hearts are out"
    )


def test_of_two_last_cards_the_harder_one_to_beat_is_kept() -> None:
    stage = "trump=D declarer=P2 leader=P1 trick= hand.P1=8H,TS hand.P2=KS,QH"
    found = why("jo-jotte", stage, "8H", "TS")["keeps_harder"]
    assert 0 < found.facts["n"] < found.facts["more"]
    assert "keeps_harder" not in why("jo-jotte", stage, "TS", "8H")


def test_of_equals_that_may_be_lost_the_cheaper_is_led() -> None:
    stage = "declarer=P3 leader=P1 trick= hand.P1=TH,KH,8H,AC hand.P2=QS,QH,KC,AH hand.P3=JH,9H,KD,KS"
    found = why("schafkopf", stage, "KH", "TH")["cheaper_equal"]
    assert found.facts["above"].text == "AH" and "TH is high" in unmarked(motive(GAME, found))
    assert "cheaper_equal" not in why("schafkopf", stage, "TH", "KH")


def test_an_ace_that_will_be_trumped_is_not_cashed() -> None:
    """Of the hearts only one is out, so somebody has none."""
    hands = COURT.format("P1", "", "AH,3C,4C", "2H,3S,5C", "4S,5S,TD", "6S,7S,QD")
    gone = ",".join(f"{rank}H" for rank in "KQJT9876543") + ",2D"
    assert why("court-piece", f"{hands} won.P1+P3={gone}", "3C", "AH")["too_late"].facts["n"] == 1
    assert "too_late" not in why("court-piece", hands, "3C", "AH")


def test_who_is_known_to_be_void_is_named() -> None:
    """P2 trumps the queen of diamonds; four diamonds are out then."""
    stage = COURT.format("P1", "", "QD,JD,3C,6C", "7S,5C,6S,2S", "8D,7D,2H,TD", "6D,4D,3H,9D")
    stage += " won.P1+P3=AD,KD,5D,3D,2D,2C,4C,7C"
    found = why("court-piece", stage, "3C", "JD", after="QD 2S TD 9D 5C 2H 3H 6C")["too_late"]
    assert "P2 has no diamonds and would probably trump JD" in unmarked(motive(load("court-piece"), found))


def test_of_two_cards_that_bring_one_out_the_one_that_loses_only_to_it() -> None:
    stage = "trump=C leader=P1 trick= hand.P1=3C,KC,JC hand.P2=AC,6D,JS hand.P3=QC,5D,KS hand.P4=7C,6C,QS"
    stage += " won.P1+P3=5C,4C,2C,AD"
    found = why("tute", stage, "KC", "JC")["brings_out"]
    assert found.facts["straight"] and "Only AC can beat KC" in unmarked(motive(GAME, found))
    assert "brings_out" not in why("tute", stage, "JC", "KC")


def test_where_few_can_follow_to_either_lead_that_is_told_of_both() -> None:
    """Of clubs only the jack is out, of diamonds only the ace."""
    stage = COURT.format("P1", "", "KC,7D,5H", "AD,2S,3S", "7S,JS,{}", "JC,4S,3H")
    found = why("court-piece", gone("court-piece", stage.format("2H")), "7D", "KC")["too_late"]
    assert found.facts["alike"] and found.facts["hope"].text == "AD"
    assert "partner may have AD" in unmarked(motive(load("court-piece"), found))
    stage = COURT.format("P1", "", "KC,7D,5H", "AD,2S,3S", "KD,JS,QD", "JC,4S,TD")
    assert not why("court-piece", gone("court-piece", stage), "7D", "KC")["too_late"].facts["alike"], (
        "many diamonds are out"
    )


def test_dead_suits_are_equals_and_not_about_to_run_out() -> None:
    stage = "trump=S leader=P1 trick= hand.P1=KC,JD,4H hand.P2=3H,2S,3S hand.P3=7S,JS,2H hand.P4=6S,4S,5H"
    found = why("court-piece", gone("court-piece", stage), "KC", "JD")["both_high"]
    assert found.decides and not found.facts["n"]
    assert "Nobody can follow" in motive(GAME, found) and "before" not in motive(GAME, found)
    found = why("court-piece", gone("court-piece", stage.replace("3H", "3C").replace("2H", "TD")), "KC", "JD")[
        "both_high"
    ]
    assert found.facts["short"] and "before" not in motive(GAME, found), "one of two opponents has no club"


def test_a_suit_is_led_in_which_all_may_have_to_follow() -> None:
    stage = COURT.format("P1", "", "TH,KH,JD,8C", "AH,2S,3S,9H", "7S,JS,2H,3H", "6S,{},5H,QD")
    found = why("court-piece", gone("court-piece", stage.format("4S")), "TH", "JD")["may_follow"]
    assert (found.facts["m"], found.facts["rival"].text) == (1, "JD")
    assert "may_follow" not in why("court-piece", gone("court-piece", stage.format("4S")), "JD", "TH")
    assert "may_follow" not in why("court-piece", gone("court-piece", stage.format("4D")), "TH", "JD"), (
        "two can follow to two opponents"
    )


def test_a_sure_trick_that_makes_the_contract_goes_first() -> None:
    """AD is the last point that is needed, and KH might let opponents in who have six clubs."""
    stage = "trump=- leader=P1 trick= hand.P1=KH,QH,8H,AD,TD hand.P2=AH,8C,9C,JD,QD hand.P3=TH,JC,KD,9D,8D"
    stage += " hand.P4=9H,AC,KC,QC,TC contract=8no bidder=P1 won.P1+P3=AS,KS,JS,TS,9S,8S,5H,7C"
    stage += " won.P2+P4=JH,QS,3S,7D"
    record = history.staged(load("kaiser"), stage)
    phase, moves = record.game.due(record.state), legal(record.game, record.state, "P1")
    policy, v = policy_of(record.game), phase.see(record.state, "P1")
    sure = policy.of(phase).sure_tricks(record.state, "P1", v, moves, frozenset({"P1", "P3"}))
    assert [move.text for move in sure] == ["AD"]
    advice = [Adviser(record.game).advise(record, "P1", Random(n), Budget(work=20_000)).move.text for n in range(4)]
    assert set(advice) == {"AD"}


def test_a_low_trump_makes_the_higher_ones_fall_together() -> None:
    stage = "trump=H leader=P1 trick= hand.P1=JH,{},8D hand.P2=9H,2C,3C hand.P3=AH,2D,4C hand.P4=KH,5C,3D"
    found = why("botifarra", gone("botifarra", stage.format("5H")), "5H", "8D")
    assert found["fall_together"].facts["kept"].text == "JH"
    assert "fall_together" not in why(
        "botifarra", gone("botifarra", stage.replace("KH", "4H").format("5H")), "5H", "8D"
    ), "one is lower"


def test_the_last_loser_is_led_while_the_others_still_have_to_follow() -> None:
    stage = "declarer=P3 leader=P3 trick= hand.P1=AH,{},KS hand.P2=8H,AS,TS hand.P3=QD,8D,9H"
    found = why("schafkopf", gone("schafkopf", stage.format("TH"), "7C", "8C", side="P3"), "9H", "8D")["loser_first"]
    assert set(texts(found.facts["trumps"])) == {"QD", "8D"}
    assert "loser_first" not in why(
        "schafkopf", gone("schafkopf", stage.format("7D"), "7C", "8C", side="P3"), "9H", "8D"
    )


def test_nothing_drives_out_a_card_that_nobody_can_hold() -> None:
    """Opponent has trumped a diamond, so the ten is among the cards that were not dealt."""
    stage = "trump=H leader=P1 hand.P1=8D,KD,QD,AS,7C hand.P2={},9S,TS,8C,9C"
    assert "sequence" in why("jo-jotte", stage.format("TD"), "KD", "7C")
    assert "sequence" not in why("jo-jotte", stage.format("7H"), "KD", "7C", after="8D 7H 9S AS")


def test_what_counts_less_is_led_where_either_may_be_lost() -> None:
    """P1 may drive out the ace of spades with the eight, or that of clubs with the king, which counts three."""
    hands = "hand.P1=QS,8S,6S,KC,QC hand.P2=AS,5H,4H,3H,2H hand.P3=4S,3D,2D,AC,6D hand.P4=7D,5D,4D,2C,3C"
    found = why("botifarra", f"trump=- leader=P1 trick= {hands}", "8S", "KC")
    assert found["spares_count"].facts["dear"].text == "KC"


def test_the_best_of_a_suit_that_will_be_trumped_costs_a_trump() -> None:
    stage = (
        COURT.format("P1", "", "KD,3C,5S", "4S,3S,9C", "2S,JC,TC", "8S,7S,QC") + " won.P1+P3=AD,QD,JD,TD,9D,8D,7D,6D"
    )
    found = why("court-piece", stage, "KD", "5S")
    assert [*found] == ["costs_trump"] and "it costs them one" in motive(GAME, found["costs_trump"])
    sure = found["costs_trump"]._replace(facts={**found["costs_trump"].facts, "sure": True, "void": ""})
    assert unmarked(motive(GAME, sure)) == "An opponent can trump KD, but that costs a trump."
    two = COURT.format("P1", "", "KD,3C", "4S,2D", "2S,JC", "8S,7S")
    last = why("court-piece", gone("court-piece", two), "KD", "3C")
    assert "costs_trump" not in last, "a trump spent on the last trick but one helps little"


def test_a_lead_that_costs_less_is_compared_with_one_of_another_suit() -> None:
    stage = "trump=S leader=P1 trick= hand.P1=4H,QC,2S hand.P2=AC,4D,5S hand.P3=3C,6D,7H hand.P4=KC,JD,6S"
    found = why("tute", stage, "4H", "QC")
    assert found["spares_count"].facts["dear"].text == "QC" and "spares_trumps" not in found


def test_the_one_card_above_may_not_have_been_dealt() -> None:
    stage = "trump=H upcard=JH declarer=P1 leader=P1 hand.P1=AH,KH,9D,8C hand.P2=AS,KS,QS,TC"
    found = why("jo-jotte", stage, "AH", "9D")["loses_to_one"]
    assert said_of(found).endswith("Only 9H beats AH, and it may not have been dealt.")


def test_cards_that_nobody_can_hold_are_counted_as_above_nothing() -> None:
    """Opponent has thrown a spade on a trump, so the trumps out of sight were not dealt."""
    stage = "trump=C declarer=P1 leader=P1 hand.P1=AC,{},KD,QD,7H hand.P2={},8S,AD,TD,8H"
    assert why("jo-jotte", stage.format("JC", "8C"), "QD", "KD", after="JC 8C")["cheaper_equal"].facts["n"] > 2
    found = why("jo-jotte", stage.format("JC", "9S"), "QD", "KD", after="JC 9S")["cheaper_equal"]
    assert found.facts["n"] == 2, "the ace and the ten"


def test_who_has_to_trump_is_not_said_to_beat_a_card_only_with_a_trump() -> None:
    stage = "trump=H declarer=P2 leader=P1 trick= hand.P1=AS,9S,JH,TH,7D hand.P2=8H,7H,AD,9H,KD"
    assert "nobody_follows" not in why("jo-jotte", stage, "9S", "7D", after="AS 8H 7H JH")


def test_the_highest_trump_is_kept_for_a_last_trick_that_counts_more() -> None:
    stage = "trump=H declarer=P2 leader=P1 trick= hand.P1=JH,9S hand.P2=8H,AD"
    found = why("jo-jotte", stage, "9S", "JH")["keeps_master"]
    assert "for the last trick, which counts 10 points more" in unmarked(motive(GAME, found))


def test_the_last_trump_is_brought_out_by_a_low_one_and_trumps_are_drawn_from_a_long_row_with_one_above() -> None:
    stage = "declarer=P1 leader=P1 trick= hand.P1=JS,JH,KD,9D,KH hand.P2=QD,TS,9S,AH,TH hand.P3=KS,AS,7S,8S,9H"
    taken = "TD,8D,7D,AC,TC,KC,9C,8C,7C"
    found = why("schafkopf", f"{stage} won.P1={taken} won.P2=QC,QS,QH,JC,JD,AD", "9D", "KH")
    assert "QD is the last trump out" in said_of(found["brings_out"])
    long = "declarer=P1 leader=P1 trick= hand.P1=QH,JC,JS,JH,KD,9D,7D hand.P2=QD,TS,9S,AH,TH,AS,7S"
    long += " hand.P3=QS,AD,8S,9H,KS,8H,7H won.P1=QC,8D,JD won.P2=TD,TC,AC,9C,8C,7C"
    assert "you have more than are out" in said_of(why("schafkopf", long, "QH", "7D")["draws_trumps"])
    assert "draws_trumps" not in why("schafkopf", long, "JC", "7D"), "QH draws them better"


def test_where_the_trick_has_to_be_headed_one_low_card_brings_out_the_card_above() -> None:
    """On 2H any other heart would do."""
    stage = "trump=S leader=P1 trick= hand.P1=KH,7H,5C hand.P2=3H,4H,QC hand.P3=6H,2D,4C hand.P4=2H,5D,KC"
    found = why("tute", stage + " won.P1+P3=AH,JH,QH,5H", "7H", "5C")["grows"]
    assert found.facts["forced"] and "has to play it on 7H" in unmarked(motive(GAME, found))


def test_a_long_suit_beside_many_trumps_takes_those_of_others() -> None:
    others = "hand.P2=AD,KD,AH,TS,9S,8S,7S,3S,AC hand.P3=KH,QH,JH,TH,KS,QS,JS,KC,QC"
    stage = f"trump=D broken=true leader=P1 trick= hand.P1=QD,JD,9D,6D,8H,7H,6H,4H,5S {others}"
    assert why("pluck", stage, "4H", "5S")["forces_length"].facts["trumps"] == 4
    assert "forces_length" not in why("pluck", stage, "5S", "4H")


def test_no_winner_is_hurried_home_while_the_last_trump_can_be_drawn() -> None:
    others = "hand.P2=9S,3C,4C,5C,JH hand.P3=6C,7C,8C,9C,TD hand.P4=2H,3H,JD,9D,8D"
    stage, low = (
        shared_out(f"trump=S leader=P1 trick= hand.P1={spades},TH,KD {others}", 4)
        for spades in ("JS,TS,6S", "8S,7S,6S")
    )
    assert "high_in_suit" not in why("court-piece", stage, "KD", "JS")
    assert "high_in_suit" in why("court-piece", low, "KD", "8S"), "the nine is above them"


def test_a_low_card_to_partners_best_keeps_the_higher_one() -> None:
    """P2 and P4 have shown that they have no hearts, so that KH is with P3."""
    mine, theirs = "3S,2S,AS,KS,QS,JS,4S,2H,AH,JH,6S,5H", "3C,2C,AC,KC,QC,JC,3D,2D,AD,KD,QD,JD"
    others = "hand.P2=7C,6C,5C,4C hand.P3=KH,6H,7H,7S hand.P4=7D,6D,5D,4D"
    stage = f"leader=P1 trick= hand.P1=3H,QH,4H,5S {others} won.P1+P3={mine} won.P2+P4={theirs}"
    found = why("tresette", stage, "4H", "QH", after="3H 7C 6H 7D")["partner_holds"]
    assert unmarked(motive(GAME, found)).endswith("and keep QH.")


def test_a_card_that_can_beat_nothing_any_more_is_not_kept_for_the_last_trick() -> None:
    stage = "leader=P1 trick= contract=7no bidder=P4 trump=- hand.P1=8H,TC hand.P2=JC,AH hand.P3=JH,QD hand.P4=5H,{}"
    stage += " won.P1+P3=7D,8D,9D,TD,JD,AD,9H,TH,QH,KH,7C,8C,{},QC,KC,AC,3S,8S,9S,TS,JS,QS,KS,AS"
    assert "keeps_harder" not in why("kaiser", stage.format("KD", "9C"), "8H", "TC"), "only JC is out"
    assert "keeps_harder" in why("kaiser", stage.format("9C", "KD"), "8H", "TC")


def test_a_card_that_a_known_one_beats_as_well_as_the_other_is_not_kept_for_the_last_trick() -> None:
    """P3 declares, and has shown the three of diamonds."""
    game = load("calabrasella")
    stage = "declarer=P3 leader=P1 trick= hand.P1=7D,5D hand.P2=JS,AC hand.P3=3D,KS"
    record = history.staged(game, stage)
    found = {}
    for shown in (True, False):
        state = changed(record.state, shown=(card("3D"),) if shown else ())
        told = reasons(Record(game, (state,)), "P1", play(card("5D")), play(card("7D")), Random(1), 20_000)
        found[shown] = {reason.what for reason in told}
    assert "keeps_harder" not in found[True] and "keeps_harder" in found[False]


def test_a_card_that_lies_open_comes_between_no_others() -> None:
    """The king of diamonds is turned up, so that ten and queen are equals: the ten costs less if it is lost."""
    hands = "hand.P1=TD,QD,8S,QH hand.P2=AD,9S,8H,7C"
    record = history.staged(load("jo-jotte"), f"trump=C declarer=P2 upcard=KD leader=P1 trick= {hands}")
    phase = record.game.due(record.state)
    v, policy = phase.see(record.state, "P1"), policy_of(record.game).of(phase)
    ten, queen = (policy.tie_break_cost(record.state, "P1", v, play(card(c)), {"P1"}) for c in ("TD", "QD"))
    assert ten < queen


def test_the_highest_trump_is_led_before_the_best_cards_of_other_suits() -> None:
    stage = COURT.format("P1", "", "AS,AD,3C,4C", "2H,3S,5C,9D", "4H,5S,TD,JD", "6H,7S,QD,KD")
    found = why("court-piece", stage, "AS", "AD")["top_trump"]
    assert said_of(found).endswith("a sure trick, and then fewer trumps are out to beat AD.")
    bare = why("court-piece", stage.replace("AD", "8D"), "AS", "8D")["top_trump"]
    assert said_of(bare).endswith("AS is the highest trump left: a sure trick, and it draws trumps.")
    both = why("court-piece", stage.replace("AD", "KS"), "KS", "3C")["top_trump"]
    assert said_of(both).endswith("Nothing out beats KS: a sure trick, and it draws trumps."), "AS is higher"


def test_a_low_trump_is_led_under_one_that_only_the_ace_is_above() -> None:
    rest = "hand.P2=QS,9S,4S,KD,JD,3H,3C,5C hand.P3=AS,TS,3S,QD,4D,AH,4C,6C hand.P4=JS,8S,6S,AD,7D,JH,KC,7C"
    stage = gone("court-piece", f"trump=S leader=P1 trick= hand.P1=KS,7S,5S,2S,TD,6D,2D,9H {rest}", side="P2+P4")
    found = why("court-piece", stage, "2S", "2D")["leads_under_honour"]
    assert said_of(found).endswith("your partner may have AS, and if an opponent spends it, KS is high.")


def test_a_card_that_always_wins_is_not_said_to_be_likelier_to_win_later() -> None:
    """9C is the highest: it is the seven that gains by the fall of those between."""
    stage = "trump=C leader=P1 trick= hand.P1=9C,{}3C,2D hand.P2=KC,QC,5S{} hand.P3=JC,7D,6S{} hand.P4=8C,8D,7S{}"
    for mine, theirs, kept in (("7C,", (",4S", ",3S", ",2S"), "7C"), ("", ("", "", ""), "9C")):
        hands = stage.format(mine, *theirs)
        found = why("botifarra", gone("botifarra", hands), "3C", "2D")["fall_together"].facts
        assert found["kept"].text == kept and found["top"] == (kept == "9C")


def test_all_cards_are_named_that_beat_what_would_be_led_instead() -> None:
    hands = "hand.P1=2H,2D,QD,JC hand.P2=KS,JD,6D,4D hand.P3=JH,3D,AD,AC hand.P4=JS,KH,KD,7D"
    stage = f"leader=P2 trick= {hands} won.P1+P3=3S,2S,AS,QS,7S,6S,5S,4S"
    found = why("tresette", stage, "KS", "JD")["cash_now"]
    assert unmarked(certain(GAME, found)).endswith("Higher than JD: 3D, 2D, AD and KD.")


def test_a_penalty_among_the_trumps_counts_less_than_a_card_of_no_worth() -> None:
    hands = "hand.P1=KS,{},3S,8H,8D,TD hand.P2=AS,TH,JD,9D,7D,KC hand.P3=TS,9S,8S,AH,5H,AD hand.P4=QS,KH,QH,JH,KD,QD"
    stage = f"trump={{}} leader=P1 trick= {hands} contract=7 bidder=P1"
    assert "spares_trumps" not in why("kaiser", stage.format("S", "JS"), "8D", "JS")


def test_all_is_named_that_opponents_may_have_above_what_would_be_led_instead() -> None:
    hands = "hand.P1=2C,KC,JC,2H hand.P2=3S,QS,7S,6C hand.P3=7C,AC,KH,KD hand.P4=KS,4S,4D,5D"
    stage = f"leader=P2 trick= {hands} won.P1+P3=3C,QC,4C,5C"
    found = why("tresette", stage, "QS", "6C", after="3S KD 4S 2H")["nobody_follows"]
    assert unmarked(certain(GAME, found)).endswith("Higher than 6C they may have 2C, AC, KC, JC and 7C.")


def test_a_trump_that_nothing_beats_is_not_said_to_fall_to_a_higher_one() -> None:
    stage = COURT.format(
        "P1", "", "9D,AS,KS,QS,9C,6C,4C", "2S,3S,KH,QH,JC,TC,7C", "4S,5S,AH,8H,8C,5C,3C", "6S,7S,TH,9H,KC,2C,AC"
    )
    found = why("court-piece", stage, "4C", "KS")["spends_worst"]
    assert said_of(found).endswith(
        "Nothing out beats KS: it can wait, and trump a suit that others lead. Lead 4C first."
    )


def test_trumps_are_not_drawn_where_the_others_hold_more_than_there_are_rounds() -> None:
    """Eight trumps in two hands take four rounds."""
    stage = "declarer=P2 leader=P1 trick= hand.P1=QC,QS,8D,AS,TS,9S,KC,7C hand.P2=JC,JD,KD,7D,9D,8S,AC,TC"
    stage += " hand.P3=JS,JH,TD,KS,7S,9H,8C,9C won.P1=QD,QH,AD won.P2=AH,KH,8H"
    assert "draws_trumps" not in why("schafkopf", stage, "QC", "AS")


def test_a_trump_that_is_the_only_one_out_and_in_a_hand_has_to_fall() -> None:
    stage = "declarer=P1 leader=P1 trick= aside=7H,7C hand.P1=JD,TC,8C hand.P2=TS,AH,AC hand.P3=TD,KC,8H"
    found = why("schafkopf", gone("schafkopf", stage, "7H", "7C", side="P1"), "JD", "8C")["may_catch"]
    assert said_of(found).endswith("TD has to fall under JD.")


def test_the_last_card_of_a_suit_out_has_to_fall_and_is_told_beside_what_falls_under_the_other() -> None:
    stage = "leader=P1 trick= declarer=P1 contract=100 hand.P1=TS,9S,AC,{},KD hand.P2=KS,AH,TH,{},9H"
    stage += " hand.P3=AD,TD,QD,JD,{},QH"

    def words(*held: str) -> str:
        found = why("tyzicha", gone("tyzicha", stage.format(*held), side="P1"), "TS", "AC")["both_win"]
        return unmarked(motive(GAME, found))

    assert words("JC,KH", "QC,TC", "9C") == "TS wins as surely as AC, and KS has to fall under TS: then 9S is high."
    assert words("TC,QC", "KC,KH", "9D").endswith("any order: KS has to fall under TS, and KC under AC.")


def test_a_king_that_falls_to_the_ace_leaves_the_ten_as_a_way_back() -> None:
    stage = "leader=P1 trick= hand.P1=2S,{},AH,QD hand.P2=JS,3H,6D,4D hand.P3=QS,JH,AD,AC hand.P4=KS,QH,KD,7D"
    assert "cash_now" in why("tresette", gone("tresette", stage.format("6H")), "2S", "AH")
    assert "cash_now" not in why("tresette", gone("tresette", stage.format("KH")), "2S", "AH")


def test_the_highest_trump_takes_the_lead_back_only_if_the_suit_need_not_be_followed_again() -> None:
    stage = "trump=H leader=P1 trick= contract=9 bidder=P1 hand.P1=AH,JD,{} hand.P2=QD,KD,9C hand.P3=TD,{},9S"
    stage += " hand.P4=KH,TS,AD"
    alone, two = (gone("kaiser", stage.format(*held)) for held in (("8S", "8D"), ("8D", "8S")))
    assert "can take it back" in unmarked(motive(GAME, why("kaiser", alone, "JD", "AH")["keeps_master"]))
    assert "take it back" not in unmarked(motive(GAME, why("kaiser", two, "JD", "AH")["keeps_master"]))


def test_a_card_need_not_fall_to_a_lead_that_lower_ones_beat_too() -> None:
    stage = "contract=7no bidder=P1 trump=- leader=P1 hand.P1=KS,JS,9S,9C hand.P2=AS,TC,JC,QC hand.P3=QS,8C,KC,7C"
    stage += " hand.P4=TS,AC,JD,QD won.P1+P3=AH,9H,8H,JH,KH,5H,3S,QH,TH,8D,8S,7D,AD,9D,KD,TD"
    found = why("kaiser", stage, "9S", "9C")["grows"]
    assert said_of(found).endswith("P3 may win 9S; if not, you still have KS, and only AS is a higher spade.")


def test_of_trumps_that_lie_open_or_in_the_own_hand_it_is_not_said_that_they_are_gone() -> None:
    won = "won.P1=JD,7H,AH,8H,TH,KH,KD,8D,AD,TD"
    stage = f"trump=D declarer=P1 leader=P1 hand.P1=9D,7D,QS,8C hand.P2=AS,KS,8S,7C upcard=QD {won}"
    found = why("jo-jotte", stage, "9D", "8C")["master"]
    assert unmarked(motive(load("jo-jotte"), found)) == "Nobody else has a trump: 9D wins for certain."


def test_a_card_that_nobody_can_follow_is_named_as_what_wins() -> None:
    won = "won.P1=AS,KS,JS,TS,9S,8S,7S,JD,9D,AD,TD,KD,8D,7D"
    stage = f"trump=D declarer=P1 leader=P1 hand.P1=QS,8C hand.P2=KC,7C upcard=QD {won}"
    found = why("jo-jotte", stage, "QS", "8C")["last_of_suit"]
    assert unmarked(motive(load("jo-jotte"), found)) == "Nobody else has any spades, so QS wins."
