"""Tables for tests of a game: all numbers of players, its house rules, and deterministic random play."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from tutor.kernel import record
from tutor.kernel.by_name import load
from tutor.kernel.fields import Spec, specs
from tutor.kernel.game import Game
from tutor.kernel.playout import Ply, playout

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.view import Options

LONG = int(os.environ.get("TUTOR_LONG", "0") or 0)
"""Set TUTOR_LONG=10 to play ten times as many random games as usual."""
SHARE = 1 if LONG else 13
"""Expensive tests take one game, or lesson, in this many."""
LESSONS = Path(__file__).resolve().parent.parent / "lessons"


def share(games: Sequence[str], turn: int) -> Sequence[str]:
    """One game in so many from number `turn` on, all with TUTOR_LONG; tests differ in `turn`, so each is covered."""
    return games[turn % SHARE :: SHARE]


class Table(NamedTuple):
    """Where a game is played: how many sit there, and by which house rules."""

    game: str
    players: int
    options: Options

    def __str__(self) -> str:
        rules = "".join(f" {name}={text}" for name, text in self.options.changed().items())
        return f"{self.game} players={self.players}{rules}"


def values(spec: Spec) -> list[Any]:
    """The values worth trying for one house rule, its default first."""
    kind: Any = spec.kind
    if hasattr(kind, "words"):
        tried = list(kind.words)
    elif hasattr(kind, "low"):
        more = (
            2 * (spec.default or 0) + 1
        )  # a little beyond the usual; the very highest would only make games very long
        tried = [
            bound for bound in (kind.low, more if kind.high is None else min(more, kind.high)) if bound is not None
        ]
    elif isinstance(spec.default, bool):
        tried = [False, True]
    else:
        tried = []
    return [spec.default, *(value for value in tried if value != spec.default)]


def rules(game: Game[Any], rng: Random, mixed: int) -> Iterator[Options]:
    """The usual rules, every house rule changed alone, and some random mixtures."""
    known = specs(game.options)
    yield game.options()
    for name, spec in known.items():
        for value in values(spec)[1:]:
            yield game.options(**{name: value})
    if len(known) > 1:
        for _ in range(mixed):
            yield game.options(**{name: rng.choice(values(spec)) for name, spec in known.items()})


@cache
def tables(name: str, mixed: int = 3) -> tuple[Table, ...]:
    """Tables of a game: the usual rules with every number of players, then each house rule somewhere it may be had."""
    game, rng = load(name), Random(name)
    first, *others = rules(game, rng, mixed)
    found = [Table(name, players, first) for players in game.players]
    for options in others:
        may = [players for players in game.players if not list(game.problems(players, options))]
        if may:
            found.append(Table(name, rng.choice(may), options))
    return tuple(dict.fromkeys(found))


def begun(table: Table, seed: int) -> record.Record[Any]:
    """A game before its first deal, anybody dealing."""
    game = load(table.game)
    dealer = Random(seed).choice(game.seats(table.players)[: table.players])
    return record.start(game, table.players, table.options, dealer)


def random_game(table: Table, seed: int, most: int | None = None) -> Iterator[Ply]:
    """Random play, not longer than `most`; `Endless` if it goes beyond what the game says."""
    start = begun(table, seed)
    return islice(playout(start.game, start.state, Random(seed)), most)


def played(table: Table, seed: int, most: int | None = None) -> record.Record[Any]:
    """Random play as a record."""
    game = begun(table, seed)
    plies = list(random_game(table, seed, most))
    return record.Record(
        game.game,
        (game.state, *(ply.state for ply in plies)),
        tuple(record.HistoryEntry(ply.seat, ply.move.text, events=ply.events) for ply in plies),
    )


@cache
def clauses(name: str) -> frozenset[str] | None:
    """The clause ids of a game's rulebook; None while it has none."""
    path = LESSONS / name / "rulebook.toml"
    if not path.exists():
        return None
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return frozenset(clause["id"] for section in data.get("section", ()) for clause in section.get("clause", ()))
