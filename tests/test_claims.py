"""Reasons are true of the cards: each sentence is read back, and what it claims is told once more (`claims`)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.claims import judged
from tests.claims.knowledge import Knowledge
from tests.strength.calibration import moments
from tests.tables import LONG, played, tables
from tutor.advice.reasons.finding import reasons
from tutor.kernel import history
from tutor.kernel.by_name import load, names
from tutor.kernel.playout import legal
from tutor.policies import policy_of
from tutor.teach.practice.advising import certain, motive

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State

MOMENTS = 3 * (LONG or 1)
"""Moments of each game played by the book, and as many of random play at tables of all sizes and rules."""
WORK = 2_500
FIRST = 950_000
"""The number of the first hand."""


def at_random(name: str, count: int) -> Iterator[tuple[Record[Any], Seat]]:
    """Moments of random games, each at another table."""
    rng, around = Random(name), tables(name)
    for seed in range(count):
        record = played(around[seed % len(around)], seed, rng.randint(2, 60))
        state = record.state
        if state.chance is None and state.turn:
            yield record, state.turn[0]


def two(game: Game[Any], state: State, seat: Seat, rng: Random) -> tuple[Move, Move] | None:
    """A move, every other time that of the rules of thumb, and another; None without a choice."""
    moves = legal(game, state, seat)
    if len(moves) < 2:
        return None
    phase = game.due(state)
    heuristic = policy_of(game).of(phase).rollout_move
    allies = game.allies(state, seat)
    found = heuristic(state, seat, phase.see(state, seat), moves, allies, rng) if rng.random() < 0.5 else None
    move = found if found in moves and found is not None else rng.choice(moves)
    return move, rng.choice([one for one in moves if one != move])


@pytest.mark.parametrize("name", names())
def test_what_reasons_claim_is_true_of_the_cards(name: str) -> None:
    game, claims = load(name), 0
    for number, (record, seat) in enumerate((*moments(game, MOMENTS, FIRST), *at_random(name, MOMENTS))):
        choice = two(game, record.state, seat, Random(number))
        if choice is None:
            continue
        known = Knowledge(record, seat, *choice)
        for reason in reasons(record, seat, *choice, Random(number), WORK):
            for text in (certain(game, reason), motive(game, reason)):
                for one in judged(known, text):
                    claims += one.true is not None
                    assert one.true is not False, f"{one.kind}: {one.sentence} ({reason.what}, moment {number})"
    assert claims or not known.trick


STAGE = "trump=S leader=P4 trick=5C hand.P1=KC,3C,AD,2S hand.P2=AC,8D,4S,6H hand.P3=QC,KD,JH,TH hand.P4=2D,9H,7S"


@pytest.mark.parametrize(
    ("sentence", "true"),
    [
        ("Only [AC] or a trump beats [KC].", True),
        ("Only [AC] beats [KC].", False),
        ("Only [AC] and [QC] or a trump beats [KC].", False),
        ("<P2> can beat [KC] only with [AC] or a trump.", True),
        ("[KC] beats [5C], and so would [3C].", False),
        ("[3C] does not beat [5C]; [KC] would.", True),
        ("[AD] is the highest diamond left.", True),
        ("[KC] is the highest club left.", False),
        ("None of the diamonds that others may hold is higher than [AD].", True),
        ("You play last.", False),
        ("<P3>, on your side, is still to play.", True),
        ("<P2>, on your side, is still to play.", False),
        ("<P4> is winning with [5C].", True),
        ("You hold two clubs.", True),
        ("You hold three clubs.", False),
        ("[AD] is your only diamond.", True),
        ("<P2> has only 4 cards.", True),
        ("<P2> has only 3 cards.", False),
        ("By what was played <P2> has no clubs.", False),
        ("Still out and higher than [KC]: [AC].", True),
        ("Still out and higher than [KC]: [AC] and [QC].", False),
    ],
)
def test_a_claim_is_read_as_it_is_meant(sentence: str, true: bool) -> None:
    record = history.staged(load("court-piece"), STAGE)
    moves = {move.text: move for move in legal(record.game, record.state, "P1")}
    found = {one.true for one in judged(Knowledge(record, "P1", moves["KC"], moves["3C"]), sentence)} - {None}
    assert found == {true} or (not true and False in found)


CLIMB = (
    "hand.P1=3,3,4,6,7,8,9,9,J,J,J,Q,K,K,A,2,X1 hand.P2=4,5,5,6,7,T,T,Q,Q,K,A,A,2,2,2,X2 "
    "hand.P3=3,3,4,5,5,6,6,7,7,9,9,T,T,J,Q,K,A landlord=P2 bid=2 leader=P2 plays=P2:4+8+8+8,P3:-"
)


@pytest.mark.parametrize(
    ("sentence", "true"),
    [
        ("Of what is out of sight only a bomb beats {X1}.", True),
        ("Nothing out of sight beats {K}.", False),
        ("Only [2], [X2] or a bomb would beat {A}.", True),
        ("Only [2] or [X2] would beat {A}.", False),
        ("To beat {K+K}, <P2> has to spend a pair of rank A or 2 or a bomb.", True),
        ("To beat {K+K}, <P2> has to spend {A+A}.", False),
        ("{3} would break up {3+3}.", True),
        ("{4} would break up {3+3}.", False),
        ("As I would play it, the rest of your hand goes in 3 plays after {4+J+J+J}, and in 9 after {4}.", False),
        ("{4+J+J+J} breaks up nothing and may well take the lead.", True),
        ("That leaves only {3+3} and {K+K}.", False),
        ("<P2> is down to 16 cards.", True),
        ("<P2> is down to 15 cards.", False),
        ("Let it stand: <P2> plays next.", True),
        ("You are the last who may answer <P2>'s {4+8+8+8}.", True),
        ("You are the last who may answer <P3>'s {4+8+8+8}.", False),
    ],
)
def test_a_claim_of_plays_that_climb_is_read_as_it_is_meant(sentence: str, true: bool) -> None:
    record = history.staged(load("dou-dizhu"), CLIMB)
    moves = {move.text: move for move in legal(record.game, record.state, "P1")}
    known = Knowledge(record, "P1", moves["4+J+J+J"], moves["pass"])
    found = {one.true for one in judged(known, sentence)}
    assert found == {true} or (not true and False in found)
