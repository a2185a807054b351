"""Reasons for what is said or laid away before play, against the choice next to it: the suit, the number, the rest."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.test_bids import after, holding
from tests.test_reasons import WORK, bidding, said_of, why
from tutor.advice.reasons.finding import reasons
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.history import Record
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.kernel.state import changed
from tutor.policies import policy_of

if TYPE_CHECKING:
    from typing import Any

    import pytest

    from tutor.advice.reasons.context import Reason


def told(record: Record[Any], word: str, other: str | None, work: int = WORK) -> dict[str, Reason]:
    """The reasons of whoever is due for one move and for no other."""
    seat = record.state.turn[0]
    moves = {m.text: m for m in legal(record.game, record.state, seat)}
    found = reasons(record, seat, moves[word], moves[other] if other else None, Random(1), work)
    return {reason.what: reason for reason in found if not reason.shared}


# -- the suit that is counted ------------------------------------------------------------------------------


def test_a_card_turned_up_is_above_nothing() -> None:
    game = load("back-alley")
    seen = 0
    for seed in range(60):
        record = history.draw(history.start(game), Random(seed))
        upcard = record.state.upcard
        if upcard is None or upcard.rank not in "AKQ" or upcard.joker:
            continue
        found = told(record, "pass", "1").get("lacking")
        if found is not None:
            seen += 1
            assert upcard not in found.facts["above"]
            assert found.facts["all"] == 14
    assert seen


def test_the_suit_that_a_call_commits_to_is_counted() -> None:
    hand = "QS AS 9S KH QH 8H AD TD"
    found = bidding("solo", hand, "ask pass pass 2", "pass", "yes")["lacking"]
    assert "With clubs as trumps you hold only QS." in said_of(found)
    assert "hearts" in said_of(bidding("solo", hand, "", "ask", "pass")["holding"])
    beyond = bidding("solo", "7S QS AS KS TS 9S QH KD", "ask", "2", "pass")["holding"]
    assert "With spades as trumps you hold 7S QS AS KS TS 9S" in said_of(beyond)
    assert "Count 7S QS AS KS TS 9S as about five tricks, and you need five. So bid on" in said_of(beyond)
    accept = next(filter(None, (holding(load("jo-jotte"), "QH 7H TD KD 9D 7D", "", seed) for seed in range(60))))[0]
    suit = accept.state.upcard.suit
    assert told(accept, "pass", "accept")["lacking"].facts["suit_"] == suit


def test_between_two_players_the_points_of_the_highest_trumps_are_told() -> None:
    game, seen = load("jo-jotte"), set()
    for seed in range(100):
        record = history.draw(history.start(game), Random(seed))
        hand, upcard = record.state.hand(record.state.turn[0]), record.state.upcard
        trumps = "".join(c.rank for c in hand if c.suit == upcard.suit)
        if trumps == "J" and upcard.rank != "9":
            found = said_of(told(record, "accept", "pass")["holding"])
            assert f"J{upcard.suit} counts 20 points and cannot be beaten" in found
            seen.add("holding")
        elif trumps == "A" and upcard.rank not in "J9":
            assert "which count 35 points, may be against you" in said_of(told(record, "pass", "accept")["lacking"])
            seen.add("lacking")
        elif trumps == "A" and upcard.rank == "J":
            assert "Only 9" in said_of(told(record, "accept", "pass")["holding"])
            seen.add("undealt")
    assert {"holding", "lacking"} <= seen


def test_what_is_far_too_little_is_not_thought_of_and_still_has_its_reason() -> None:
    found = holding(load("solo"), "QS JS TS 7S JH 9H TC 9C", "ask", 1)
    assert found is not None
    record, seat = found
    policy = policy_of(record.game).of(record.game.due(record.state))
    moves = legal(record.game, record.state, seat)
    assert [move.text for move in policy.plausible(record.state, seat, moves)] == ["pass"]
    assert "your partner would have to add four" in said_of(told(record, "pass", None)["lacking"])
    strong = holding(load("solo"), "7C QS AC KC JC AH AD TD", "ask", 1)
    assert strong is not None
    moves = legal(record.game, strong[0].state, strong[1])
    assert policy.plausible(strong[0].state, strong[1], moves) == moves


def test_whoever_calls_last_does_not_say_as_much_as_partner_with_less_than_that_needs() -> None:
    for hand, bold in (("AS KS TS JC KD QD JD 7D", False), ("AD KD QD JD TD AS KS AC", True)):
        found = holding(load("kaiser"), hand, "6 9 pass", 1)
        assert found is not None
        record, seat = found
        sensible = policy_of(record.game).of(record.game.due(record.state)).plausible
        moves = sensible(record.state, seat, legal(record.game, record.state, seat))
        assert ("9" in [move.text for move in moves]) == bold and "pass" in [move.text for move in moves]


def test_suits_that_are_as_good_as_trumps_differ_by_what_is_kept_outside() -> None:
    found = bidding("court-piece", "KS 4S KH 9H QC", "", "S", "H")
    assert said_of(found["stronger_suit"]).endswith(
        "The two are about equal as trumps: take spades, and keep KH 9H, the better side suit."
    )
    assert "stronger_suit" not in bidding("court-piece", "KS 4S KH 9H QC", "", "H", "S")


def test_of_long_suits_with_the_same_top_the_one_with_higher_cards_below_is_the_stronger() -> None:
    stage = "at=deal hand.P1=KS,9S,8S,3S,KH,TH,8H,5H hand.P2=AS,QS,JS,TS,AH,QH,JH,9H hand.P3=AC,KC,QC,JC,TC,9C,8C,7C"
    record = history.staged(load("kaiser"), f"{stage} hand.P4=AD,KD,QD,JD,TD,9D,8D,7D dealer=P4")
    for word in ("6", "pass", "pass", "pass"):
        record = history.play(record, record.state.turn[0], Move(word))
    assert said_of(told(record, "H", "S")["stronger_suit"]).endswith("but your hearts are higher.")
    assert "stronger_suit" not in told(record, "S", "H")


def test_nobody_is_left_to_play_where_the_last_pass_throws_the_cards_in() -> None:
    hand = "2S AH KH 7H 6H 2C AC JC 7C 3D 2D KD"
    last = said_of(bidding("calabrasella", hand, "pass pass", "play", "pass")["holding"])
    assert "the cards are thrown in" in last and "leaving" not in last
    first = said_of(bidding("calabrasella", hand, "", "play", "pass")["holding"])
    assert "With 3C, which you may ask for, you hold 3D 2D 3C 2C AC from the top: five tricks" in first


# -- this number, and not the next -------------------------------------------------------------------------


def test_what_a_hand_is_too_little_for_is_the_next_bid() -> None:
    hand = "QS JS TS 3S JH 9H TC 9C"
    assert "too little for 7." in said_of(bidding("kaiser", hand, "6", "pass", "8")["lacking"])


def test_a_higher_bid_is_harder_to_overbid() -> None:
    hand = "AS 9S KH JH TH QC"
    found = bidding("hasenpfeffer", hand, "", "4", "3")["holding"]
    assert "must come from your partner and the card you take in. 4 is harder to overbid than 3" in said_of(found)
    assert "harder" not in said_of(bidding("hasenpfeffer", hand, "", "4", "pass")["holding"])


def test_the_lower_bid_leaves_room_for_a_partner_who_is_still_to_call() -> None:
    hand = "X1 KS QS JS KC KD"
    assert "your partner may still go higher" in said_of(bidding("hasenpfeffer", hand, "pass", "3", "4")["lower_bid"])
    last = bidding("hasenpfeffer", hand, "pass pass pass", "3", "4")["lower_bid"]
    assert "partner" not in said_of(
        last
    ) and "Count X1 and JS, and about two more with KS QS: as many as you need." in said_of(last)


def test_nothing_is_called_against_the_hand_that_a_partner_may_hold() -> None:
    found = said_of(bidding("back-alley", "JS 8S 3S 8H 7H 5H 4H 3H 8C 4C TD 8D 5D", "3", "pass", "1")["lacking"])
    assert "against you" not in found and "close" not in found


def test_what_may_be_laid_away_is_told() -> None:
    found = bidding("schafkopf", "QC QS QD JH TD KD 8D TS 7H TC", "", "take", "pass")["holding"]
    assert "TS TC to lay away for your own count" in said_of(found)
    few = bidding("schafkopf", "QH QD JC 9D AS 8S 7H TC 9C 8C", "pass", "pass", "take")["lacking"]
    assert "the others may have ten trumps" in said_of(few)


def test_a_card_is_called_of_a_suit_that_one_can_lead() -> None:
    hand = "QS JS TS 7S JH 9H TC 9C"
    found = next(filter(None, (holding(load("solo"), hand, "ask", seed) for seed in range(9))))[0]
    record = after(found, "2 pass pass pass")
    assert record is not None and record.state.phase == "name"
    called = said_of(told(record, "simple:C:AH", "simple:C:AD")["calls_partner"])
    assert called.endswith("You can lead JH 9H to your partner's AH; of diamonds you have none, and can trump them.")
    assert "calls_partner" not in told(record, "simple:C:AD", "simple:C:AH")
    assert "JS TS 7S" in said_of(told(record, "simple:C:AS", "simple:C:AD")["calls_partner"]), "QS is a trump"


def test_a_partner_with_a_trump_helps_to_draw_them() -> None:
    found = next(filter(None, (holding(load("solo"), "TS JC 9C 7C AD KD 9D 8D", "ask", seed) for seed in range(9))))[0]
    record = after(found, "2 pass pass pass")
    assert record is not None and record.state.phase == "name"
    called = said_of(told(record, "simple:C:AC", "simple:C:AS")["calls_trump"])
    assert called == "AC is a trump. With AC your partner helps JC 9C 7C to draw trumps; AS may be trumped."


# -- points to be made, cards laid away --------------------------------------------------------------------


def test_without_a_pair_the_cheaper_of_two_contracts_that_fail() -> None:
    found = said_of(bidding("tyzicha", "TH JH TC KC 9C KD 9D", "pass pass", "100", "110")["no_pair"])
    assert found.endswith("Without one you will hardly make 100 or 110, and 100 costs less.")


def giving(hand: str) -> Record[Any]:
    """Tyzicha: a declarer with these ten cards is to give two of them away."""
    game = load("tyzicha")
    record = after(history.draw(history.start(game), Random(1)), "pass pass 100")
    assert record is not None and record.state.phase == "give"
    state, seat = record.state, record.state.turn[0]
    own = tuple(game.pack.read(text) for text in hand.split())
    rest = [c for c in game.pack.order if c not in own]
    hands = tuple(own if who == seat else tuple(rest.pop() for _ in state.hand(who)) for who in state.seats)
    return history.Record(game, (changed(state, hands=hands),))


def test_a_suit_headed_by_its_highest_card_stays_together() -> None:
    record = giving("AS KS 9S AH TH QH JH TC KC 9C")
    found = told(record, "TC+9C", "9S+9C")["lays_keeps_row"]
    assert [c.text for c in found.facts["row"]] == ["AS", "KS", "9S"]
    assert "lays_keeps_row" not in told(record, "9S+9C", "TC+9C")
    assert "lays_keeps_row" not in told(record, "TC+9S", "KS+9S"), "a card of the suit is given away itself"


def test_three_cards_of_which_others_have_seven_are_not_kept_for_their_length() -> None:
    game = load("calabrasella")
    record = after(history.draw(history.start(game), Random(1)), "play 3D")
    assert record is not None
    while record.state.phase != "give":
        record = history.play(record, record.state.turn[0], legal(game, record.state, record.state.turn[0])[0])
    state, seat = record.state, record.state.turn[0]
    own = tuple(map(game.pack.read, "AS KS QS JS 6S 3H 2H 3C 2C 3D 5D 4D 7D".split()))[: len(state.hand(seat))]
    rest = [c for c in game.pack.order if c not in own]
    hands = tuple(own if who == seat else tuple(rest.pop() for _ in state.hand(who)) for who in state.seats)
    record = history.Record(game, (changed(state, hands=hands, away=tuple(rest)),))
    assert "lays_keeps_row" not in told(record, "6S", "4D")


def test_the_suit_of_a_pair_is_kept_and_a_short_one_given_away() -> None:
    record = giving("TH QH JH TC KC QC 9C KD JD 9D")
    found = said_of(told(record, "JD+9D", "JH+9D")["lays_for_pair"])
    assert found.startswith(
        "If you show KC QC, clubs are trumps. Keep every card of clubs; the fewer diamonds you have"
    )
    assert "lays_for_pair" not in told(record, "JH+9D", "JD+9D")


def test_the_card_that_most_others_beat_goes() -> None:
    for seed in range(200):
        record = history.draw(history.start(load("hasenpfeffer")), Random(seed))
        record = after(record, "3 pass pass pass") or record
        if record.state.phase != "trump":
            continue
        record = history.play(record, record.state.turn[0], legal(record.game, record.state, record.state.turn[0])[0])
        hand = record.state.hand(record.state.turn[0])
        for c in hand:
            for x in hand:
                found = told(record, c.text, x.text).get("lays_weakest") if c is not x else None
                assert found is None or found.facts["c"] is c
                if found is not None:
                    assert "the card that can win least" in said_of(found)
                    return
    raise AssertionError("nobody has a weakest card")


def test_no_card_is_given_that_makes_a_pair_for_somebody_and_none_kept_beside_what_is_given() -> None:
    game = load("tyzicha")
    hands = "hand.P1=KC,9C,TH,QH,TD,KD,QD hand.P2=9D,JD,AS,KS,KH,JH,QC hand.P3=AD,JS,9S,AH,9H,TC,JC"
    record = after(history.staged(game, f"at=auction {hands}"), "pass pass 110")
    assert record is not None and {c.text for c in record.state.hand("P1")} >= {"TS", "QS", "AC"}
    found = told(record, "TH+TS", "QS+QH")
    assert said_of(found["gives_no_half"]).startswith("KS and KH are with the others. Do not give QS and QH away")


def test_a_marriage_is_shown_with_the_queen() -> None:
    game = load("tyzicha")
    policy = policy_of(game).of(game.phase_of["play"])
    for seed in range(200):
        record = history.draw(history.start(game), Random(seed))
        for _ in range(60):
            state = record.state
            if state.over or state.chance is not None:
                break
            moves = legal(game, state, state.turn[0])
            shows = [move for move in moves if move.word == "show"]
            if shows:
                kept = [move for move in policy.plausible(state, state.turn[0], moves) if move.word]
                assert all(move.card.rank == "Q" for move in kept)
                if kept:
                    return
            record = history.play(record, state.turn[0], moves[0])
    raise AssertionError("no marriage")


def test_lower_trumps_may_do_better_with_the_aces_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SampledOutcomes, "clearly_ahead", True)
    dealt = (holding(load("hasenpfeffer"), "AS QH TH 9H AC 9C", "pass pass pass 1", seed) for seed in range(90))
    record = next(one[0] for one in dealt if one and "TC" in map(str, one[0].state.hand(one[1])))
    found = told(record, "H", "C")
    assert said_of(found["stronger_suit"]).endswith("with hearts as trumps you have AS AC outside.")
    assert "stronger_suit" in told(record, "C", "H"), "that is by height alone"


# -- raises ------------------------------------------------------------------------------------------------


def test_a_raise_waits_while_a_partner_may_still_take_the_trick() -> None:
    stage = "leader=P4 trick=6S hand.P1=3C,AH,4H hand.P2=KD,7S,4S hand.P3=2D,5D,QS hand.P4=JD,QC"
    found = why("truc", stage, "pass", "truc", after="4H")
    text = said_of(found["waits_to_raise"])
    assert text.endswith("See first whether P3 takes this trick: you can raise afterwards as well.")
    high = stage.replace("trick=6S", "trick=2S").replace("3C,AH,4H", "JC,6H,4H")
    best = high.replace("trick=2S", "trick=3S")
    text = said_of(why("truc", best, "pass", "truc", after="4H")["waits_to_raise"])
    assert text.endswith("P3 can at best draw this trick: wait with a raise.")
    text = said_of(why("truc", high, "pass", "truc", after="4H")["waits_to_raise"])
    assert "or 3S can beat 2S" in text and "no more than a bluff: see first whether P3" in text
    assert Move("truc") in {*legal(load("truc"), history.staged(load("truc"), stage).state, "P1")}


def test_one_card_that_wins_is_no_raise_if_little_is_behind_it() -> None:
    stage = "leader=P1 trick= hand.P1=3D,JD,6C hand.P2=KD,7S,4S hand.P3=2D,5D,QS hand.P4=4C,JC,QC"
    found = why("truc", stage, "pass", "truc", after="3D")
    assert "JD or 6C will hardly bring another trick" in said_of(found["one_trick"])
    strong = stage.replace("JD,6C", "2S,2C")
    assert "one_trick" not in why("truc", strong, "pass", "truc", after="3D")


def test_a_hand_with_half_of_the_trumps_is_enough() -> None:
    found = bidding("schafkopf", "QD JS JD TD KD 9D 7D 7S 9C 8C", "", "take", "pass")["holding"]
    assert said_of(found).endswith("enough to play against the others.")


def test_a_single_card_goes_so_that_its_suit_is_gone() -> None:
    """And it is told by the hand before the exchange: what comes for it is hidden."""
    game = load("reversis")
    own = "QS 6S 2S 9H 8C 7C 6C AD 7D 5D 2D"
    seen = set()
    for seed in range(400):
        found = holding(game, own, "", seed)
        if found is None or found[0].state.phase != "exchange":
            continue
        record = found[0]
        word = next(m.text for m in legal(game, record.state, found[1]) if m.cards and m.card.text == "9H")
        queen = next(m.text for m in legal(game, record.state, found[1]) if m.cards and m.card.text == "QS")
        seen.add(said_of(told(record, word, queen)["lays_single"]))
        if len(seen) > 1 or seed > 40:
            break
    assert seen == {"9H is your only heart. Without hearts you can throw AD away when they are led."}


def test_a_card_that_would_be_forced_out_is_laid_away_with_few_beside_it() -> None:
    game = load("reversis")
    for own, spoken_of in {"QS AH JH 9H 9C 8C 7C 3C 7D 4D 2D": True, "QS AH JH 9H 5H 4H 7C 3C 7D 4D 2D": False}.items():
        found = next(
            at for seed in range(40) if (at := holding(game, own, "", seed)) and at[0].state.phase == "exchange"
        )
        words = {m.card.text: m.text for m in legal(game, found[0].state, found[1]) if m.cards}
        reason = told(found[0], words["JH"], words["QS"]).get("lays_forced")
        assert bool(reason) == spoken_of
        if reason:
            assert "With only AH and 9H beside it, JH would soon be forced out" in said_of(reason)


def exchanged(own: str, word: str, other: str) -> dict[str, str]:
    """The reasons in Reversis for laying one card away rather than another, or for keeping the hand, in words."""
    game = load("reversis")
    record = history.draw(history.start(game), Random(1))
    record = history.play(record, record.state.turn[0], legal(game, record.state, record.state.turn[0])[0])
    state, seat = record.state, record.state.turn[0]
    hand = tuple(game.pack.read(text) for text in own.split())
    rest = [c for c in game.pack.order if c not in hand]
    hands = tuple(hand if who == seat else tuple(rest.pop() for _ in game.held(state, who)) for who in state.seats)
    there = Record(game, (changed(state, hands=hands, aside=tuple((c,) for c in rest)),))
    words = {m.card.text if m.cards else m.text: m.text for m in legal(game, there.state, seat)}
    return {what: said_of(reason, game) for what, reason in told(there, words[word], words[other]).items()}


def test_of_two_dangerous_cards_the_one_with_less_to_hide_behind_goes() -> None:
    hand = "KS 8S QH 5H 3H 9C 7C 2C 7D 4D 2D"
    assert exchanged(hand, "KS", "QH")["lays_danger"].endswith("but QH has 5H and 3H.")
    assert "lays_danger" not in exchanged(hand, "QH", "KS")
    two = exchanged("KS QS 5S 4S KH 6H QD 7D 5D 3D 3C", "KH", "QS")["lays_danger"]
    assert two.endswith("it has only 6H to hide behind, but KS and QS have 5S and 4S.")
    assert (
        "only AS is above it, but AH and KH are above QH"
        in exchanged(hand.replace("5H 3H", "9H 8H"), "KS", "QH")["lays_danger"]
    )
    assert "you have no low spade to stay below with" in exchanged(hand, "KS", "keep")["lays_danger"]
    assert "you have no low spade to stay below with" in exchanged(hand, "KS", "2D")["lays_danger"]
    bare = exchanged("QD 6D AH QH 9H 8H 6H 9S 4S 3S 7C", "QD", "AH")["lays_danger"]
    assert bare.endswith("Get rid of QD, with only one more of its suit; AH has four other hearts beside it.")
    alone = exchanged("QS JS 6S QH QC 9C 8C 3C 2C 9D 6D", "QH", "QS")
    assert [*alone] == ["lays_single"] and "throw QS away" in alone["lays_single"]


def test_a_high_card_of_the_suit_that_is_led_for_a_paid_one_goes_first() -> None:
    hand = "AS QS 6S AH 7H KC QC JC 3C 2C 7D"
    found = exchanged(hand, "AH", "AS")["lays_danger"]
    assert found.endswith("Get rid of AH: the others may well lead hearts to bring out JH, and AH may have to win.")
    assert "bring out" not in exchanged(hand.replace("7D", "JH"), "AH", "AS").get("lays_danger", ""), "its own"
    assert "bring out" not in exchanged(hand, "AS", "AH").get("lays_danger", "")


def test_of_two_cards_as_dangerous_the_one_that_is_paid_for_is_kept() -> None:
    hand = "9S 6S 6H 5H 3H AD KD QD 7D 5D QC"
    assert "which brings you 2 chips when you can throw it" in exchanged(hand, "KD", "AD")["keeps_paid"]
    assert "keeps_paid" not in exchanged(hand.replace("KD", "KS"), "QD", "AD"), "KD may take the trick"


def test_a_hand_is_kept_whose_high_cards_are_covered() -> None:
    assert (
        "QH has 5H and 3H to hide behind" in exchanged("7S 4S QH 5H 3H 9C 7C 2C 7D 4D 2D", "keep", "QH")["keeps_hand"]
    )
    assert "even 8S need not" in exchanged("8S 4S 9H 5H 3H 9C 7C 2C 7D 4D 2D", "keep", "8S")["keeps_hand"]
    thrown = exchanged("6S 8H QC 8C 4C 3C AD KD 9D 7D 6D", "keep", "AD")["keeps_hand"]
    assert thrown.endswith("once 6S and 8H are gone, you can throw AD away when one of their suits is led.")
    assert "keeps_hand" not in exchanged("6S 5S 8H 7H QC 8C 4C AD KD 9D 7D", "keep", "AD"), "no suit is short"
    guarded = exchanged("7S 4S JH 6H 5H 3H 7C 2C 7D 4D 2D", "keep", "JH")["keeps_hand"]
    assert "JH is guarded by 6H, 5H and 3H" in guarded


def test_a_contract_is_given_up_that_needs_too_much_in_tricks() -> None:
    record = giving("QS JS 9S AH QH JH AC KC 9C TD")
    record = history.play(record, record.state.turn[0], Move("QH+9S"))
    found = said_of(told(record, "concede", "stand")["concedes"])
    assert "You would need 101 of the 120 points that lie in tricks" in found
    assert "concedes" not in told(record, "stand", "concede")
    assert "top_cards" in told(record, "stand", "concede")


def test_a_bid_that_the_count_falls_short_of_is_told_by_what_the_others_would_make() -> None:
    game = load("bridge-solitaire")
    short = 0
    for seed in range(4):
        record = history.draw(history.start(game), Random(seed))
        while record.state.phase != "auction":
            if record.state.chance is not None:
                record = history.draw(record, Random(seed))
            else:
                record = history.play(record, record.state.turn[0], legal(game, record.state, record.state.turn[0])[0])
        words = [m.text for m in legal(game, record.state, record.state.turn[0])]
        if "pass" in words:
            found = told(record, words[1], "pass", 10 * WORK)
            assert "holding" not in found or found["holding"].facts["enough"]
            short += "contract" in found
    assert short


def test_a_card_given_away_may_make_a_pair_for_somebody() -> None:
    found = told(giving("TS KS QS JS QH AC TC QC JC JD"), "QH+JD", "JD+JS")["lays_keeps_high"]
    assert [c.text for c in found.facts["over"]] == ["AS"] and [c.text for c in found.facts["pair"]] == ["KH", "QH"]
