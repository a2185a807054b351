"""Positions: what the rules say about one decision, or about the end of a hand, that somebody describes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from tutor.kernel import judging
from tutor.kernel.judging import Judgement, judge
from tutor.kernel.phase import Phase, Won
from tutor.kernel.position import PositionQuestion, read_question, read_view, write
from tutor.kernel.position_text import split
from tutor.library.catalogue import loaded
from tutor.teach.rulings import answers
from tutor.teach.rulings.ruling import ruling_text
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.events import ScoreLine
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat, Side
    from tutor.kernel.working import Working


class Ruling(NamedTuple):
    """What the rules say of one move: whether it is legal, by which clause of the rulebook, and why in a sentence."""

    move: str
    """The move in its canonical text form; the text asked about if that is no move."""
    legal: bool
    verdict: str
    """`legal`, `not allowed`, `not held`, or `unreadable`."""
    clause: str
    reason: str


@dataclass(frozen=True, eq=False)
class Position:
    """A decision as the player whose turn it is sees it.

    >>> here = position("tute", "trump=S trick=AH,3H hand=KH,QH,4C")
    >>> here.to_move
    'P3'
    >>> here.ruling("4C").clause
    'tute.play.follow'
    """

    game: Game[Any]
    phase: Phase[Any, Any]
    view: Any
    """What the player sees; its attributes are the fields of the position."""

    def __str__(self) -> str:
        """The fields that differ from their defaults, in the form that `position` reads."""
        return write(self.game, self.phase, self.view)

    @cached_property
    def judgement(self) -> Judgement[Any]:
        """Everything that the rules say here: the trace of the duties, and a ruling on each move."""
        return judge(self.phase, self.view)

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; None if a trick is complete or nobody is left to speak."""
        return self.judgement.actor

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves, in the order in which they are shown."""
        return self.judgement.legal

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """A ruling on each candidate move, legal or not."""
        return tuple(self._said(ruled) for ruled in self.judgement.rulings)

    def ruling(self, move: str | Move) -> Ruling:
        """The ruling on a move, or on any text; does not raise for text that is no move."""
        return self._said(judging.rule(self.phase, self.view, str(move)))

    def _said(self, ruled: judging.Ruling[Any]) -> Ruling:
        reason = unmarked(ruling_text(self.game, self.judgement, ruled))
        return Ruling(ruled.text, ruled.legal, ruled.verdict.value, ruled.clause, reason)

    @property
    def winner(self) -> Won | None:
        """Who wins the trick on the table, and with which card; None while it is incomplete."""
        return self.phase.winner(self.view)

    @property
    def workings(self) -> Mapping[str, Working]:
        """How results come about, step by step, by the name of the result (`winner`, `facts.points`)."""
        return self.phase.workings(self.view)

    def to_json(self) -> dict[str, Any]:
        """The object that `tutor explain --json` gives."""
        return answers.explained(self.game, PositionQuestion(self.phase, self.view))[1]


def position(game: str | Game[Any], fields: str = "") -> Position:
    """The position that `fields` describe, as for `tutor explain`: `name=value` words, or a JSON object.

    Raises `UnknownGame`, or `BadPosition`, which lists every contradiction and unreadable word.

    >>> position("tute", "hand=KH,KH")
    Traceback (most recent call last):
    tutor.kernel.position.BadPosition: ...
    """
    one = loaded(game)
    question = read_question(one, split(_words(fields)))
    return Position(one, question.phase, question.view)


class Settled(NamedTuple):
    """How a hand is settled: points by side, the score lines that they sum, the outcome, the workings."""

    scores: Mapping[Side, float]
    lines: tuple[ScoreLine, ...]
    outcome: Mapping[str, Any]
    workings: Mapping[str, Working]


def settlement(game: str | Game[Any], fields: str = "") -> Settled:
    """What a hand that ended like this scores; `fields` as for `tutor score`. Raises what `position` raises.

    >>> end = "contract=8 declarers=P1+P3 tricks.P1+P3=6 tricks.P2+P4=2 won.P2+P4=5H,3S"
    >>> dict(settlement("kaiser", end).scores)
    {'P1+P3': -6, 'P2+P4': 4}
    """
    one = loaded(game)
    view = read_view(one, one.scoring, split(_words(fields)))
    done = one.scoring.settle(view)
    return Settled(done.scores, tuple(done.lines), done.outcome, answers.settling(one, view, done))


def _words(fields: str) -> list[str]:
    return [fields] if fields.lstrip().startswith("{") else fields.split()
