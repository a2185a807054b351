"""Reviews: a new question about each clause that is due, across all games; and mistakes of practice games again.

Learners do not rate themselves: their answers tell how well they know a rule (`spacing`).
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from tutor.kernel.by_name import load, names
from tutor.kernel.game import Game, IllegalMove
from tutor.kernel.judging import Verdict
from tutor.kernel.position_text import BadPosition
from tutor.teach.drills.drill import Drill, NoDrill, make
from tutor.teach.drills.moments import Moment, at
from tutor.teach.lessons.files import BadLesson, paths_of, read
from tutor.teach.lessons.question_builder import build_question
from tutor.teach.lessons.scene import NoScene
from tutor.teach.lessons.table import LessonTable
from tutor.teach.progress.due import surviving_clauses, time_until, weakest
from tutor.teach.questions import MakeMove
from tutor.teach.rulebooks.rulebook import BadRulebook, rulebook
from tutor.teach.rulings import ruling as words
from tutor.teach.text.doc import Block, Doc, Item, Para
from tutor.teach.text.marks import mark
from tutor.teach.text.words import TemplateError, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from tutor.teach.lessons.model import Lesson
    from tutor.teach.progress.derived import Progress
    from tutor.teach.progress.events import LogEvent


def interleaved(progress: Progress, clauses: Sequence[str]) -> list[str]:
    """`clauses` reordered so that games alternate; those of one game keep their order."""
    by_game: dict[str, list[str]] = {}
    for clause in clauses:
        by_game.setdefault(progress.clause(clause).game, []).append(clause)
    longest = max(map(len, by_game.values()), default=0)
    return [own[i] for i in range(longest) for own in by_game.values() if i < len(own)]


def review_drills(progress: Progress, clauses: Sequence[str], seed: int) -> Iterator[Drill]:
    """One drill of each clause, or a question of a lesson if it cannot be drilled."""
    for number, clause in enumerate(interleaved(progress, clauses)):
        game = load(progress.clause(clause).game)
        drill: Drill | None = None
        if not rulebook(game.name).clauses[clause].drill:
            with suppress(NoDrill):
                drill = make(game, clause, seed + number)
        if drill is None:
            drill = asked_in_lessons(game, clause, Random(seed + number))
        if drill is not None:
            yield drill


def nothing_due_doc(progress: Progress, now: datetime) -> Doc:
    """Say when the next clause is due, and what could be drilled until then."""
    known = set(surviving_clauses(progress))
    dates = [when for clause, when in progress.due_dates.items() if clause in known] if known else []
    if not dates:
        return (Para(say("review.never")),)
    out: list[Block] = [Para(say("review.nothing", when=time_until(min(dates), now), n=len(dates)))]
    weak = weakest(progress)
    if weak:
        out.append(Para(say("review.weak")))
        for clause in weak:
            game = progress.clause(clause).game
            out.append(Item(f"tutor drill {game} --clause {clause}", words.clause(game, clause).title))
    return tuple(out)


# -- questions of lessons ------------------------------------------------------------------------------


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
        drill = _drill_of_step(game, lesson, i, clause)
        if drill is not None:
            return drill
    return None


def _drill_of_step(game: Game[Any], lesson: Lesson, index: int, clause: str) -> Drill | None:
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


# -- slips ---------------------------------------------------------------------------------------------


def slips(events: Iterable[LogEvent]) -> list[Drill]:
    """Drills of the positions of practice games at which an illegal move was tried, in order of time.

    `events` is the log in order. Positions that were later answered right are left out.
    """
    tried: dict[tuple[str, str], list[LogEvent]] = {}
    for event in events:
        position = str(event.detail.get("position", ""))
        key = (event.game, position)
        if event.kind == "slip" and event.detail.get("where") == "practice" and position:
            tried.setdefault(key, []).append(event)
        elif event.kind == "answer" and event.detail.get("where") == "review" and event.result != "again":
            tried.pop(key, None)
    found = (_again(own) for (name, _), own in tried.items() if name in names())
    return [drill for drill in found if drill is not None]


def _again(own: Sequence[LogEvent]) -> Drill | None:
    """The drill of the position of these mistakes; None if the position is no longer valid."""
    first = own[0]
    game = load(first.game)
    texts = list(dict.fromkeys(str(event.detail.get("move", "")) for event in own))
    try:
        here = at(game, str(first.detail["position"]))
        if not here.due or first.clause not in rulebook(game.name).clauses:
            return None
    except (BadPosition, BadRulebook):
        return None
    refused = [r.text for r in here.judged(*texts).asked if r.verdict is Verdict.NOT_ALLOWED]
    question = MakeMove(game, here.judged(), tried=tuple(refused))
    question.clause = first.clause
    preface = say("review.tried", moves=[mark("m", text) for text in refused]) if refused else ""
    return Drill(game, first.clause, 0, here, question, preface) if here.found.legal else None
