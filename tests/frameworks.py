"""Run the frameworks' own tests on the adapters: `python -m tests.frameworks [--long] [GAME …]`.

Needs OpenSpiel and PettingZoo (the extras of those names). For each game OpenSpiel plays a hand at random, looks
at every state, and rebuilds it from its text; PettingZoo tests the environment. OpenSpiel's ISMCTS plays a hand of some
games against chance. `--long` takes every game, but for ISMCTS: at games of thousands of moves it takes minutes.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from random import Random
from typing import TYPE_CHECKING

from tutor.kernel.by_name import names

if TYPE_CHECKING:
    from collections.abc import Sequence

SOME = ("truc", "scotch-whist", "dou-dizhu", "strange")
CYCLES = 60
"""Steps of an environment in PettingZoo's test."""
SEARCHES = 8
"""Simulations of ISMCTS for each decision."""


def simulated(name: str, *, rebuilt: bool) -> None:
    """OpenSpiel's own test: a hand at random, every state looked at (and `rebuilt` from its text)."""
    import pyspiel

    from tutor.library.openspiel import load_game

    pyspiel.random_sim_test(load_game(name), 1, rebuilt, False)


def stepped(name: str) -> None:
    """PettingZoo's own test of an environment."""
    from pettingzoo.test import api_test

    from tutor.library.pettingzoo import CardEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo expects images; the observation space is asserted
        api_test(CardEnv(name), CYCLES)


def searched(name: str) -> list[float]:
    """The returns of a hand in which OpenSpiel's ISMCTS has the first seat, and chance the others."""
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    from tutor.library.openspiel import load_game

    rng, state = Random(1), load_game(name).new_initial_state()
    bot = ismcts.ISMCTSBot(
        load_game(name),
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        2.0,
        SEARCHES,
        random_state=np.random.RandomState(1),
    )
    bot.set_resampler(lambda here, player: here.resample_from_infostate(player, rng.random))
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            state.apply_action(bot.step(state) if state.current_player() == 0 else rng.choice(state.legal_actions()))
    return [float(value) for value in state.returns()]


def main(words: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--long", action="store_true", help="every game")
    asked = parser.parse_args(words)
    for name in asked.games or (names() if asked.long else SOME):
        began = time.process_time()
        simulated(name, rebuilt=name in SOME)
        stepped(name)
        print(f"{name}: simulated and stepped, {time.process_time() - began:.0f} s", flush=True)
    for name in asked.games or SOME:
        print(f"{name}: ISMCTS brings {searched(name)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
