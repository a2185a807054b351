"""Play a thousand random games of each kind at all tables, and check invariants. Slow, and run by hand:

    python -m tests.marathon                      every game, 1,000 of each
    python -m tests.marathon --games 100 tute     some
    python -m tests.marathon --jobs 2             several games at a time

Each game is played to its end at random, with all numbers of players and with random house rules. After every move all
cards of the pack must be present and some seat must be to act; the game must end within its `bound`; the score of a
hand must be the sum of its score lines and be added to the sheet; and it must come to what the game's oracle says
(`sums`). It prints a table, which is kept in `RESULTS.md`, or the first violation with its seed. `test_conformance.py`
runs a few games.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from tests import figures
from tests.oracles import Hand, sums
from tests.tables import Table, begun, random_game, tables
from tutor.kernel.by_name import load, names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tutor.kernel.cards import Card
    from tutor.kernel.events import Event
    from tutor.kernel.playout import Ply

GAMES = 1000
MIXED = 30
"""The number of tables with random house rules, besides those with a single change."""


class Figures(NamedTuple):
    """Counts of random play: games, hands, moves, the longest game in moves, and sums checked."""

    games: int = 0
    hands: int = 0
    moves: int = 0
    longest: int = 0
    sums: int = 0

    def __add__(self, other: object) -> Figures:
        assert isinstance(other, Figures)
        a, b = self, other
        longest = max(a.longest, b.longest)
        return Figures(a.games + b.games, a.hands + b.hands, a.moves + b.moves, longest, a.sums + b.sums)


def game_held(table: Table, seed: int, most: int | None = None) -> Figures:
    """Play one game of at most `most` moves with all checks; raises AssertionError with the violation."""
    game = load(table.game)
    where = f"{table}, seed {seed}"
    whole = Counter(game.pack.cards)
    state = begun(table, seed).state
    assert Counter(game.cards(state)) == whole, where
    events: list[Event] = []
    hands = moves = checked = 0
    for ply in random_game(table, seed, most):
        moves += 1
        _ply_held(table, ply, whole, f"{where}, move {moves} ({ply.seat} {ply.move})")
        events += ply.events
        if any(event.what == "hand over" for event in ply.events):
            checked += _hand_held(Hand(table, tuple(events), state, ply.state), f"{where}, move {moves}")
            hands += 1
            events.clear()
        state = ply.state
    sides = set(game.sides(table.players, table.options))
    assert set(game.standing(state)) <= sides, where
    assert not state.over or set(game.winners(state)) <= sides, where
    assert state.over or moves == most, f"{where}: not over"
    figures.counted("random moves", moves)
    figures.counted("random hands to their end", hands)
    return Figures(int(state.over), hands, moves, moves, checked)


def _ply_held(table: Table, ply: Ply, whole: Counter[Card], where: str) -> None:
    """Check that cards are conserved, and that some seat is to act unless the game is over."""
    game, state = load(table.game), ply.state
    there = Counter(game.cards(state))
    assert there == whole, f"{where}: too many {there - whole}, too few {whole - there}"
    assert set(state.turn) <= set(game.seats(table.players)), f"{where}: {state.turn}"
    assert not (state.turn and state.chance), f"{where}: either chance decides or somebody does"


def _hand_held(hand: Hand, where: str) -> int:
    """Check the score of a hand, the score sheet, and what the rules fix; gives the number of sums checked."""
    game = load(hand.table.game)
    over = hand.of("hand over")[-1].facts
    lines: dict[str, float] = {}
    for event in hand.of("scored"):
        lines[event.seat] = lines.get(event.seat, 0) + event.facts["points"]
    if lines and "standing" in over:
        sides = set(over["scores"])
        said = {side: n for side, n in over["scores"].items() if n}
        assert set(lines) <= sides, f"{where}: lines for {set(lines) - sides}"
        assert {side: n for side, n in lines.items() if n} == said, f"{where}: {lines} are said to be {said}"
    if "standing" in over:
        assert dict(game.standing(hand.after)) == dict(over["standing"]), f"{where}: {over['standing']}"
    found = list(sums(hand))
    for one in found:
        assert one.holds, f"{where}: {one.what} come to {one.found}, not {one.right}"
    return len(found)


# -- many --------------------------------------------------------------------------------------------------


class Found(NamedTuple):
    """The results of one game: tables, bound, figures, seconds, and the first violation if any."""

    name: str
    tables: int
    bound: int
    figures: Figures
    seconds: float
    fault: str = ""


def games_held(name: str, games: int) -> Found:
    """Play `games` games of one kind, up to the first violation."""
    began, figures, bound = time.monotonic(), Figures(), 0
    at: tuple[Table, ...] = ()
    try:
        at, bound = tables(name, MIXED), load(name).bound
        for seed in range(games):
            figures += game_held(at[seed % len(at)], seed)
    except Exception as why:  # any exception is a finding
        return Found(name, len(at), bound, figures, time.monotonic() - began, f"{type(why).__name__}: {why}")
    return Found(name, len(at), bound, figures, time.monotonic() - began)


def _number(n: int) -> str:
    return f"{n:,}" if n else "-"


def table_of(found: Iterable[Found]) -> Iterator[str]:
    """The lines of the table in `RESULTS.md`, each as soon as it is known, and the faults."""
    yield "| game | games | tables | hands | moves | longest (of at most) | sums that held | seconds |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for one in found:
        games, hands, moves, longest, sums = one.figures
        yield (
            f"| {one.name} | {games:,} | {one.tables} | {_number(hands)} | {moves:,} | {longest:,} ({one.bound:,}) "
            f"| {_number(sums)} | {one.seconds:.0f} |"
        )
        if one.fault:
            yield f"FAULT {one.name}: {one.fault}"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.marathon", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help="games; all if none is named")
    parser.add_argument("--games", type=int, default=GAMES, help="how many of each")
    parser.add_argument("--jobs", type=int, default=1, help="how many kinds at a time")
    asked = parser.parse_args(words)
    unknown = set(asked.names) - set(names())
    if unknown:
        parser.error(f"no such game: {', '.join(sorted(unknown))}")
    wanted = asked.names or list(names())
    faults = 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        for line in table_of(pool.map(games_held, wanted, [asked.games] * len(wanted))):
            print(line, flush=True)
            faults += line.startswith("FAULT")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
