"""Moves that a good player who watches would not dispute: what is advised where the deals alone do not say it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.test_bids import after, holding
from tutor.advice import Adviser
from tutor.kernel import history
from tutor.kernel.by_name import load
from tutor.kernel.playout import legal
from tutor.policies import policy_of

if TYPE_CHECKING:
    from tutor.kernel.history import Record

COURT = "trump=S leader={} trick={} hand.P1={} hand.P2={} hand.P3={} hand.P4={}"


def advised(record: Record[Any], seed: int = 1) -> str:
    """What is advised to whoever is to act."""
    return Adviser(record.game, 2).advise(record, record.state.turn[0], Random(seed)).move.text


PLAYED = [
    # name, the moment, what a good player does
    (
        "court-piece",
        COURT.format("P1", "", "KC,QC,JC,4D,2D", "AC,KD,QD,8H,4H", "JD,9C,8C,7H,6H", "TD,7D,6D,5D,2S"),
        "KC",
    ),
    (
        "court-piece",
        COURT.format("P3", "AH,3H", "2S,5S,9S,3C,4D", "KD,KC,QC,8H,4H", "QD,JD,9C,8C", "TD,7D,6D,5D"),
        "3C",
    ),
    (
        "court-piece",
        COURT.format("P3", "KH,3H", "AH,2H,9S,3C,4D", "QH,KC,QC,8H,4H", "QD,JD,9C,8C", "TD,7D,6D,5D"),
        "2H",
    ),
    # void, last but one, partner has led and nobody else of the side is to play: a low trump takes it
    (
        "back-alley",
        "trump=H leader=P2 trick=4S,6S hand.P1=KS,QH,JH,5H,JD,QC,9C,6C hand.P2=8S,7S,TD,6D,4D,TC,7C"
        " hand.P3=QS,TS,9S,TH,8H,9D,5D hand.P4=2H,KD,QD,8D,JC,8C,X1,X2 bids=P1:2,P2:2,P3:2,P4:3",
        "2H",
    ),
    ("court-piece", COURT.format("P2", "AH,3H,8H", "KD,2D,4C,3C", "QC,JC,TC", "QD,JD,9C", "TD,7D,6D"), "2D"),
    # two that nobody can beat, and nothing else: the highest is led
    ("botifarra", "trump=- leader=P1 trick= hand.P1=9D,AD hand.P2=3C,4C hand.P3=5C,6C hand.P4=7C,8C", "9D"),
]


@pytest.mark.parametrize(("name", "stage", "move"), PLAYED)
def test_a_card_that_nobody_disputes(name: str, stage: str, move: str) -> None:
    record = history.staged(load(name), stage)
    for seed in range(3):
        assert advised(record, seed) == move


def test_dear_cards_go_first_in_last_one() -> None:
    """Far from the end what fits everywhere is kept, and of the others the dear ones go, whatever few deals say."""
    stage = "upcard=9C hand.P1=KC,X1,8S,5C,QC hand.P2=7H,6D,2H,9H hand.P3=AS,KS,TH,3C hand.P4=QD,TD,9D,QH"
    for seed in range(6):
        assert advised(history.staged(load("last-one"), stage), seed) in ("KC", "QC")


def test_the_declarer_of_tyzicha_keeps_a_marriage() -> None:
    """A king with its queen is worth more than any trick: neither is given away while there is anything else."""
    game, found = load("tyzicha"), 0
    for seed in range(40):
        record = after(history.draw(history.start(game), Random(seed)), "pass pass 100")
        assert record is not None
        hand = {c.text for c in record.state.hand(record.state.turn[0])}
        married = [{"K" + s, "Q" + s} for s in "HD" if {"K" + s, "Q" + s} <= hand]
        if len(married) == 1 and found < 3:
            found += 1
            assert not married[0] & set(advised(record).split("+"))
    assert found == 3


def test_a_marriage_and_aces_are_bid_in_tyzicha() -> None:
    """Even by the first to speak, though the last must play if nobody does."""
    record, _ = next(filter(None, (holding(load("tyzicha"), "AS JS KH QH AD QD AC", "", n) for n in range(60))))
    assert advised(record) == "110"


@pytest.mark.parametrize("said", ["6 pass pass", "pass 6 pass", "6 7 pass"])
def test_the_last_to_bid_in_kaiser_bids_no_more_than_it_takes(said: str) -> None:
    """What is made is counted, not what was bid; so nothing above the lowest bid of its kind is worth a thought."""
    found = filter(None, (holding(load("kaiser"), "AS AH AD AC KC QC JC TC", said, n) for n in range(60)))
    record, seat = next(found)
    least = max(int(word) for word in said.split() if word.isdigit())
    moves = (
        policy_of(record.game)
        .of(record.game.due(record.state))
        .plausible(record.state, seat, legal(record.game, record.state, seat))
    )
    assert {move.text for move in moves} == {"pass", str(least), f"{least}no"}
    assert advised(record).removesuffix("no") == str(least)


def test_what_is_laid_away_counts_in_schafkopf() -> None:
    """By the last card the declarer has gained what was laid away."""
    game = load("schafkopf")
    stage = "declarer=P1 leader=P1 trick=QC,JS hand.P1= hand.P2= hand.P3=JD aside=TC,AH"
    record = history.staged(game, stage)
    phase, state = game.due(record.state), record.state
    events = phase.act(state, "P3", legal(game, state, "P3")[0]).events
    gained = dict.fromkeys(state.seats, 0.0)
    for seat, points in policy_of(game).of(phase).rewards(state, events):
        gained[seat] += points
    assert gained["P1"] == 1 + 3 + 2 + 2 + 10 + 11


def test_a_discard_is_tried_in_more_than_a_few_deals() -> None:
    """Each is played out by rule of thumb: solved with open cards two deals were all there was time for."""
    record = history.draw(history.start(load("hasenpfeffer")), Random(4))
    while record.state.phase != "discard":
        seat = record.state.turn[0]
        phase, moves = record.game.due(record.state), legal(record.game, record.state, seat)
        said = (
            policy_of(record.game)
            .of(phase)
            .bidding_policy(phase.see(record.state, seat), record.state.hand(seat), moves, Random(1))
        )
        record = history.play(record, seat, said or moves[0])
    seat = record.state.turn[0]
    advice = Adviser(record.game, 2).advise(record, seat, Random(1))
    assert advice.deals >= 20
    trump = record.state.trump
    assert advice.move.card.suit != trump and advice.move.card.rank not in "AXJ"
