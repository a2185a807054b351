"""What a study asks: a moment, read from a position, a deal or a record, and the moves to be tried at it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final

from tutor.kernel import history, record
from tutor.kernel.cards import Cards
from tutor.kernel.fields import CARDS, Problem, specs
from tutor.kernel.game import Game
from tutor.kernel.history import Record
from tutor.kernel.phase import Ruling
from tutor.kernel.position import BadPosition, Pairs
from tutor.kernel.seats import Seat
from tutor.teach.practice.given import Given, dealt, given_of
from tutor.teach.text.words import say

TRIES: Final = 60
"""Deals tried for one in which the calls that were given could have been made."""


@dataclass(frozen=True)
class Question:
    """A study to be made, in words that another process can read: `record` is the text of a game up to the moment.

    `seat` is who is to decide; empty where every hand is dealt afresh, and whoever is first to act makes the move.
    """

    game: str
    record: str
    seat: Seat
    moves: tuple[str, ...]
    level: int
    seed: int

    def facts(self) -> dict[str, Any]:
        """The question as JSON has it."""
        return asdict(self)


class IllegalChoice(ValueError):
    """A move to be tried that may not be made; `ruling` says why, `record` where."""

    def __init__(self, at: Record[Any], seat: Seat, ruling: Ruling[Any]) -> None:
        super().__init__(ruling.text)
        self.record, self.seat, self.ruling = at, seat, ruling


def asked(
    game: Game[Any], pairs: Pairs, text: str | None, moves: tuple[str, ...], level: int, seed: int
) -> tuple[Question, Record[Any]]:
    """The question, and the game at its moment. BadPosition, BadRecord or `IllegalChoice` say what is wrong.

    `text` is a record to begin from. Without it `pairs` are a deal (`hand.P1=…`), the hand and the calls that the
    player to act knows of (`hand=… bids=…`), or a set-up such as lessons have; nothing means hands dealt afresh.
    """
    rng = Random(f"{seed}:question")
    if text is not None:
        if pairs:
            raise BadPosition([Problem(pairs[0][0], say("studies.two_moments"))])
        at = record.read_line(text.strip()) if text.startswith(record.LINE) else record.read(text)
        if at.game is not game:
            raise BadPosition([Problem("record", say("studies.other_game", other=at.game.title))])
    else:
        at = _moment(game, pairs, rng)
    if at.state.over:
        raise BadPosition([Problem("position", say("studies.over"))])
    seat = at.state.turn[0] if at.state.fate is None and at.state.turn else ""
    spelt = tuple(_choice(at, seat, move) for move in moves) if seat else moves
    return Question(game.name, record.write(at), seat, spelt, level, seed), at


def _choice(at: Record[Any], seat: Seat, text: str) -> str:
    ruling = at.game.rule(at.state, seat, text)
    if not ruling.legal:
        raise IllegalChoice(at, seat, ruling)
    return ruling.text


def _moment(game: Game[Any], pairs: Pairs, rng: Random) -> Record[Any]:
    names = {name.partition(".")[0] for name, _ in pairs}
    table = {"players", "dealer", *specs(game.options)}
    if not names & {"hand"}:
        if names - table:
            raise BadPosition([Problem(name, say("studies.no_hand")) for name in sorted(names - table)])
        return _fresh(game, pairs)
    if names <= table | {"hand"} and all(name != "hand" for name, _ in pairs):
        return given_of(game, pairs).begun(rng)
    if any(name == "hand" for name, _ in pairs):
        return _called(game, pairs, rng)
    return history.staged(game, " ".join(f"{name}={value}" for name, value in pairs))


def _fresh(game: Game[Any], pairs: Pairs) -> Record[Any]:
    given = given_of(game, pairs, needs_hand=False)
    return history.start(game, given.players, given.options, given.dealer)


def _called(game: Game[Any], pairs: Pairs, rng: Random) -> Record[Any]:
    """The moment at which whoever holds `hand` is to act, after the calls in `bids`."""
    table = [(name, value) for name, value in pairs if name not in ("hand", "bids", "phase")]
    given = given_of(game, table, needs_hand=False)
    values = dict(pairs)
    setting = game.setting(given.players, given.options)
    try:
        hand = tuple(CARDS.read(values["hand"], setting))
    except ValueError as why:
        raise BadPosition([Problem("hand", str(why))]) from None
    calls = [(call.partition(":")[0], call.partition(":")[2]) for call in values.get("bids", "").split(",") if call]
    for _ in range(TRIES):
        for seat in game.seats(given.players)[: given.players]:
            found = _after_calls(given, seat, hand, calls, rng)
            if found is not None and found.state.turn == (seat,) and values.get("phase") in (None, found.state.phase):
                return found
    raise BadPosition([Problem("bids" if calls else "hand", say("studies.cannot_be"))])


def _after_calls(
    given: Given, seat: Seat, hand: Cards, calls: list[tuple[str, str]], rng: Random
) -> Record[Any] | None:
    seats = given.game.seats(given.players)
    begun = history.start(given.game, given.players, given.options, given.dealer or seats[given.players - 1])
    at = dealt(begun, {seat: hand}, rng)
    for who, word in calls:
        if at.state.fate is not None or who.upper() not in at.state.turn:
            return None
        ruling = at.game.rule(at.state, who.upper(), word)
        if not ruling.legal or ruling.move is None:
            return None
        at = history.play(at, who.upper(), ruling.move)
    return at
