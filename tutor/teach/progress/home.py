"""The home screen: what to do next, from the learner's progress."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tutor.kernel.by_name import names
from tutor.teach.overview.index import ease, headlines, question_to_begin_with, titled
from tutor.teach.text.doc import Block, Doc, Gap, Heading, Item, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.teach.progress.derived import Progress
    from tutor.teach.progress.store import Store


def home_doc(store: Store) -> Doc:
    """The next lesson, due reviews, and other commands."""
    progress = store.progress()
    warning = store.take_warning()
    out: list[Block] = [Heading(say("home.title"), 1)]
    if warning:
        out.append(Para(warning, "warn"))
    game, number, title = next_lesson(progress)
    last = next(begun(progress), "")
    out.append(Para(_welcome(game, last, title)))
    out.append(Gap())
    if title:
        key = "home.resume" if progress.lesson(game, headlines(game)[number - 1].id).running else "home.learn"
        out.append(Item(f"tutor learn {game}", say(key, n=number, title=title)))
    due = progress.due(datetime.now(UTC)) if progress.clauses else ()
    if due:
        out.append(Item("tutor review", say("home.review", n=len(due))))
    played = last or game
    out.append(Item(f"tutor practice {played}", say("home.practice", game=titled(played))))
    out += questions(played)
    out += [Item("tutor games", say("home.games", n=len(names()))), Item("tutor --help", say("home.help"))]
    return tuple(out)


def questions(game: str) -> Iterator[Item]:
    """How to ask about a game: an example that can be typed as it stands, and its rulebook."""
    example = question_to_begin_with(game)
    if example:
        yield Item(example, say("home.explain"))
    yield Item(f"tutor rules {game}", say("home.rules"))


def _welcome(game: str, last: str, title: str) -> str:
    """The greeting for a learner who comes to `game` after game `last` ("" for none)."""
    if not last:
        return say("home.welcome", game=titled(game))
    if game == last and title:
        return say("home.again", game=titled(game))
    return say("home.done", last=titled(last), game=titled(game) if title else "")


def next_lesson(progress: Progress) -> tuple[str, int, str]:
    """The game, number and title of the lesson to go on with.

    It is of the latest game begun that has lessons left, else of the recommended game. The title is "" if no lessons
    are left.
    """
    game = next(begun(progress), "")
    for name in (*begun(progress), *recommended(progress)):
        at = unfinished(name, progress)
        if at is not None:
            return name, at + 1, headlines(name)[at].title
    game = game or names()[0]
    return game, len(headlines(game)) or 1, ""


def unfinished(game: str, progress: Progress) -> int | None:
    """The index of the first lesson of a game that is open; None if all are done."""
    done = [progress.lesson(game, lesson.id) for lesson in headlines(game)]
    return next((at for at, lesson in enumerate(done) if lesson.open), None)


def begun(progress: Progress) -> Iterator[str]:
    """The games whose lessons were begun, the latest first; without any, those practised or drilled."""
    there = set(names())
    for games in (progress.learned, progress.played):
        found = [game for game in reversed(games) if game in there]
        if found:
            yield from found
            return


def recommended(progress: Progress) -> list[str]:
    """The games not begun, easy and short ones first."""
    known = set(begun(progress))
    return sorted((name for name in names() if name not in known), key=lambda name: (*ease(name), name))
