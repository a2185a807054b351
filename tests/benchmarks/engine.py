"""Random play, decisions per second, beside other engines: part of `python -m tests.benchmarks`, or alone
with the games that are meant.

Every engine is driven from Python in the same run: the moves of each decision are listed, one is drawn and made. Ours
starts with a fresh game and plays it out, deals included. Peers (`pip install -e .[bench]`) are the games nearest to
ours, which are seldom the same; what they lack is left out. They take turns, the processor's time is counted, and
medians are compared. Prints JSON.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any

from tutor.kernel.game import load, names
from tutor.kernel.playout import step
from tutor.kernel.seats import DECK

Round = Callable[[Random, float], tuple[int, int]]
"""Plays for some seconds; gives how many decisions were made and how many games ended."""

NEAREST = {
    "big-two": ("dou_dizhu", ""),
    "botifarra": ("bridge", ""),
    "calabrasella": ("skat", ""),
    "canadian-salad": ("hearts", ""),
    "court-piece": ("bridge", ""),
    "dou-dizhu": ("dou_dizhu", "doudizhu"),
    "hasenpfeffer": ("euchre", ""),
    "kaiser": ("bridge", "bridge"),
    "last-one": ("crazy_eights", "uno"),
    "reversis": ("hearts", ""),
    "schafkopf": ("skat", ""),
    "scotch-whist": ("bridge", ""),
    "solo": ("euchre", ""),
    "tetka": ("hearts", ""),
    "tresette": ("bridge", ""),
    "tute": ("skat", ""),
    "twenty-five": ("euchre", ""),
}
"""The nearest game of OpenSpiel and of rlcard (its raw game, without the environment around it)."""
SPIEL = {
    "bridge": "(use_double_dummy_result=false)",
    "crazy_eights": "(players=4,use_special_cards=true)",
    "hearts": "(pass_cards=false)",
}


def ours(name: str) -> Round:
    """Random games of ours, whole ones: they are played from the deal on by the duties that rule on every move."""
    game = load(name)

    def play(rng: Random, seconds: float) -> tuple[int, int]:
        made = ended = 0
        end = time.process_time() + seconds
        while time.process_time() < end:
            state = game.begin(game.usual, game.options(), game.seats(game.usual)[game.usual - 1])
            while not state.over and (made % 64 or time.process_time() < end):
                ply = step(game, state, rng)
                state = ply.state
                made += ply.seat != DECK
            ended += state.over
        return made, ended

    return play


def spiel(name: str) -> Round:
    """Random games of OpenSpiel's; an auction is passed by three times out of four, as most games are the play."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(name + SPIEL.get(name, ""))

    def play(rng: Random, seconds: float) -> tuple[int, int]:
        made = ended = 0
        end = time.process_time() + seconds
        while time.process_time() < end:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, chances)[0])
                    continue
                state.apply_action(rng.choice(state.legal_actions()))
                made += 1
            ended += 1
        return made, ended

    return play


def rlcard(name: str) -> Round:
    """Random games of rlcard's, without its environment."""
    room: Any = import_module(f"rlcard.games.{name}")

    def play(rng: Random, seconds: float) -> tuple[int, int]:
        made = ended = 0
        end = time.process_time() + seconds
        while time.process_time() < end:
            game = room.Game()
            state, _ = game.init_game()
            while not game.is_over():
                moves = state["actions"] if name == "doudizhu" else legal_of(game)
                state, _ = game.step(rng.choice(moves))
                made += 1
            ended += 1
        return made, ended

    def legal_of(game: Any) -> list[Any]:
        moves: list[Any] = game.get_legal_actions() if name == "uno" else game.judger.get_legal_actions()
        return moves

    return play


def rates(rounds: dict[str, Round], count: int, seconds: float) -> dict[str, dict[str, float]]:
    """For each engine the median of decisions and of games a second, over `count` rounds taken in turns."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in rounds}
    for n in range(count):
        for name, play in rounds.items():
            begun = time.process_time()
            made, ended = play(Random(n), seconds)
            took = time.process_time() - begun
            found[name].append((made / took, ended / took))
    return {
        name: {
            "decisions/s": round(statistics.median(made for made, _ in all_)),
            "games/s": round(statistics.median(ended for _, ended in all_), 1),
        }
        for name, all_ in found.items()
    }


def measure(rounds: int, games: Sequence[str] = (), seconds: float = 1.0) -> dict[str, Any]:
    """Every game there is, or those asked for, beside whichever of its peers are installed."""
    report: dict[str, Any] = {}
    for name in games or names():
        engines = {"tutor": ours(name)}
        near, other = NEAREST.get(name, ("", ""))
        for make, peer in ((spiel, near), (rlcard, other)):
            try:
                if peer:
                    engines[f"{make.__name__} {peer}"] = make(peer)
            except ImportError as missing:
                print(f"{name}: left out, {missing}", file=sys.stderr)
        report[name] = rates(engines, rounds, seconds)
        for got in report[name].values():
            got["ratio"] = round(report[name]["tutor"]["decisions/s"] / got["decisions/s"], 3)
        print(f"{name}: {report[name]}", file=sys.stderr)
    return report


if __name__ == "__main__":
    print(json.dumps(measure(5, sys.argv[1:]), indent=1))
