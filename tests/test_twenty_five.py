"""Twenty-Five: an oracle in a small world, the worked sequences, teams, and robbing that nobody notices."""

from __future__ import annotations

from functools import partial
from itertools import permutations
from random import Random

import pytest

from tests.drawn import played, staged, told
from tests.oracles import twenty_five as oracle
from tests.records import set_up
from tests.worked_cases import answer
from tutor.advice.samples import Sampler
from tutor.games.twenty_five import GAME, Play, Trick
from tutor.games.twenty_five.table import TEAM_TABLES, Rules, TwentyFiveState, teams
from tutor.kernel import record
from tutor.kernel.cards import card, cards
from tutor.kernel.duties import narrow
from tutor.kernel.events import Event
from tutor.kernel.moves import Move
from tutor.kernel.phase import Won
from tutor.kernel.playout import playout
from tutor.kernel.seats import after, members
from tutor.kernel.state import changed
from tutor.policies import policy_of
from tutor.policies.games.twenty_five import win_probability
from tutor.teach.tables.tabletop import table_of

PLAY = GAME.phase_of["play"]


def view(trump: str, trick: list[str], hand: list[str], rules: Rules, players: int = 4) -> Trick:
    return Trick(
        players=players,
        dealer="P4",
        options=rules,
        trump=trump,
        trick=tuple(map(card, trick)),
        hand=tuple(map(card, hand)),
    )


game = partial(set_up, "twenty-five")


@pytest.mark.parametrize("renege", ["always", "only_if_lower_led"])
def test_the_oracle_agrees_in_a_small_world(renege: str) -> None:
    rules, seen = Rules(renege=renege), 0
    for trump, trick, hand in oracle.positions():
        v = view(trump, trick, hand, rules)
        legal = {move.text for move in narrow(PLAY.duties(v), v, PLAY.candidates(v)).legal}
        assert legal == oracle.legal(trump, trick, hand, renege), (trump, trick, hand)
        seen += 1
    assert seen >= 10_000


@pytest.mark.parametrize("trump", ["S", "H", "D", "C"])
def test_the_oracle_agrees_on_who_wins(trump: str) -> None:
    for trick in permutations(oracle.KINDS, 3):
        at = oracle.winner(trump, list(trick))
        assert Play().winner(view(trump, list(trick), [], Rules(), 3)) == Won(trick[at], f"P{at + 1}"), trick


# -- the worked sequences ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_sequence_1_how_long_a_game_can_last(seed: int) -> None:
    tricks = hands = 0
    for ply in playout(GAME, record.start(GAME, 9).state, Random(seed)):
        tricks += sum(e.what == "trick won" for e in ply.events)
        hands += sum(e.what == "dealt" for e in ply.events)
        assert sum(GAME.standing(ply.state).values()) == 5 * tricks
    assert tricks <= 37
    assert hands <= 8
    assert max(ply.state.scores) == 25
    assert len(ply.state.won_by) == 1


def test_sequence_2_scores_go_on_and_the_deal_passes() -> None:
    end = game(
        "trump=D hand.P1=5D,2S,3S,4S,2D hand.P2=KC,QH,6H,7H,3C hand.P3=2C,3H,KS,8H,9H hand.P4=4C,5C,6C,KH,7C",
        "P1 5D",
        "P2 3C",
        "P3 2C",
        "P4 4C",
        "P1 2S",
        "P2 6H",
        "P3 KS",
        "P4 5C",
        "P3 3H",
        "P4 KH",
        "P1 3S",
        "P2 7H",
        "P4 6C",
        "P1 4S",
        "P2 KC",
        "P3 8H",
        "P2 QH",
        "P3 9H",
        "P4 7C",
        "P1 2D",
    )
    state = end.state
    assert [e.seat for e in end.events if e.what == "trick won"] == ["P1", "P3", "P4", "P2", "P1"]
    assert GAME.standing(state) == {"P1": 10, "P2": 5, "P3": 5, "P4": 5}
    assert (state.dealer, state.won_by, state.chance is not None) == ("P1", (), True)
    state = record.draw(end, Random(1)).state
    assert state.leader == "P2"


def robbing(*moves: str) -> record.Record[TwentyFiveState]:
    stage = (
        "at=rob upcard=7C hand.P1=KD,QD,2S,3S,4S hand.P2=JD,TD,9D,8D,7D hand.P3=AC,2D,9S,KH,4H hand.P4=6S,7S,8S,3H,2H"
    )
    return game(stage, *moves)


def test_sequence_3_robbing_is_silent() -> None:
    declined = robbing("P3 no")
    assert (robbing().state.phase, robbing().state.turn) == ("rob", ("P3",))
    assert declined.events == ()
    assert (declined.state.phase, declined.state.turn) == ("play", ("P1",))
    led = robbing("P3 no", "P1 KD")
    assert [event.seat for event in led.events] == ["P1"]
    late = answer("explain twenty-five phase=rob upcard=7C asker=P3 trick=KD hand=AC,2D,9S,KH,4H move=rob:2D")
    assert late["legal"] == ["no"]
    assert late["moves"][-1]["clause"] == "twenty-five.rob.when"
    before = robbing().state
    for seat in ("P1", "P2", "P4"):  # whoever cannot rob sees samples in which anybody may hold the ace
        samples = [GAME.determinize(led.state, seat, Random(n)) for n in range(40)]
        assert len({sample.may_rob() for sample in samples}) > 1, before


def test_sequence_4_after_robbing() -> None:
    robbed = robbing("P3 rob:2D")
    state = robbed.state
    assert set(state.hand("P3")) == set(cards("AC,9S,KH,4H,7C"))
    assert (state.trump, state.phase, state.turn) == ("C", "play", ("P1",))
    assert robbed.events == (Event("robbed", "P3", cards("7C"), "twenty-five.rob.how", {"ace": card("AC")}),)
    for n in range(10):
        assert card("7C") in GAME.determinize(state, "P1", Random(n)).hand("P3")
        assert GAME.determinize(state, "P3", Random(n)).away[-1] is card("2D")


# -- what else ---------------------------------------------------------------------------------------------


def test_play_stops_at_the_trick_that_makes_25() -> None:
    end = game("players=3 trump=D score.P1=20 hand.P1=5D,2S hand.P2=KC,3C hand.P3=2C,4H", "P1 5D", "P2 KC", "P3 2C")
    assert end.state.over
    assert end.state.won_by == ("P1",)
    assert GAME.standing(end.state) == {"P1": 25, "P2": 0, "P3": 0}


@pytest.mark.parametrize(("kind", "players"), [(kind, n) for kind, sizes in TEAM_TABLES.items() for n in sizes])
def test_no_two_of_a_team_play_in_succession(kind: str, players: int) -> None:
    sides = teams(players, kind)
    seats = tuple(f"P{n + 1}" for n in range(players))
    assert sorted(seat for side in sides for seat in members(side)) == sorted(seats)
    if kind != "individual":
        assert all(after(seats, seat) not in members(side) for side in sides for seat in members(side))


@pytest.mark.parametrize(
    "question",
    [
        "score twenty-five players=6 teams=triples",
        "score twenty-five players=5 teams=pairs",
        "score twenty-five teams=pairs score.P1=5",
        "score twenty-five score.P1=7",
        "explain twenty-five trick=KD hand=2D",
        "explain twenty-five trump=- trick=KD hand=2D",
        "explain twenty-five trump=D trick=KD",
        "explain twenty-five trump=D trick=KD hand=2D,3D,4D,6D,7D,8D",
        "explain twenty-five phase=rob upcard=7C hand=AC,9S,KH,4H",
        "explain twenty-five phase=rob hand=AC,9S,KH,4H,2D",
    ],
)
def test_what_cannot_be_is_refused(question: str) -> None:
    assert answer(question).get("error"), question


def test_nobody_is_asked_when_nobody_may_rob() -> None:
    for seed in range(40):
        state = record.draw(record.start(GAME, 4), Random(seed)).state
        ace = card(f"A{state.trump}")
        holders = [seat for seat in state.seats if ace in state.hand(seat)]
        assert state.turn == (tuple(holders) or ("P1",)), seed
        assert state.phase == ("rob" if holders else "play")


@pytest.mark.parametrize("players", [3, 4, 5, 6, 8, 9])
def test_chances_of_all_sides_come_to_one(players: int) -> None:
    rng = Random(players)
    kinds = [kind for kind, tables in TEAM_TABLES.items() if players in tables]
    for kind in kinds:
        sides = teams(players, kind)
        sheet = {side: 5.0 * rng.randint(0, 4) for side in sides}
        chances = {side: win_probability(sheet, side) for side in sides}
        assert sum(chances.values()) == pytest.approx(1)
        assert sorted(sides, key=chances.__getitem__) == sorted(sides, key=lambda side: (sheet[side], chances[side]))
        assert win_probability(sheet | {sides[0]: 25.0}, sides[0]) == 1


def test_a_trick_for_who_leads_costs_the_others_most() -> None:
    def worth(*scores: int) -> float:
        value = policy_of(GAME).state_value(changed(state, scores=scores), "P1")
        assert value is not None
        return value

    state = GAME.begin(4, Rules(), "P4")
    assert worth(0, 0, 0, 0) == 0
    assert worth(5, 0, 0, 0) == pytest.approx(5, abs=0.2), "at first a trick is worth its points"
    assert worth(10, 0, 20, 5) < worth(10, 5, 15, 5), "better the last of the others has it than the first"
    assert worth(25, 20, 20, 20) == 25


# -- the table -------------------------------------------------------------------------------------------------


def test_nobody_else_sees_who_may_rob_and_scores_count_at_once() -> None:
    hands = "hand.P1=AD,2S,3S,4S,5S hand.P2=AH,2D,QC,KC,6H hand.P3=2C,3C,4C,5C,6C hand.P4=7C,8C,9C,TC,JC"
    state = staged("twenty-five", f"upcard=9D at=rob {hands} score.P2=10")
    before = told("twenty-five", state, "P2")
    assert before["trumps"] == "trumps D, highest 5D, JD, AH and AD"
    assert before["upcard"] == "turned up: 9D"
    assert before["Right"] == "on lead" and before["You"] == ""
    assert told("twenty-five", state, "P1")["You"] == "on lead, to decide"
    assert table_of(GAME, state, "P2").held == cards("AH,2D,6H,KC,QC")
    state = played(GAME, state, ("P1", "2S"))
    robbed = told("twenty-five", state, "P2")
    assert robbed["robbed"] == "Right robbed 9D" and "upcard" not in robbed
    state = played(GAME, state, ("P1", "9D"), ("P2", "2D"), ("P3", "2C"), ("P4", "7C"))
    after_it = told("twenty-five", state, "P2")
    assert after_it["score"] == "score, 25 wins: you 10, Left 0, Opposite 0, Right 5"
    assert after_it["tricks"] == "tricks: Right 1"


def test_deals_are_imagined_with_the_ace_where_it_must_be() -> None:
    """Whoever robbed has it; if nobody did, no other hand has, unless it has been played."""
    seen = set()
    for seed in range(12):
        rng = Random(seed)
        found = record.draw(record.start(GAME), rng)
        while found.state.phase == "rob":
            legal = GAME.judge(found.state, found.state.turn[0]).legal
            found = record.play(found, found.state.turn[0], legal[-1])
        state = found.state
        ace, seat = card("A" + state.trump), state.turn[0]
        if ace in state.hand(seat) or ace is state.upcard:
            continue
        deals = [Sampler(GAME, found, seat, 10_000).sample(f"{n}").state for n in range(6)]
        held = {next((who for who in deal.seats if ace in deal.hand(who)), "") for deal in deals}
        assert held == {state.robber}
        seen.add(bool(state.robber))
    assert seen == {True, False}


def test_whoever_threw_the_ace_of_trumps_away_is_not_imagined_to_have_it() -> None:
    found = next(
        found
        for seed in range(200)
        for found in [record.draw(record.start(GAME), Random(seed))]
        if found.state.phase == "rob" and f"rob:A{found.state.trump}" in moves(found)
    )
    who = found.state.turn[0]
    found = record.play(found, who, Move(f"rob:A{found.state.trump}"))
    while found.state.turn[0] != who:
        found = record.play(found, found.state.turn[0], Move(moves(found)[0]))
    deals = [Sampler(GAME, found, who, 10_000).sample(f"{n}").state for n in range(6)]
    assert all(deal.hand(who) == found.state.hand(who) for deal in deals)


def moves(found: record.Record[TwentyFiveState]) -> list[str]:
    return [move.text for move in GAME.judge(found.state, found.state.turn[0]).legal]
