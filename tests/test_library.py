"""The library: its examples are true, it is typed, and a game played through it is the game that the engine plays."""

from __future__ import annotations

import copy
import doctest
import importlib
import pickle
import pkgutil
import subprocess
import sys
from random import Random

import pytest

import tutor
from tests.program import ROOT
from tutor import library
from tutor.kernel.by_name import load, names
from tutor.kernel.playout import legal
from tutor.library.episodes import Episode

MODULES = ["tutor.library", *(f"tutor.library.{module.name}" for module in pkgutil.iter_modules(library.__path__))]
PLAIN = {"tutor.library.openspiel", "tutor.library.pettingzoo", "tutor.library.episodes"}
"""Modules without examples, or that need an extra."""
MOVES = 60
CHECKED = 12


@pytest.mark.parametrize("name", [name for name in MODULES if name not in PLAIN])
def test_examples_are_true(name: str) -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    done = doctest.testmod(importlib.import_module(name), optionflags=flags)
    assert (done.failed, done.attempted > 0) == (0, True)


def test_the_example_of_the_readme_runs() -> None:
    code = (ROOT / "README.md").read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    there: dict[str, object] = {}
    exec(code, there)
    here, table = there["position"], there["table"]
    assert isinstance(here, tutor.Position) and isinstance(table, tutor.Table)
    assert f"({', '.join(map(str, here.legal))})" == code.partition("# ")[2].partition("\n")[0]
    assert repr(here.ruling("4C").reason) in code and table.over


def test_what_tutor_offers_is_there_and_nothing_else_is() -> None:
    offered = [name for name in tutor.__all__ if name != "__version__"]
    assert offered == library.__all__
    assert all(getattr(tutor, name) is getattr(library, name) for name in offered)
    assert (ROOT / "tutor/py.typed").exists()
    with pytest.raises(AttributeError, match="castles"):
        _ = tutor.castles


def test_nothing_is_loaded_before_it_is_used() -> None:
    code = "import sys, tutor; print(sorted(m for m in sys.modules if m.startswith('tutor')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['tutor']"


@pytest.mark.parametrize("name", names())
def test_a_game_is_played_and_read_back(name: str) -> None:
    """Each move is legal by the engine, a seat sees nothing that another deal would change, and the record replays."""
    table, rng = tutor.deal(name, seed=11), Random(name)
    for n in range(MOVES):
        if table.over:
            break
        seat = next(seat for seat in table.turn if table.legal(seat))
        moves = table.legal(seat)
        assert moves == legal(table.game, table.state, seat)
        move = rng.choice(moves)
        assert table.ruling(move, seat).legal
        assert tutor.position(name, str(table.position(seat))).legal == moves
        if n % 10 == 0:
            assert table.sample(seat, n).sees(seat) == table.sees(seat)
        table = table.play(move, seat)
    assert str(tutor.replay(str(table))) == str(table)
    assert table.undo().undo(1).record == tutor.replay(str(table)).undo(2).record
    assert tutor.deal(name, seed=11).state == tutor.deal(load(name), seed=11).state != tutor.deal(name, seed=12).state


def test_what_is_refused_says_why() -> None:
    table = tutor.deal("scotch-whist", seed=1)
    with pytest.raises(ValueError, match="to act: P1"):
        table.play(table.legal()[0], "P2")
    table = table.play(table.legal()[0])
    held = next((move for move in table.position().rulings if not move.legal), None)
    assert held is not None and held.clause.startswith("scotch-whist.") and held.reason
    with pytest.raises(tutor.IllegalMove) as caught:
        table.play(held.move)
    assert caught.value.ruling.clause == held.clause
    for wrong in (lambda: tutor.position("tute", "hand=KH,KH"), lambda: tutor.deal("tute", 9)):
        with pytest.raises(tutor.BadPosition):
            wrong()
    with pytest.raises(tutor.BadRecord):
        tutor.replay("nothing of ours")
    with pytest.raises(tutor.UnknownGame, match="tute"):
        tutor.load("tut")


@pytest.mark.parametrize("name", ["truc", "kaiser", "strange", "bridge-solitaire", "last-one"])
def test_an_episode_is_the_game_in_numbers(name: str) -> None:
    """Chance deals what the pool has, each player sees what a resampled game has, and a kept episode goes on alike."""
    episode, rng, checked = Episode(name), Random(name), 0
    while not episode.over:
        chances = episode.chances()
        if chances:
            assert sum(weight for _, weight in chances) == pytest.approx(1)
            episode.draw(rng.choices(*zip(*chances, strict=True))[0])
            continue
        player = episode.player
        if checked < CHECKED and rng.random() < 0.2:
            checked += 1
            again = pickle.loads(pickle.dumps(episode))
            assert (again.state, again.moves) == (episode.state, episode.moves)
            other = copy.copy(episode).resampled(player, rng)
            assert (other.player, other.moves) == (player, episode.moves)
            assert other.remembered(player) == episode.remembered(player)
            assert other.features(player) == episode.features(player)
            with pytest.raises(TypeError, match="resampled"):
                pickle.dumps(other)
        episode.act(rng.randrange(len(episode.moves)))
    assert checked
    assert set(episode.returns()) <= {-1.0, 0.0, 1.0}
    whole = Episode(name, hands=0)
    assert not whole.over and set(whole.returns()) == {0.0}


@pytest.mark.parametrize("framework", ["pyspiel", "pettingzoo"])
def test_frameworks_accept_our_games(framework: str) -> None:
    pytest.importorskip(framework)
    from tests.frameworks import searched, simulated, stepped

    if framework == "pettingzoo":
        stepped("truc")
    else:
        simulated("truc", rebuilt=True)
        assert sorted(set(searched("truc"))) in ([-1.0, 1.0], [0.0])


def test_house_rules_and_json() -> None:
    fields = "contract=8 declarers=P1+P3 tricks.P1+P3=6 tricks.P2+P4=2 won.P2+P4=5H,3S"
    assert tutor.settlement("kaiser", fields).scores["P1+P3"] == -6
    assert tutor.settlement("kaiser", f"{fields} fail_cost=bid").scores["P1+P3"] == -8
    assert tutor.deal("kaiser", options={"fail_cost": "bid"}).state.options.fail_cost == "bid"
    here = tutor.position("tute", "trump=S trick=AH,3H hand=KH,QH,4C")
    assert here.to_json()["legal"] == [str(move) for move in here.legal]
    assert (
        tutor.position("tute", '{"trump": "S", "trick": ["AH", "3H"], "hand": ["KH", "QH", "4C"]}').legal == here.legal
    )
