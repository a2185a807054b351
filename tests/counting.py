"""Move-path enumeration (perft): the number of different plays of small fixed deals, by the engine and the oracles.

    python -m tests.counting --update          count again and write `tests/counts.toml`
    python -m tests.counting --update tute     the same for some games

Errors in transitions (whose turn it is, who leads, when trumps are broken, when a hand ends) multiply in such counts,
though no single position shows them. For trick games (but Strange) the oracles must find exactly the same lines of
cards; for calls and declarations the engine's first candidate is made. For other games the engine's counts of all
moves are compared with stored ones.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.oracles import (
    back_alley,
    botifarra,
    calabrasella,
    canadian_salad,
    court_piece,
    hasenpfeffer,
    jo_jotte,
    kaiser,
    pluck,
    reversis,
    schafkopf,
    scotch_whist,
    solo,
    tetka,
    tresette,
    truc,
    tute,
    twenty_five,
    tyzicha,
)
from tutor.kernel import record
from tutor.kernel.by_name import load
from tutor.kernel.game import Game
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

KEPT = Path(__file__).resolve().parent / "counts.toml"
COMMAND = "python -m tests.counting --update"
DEALS = 4
"""The number of deals of each trick game: of three cards a hand, the last of four."""
MOST = 1_500
"""The most lines of a deal; one with more is replaced by the next."""

Line = tuple[str, ...]
Trick = list[str]


class Oracle(NamedTuple):
    """The functions of a naive oracle. `broken` is its memory of earlier tricks, if it has any."""

    stage: str
    """The fields that set up the deal, besides the hands."""
    legal: Callable[[Trick, list[str], bool], set[str]]
    winner: Callable[[Trick, int], int]
    """The place of the next leader, given a complete trick and its leader."""
    breaks: Callable[[Trick, bool], bool] = lambda trick, broken: broken
    ends: Callable[[list[tuple[Trick, int]]], bool] = lambda tricks: False
    suits: str = "SHDC"
    """The suits of the cards dealt; few, so that suits can be followed."""


def _free(found: Mapping[str, str]) -> set[str]:
    """The cards that no clause refuses."""
    return {c for c, clause in found.items() if not clause}


def _by_place(players: int, place: Callable[[Trick], int]) -> Callable[[Trick, int], int]:
    return lambda trick, leader: (leader + place(trick)) % players


def _truc_over(tricks: list[tuple[Trick, int]]) -> bool:
    return bool(truc.hand([truc.trick(cards, leader + 1)[0] for cards, leader in tricks], 3, 4, False))


ORACLES: dict[str, Oracle] = {
    "back-alley": Oracle(
        "trump=S",
        lambda t, h, b: set(h) - set(back_alley.rulings(t, h, "S", b)),
        _by_place(4, lambda t: back_alley.winner(t, "S")),
        lambda t, b: back_alley.broken_after(t, "S", b, False),
    ),
    "botifarra": Oracle(
        "trump=S",
        lambda t, h, b: _free(botifarra.ruled(t, h, "S", False)),
        _by_place(4, lambda t: botifarra.winning(t, "S")),
        suits="SHD",
    ),
    "calabrasella": Oracle(
        "", lambda t, h, b: _free(calabrasella.ruled(t, h)), _by_place(3, calabrasella.winning), suits="SHD"
    ),
    "canadian-salad": Oracle(
        "hearts_lead=broken",
        lambda t, h, b: canadian_salad.legal(t, h, True, b),
        _by_place(4, canadian_salad.winner),
        lambda t, b: b or any(c[1] == "H" for c in t if t[0][1] != "H"),
        suits="SHD",
    ),
    "court-piece": Oracle(
        "trump=S", lambda t, h, b: court_piece.legal(t, h), _by_place(4, lambda t: court_piece.winner(t, "S"))
    ),
    "hasenpfeffer": Oracle(
        "trump=S", lambda t, h, b: hasenpfeffer.legal(t, h, "S"), _by_place(4, lambda t: hasenpfeffer.winner(t, "S"))
    ),
    "jo-jotte": Oracle(
        "trump=S",
        lambda t, h, b: _free(jo_jotte.ruled(t[0] if t else "", h, "S")),
        _by_place(2, lambda t: int(jo_jotte.second_wins(t[0], t[1], "S"))),
        suits="SHD",
    ),
    "kaiser": Oracle("trump=S", lambda t, h, b: kaiser.legal(t, h), _by_place(4, lambda t: kaiser.winner(t, "S"))),
    "pluck": Oracle(
        "trump=S",
        lambda t, h, b: pluck.legal(t, h, "S", b),
        _by_place(3, lambda t: pluck.winner(t, "S")),
        lambda t, b: pluck.is_broken(t, "S", b),
    ),
    "reversis": Oracle(
        "", lambda t, h, b: reversis.legal(t, h, [], 1), _by_place(4, reversis.winner)
    ),  # fewer than three aces here, so nobody may refuse suit
    "schafkopf": Oracle("", lambda t, h, b: schafkopf.legal(t, h), _by_place(3, schafkopf.winner)),
    "scotch-whist": Oracle(
        "trump=S", lambda t, h, b: scotch_whist.legal(t, h), _by_place(4, lambda t: scotch_whist.winner(t, "S"))
    ),
    "solo": Oracle("trump=S", lambda t, h, b: solo.legal(t, h, "S"), _by_place(4, lambda t: solo.winner(t, "S"))),
    "tetka": Oracle("bum=2C", lambda t, h, b: tetka.legal(t, h), _by_place(4, tetka.winner), suits="SHD"),
    "tresette": Oracle(
        "", lambda t, h, b: _free(tresette.ruled(t, h)), _by_place(4, lambda t: tresette.winning(t, False)), suits="SHD"
    ),
    "truc": Oracle("", lambda t, h, b: set(h), lambda t, leader: truc.trick(t, leader + 1)[2] - 1, ends=_truc_over),
    "tute": Oracle(
        "trump=S",
        lambda t, h, b: _free(tute.ruled(t, h, "S", False, False)),
        _by_place(4, lambda t: tute.winning(t, "S")),
    ),
    "twenty-five": Oracle(
        "trump=S",
        lambda t, h, b: twenty_five.legal("S", t, h, "only_if_lower_led"),
        _by_place(4, lambda t: twenty_five.winner("S", t)),
    ),
    "tyzicha": Oracle(
        "trump=S",
        lambda t, h, b: {m for m in tyzicha.legal(t, h, "S") if ":" not in m},
        _by_place(3, lambda t: t.index(tyzicha.winning(t, "S"))),
        suits="SHD",
    ),
}


STAGES: dict[str, tuple[tuple[str, int], ...]] = {
    "big-two": (
        ("hand.P1=3D,3C,5D,7H,7S hand.P2=4D,4C,6S,9D hand.P3=5C,5H,TD,JC hand.P4=8D,8S,KD,2S", 5),
        ("players=2 hand.P1=4D,4C,5D,9S hand.P2=3S,6H,6S,2D", 12),
    ),
    "bridge-solitaire": (("contract=1NT leader=P1 hand=X1,7D,5C,AS stock=4H,JC,3S,KC,KD,9H,2S", 8),),
    "dou-dizhu": (("landlord=P1 bid=1 hand.P1=4,4,9,9,9 hand.P2=5,6,6 hand.P3=7,8,X1,X2", 6),),
    "last-one": (("players=2 upcard=9H stock=KH,3C,4C hand.P1=9C,4H,8D hand.P2=7H,9S,2C", 6),),
    "spinado": (("players=3 hand.P1=AD,3S,4S,7H hand.P2=5S,KD,8H,TC hand.P3=QS,9H,3C,6D", 12),),
    "strange": (("players=2 upcard=6C,KD hand.P1=JD,3S,2H,2C hand.P2=9D,4S,3H,3C", 5),),
    "trente-et-quarante": (("shoe=KS,QH,JC,5D,9S,9H,9D,6C left=200 chips=3", 3),),
}
"""Moments of the other games, and the number of moves counted from each."""


# -- counting ----------------------------------------------------------------------------------------------


def deal(name: str, number: int) -> dict[str, list[str]]:
    """The hands of a deal of a game of tricks, by seat."""
    game, rng = load(name), Random(f"{name}:{number}")
    players, size = game.usual, 3 if number % DEALS < DEALS - 1 or name == "truc" else 4
    pack = [c.text for c in game.pack.order if c.joker or c.suit in ORACLES[name].suits]
    drawn = rng.sample([c for c in pack if c != "2C"], players * size)
    return {f"P{n + 1}": sorted(drawn[n * size : n * size + size], key=pack.index) for n in range(players)}


def stage_of(name: str, hands: Mapping[str, list[str]]) -> str:
    """The fields that set it up."""
    return " ".join([ORACLES[name].stage, *(f"hand.{seat}={','.join(cards)}" for seat, cards in hands.items())]).strip()


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


def oracle_lines(name: str, hands: Mapping[str, list[str]]) -> Iterator[Line]:
    """Every play of the cards in hand, by the oracle."""
    oracle, seats = ORACLES[name], list(hands)

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


def tree(game: Game[Any], state: Any, depth: int) -> list[int]:
    """The number of continuations within the hand by the number of moves; chance draws in the pack's order."""
    found: list[int] = []
    level = [state]
    while level and len(found) < depth:
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
    return record.staged(load(name), fields).state


def counts(name: str) -> dict[str, list[int]]:
    """The engine's counts of each moment, by the fields that set it up."""
    game = load(name)
    if name not in ORACLES:
        return {fields: tree(game, staged(name, fields), depth) for fields, depth in STAGES[name]}
    found: dict[str, list[int]] = {}
    number = 0
    while len(found) < DEALS:
        fields = stage_of(name, deal(name, number))
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
    there = {*ORACLES, *STAGES}
    unknown = [name for name in words[1:] if name not in there]
    if words[:1] != ["--update"]:
        print(__doc__, file=sys.stderr)
        return 2
    if unknown:
        print(f"ORACLES and STAGES in tests/counting.py have no {' and no '.join(unknown)}", file=sys.stderr)
        return 2
    text = f"# How many different plays small deals have, by the number of moves. Renew it with `{COMMAND}`.\n"
    before = kept()
    for name in sorted(there):
        found = counts(name) if name in words[1:] or not words[1:] else before.get(name, {})
        for fields, plays in found.items():
            text += f'\n[[{name}]]\ndeal = "{fields}"\nplays = {plays}\n'
    KEPT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
