"""Use questions of lessons as drills, for clauses that random play does not reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.game import Game, IllegalMove
from tutor.kernel.position_text import BadPosition
from tutor.teach.drills.drill import Drill
from tutor.teach.drills.moments import Moment
from tutor.teach.lessons.files import BadLesson, paths_of, read
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.scene import NoScene
from tutor.teach.lessons.table import LessonTable
from tutor.teach.text.words import TemplateError

if TYPE_CHECKING:
    from random import Random

    from tutor.teach.lessons.model import Lesson


def asked_in_lessons(game: Game[Any], clause: str, rng: Random) -> Drill | None:
    """A self-contained question about `clause` from the game's lessons; None if there is none."""
    found: list[tuple[Lesson, int]] = []
    for path in paths_of(game.name):
        try:
            lesson = read(path, game.name)
        except BadLesson:
            continue
        found += [(lesson, i) for i, step in enumerate(lesson.steps) if step.asks and step.clause == clause]
    for lesson, i in rng.sample(found, len(found)):
        drill = _drill(game, lesson, i, clause)
        if drill is not None:
            return drill
    return None


def _drill(game: Game[Any], lesson: Lesson, index: int, clause: str) -> Drill | None:
    """The question of step `index` as a drill, if its table is a position or a result that can be shown by itself."""
    table = LessonTable(game, lesson)
    step = lesson.steps[index]
    try:
        table.go_to(index)
        table.set(step)
        scene = table.scene
        if scene.result is not None:
            here = Moment(game, scene.result)
        elif scene.phase is not None and scene.view is not None:
            here = Moment(game, scene.view, scene.phase, scene.learner)
        else:
            return None
        question = build_question(game, scene, step, lesson.clauses)
    except (NoScene, BadPosition, IllegalMove, ValueError, TemplateError):
        return None
    question.clause = clause
    return Drill(game, clause, 0, here, question)
