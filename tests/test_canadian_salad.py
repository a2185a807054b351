"""Canadian Salad driven through its worked sequences, its sums counted, and compared with the naive oracle."""

from __future__ import annotations

from random import Random

import pytest

from tests.drawn import staged, told
from tests.oracles import canadian_salad as oracle
from tests.oracles import small_world
from tests.records import after as go
from tests.tables import LONG
from tutor.games.canadian_salad import GAME
from tutor.games.canadian_salad.play import CanadianSaladState
from tutor.games.canadian_salad.score import SCORE, Result
from tutor.games.canadian_salad.table import OUT, PACK, Rules, each
from tutor.kernel import record
from tutor.kernel.cards import cards
from tutor.kernel.game import IllegalMove
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.playout import playout
from tutor.kernel.record import Record
from tutor.kernel.seats import DECK, after, from_, seats_of

Game = Record[CanadianSaladState]
PLAY = GAME.phase_of["play"]
SUMS = {
    3: (170, 130, 100, 100, 100, 600),
    4: (130, 130, 100, 100, 100, 560),
    5: (100, 130, 100, 100, 100, 530),
    6: (80, 130, 100, 100, 100, 510),
}


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_order_of_the_deals() -> None:
    state = GAME.begin(4, Rules(), "P4")
    leaders, clauses = [], []
    for ply in playout(GAME, state, Random(1)):
        if ply.seat == DECK:
            leaders.append(ply.state.turn[0])
            clauses.append(ply.events[0].clause)
        state = ply.state
    assert leaders == ["P1", "P2", "P3", "P4", "P1", "P2"]
    assert clauses == [f"canadian-salad.h{n}" for n in range(1, 7)]
    assert state.over


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(6 + 250 * LONG))
def test_sequence_2_sums(players: int, seed: int) -> None:
    rng = Random(seed)
    options = Rules(fast_finish=rng.random() < 0.5, hearts_lead=rng.choice(("free", "broken")))
    state = GAME.begin(players, options, rng.choice(seats_of(players)))
    booked, totals = [], 0.0
    for ply in playout(GAME, state, rng):
        state = ply.state
        if any(event.what == "hand over" for event in ply.events):
            booked.append(sum(state.scores) - totals)
            totals = sum(state.scores)
    assert tuple(booked) == SUMS[players]
    sheet = GAME.standing(state)
    assert set(GAME.winners(state)) == {seat for seat, n in sheet.items() if n == min(sheet.values())}


def test_sequence_3_a_shared_win() -> None:
    v = Result(
        players=4,
        dealer="P4",
        options=Rules(),
        deal=6,
        tricks={"P4": 13},
        last="P4",
        won={"P4": cards("2H,3H,4H,5H,6H,7H,8H,9H,TH,JH,QH,KH,AH,QS,QD,QC,KS")},
        before={"P1": 180, "P2": 180, "P3": 300, "P4": 0},
    )
    assert SCORE.settle(v).outcome == {"hand": [], "game": ["P1", "P2"], "clause": "canadian-salad.tie"}


@pytest.mark.parametrize(("discard", "clause"), [("2H", ""), ("2C", "canadian-salad.lead.hearts")])
def test_sequence_4_breaking_hearts(discard: str, clause: str) -> None:
    tricks = ("P1 9D", "P2 KD", f"P3 {discard}", "P4 3D")
    only = f"hand.P1=9D,3S hand.P2=KD,AH hand.P3={discard},5S hand.P4=3D,6S"
    found = go(record.staged(GAME, f"hearts_lead=broken {only}"), *tricks)
    assert found.state.turn == ("P2",)
    assert [m.text for m in GAME.judge(found.state, "P2").legal] == ["AH"], "nothing but a heart is left"
    more = f"hand.P1=9D,3S,2S hand.P2=KD,AH,4S hand.P3={discard},5S,7S hand.P4=3D,6S,8S"
    found = go(record.staged(GAME, f"hearts_lead=broken {more}"), *tricks)
    if clause:
        with pytest.raises(IllegalMove) as why:
            GAME.play(found.state, "P2", Move("AH"))
        assert why.value.ruling.clause == clause
    else:
        assert go(found, "P2 AH").state.trick == cards("AH")


@pytest.mark.parametrize("fast", [False, True])
def test_sequence_5_no_early_end(fast: bool) -> None:
    fields = "hand.P1=AS,2D hand.P2=KS,3D hand.P3=2S,4D hand.P4=3S,5D deal=4"
    found = record.staged(GAME, f"{fields} fast_finish={str(fast).lower()}")
    found = go(found, "P1 AS", "P2 KS", "P3 2S", "P4 3S")
    if not fast:
        assert found.state.turn == ("P1",)
        found = go(found, "P1 2D", "P2 3D", "P3 4D", "P4 5D")
    assert GAME.standing(found.state) == {"P1": 100, "P2": 0, "P3": 0, "P4": 0}
    assert (found.state.hand_no, found.state.dealer) == (5, "P1")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_deck_comes_out_even(players: int) -> None:
    state = record.draw(record.start(GAME, players), Random(2)).state
    assert {len(hand) for hand in state.hands} == {each(players)}
    assert state.away == OUT[players]
    assert each(players) * players + len(OUT[players]) == len(PACK)
    sample = GAME.determinize(state, "P1", Random(3))
    assert sample.away == OUT[players], "everybody knows what was left out"


# -- against the oracle ------------------------------------------------------------------------------------


def test_cards_agree_with_the_oracle_in_a_small_world() -> None:
    positions = 0
    for table, hand in small_world(oracle.SMALL, held=(1, 2, 3, 4)):
        for careful, broken in ((False, False), (True, False), (True, True)):
            v = PLAY.view(
                players=4,
                dealer="P4",
                options=Rules(hearts_lead="broken" if careful else "free"),
                broken=broken,
                trick=cards(",".join(table)),
                hand=cards(",".join(hand)),
            )
            assert {m.text for m in judge(PLAY, v).legal} == oracle.legal(table, hand, careful, broken), v
            positions += 1
    assert positions >= 10_000


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_tricks_and_their_cost_agree_with_the_oracle(players: int) -> None:
    rng = Random(players)
    deck = [c.text for c in PACK.rest(OUT[players])]
    seats = seats_of(players)
    for _ in range(500):
        trick, deal, leader = rng.sample(deck, players), rng.randint(1, 6), rng.choice(seats)
        v = PLAY.view(
            players=players, dealer=seats[-1], options=Rules(), deal=deal, leader=leader, trick=cards(",".join(trick))
        )
        won = PLAY.winner(v)
        assert won is not None
        assert won.seat == from_(seats, leader)[oracle.winner(trick)]
        assert PLAY.facts(v)["points"] == oracle.cost(deal, 1, trick, last=False)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_settling_agrees_with_the_oracle(players: int) -> None:
    rng = Random(10 + players)
    seats = seats_of(players)
    for deal in range(1, 7):
        for _ in range(40):
            deck = list(PACK.rest(OUT[players]))
            rng.shuffle(deck)
            taken = [rng.choice(seats) for _ in range(each(players))]
            won = {
                seat: tuple(
                    c for n, who in enumerate(taken) if who == seat for c in deck[n * players : (n + 1) * players]
                )
                for seat in seats
            }
            v = Result(
                players=players,
                dealer=after(seats, "P1"),
                options=Rules(),
                deal=deal,
                tricks={seat: taken.count(seat) for seat in seats},
                won=won,
                last=taken[-1],
            )
            assert not list(SCORE.problems(v))
            want = {
                seat: oracle.cost(deal, taken.count(seat), [c.text for c in won[seat]], taken[-1] == seat)
                for seat in seats
            }
            assert SCORE.settle(v).scores == want
            assert sum(want.values()) == SUMS[players][deal - 1]


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_says_what_costs_in_this_deal_and_what_is_still_out() -> None:
    hands = "hand.P1=3S,3H hand.P2=4S,QD hand.P3=5H,QC hand.P4=6S,4H"
    state = staged("canadian-salad", f"deal=6 {hands} won.P1=QH,AH,KS,2C won.P2=QS,2H,3C,4C leader=P1")
    table = told("canadian-salad", state, "P1")
    assert table["deal"] == "deal 6 of 6"
    assert table["costs"] == "costs: trick 10, heart 10, queen 25, KS 100, last trick 100"
    assert table["still_out"] == "still to be won 3 hearts, QD and QC"
    assert table["deal_points"] == "points of this deal: you 155, Left 45, Opposite 0, Right 0"


def test_the_table_says_whether_hearts_may_be_led_where_a_house_rule_asks() -> None:
    hands = "players=3 hand.P1=3S hand.P2=4S hand.P3=5S leader=P1"
    free = told("canadian-salad", staged("canadian-salad", hands))
    bound = told("canadian-salad", staged("canadian-salad", f"{hands} hearts_lead=broken"))
    assert "broken" not in free
    assert bound["broken"] == "hearts not broken"
    assert bound["without"] == "without 2C"
