"""Reasons where a hand is decided: that it makes no difference what is played, with the one fact that settles it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from tests.test_bids import after
from tests.test_reasons import COURT, WORK, why
from tests.test_reasons_following import all_gone_but
from tutor.advice.reasons.finding import reasons
from tutor.advice.value import Line
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.playout import legal
from tutor.teach.practice.advising import certain, motive
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from tutor.advice.reasons.context import Reason
    from tutor.kernel.history import Record


def said(game: str, found: Reason) -> str:
    """A reason in words."""
    return " ".join(unmarked(motive(load(game), found)).split())


def told(record: Record[Any], move: str, other: str) -> dict[str, Reason]:
    """The reasons for one move rather than another in a game played so far."""
    seat = record.state.turn[0]
    moves = {m.text: m for m in legal(record.game, record.state, seat)}
    return {one.what: one for one in reasons(record, seat, moves[move], moves[other], Random(1), WORK)}


def test_a_pair_that_the_winner_of_a_trick_is_known_to_hold_decides_the_contract() -> None:
    """The king and the queen of clubs lay in the widow."""
    hands = "hand.P1=KH,QH,AH,TH,AD,AS,TS hand.P2=9H,9S,JS,QS,KS,9C,JC hand.P3=AC,TC,JD,QD,KD,TD,9D"
    begun = after(history.staged(load("tyzicha"), f"at=auction {hands}"), "pass pass 110 AS+TS stand")
    assert begun is not None
    for first, settles in (("show:KH", True), ("KH", False)):
        record = begun
        for text in (first, "9H"):
            moves = {m.text: m for m in legal(record.game, record.state, record.state.turn[0])}
            record = history.play(record, record.state.turn[0], moves[text])
        found = told(record, "9D", "TC")
        assert ("settled" in found) is settles, "without the first pair clubs are not enough"
        if settles:
            assert [*found] == ["settled"]
            text = said("tyzicha", found["settled"])
            assert text.startswith(
                "P1 wins this trick and has KC and QC to show for 60 points: that makes the contract"
            )


SOLO = "game=solo declarer=P1 trump=S"


def test_trumps_of_which_few_can_be_beaten_make_the_contract_in_any_order() -> None:
    """The seven is second, and only the queen of clubs is above it."""
    hands = "hand.P1=AS,QS,7S,KD hand.P2=QC,AD,AC,7D hand.P3=TH,8H,TD,8D hand.P4=QD,JD,KC,9C"
    won = "won.P1=KS,TS,9S,JS,8S,9H,7H,JH,JC,TC,8C,7C won.P3=AH,KH,QH,9D"
    found = why("solo", f"{SOLO} leader=P1 trick= {hands} {won}", "KD", "7S")
    assert [*found] == ["settled"]
    text = said("solo", found["settled"])
    first = "Of the trumps out only QC beats one of yours: you win at least 2 more tricks, and that makes the contract"
    assert text.startswith(first)
    fewer = "won.P1=KS,TS,9S,JS,8S,9H,7H,JH won.P3=AH,KH,QH,9D,JC,TC,8C,7C"
    assert "settled" not in why("solo", f"{SOLO} leader=P1 trick= {hands} {fewer}", "KD", "7S"), "three are needed"


def test_trumps_that_are_all_that_is_left_leave_no_rest() -> None:
    hands = "hand.P1=AS,QS,TS hand.P2=8S,8D,7D hand.P3=TH,8H,TD hand.P4=QD,JD"
    won = "won.P1=KS,9S,JS,7S,QC,9H,7H,JH won.P3=AH,KH,QH,9D won.P4=JC,TC,8C,7C,AD,AC,KD,9C"
    found = why("solo", f"{SOLO} leader=P4 trick=KC {hands} {won}", "TS", "AS")
    text = said("solo", found["settled"])
    assert text.startswith("The only trump that is still out is 8S") and "the rest" not in text


def test_that_a_contract_is_made_with_either_card_says_more_than_which_to_keep() -> None:
    hands = "hand.P1=AS,QS,TS,9S,7S,KD hand.P2=AD,AC,JC,TC,8C,7C hand.P3=JS,TH,8H,7H,TD,8D hand.P4=8S,QD,JD,KC,QC,9C"
    stage = f"{SOLO} leader=P1 trick= {hands} won.P1=KH,9D,KS,7D won.P3=AH,9H,QH,JH"
    record = history.staged(load("solo"), stage)
    moves = {m.text: m for m in legal(record.game, record.state, "P1")}
    two = moves["KD"], moves["7S"]
    made, broken = (Line((("P1", ()),), (who,)) for who in ("P1", "P2+P3+P4"))
    for lines, same in (([made] * 9, True), ([made] * 8 + [broken], False), ([made] * 3, False)):
        found = reasons(record, "P1", *two, Random(1), WORK, lines=dict.fromkeys(two, lines))
        assert any(one.what == "settled_anyway" for one in found) is same
    found = reasons(record, "P1", *two, Random(1), WORK, lines=dict.fromkeys(two, [made] * 9))
    either = next(one for one in found if one.what == "settled_anyway")
    assert said("solo", either) == "The contract was made in all of them, with either card."
    assert unmarked(certain(load("solo"), either)) == "P1 needs 4 more tricks."


def test_what_still_counts_is_not_told_where_all_cards_do_the_same() -> None:
    """P2 and P4 have enough already."""
    hands = "hand.P1=7S,6S,QD hand.P2=JD,4H,5H hand.P3=AD,3C,4C hand.P4=6H,7H"
    rest = [c.text for c in load("botifarra").pack.cards if c.text not in f"{hands},AH"]
    stage = f"trump=S leader=P4 trick=AH {hands} won.P2+P4={','.join(rest)}"
    found = why("botifarra", stage, "6S", "7S")
    assert "equals" in found and "secured" not in found


def test_the_cards_between_two_that_are_left_are_named() -> None:
    stage = all_gone_but(COURT.format("P1", "", "QD,9D", "TD,2H", "AD,3H", "4H,5H"))
    found = why("court-piece", stage, "9D", "QD")["keeps_harder"]
    assert said("court-piece", found).endswith("TD, still out, beats 9D but not QD.")
