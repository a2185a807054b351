"""Home: what to do next, from what was done so far."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from tutor.kernel.game import names
from tutor.teach.lessons.files import headlines
from tutor.teach.progress.derived import Progress
from tutor.teach.progress.store import Store
from tutor.teach.rulebook import titled
from tutor.teach.text.doc import Block, Doc, Gap, Heading, Item, Para
from tutor.teach.text.words import say

FIRST: Final = "strange"
"""The game a newcomer is shown first."""


def home_doc(store: Store) -> Doc:
    """The next lesson, what is due, and what else there is."""
    progress = store.progress()
    warning = store.take_warning()
    out: list[Block] = [Heading(say("home.title"), 1)]
    if warning:
        out.append(Para(warning, "warn"))
    game, number, title = next_lesson(progress)
    begun = bool(progress.lessons)
    out.append(Para(say("home.again" if begun else "home.welcome", game=titled(game))))
    out.append(Gap())
    if title:
        key = "home.resume" if progress.lesson(game, headlines(game)[number - 1].id).running else "home.learn"
        out.append(Item(f"tutor learn {game}", say(key, n=number, title=title)))
    due = progress.due(datetime.now(UTC)) if progress.clauses else ()
    if due:
        out.append(Item("tutor review", say("home.review", n=len(due))))
    out.append(Item(f"tutor practice {game}", say("home.practice", game=titled(game))))
    for command in ("explain", "rules", "games", "help"):
        shown = {"explain": f"tutor explain {game} …", "rules": f"tutor rules {game}", "help": "tutor --help"}
        out.append(Item(shown.get(command, f"tutor {command}"), say(f"home.{command}", n=len(names()))))
    return tuple(out)


def next_lesson(progress: Progress) -> tuple[str, int, str]:
    """The game, number and title of the lesson to go on with: the one last begun, or the first not yet finished.

    The title is empty when every lesson of that game is done.
    """
    last = [event for event in progress.events if event.kind in ("lesson", "step")]
    game = last[-1].game if last and last[-1].game in names() else FIRST if FIRST in names() else names()[0]
    lessons = headlines(game)
    for number, lesson in enumerate(lessons, 1):
        done = progress.lesson(game, lesson.id)
        if done.running or not done.finished:
            return game, number, lesson.title
    return game, len(lessons) or 1, ""
