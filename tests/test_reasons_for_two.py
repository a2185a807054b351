"""Reasons where two play, one opponent has shown cards, or only the first few tricks count."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.test_reasons import COURT, WORK, said_of, why
from tests.test_reasons_following import shared_out
from tutor.advice.reasons.context import DecisionContext
from tutor.advice.reasons.deals import by_points
from tutor.advice.reasons.finding import reasons
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.cards import card, cards
from tutor.kernel.history import Record
from tutor.kernel.moves import Move, play
from tutor.kernel.playout import legal
from tutor.kernel.state import changed
from tutor.policies import policy_of
from tutor.policies.games.tyzicha.sure import sure_points

if TYPE_CHECKING:
    from tutor.advice.reasons.context import Reason


def told(stage: str, move: str, other: str, shown: str = "") -> dict[str, Reason]:
    """The reasons of P1 in Jo-Jotte, where P2 has shown some cards."""
    game = load("jo-jotte")
    state = changed(history.staged(game, stage).state, shown=cards(shown))
    found = reasons(Record(game, (state,)), "P1", play(card(move)), play(card(other)), Random(1), WORK)
    return {reason.what: reason for reason in found if not reason.shared}


def test_cards_that_count_are_led_for_what_beats_them() -> None:
    stage = "trump=C upcard=8H declarer=P1 leader=P1 hand.P1=QS,9H{} hand.P2=QD,JD{}"
    found = told(stage.format("", ""), "QS", "9H")
    assert said_of(found["leads_high"]).endswith("QS has the better chance to win; 9H can wait.")
    assert "leads_high" not in told(stage.format(",8D", ",KD"), "QS", "9H"), "it counts more, and may be lost"
    assert "leads_high" not in told(stage.format("", ""), "9H", "QS")


def test_what_counts_less_is_given_up_for_a_card_that_is_hard_to_beat() -> None:
    stage = "trump=D declarer=P2 leader=P1 hand.P1=AD,KD,JC,8C,8S hand.P2=TH,9H,8H,9D,QC"
    found = told(stage, "JC", "AD")
    assert "keep AD" in said_of(found["spends_worst"]) or "AD may bring you in" in said_of(found["spends_worst"])
    assert "spends_worst" not in told(stage, "AD", "JC")


def test_trumps_fall_together_if_there_is_room_for_few_of_them() -> None:
    stage = "trump=D upcard=JD declarer=P1 leader=P1 hand.P1=8D,7D,QS,8S hand.P2=QH,JH,KD,8H"
    found = told(stage, "7D", "8S", "QH,JH")
    assert "7D takes out a trump, if there is one, and 8D" in said_of(found["fall_together"])
    assert "fall_together" not in told(stage, "7D", "8S"), "four cards may be trumps"


def test_all_of_the_first_tricks_are_needed_though_more_come_after_them() -> None:
    stage = COURT.format(
        "P1",
        "",
        "6S,2S,9H,8H,7H,9C,7C,4C,4D",
        "KH,6H,5H,4H,3H,JC,3C,2C,TD",
        "QH,AC,KC,QC,TC,5C,AD,KD,JD",
        "AH,JH,TH,2H,8C,6C,QD,9D,2D",
    )
    found = why("court-piece", shared_out(stage, 4), "6S", "4D")
    assert "P1+P3 needs all of the first seven tricks." in said_of(found["must_win"])
    assert "to win the first seven, do not lose this one" in said_of(found["must_win"])
    assert "must_win" not in why("court-piece", shared_out(stage, 3), "6S", "4D"), "one trick is lost already"


def test_two_who_hold_as_many_trumps_as_the_other_can_have() -> None:
    game, seen = load("jo-jotte"), set()
    for seed in range(300):
        record = history.draw(history.start(game), Random(seed))
        record = history.play(record, record.state.turn[0], Move("accept"))
        state, seat = record.state, record.state.turn[0]
        moves = {m.text: m for m in legal(game, state, seat)}
        trumps = [c.rank for c in state.hand(seat) if c.suit == state.upcard.suit]
        many = len(trumps) == 3 and "A" in trumps and "J" not in trumps and "9" not in trumps
        if state.upcard.rank in "J9" or not many:
            continue
        found = reasons(record, seat, moves["double"], moves["pass"], Random(1), 2000)
        said = [said_of(reason) for reason in found if reason.what == "doubling"]
        assert said
        seen.add("is hardly longer in them" in said[0])
        quiet = reasons(record, seat, moves["pass"], moves["double"], Random(1), 2000)
        assert all(reason.what != "doubling" for reason in quiet)
    assert True in seen


def test_what_a_pair_says_is_not_said_twice_of_its_suit() -> None:
    stage = (
        "declarer=P2 contract=110 leader=P2 trick=JD,9D hand.P1=QS,TH,AC,KC,QC hand.P2=KH,QH,TS,TC hand.P3=AH,JH,AS,KS"
    )
    found = why("tyzicha", stage + " won.P2=TD,9S,9C,AD,KD,JC won.P3=9H,JS,QD", "QS", "QC")
    assert "keeps_pair" in found and "keeps_length" not in found


def test_a_contract_that_is_made_leaves_nothing_to_count() -> None:
    hands = "hand.P1=AS,TH hand.P2=KD,JD hand.P3=TS,AH"
    won = "won.P2=AD,QS,JS,9S,QD,KH,AC,KC,9C,TC,9H,JH,TD,9D,QC,JC,KS,QH"
    stage = f"declarer=P2 contract=100 trump=D marriages=P2:D leader=P3 trick= {hands} {won}"
    found = why("tyzicha", stage, "AH", "TS")
    assert said_of(found["settled"]).endswith("The contract is made, and what is left does not count.")


def test_who_plays_along_for_one_hand_only_is_called_by_name() -> None:
    hands = "hand.P1=QS,9S,KD,JS hand.P2=TC,QC,JC,AD,TD hand.P3=KH,TH,9H,JD won.P3=AC,KC,9C"
    stage = f"declarer=P3 contract=130 trump=H marriages=P3:H leader=P3 trick=QH,AH {hands}"
    found = why("tyzicha", stage, "QC", "AD")
    assert "Throw QC on P1's trick for its points" in said_of(found["feeds_partner"])


def test_nothing_is_said_to_be_caught_that_only_the_own_hand_holds() -> None:
    stage = "trump=C upcard=8H declarer=P2 leader=P1 hand.P1=8C,KH hand.P2=9C,7D won.P1=TH,AH,QH,7H won.P2=9H,JH,TC,7C"
    assert "waits_to_catch" not in why("jo-jotte", stage, "8C", "KH")


def test_who_holds_the_card_above_two_equals_is_told() -> None:
    stage = "trump=S upcard=QS declarer=P1 leader=P1 hand.P1=AS,8S,KH,QH,7H hand.P2=TH,9H,8H,KS,JD"
    found = told(stage, "QH", "KH", "TH,9H,8H")
    assert "P2 holds TH, which beats both" in said_of(found["cheaper_equal"])
    assert "holds" not in said_of(told(stage, "QH", "KH")["cheaper_equal"])


def test_a_card_that_would_go_to_the_only_opponent_says_to_whom() -> None:
    stage = "trump=C declarer=P1 leader=P2 trick=AH hand.P1=TH,KH,8S hand.P2=QH,JD"
    found = told(stage, "TH", "KH")
    assert "would bring them" not in " ".join(map(said_of, found.values()))


def test_low_cards_to_partners_trick_are_spoken_of_once() -> None:
    stage = COURT.format("P3", "AH,6H", "8H,JH,3C", "9H,5C,6C", "2D,3D", "4D,5D")
    found = why("court-piece", stage + " won.P1+P3=TH,QH,2S,3S", "8H", "JH")
    assert "lowest" in found and "partner_low" not in found
    found = why("court-piece", stage + " won.P1+P3=TH,QH,2S,3S", "8H")
    assert not {"lowest", "partner_low"} <= set(found)


def test_marriages_that_the_declarer_cannot_have_do_not_count_for_the_contract() -> None:
    """P2 has 15 points, and 69 are to come; of the only king and queen in play P1 holds the queen."""
    hands = "hand.P1=AC,QC,9C hand.P2=TD,TC,KC hand.P3=KS,JS,9D"
    won = "won.P2=AH,9H,KH won.P3=JH,TH,9S,AS,QD,TS,AD,JD,KD,QS,JC,QH"
    stage = f"declarer=P2 contract=100 trump=S marriages=P3:S leader=P3 trick= {hands} {won}"
    game = load("tyzicha")
    for seat, decided in (("P1", True), ("P2", True), ("P3", False)):
        (aim,) = policy_of(game).aims(history.staged(game, stage).state, seat)
        assert aim.lost is decided is aim.exact, seat


def test_of_two_equals_the_cheaper_goes_on_a_trick_that_partner_may_lose() -> None:
    stage = "declarer=P2 contract=100 trump=S marriages=P3:S leader=P3 trick=QS hand.P1=AC,QC,JC,9C hand.P2=AS,TD,TC,KC"
    won = "won.P2=AH,9H,KH won.P3=JH,TH,9S,KD,QD,TS,AD,JD,9D"
    found = why("tyzicha", f"{stage} hand.P3=KS,JS,QH {won}", "JC", "QC")
    assert "cheaper_neighbour" in found and "JC and QC do the same" in said_of(found["cheaper_neighbour"])


def test_a_contract_that_cannot_fail_is_not_left_lower() -> None:
    game = load("tyzicha")
    points = {"AD,TD,KH,QH,JH,TS,JS,QC": 121, "AH,TH,KH,QH,AS,9S,9C,9D": 164, "TH,KH,QH,KS,QS,9S,9C,9D": 100}
    points["AS,TS,KS,QS,KH,QH,9C,9D"] = 182
    for text, n in points.items():
        assert sure_points(cards(text)) == n, text
    first = "AH,TH,KH,QH,AS,9S,9C"
    rest = [c.text for c in game.pack.order if c.text not in (*first.split(","), "9D", "JS", "JC")]
    stage = f"at=auction hand.P1={first} hand.P2={','.join(rest[:7])} hand.P3={','.join(rest[7:])}"
    record = history.staged(game, stage)
    for text in ("pass", "pass", "110", "JS+JC"):
        record = history.play(record, record.state.turn[0], Move(text))
    state = record.state
    phase, moves = game.due(state), legal(game, state, "P1")
    left = policy_of(game).of(phase).undominated(state, "P1", phase.see(state, "P1"), moves, {"P1"})
    assert [move.text for move in left][:2] == ["160", "170"] and "stand" not in {move.text for move in left}


def test_the_last_card_of_a_suit_goes_on_partners_trick_to_trump_it_later() -> None:
    stage = COURT.format("P2", "4H,TH,5H", "TS,6S,9D,2C,8C", "AH,3D,3C,4D", "JH,QC,JC,5D", "QH,9C,TC,6D")
    found = why("court-piece", stage, "9D", "2C")
    assert "makes_void" in found and "makes_void" not in why("court-piece", stage, "2C", "9D")


def test_a_low_trump_is_not_kept_for_the_one_card_between_it_and_the_lowest() -> None:
    stage = COURT.format("P4", "AH", "7S,4S,8C,8D", "5S,9D,3C,2D", "3H,2H,6C,4D", "KH,QH,5D")
    found = why("court-piece", stage, "4S", "7S")
    assert "keeps_to_catch" not in found and "cheapest_winner" in found


def test_a_card_above_partners_that_cannot_be_beaten_is_told_so_once() -> None:
    stage = COURT.format("P3", "JH,2C", "KS,TD,9D", "3H,4C,6S", "5C,6C", "7C,QH")
    found = why("court-piece", stage + " won.P1+P3=AS,QS,JS,TS", "KS", "TD")
    assert said_of(found["takes_over"]).endswith("JH may still be beaten, KS cannot.")
    assert not {"cannot_be_beaten", "nobody_can"} & set(found)


def test_a_suit_with_cards_over_those_of_others_is_left_to_them() -> None:
    hands = "hand.P1=AS,TS,JS,9S,JH hand.P2=KS,QS,TH,TD,QD hand.P3=QH,KD,KC,JC,9C"
    won = "won.P3=AH,KH,9H won.P1=AC,TC,QC,AD,9D,JD"
    stage = f"declarer=P3 contract=100 trump=C marriages=P3:C leader=P1 trick= {hands} {won}"
    found = why("tyzicha", stage, "JH", "9S")
    assert said_of(found["leaves_tenace"]).endswith("Let P3 lead spades: your AS, TS and JS wait for KS and QS.")
    assert "leaves_tenace" not in why("tyzicha", stage, "9S", "JH")
    fewer = stage.replace("AS,TS,JS", "AS,AC,JS").replace("won.P1=AC,TC,", "won.P1=TS,TC,")
    assert "leaves_tenace" not in why("tyzicha", fewer, "JH", "9S"), "two cards lie between one and the next"
    touching = stage.replace("JS,9S", "KS,JS").replace("KS,QS,TH", "QS,9S,TH")
    assert "leaves_tenace" not in why("tyzicha", touching, "JH", "JS"), "the top cards do not wait for a lower one"


def test_the_contract_of_another_is_not_told_as_ones_own() -> None:
    game = load("tyzicha")
    rest = [c.text for c in game.pack.order]
    first = "TS,KS,QS,TH,JH,TC,TD".split(",")
    rest = [text for text in rest if text not in first]
    stage = f"at=auction hand.P1={','.join(first)} hand.P2={','.join(rest[:7])} hand.P3={','.join(rest[7:14])}"
    record = history.staged(game, stage)
    for text in ("110", "pass"):
        record = history.play(record, record.state.turn[0], Move(text))
    assert record.state.turn[0] == "P1"
    moves = {m.text: m for m in legal(game, record.state, "P1")}
    found = {one.what: one for one in reasons(record, "P1", moves["pass"], moves["120"], Random(1), 5000)}
    assert said_of(found["pair_count"]).endswith("120 takes 121: 81 more would have to fall into your tricks.")


def test_a_hand_between_too_little_and_enough_speaks_for_the_double_that_is_advised() -> None:
    game, seen = load("jo-jotte"), 0
    for seed in range(120):
        record = history.draw(history.start(game), Random(seed))
        record = history.play(record, record.state.turn[0], Move("accept"))
        moves = {m.text: m for m in legal(game, record.state, record.state.turn[0])}
        two = [
            list(reasons(record, record.state.turn[0], moves[a], moves[b], Random(1), 500))
            for a, b in (("double", "pass"), ("pass", "double"))
        ]
        told = [[one for one in some if one.what == "doubling"] for some in two]
        if all(told):
            seen += 1
            assert not any(one.shared for some in told for one in some)
    assert seen


def test_the_only_opponent_is_named_where_a_card_costs_a_trump() -> None:
    found = why("court-piece", COURT.format("P1", "", "QC,2H,3H", "4S,5S,6S", "7S,4H,5H", "6H,7H,8H"), "QC", "2H")
    there = next(iter(found.values()))
    facts = {"c": card("QC"), "left": 0, "suit_": "C", "sure": False}
    for sole, words in (("P2", "it costs P2 one."), ("", "it costs them one.")):
        reason = there._replace(what="costs_trump", facts=facts | {"sole": sole})
        assert said_of(reason).endswith(words)


def test_a_card_beside_others_that_are_shown_is_not_said_to_fall() -> None:
    stage = "trump=C upcard=8C declarer=P1 leader=P1 hand.P1=AS,7S,JC,9H hand.P2=QS,JS,TS,9D"
    assert "may_catch" in told(stage, "AS", "7S")
    assert "may_catch" not in told(stage, "AS", "7S", "QS,JS,TS"), "KS need not be played: lower spades are there"


def test_what_defenders_score_each_for_himself_is_not_told_of_a_side() -> None:
    """P1 and P3 defend together, but P1 alone scores what a broken contract brings P1."""
    stage = "declarer=P2 contract=120 trump=H marriages=P2:H leader=P2 trick=TS,9S hand.P1=AS,JS hand.P2=9H hand.P3=JC"
    game = load("tyzicha")
    record = history.staged(game, f"{stage} won.P2=KH,QH,JH,AH,9D,9C won.P3=AD,TD,KD,AC,TC,KC,QD,JD,QC")
    moves = [play(card(text)) for text in ("AS", "JS")]
    sampled = SampledOutcomes(game, record, "P1", moves, "1", 100_000)
    context = DecisionContext(game, record.state, "P1", moves[0], moves[1], sampled)
    (found,) = by_points(context)
    assert context.friends == {"P1", "P3"} and "leaves you " in said_of(found)


def test_of_winners_between_which_only_partner_has_cards_the_dearer_comes_home() -> None:
    """The king and queen of clubs, which lie between, were shown by partner; else they may fall upon the lower one."""
    game, shown = load("tute"), cards("KC,QC")
    hands = "hand.P1=AC,7C,AH hand.P2=2D,3D,5H hand.P3=KC,QC,5S hand.P4=JD,6S"
    gone = "won.P1+P3=3C,JC,6C,5C,2C,3S,JS,2S"
    state = history.staged(game, f"trump=H leader=P4 trick=4C {hands} {gone}").state
    found = {}
    for seen in ((), shown):
        there = Record(game, (changed(state, shown=seen),))
        for two in ("AC", "7C"), ("7C", "AC"):
            why_this = reasons(there, "P1", play(card(two[0])), play(card(two[1])), Random(1), WORK)
            found[seen, two[0]] = {reason.what: reason for reason in why_this if not reason.shared}
    assert found[shown, "AC"]["equal_winner"].facts["more"] == 7 + 4
    assert all("equal_winner" not in told for what, told in found.items() if what != (shown, "AC"))


def test_trumps_are_drawn_with_as_many_as_the_other_player_probably_holds() -> None:
    stage = "trump=C upcard=7C declarer=P1 leader=P1 trick= hand.P1={},QS,8S,AD hand.P2=8C,7D,9H,TH,7S"
    assert [c.text for c in told(stage.format("JC,AC"), "JC", "AD")["draws_trumps"].facts["guards"]] == ["AD"]
    assert "draws_trumps" not in told(stage.format("JC,AS"), "JC", "AD"), "one trump draws hardly two"


def test_the_second_highest_trump_may_be_the_highest_that_is_dealt() -> None:
    game = load("jo-jotte")
    found = {}
    for seed in range(400):
        record = history.draw(history.start(game), Random(seed))
        record = history.play(record, record.state.turn[0], Move("accept"))
        seat, suit = record.state.turn[0], record.state.upcard.suit
        hand, upcard = record.state.hand(seat), record.state.upcard.rank
        trumps = [c.rank for c in hand if c.suit == suit]
        if len(trumps) == 2 and upcard not in "J9" and "J" not in trumps:
            outside = any(c.rank == "A" and c.suit != suit for c in hand)
            kind = ("9" in trumps, outside)
            if kind not in found:
                why_double = reasons(record, seat, Move("double"), Move("pass"), Random(1), 2_000)
                found[kind] = {reason.what: reason for reason in why_double}.get("doubling")
        if len(found) == 4:
            break
    double = found[True, True]
    assert double is not None and "may not be dealt" in said_of(double)
    assert found[False, False] is None


def test_a_pair_is_told_though_nothing_else_is_sensible() -> None:
    hands = "hand.P1=KC,QC,QH hand.P2=AH,9S,JS hand.P3=AS,TS,KD"
    gone = "won.P1=AC,9C,JH,TC,JC,9H won.P2=AD,9D,JD,TD,QS,KS,KH,TH,QD"
    record = history.staged(load("tyzicha"), f"declarer=P1 contract=120 leader=P1 trick= {hands} {gone}")
    found = reasons(record, "P1", Move("show", cards("QC")), None, Random(1), WORK)
    assert [reason.facts["n"] for reason in found if reason.what == "declares"] == [60]
    other = reasons(record, "P1", Move("show", cards("QC")), Move("show", cards("KC")), Random(1), WORK)
    assert all(reason.what not in ("declares", "spends_worst") for reason in other)


def test_a_low_card_is_kept_over_a_lower_one_though_many_are_left() -> None:
    """The 6 lies between; of eight cards in hand the 7 wins nothing yet, but that is all that sets the two apart."""
    hands = "hand.P1=QS,JS,7S,5S,4S,AH,KH,2C hand.P2=6S,2H,3H,4H,5H,6H,7H,QH"
    rest = "hand.P3=KD,QD,JD,7D,6D,5D,4D,3D hand.P4=KC,QC,JC,7C,6C,5C,3C"
    found = why("tresette", f"leader=P4 trick=3S {hands} {rest}", "4S", "7S")
    assert [c.text for c in found["lowest"].facts["gap"]] == ["6S"]
    assert "7S still beats 6S" in said_of(found["lowest"])


def test_of_two_best_cards_the_one_of_a_suit_with_another_is_thrown_away() -> None:
    """The ten of clubs wins without the king; of hearts the queen is all that would stop the nine."""
    hands = "hand.P1=QH,TC,KC hand.P2=9H,JC,9D hand.P3=JD,KD"
    gone = "won.P2=AC,9C,QC,AH,TH,KH,JH,AD,QD won.P3=AS,TS,KS,QS,JS,9S"
    found = why("tyzicha", f"declarer=P2 contract=130 leader=P3 trick=TD {hands} {gone}", "KC", "QH")
    assert "Keep QH: it is the highest heart left." in said_of(found["keeps_best"])
    there = why("tyzicha", f"declarer=P2 contract=130 leader=P3 trick=TD {hands} {gone}", "QH", "KC")
    assert "keeps_best" not in there


def test_on_partners_trick_it_is_told_what_wins_later_as_well() -> None:
    hands = "hand.P1=3S,JS,AH,3H hand.P2=7C,5C,4C,3C hand.P3=QD,6C,2C hand.P4=JD,4H,5H"
    found = why("tute", f"trump=D leader=P3 trick=AD,2D {hands} won.P1+P3=AS,KS,2S,4S", "AH", "3S")
    assert found["feeds_partner"].facts["alike"] == card("3H")


def test_that_the_other_player_passed_the_same_suit_is_told_of_a_weak_hand() -> None:
    game = load("jo-jotte")
    for seed in range(200):
        record = history.draw(history.start(game), Random(seed))
        first = record.state.turn[0]
        record = history.play(record, first, Move("pass"))
        found = reasons(record, record.state.turn[0], Move("accept"), Move("pass"), Random(1), 2_000)
        held = {reason.what: reason for reason in found}.get("holding")
        if held is not None and "are not much" in said_of(held):
            assert held.facts["refused"] == first and "passed" in said_of(held)
            return
    raise AssertionError("no weak hand")


def test_a_card_that_is_not_the_cheapest_still_costs_less_than_the_other() -> None:
    stage = "declarer=P3 leader=P2 trick=5D,AD hand.P1=QS,6S,AH hand.P2=JS,AC hand.P3=3H,7D"
    found = why("calabrasella", stage, "QS", "AH")["least_count"]
    assert "QS costs less than AH" in said_of(found) and "3 points" in said_of(found)
    assert "least_count" not in why("calabrasella", stage, "AH", "QS")
