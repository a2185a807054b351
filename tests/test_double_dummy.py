"""Tabled play is real play: what tables allow, what lines gain and what solved rests are worth, held to the engine."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests import oracles
from tests.tables import LONG, Table, random_game, tables
from tutor.advice.players import HeuristicPlayer
from tutor.families.tricks import TrickPhase
from tutor.kernel.by_name import load, names
from tutor.kernel.moves import PLAY
from tutor.kernel.playout import legal, step
from tutor.policies import policy_of
from tutor.policies.tricks import TrickPolicy
from tutor.policies.tricks.double_dummy import SOLVED, OpenHands
from tutor.policies.tricks.legal_bits import LooksFurther

if TYPE_CHECKING:
    from collections.abc import Iterator

STEPS = 300


def trick_games() -> list[str]:
    """The games that have a card to a trick."""
    return [name for name in names() if any(isinstance(phase, TrickPhase) for phase in load(name).phases)]


def looks_further(name: str) -> bool:
    """Whether the game's duties look at more than the trick, by its oracle."""
    oracle = oracles.plays(name)
    return oracle is not None and oracle.further


def plays(table: Table, seed: int) -> Iterator[tuple[Any, Any, Any, Any, Any]]:
    """Moments of a random game at which a card is played to a trick: the phase, state, seat, view and tables."""
    game = load(table.game)
    for ply in random_game(table, seed, STEPS):
        state = ply.state
        if state.turn and state.chance is None:
            phase: Any = game.due(state)
            if isinstance(phase, TrickPhase) and phase.name == "play":
                view = phase.see(state, state.turn[0])
                policy: Any = policy_of(game).of(phase)
                yield phase, state, state.turn[0], view, policy.legal_bits(view)


@pytest.mark.parametrize("name", trick_games())
def test_tables_allow_what_the_duties_allow(name: str) -> None:
    """At every table, with every house rule; a game whose duties look further does not offer them."""
    offered = asked = 0
    for n, table in enumerate(tables(name)):
        for _, state, seat, view, known in plays(table, n):
            asked += 1
            if known is None:
                continue
            cards = known.cards
            led = cards.block(view.led) if view.led else 0
            best = cards.bit[view.best] if view.best is not None else 0
            try:
                found = known.legal(cards.bits(view.hand), led, best, view.partner_winning)
            except LooksFurther:
                continue
            offered += 1
            real = {m.cards[0] for m in legal(load(name), state, seat) if len(m.cards) == 1 and not m.word}
            assert found == cards.bits(real), f"{seat}: {state}"
    assert asked > 100
    own = f"tests/oracles/{name.replace('-', '_')}.py"
    assert (offered < asked) == looks_further(name), f"`further` of PLAYS in {own} says whether tables can tell"


def restricts_lines(policy: Any) -> bool:
    """Whether the game's own policy says when there is a line."""
    return type(policy).principal_variation is not TrickPolicy.principal_variation


@pytest.mark.parametrize("name", [name for name in trick_games() if not looks_further(name)])
def test_lines_can_be_played_and_gain_what_they_say(name: str) -> None:
    """Every card of a line is legal when its turn comes; the same seats win the tricks, and gain as much.

    There is none where somebody does not want tricks, or where the game's own policy gives none.
    """
    game, checked, without = load(name), 0, 0
    for n, table in enumerate(tables(name)[:6]):
        moments = [moment for moment in plays(table, n) if moment[4] is not None]
        for phase, state, seat, view, known in Random(n).sample(moments, min(8, len(moments))):
            allies = game.allies(state, seat)
            policy: Any = policy_of(game).of(phase)
            sides = [who in allies for who in state.seats]
            cards = known.cards
            deal = OpenHands(known, policy.heuristic(state, view), sides, {}, policy.trick_reward)
            value, bits = deal.best(
                [cards.bits(hand) for hand in state.hands],
                view.seats.index(view.leader),
                [cards.bit[c] for c in view.trick],
            )
            line = policy.principal_variation(state, allies, {})
            if line is None:
                assert restricts_lines(policy) or not all(policy.wants_tricks(state, who) for who in state.seats)
                without += 1
                continue
            assert list(line.moves) == [PLAY[cards.card(bit)] for bit in bits]
            assert len(bits) == sum(map(len, state.hands))
            gained, went, rng = 0.0, True, Random(1)
            for move in line.moves:
                while went and game.due(state).name != phase.name:
                    state = step(game, state, rng, HeuristicPlayer(game, rng, 1.0)).state
                    went = state.chance is None and not state.over
                if not went:
                    break
                assert move in legal(game, state, state.turn[0])
                before = state
                state, events = phase.act(state, state.turn[0], move)
                gained += sum(x if who in allies else -x for who, x in policy.rewards(before, events))
                went = state.chance is None and not state.over
            assert gained == pytest.approx(value) or any(before.hands), "ended before the last card"
            checked += 1
    assert checked > 5 or without > 5


def everything(phase: Any, state: Any, game: Any, allies: Any) -> float:
    """What can be gained from here on, by trying everything."""
    if state.chance is not None or state.over or state.phase != phase.name:
        return 0.0
    who = state.turn[0]
    values: list[float] = []
    policy = policy_of(game).of(phase)
    for move in legal(game, state, who):
        if move.cards and not move.word:
            turn = phase.act(state, who, move)
            won = sum(n if one in allies else -n for one, n in policy.rewards(state, turn.events))
            values.append(won + everything(phase, turn.state, game, allies))
    return max(values) if who in allies else min(values)


@pytest.mark.parametrize("name", ["botifarra", "court-piece", "hasenpfeffer", "kaiser", "schafkopf", "solo", "tyzicha"])
def test_short_rests_are_solved_as_by_trying_everything(name: str) -> None:
    game, tried = load(name), 0
    for seed in range(3 + 5 * LONG):
        for phase, state, seat, _, known in plays(tables(name)[0], seed):
            if known is None or not 1 < len(state.hand(seat)) <= min(3, SOLVED):
                continue
            allies, policy = game.allies(state, seat), policy_of(game).of(phase)
            line = policy.principal_variation(state, allies, {})
            if line is None:
                continue
            value = everything(phase, state, game, allies)
            now, gained = state, 0.0
            for move in line.moves:
                turn = phase.act(now, now.turn[0], move)
                gained += sum(n if who in allies else -n for who, n in policy.rewards(now, turn.events))
                now = turn.state
            assert gained == pytest.approx(value), f"{seat}: {state}"
            tried += 1
    assert tried > 3


def test_a_whole_hand_of_seven_players_is_not_solved() -> None:
    """Five cards each are 35: solving them would keep the learner waiting for minutes."""
    game = load("scotch-whist")
    table = next(table for table in tables(game.name) if table.players == 7)
    phase, state, seat, _, _ = next(plays(table, 21))
    assert len(state.hand(seat)) == 5
    line = policy_of(game).of(phase).principal_variation(state, game.allies(state, seat), {})
    assert line is not None and line.work < 200_000
