"""Botifarra: what runs over several tricks and hands, and its rules held against a naive second telling."""

from __future__ import annotations

from random import Random

import pytest

from tests.drawn import staged, told
from tests.oracles import botifarra as oracle
from tests.oracles import small_world
from tests.records import in_turn
from tutor.families.doubling import DOUBLES
from tutor.games.botifarra import GAME
from tutor.games.botifarra.score import SCORE, Result
from tutor.games.botifarra.table import PACK, POINTS, SIDES, BotifarraState, Rules
from tutor.kernel import record
from tutor.kernel.cards import cards
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.playout import playout
from tutor.kernel.state import changed

PLAY = GAME.phase_of["play"]
AUCTION = GAME.phase_of["auction"]
SEATS = ("P1", "P2", "P3", "P4")


def trick(table: str, hand: str, trump: str = "S", options: Rules | None = None) -> dict[str, str]:
    """The clause that refuses each card; empty for those that may be played."""
    v = PLAY.view(players=4, dealer="P4", options=options or Rules(), trump=trump, trick=cards(table), hand=cards(hand))
    return {ruling.text: "" if ruling.legal else ruling.clause for ruling in judge(PLAY, v).rulings}


def dealt(*calls: str, dealer: str = "P4", seed: int = 1) -> record.Record[BotifarraState]:
    """A game after its deal and these calls, each by whoever is to speak."""
    found = record.draw(record.start(GAME, dealer=dealer), Random(seed))
    return in_turn(found, *calls)


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_what_the_others_may_infer() -> None:
    """With a lower club beside it 5C could not have been played to partner's trick; to an opponents' trick it could."""
    partners_trick, opponents_trick = "KC,3C", "3C,KC"
    for lower in ("4C", "2C"):
        assert trick(partners_trick, f"5C,{lower}")["5C"] == "botifarra.play.partner-blank"
        assert trick(opponents_trick, f"5C,{lower}")["5C"] == ""
    for harmless in ("8C", "AC", "JC", "2H"):
        assert trick(partners_trick, f"5C,{harmless}")["5C"] == ""


def test_sequence_2_the_whole_pack() -> None:
    assert POINTS.of(PACK.cards) == 60
    counted = PLAY.view(players=4, dealer="P4", options=Rules(), trump="S", trick=cards("9C,AC,KC,2C"))
    assert PLAY.facts(counted) == {"points": 13}
    counted = PLAY.view(players=4, dealer="P4", options=Rules(), trump="S", trick=cards("QH,JH,8H,3H"))
    assert PLAY.facts(counted) == {"points": 4}


def test_sequence_3_a_full_round_of_calls() -> None:
    words = ("pass", "S", "pass", "double", "pass", "redouble", "pass", "reredouble")
    found = dealt(*words)
    assert [entry.seat for entry in found.entries if entry.text in words] == "P4 P2 P3 P1 P2 P4 P1 P3".split()
    assert (found.state.trump, found.state.doubled, found.state.phase) == ("S", 3, "play")
    settled = next(event for event in found.events if event.what == "trumps settled")
    assert settled.facts == {"trump": "S", "multiplier": 8}


def test_sequence_4_two_hands() -> None:
    found = dealt("H", "pass", "pass")
    assert (found.state.turn, found.state.dealer) == (("P1",), "P4")
    while found.state.hand_no == 1:
        state = found.state
        after_a_trick = state.past and not state.trick
        assert not after_a_trick or state.turn == (state.past[-1].winner,)
        found = record.play(found, state.turn[0], GAME.judge(state, state.turn[0]).legal[0])
    assert (found.state.dealer, found.state.chance is not None) == ("P1", True)
    found = record.draw(found, Random(2))
    assert (found.state.phase, found.state.turn) == ("auction", ("P1",))
    found = record.play(found, "P1", Move("pass"))
    assert found.state.turn == ("P3",)
    for seat, word in (("P3", "botifarra"), ("P4", "pass"), ("P2", "pass")):
        found = record.play(found, seat, Move(word))
    assert (found.state.turn, found.state.trump) == (("P2",), "")


# -- invariants --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(100))
def test_every_hand_counts_72_and_only_its_winner_scores(seed: int) -> None:
    options = Rules(
        botifarra_reredouble=bool(seed % 2),
        cannot_head=("free", "lowest")[seed // 2 % 2],
        target=(101, 40)[seed // 4 % 2],
    )
    tricks = counted = 0
    for ply in playout(GAME, record.start(GAME, 4, options).state, Random(seed)):
        for event in ply.events:
            if event.what == "trick won":
                tricks, counted = tricks + 1, counted + event.facts["points"]
            if event.what == "hand over":
                assert (tricks, counted) == (12, 72)
                tricks = counted = 0
                assert sum(n > 0 for n in event.facts["scores"].values()) <= 1
                assert max(event.facts["scores"].values()) <= 36 * 16
        end = ply.state
    assert max(end.scores) >= options.target
    assert GAME.winners(end) == (SIDES[end.scores.index(max(end.scores))],)


# -- against the oracle ------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", ["S", ""])
@pytest.mark.parametrize("cannot_head", ["free", "lowest"])
def test_cards_agree_with_the_oracle_in_a_small_world(trump: str, cannot_head: str) -> None:
    """Tricks of up to three of nine cards, hands of one to three of the others: what may be played, and why not."""
    options, positions = Rules(cannot_head=cannot_head), 0
    for table, hand in small_world(oracle.SMALL):
        got = trick(",".join(table), ",".join(hand), trump, options)
        assert got == oracle.ruled(table, hand, trump, cannot_head == "lowest"), f"{table} {hand}"
        positions += 1
    assert positions >= 10_000


@pytest.mark.parametrize("reredouble", [False, True])
def test_every_auction_agrees_with_the_oracle(reredouble: bool) -> None:
    """All auctions there are, over one suit and botifarra: who speaks, what may be said, what it comes to."""
    options, seen = Rules(botifarra_reredouble=reredouble), 0
    todo: list[tuple[tuple[str, str], ...]] = [()]
    while todo:
        bids = todo.pop()
        v = AUCTION.view(players=4, dealer="P4", options=options, bids=bids)
        assert not list(AUCTION.problems(v))
        who, words = oracle.calls([word for _, word in bids], reredouble)
        found = judge(AUCTION, v)
        assert (found.actor or "", {move.text for move in found.legal}) == (who, words), bids
        for word in sorted(words - {"H", "D", "C"}):
            todo.append((*bids, (who, word)))
        for wrong in SEATS:
            if wrong != who:
                out_of_turn = (*bids, (wrong, "pass"))
                bad = AUCTION.view(players=4, dealer="P4", options=options, bids=out_of_turn)
                assert list(AUCTION.problems(bad)), out_of_turn
        seen += 1
    assert seen > 80


def test_settling_agrees_with_the_oracle() -> None:
    rng = Random(7)
    for _ in range(2000):
        pack = [c.text for c in PACK.cards]
        rng.shuffle(pack)
        size, chosen, doublings = 4 * rng.randint(0, 12), rng.choice(("S", "botifarra")), rng.randint(0, 3)
        result = Result(
            players=4,
            dealer="P4",
            options=Rules(botifarra_reredouble=True),
            won={"P2+P4": cards(",".join(pack[:size]))},
            trump=chosen.removeprefix("botifarra"),
            call=("none", *DOUBLES)[doublings],
        )
        assert not list(SCORE.problems(result))
        want = oracle.scores([pack[size:], pack[:size]], chosen, doublings)
        assert list(SCORE.settle(result).scores.values()) == want


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_says_who_called_trumps_and_what_the_hand_counts() -> None:
    hands = "hand.P1=2H,3H hand.P2=4H,5H hand.P3=6H,7H hand.P4=8H,JH won.P2+P4=9S,AS,2S,3S"
    state = staged("botifarra", f"trump=H doubled=2 leader=P2 score.P2+P4=60 {hands}")
    called = (("P4", "pass"), ("P2", "H"), ("P3", "double"), ("P4", "redouble"), ("P1", "pass"), ("P3", "pass"))
    table = told("botifarra", changed(state, bids=called))
    assert table["trumps"] == "trumps H, called by Left"
    assert table["doubled"] == "the hand counts 4 times"
    assert table["score"] == "score, 101 wins: you and Partner 0, Left and Right 60"
    assert table["points"] == "points (37 of 72 win): you and Partner 0, Left and Right 10"
    assert table["Left"] == "to lead"


def test_botifarra_counts_double_without_being_doubled() -> None:
    state = staged("botifarra", "trump=- leader=P1 hand.P1=2H hand.P2=4H hand.P3=6H hand.P4=8H")
    assert told("botifarra", state)["trumps"] == "no trumps"
    assert told("botifarra", state)["doubled"] == "the hand counts double"
