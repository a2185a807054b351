"""The question of a study: a moment, from a position, a deal or a record, and the moves to be tried there."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel import history, record
from tutor.kernel.cards import Cards, cards, lacking
from tutor.kernel.fields import CARDS, Problem, specs
from tutor.kernel.history import Record, draw
from tutor.kernel.judging import Ruling, Verdict
from tutor.kernel.position_text import BadPosition, Pairs
from tutor.teach.practice.given_deals import Given, dealt, given_of
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.kernel.seats import Seat

TRIES: Final = 60
"""The most deals tried to find one in which the given calls are legal."""


@dataclass(frozen=True)
class StudyQuestion:
    """A study as plain data that another process can read: `record` is the text of a game up to the moment.

    `seat` decides. If the deal is still to come, `seat` is empty, `hands` fixes cards of seats, and the first to act
    makes the move.
    """

    game: str
    record: str
    seat: Seat
    moves: tuple[str, ...]
    level: int
    seed: int
    hands: tuple[tuple[Seat, str], ...] = ()

    def dealt(self, at: Record[Any], rng: Random) -> Record[Any]:
        """`at` after the deal, with the cards of `hands` where they belong."""
        return dealt(at, {seat: cards(text) for seat, text in self.hands}, rng) if self.hands else draw(at, rng)

    def facts(self) -> dict[str, Any]:
        """The question as a JSON object."""
        return asdict(self)


class IllegalChoice(ValueError):
    """A move to be tried is illegal; `ruling` says why, `record` where."""

    def __init__(self, at: Record[Any], seat: Seat, ruling: Ruling[Any]) -> None:
        super().__init__(ruling.text)
        self.record, self.seat, self.ruling = at, seat, ruling


def asked(
    game: Game[Any], pairs: Pairs, text: str | None, moves: tuple[str, ...], level: int, seed: int
) -> tuple[StudyQuestion, Record[Any]]:
    """Build the question, and the game at its moment; raises BadPosition, BadRecord or `IllegalChoice`.

    `text` is a record to start from. Without it `pairs` are the hand and calls known to the player to act
    (`hand=… bids=…`), cards to be dealt (`hand.P1=…`), or a set-up as in lessons; empty `pairs` mean any deal.
    """
    rng = Random(f"{seed}:question")
    hands: tuple[tuple[Seat, str], ...] = ()
    if text is not None:
        if pairs:
            raise BadPosition([Problem(pairs[0][0], say("studies.two_moments"))])
        at = record.read_line(text.strip()) if text.startswith(record.LINE) else record.read(text)
        if at.game is not game:
            raise BadPosition([Problem("record", say("studies.other_game", other=at.game.title))])
    elif any(name == "hand" for name, _ in pairs):
        at = _called(game, pairs, rng)
    elif {name.partition(".")[0] for name, _ in pairs} <= {"players", "dealer", "hand", *specs(game.options)}:
        given = given_of(game, pairs, needs_hand=False)
        seats = game.seats(given.players)
        at = history.start(game, given.players, given.options, given.dealer or seats[given.players - 1])
        hands = tuple((seat, ",".join(c.text for c in held)) for seat, held in given.hands.items())
    else:
        at = history.staged(game, " ".join(f"{name}={value}" for name, value in pairs))
    if at.state.over:
        raise BadPosition([Problem("position", say("studies.over"))])
    seat = at.state.turn[0] if at.state.chance is None and at.state.turn else ""
    question = StudyQuestion(game.name, record.write(at), seat, moves, level, seed, hands)
    first = at if seat else question.dealt(at, rng)
    spelt = tuple(_choice(first, move, illegal=not seat) for move in moves)
    return replace(question, moves=spelt), at


def _choice(at: Record[Any], text: str, *, illegal: bool) -> str:
    """The canonical text of a move; raises `IllegalChoice` unless `illegal` ones are allowed, as deals may differ."""
    seat = at.state.turn[0]
    ruling = at.game.rule(at.state, seat, text)
    if ruling.legal or (illegal and ruling.verdict is not Verdict.UNREADABLE):
        return ruling.text
    raise IllegalChoice(at, seat, ruling)


def _called(game: Game[Any], pairs: Pairs, rng: Random) -> Record[Any]:
    """The moment at which the player with the cards `hand` acts, after the calls `bids`."""
    table = [(name, value) for name, value in pairs if name not in ("hand", "bids", "phase")]
    values = dict(pairs)
    bad: list[Problem] = []
    given = Given(game, game.usual, game.options(), None, {})
    try:
        given = given_of(game, table, needs_hand=False)
    except BadPosition as why:
        bad += why.problems
    hand: Cards = ()
    try:
        hand = tuple(CARDS.read(values["hand"], game.parse_context(given.players, given.options)))
        bad += [Problem("hand", say("given.too_often", c=c)) for c in lacking(game.pack.cards, hand)]
    except ValueError as why:
        bad.append(Problem("hand", str(why)))
    if bad:
        raise BadPosition(bad)
    calls = [(call.partition(":")[0], call.partition(":")[2]) for call in values.get("bids", "").split(",") if call]
    sizes: set[int] = set()
    for _ in range(TRIES):
        for seat in game.seats(given.players)[: given.players]:
            found = _after_calls(given, seat, hand, calls, rng)
            sizes |= {len(game.held(found.state, seat))} if found is not None else set()
            if found is None or len(game.held(found.state, seat)) != len(hand):
                continue
            if found.state.turn == (seat,) and values.get("phase") in (None, found.state.phase):
                return found
    if sizes and len(hand) not in sizes:
        raise BadPosition([Problem("hand", say("studies.size", n=len(hand), there=sorted(sizes)))])
    raise BadPosition([Problem("bids" if calls else "hand", say("studies.cannot_be"))])


def _after_calls(
    given: Given, seat: Seat, hand: Cards, calls: list[tuple[str, str]], rng: Random
) -> Record[Any] | None:
    seats = given.game.seats(given.players)
    begun = history.start(given.game, given.players, given.options, given.dealer or seats[given.players - 1])
    at = dealt(begun, {seat: hand}, rng)
    for who, word in calls:
        if at.state.chance is not None or who.upper() not in at.state.turn:
            return None
        ruling = at.game.rule(at.state, who.upper(), word)
        if not ruling.legal or ruling.move is None:
            return None
        at = history.play(at, who.upper(), ruling.move)
    return at
