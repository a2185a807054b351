"""Random play, decisions a second, beside other engines: with the deals, and the play of the cards alone.

    python -m tests.benchmarks.engine --update        all games, into `tests/RESULTS.md`, too
    python -m tests.benchmarks.engine kaiser truc

Every engine is driven from Python in the same run, each in the quickest way it has: the legal moves are listed, one is
picked by a single random number, and made. Peers (`pip install -e .[bench]`) are the games nearest to ours, which are
seldom the same; what they lack is left out. They take turns, the processor's time is counted, medians are compared.

*With deals*: from a fresh state on, chance and auctions included; ours plays the hands of a whole game. *Play alone*:
hands that are dealt and called beforehand, by chance and not counted, from the first card that is played (or laid
away) to the end of the hand.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.results import keep
from tutor.advice.players import deals_anew
from tutor.kernel.by_name import load, names
from tutor.kernel.game import Family
from tutor.kernel.playout import step
from tutor.kernel.seats import DECK

if TYPE_CHECKING:
    from collections.abc import Sequence

Round = Callable[[Random, float], "Made"]
"""Plays for some seconds."""
BATCH = 50
"""Hands that are made ready at a time."""
OF_FAMILY = {
    Family.TRICKS: "bridge",
    Family.CLIMBING: "dou_dizhu",
    Family.SHEDDING: "crazy_eights",
    Family.SOLITAIRE: "bridge",
    Family.BANKING: "blackjack",
}
"""The nearest game of OpenSpiel for games of a family."""
NEARER = {
    "back-alley": "oh_hell",
    "calabrasella": "skat",
    "canadian-salad": "hearts",
    "hasenpfeffer": "euchre",
    "jo-jotte": "skat",
    "pluck": "oh_hell",
    "reversis": "hearts",
    "schafkopf": "skat",
    "solo": "euchre",
    "strange": "oh_hell",
    "tetka": "hearts",
    "truc": "euchre",
    "tute": "skat",
    "twenty-five": "euchre",
    "tyzicha": "skat",
}
"""Games that another one is nearer to."""
RLCARD = {"dou-dizhu": "doudizhu", "kaiser": "bridge", "last-one": "uno"}
"""The nearest game of rlcard (its raw game, without the environment around it), with deals only."""
SPIEL = {
    "bridge": "(use_double_dummy_result=false)",
    "crazy_eights": "(players=4,use_special_cards=true)",
    "hearts": "(pass_cards=false)",
    "oh_hell": "(players=4)",
}
CALLED: dict[str, Callable[[list[int]], bool]] = {
    "bridge": lambda moves: moves[0] >= 52,
    "oh_hell": lambda moves: moves[0] >= 52,
    "skat": lambda moves: moves[0] >= 32,
    "euchre": lambda moves: moves[0] >= 24,
    "dou_dizhu": lambda moves: moves[-1] <= 3,
}
"""Whether OpenSpiel's moves of a decision are calls, by the numbers it gives to cards and to calls."""


def nearest(name: str) -> str:
    """The game of OpenSpiel that is nearest to one of ours."""
    return NEARER.get(name) or OF_FAMILY[load(name).family]


class Made(NamedTuple):
    """Decisions made, hands or games ended, and the seconds of the processor that took."""

    decisions: int
    ended: int
    seconds: float


class Picking(Random):
    """Chance that picks one of several with a single random number."""

    def choice(self, seq: Any) -> Any:
        """One of `seq`."""
        return seq[int(self.random() * len(seq))]


def ours(name: str, rng: Random, seconds: float) -> Made:
    """Random games of ours, from the deal on, by the duties that rule on every move."""
    game = load(name)
    made = ended = 0
    begun = time.process_time()
    end = begun + seconds
    while time.process_time() < end:
        state = game.begin(game.usual, game.options(), game.seats(game.usual)[game.usual - 1])
        while not state.over and (made % 64 or time.process_time() < end):
            ply = step(game, state, rng)
            state = ply.state
            made += ply.seat != DECK
        ended += state.over
    return Made(made, ended, time.process_time() - begun)


def our_play(name: str, rng: Random, seconds: float) -> Made:
    """The play of hands of ours that are dealt and called."""
    game = load(name)
    first = "play" if game.family is not Family.BANKING else game.phases[0].name

    def ready() -> Iterator[Any]:
        state = None
        for _ in range(BATCH):
            while state is None or state.over or state.phase != first or state.chance is not None:
                if state is None or state.over:
                    state = game.begin(game.usual, game.options(), game.seats(game.usual)[game.usual - 1])
                state = step(game, state, rng).state
            yield state
            state = None

    made = ended = 0
    took = 0.0
    while took < seconds:
        hands = list(ready())
        begun = time.process_time()
        for state in hands:
            while not state.over and not deals_anew(game, state):
                ply = step(game, state, rng)
                state = ply.state
                made += ply.seat != DECK
        took += time.process_time() - begun
        ended += len(hands)
    return Made(made, ended, took)


def spiel(name: str, dealt: bool, rng: Random, seconds: float) -> Made:
    """Random games of OpenSpiel's, or with `dealt` the play of hands that are dealt and called.

    Every move is one of `legal_actions`, also those of chance, all of which are alike likely in these games.
    """
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game(name + SPIEL.get(name, ""))
    called: Callable[[list[int]], bool] = CALLED.get(name, lambda moves: False)
    random = rng.random

    def ready() -> Iterator[Any]:
        for _ in range(BATCH):
            state = game.new_initial_state()
            while dealt and (moves := state.legal_actions()) and (state.is_chance_node() or called(moves)):
                state.apply_action(moves[int(random() * len(moves))])
            if not state.is_terminal():
                yield state, state.move_number()

    made = ended = 0
    took = 0.0
    while took < seconds:
        begun = time.process_time()
        hands = list(ready())
        if dealt:
            begun = time.process_time()
        for state, _ in hands:
            while moves := state.legal_actions():
                state.apply_action(moves[int(random() * len(moves))])
        took += time.process_time() - begun
        made += sum(one.player >= 0 for state, first in hands for one in state.full_history()[first:])
        ended += len(hands)
    return Made(made, ended, took)


def rlcard(name: str, rng: Random, seconds: float) -> Made:
    """Random games of rlcard's, without its environment."""
    room: Any = import_module(f"rlcard.games.{name}")

    def legal_of(game: Any) -> list[Any]:
        moves: list[Any] = game.get_legal_actions() if name == "uno" else game.judger.get_legal_actions()
        return moves

    made = ended = 0
    begun = time.process_time()
    while time.process_time() < begun + seconds:
        game = room.Game()
        state, _ = game.init_game()
        while not game.is_over():
            moves = state["actions"] if name == "doudizhu" else legal_of(game)
            state, _ = game.step(rng.choice(moves))
            made += 1
        ended += 1
    return Made(made, ended, time.process_time() - begun)


def rates(rounds: dict[str, Round], count: int, seconds: float) -> dict[str, float]:
    """For each engine the median of decisions a second, over `count` rounds taken in turns."""
    found: dict[str, list[float]] = {name: [] for name in rounds}
    for n in range(count):
        for name, play in rounds.items():
            made = play(Picking(n), seconds)
            found[name].append(made.decisions / made.seconds)
    return {name: round(statistics.median(all_)) for name, all_ in found.items()}


def measure(rounds: int, games: Sequence[str] = (), seconds: float = 1.0) -> dict[str, Any]:
    """Every game there is, or those asked for, beside whichever of its peers are installed."""
    report: dict[str, Any] = {}
    for name in games or names():
        peer, other = nearest(name), RLCARD.get(name, "")
        engines: dict[str, Round] = {"with deals": partial(ours, name), "play alone": partial(our_play, name)}
        engines |= {f"OpenSpiel {part}": partial(spiel, peer, part == "play alone") for part in tuple(engines)}
        if other:
            engines["rlcard with deals"] = partial(rlcard, other)
        for engine in [engine for engine in engines if " " in engine and engine[0] in "Or"]:
            try:
                import_module("pyspiel" if engine[0] == "O" else "rlcard")
            except ImportError as missing:
                print(f"{name}: left out, {missing}", file=sys.stderr)
                del engines[engine]
        report[name] = {"peer": peer, **rates(engines, rounds, seconds)}
        print(f"{name}: {report[name]}", file=sys.stderr)
    return report


def table(report: dict[str, Any]) -> str:
    """The figures and the ratios to the peers'."""
    head = "| game | OpenSpiel's nearest | with deals | of OpenSpiel's | of rlcard's | play alone | of OpenSpiel's |"
    rows = [head, "| --- | --- | --- | --- | --- | --- | --- |"]
    for name, got in report.items():

        def ratio(part: str, engine: str, got: dict[str, Any] = got) -> str:
            theirs = got.get(f"{engine} {part}")
            return f"{got[part] / theirs:.2f}" if theirs else ""

        deals = f"{got['with deals']:,} | {ratio('with deals', 'OpenSpiel')} | {ratio('with deals', 'rlcard')}"
        rows.append(
            f"| {name} | {got['peer']} | {deals} | {got['play alone']:,} | {ratio('play alone', 'OpenSpiel')} |"
        )
    return "\n".join(rows)


def main() -> None:
    """Print figures as they come and the table, or keep it."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.engine", description=__doc__)
    parser.add_argument("game", nargs="*", help="all if none is named")
    parser.add_argument("--rounds", type=int, default=5, help="how often each engine is measured (5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round (1)")
    parser.add_argument("--update", action="store_true", help="put the table into tests/RESULTS.md")
    asked = parser.parse_args()
    report = measure(asked.rounds, asked.game, asked.seconds)
    print(json.dumps(report, indent=1))
    print(table(report))
    if asked.update:
        keep("Decisions a second, random play", "python -m tests.benchmarks.engine", table(report))


if __name__ == "__main__":
    main()
