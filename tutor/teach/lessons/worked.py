"""The work behind a question about a scene, for hints, wrong answers and reasons."""

from __future__ import annotations

import dataclasses
from typing import Any

from tutor.teach.lessons.scene import NoScene, Scene
from tutor.teach.questions.work import Work


def work_of(scene: Scene, path: str) -> Work | None:
    """The work behind what is computed of a scene at `path`; None if only the whole game knows it, as the sheet."""
    if scene.result is not None:
        found = Work(scene.game, None, scene.result, path)
    else:
        try:
            phase, view = scene.seen()
        except NoScene:
            return None
        found = Work(scene.game, phase, view, path)
    try:
        return found if found.value is not None else None
    except Exception:  # the path may be one that only the whole game has
        return None


def finished_trick(scene: Scene) -> Work | None:
    """The work behind who has won the trick that was last finished in a whole game; None if it cannot be told."""
    state: Any = scene.state
    past: Any = getattr(state, "past", ())
    if not past or not past[-1].leader:
        return None
    last, seat = past[-1], scene.learner or scene.seats[0]
    for phase in scene.game.phases:
        try:
            trick = dataclasses.replace(phase.see(state, seat), trick=last.cards, leader=last.leader, hand=())
            found = Work(scene.game, phase, trick, "winner.seat")
            if found.value == last.winner:
                return found
        except Exception:  # noqa: S112  a phase of another kind, or one that cannot be seen now
            continue
    return None
