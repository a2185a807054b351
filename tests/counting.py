"""Move-path enumeration (perft): the number of different plays of small fixed deals, by the engine and the oracles.

    python -m tests.counting --update          count again and write `tests/counts.toml`
    python -m tests.counting --update tute     the same for some games

Errors in transitions (whose turn it is, who leads, when trumps are broken, when a hand ends) multiply in such counts,
though no single position shows them. For games with an oracle of tricks (`PLAYS` in `tests/oracles/GAME.py`) that must
find exactly the same lines of cards; for calls and declarations the engine's first candidate is made. For other games
the engine's counts of all moves are compared with stored ones: from the moments that `counts.toml` has (fields of a
set-up, as deep as there are numbers), or if it has none, from the first decision of a game by chance.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tests.oracles import Oracle, Trick, plays
from tests.tables import Table, begun
from tutor.kernel import record
from tutor.kernel.by_name import load, names
from tutor.kernel.game import Game
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal, step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

KEPT = Path(__file__).resolve().parent / "counts.toml"
COMMAND = "python -m tests.counting --update"
DEALS = 4
"""The number of deals of each trick game: of three cards a hand, the last of four."""
MOST = 1_500
"""The most lines of a deal; one with more is replaced by the next."""
ENOUGH = 400
"""Plays after which counting from a game's first decision stops."""
DEALT = "seed=1"
"""Stands for the fields of that moment."""

Line = tuple[str, ...]


# -- counting ----------------------------------------------------------------------------------------------


def deal(game: Game[Any], oracle: Oracle, number: int) -> dict[str, list[str]]:
    """The hands of a deal of a game of tricks, by seat."""
    rng = Random(f"{game.name}:{number}")
    players, size = game.usual, min(3 if number % DEALS < DEALS - 1 else 4, oracle.most)
    pack = [c.text for c in game.pack.order if c.joker or c.suit in oracle.suits]
    drawn = rng.sample([c for c in pack if c != "2C"], players * size)
    return {f"P{n + 1}": sorted(drawn[n * size : n * size + size], key=pack.index) for n in range(players)}


def stage_of(oracle: Oracle, hands: Mapping[str, list[str]]) -> str:
    """The fields that set it up."""
    return " ".join([oracle.stage, *(f"hand.{seat}={','.join(cards)}" for seat, cards in hands.items())]).strip()


def engine_lines(game: Game[Any], state: Any, line: Line = ()) -> Iterator[Line]:
    """Every play of the cards in hand, by the rules."""
    if state.chance is not None or not any(state.hands):
        yield line
        return
    while state.phase != "play":  # calls in between
        seat = state.turn[0]
        state = game.due(state).act(state, seat, legal(game, state, seat)[0]).state
    seat = state.turn[0]
    for move in legal(game, state, seat):
        if move.word or len(move.cards) != 1:
            continue
        after, events = game.due(state).act(state, seat, move)
        if after.over or any(event.what == "hand over" for event in events):
            yield (*line, move.text)
        else:
            yield from engine_lines(game, after, (*line, move.text))


def oracle_lines(oracle: Oracle, hands: Mapping[str, list[str]]) -> Iterator[Line]:
    """Every play of the cards in hand, by the oracle."""
    seats = list(hands)

    def on(held: list[list[str]], tricks: list[tuple[Trick, int]], trick: Trick, leader: int, broken: bool) -> Any:
        if len(trick) == len(seats):
            tricks = [*tricks, (trick, leader)]
            if not any(held) or oracle.ends(tricks):
                yield tuple(c for cards, _ in tricks for c in cards)
                return
            leader, broken, trick = oracle.winner(trick, leader), oracle.breaks(trick, broken), []
        turn = (leader + len(trick)) % len(seats)
        for c in oracle.legal(trick, held[turn], broken):
            rest = [[o for o in hand if o != c] for hand in held]
            yield from on(rest, tricks, [*trick, c], leader, broken)

    return iter(on([hands[seat] for seat in seats], [], [], 0, False))


def by_length(lines: list[Line]) -> list[int]:
    """The number of different beginnings of each length."""
    longest = max(map(len, lines))
    return [len({line[:n] for line in lines if len(line) >= n}) for n in range(1, longest + 1)]


def tree(game: Game[Any], state: Any, depth: int = 0) -> list[int]:
    """The number of continuations within the hand by the number of moves; chance draws in the pack's order.

    Without `depth` it goes on until there are `ENOUGH`.
    """
    found: list[int] = []
    level = [state]
    while level and (len(found) < depth if depth else sum(found[-1:]) < ENOUGH):
        turns = [
            game.due(one).act(one, seat, move) for one in level for seat in one.turn for move in legal(game, one, seat)
        ]
        found.append(len(turns))
        level = [_drawn(game, turn.state) for turn in turns if all(event.what != "hand over" for event in turn.events)]
    return found


def _drawn(game: Game[Any], state: Any) -> Any:
    while state.chance is not None:
        state = game.deal(state, Move(state.chance.word, state.chance.pool)).state
    return state


def staged(name: str, fields: str) -> Any:
    """The state of a moment."""
    if fields != DEALT:
        return record.staged(load(name), fields).state
    game, rng = load(name), Random(1)
    state = begun(Table(name, game.usual, game.options()), 1).state
    while state.chance is not None:
        state = step(game, state, rng).state
    return state


def counts(name: str, before: Mapping[str, list[int]]) -> dict[str, list[int]]:
    """The engine's counts of each moment, by the fields that set it up; `before` are those known for this game."""
    game, oracle = load(name), plays(name)
    if oracle is None:
        return {
            fields: tree(game, staged(name, fields), len(known)) for fields, known in (before or {DEALT: []}).items()
        }
    found: dict[str, list[int]] = {}
    number = 0
    while len(found) < DEALS:
        fields = stage_of(oracle, deal(game, oracle, number))
        lines = list(islice(engine_lines(game, staged(name, fields)), MOST + 1))
        if len(lines) <= MOST:
            found[fields] = by_length(lines)
        number += 1 if len(lines) <= MOST else DEALS  # another of the same size
    return found


def kept() -> dict[str, dict[str, list[int]]]:
    """The figures in `counts.toml`."""
    known = tomllib.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    return {name: {one["deal"]: one["plays"] for one in deals} for name, deals in known.items()}


def hands_of(fields: str) -> dict[str, list[str]]:
    """The hands in the fields of a moment."""
    pairs = (word.split("=", 1) for word in fields.split())
    return {name.removeprefix("hand."): text.split(",") for name, text in pairs if name.startswith("hand.")}


def repeated(lines: list[Line]) -> list[Line]:
    """Lines that occur more than once."""
    return [line for line, times in Counter(lines).items() if times > 1]


def main(words: list[str]) -> int:
    unknown = [name for name in words[1:] if name not in names()]
    if words[:1] != ["--update"] or unknown:
        print(f"There is no game called {', '.join(unknown)}." if unknown else __doc__, file=sys.stderr)
        return 2
    text = f"# How many different plays small deals have, by the number of moves. Renew it with `{COMMAND}`.\n"
    known = kept()
    for name in names():
        before = known.get(name, {})
        for fields, found in (counts(name, before) if name in words[1:] or not words[1:] else before).items():
            text += f'\n[[{name}]]\ndeal = "{fields}"\nplays = {found}\n'
    KEPT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
