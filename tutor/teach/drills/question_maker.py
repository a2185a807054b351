"""Make the question of a drill at a moment: legal moves, the deciding rule, the winner, or a value."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from tutor.kernel.view_types import HandView
from tutor.teach.drills.choices import MOST_CHOICES, MOST_LEGAL, chosen, focused, is_said, refused_by
from tutor.teach.drills.moments import Moment
from tutor.teach.drills.quality import in_play
from tutor.teach.drills.values import value_question
from tutor.teach.lessons.model import LessonStep
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.questions import Legal, MakeMove, Question, WhichClause, Winner, near_clauses
from tutor.teach.questions.base import deciding
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.rulings.ruling import Rulings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.judging import Judgement, Ruling
    from tutor.teach.drills.drill_spec import DrillSpec

Made: TypeAlias = tuple[Moment, Question]
"""A moment, and the question asked there."""


def decision_asked(
    here: Moment, clause: str, rng: Random, tried: list[str] | None = None, kind: str = ""
) -> Made | None:
    """Ask about legal moves, or the deciding rule, where `clause` refuses moves; None if that is impossible."""
    found = here.judged(*(tried or ()))
    picks = chosen(found, clause, rng, Rulings(here.game, found).text)
    if not any(r.legal for r in picks) or not refused_by(picks, clause):
        return None
    left = [r for r in found.rulings if r not in picks]
    whole = len(found.legal) <= MOST_LEGAL and len(left) <= 2 and not any(is_said(r) or len(r.cards) > 1 for r in left)
    if whole and deciding(found) == clause:
        picks = found.rulings
    kind = kind or rng.choices(("legal", "move", "clause"), (6, 3, 2))[0]
    few = (
        2 * len(found.legal) <= len(found.rulings)
        and len(found.legal) <= MOST_CHOICES
        and all(move.cards for move in found.legal)
    )
    if kind == "move" and few and deciding(found) == clause:
        return here, MakeMove(here.game, found)
    if kind == "clause":
        refused = [r for r in picks if not r.legal and r.clause == clause]
        return here, which_clause(here.game, found, rng.choice(refused).text)
    return here, legal_asked(here.game, found, picks)


def legal_asked(game: Game[Any], found: Judgement[Any], picks: Sequence[Ruling[Any]]) -> Legal:
    """Ask which of the `picks` are legal; where they are calls, without the one that says nothing, which is "none"."""
    question = Legal(game, focused(found, tuple(picks)))
    quiet = [r for r in picks if r.text in question.nothing]
    rest = tuple(r for r in picks if r not in quiet)
    if len(rest) < 2 or not quiet or not all(map(is_said, picks)) or not all(r.legal for r in quiet):
        return question
    return Legal(game, focused(found, rest), besides=True)


def freedom_asked(here: Moment, clause: str, rng: Random) -> Made | None:
    """Ask which rule permits a move, where that is `clause`; None if no such move is found."""
    found = here.judged()
    own = [r for r in found.rulings if r.legal and r.clause == clause]
    return (here, which_clause(here.game, found, rng.choice(own).text)) if own else None


def which_clause(game: Game[Any], found: Judgement[Any], text: str) -> WhichClause:
    """Ask which rule decides about the move `text`, among the rules in play, or else among its neighbours."""
    ruling = next(r for r in (*found.rulings, *found.asked) if r.text == text)
    options = in_play(found, ruling.clause, tuple(rulebook(game.name).clauses))
    if len(options) < 2:
        options = near_clauses(game, ruling.clause)
    if len(options) < 2:
        everything = list(rulebook(game.name).clauses)
        at = everything.index(ruling.clause)
        options = near_clauses(game, ruling.clause, everything[max(0, at - 2) : at + 3])
    return WhichClause(game, found, ruling, options)


def value_asked(here: Moment, entry: DrillSpec, rng: Random) -> Made | None:
    """Ask for the value of a rulebook entry; drops the hand from the moment if the answer does not depend on it."""
    seed = rng.random()
    question = value_question(here, entry, Random(seed))
    if question is None or not isinstance(here.view, HandView) or not here.view.hand or here.phase is None:
        return None if question is None else (here, question)
    bare = replace(here, view=here.view.holding(()))
    if any(here.phase.problems(bare.view)) or any(here.phase.unreachable(bare.view)):
        return here, question
    again = value_question(bare, entry, Random(seed))
    same = again is not None and (again.text, again.value) == (question.text, question.value)
    return (bare if same else here), question


def winner_asked(here: Moment) -> Made:
    """Ask who wins the complete trick."""

    def of_winner(view: Any) -> Winner:
        question = build_question(here.game, replace(here, view=view).scene, LessonStep(ask="winner"))
        assert isinstance(question, Winner)
        question.again = of_winner
        return question

    return here, of_winner(here.view)
