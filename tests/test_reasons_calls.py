"""Reasons for calls say how the call comes about, what makes the points, and what was nearly called instead."""

from __future__ import annotations

from random import Random

from tests.test_reasons import WORK, bidding, said_of, why
from tutor.advice.reasons.finding import reasons
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.teach.practice.advising import certain, motive
from tutor.teach.text.marks import unmarked


def said(game: str, stage: str, move: str, other: str, what: str) -> str:
    """A reason for a move in a moment that is set up, with its fact, in plain words."""
    found = why(game, stage, move, other)[what]
    return f"{unmarked(certain(load(game), found))} {unmarked(motive(load(game), found))}"


def test_a_lower_bid_says_where_the_rest_comes_from_and_why_not_less() -> None:
    found = said_of(bidding("hasenpfeffer", "JS AC TC KD TD 9D", "", "3", "4")["lower_bid"])
    assert "One more for three must come from your partner and the card you take in." in found
    assert "4, which needs more" in found and "2 would be easier for the others to outbid" in found
    found = said_of(bidding("kaiser", "9S 3S 9H JC AD KD QD 8D", "", "7", "8")["lower_bid"])
    assert "With 5H, worth five, that is enough for seven; without it three more must come from your partner." in found
    assert "3S, which costs three, you can throw on a trick of theirs." in found


def test_what_a_contract_lacks_is_told_by_what_it_needs() -> None:
    found = said_of(bidding("solo", "9S 7S 9H JC AD KD QD 8D", "", "pass", "ask")["lacking"])
    assert found.endswith("You would need five, so your partner would have to add two, and may not.")


def test_whoever_would_play_alone_is_told_what_comes_in_and_what_may_be_lost() -> None:
    found = said_of(bidding("calabrasella", "3S 2S 7S 5S QH JH 6H 5H AC JC AD KD", "", "pass", "play")["lacking"])
    assert "even with the card that you may ask for and the four of the widow" in found
    assert "AD and AC, which count 3 points each, may fall to higher cards." in found


def test_a_hand_that_takes_the_widow_is_counted() -> None:
    found = said_of(bidding("schafkopf", "QC QD JH AD KD 7D 7H AC 9C 8C", "pass", "take", "pass")["holding"])
    assert "Six trumps with QC at the head, 34 of the 120 points in hand" in found
    assert "That is" not in found


def test_what_a_hand_may_score_besides_its_tricks_is_told() -> None:
    hand = "7S 9H AD KD QD 8D"
    found = said_of(bidding("jo-jotte", hand, "pass pass", "D", "pass")["holding"])
    assert "may score 20 with AD KD QD and 20 with KD QD" in found
    found = said_of(bidding("jo-jotte", hand, "pass pass", "D", "nt")["trumps_or_none"])
    assert "could run clubs, of which you have none" in found, "not only suits with a low card"
    assert "KD QD may score 20 besides with diamonds as trumps." in found


def test_a_run_that_nothing_beats_is_seen() -> None:
    hand = "3 4 5 6 7 7 8 9 T T J Q K A A 2 X1"
    found = said_of(bidding("dou-dizhu", hand, "", "1", "2")["bids_low"])
    assert "3 4 5 6 7 8 9 T J Q K A goes in one play of 12 cards, which nothing can beat." in found
    assert "3 to A in one play" in found and "the stake counts as much against you" in found
    more = said_of(bidding("dou-dizhu", hand, "", "2", "1")["bids_high"])
    assert "3 to A in one play, may well be enough to play alone, and with 1 you would be easy to outbid." in more
    rest = said_of(bidding("dou-dizhu", "4 5 6 7 8 8 8 T J Q K A A 2 2 2 X1", "", "3", "pass")["takes_lead"])
    assert "which only a bomb can beat" in rest, "threes and nines may be a bomb"


def test_whatever_stops_the_last_card_is_named() -> None:
    """Another ace on the ten is enough, as the own ace does not beat it."""
    rest = "hand.P2=3,9,9,J,A hand.P3=7,8,8,Q,2,2 landlord=P3 bid=1 leader=P1"
    assert said("dou-dizhu", f"hand.P1=T,A {rest}", "T", "A", "goes_out_on").endswith(
        "T first: then you go out with A, unless the others play A or 2."
    )
    none = rest.replace("J,A", "J,K")
    assert "unless the others play 2." in said("dou-dizhu", f"hand.P1=T,A {none}", "T", "A", "goes_out_on")


def test_what_beats_the_rest_is_told_when_the_best_card_is_kept() -> None:
    rest = "hand.P2=3,9,9,2,2 hand.P3=7,8,8,Q landlord=P1 bid=1 leader=P3 plays=P3:X2"
    found = said("dou-dizhu", f"hand.P1=T,A,X1 {rest}", "pass", "X1", "keeps_control")
    assert "and 2 beats even A" in found and "X1 takes the lead and you go out" in found


def test_who_has_one_card_is_hampered_by_the_count() -> None:
    rest = "hand.P2=7D,9D,TC hand.P3=QS hand.P4=8D,AC,2C leader=P4 plays=P4:5D"
    found = why("big-two", f"hand.P1=6D,6H,8H,TS {rest}", "8H", "6D")["hampers"]
    text = unmarked(motive(load("big-two"), found))
    assert text.startswith("P3 goes out with any card that beats yours: of the")
    assert found.facts["n"] < found.facts["more"]


def test_honours_are_a_reason_to_take_a_suit() -> None:
    at = "faceup=AS,KS,QS,TS,6S,TH,7H,2H,4C,3C,JD,TD,9D"
    at += " down=2S,3S,AH,KH,AC,KC,AD stock=X1,X2"
    found = why("bridge-solitaire", at, "AS+KS+QS+TS+6S+JD", "AS+KS+QS+TS+TH+JD")["picks_long"]
    assert "AS KS QS TS alone count 100 points as honours" in unmarked(motive(load("bridge-solitaire"), found))


def test_what_makes_the_next_player_draw_and_wait_beats_what_only_makes_it_wait() -> None:
    """Nobody can go on: the five of hearts and the jokers lie in the pile."""
    stage = "upcard=7D hand.P1=3D,4H,JC hand.P2=3S,AH,KC hand.P3=4S,JH,6H hand.P4=QS,2S,KH"
    found = why("last-one", f"{stage} pile=5H,X1,X2", "3D", "draw")["plays_again"]
    text = unmarked(motive(load("last-one"), found))
    assert "Put 4H on it: P2, who has 3 cards, draws four and misses the turn, and nobody can go on." in text
    other = unmarked(motive(load("last-one"), why("last-one", stage, "3D", "draw")["plays_again"]))
    assert "Put JC on it: P2, who has 3 cards, misses a turn." in other, "somebody may go on with the five"


def test_a_drawn_trick_is_told_to_save_the_hand() -> None:
    tie = "tricks=P2+P4 leader=P2 trick=AD,5H,QS hand.P1=AS,6D hand.P2=4C hand.P3=4H hand.P4=7D dealer=P4"
    found = why("truc", tie, "AS", "6D")["draws"]
    assert unmarked(motive(load("truc"), found)).startswith("If this trick is lost, so is the hand: draw it")


def test_points_that_are_laid_away_are_told() -> None:
    deal = "at=pick aside=QS,TS hand.P1=QC,QD,JH,AD,KD,7D,7H,AC,9C,8C hand.P2=JS,JC,TD,9D,AS,KS,9S,AH,KH,KC"
    deal += " hand.P3=QH,JD,8D,8S,7S,TH,9H,8H,TC,7C dealer=P3 leader=P1"
    found = why("schafkopf", deal, "discard:TS+7H", "discard:TS+9C", "take")["lays_void"]
    text = unmarked(motive(load("schafkopf"), found))
    assert text.startswith("Laid away, TS brings you 10 points that a higher card might take;")
    assert text.endswith("and then you can trump both spades and hearts.")


def test_where_all_hands_are_known_it_is_told_that_no_lead_wins() -> None:
    stage = "upcard=KS,6C round=4 hand.P1=9S,KD,AC,KC hand.P2=AS,KS,AH,QC hand.P3=AS,AC,8C,6C leader=P1"
    record = history.staged(load("strange"), stage)
    moves = {m.text: m for m in legal(record.game, record.state, "P1")}
    found = reasons(record, "P1", moves["9S+AC"], moves["9S+KC"], Random(1), WORK)[0]
    assert unmarked(motive(load("strange"), found)).startswith("None of your leads can win this trick: AC+KC counts")


def test_what_only_skips_a_player_is_no_reason_beside_what_makes_it_draw_as_well() -> None:
    stage = "upcard=7D hand.P1=3D,4H,JC hand.P2=3S,AH,KC hand.P3=4S,JH,6H hand.P4=QS,2S,KH"
    for pile, told in ((" pile=5H,X1,X2", False), ("", True)):  # with the five out somebody may go on
        record = history.staged(load("last-one"), stage + pile)
        record = history.play(record, "P1", Move("3D"))
        moves = {m.text: m for m in legal(record.game, record.state, "P1")}
        found = {one.what for one in reasons(record, "P1", moves["JC"], moves["4H"], Random(1), WORK)}
        assert ("strikes" in found) == told
