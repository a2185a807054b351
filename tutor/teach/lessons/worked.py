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
    past: Any = getattr(scene.state, "past", ())
    try:
        phase, view = scene.seen()
        last = past[-1]
        trick = dataclasses.replace(view, trick=last.cards, leader=last.leader, hand=())
        found = Work(scene.game, phase, trick, "winner.seat")
        return found if found.value == last.winner else None
    except Exception:  # the phase that follows may have no trick
        return None
