"""Build the question that a step of a lesson asks about its scene; the engine computes the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.events import TRICK_WON
from tutor.kernel.view_types import TrickOnTable
from tutor.teach import ruling as words
from tutor.teach.consequences import event_text, winner_text
from tutor.teach.lessons.computations import computation_of, finished_trick
from tutor.teach.lessons.replies import ANY_OTHER, replies_of
from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.lessons.scene import NoScene, Scene
from tutor.teach.questions import Legal, MakeMove, Question, ValueQuestion, WhichClause, Winner, near_clauses
from tutor.teach.questions.value_question import in_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.game import Game
    from tutor.teach.lessons.model import LessonStep


def build_question(game: Game[Any], scene: Scene, step: LessonStep, taught: Sequence[str] = ()) -> Question:
    """The question of `step`; raises NoScene if the scene cannot answer it. `taught` are the lesson's clauses."""
    if step.play:
        found = scene.judged(seat=step.seat)
        facts = scene.facts() if step.question or step.replies else {}
        text = lesson_sentence(step.question, facts) if step.question else ""
        lesser = {move: said for move, said in replies_of(step, facts).items() if move != ANY_OTHER}
        exactly = step.play if step.exactly else ""
        return MakeMove(game, found, exactly, text, step.play, bool(step.because), lesser)
    if step.ask == "legal":
        return Legal(game, scene.judged(seat=step.seat), tuple(step.among))
    if step.ask == "clause":
        found = scene.judged(step.of, seat=step.seat)
        ruling = found.asked[0]
        return WhichClause(game, found, ruling, near_clauses(game, ruling.clause, taught))
    if step.ask == "winner":
        return _winner(game, scene)
    return _value(game, scene, step)


def _winner(game: Game[Any], scene: Scene) -> Winner:
    if scene.state is not None and scene.decided is not None:
        event = scene.decided
        clause = words.clause(game.name, event.clause)
        winner = event.seat if event.what == TRICK_WON else ""
        why = event_text(game, event)
        computation = computation_of(scene, "winner.seat") if scene.view is not None else finished_trick(scene)
        return Winner(scene.seats, scene.names, winner, clause.id, clause.rule, why, event.cards, computation)
    phase, view = scene.seen()
    why, ident = winner_text(game, phase, view)
    if not ident:
        raise NoScene("nobody can have won: the trick is not complete")
    won = phase.winner(view)
    cards = tuple(
        c
        for part in (view.trick if isinstance(view, TrickOnTable) else ())
        for c in (part if isinstance(part, tuple) else (part,))
    )
    rule = words.clause(game.name, ident).rule
    computation = computation_of(scene, "winner.seat")
    return Winner(scene.seats, scene.names, won.seat if won else "", ident, rule, why, cards, computation)


def _value(game: Game[Any], scene: Scene, step: LessonStep) -> ValueQuestion:
    value = scene.value(step.of)
    ordered = in_order(step.of, value)
    if isinstance(value, dict):
        value = list(value)
    elif value is None:
        value = "none"
    clause = words.clause(game.name, step.clause)
    text = lesson_sentence(step.question, scene.facts())
    who = scene.meant_in(value)
    computation = computation_of(scene, step.of)
    counted = f"{lesson_sentence(step.sum, scene.facts()).rstrip('.')}." if step.sum else ""
    return ValueQuestion(
        text,
        value,
        clause.id,
        clause.rule,
        clause.rule,
        scene.names,
        who,
        clause.at_table,
        ordered,
        computation,
        counted=counted,
    )
