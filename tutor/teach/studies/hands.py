"""Play single hands of a study: deal the hidden cards, make the move, play the hand out.

The outcome follows from the question and the number of the hand, so any process gets the same.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice import Adviser
from tutor.advice.outcomes import Outcome, calls_of, followed
from tutor.advice.players import HEURISTIC_SHARE, HeuristicPlayer
from tutor.advice.samples import Sampler
from tutor.kernel import record
from tutor.kernel.playout import legal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.teach.studies.question import StudyQuestion

LONGEST: Final = 3000
"""The most steps of a hand; one not over by then is valued as it stands."""
EFFORT: Final = 200_000
"""Units of work for finding one deal that fits past plays."""


class StudyTally(NamedTuple):
    """The outcome of move number `choice` in hand number `hand`; None if the move was illegal there."""

    hand: int
    choice: int
    outcome: Outcome | None


@lru_cache(maxsize=4)
def _moment(text: str) -> Record[Any]:
    return record.read(text)


def played(question: StudyQuestion, numbers: Iterable[int]) -> list[StudyTally]:
    """Play the hands `numbers`, each with every move of the question, or without a given move if it has none."""
    return [tally for n in numbers for tally in _hand(question, n)]


def _hand(question: StudyQuestion, n: int) -> list[StudyTally]:
    at = _moment(question.record)
    if question.seat:
        sampler = Sampler(at.game, at, question.seat, EFFORT)
        state, seat = sampler.sample(f"{question.seed}:{n}").state, question.seat
    else:
        at = question.dealt(at, Random(f"{question.seed}:{n}:deal"))
        state = at.state
        seat = state.turn[0] if state.turn else ""
    choices: tuple[str | None, ...] = question.moves or (None,)
    return [StudyTally(n, i, _outcome(question, at, state, seat, choice, n)) for i, choice in enumerate(choices)]


def _outcome(
    question: StudyQuestion, at: Record[Any], state: Any, seat: Seat, choice: str | None, n: int
) -> Outcome | None:
    game = at.game
    adviser = Adviser(game, question.level) if question.level else None
    calls, move = None, None
    if choice is not None:
        ruling = game.rule(state, seat, choice)
        if not ruling.legal or ruling.move is None:
            return None
        move = ruling.move
        calls = calls_of(game, seat)  # new for each hand, so that its outcome does not depend on other hands
        calls.begin(move)

    rng = Random(f"{question.seed}:{n}:play")
    player = AdvisedPlayer(game, adviser, rng) if adviser else HeuristicPlayer(game, rng, HEURISTIC_SHARE, calls)
    return followed(game, state, seat, move, player, rng, LONGEST, f"{question.seed}:{n}")[0]


class AdvisedPlayer:
    """Chooses the moves of all seats by the adviser."""

    def __init__(self, game: Game[Any], adviser: Adviser, rng: Random) -> None:
        self._game, self._adviser, self._rng = game, adviser, rng

    def __call__(self, state: Any) -> tuple[Seat, Move]:
        """The seat that moves in `state`, and its move."""
        seats = self._rng.sample(state.turn, len(state.turn))
        seat = next((who for who in seats if legal(self._game, state, who)), seats[0])
        return seat, self._adviser.advise(state, seat, self._rng).move
