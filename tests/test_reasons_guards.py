"""Reasons from guards and lengths, without trumps: what stands beside a high card, and which suits others may run."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any

from tests.test_reasons import said_of, why
from tests.test_reasons_bids import chosen
from tests.test_reasons_leads import texts
from tutor.advice.reasons.finding import reasons
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.cards import card
from tutor.kernel.history import Record
from tutor.kernel.moves import play
from tutor.kernel.playout import legal
from tutor.kernel.state import changed
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

    import pytest

    from tutor.kernel.moves import Move


def played(game: str, stage: str, aside: str = "", side: str = "P1+P3") -> str:
    """The stage with all cards in tricks of `side` that are in no hand, not on the table and not `aside`."""
    there = set(re.findall(r"\b[2-9TAJQK][SHDC]\b", f"{stage} {aside}"))
    return f"{stage} won.{side}={','.join(c.text for c in load(game).pack.order if c.text not in there)}"


def cost(record: Record[Any], move: str, friends: Set[str] = frozenset()) -> float:
    seat = record.state.turn[0]
    phase = record.game.due(record.state)
    moves = {m.text: m for m in legal(record.game, record.state, seat)}
    policy = policy_of(record.game).of(phase)
    return policy.tie_break_cost(record.state, seat, phase.see(record.state, seat), moves[move], {seat, *friends})


def calls() -> Iterator[tuple[Record[Any], dict[str, Move], set[str]]]:
    """Moments at which somebody plays alone and calls for a card: the calls, and the hand."""
    game = load("calabrasella")
    for seed in range(400):
        record = history.draw(history.start(game), Random(seed))
        record = history.play(record, record.state.turn[0], legal(game, record.state, record.state.turn[0])[1])
        if record.state.phase == "call":
            moves = {m.text: m for m in legal(game, record.state, record.state.turn[0])}
            yield record, moves, {c.text for c in record.state.hand(record.state.turn[0])}


RUN = "declarer=P3 leader=P3 trick=KD hand.P1=AS,KS,6S,4S,7C hand.P2=JS,QS,5H,4H,6H hand.P3={},2S,AD,3H"


def test_low_cards_are_kept_to_go_under_what_is_above_two_equals() -> None:
    found = why("calabrasella", played("calabrasella", RUN.format("3S"), "4D,5D,6D,7D", "P3"), "7C", "4S")
    assert said_of(found["keeps_guard"]).endswith("Keep 4S to play under 3S or 2S: without it KS would have to go.")
    assert "keeps_guard" not in why(
        "calabrasella", played("calabrasella", RUN.format("5S"), "4D,5D,6D,7D", "P3"), "7C", "4S"
    )


def test_a_guard_is_thrown_last_of_cards_that_did_as_well() -> None:
    record = history.staged(load("calabrasella"), played("calabrasella", RUN.format("3S"), "4D,5D,6D,7D", "P3"))
    assert cost(record, "4S") > cost(record, "7C")
    record = history.staged(load("calabrasella"), played("calabrasella", RUN.format("5S"), "4D,5D,6D,7D", "P3"))
    assert cost(record, "4S") < cost(record, "7C"), "one of two guards is enough"


TWO = "declarer=P2 leader=P3 trick=4H hand.P1=KS,QS,5S,AD,KD,JD,6D hand.P3=JS,6S,7C,5C,5H,6H"
TWO += " hand.P2=3S,{},2C,3D,2H,KH"


def test_one_card_under_two_neighbours_is_kept_though_three_are_above() -> None:
    deep = played("calabrasella", TWO.format("2S,AS"), "4D,5D,7D,QD", "P2")
    found = why("calabrasella", deep, "6D", "5S")
    assert said_of(found["keeps_guard"]).endswith("Keep 5S to play under 3S, 2S or AS: without it QS would have to go.")
    assert "keeps_beater" not in why("calabrasella", deep, "5S", "6D"), "it has a use"
    assert "keeps_guard" not in why(
        "calabrasella", played("calabrasella", TWO.format("2S,AS").replace("QS", "4S"), "4D,5D,7D,QD", "P2"), "6D", "5S"
    ), "of one card two are left"
    record = history.staged(load("calabrasella"), deep)
    assert cost(record, "5S") > cost(record, "6D")


def test_a_card_beside_the_ace_is_thrown_last_as_long_as_more_are_above_it() -> None:
    stage = "leader=P3 trick=KS,6S hand.P1=4D,AD,5C,JH hand.P2=QH,5H,JC,{} hand.P3=7S,6H,7H hand.P4=7C,QC,{}"
    for two, alone in (("2D,3D", True), ("5D,6D", False)):
        record = history.staged(load("tresette"), played("tresette", stage.format(*two.split(","))))
        assert (cost(record, "4D", {"P3"}) > cost(record, "5C", {"P3"})) == alone


def test_what_counts_is_kept_from_a_partner_whose_card_will_be_beaten() -> None:
    """P2 plays last: all the other hearts are above 4H, and none above 3H."""
    friends, game = {"P1", "P3"}, load("calabrasella")
    stages = (TWO.format("2S,AS").replace("=4H", f"={c}") for c in ("4H", "3H"))
    low, high = (history.staged(game, played(game.name, stage, "4D,5D,7D,QD", "P2")) for stage in stages)
    assert cost(low, "JD", friends) > cost(low, "6D", friends)
    assert cost(high, "AD", friends) < cost(low, "AD", friends) - 1


def test_rules_of_thumb_throw_no_guard_away() -> None:
    """With open cards: two of P2's spades are above KS, and as many cards are beside it."""
    for held, chosen_card in (("2S,7H", "6D"), ("JC,7H", "5S")):
        stage = played("calabrasella", TWO.format(held), "4D,5D,7D,QD", "P2")
        state = history.staged(load("calabrasella"), stage).state
        phase = load("calabrasella").due(state)
        moves, view = legal(load("calabrasella"), state, "P1"), phase.see(state, "P1")
        policy = policy_of(load("calabrasella")).of(phase)
        found = policy.rollout_move(state, "P1", view, moves, {"P1", "P3"}, Random(1))
        assert found is not None and found.text == chosen_card


def test_of_two_cards_above_one_that_is_shown_both_are_kept() -> None:
    hands = "hand.P1=QS,AH,KH hand.P2=KS,KD,7D hand.P3=4H,2S"
    stage = played("calabrasella", f"declarer=P3 leader=P3 trick=QC {hands}", "4D,5D,6D,7C", "P3")
    record = history.staged(load("calabrasella"), stage)
    state = changed(record.state, shown=(card("4H"),))
    told = reasons(Record(record.game, (state,)), "P1", play(card("QS")), play(card("KH")), Random(1), 20_000)
    assert [one.what for one in told if not one.shared][:1] == ["keeps_best"]


def test_the_best_of_a_suit_that_others_may_lead_is_kept_beside_one_that_nobody_else_has() -> None:
    hands = "hand.P1=AC,QC,3D hand.P2=QH,AD,KD hand.P3=2D,QD"
    stage = played("calabrasella", f"declarer=P3 leader=P3 trick=KH {hands}", "4D,5D,6D,7D", "P3")
    assert "keeps_best" in why("calabrasella", stage, "QC", "3D")
    assert "keeps_best" not in why("calabrasella", stage, "3D", "QC")


def test_the_best_trump_is_not_spent_for_what_it_counts() -> None:
    stage = "trump=H leader=P2 trick=9C,5C,3C hand.P1=9H,8H,6S,4D hand.P2=8C,QH,2S"
    stage += " hand.P3=JH,QC,7S hand.P4=3H,KS,9D"
    record = history.staged(load("botifarra"), stage)
    assert cost(record, "8H") < cost(record, "9H")


def test_the_last_to_play_brings_a_dear_card_home_that_may_be_trumped_later() -> None:
    hands = "hand.P1=AH,7H,6S,4D hand.P2=8H,QC,2S hand.P3=KS,7S,3C hand.P4=QS,9D,JD"
    for trump, home in (("C", True), ("-", False)):
        stage = f"trump={trump} leader=P2 trick=2H,JH,5H {hands}"
        record = history.staged(load("botifarra"), stage)
        assert (cost(record, "AH", {"P3"}) < cost(record, "7H", {"P3"})) == home


def test_of_two_cards_of_a_suit_the_better_is_kept() -> None:
    hands = "hand.P1=2H,KH,6H hand.P2=3H,4D hand.P3=5H,6D hand.P4=AH,7H"
    stage = played("tresette", f"leader=P2 trick=QC,2C,JC {hands}")
    found = why("tresette", stage, "KH", "2H")
    assert said_of(found["keeps_higher"]).endswith(
        "Keep 2H: only 3H can beat it in its suit, and two hearts are above KH."
    )
    assert "keeps_higher" not in why("tresette", stage, "2H", "KH")


def test_the_lower_of_two_low_cards_is_led_and_why_their_suit_is() -> None:
    hands = "hand.P1=2H,KH,6H,4H,7C hand.P2=3H,AH,4D,5D,6D hand.P3=5H,JH,QD,JD,KD hand.P4=7H,QH,7D,AD,2D"
    stage = played("tresette", f"leader=P1 trick= {hands}")
    found = why("tresette", stage, "4H", "6H")
    assert "grows" in found and said_of(found["lower_first"]).endswith("4H will do for that: 6H still beats 5H.")
    assert "lower_first" not in why("tresette", stage, "6H", "4H")
    level = played("tresette", f"leader=P1 trick= {hands.replace('5H', '4C')}")
    assert "lower_first" not in why("tresette", level, "4H", "6H"), "they are equals"


def test_a_sequence_of_three_is_led_though_three_are_above() -> None:
    hands = "hand.P1=KD,JD,QD,4H,2S hand.P2=3D,4D,5H,6H,JS hand.P3=2D,7D,7H,JH,QS hand.P4=AD,5D,6D,QH,KS"
    found = why("tresette", played("tresette", f"leader=P1 trick= {hands}"), "KD", "4H")
    assert "drives out one of the higher cards" in said_of(found["sequence"])
    two = played("tresette", f"leader=P1 trick= {hands.replace('JD,QD', '4S,QD').replace('5D,6D', '5D,JD')}")
    assert "sequence" not in why("tresette", two, "KD", "4H")


def test_of_two_sure_winners_the_deals_may_speak_for_the_longer_suit(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = "hand.P1=3C,QC,JC,2D,JD hand.P2=2C,KC,AD,QD,5H hand.P3=AC,5C,KD,7D,6H"
    stage = played("calabrasella", f"declarer=P1 leader=P1 trick= {hands}", "4S,5S,6S,7S", "P1")
    monkeypatch.setattr(SampledOutcomes, "clearly_ahead", True)
    found = why("calabrasella", stage, "3C", "2D")["both_win"]
    assert found.facts["longer"] and texts(found.facts["long"]) == ["QC", "JC"]
    assert "longer suit" in said_of(found)
    assert "both_win" not in why("calabrasella", stage, "2D", "3C")


def test_a_lower_card_is_led_beside_an_honour_for_which_one_is_still_above() -> None:
    hands = "hand.P1=AH,JH,6H,5S hand.P2=2H,7H,4D,5D hand.P3=JC,QC,QD,JD hand.P4=KC,4C,7D,AD"
    stage = played("tresette", f"leader=P1 trick= {hands}")
    assert "Lead 6H and keep JH: if 2H" in said_of(why("tresette", stage, "6H", "JH")["lower_of_two"])


def test_the_best_card_waits_for_a_dearer_one() -> None:
    hands = "hand.P1=3C,QC,5D hand.P2=AC,JH hand.P3=KC,KS"
    stage = played("calabrasella", f"declarer=P1 leader=P2 trick=2C,6C {hands}", "4S,5S,6S,7S", "P1")
    assert "keep 3C to catch AC" in said_of(why("calabrasella", stage, "QC", "3C")["saves"])
    cheap = played(
        "calabrasella", f"declarer=P1 leader=P2 trick=2C,6C {hands.replace('AC', 'JC')}", "4S,5S,6S,7S", "P1"
    )
    assert "to catch" not in said_of(why("calabrasella", cheap, "QC", "3C")["saves"])


def test_where_all_cards_are_equals_nothing_else_is_told() -> None:
    stage = played(
        "calabrasella", "declarer=P3 leader=P1 trick= hand.P1=KC,QC hand.P2=AC,JS hand.P3=2S,3S", "4D,5D,6D,7D", "P3"
    )
    assert [*why("calabrasella", stage, "KC")] == ["equals"]


def test_a_three_is_called_for_the_longer_suit() -> None:
    for record, moves, hand in calls():
        suits = {w[1]: {c for c in hand if c[1] == w[1]} for w in moves if w[0] == "3"}
        for one, two in ((a, b) for a in suits for b in suits if a != b):
            runs = [len({"2" + s, "A" + s} & hand) if "2" + s in hand else 0 for s in (one, two)]
            if runs[0] == runs[1] and len(suits[one]) > len(suits[two]):
                found = chosen(record, "3" + one, "3" + two)["calls_length"]
                assert {c.text for c in found.facts["mine"]} == suits[one] and found.facts["other"].text == "3" + two
                assert "calls_length" not in chosen(record, "3" + two, "3" + one)
                return
    raise AssertionError("nobody could")


def test_no_trump_is_spoken_of_when_all_are_gone() -> None:
    hands = "hand.P1=8S,6S,9D hand.P2=KS,QC,7C hand.P3={},TC,8C hand.P4=KD,QD,JD"
    stage = f"trump=H leader=P1 trick= {hands}"
    out = played("scotch-whist", stage.format("JC"), side="P1")
    assert said_of(why("scotch-whist", out, "6S", "9D")["grows"]).endswith("and then 8S is high.")
    left = played("scotch-whist", stage.format("6H"), side="P1")
    assert "only a trump beats 8S" in said_of(why("scotch-whist", left, "6S", "9D")["grows"])
