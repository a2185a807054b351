"""Published ways of playing with hidden cards, to be held against the adviser at equal time.

Each chooses a card in a record for a seat within so many seconds of the processor. What is said, laid away or exchanged
the adviser decides for all of them. `python -m tests.strength.beside` plays them against each other.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from tests.strength.alternatives.alpha_mu import AlphaMu
from tests.strength.alternatives.blind import by_blind
from tests.strength.alternatives.inference import by_policy
from tests.strength.alternatives.tree import Tree
from tutor.kernel.playout import legal
from tutor.policies import policy_of

if TYPE_CHECKING:
    from tests.strength.hands import Chooser
    from tutor.advice import Adviser
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat

Search = Callable[["Game[Any]", "Record[Any]", "Seat", float], "AlphaMu | Tree"]
"""Something whose `best` is a move, given the seconds it may take."""
Time = Callable[[], float]
"""The seconds of the processor that a decision may take."""


def searched(game: Game[Any], adviser: Adviser, seconds: Time, search: Search) -> Chooser:
    """Who plays cards by a search, and takes advice for everything else."""

    def choose(record: Record[Any], seat: Seat) -> Any:
        state, phase = record.state, game.due(record.state)
        moves = legal(game, state, seat)
        if not all(move.cards or phase.name == "play" for move in moves):
            return adviser.advise(record, seat, Random(len(record.entries))).move
        differ = policy_of(game).of(phase).distinct_moves(state, seat, phase.see(state, seat), moves)
        return search(game, record, seat, seconds()).best() if len(differ) > 1 else differ[0]

    return choose


def tree(game: Game[Any], adviser: Adviser, seconds: Time) -> Chooser:
    """Information-set search whose ends are judged with open hands."""
    return searched(game, adviser, seconds, Tree)


def alpha_mu(game: Game[Any], adviser: Adviser, seconds: Time) -> Chooser:
    """Alpha-mu search with two own moves."""
    return searched(game, adviser, seconds, AlphaMu)


def inference(game: Game[Any], adviser: Adviser, seconds: Time) -> Chooser:
    """The adviser in deals as likely as a policy makes what was played."""
    return lambda record, seat: by_policy(adviser, record, seat, seconds())


def blind(game: Game[Any], adviser: Adviser, seconds: Time) -> Chooser:
    """The adviser, with play-outs in which nobody sees the cards of others."""
    return lambda record, seat: by_blind(adviser, record, seat, seconds())


ALTERNATIVES: dict[str, Callable[[Game[Any], Adviser, Time], Chooser]] = {
    "information-set search, open ends": tree,
    "alpha-mu search": alpha_mu,
    "inference by a policy": inference,
    "blind play-outs": blind,
}
