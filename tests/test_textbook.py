"""The textbook player: plays every game, sees its own cards only, does what the books say, and beats chance."""

from __future__ import annotations

from random import Random
from statistics import stdev
from typing import TYPE_CHECKING, Any

import pytest

from tests.strength.duel import Duel, Gain, row
from tests.strength.hands import hand, sides
from tests.strength.kept import Board, Kept
from tests.strength.shares import won
from tests.strength.textbook import has_book, textbook
from tutor.kernel import history
from tutor.kernel.by_name import load, names
from tutor.kernel.history import Record

if TYPE_CHECKING:
    from tutor.kernel.seats import Seat


@pytest.mark.parametrize("name", names())
def test_it_plays_every_game_and_looks_at_its_own_cards_only(name: str) -> None:
    """Whatever the others hold, it does the same."""
    game, decided = load(name), 0
    if not has_book(game):
        pytest.skip("a page for it would stand in tests/strength/textbook/pages")
    book = textbook(game)

    def watched(record: Record[Any], seat: Seat) -> Any:
        nonlocal decided
        move = book(record, seat)
        for n in range(2 if decided < 40 else 0):
            other = game.determinize(record.state, seat, Random(n))
            assert book(Record(game, (other,), record.entries), seat) == move
        decided += 1
        return move

    for ours in sides(game)[:2]:
        hand(game, 5, watched, ours, book)
    assert decided


COURT = "trump=S leader={} trick={} hand.P1={} hand.P2={} hand.P3={} hand.P4={}"
BOOK = [
    # second hand low, although the queen would win so far
    ("court-piece", COURT.format("P4", "5D", "QD,3D,TC,9C", "KD,2D,4C,3C", "QC,JC,TH,9H", "7D,8C,6C"), "3D"),
    # third hand high, but no higher than it need be: king and queen come to the same
    ("court-piece", COURT.format("P3", "5D,6D", "KD,QD,2D", "JC,TC,9C", "8C,7C", "3C,2C"), "QD"),
    # the last leaves the trick to partner, and wins cheaply from a foe
    ("court-piece", COURT.format("P2", "7D,KD,8D", "AD,2D", "5C", "6C", "7C"), "2D"),
    ("court-piece", COURT.format("P2", "JD,3D,8D", "AD,QD,2D", "5C,4C", "6C,TC", "7C,8C"), "QD"),
    # the top of a sequence
    (
        "court-piece",
        COURT.format("P1", "", "KC,QC,JC,4D,2D", "AC,KD,QD,8H,4H", "JD,9C,8C,7H,6H", "TD,7D,6D,5D,2S"),
        "KC",
    ),
    # points on a partner's trick, none on a foe's
    ("tute", "trump=S leader=P2 trick=4H,AH,2H hand.P1=KH,5H hand.P2=2C hand.P3=5C hand.P4=7C", "KH"),
    # tricks cost: the highest that does not take it; what is dangerous on another suit
    ("tetka", "bum=2C leader=P3 trick=9H,5H hand.P1=8H,3H,AS hand.P2=2S,3S,4S hand.P3=5S,6S hand.P4=7S,8S", "8H"),
    ("tetka", "bum=2C leader=P3 trick=9H,5H hand.P1=QS,3D,4C hand.P2=2S,3S,4S hand.P3=5S,6S hand.P4=7S,8S", "QS"),
]


@pytest.mark.parametrize(("name", "stage", "move"), BOOK)
def test_it_does_what_the_books_say(name: str, stage: str, move: str) -> None:
    record = history.staged(load(name), stage)
    assert textbook(record.game)(record, record.state.turn[0]).text == move


@pytest.mark.parametrize(("name", "least"), [("kaiser", 0.7), ("big-two", 0.75), ("tetka", 0.7), ("dou-dizhu", 0.7)])
def test_it_beats_chance(name: str, least: float) -> None:
    game = load(name)
    shares = [won(hand(game, deal, textbook(game, deal), ours)) for deal in range(12) for ours in sides(game)]
    assert sum(shares) / len(shares) >= least


def test_what_is_gained_on_it_is_told_with_its_interval() -> None:
    """By the mean of a deal's sides less what the book brings them; it stops at the first look that shows something."""
    kept, rng = Kept(None), Random(1)
    for deal in range(64):
        kept.add("tute", "book", deal, Board([4.0, -4.0], 0))
        kept.add("tute", "duel", deal, Board([7.0 + rng.random(), -3.0], 0))
    duel = Duel("tute", kept)
    found = duel.measured(64)
    assert found.deals == 8 and found.shown == "gains"
    assert 2 < found.mean - found.wide < found.mean + found.wide < 2.5
    assert duel.spread(8) == stdev([4.0, -4.0] * 8)
    assert row(duel, found).startswith("| tute | 8 | 16 | 2.") and row(duel, found).endswith("| gains |")
    assert Gain(-1, 0.5, 8).shown == "loses" and Gain(0.4, 0.5, 8).shown == "not shown"
