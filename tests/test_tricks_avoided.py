"""The rollout heuristic where tricks are not wanted: what is led and what is thrown away, by what others hold."""

from __future__ import annotations

from tutor.games.tetka import Trick
from tutor.games.tetka.table import costs
from tutor.kernel.cards import card, cards
from tutor.policies.tricks.rollout import RolloutHeuristic, rollout_heuristic


def rules(bum: str = "2S") -> RolloutHeuristic:
    """The heuristic of Tetka, in which the queen of the bum card's suit costs most."""
    return rollout_heuristic(Trick.ranking.orders[""], tuple(costs(card(bum)).items()))


def led(own: str, *others: str) -> str:
    heuristic = rules()
    bits = [heuristic.cards.bits(cards(hand)) for hand in others]
    return heuristic.cards.card(heuristic.lead_low(heuristic.cards.bits(cards(own)), bits, lambda: 0.0)).text


def thrown(own: str, others: str) -> str:
    heuristic = rules()
    bits = heuristic.cards.bits
    spade, heart = bits(cards("KS")), bits(cards(own))
    chosen = heuristic.duck(heart, heuristic.cards.block("S"), spade, bits(cards(others)), last=False)
    return heuristic.cards.card(chosen).text


def test_a_card_is_led_that_somebody_has_to_beat() -> None:
    assert led("5H,4C", "6H,9H,3C,8C", "3C,JC,7H", "2C,9C,8H") == "5H"  # everybody can stay below 4C
    assert led("5H,4C", "3H,9H,8C", "3C,JC,2H", "2C,9C,4H") == "4C"


def test_a_suit_is_not_led_in_which_a_dear_card_may_be_drawn_out() -> None:
    others = ("5S,JS,9D", "7S,8D,TD", "6S,7D,JD")
    assert led("QS,4S,5D", *others) == "5D"
    assert led("JC,4S,5D", *others) == "4S"


def test_thrown_is_what_costs_and_then_what_would_win_later() -> None:
    assert thrown("QH,AD,3C", "AH,KH,2D,3D,4D,5C") == "QH"
    assert thrown("9H,AD,3C", "AH,KH,TH,2D,3D,4D,5C") == "AD"
    assert thrown("9H,8D,3C", "2H,3H,4H,5H,KD,QD,JD,5C") == "9H"
