"""How well advice plays: against chance in every game, before a double-dummy judge, against another program's players.

Alone: `python -m tests.benchmarks.strength [GAME …]`. Against chance one side, another in each hand, follows advice and
all others play at random. How much luck allows is told by a player who sees all cards. Peers are optional
(`pip install -e .[bench]`).
"""

from __future__ import annotations

import copy
import json
import math
import sys
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, cast

from tutor.advice import LEVELS, Adviser
from tutor.advice.value import Value
from tutor.kernel.game import Game, load, names
from tutor.kernel.history import Record, draw, play, start
from tutor.kernel.playout import legal
from tutor.kernel.seats import Seat

LEVEL = 2
"""The strength that opponents have unless somebody asks for another."""
STEPS = 300
HANDS = 8
"""Hands of each game in each round."""

Chooser = Callable[[Record[Any], Seat], Any]


def seeing(game: Game[Any]) -> Game[Any]:
    """The same game for one who sees all cards: nothing is dealt afresh."""
    other: Any = copy.copy(game)
    other.dream = lambda state, seat, rng: state
    return cast(Game[Any], other)


def hand(game: Game[Any], seed: int, choose: Chooser, ours: frozenset[Seat], others: Chooser | None = None) -> float:
    """What one hand brings the side `ours`, whose players choose so; the others play at random if nothing is said."""
    rng = Random(seed)
    record = draw(start(game), rng)
    seat = min(ours)
    value = Value(game, record.state, seat)
    before = value.of(record.state)
    for _ in range(STEPS):
        state = record.state
        if state.over or (state.fate is not None and len(state.fate.pool) == len(game.pack)):
            break
        if state.fate is not None:
            record = draw(record, rng)
            continue
        who = next(seat for seat in rng.sample(state.turn, len(state.turn)) if legal(game, state, seat))
        moves = legal(game, state, who)
        chooser = choose if who in ours else others
        move = chooser(record, who) if chooser and len(moves) > 1 else rng.choice(moves)
        record = play(record, who, move)
    return value.of(record.state) - before


def against_chance(name: str, rounds: int, luck: bool = True) -> dict[str, Any]:
    """The share of hands in which the side with advice came out ahead of the others, who play at random.

    A hand that leaves both even counts half. The same hands are played by chance alone and, if it is asked how much
    `luck` allows, by one who sees all cards.
    """
    game = load(name)
    advisers = {"advice": Adviser(game, LEVELS[LEVEL])}
    if luck:
        advisers["all cards seen"] = Adviser(seeing(game), LEVELS[LEVEL])
    gains: dict[str, list[float]] = {who: [] for who in (*advisers, "chance")}
    sides = game.sides(game.usual, game.options())
    for n in range(rounds * HANDS):
        ours = frozenset(seat for seat in sides[n % len(sides)].split("+") if seat in game.seats(game.usual))
        for who, got in gains.items():
            got.append(hand(game, n, player(game, advisers.get(who), Random(n)), ours))
    report: dict[str, Any] = {"hands": rounds * HANDS}
    for who, got in gains.items():
        report[who] = interval([(worth > 0) + (worth == 0) / 2 for worth in got])
        report[who]["mean"] = round(sum(got) / len(got), 2)
    return report


def player(game: Game[Any], adviser: Adviser | None, rng: Random) -> Chooser:
    """Who takes advice; without an adviser, chance. One who sees all cards needs no past to tell where they lie."""

    def choose(record: Record[Any], seat: Seat) -> Any:
        if adviser is None:
            return rng.choice(legal(game, record.state, seat))
        return adviser.advise(record if adviser.game is game else record.state, seat, rng).move

    return choose


def interval(shares: Sequence[float]) -> dict[str, float]:
    """A share with its 95 % interval (Wilson)."""
    n, p, z = len(shares), sum(shares) / len(shares), 1.96
    centre, wide = (p + z * z / 2 / n) / (1 + z * z / n), z * math.sqrt(p * (1 - p) / n + z * z / 4 / n / n)
    return {"share": round(p, 3), "low": round(centre - wide / (1 + z * z / n), 3),
            "high": round(centre + wide / (1 + z * z / n), 3)}  # fmt: skip


def measure(rounds: int, games: Sequence[str] = ()) -> dict[str, Any]:
    """Every game there is, or those asked for; then the judged deals, where the judges are installed."""
    report: dict[str, Any] = {}
    for name in games or names():
        report[name] = against_chance(name, rounds)
        print(f"{name}: {report[name]}", file=sys.stderr)
    if not games:
        from tests.benchmarks import judged

        report["judged"] = judged.measure(rounds)
    return report


if __name__ == "__main__":
    print(json.dumps(measure(2, sys.argv[1:]), indent=1))
