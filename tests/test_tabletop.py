"""The table as it is shown: all that is public stands on it, nothing hidden does, and it fits every window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.worked import cases
from tutor.kernel.fields import specs
from tutor.kernel.game import Game, load, names
from tutor.kernel.playout import legal
from tutor.kernel.position import read_question, split
from tutor.kernel.seats import DECK, Seat
from tutor.kernel.state import Sight, sights
from tutor.teach.drills.moments import other_tables
from tutor.teach.tabletop import table_of, tabletop
from tutor.teach.text.doc import Drawn
from tutor.teach.text.names import seat_names
from tutor.ui.look import Look
from tutor.ui.render import render
from tutor.ui.wrap import cells

GAMES = names()
LAID_BY_THE_BUILDER = {"players", "options", "dealer", "turn"}
"""Fields of every state that every table shows: seats, house rules, who deals, who is to act."""
OWN_IN_VIEWS = {"players", "options", "dealer", "hand", "seat", "asker", "asked"}
"""Fields of views that every table shows: the same, the hand, and whose it is."""
STEPS = 60


@cache
def walked(name: str) -> tuple[tuple[Any, ...], ...]:
    """Moments of random games of every table: states with whoever is to act, or looks on."""
    game = load(name)
    out: list[tuple[Any, ...]] = []
    tables = [(n, game.options()) for n in game.players] + [tuple(table) for table in other_tables(game)]
    for at, (players, options) in enumerate(tables[:14]):
        rng = Random(f"{name}:{at}")
        state: Any = game.begin(players, options, game.seats(players)[rng.randrange(players)])
        for step in range(STEPS * (3 if at < len(game.players) else 1)):
            if state.over:
                break
            if state.fate is not None:
                state, _ = game.play(state, DECK, game.shuffle(state, rng))
                continue
            if rng.random() < 0.25:
                out.append((state, rng.choice(state.turn) if step % 3 else rng.choice(state.seats)))
            able = [(seat, move) for seat in state.turn for move in legal(game, state, seat)]
            seat, move = rng.choice(able)
            state, _ = game.play(state, seat, move)
        out.append((state, game.seats(players)[0]))
    return tuple(out)


def moments(name: str) -> Iterator[tuple[Game[Any], Any, Seat]]:
    game = load(name)
    if not game.tabletop:
        pytest.skip("has no table yet")
    for state, seat in walked(name):
        yield game, state, seat


def called(game: Game[Any], state: Any, seat: Seat) -> Any:
    sides = game.sides(state.players, state.options)
    return seat_names(game.seats(state.players), sides, seat, clockwise=game.clockwise(state.options))


@pytest.mark.parametrize("name", GAMES)
def test_every_public_field_is_on_the_table(name: str) -> None:
    game = load(name)
    if not game.tabletop:
        pytest.skip("has no table yet")
    state = game.begin(game.usual, game.options(), game.seats(game.usual)[0])
    read = {field for entry in game.tabletop for field in entry.fields}
    public = {field for field, sight in sights(type(state)).items() if sight is Sight.ALL}
    assert public - read - LAID_BY_THE_BUILDER == set()
    for phase in game.phases:
        assert set(specs(phase.view)) - read - OWN_IN_VIEWS - game.lacks == set(), phase.name


@pytest.mark.parametrize("name", GAMES)
def test_the_table_is_the_same_whatever_is_hidden(name: str) -> None:
    for at, (game, state, seat) in enumerate(moments(name)):
        if state.fate is not None or state.over or not state.phase:
            continue
        other = game.dream(state, seat, Random(at))
        assert table_of(game, other, seat) == table_of(game, state, seat)


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_drawn_as_the_game_is_where_it_says_as_much(name: str) -> None:
    for game, state, seat in moments(name):
        if state.fate is not None or not state.turn or seat not in state.turn:
            continue
        phase = game.due(state)
        view = phase.see(state, seat)
        whole, part = table_of(game, state, seat), tabletop(game, seat, phase=phase, view=view)
        assert part.held == whole.held or not part.held
        assert [p.cards for p in part.places if p.cards] in ([], [p.cards for p in whole.places if p.cards])


@pytest.mark.parametrize("name", GAMES)
def test_hands_are_held_as_players_hold_them(name: str) -> None:
    for game, state, seat in moments(name):
        if state.fate is None and state.turn:
            held = game.held(state, seat)
            table = table_of(game, state, seat)
            assert sorted(c.text for c in game.arranged(held, state)) == sorted(c.text for c in held)
            if seat not in state.turn and held:
                assert table.held == game.arranged(held, state)
            assert sorted(c.text for c in table.held) == sorted(c.text for c in held) or seat in state.turn
            for row in table.hand:
                assert not row.suit or row.label or len({c.suit for c in row.cards}) == 1 or row.cards


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_the_table_fits(name: str, width: int) -> None:
    highest = 0
    for game, state, seat in moments(name):
        table = table_of(game, state, seat)
        for look in (Look(width=width), Look(width=width, plain=True, suits="letters")):
            lines = render((Drawn(table),), look, called(game, state, seat)).split("\n")
            assert max(map(cells, lines)) <= width, "\n".join(lines)
            if not look.plain:
                highest = max(highest, len(lines))
    assert highest <= (18 if width >= 60 else 22), f"{highest} lines"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [40, 80])
def test_every_worked_position_can_be_drawn(name: str, width: int) -> None:
    game = load(name)
    if not game.tabletop:
        pytest.skip("has no table yet")
    asked = [
        case for case in cases(name) if case.get("ask", "explain") == "explain" and not case["expect"].get("error")
    ]
    for case in asked:
        question = read_question(game, split(case["position"].split()))
        table = tabletop(game, "", phase=question.phase, view=question.view)
        drawn = render((Drawn(table),), Look(width=width), {})
        assert max(map(cells, drawn.split("\n"))) <= width
        held = getattr(question.view, "hand", ())
        assert sorted(c.text for c in table.held) == sorted(c.text for c in held) or not held, case["position"]
        lying = Counter(c for place in table.places for c in place.cards)
        trick = (part if isinstance(part, tuple) else (part,) for part in getattr(question.view, "trick", ()))
        assert Counter(c for part in trick for c in part) <= lying, case["position"]
