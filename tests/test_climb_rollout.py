"""Rules of thumb of climbing games: what a hand falls into can be played, and who can win or lose by a play sees it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from tutor.games.big_two import combos as big_two
from tutor.games.dou_dizhu import combos as dou_dizhu
from tutor.kernel import record
from tutor.kernel.cards import cards
from tutor.kernel.playout import legal
from tutor.policies import policy_of
from tutor.policies.games.big_two import plans as big_two_plans
from tutor.policies.games.dou_dizhu import plans as dou_dizhu_plans

BOOKS: dict[str, tuple[Any, Any, Any]] = {
    "dou-dizhu": (dou_dizhu.PACK, dou_dizhu.combos(False, False), dou_dizhu_plans),
    "dou-dizhu, house rules": (dou_dizhu.PACK, dou_dizhu.combos(True, True), dou_dizhu_plans),
    "big-two": (big_two.PACK, big_two.combos(False), big_two_plans),
}


@pytest.mark.parametrize("name", BOOKS)
def test_a_hand_falls_into_combinations_of_all_its_cards(name: str) -> None:
    pack, book, plans = BOOKS[name]
    rng = Random(name)
    fewer = 0
    for _ in range(400):
        hand = pack.sort(rng.sample(pack.cards, rng.randint(1, 17)))
        plays = plans(book).partition(hand)
        assert Counter(c for play in plays for c in play.cards) == Counter(hand), hand
        assert set(plays) <= set(book.moves(hand)), hand
        ranks = len({c.rank for c in hand})
        assert len(plays) <= ranks + sum(len(play.cards) == 2 for play in plays), hand
        fewer += len(plays) < ranks
    assert fewer > 150, "runs and kickers save plays"


def test_a_long_straight_is_seen() -> None:
    plans = dou_dizhu_plans(BOOKS["dou-dizhu"][1])
    assert [play.text for play in plans.partition(cards("3,4,5,6,7,8,9,K,K"))] == ["3+4+5+6+7+8+9", "K+K"]
    assert [play.text for play in plans.partition(cards("3,7,7,7,X2,X1"))] == ["X2+X1", "3+7+7+7"]


@pytest.mark.parametrize("name", BOOKS)
def test_high_cards_are_worth_more_than_low_ones(name: str) -> None:
    pack, book, plans = BOOKS[name]
    order, promise = list(dict.fromkeys(pack.order)), plans(book).hand_value
    assert [promise((c,)) for c in order] == sorted(promise((c,)) for c in order)


def chosen(fields: str) -> str:
    """What the rule of thumb plays in a staged moment of Dou Dizhu, whatever chance says."""
    state: Any = record.read(f"tutor-record 1\ngame dou-dizhu\nstage {fields}").state
    game, seat = record.read(f"tutor-record 1\ngame dou-dizhu\nstage {fields}").game, state.turn[0]
    phase: Any = game.due(state)
    moves = legal(game, state, seat)
    allies = game.allies(state, seat)
    view = phase.see(state, seat)
    policy = policy_of(game).of(phase)
    said = {policy.rollout_move(state, seat, view, moves, allies, Random(n)) for n in range(20)}
    assert len(said) == 1, said
    move = said.pop()
    assert move is not None
    return move.text


HANDS = "landlord=P1 hand.P1={} hand.P2={} hand.P3={} {}"


def test_who_can_go_out_does() -> None:
    assert chosen(HANDS.format("5,5,5,9", "3,4,6", "3,4,6", "leader=P1")) == "5+5+5+9"


def test_what_nobody_can_beat_is_led_before_the_last_play() -> None:
    assert chosen(HANDS.format("3,X1", "4,6,8", "5,6,9", "leader=P1")) == "X1"


def test_a_landlord_with_one_card_is_not_led_a_low_one() -> None:
    assert chosen(HANDS.format("K", "3,3,9,Q", "4,5,6,J", "leader=P2")) == "3+3"


def test_a_partner_with_one_card_is_led_a_low_one() -> None:
    assert chosen(HANDS.format("4,4,J,J,2", "3,8,8,9,9,Q", "T", "leader=P2")) != "8+8"
    assert chosen(HANDS.format("4,4,5,5,6,6", "3,8,8,9,J,Q", "T", "leader=P2")) in ("3", "9")


def test_a_partners_play_is_left_alone_if_the_landlord_cannot_beat_it() -> None:
    moment = HANDS.format("3,3,4,4,Q,K,K", "6,8", "2,2,7,7,9", "plays=P2:A leader=P2")
    assert chosen(moment) == "pass"


def test_the_landlord_is_stopped_from_going_out() -> None:
    moment = HANDS.format("4", "3,5,7,9,9", "5,8,X1,6,6", "plays=P1:K,P2:pass leader=P1")
    assert chosen(moment) == "X1"


def test_others_answer_the_first_play_of_big_two_as_any_other() -> None:
    """Nobody needs the lowest card to beat it."""
    fields = "opening=true hand.P1=3D,9C,KS hand.P2=4D,4S,8H hand.P3=5D,6H,2S hand.P4=3C,7D,JH"
    state: Any = record.read(f"tutor-record 1\ngame big-two\nstage {fields}").state
    game = record.read(f"tutor-record 1\ngame big-two\nstage {fields}").game
    phase: Any = game.due(state)
    policy: Any = policy_of(game).of(phase)
    view = phase.see(state, "P1")
    (led,) = (move for move in legal(game, state, "P1") if move.text == "3D")
    assert [move.text for move in policy.replies(view, state.hands[1], led)] == ["4D", "4S", "8H", "pass"]


def test_a_partner_who_can_go_out_is_not_gone_over() -> None:
    stage = "hand.P3=4,8,9,T,2,2,X2 hand.P1=2 hand.P2=7,7,7,2,X1 landlord=P2 bid=3 leader=P1 plays=P1:K,P2:A"
    assert chosen(stage) == "pass", "P1 goes out with the two"
    assert chosen(stage.replace("P1=2", "P1=5")) != "pass", "P1 cannot, and the lead is worth taking"
