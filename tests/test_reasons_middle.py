"""Reasons for cards that decide little by themselves: middle cards, cards that cost, equals; and for figures."""

from __future__ import annotations

from dataclasses import replace

from tests.test_reasons import GAME, TUTE, said_of, why
from tutor.advice import Advice
from tutor.advice.reasons.context import Reason
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.cards import card
from tutor.kernel.moves import Move, play
from tutor.kernel.playout import legal
from tutor.kernel.state import changed
from tutor.policies import policy_of
from tutor.policies.tricks.rollout import rollout_heuristic
from tutor.policies.tricks.tie_break import led
from tutor.teach.practice.advising import advice_texts, spoken
from tutor.teach.text.marks import unmarked

KAISER = "trump={} leader={} trick={} hand.P1={} hand.P2={} hand.P3={} hand.P4={} contract=6{} bidder=P2"


def test_where_only_two_cards_count_the_others_are_compared_by_what_beats_them() -> None:
    hands = "TS,JH,8C,JD", "9S,KH,TC,9D", "8S,9H,QC,7D", "QS,TH,AC,8D"
    stage = KAISER.format("-", "P1", "", *hands, "no")
    found = why("kaiser", stage, "8C", "JD")
    assert said_of(found["spends_worst"]).endswith("Give up 8C, and keep JD: only AD, KD or QD can beat it.")
    assert "spends_worst" not in why("kaiser", stage, "JD", "8C")
    assert "spends_worst" not in why("kaiser", stage.replace("8C", "5H"), "5H", "JD"), "five points are not given up"


def test_a_low_card_is_led_under_an_honour_that_partner_may_beat() -> None:
    hands = "hand.P1=KD,7D,5D,7C hand.P2={},4D,6C,2C hand.P3={},6D,2D,4C hand.P4=QD,JD,5C,3C"
    stage = f"trump=S leader=P1 trick= {hands}"
    found = why("tute", stage.format("3D", "AD"), "5D", "7C")["leads_under_honour"]
    assert "Lead low under KD: your partner may have AD or 3D" in said_of(found)
    gone = why("tute", stage.format("JC", "QC") + " won.P1+P3=AD,3D,2S,4S", "5D", "7C")
    assert "leads_under_honour" not in gone, "it is the highest itself"


def test_where_both_sides_have_a_contract_it_is_told_of_ones_own_that_it_is_lost() -> None:
    hands = "hand.P1=X1,KC,8C hand.P2=JC,9C,4D hand.P3=5C,6C,X2 hand.P4=9H,3D,QC won.P2+P4=2D,5D,6D,7D"
    stage = f"trump=C broken=true bids=P2:1,P3:4,P4:pass,P1:pass dealer=P1 leader=P1 trick= {hands}"
    found = why("back-alley", stage, "8C", "KC")
    assert said_of(found["secured"]).startswith("P1+P3 cannot get 4 tricks any more.")


def test_a_card_that_costs_is_led_while_they_have_to_take_it() -> None:
    hands = "8S,3S,8H,QD", "KS,TH,KC,KD", "9H,QH,8C,7C", "JS,AH,JC,9C"
    stage = KAISER.format("-", "P1", "", *hands, "no")
    found = why("kaiser", stage + " won.P1+P3=AS,QS,TS,9S", "3S", "8H")
    assert "spares_count" not in found
    assert (
        said_of(found["costs_taker"])
        .strip()
        .startswith("3S costs whoever takes it 3 points: lead it while an opponent")
    )
    assert "costs_taker" not in why("kaiser", stage + " won.P1+P3=AS,QS,TS,9S", "8S", "8H")
    trumped = KAISER.format("H", "P1", "", "KS,3S", "TH,JH", "KH,QH", "AS,TS", "")
    told = said_of(why("kaiser", trumped, "3S", "KS")["costs_taker"])
    assert told.endswith("and probably an opponent has to."), "a trump may take it as well as a spade"
    top = stage.replace("8S,3S", "8D,3S") + " won.P1+P3=AS,QS,TS,9S,KS,JS,8S,JD"
    assert "costs_taker" not in why("kaiser", top.replace("KS,TH", "TD,TH").replace("JS,AH", "7D,AH"), "3S", "8H")


def test_a_dear_card_may_fall_under_a_sure_trick() -> None:
    hands = "AH,JH,8C,7C", "KH,9C,TD,9D", "9H,QC,8D,7D", "QH,5H,TC,JC"
    stage = KAISER.format("-", "P1", "", *hands, "no")
    assert said_of(why("kaiser", stage, "AH", "8C")["may_catch"]).endswith("5H may fall under AH.")
    gone = stage.replace("5H", "TH") + " won.P1+P3=5H,8H,AS,KS"
    assert "may_catch" not in why("kaiser", gone, "AH", "8C")


def test_a_guard_that_counts_more_is_not_kept_for_what_it_guards() -> None:
    hands = "hand.P1=KC,7D hand.P2={}9S hand.P3=QH,8D,TC hand.P4=AH,JC,TD contract=6no bidder=P1"
    stage = "trump=- leader=P1 trick=7D " + hands.replace("KC,7D", "KC,8C") + " won.P1+P3=AS,KS,8S,TS"
    found = why("kaiser", stage.format("KH,5H,"), "9S", "5H")
    assert "keeps_guard" not in found and "least_count" in found
    assert "keeps_guard" in why("kaiser", stage.format("KH,9H,"), "9S", "9H")


def test_a_trick_that_costs_is_not_called_worth_going_higher_for() -> None:
    hands = "QS,8S,JC", "TH,TC,AC", "{}C,9H", "AS,8H"
    stage = KAISER.format("-", "P3", "{},9S", *hands, "no")
    assert "goes_higher" not in why("kaiser", stage.format("3S", "K"), "QS", "8S")
    assert why("kaiser", stage.format("3S", "K"), "QS", "8S").keys() != why(
        "kaiser", stage.format("JS", "K"), "QS", "8S"
    )


def test_the_dearer_of_two_equals_does_not_go_first_to_be_trumped() -> None:
    hands = "AH,3H,2C", "AS,4D,5C", "3S,6D,4C", "7S,JD,QC"
    stage = "trump=S leader=P1 trick= " + " ".join(f"hand.P{n}={three}" for n, three in enumerate(hands, 1))
    gone = " won.P1+P3=5S,4S,2S,JS,4H,5H,6H,7H,QH,JH,2H,{}"
    assert "dearer_first" not in why("tute", stage + gone.format("3D"), "AH", "3H"), "only one card is left to follow"
    few = stage.replace("7S", "2S").replace("3S", "QH").replace("4D", "JH")
    assert "dearer_first" in why("tute", few + " won.P1+P3=5S,4S,4D,3S,4H,5H,6H,7S", "AH", "3H")


def test_a_winner_that_will_be_trumped_is_not_the_dear_one() -> None:
    record = history.staged(load("tute"), TUTE.format("AH,3H,6C"))
    phase = record.game.due(record.state)
    v = phase.see(record.state, "P1")
    worth = {c: phase.trick_value((c,), "S") or 0 for c in record.game.pack.order}
    rules = rollout_heuristic(v.order, tuple(worth.items()))

    def cost(text: str, *out: str) -> float:
        own, unseen = (rules.cards.bits(map(card, some)) for some in (("AH", "3H"), ("AS", "7S", *out)))
        return led(rules, rules.cards.bit[card(text)], own, unseen)

    assert cost("3H", "KH") < cost("AH", "KH"), "one card is left to follow"
    assert cost("AH", "KH", "QH", "JH") < cost("3H", "KH", "QH", "JH")


def test_the_card_that_is_harder_to_beat_is_kept_for_a_last_trick_that_counts_more() -> None:
    hands = "JS,7H", "AS,KC", "7S,QC", "5S,JC"
    stage = "trump=S leader=P1 trick= " + " ".join(f"hand.P{n}={two}" for n, two in enumerate(hands, 1))
    gone = " won.P1+P3=3S,KS,QS,6S,4S,2S,AH,3H,KH,QH,JH,6H,5H,4H,2H,AC"
    found = why("tute", stage + gone, "7H", "JS")["keeps_harder"]
    assert "Keep JS, which is harder to beat, for the last trick: that counts 10 more." in said_of(found)
    assert "keeps_harder" not in why("tute", stage + gone, "JS", "7H")


def test_what_speaks_for_either_is_told_before_figures() -> None:
    """Both are the only cards of their suits; the deals prefer one."""
    other = play(card("6H"))
    advice = Advice(play(card("7S")), other, 0.1, 0.1, 0.5, 0.1, 0.9, 60, 60, 120, 2, 9)
    alone = Reason("singleton", {"c": card("7S"), "suit_": "S", "dear": "", "stake": ""}, shared=True)
    texts = [unmarked(text) for text in advice_texts(GAME, advice, spoken(advice, (alone,)))]
    assert texts[1:] == [
        "When spades come again you can trump.",
        "The same goes for 6H, but by the deals I tried the chances that 7S is better are about 9 in 10.",
    ]
    even = [unmarked(text) for text in advice_texts(GAME, replace(advice, sure=0.5), (alone,))]
    assert even[2:] == ["The same goes for 6H."]
    own = alone._replace(shared=False)
    assert not any("as true" in unmarked(text) for text in advice_texts(GAME, advice, spoken(advice, (own,))))


def test_no_trumps_is_not_thought_of_without_high_cards() -> None:
    deal = "hand.P1={} hand.P2=AS,KS,AH,KH,AC,KC,AD,KD hand.P3=QS,JS,9S,8S,QH,9H,8H,QC hand.P4=TC,9C,8C,7C,QD,JD,9D,7D"
    record = history.staged(load("kaiser"), f"at=deal dealer=P4 {deal.format('TS,3S,JH,TH,5H,TD,8D,JC')}")
    policy, moves = policy_of(record.game).of(record.game.due(record.state)), legal(record.game, record.state, "P1")
    assert {move.word for move in policy.plausible(record.state, "P1", moves)} == {"pass", "6"}
    strong = changed(record.state, hands=(record.state.hands[1], record.state.hands[0], *record.state.hands[2:]))
    assert {"6no", "8no"} <= {move.word for move in policy.plausible(strong, "P1", moves)}


def test_partner_is_not_overbid_with_less_than_the_bid_needs() -> None:
    own, rest = "KS,JS,JH,TH,KD,JD,9D,8D", "hand.P1=AS,QS,8S,AH,QH,8H,KC,QC hand.P2=TS,9S,3S,KH,9H,5H,AC,JC"
    deal = f"at=deal dealer=P4 {rest} hand.P3={own} hand.P4=TC,9C,8C,7C,AD,QD,TD,7D"
    record = history.staged(load("kaiser"), deal)
    policy = policy_of(record.game).of(record.game.due(record.state))

    def thought_of(*said: str) -> set[str]:
        after = record
        for word in said:
            after = history.play(after, after.state.turn[0], Move(word))
        moves = legal(after.game, after.state, "P3")
        return {move.word for move in policy.plausible(after.state, "P3", moves)}

    assert thought_of("6", "pass") == {"pass"}
    assert "7" in thought_of("pass", "6"), "an opponent may be"


def test_a_winner_that_must_be_trumped_still_costs_a_trump() -> None:
    hands = "hand.P1=3D,QD,KC hand.P2=5D,7C,QH hand.P3=6D,4D,KS hand.P4=AD,KD,JS"
    gone = " won.P1+P3=AC,3C,QC,JC,6C,5C,4C,2C"
    found = why("tute", f"trump=D leader=P1 trick= {hands}{gone}", "KC", "QD")
    assert said_of(found["costs_trump"]).endswith("Only a trump beats KC: either it wins, or it costs them one.")


def test_the_lower_card_is_played_where_a_card_that_costs_lies() -> None:
    hands = "KS,JS,TH", "TS,9H,8H", "AH,QH", "AS,9D,8D"
    stage = KAISER.format("-", "P3", "8S,3S", *hands, "no").replace("AS,9D,8D", "AS,9D")
    assert "penalty_lies" in why("kaiser", stage, "JS", "KS")
    assert "penalty_lies" not in why("kaiser", stage.replace("3S", "9S"), "JS", "KS")


def test_a_low_card_is_not_led_to_win_but_for_the_honour_above_it() -> None:
    hands = "hand.P1=QH,7H,2H,6S hand.P2=KH,JH,4D,KS hand.P3=3H,QS,6D,4C hand.P4=6H,JS,5C,3C"
    gone = " won.P1+P3=AS,3S,7S,AH"
    found = why("tute", f"trump=C leader=P1 trick= {hands}{gone}", "2H", "6S")
    assert "leads_high" not in found
    told = "your partner may have 3H or KH, and if an opponent spends one of them, QH is nearer to winning."
    assert said_of(found["leads_under_honour"]).endswith(f"Lead low under QH: {told}")
    assert "leads_under_honour" not in why("tute", f"trump=C leader=P1 trick= {hands}{gone}", "6S", "2H")


def test_a_card_that_wins_as_often_and_costs_less_speaks_for_itself_alone() -> None:
    stage = "trump=H leader=P3 trick=3S,4S hand.P1=KH,QH,4H,KC hand.P2=AH,JH,2C,7C hand.P3=6S,5S,QD hand.P4=JS,AC,JC"
    assert "equal_winner" in why("tute", stage, "QH", "KH")


def test_a_card_that_three_others_or_a_trump_beat_is_not_said_to_be_kept_to_win() -> None:
    hands = "TS,JH,8C,JD", "9S,KH,TC,9D", "8S,9H,QC,7D", "QS,TH,AC,8D"
    found = why("kaiser", KAISER.format("H", "P1", "", *hands, ""), "8C", "JD")
    assert said_of(found["spends_worst"]).endswith("8C can hardly win now or later: give it up, and keep JD.")
