"""What was played, as evidence: who plays by the rules of thumb is believed to hold what makes them say so."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tutor.families.tricks import TrickPhase
from tutor.kernel.by_name import load
from tutor.kernel.game import Game
from tutor.kernel.playout import legal
from tutor.policies import policy_of
from tutor.policies.tricks.play_likelihood import ODD


class Steady(Random):
    """A generator that never sways a rule of thumb."""

    def random(self) -> float:
        return 0.0


def by_heuristic(game: Game[Any], seed: int, cards: int) -> list[tuple[Any, Any]]:
    """States of a hand that goes on by rules of thumb for so many cards, and what was played in them."""
    rng = Random(seed)
    state = game.begin(game.usual, game.options(), game.seats(game.usual)[0])
    state = game.deal(state, game.shuffle(state, rng)).state
    went: list[tuple[Any, Any]] = []
    while len(went) < cards:
        phase, seat = game.due(state), state.turn[0]
        moves = legal(game, state, seat)
        move = rng.choice(moves)
        if isinstance(phase, TrickPhase) and phase.name == "play":
            view = phase.see(state, seat)
            move = (
                policy_of(game).of(phase).rollout_move(state, seat, view, moves, game.allies(state, seat), Steady())
                or move
            )
            went.append((state, move))
        state = phase.act(state, seat, move).state
    return [*went, (state, None)]


def believed(game: Game[Any], state: Any, seat: str) -> float | None:
    return (
        policy_of(game)
        .of(game.due(state))
        .play_likelihood(state, seat, {who: game.allies(state, who) for who in state.seats}, {})
    )


@pytest.mark.parametrize("name", ["court-piece", "kaiser", "schafkopf", "scotch-whist"])
def test_who_plays_by_thumb_is_believed_and_true_hands_more_than_others(name: str) -> None:
    game = load(name)
    true = made_up = 0.0
    for seed in range(6):
        state, _ = by_heuristic(game, seed, 14)[-1]
        if state.phase != "play" or believed(game, state, "P1") is None:
            continue
        assert believed(game, state, "P1") == 1.0
        true += 20
        made_up += sum(believed(game, game.determinize(state, "P1", Random(n)), "P1") or 0 for n in range(20))
    assert true
    assert made_up < 0.7 * true


def test_an_odd_card_is_held_against_a_deal() -> None:
    """The last player throws an ace on partner's trick, having lower cards of the suit."""
    game, found = load("court-piece"), 0
    for seed in range(120):
        for state, move in by_heuristic(game, seed, 12)[:-1]:
            seat = state.turn[0]
            moves = legal(game, state, seat)
            odd = [
                m for m in moves if m.card.rank == "A" and m.card.suit == move.card.suit and move.card.rank in "2345"
            ]
            if len(state.trick) == 3 and odd:
                after = game.due(state).act(state, seat, odd[0]).state
                asks = next(who for who in state.seats if who != seat)
                assert believed(game, after, asks) == ODD * (believed(game, state, asks) or 1)
                assert believed(game, after, seat) == believed(game, state, seat)
                found += 1
    assert found > 2


def test_nothing_is_said_before_a_card_is_played() -> None:
    game = load("court-piece")
    state, _ = by_heuristic(game, 1, 0)[-1]
    while state.phase != "play":
        state = game.due(state).act(state, state.turn[0], legal(game, state, state.turn[0])[0]).state
    assert believed(game, state, "P1") is None
