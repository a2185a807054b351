"""Reasons for what is said or laid away before play: a count of the hand, against what the call needs."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.test_bids import after, holding
from tests.test_reasons import GAME, WORK, bidding, said_of, why
from tutor.advice import Adviser, Budget
from tutor.advice.reasons.finding import reasons
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.policies import policy_of
from tutor.teach.practice.advising import certain, motive
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from tutor.advice.reasons.context import Reason
    from tutor.kernel.history import Record

KAISER = "at=deal hand.P1={} hand.P2={} hand.P3={} hand.P4={}"
RICH = KAISER.format(
    "AH,KH,QH,JH,5H,AS,AC,AD", "KS,QS,JS,TS,9S,8S,3S,9C", "KD,QD,JD,TD,9D,8D,7D,8C", "TH,9H,8H,KC,QC,JC,TC,7C"
)


def chosen(record: Record[Any], word: str, other: str) -> dict[str, Reason]:
    """The reasons for one move rather than another by whoever is due."""
    seat = record.state.turn[0]
    moves = {m.text: m for m in legal(record.game, record.state, seat)}
    found = reasons(record, seat, moves[word], moves[other], Random(1), WORK)
    return {reason.what: reason for reason in found}


# -- bids --------------------------------------------------------------------------------------------------


def test_a_second_round_of_a_suit_of_which_few_cards_are_out_is_no_sure_trick() -> None:
    """The knave of hearts is a trump: only queen, ten and nine are out, for three players."""
    found = bidding("hasenpfeffer", "JS AH KH JH KC TC", "", "3", "pass")["holding"]
    assert "Count AH, and about two more with JS KC TC KH" in said_of(found)


def test_a_bid_is_explained_by_trumps_what_is_above_them_and_tricks_outside() -> None:
    found = bidding("hasenpfeffer", "9S QC JC TC 9C X1", "pass", "4", "pass")["holding"]
    assert "you hold X1, JC, QC, TC and 9C, five of the eight. Nothing is above X1 and JC." in said_of(found)
    assert "no suit's highest card" in said_of(found)
    assert "holding" not in bidding("hasenpfeffer", "9S QC JC TC 9C X1", "pass", "pass", "5")


def test_a_pass_is_explained_by_what_the_bid_would_need() -> None:
    found = bidding("hasenpfeffer", "KS 9S AH 9C TD 9D", "3", "pass", "4")["lacking"]
    assert "for 4 your partner would have to add" in said_of(found)
    assert "AH" in said_of(found)
    assert not {"hands_won", "contract"} & set(bidding("hasenpfeffer", "KS 9S AH 9C TD 9D", "3", "pass", "4"))
    assert "lacking" not in bidding("hasenpfeffer", "KS 9S AH 9C TD 9D", "3", "4", "pass")


def test_a_bid_on_few_tricks_is_explained_by_what_naming_the_trumps_is_worth() -> None:
    hand = "JS QH TH 9H QD TD"
    over = said_of(bidding("hasenpfeffer", hand, "pass 1 2", "3", "pass")["holding"])
    assert "If you pass, P3 names the trumps." in over
    assert "better you than the others" in said_of(bidding("hasenpfeffer", hand, "pass", "3", "pass")["holding"])
    assert "names the trumps" not in said_of(bidding("hasenpfeffer", "AS KS AH KH AD X1", "3", "4", "pass")["holding"])
    ours = bidding("hasenpfeffer", hand, "pass 2", "3", "pass")
    assert "holding" in bidding("hasenpfeffer", hand, "2 pass", "3", "pass")
    assert not bidding("hasenpfeffer", hand, "2 pass", "3", "pass")["holding"].facts["naming"]
    assert ours["holding"].facts["naming"]


def test_who_calls_last_bids_no_more_than_is_enough() -> None:
    last = said_of(bidding("hasenpfeffer", "AS KS JS 9C KD QD", "pass 1 2", "3", "4")["lower_bid"])
    assert "Nobody can bid after you: 3 is enough" in last
    assert "Nobody can bid" not in said_of(bidding("hasenpfeffer", "AS KS JS 9C KD QD", "1", "3", "4")["lower_bid"])


def test_of_two_suits_as_long_the_one_with_more_from_the_top_is_higher() -> None:
    hand = "X1 KS QS JH 9H 9D"
    dealt = (holding(load("hasenpfeffer"), hand, "pass pass pass 1", seed) for seed in range(60))
    record = next(one[0] for one in dealt if one and "9C" in map(str, one[0].state.hand(one[1])))
    assert said_of(chosen(record, "H", "D")["stronger_suit"]).endswith(
        "Both suits are equally long, but your hearts are higher."
    )
    assert "stronger_suit" not in chosen(record, "D", "H")


def test_suits_that_are_alike_as_trumps_are_told_apart_by_the_rest() -> None:
    dealt = (holding(load("hasenpfeffer"), "KS JS KH JH AC QC", "pass pass pass 1", seed) for seed in range(60))
    record = next(one[0] for one in dealt if one and "QD" in map(str, one[0].state.hand(one[1])))
    assert "AC is less likely to be trumped" in said_of(chosen(record, "H", "S")["stronger_suit"])
    assert "stronger_suit" not in chosen(record, "S", "H")
    dealt = (holding(load("hasenpfeffer"), "X1 QS JS TS AC QC", "pass pass pass 1", seed) for seed in range(90))
    record = next(one[0] for one in dealt if one and "TC" in map(str, one[0].state.hand(one[1])))
    assert said_of(chosen(record, "S", "C")["stronger_suit"]).endswith("and you have AC outside.")


def test_a_joker_is_kept_in_no_side_suit() -> None:
    dealt = (holding(load("hasenpfeffer"), "X1 QS JS KH JH AC", "pass pass pass 1", seed) for seed in range(60))
    record = next(one[0] for one in dealt if one and "9D" in map(str, one[0].state.hand(one[1])))
    assert said_of(chosen(record, "S", "H")["stronger_suit"]).endswith("keep JH KH, the better side suit.")


def test_suits_whose_second_trumps_stand_apart_are_not_alike() -> None:
    dealt = (holding(load("hasenpfeffer"), "KS JS TS JH TH JD", "pass pass pass 1", seed) for seed in range(60))
    record = next(one[0] for one in dealt if one)
    assert said_of(chosen(record, "H", "S")["stronger_suit"]).endswith(
        "Both suits are equally long, but your hearts are higher."
    )
    assert "stronger_suit" not in chosen(record, "S", "H")


def test_of_suits_that_do_as_well_the_longest_is_named() -> None:
    dealt = (holding(load("hasenpfeffer"), "KH 9H JC AD QD TD", "pass pass pass 1", seed) for seed in range(60))
    record, seat = next(one for one in dealt if one and "9S" in map(str, one[0].state.hand(one[1])))
    phase = record.game.due(record.state)
    policy, view = policy_of(record.game).of(phase), phase.see(record.state, seat)
    costs = {word: policy.tie_break_cost(record.state, seat, view, Move(word), set()) for word in "SHDC"}
    assert costs == {"S": -2, "H": -2, "D": -3, "C": -1}, "JC is a trump with spades too"


def test_a_joker_is_no_high_card_of_a_suit() -> None:
    found = bidding("hasenpfeffer", "AS KS AH KH AD X1", "pass", "5", "pass")["holding"]
    assert not any(c.joker for c in found.facts["tops"]) and found.facts["run"][0].joker


def test_without_trumps_it_is_high_cards_that_count() -> None:
    found = why("kaiser", RICH, "8no", "pass")["holding"]
    assert len(found.facts["tops"]) == 8, "the queen of hearts is as good as the ace, and nobody has five hearts"
    assert "holding" not in why("kaiser", RICH, "pass", "8")


def test_a_card_that_counts_for_itself_is_told_if_it_is_held_or_may_be_caught() -> None:
    assert "5H, worth five, is a trump: it comes home when it ruffs." in unmarked(
        motive(GAME, why("kaiser", RICH, "8", "pass")["holding"])
    )
    stage = RICH.replace("JH,5H", "JH,9H").replace("TH,9H,8H", "TH,5H,8H")
    assert "may catch 5H" in unmarked(motive(GAME, why("kaiser", stage, "8", "pass")["holding"]))
    poor = KAISER.format(
        "QS,9S,9H,8H,JD,9D,TC,8C", "AH,KH,QH,JH,5H,AS,AC,AD", "KS,JS,TS,8S,3S,9C,KC,QC", "KD,QD,TD,8D,7D,TH,JC,7C"
    )
    assert "5H, worth five, is more likely theirs" in unmarked(
        motive(GAME, why("kaiser", poor, "pass", "6")["lacking"])
    )


def test_fixed_trumps_are_counted_out_of_all() -> None:
    hand = "JC JD TD 7D AS TS 9S AH 8H 9C"
    found = bidding("schafkopf", hand, "pass", "pass", "take")["lacking"]
    assert "Of the 14 trumps you hold four: JC JD TD 7D. QC, QS, QH and QD are above JC." in said_of(found)
    strong = bidding("schafkopf", "QC QS QH QD JC JS AD TD AS AH", "", "take", "pass")["holding"]
    assert "eight" in said_of(strong) and "enough to play against the others" in said_of(strong)


def test_without_trumps_in_the_game_control_is_counted() -> None:
    """In Calabrasella the three and the two are the highest, so it is these that a bid is based on."""
    found = bidding("calabrasella", "KS QS 7S 6S 5S 7H QD JD 5D 3C AC 7C", "", "pass", "play")["lacking"]
    assert "you hold 3C: one trick" in said_of(found)
    assert "lacking" not in bidding("calabrasella", "2S AS 4S 3H 2H KH 2D 7D 6D 2C AC JC", "", "play", "pass")


def test_where_bids_of_partners_are_added_each_bids_for_the_own_hand() -> None:
    hand = "KS JS TS 9S 5S 2S KH 9H 8H 7H 2H QC JC"
    found = bidding("back-alley", hand, "3", "pass", "6")["lacking"]
    assert said_of(found).endswith("You cannot be sure of a single trick. Your partner bids for the other hand.")
    assert "partner_bid" not in bidding("back-alley", hand, "3 1", "pass", "6")


def test_with_added_bids_it_is_told_what_both_make_and_that_one_short_costs_all() -> None:
    hand = "AS KS QS JS 5S 4S AH 3H 2H 7D 6D 3C 2C"
    found = bidding("back-alley", hand, "3 9 4", "2", "4")["lacking"]
    assert "one short costs the whole bid, one over still counts" in said_of(found)
    assert said_of(found).endswith("With your partner's that makes eleven; they want seven, and there are only 13.")
    assert (found.facts["partner"], found.facts["theirs"], found.facts["joint"]) == (9, 7, 11)


def test_all_suits_that_partner_would_have_to_stop_are_named() -> None:
    none = bidding("kaiser", "9H 5H 8C 7C JD TD 8D 7D", "6", "pass", "6no")["lacking"]
    assert said_of(none).endswith("Your partner has to stop every suit.")
    three = bidding("kaiser", "9H 5H 8C 7C AD TD 8D 7D", "6", "pass", "6no")["lacking"]
    assert said_of(three).endswith("Your partner has to stop spades, hearts and clubs.")


def test_with_trumps_or_without_is_told_by_suits_that_others_can_run_and_by_what_it_counts() -> None:
    hand = "QS JS 9S 8S AC KC JC AD"
    found = bidding("kaiser", hand, "pass pass pass", "6", "6no")["trumps_or_none"]
    assert said_of(found).endswith("Without trumps they could run hearts, of which you have none.")
    flat = bidding("kaiser", "AS KS 9S KH JH AC 8C 9D", "pass", "6no", "7")["trumps_or_none"]
    told = (
        "It needs one less and counts double, and nobody can trump your high cards. Your partner has to stop diamonds."
    )
    assert f"{told} Made, it brings twelve or more; if it fails, it costs twice what you have won, ten at" in said_of(
        flat
    )
    poorer = bidding("kaiser", "3S JH TH 8H 5H AC 8C JD", "pass 6", "7no", "7")["trumps_or_none"]
    assert "You may win fewer tricks without trumps, but each counts double." in said_of(poorer)


def test_a_contract_that_fails_costs_what_was_won_and_an_opponent_would_play_instead() -> None:
    found = bidding("kaiser", "AS 8S JH JC 7C AD KD 9D", "6no", "7", "pass")["holding"]
    assert "Count AD, KD and AS." in said_of(found)
    still = (
        "but if you pass, P1 may get to play 6no, which counts double. If it fails, it costs only what you have won."
    )
    assert still in said_of(found), "others have still to call"
    last = bidding("kaiser", "AS 8S JH JC 7C AD KD 9D", "6no pass pass", "7", "pass")["holding"]
    assert "but if you pass, P1 plays 6no, which counts double" in said_of(last)


def test_of_suits_alike_as_trumps_the_tricks_outside_decide() -> None:
    found = bidding("hasenpfeffer", "AS JS KC JC TC QD", "pass", "3", "pass")
    assert "holding" in found
    game = load("hasenpfeffer")
    for seed in range(200):
        record = history.draw(history.start(game), Random(seed))
        record = after(record, "3 pass pass pass") or record
        if record.state.phase == "trump" and set("SC") <= {c.suit for c in record.state.hand(record.state.turn[0])}:
            told = chosen(record, "S", "C").get("stronger_suit")
            assert told is None or told.facts["longer"] or told.facts["level"] or told.facts["suit_"] == "S"
            return
    raise AssertionError("nobody names trumps")


# -- doubles, all tricks or none, called cards ---------------------------------------------------------------


def test_a_double_is_explained_by_trumps_and_high_cards() -> None:
    found = bidding("botifarra", "KS QS 8S 3S AH JH 6H 2H KC 7C 6C 3C", "D", "pass", "double")["doubling"]
    assert "Trumps are diamonds, and you hold none." in said_of(found)
    assert said_of(found).endswith("Your hand is too weak to double on.")
    two = bidding("botifarra", "AS QS 8S 3S AH JH 6H 2H KC 7C 6D 3D", "C", "pass", "double")["doubling"]
    told = "Two trumps with 9C and AC above them, and no suit's highest card outside, are too weak to double on."
    assert said_of(two).endswith(told)
    found = bidding("botifarra", "9D AD KD 3D 9H AH 6H 2H 9C 7C 6C 3C", "D", "double", "pass")["doubling"]
    assert "you hold 9D AD KD 3D" in said_of(found)
    assert "doubling" not in bidding("botifarra", "9D AD KD 3D 9H AH 6H 2H 9C 7C 6C 3C", "D", "pass", "double")


def test_trumps_that_were_accepted_are_those_of_the_double() -> None:
    game = load("jo-jotte")
    for seed in range(200):
        record = after(history.draw(history.start(game), Random(seed)), "accept")
        assert record is not None
        state, upcard = record.state, record.state.upcard
        trumps = [c for c in state.hand(state.turn[0]) if c.suit == upcard.suit]
        strong = len(trumps) > 2 and any(c.rank == "J" for c in trumps)
        found = chosen(record, *(("double", "pass") if strong else ("pass", "double"))).get("doubling")
        assert found is None or found.facts["suit_"] == upcard.suit
        if strong:
            assert found is not None and " named your suit" in said_of(found)
            assert "doubling" not in chosen(record, "pass", "double")
            return
    raise AssertionError("nobody holds the jack")


def test_what_spoils_a_contract_for_all_tricks_or_none_is_named() -> None:
    for seed in range(60):
        record = history.draw(history.start(load("jo-jotte")), Random(seed))
        record = history.draw(history.play(record, record.state.turn[0], Move("accept")), Random(1))
        record = after(record, "pass") or record
        if record.state.phase != "stakes":
            continue
        there = chosen(record, "pass", "nullo")
        hand = record.state.hand(record.state.turn[0])
        aces = [c for c in hand if c.rank == "A"]
        assert not aces or set(there["no_tricks"].facts["them"]) & set(aces)
        assert "no_tricks" not in chosen(record, "nullo", "pass") or not aces
        record = after(record, "pass") or record
        loser = chosen(record, "pass", "slam").get("all_tricks")
        assert loser is None or loser.facts["above"]
        if aces and loser is not None:
            assert "needs every trick" in said_of(loser)
            return
    raise AssertionError("nobody had an ace")


def takings() -> Iterator[tuple[Record[Any], tuple[Move, ...]]]:
    """Hands of Calabrasella at which somebody takes cards up, with what may be taken."""
    game = load("calabrasella")
    for seed in range(400):
        record = history.draw(history.start(game), Random(seed))
        record = history.play(record, record.state.turn[0], Move("play"))
        while record.state.phase in ("call", "surrender", "give", "discard"):
            few = [m for m in legal(game, record.state, record.state.turn[0]) if len(m.cards) < 2]
            record = history.play(record, record.state.turn[0], few[-1])
        if record.state.phase == "take":
            yield record, legal(game, record.state, record.state.turn[0])


def test_a_card_that_is_taken_completes_a_run() -> None:
    for record, moves in takings():
        hand = {c.text for c in record.state.hand(record.state.turn[0])}
        aces = [m for m in moves if len(m.cards) == 1 and m.card.rank == "A"]
        good = [m for m in aces if {f"3{m.card.suit}", f"2{m.card.suit}"} <= hand]
        low = [m for m in moves if len(m.cards) == 1 and m.card.rank in "7654"]
        if good and low:
            assert len(chosen(record, good[0].text, low[0].text)["takes_top"].facts["run"]) >= 3
            assert "takes_top" not in chosen(record, low[0].text, good[0].text)
            return
    raise AssertionError("nobody could")


def test_a_called_card_completes_a_run() -> None:
    game = load("calabrasella")
    for seed in range(200):
        record = history.draw(history.start(game), Random(seed))
        record = history.play(record, record.state.turn[0], Move("play"))
        hand = {c.text for c in record.state.hand(record.state.turn[0])}
        words = [m.text for m in legal(game, record.state, record.state.turn[0])]
        good = [w for w in words if w[0] == "3" and {"2" + w[1], "A" + w[1]} <= hand]
        bad = [w for w in words if w[0] == "3" and "2" + w[1] not in hand]
        if record.state.phase == "call" and good and bad:
            found = chosen(record, good[0], bad[0])["calls_card"]
            assert len(found.facts["run"]) >= 3 > len(found.facts["less"])
            assert "calls_card" not in chosen(record, bad[0], good[0])
            return
    raise AssertionError("nobody could")


def test_without_trumps_stakes_are_raised_with_every_suit_stopped_and_not_with_a_bare_one() -> None:
    hand = "9S 3S AH KH 6H AC JC 6C 5C AD 3D 2D"
    found = bidding("botifarra", hand, "pass botifarra double pass", "redouble", "pass")["doubling"]
    assert said_of(found).endswith(
        "With 9S, AH, AD and AC you have the highest card or the next of every suit: they can run none."
    )
    bare = bidding("botifarra", "9S KS QS 8S 6S JH KC QC JC 8C 3C JD", "botifarra", "pass", "double")["doubling"]
    assert "They can run hearts and diamonds" in said_of(bare)


def test_opponents_who_had_to_choose_are_hardly_strong() -> None:
    hand = "AS KS 8S 6S JH 8H 9C AC 4C KD JD 8D"
    forced = bidding("botifarra", hand, "pass H", "double", "pass")["doubling"]
    assert said_of(forced).endswith("had to choose, so they are hardly strong; you have 9C AC AS KS.")
    free = bidding("botifarra", hand, "H", "double", "pass").get("doubling")
    assert free is None or not free.facts["left_to"]


# -- pairs and declarations ----------------------------------------------------------------------------------


def test_a_pair_and_the_high_cards_are_counted_against_what_is_bid() -> None:
    found = bidding("tyzicha", "TS KS 9S KH QH AH JC", "110", "120", "pass")["pair_count"]
    assert said_of(found).startswith("KH QH count 100 when you declare them, and AH from the top 11: that is 111.")
    assert "Only 10 more" in said_of(found)
    many = bidding("tyzicha", "AH TH QH 9H KS QS JC", "", "110", "pass")["pair_count"]
    assert said_of(many).endswith("47 more have to fall into your tricks for 111.") and "Only" not in said_of(many)
    found = bidding("tyzicha", "AS TS QD JD TC KC QC", "", "pass", "110")["pair_count"]
    assert said_of(found).endswith("30 more would have to fall into your tricks.")
    assert "pair_count" not in bidding("tyzicha", "TS KS 9S KH QH AH JC", "", "pass", "110"), "it is enough"


def test_pairs_that_are_enough_need_no_figures() -> None:
    """A declarer who leads to the first trick may show a pair at once, before any trick is won."""
    hands = "hand.P1=KC,QC,KH,QH,AC,KD,QD hand.P2=AH,TH,9S,JS,JH,9H,QS hand.P3=AS,TS,KS,AD,TD,JD,9D"
    record = after(history.staged(load("tyzicha"), f"at=auction {hands}"), "pass pass 110 9C+JC")
    assert record is not None
    found = chosen(record, "stand", "concede")
    assert found["pair_count"].decides and "gives_up" not in found
    assert "you lead first: a pair may be shown with any lead" in said_of(found["pair_count"])


def test_only_a_pair_that_is_sure_to_be_shown_is_counted() -> None:
    """The lead may be lost with the first pair, so the other one makes nothing certain."""
    two = bidding("tyzicha", "KH QH 9H QC JC KD QD", "pass pass", "100", "110")["pair_count"]
    assert said_of(two).startswith("KH QH count 100 when you declare them, and you have no suit's highest card.")
    assert said_of(two).endswith("KD QD help if you get the lead back to show them.") and not two.decides
    whole = bidding("tyzicha", "KH QH AD TD KD QD 9C", "", "110", "pass")["pair_count"]
    assert said_of(whole).startswith("KH QH KD QD count 180 when you declare them, and AD TD KD QD from the top 28")
    assert whole.decides and not whole.facts["later"]


def test_a_bid_that_cannot_fail_is_made_and_told_without_another() -> None:
    game = load("tyzicha")
    first, rest = "AS KS QS AH KH QH KD".split(), [c.text for c in game.pack.order]
    others = [text for text in rest if text not in first]
    stage = f"at=auction hand.P1={','.join(first)} hand.P2={','.join(others[:7])} hand.P3={','.join(others[7:14])}"
    record = after(history.staged(game, stage), "pass pass")
    assert record is not None and record.state.turn == ("P1",)
    advice = Adviser(game).advise(record, "P1", Random(1), Budget(playouts=8))
    assert (advice.move.text, advice.other) == ("110", None), "100 and 110 are legal"
    (found,) = reasons(record, "P1", advice.move, None, Random(1), WORK)
    assert found.decides and said_of(found).endswith("That is enough for 111, whatever the others hold.")


def test_without_a_pair_it_is_told_what_would_make_one() -> None:
    found = bidding("tyzicha", "AS KS AH QH JH TC QC", "", "pass", "110")["no_pair"]
    assert {c.text for c in found.facts["make"]} == {"QS", "KH", "KC"}
    assert (found.facts["unseen"], found.facts["widow"], found.facts["tenths"]) == (17, 3, 5)
    assert "that is three of the 17 cards out of sight" in said_of(found)
    assert "111 of the 120 points" in said_of(found)
    none = bidding("tyzicha", "AS TS TH TC JC AD JD", "110", "pass", "120")["no_pair"]
    assert "no card out of sight would make a pair" in said_of(none)
    assert said_of(none).endswith("Without a pair 120 cannot be made."), "121 points make it, and 120 lie in tricks"


def test_a_meld_is_declared_because_it_costs_nothing() -> None:
    game = load("tresette")
    for seed in range(60):
        record = history.draw(history.start(game), Random(seed))
        if record.state.phase == "declare" and len(legal(game, record.state, record.state.turn[0])) > 1:
            found = chosen(record, "good", "pass")["announces"]
            assert found.decides and found.facts["n"] >= 3
            assert "announces" not in chosen(record, "pass", "good")
            return
    raise AssertionError("nobody has a meld")


# -- cards laid away -----------------------------------------------------------------------------------------


def test_what_is_given_away_counts_little_and_wins_nothing() -> None:
    """A declarer in Tyzicha gives the nines away, and keeps a pair together."""
    game = load("tyzicha")
    record = history.draw(history.start(game), Random(500))
    record = after(record, "pass pass 110") or record
    assert record.state.phase == "give"
    hand = {c.text for c in record.state.hand("P1")}
    assert hand == set("AH KH AD KD JD 9D AC TC KC 9C".split())
    found = chosen(record, "9D+9C", "JD+9C")
    assert found["gives_less"].facts["n"] == 0
    assert "gives_less" not in chosen(record, "JD+9C", "9D+9C")
    assert "count nothing" in said_of(found["lays_idle"])
    kept = chosen(record, "9D+9C", "AD+9C")["lays_keeps_high"]
    assert kept.facts["c"].text == "AD"


def test_a_card_that_wins_by_itself_is_kept_from_what_is_laid_away() -> None:
    hands = "hand.P1=QC,JC,JS,JH,AD,TD,KD,TS,9S,7H hand.P2=QS,QH,QD,9D,8D,AS,KS,8S,7S,AH"
    record = history.staged(load("schafkopf"), f"at=pick {hands} hand.P3=JD,7D,TH,KH,9H,8H,KC,9C,8C,7C")
    record = history.play(record, "P1", Move("take"))
    found = chosen(record, "discard:TS+7H", "discard:AC+TC")["lays_keeps_high"]
    assert said_of(found).endswith("TS 7H may well be lost. Laid away, TS 7H count 10 points for you.")


def test_where_deals_do_not_tell_a_whole_suit_is_laid_away() -> None:
    hands = "hand.P1=QC,QH,JC,JD,TD,8D,AS,9S,KC,8C hand.P2=JH,7D,TS,7S,AH,KH,9H,8H,9C,7C"
    record = history.staged(load("schafkopf"), f"at=pick {hands} hand.P3=QD,JS,AD,KD,KS,8S,TH,7H,AC,TC")
    record = history.play(record, "P1", Move("take"))
    phase = record.game.due(record.state)
    policy, view = policy_of(record.game).of(phase), phase.see(record.state, "P1")
    moves = {m.text: m for m in legal(record.game, record.state, "P1")}
    whole, split = (
        policy.tie_break_cost(record.state, "P1", view, moves[text], {"P1"})
        for text in ("discard:KC+8C", "discard:9S+KC")
    )
    assert whole < split


def test_as_many_cards_are_changed_as_are_not_high() -> None:
    """In Calabrasella four low cards go rather than two of them."""
    game = load("calabrasella")
    for seed in range(60):
        record = history.draw(history.start(game), Random(seed))
        record = history.play(record, record.state.turn[0], Move("play"))
        while record.state.phase not in ("discard", "play"):
            record = history.play(record, record.state.turn[0], legal(game, record.state, record.state.turn[0])[0])
        hand = record.state.hand(record.state.turn[0])
        low = [c for c in hand if c.rank in "4567"]
        if record.state.phase == "discard" and len(low) >= 4:
            words = ["+".join(c.text for c in low[:n]) for n in (4, 2)]
            many = chosen(record, *words)
            assert many["lays_idle"].facts["all"] and not many["lays_idle"].shared
            return
    raise AssertionError("nobody holds low cards")


def test_a_choice_that_can_only_gain_is_told_without_figures() -> None:
    """The court of the first seven tricks stands, whatever comes of playing on."""
    hands = "hand.P1=AH,KH,QD,TD,9D,4D hand.P2=7H,5H,2H,KD,JD,QC hand.P3=8H,JH,4H,AD,8D,7D hand.P4=TH,9H,6H,3D,9C,8C"
    gone = ",".join(c.text for c in load("court-piece").pack.order if c.text not in hands)
    record = history.staged(load("court-piece"), f"at=play-on trump=S leader=P1 {hands} won.P1+P3={gone}")
    moves = {move.text: move for move in legal(record.game, record.state, "P1")}
    found = reasons(record, "P1", moves["play-on"], moves["stop"], Random(1), 200_000)
    assert [reason.what for reason in found] == ["free_try"]


def test_a_meld_after_which_nobody_speaks_is_sure_to_count() -> None:
    """The defender speaks first, and then the declarer, who may announce only what is better."""
    game, heard = load("jo-jotte"), set()
    for seed in range(60):
        record = history.draw(history.start(game), Random(seed))
        while record.state.phase != "play":
            moves = legal(game, record.state, record.state.turn[0])
            if record.state.phase == "meld" and moves[0].word == "none" and moves[1:]:
                last = len(record.state.claims) % 2 == 1
                told = said_of(chosen(record, moves[1].text, "none")["announces"])
                assert last == ("nobody has announced anything better" in told)
                heard.add(last)
            quiet = next((m for m in moves if m.word in ("accept", "pass", "none", "good")), moves[0])
            record = history.draw(history.play(record, record.state.turn[0], quiet), Random(1))
    assert heard == {True, False}


def test_a_pair_that_lies_whole_in_the_widow_counts_too() -> None:
    found = bidding("tyzicha", "QS JS AH 9H TC TD QD", "", "pass", "110")["no_pair"]
    assert {c.text for c in found.facts["make"]} == {"KS", "KD"}
    assert found.facts["tenths"] == 4, "251 of 680, with KH QH and KC QC"
    assert "would not make the contract alone" in said_of(found) and not found.facts["forced"]
    last = bidding("tyzicha", "9S AH TH QH QC 9C QD", "pass", "pass", "110")["no_pair"]
    assert last.facts["forced"] and "has to play." in said_of(last)


def against(record: Record[Any], word: str, other: str, rival: str) -> list[str]:
    """The motives for one call rather than another, and not the `rival`."""
    seat = record.state.turn[0]
    moves = {m.text: m for m in legal(record.game, record.state, seat)}
    found = reasons(record, seat, moves[word], moves[other], Random(1), 10 * WORK, rival=moves[rival])
    return [unmarked(motive(record.game, reason)) for reason in found if not reason.shared]


def test_why_to_bid_at_all_is_told_before_which_suit() -> None:
    """The house would play in spades, of which the hand has none."""
    stage = "faceup=4S,AH,9H,7H,6H,4H,3H,2H,QD,5D,QC,6C,2C down=QH,JH,8D,7D,4D,TC,5C"
    record = history.staged(load("bridge-solitaire"), stage)
    for text in ("AH+9H+7H+6H+QD+5D", "4S"):
        record = history.play(record, record.state.turn[0], Move(text))
    told = against(record, "2H", "2D", "pass")
    assert "After pass house plays with spades as trumps, of which you hold none" in told[0]
    assert told[1] == "Take hearts: they are the longer suit."


def test_low_cards_of_the_longest_suit_are_left_where_it_is_seldom_trumps() -> None:
    stage = "faceup=4S,AH,9H,7H,6H,4H,3H,2H,QD,5D,QC,6C,2C down=QH,JH,8D,7D,4D,TC,5C"
    found = why("bridge-solitaire", stage, "AH+9H+7H+6H+QC+6C", "AH+9H+7H+6H+4H+3H")["picks_high"]
    assert (
        said_of(found)
        .strip()
        .startswith("In most hands hearts do not become trumps, and then QC and 6C should win more")
    )


def test_a_pass_is_told_to_lead_to_a_hand_in_which_nothing_is_lost() -> None:
    """All have passed but the dealer, who would be the declarer with five trumps, of which only QS is high."""
    text = said_of(bidding("schafkopf", "QS JC JH TD KD KS 8S 7S TH 7C", "pass pass", "pass", "take")["lacking"])
    assert "Five trumps and no high card outside are too little to play alone" in text
    assert text.endswith("everybody tries to take as little as possible, and you risk next to nothing.")
    first = said_of(bidding("schafkopf", "QS JC JH TD KD KS 8S 7S TH 7C", "pass", "pass", "take")["lacking"])
    assert "too weak to play alone" in first and "as little as possible" not in first


def test_a_single_trump_is_too_little_and_what_is_held_is_not_told_twice() -> None:
    dealt = (holding(load("jo-jotte"), "AD AC QS 8S JH 7H", "", seed) for seed in range(90))
    record = next(one[0] for one in dealt if one and one[0].state.upcard.text == "KD")
    text = said_of(chosen(record, "pass", "accept")["lacking"])
    assert text.endswith("AD would be your only trump, and JD and 9D, which count 35 points, may be against you.")
    dealt = (holding(load("jo-jotte"), "9C AC AD QH 8H 7S", "pass pass", seed) for seed in range(90))
    record = next(one[0] for one in dealt if one and one[0].state.upcard.text == "KD")
    told = against(record, "C", "H", "pass")
    assert told[0].startswith("9C, AC and AD count 35 points, and only JC, which may not be dealt, is above 9C")
    facts = [certain(record.game, reason) for reason in chosen(record, "C", "H").values()]
    assert "With clubs as trumps you hold 9C AC, with hearts QH 8H." in unmarked(" ".join(facts)), "that alone"
    seat = record.state.turn[0]
    moves = {m.text: m for m in legal(record.game, record.state, seat)}
    both = reasons(record, seat, moves["C"], moves["H"], Random(1), WORK, rival=moves["pass"])
    assert "With hearts you would hold QH 8H." in [unmarked(certain(record.game, reason)) for reason in both]
