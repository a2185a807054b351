"""Progress for people and programs: lessons with their stars, clauses weak and strong, what is due next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.by_name import names
from tutor.teach.overview.index import headlines, indexed, titled
from tutor.teach.progress.derived import MOST_STARS, Progress
from tutor.teach.progress.due import due_clauses, surviving_clauses, time_until, weakest, weakness
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.text.doc import Block, ColumnsBlock, Doc, Gap, Heading, Item, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from datetime import datetime

    from tutor.teach.lessons.headline import Headline

SCHEMA: Final = "tutor.progress.summary/1"
STRONG: Final = 3
"""A clause asked so often and never wrong is strong."""
LISTED: Final = 5


def progress_doc(progress: Progress, now: datetime) -> Doc:
    """What was learned so far: games begun, clauses that went well and badly, and when to come back."""
    begun = [game for game in names() if _begun(progress, game)]
    if not begun and not progress.clauses:
        return (Para(say("progress.nothing")),)
    out: list[Block] = [Heading(say("progress.title"), 1)]
    rows = [
        (titled(game), f"{done}/{len(lessons)}", say("progress.stars", n=stars, of=MOST_STARS * len(lessons)))
        for game in begun
        for lessons, done, stars in [_lessons(progress, game)]
    ]
    if rows:
        out.append(ColumnsBlock(tuple(say("progress.head").split("|")), tuple(rows)))
        out.append(Para(say("progress.stars_mean"), "dim"))
    known = surviving_clauses(progress)
    weak = weakest(progress, LISTED)
    strong = [clause for clause in known if not weakness(progress, clause) and progress.clause(clause).tries >= STRONG]
    for title, clauses in ((say("progress.weak"), weak), (say("progress.strong"), strong[-LISTED:])):
        if clauses:
            out += [Gap(), Heading(title), *(_clause(progress, clause) for clause in clauses)]
    if len(strong) > LISTED:
        out.append(Para(say("progress.more", n=len(strong) - LISTED), "dim"))
    if known:
        due = due_clauses(progress, now)
        dates = [when for clause, when in progress.due_dates.items() if clause in set(known)]
        out += [Gap(), Para(say("progress.due", n=len(due), when=time_until(min(dates), now)))]
    return tuple(out)


def _clause(progress: Progress, clause: str) -> Item:
    known = progress.clause(clause)
    title = rulebook(known.game).clauses[clause].title
    text = say("progress.clause", title=title, right=known.right_first, tries=known.tries)
    return Item(f"{known.right_first}/{known.tries}", text, clause)


def _begun(progress: Progress, game: str) -> bool:
    there = indexed(game)
    return there.rules and any(progress.lesson(game, lesson.id).started for lesson in there.lessons)


def _lessons(progress: Progress, game: str) -> tuple[tuple[Headline, ...], int, int]:
    """The lessons of a game, how many are finished, and their stars."""
    lessons = headlines(game)
    own = [progress.lesson(game, lesson.id) for lesson in lessons]
    return lessons, sum(bool(lesson.finished) for lesson in own), sum(lesson.stars for lesson in own)


def progress_json(progress: Progress, now: datetime) -> dict[str, Any]:
    """The same for programs, whole: every lesson and clause that was ever touched."""
    known = surviving_clauses(progress)
    dates = progress.due_dates if known else {}
    due = set(due_clauses(progress, now))
    return {
        "schema": SCHEMA,
        "lessons": [
            {
                "game": game,
                "lesson": lesson,
                "started": own.started,
                "finished": own.finished,
                "running": own.running,
                "stars": own.stars,
            }
            for (game, lesson), own in progress.lessons.items()
        ],
        "clauses": [
            {
                "clause": clause,
                "game": own.game,
                "tries": own.tries,
                "right_first": own.right_first,
                "slips": own.slips,
                "last_seen": own.last_seen,
                "due": clause in due,
                "next": dates[clause].isoformat() if clause in dates else None,
            }
            for clause in known
            for own in [progress.clause(clause)]
        ],
    }


def lessons_doc(game: str, progress: Progress) -> Doc:
    """The map of a game's lessons: what each is about, how it went, and which comes next; how to jump to any."""
    items = lesson_items(game, progress)
    return (
        Heading(say("progress.lessons", game=titled(game)), 1),
        *items,
        Gap(),
        Para(say("progress.jump", game=game), "dim"),
    )


def lesson_items(game: str, progress: Progress, *, brief: bool = False) -> list[Item]:
    """The lessons of a game as a list: which are done and how well, and what each is about unless that is `brief`."""
    out = []
    following = False
    for number, lesson in enumerate(headlines(game), 1):
        own = progress.lesson(game, lesson.id)
        here = not following and own.open
        following |= here
        state = say(
            "progress.lesson",
            running=own.running and own.open,
            finished=bool(own.finished),
            here=here,
            stars=own.stars,
            of=MOST_STARS,
            goal="" if brief else lesson.goal,
            minutes=lesson.minutes,
        )
        out.append(Item(f"{number}. {lesson.title}", state, "", "yes" if own.finished else ""))
    return out
