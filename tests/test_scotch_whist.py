"""Scotch Whist: what runs over several tricks and hands, and its rules held against a naive second telling."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.drawn import staged, told
from tests.oracles import follow_suit
from tests.oracles import scotch_whist as oracle
from tests.small_worlds import agrees
from tutor.games.scotch_whist import GAME
from tutor.games.scotch_whist.score import SCORE, Result
from tutor.games.scotch_whist.table import ITEMS, PACK, POINTS, each, trick_score
from tutor.kernel.cards import cards
from tutor.kernel.moves import Move
from tutor.kernel.playout import playout
from tutor.kernel.seats import seats_of
from tutor.kernel.view import Options

PLAY = GAME.phase_of["play"]
SEATS = ("P1", "P2", "P3", "P4")


def result(before: list[int], tricks: list[int], who: dict[str, int], trump: str = "S") -> Result:
    """A result in which these places have captured the honours."""
    seats = seats_of(len(before))
    return Result(
        players=len(before),
        dealer=seats[-1],
        options=Options(),
        trump=trump,
        tricks=dict(zip(seats, tricks, strict=True)),
        before=dict(zip(seats, before, strict=True)),
        won={seat: cards(",".join(r + trump for r, at in who.items() if seats[at] == seat)) for seat in seats},
    )


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_deal_and_trump() -> None:
    begun = GAME.begin(4, Options(), "P4")
    rest = PACK.rest(cards("7D"))
    draw = (*Random(1).sample(rest, len(rest)), *cards("7D"))
    state = GAME.play(begun, "deck", Move("deal", draw)).state
    assert (state.upcard, state.trump, state.turn) == (cards("7D")[0], "D", ("P1",))
    assert state.upcard in state.hand("P4")
    assert [len(state.hand(seat)) for seat in SEATS] == [9, 9, 9, 9]
    plays = (ply.state for seed in range(20) for ply in playout(GAME, state, Random(seed)))
    later = next(state for state in plays if state.chance is not None)
    assert (later.dealer, later.hand_no, later.upcard) == ("P1", 2, None)
    again = GAME.play(later, "deck", GAME.shuffle(later, Random(1))).state
    assert again.turn == ("P2",)
    assert again.upcard in again.hand("P1")


@pytest.mark.parametrize(
    ("players", "scores"),
    [
        (2, [0] * 10 + [2, 4, 6, 8, 10, 12, 14, 16, 18]),
        (3, [0, 0, 0, 0, 0, 3, 6, 9, 12, 15, 18, 21, 24]),
        (4, [0, 0, 0, 3, 7, 11, 15, 19, 23, 27]),
        (5, [0, 0, 3, 8, 13, 18, 23, 28]),
        (6, [0, 0, 6, 12, 18, 24, 30]),
        (7, [0, 2, 9, 16, 23, 30]),
    ],
)
def test_sequence_2_trick_scores(players: int, scores: list[int]) -> None:
    assert [trick_score(tricks, players) for tricks in range(each(players) + 1)] == scores


def test_sequence_3_step_by_step() -> None:
    v = result([35, 30, 20, 10], [2, 4, 2, 1], {"T": 1, "Q": 1, "J": 1, "A": 0, "K": 0})
    done = SCORE.settle(v)
    assert done.outcome == {"hand": [], "game": ["P2"], "item": "tricks", "clause": "scotch-whist.end"}
    totals, seen = dict(v.before), []
    for line in done.lines:
        totals[line.to] += int(line.points)
        seen.append((line.clause.rpartition(".")[2], totals["P1"], totals["P2"]))
    assert seen == [
        ("ten", 35, 40),
        ("tricks", 35, 47),
        ("ace", 39, 47),
        ("king", 42, 47),
        ("queen", 42, 49),
        ("jack", 42, 60),
    ]


def test_sequence_4_next_to_be_credited() -> None:
    done = SCORE.settle(result([38, 38, 0, 0], [4, 4, 1, 0], {"T": 2, "A": 2, "K": 1, "Q": 2, "J": 0}))
    assert (done.outcome["game"], done.outcome["clause"]) == (["P2"], "scotch-whist.end.same")
    assert done.scores["P1"] == 7 + 11


# -- invariants --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", GAME.players)
def test_every_hand_credits_thirty_for_honours(players: int) -> None:
    for seed in range(6):
        state = GAME.begin(players, Options(), seats_of(players)[seed % players])
        caught = credited = scored = 0
        for ply in playout(GAME, state, Random(seed)):
            for event in ply.events:
                if event.what == "trick won":
                    caught += event.facts["honours"]
                if event.what == "scored":
                    scored += event.facts["points"]
                    credited += 0 if event.clause.endswith("tricks") else event.facts["points"]
                if event.what == "hand over":
                    assert (caught, credited) == (30, 30)
                    caught = credited = 0
            state = ply.state
            assert Counter(GAME.cards(state)) == PACK.copies
        assert sum(GAME.standing(state).values()) == scored
        assert state.over and all(GAME.standing(state)[seat] >= 41 for seat in GAME.winners(state))


def test_the_upcard_does_not_move_in_a_determinization() -> None:
    begun = GAME.begin(4, Options(), "P4")
    state = GAME.play(begun, "deck", GAME.shuffle(begun, Random(3))).state
    assert all(state.upcard in GAME.determinize(state, "P1", Random(seed)).hand("P4") for seed in range(20))


# -- against the oracle ------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", ["H", "S", "C"])
def test_cards_agree_with_the_oracle_in_a_small_world(trump: str) -> None:
    """Tricks of up to three of nine cards, hands of one to three others: what may be played, and who wins."""
    fields: dict[str, Any] = {"players": 4, "dealer": "P4", "options": Options(), "trump": trump}

    def counted(trick: list[str], view: Any) -> bool:
        return bool(PLAY.facts(view)["honours"] == oracle.honours(trick, trump) == POINTS[trump].of(view.trick))

    agrees(PLAY, "scotch-whist.follow", oracle.SMALL, follow_suit, lambda t: oracle.winner(t, trump), counted, **fields)


def test_settling_agrees_with_the_oracle() -> None:
    rng = Random(4)
    together = shared = 0
    for _ in range(12_000):
        players = rng.choice(GAME.players)
        tricks = [0] * players
        for _ in range(each(players)):
            tricks[rng.randrange(players)] += 1
        may = [at for at in range(players) if tricks[at]]
        who = {rank: rng.choice(may) for rank, _ in ITEMS.values()}
        before = [rng.randint(rng.choice((0, 34)), 40) for _ in range(players)]
        v = result(before, tricks, who)
        if list(SCORE.problems(v)):
            continue
        done = SCORE.settle(v)
        points, won, item, several = oracle.settle(before, tricks, who)
        assert list(done.scores.values()) == points
        assert done.outcome["game"] == [v.seats[at] for at in won]
        assert done.outcome.get("item", "") == item
        clause = "next" if not won else "end.same" if several else "end"
        assert done.outcome["clause"] == f"scotch-whist.{clause}"
        together += several
        shared += len(won) > 1
    assert together > 100 and shared


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_says_which_honours_are_out_and_what_the_hand_has_brought() -> None:
    hands = "hand.P1=JH hand.P2=KH hand.P3=QH hand.P4=6C"
    state = staged("scotch-whist", f"upcard=7H dealer=P4 {hands} won.P2=TH,AH,6S,7S,8S,9S,6D,7D,8D,9D,TD,JD leader=P2")
    table = told("scotch-whist", state, "P1")
    assert table["trumps"] == "trumps H, highest JH and AH"
    assert table["still_out"] == "trumps that count, not captured yet: JH 11, KH 3, QH 2"
    without = staged("scotch-whist", "upcard=7H dealer=P4 hand.P1=JH hand.P2=8C hand.P3=7C hand.P4=6C leader=P2")
    others = told("scotch-whist", without, "P1")["still_out"]
    assert others == "trumps that count, not captured yet: JH 11", "others went before"
    assert table["hand_points"] == "points of this hand: you 0, Left 17, Opposite 0, Right 0"
    assert table["score"] == "score, 41 wins: you 0, Left 0, Opposite 0, Right 0"
