"""Truc: what runs over several tricks and hands, and its rules held against a naive second telling."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.drawn import told
from tests.oracles import truc as oracle
from tutor.games.truc import GAME
from tutor.games.truc.score import SCORE, Result
from tutor.games.truc.table import PACK, SIDES, Rules, TrucState
from tutor.kernel import record
from tutor.kernel.cards import cards
from tutor.kernel.game import IllegalMove
from tutor.kernel.judging import judge
from tutor.kernel.moves import Move
from tutor.kernel.playout import playout
from tutor.kernel.position import read_view
from tutor.kernel.position_text import split
from tutor.kernel.state import changed
from tutor.policies import policy_of
from tutor.policies.games.truc import game_chance

if TYPE_CHECKING:
    from collections.abc import Iterable

PLAY, AFTER, ANSWER = (GAME.phase_of[name] for name in ("play", "after", "answer"))
SEATS = ("P1", "P2", "P3", "P4")


def staged(fields: str) -> TrucState:
    state: TrucState = GAME.setup.build(read_view(GAME, GAME.setup, split(fields.split())))
    return state


def dealt(
    hands: Iterable[str], scores: tuple[int, int] = (0, 0), dealer: str = "P4", options: Rules | None = None
) -> TrucState:
    """The pack before it is cut, so that the players from the dealer's right on will get these cards."""
    first = cards(",".join(hands))
    rest = PACK.rest(first)
    begun = record.start(GAME, 4, options or Rules(), dealer).state
    return GAME.play(changed(begun, scores=scores), "deck", Move("deal", (*first, *rest))).state


def run(state: TrucState, *moves: str) -> TrucState:
    """`SEAT:MOVE` one after the other; where only `pass` was said after a card it may be left out."""
    for text in moves:
        seat, _, word = text.partition(":")
        while state.phase == "after" and (state.turn != (seat,) or word not in ("truc", "retruc", "pass")):
            state = GAME.play(state, state.turn[0], Move("pass")).state
        state = GAME.play(state, seat, Move(word)).state
    while state.phase == "after":
        state = GAME.play(state, state.turn[0], Move("pass")).state
    return state


def refused(state: TrucState, text: str) -> str:
    """The clause that refuses a move."""
    seat, _, word = text.partition(":")
    with pytest.raises(IllegalMove) as why:
        GAME.play(state, seat, Move(word))
    return why.value.ruling.clause


# -- the worked sequences ----------------------------------------------------------------------------------

ONE = ("3H,AH,7H", "4S,2S,KS", "5D,4D,2D", "3C,5C,6C")


@pytest.mark.parametrize("rule", ["count", "next_decides"])
def test_sequence_1_a_hand_without_calls(rule: str) -> None:
    state = run(dealt(ONE, options=Rules(tied_first=rule)), "P3:cut", "P1:3H", "P2:4S", "P3:5D", "P4:3C")
    assert (state.results, state.turn) == (("draw",), ("P1",))
    state = run(state, "P1:AH", "P2:2S", "P3:4D", "P4:5C")
    if rule == "next_decides":
        assert (state.scores, state.dealer) == ((0, 1), "P1")
        return
    assert (state.results, state.turn) == (("draw", "P2+P4"), ("P2",))
    state = run(state, "P2:KS", "P3:2D", "P4:6C", "P1:7H")
    assert (state.scores, state.dealer, state.hand_no) == ((1, 0), "P1", 2)


def test_sequence_2_accepted_by_a_card() -> None:
    state = run(dealt(("KH,4H,5H", "3S,4S,5S", "6D,7D,4D", "6C,7C,4C")), "P3:cut", "P1:KH", "P1:truc")
    assert (state.phase, state.turn) == ("answer", ("P2",))
    state = GAME.play(state, "P2", Move("3S")).state
    assert (state.phase, state.turn, state.bids[-1]) == ("after", ("P2",), ("P2", "accept"))
    state = run(state, "P2:retruc", "P3:reject")
    assert (state.scores, state.dealer) == ((0, 2), "P1")


def test_sequence_3_truc_before_the_card() -> None:
    state = run(dealt(("KH,4H,5H", "3S,4S,5S", "6D,7D,4D", "6C,7C,4C")), "P3:cut", "P1:truc")
    assert refused(state, "P2:retruc") == "truc.pending"
    assert refused(state, "P2:3S") == "truc.answer.accept"
    state = run(state, "P2:accept")
    assert (state.phase, state.turn) == ("play", ("P1",))
    state = GAME.play(state, "P1", Move("KH")).state
    assert (state.phase, state.turn) == ("play", ("P2",)), "the side that called truc is not asked again"
    assert Move("retruc") in GAME.judge(state, "P2").legal
    later = run(state, "P2:3S")
    assert refused(later, "P3:retruc") == "truc.retruc"
    assert Move("retruc") in GAME.judge(run(later, "P3:6D"), "P4").legal


def test_sequence_4_eleven() -> None:
    state = run(dealt(ONE, (11, 9)), "P3:tap")
    assert [len(hand) for hand in state.hands] == [3, 3, 3, 3]
    assert (state.phase, state.turn) == ("eleven", ("P1",))
    state = run(state, "P1:decline")
    assert (state.scores, state.dealer) == ((11, 10), "P1")
    state = run(dealt(("3H,3D,4H", "4S,5S,6S", "2H,2D,4D", "4C,5C,6C"), (11, 10), "P1"), "P4:cut")
    assert state.turn == ("P3",)
    state = run(state, "P3:play")
    assert (state.phase, state.turn) == ("play", ("P2",))
    assert refused(state, "P2:truc") == "truc.eleven.one"
    state = run(state, "P2:3H", "P3:4S", "P4:2H", "P1:4C", "P2:3D", "P3:5S", "P4:2D", "P1:5C")
    assert (state.scores, state.over, GAME.winners(state)) == ((11, 13), True, ("P2+P4",))


def test_sequence_5_cut_or_tap() -> None:
    state = dealt(ONE, (4, 2))
    assert (state.phase, state.turn) == ("cut", ("P3",))
    cut = run(state, "P3:cut")
    assert ([len(hand) for hand in cut.hands], cut.phase) == ([3, 3, 3, 3], "play")
    tapped = run(state, "P3:tap")
    assert (tapped.phase, tapped.turn) == ("deal", ("P4",))
    one = GAME.play(tapped, "P4", Move("1")).state
    assert [len(hand) for hand in one.hands] == [1, 1, 1, 1]
    done = run(one, *(f"{seat}:{one.hand(seat)[0].text}" for seat in SEATS))
    assert sum(done.scores) == 7
    assert done.dealer == "P1"


# -- more of what runs over several moves ------------------------------------------------------------------


def test_a_call_after_the_last_card_of_a_trick() -> None:
    state = staged("leader=P1 hand.P1=3H,7H hand.P2=4S,5S hand.P3=KS,7S hand.P4=6C,7C tricks=draw")
    state = run(state, "P1:3H", "P2:4S", "P3:KS")
    state = GAME.play(state, "P4", Move("6C")).state
    assert (state.phase, len(state.trick)) == ("after", 4)
    called = run(state, "P4:truc")
    assert GAME.judge(called, "P1").legal[:2] == (Move("accept"), Move("reject"))
    by_card = GAME.play(called, "P1", Move("7H")).state
    assert (by_card.results, len(by_card.trick), by_card.phase) == (("draw", "P1+P3"), 1, "after")
    by_word = run(called, "P1:accept")
    assert (by_word.turn, by_word.trick, by_word.results) == (("P1",), (), ("draw", "P1+P3"))
    assert run(called, "P1:reject").scores == (0, 1)


def test_who_has_decided_at_eleven_keeps_in_mind_what_partner_showed() -> None:
    state = run(dealt(ONE, (11, 3)), "P3:cut", "P1:play")
    samples = [GAME.determinize(state, "P1", Random(n)) for n in range(20)]
    assert {sample.hand("P3") for sample in samples} == {state.hand("P3")}
    assert len({sample.hand("P2") for sample in samples}) > 10
    assert len({GAME.determinize(state, "P3", Random(n)).hand("P1") for n in range(20)}) > 10
    own = run(dealt(ONE, (11, 3), options=Rules(eleven_share="own")), "P3:cut", "P1:play")
    assert len({GAME.determinize(own, "P1", Random(n)).hand("P3") for n in range(20)}) > 10


def test_the_chance_of_a_score() -> None:
    assert game_chance(0, 0) == game_chance(11, 11) == 0.5
    assert game_chance(12, 11) == 1
    assert game_chance(11, 3) > game_chance(10, 3) > game_chance(10, 4)


@pytest.mark.parametrize("seed", range(30))
def test_games_end_and_add_up(seed: int) -> None:
    options = Rules(tied_first=("count", "next_decides")[seed % 2], eleven_share=("own", "both")[seed // 2 % 2])
    state = GAME.begin(4, options, SEATS[seed % 4])
    whole, moves = Counter(PACK.cards), 0
    for ply in playout(GAME, state, Random(seed)):
        moves += 1
        assert Counter(GAME.cards(ply.state)) == whole
        lines = [event for event in ply.events if event.what == "scored"]
        assert len(lines) == ("hand over" in {event.what for event in ply.events})
        assert sum(ply.state.scores) == sum(state.scores) + sum(line.facts["points"] for line in lines)
        state = ply.state
    assert moves < GAME.bound
    assert max(state.scores) >= 12 > min(state.scores)
    assert state.won_by == (SIDES[state.scores.index(max(state.scores))],)


def test_rules_of_thumb_are_moves_and_good_ones() -> None:
    """One side goes by them, the other by chance."""
    won = 0
    for seed in range(40):
        rng, state = Random(seed), GAME.begin(4, Rules(), SEATS[seed % 4])
        while not state.over:
            if state.chance is not None:
                state = GAME.deal(state, GAME.shuffle(state, rng)).state
                continue
            seat, phase = state.turn[0], GAME.due(state)
            legal = GAME.judge(state, seat).legal
            wise = (
                policy_of(GAME).of(phase).rollout_move(state, seat, phase.see(state, seat), legal, set(), rng)
                if seat in SIDES[0]
                else None
            )
            assert wise is None or wise in legal
            state = phase.act(state, seat, wise or rng.choice(legal)).state
        won += state.won_by == SIDES[:1]
    assert won > 26


# -- against the oracle ------------------------------------------------------------------------------------


def test_the_play_agrees_with_the_oracle_in_a_small_world() -> None:
    """Every trick of none to four of six cards after all earlier tricks there can be, with calls that come and go."""
    positions = 0
    for n, (tricks, lying, leader, dealer, size, rule) in enumerate(oracle.small_world()):
        held = [c for c in oracle.SMALL if c not in lying][: size - len(tricks)]
        talk = oracle.TALKS[n % len(oracle.TALKS)]
        table = {
            "players": 4,
            "dealer": f"P{dealer}",
            "options": Rules(tied_first="next_decides" if rule else "count"),
            "leader": f"P{leader}",
            "trick": cards(",".join(lying)),
            "cards": size,
            "tricks": tuple(tricks),
        }
        turn = oracle.place(leader, len(lying))
        over = ""
        if len(lying) < 4:
            v = PLAY.view(**table, bids=tuple(talk), hand=cards(",".join(held)))
            assert not list(PLAY.problems(v))
            assert {m.text for m in judge(PLAY, v).legal} == {*held, *oracle.calls(turn, talk)}
            assert PLAY.facts(v) == {"stake": oracle.stake(talk)}
        else:
            v = PLAY.view(**table, bids=tuple(talk))
            result, won, leads = oracle.trick(lying, leader)
            over = oracle.hand([*tricks, result], size, dealer, rule)
            facts = {"stake": oracle.stake(talk), "trick": result, "hand": over or "open"}
            assert PLAY.facts(v) == (facts if over else facts | {"leads": f"P{leads}"})
            winner = PLAY.winner(v)
            assert (winner.seat if winner else "") == (f"P{won}" if won else "")
        if lying:
            last = oracle.place(leader, len(lying) - 1)
            v = AFTER.view(**table, bids=tuple(talk))
            found = judge(AFTER, v, ("truc", "retruc"))
            assert {m.text for m in found.legal} == (set() if over else {"pass", *oracle.calls(last, talk)})
            assert not over or {r.clause for r in found.asked} == {"truc.over"}
        for caller in range(1, 5):
            for word in oracle.calls(caller, talk):
                answerer = caller % 4 + 1
                mine = held[: size - len(tricks) - ((answerer - leader) % 4 < len(lying))]
                v = ANSWER.view(**table, bids=(*talk, (f"P{caller}", word)), hand=cards(",".join(mine)))
                in_turn = (len(lying) < 4 and caller == turn) or (lying and caller == last and not over)
                assert bool(list(ANSWER.problems(v))) != bool(in_turn)
                if in_turn:
                    assert ANSWER.actor(v) == f"P{answerer}"
                    found = judge(ANSWER, v)
                    assert {m.text for m in found.legal} == oracle.answers(caller, lying, leader, mine)
        positions += 1
    assert positions >= 10_000


def test_settling_agrees_with_the_oracle() -> None:
    rng = Random(5)
    for _ in range(3000):
        rule, dealer, size = rng.random() < 0.5, rng.choice((1, 2, 3, 4)), rng.choice((3, 3, 1))
        tricks: list[str] = []
        while not oracle.hand(tricks, size, dealer, rule):
            tricks.append(rng.choice((*SIDES, "draw")))
        talk = rng.choice(oracle.TALKS)
        before = {side: rng.randint(0, 10) for side in SIDES}
        result = Result(
            players=4,
            dealer=f"P{dealer}",
            options=Rules(tied_first="next_decides" if rule else "count"),
            cards=size,
            tricks=tuple(tricks),
            bids=tuple(talk),
            before=before,
        )
        assert not list(SCORE.problems(result))
        winner, points = oracle.hand(tricks, size, dealer, rule), oracle.stake(talk)
        done = SCORE.settle(result)
        assert done.scores == {side: points if side == winner else 0 for side in SIDES}
        assert done.outcome["game"] == ([winner] if before[winner] + points >= 12 else [])


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_tells_the_stake_the_tricks_and_whom_equal_tricks_help() -> None:
    hands = "hand.P1=4S,5S hand.P2=6H hand.P3=4C hand.P4=4D,5D"
    state = staged(f"bids=P2:truc,P3:accept,P3:retruc tricks=draw leader=P2 before.P1+P3=9 trick=QS,QH {hands}")
    table = told("truc", state, "P4")
    answers = "accepted it is worth 3, rejected Left and Right score 2"
    assert table["stake"] == f"the hand is worth 2, Partner called truc, Left calls retruc: {answers}"
    assert table["drawn"] == "trick 1 drawn"
    assert table["even"] == "if tricks are equal, Left and Right win"
    assert table["score"] == "score, 12 wins: you and Partner 0, Left and Right 9"
    assert (table["Partner"], table["Left"]) == ("QS led, tied for best", "QH tied for best")
    assert table["You"] == "dealer, to answer"


def test_a_raise_is_asked_for_where_one_may_be_made() -> None:
    phase = GAME.phase_of["play"]
    calls = ("", "bids=P1:truc,P2:accept")
    free, raised = (read_view(GAME, phase, split(f"leader=P1 {bids} hand=2H,3C,4C".split())) for bids in calls)
    assert phase.titled(free) == "a card, or a raise"
    assert phase.titled(raised) == "your card"


def test_only_who_decides_at_eleven_sees_partners_cards() -> None:
    hands = "hand.P1=4S,5S,6S hand.P2=6H,7H,KH hand.P3=4C,5C,6C hand.P4=4D,5D,6D"
    state = staged(f"at=eleven before.P2+P4=11 before.P1+P3=3 dealer=P3 {hands}")
    assert state.turn == ("P4",)
    assert told("truc", state, "P4")["Partner"] == "shows KH 7H 6H"
    assert told("truc", state, "P4")["stake"] == "the hand is worth 3, for you and Partner have 11"
    assert told("truc", state, "P1")["Right"] == ""
