"""The commands learn, drill, compare, review and progress, and the list of lessons."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import IO, Annotated, Any

from tutor.cli.parameters import ASSIST, Argument, Game_, Json_, Option, Toolbar_
from tutor.cli.shared import Counting, WrongCommand, console, game_called, open_progress, print_json, talk, warned
from tutor.kernel.echo import echoed, short
from tutor.kernel.faults import UserFault

Seed_ = Annotated[int | None, Option(help="A number that gives the same questions again.")]


def learn(
    lesson: Annotated[
        str, Argument(metavar="GAME[:LESSON]", help="A game, one of its lessons (strange:3), or a lesson's file.")
    ] = "",
    list_: Annotated[bool, Option("--list", help="List the lessons, with what you have done.")] = False,
    test: Annotated[bool, Option("--test", help="A few hard questions of each lesson; those passed are done.")] = False,
    toolbar: Toolbar_ = True,
) -> None:
    """Follow a game's guided lessons; begins where you left off.

    For example: tutor learn strange, tutor learn strange:3
    """
    from tutor.teach.lessons.course import course, is_path
    from tutor.teach.lessons.course_session import CourseConversation

    if is_path(lesson):
        from tutor.teach.lessons.isolated import IsolatedSession
        from tutor.teach.text.files import path_of

        stranger = IsolatedSession(path_of(lesson), open_progress().path)
        raise SystemExit(talk(stranger, "lesson.history", toolbar=toolbar))
    name, _, which = lesson.partition(":")
    if list_:
        lesson_map(name)
        return
    store = open_progress()
    if test:
        from random import Random

        from tutor.teach.drills.testing import TestOut

        tested = TestOut(game_called(name), store, Random().randrange(1_000_000))
        raise SystemExit(talk(tested, f"{name}.history", toolbar=toolbar))
    session = CourseConversation(course(game_called(name) if name else None, which, store), store)
    raise SystemExit(talk(session, f"{session.game.name}.history", toolbar=toolbar))


def drill(
    game: Game_,
    clause: Annotated[str, Option(help="A clause, a section, or a word of a title.")] = "",
    count: Annotated[int, Option(min=1, max=1000, help="How many questions.")] = 10,
    seed: Seed_ = None,
    assist: Annotated[str, Option(help=ASSIST)] = "ask",
    toolbar: Toolbar_ = True,
) -> None:
    """Practise single rules, with as many questions as you like.

    For example: tutor drill strange --clause follow.suit --count 5
    """
    from tutor.teach.conversation.assist import Assist, assist_of
    from tutor.teach.drills.start import drill_session

    found = game_called(game)
    level = assist_of(assist)
    if level is None:
        raise WrongCommand(f"--assist: {echoed(assist)} is not one of {', '.join(a.value for a in Assist)}")
    session = drill_session(found, open_progress(), clause, count=count, seed=seed, assist=level)
    raise SystemExit(talk(session, "drill.history", toolbar=toolbar))


def compare(
    known: Annotated[
        str, Argument(metavar="KNOWN", help="A game that you know: one of ours, or bridge, hearts, whist …")
    ],
    game: Annotated[str, Argument(metavar="GAME", help="The game you want to learn.")],
    json_: Json_ = False,
) -> None:
    """Say what you can keep from a game you know, and what differs.

    For example: tutor compare tute botifarra
    """
    from tutor.kernel.by_name import names
    from tutor.kernel.spelling import nearest
    from tutor.teach.overview.comparing import comparison
    from tutor.teach.overview.contrast import contrast_json
    from tutor.teach.overview.prior_knowledge import NAMES, known_json
    from tutor.teach.rulebooks.rulebook import rulebook
    from tutor.teach.text.words import say

    ours, theirs = game_called(game).name, known.lower()
    if theirs not in NAMES:
        if theirs not in names() and not nearest(theirs, names()):
            raise WrongCommand(say("contrast.no_game", name=short(known), words=list(rulebook(ours).known)))
        theirs = game_called(known).name
    if theirs == ours:
        raise WrongCommand(f"{echoed(known)} and {echoed(game)} are the same game; name two")
    if not json_:
        console().show(comparison(ours, theirs))
    elif theirs in NAMES:
        print_json(known_json(ours, theirs, rulebook(ours).known))
    else:
        print_json(contrast_json(theirs, ours))


def review(
    minutes: Annotated[float | None, Option(min=0.1, help="About how long (2, unless --count is given).")] = None,
    count: Annotated[int | None, Option(min=1, max=1000, help="How many questions at the most.")] = None,
    slips: Annotated[bool, Option("--slips", help="Your slips of practice hands, at the same tables.")] = False,
    seed: Seed_ = None,
    toolbar: Toolbar_ = True,
) -> None:
    """Look again at the rules that are due, across all games."""
    from datetime import UTC, datetime
    from random import Random

    from tutor.teach.drills.start import review_session, slips_session

    store = open_progress()
    number = Random().randrange(10**6) if seed is None else seed
    if slips:
        session, doc = slips_session(store, count=count)
    else:
        session, doc = review_session(store, datetime.now(UTC), minutes=minutes, count=count, seed=number)
    if session is None:
        warned(store)
        console().show(doc)
        return
    raise SystemExit(talk(session, "review.history", toolbar=toolbar))


def progress(
    what: Annotated[str, Argument(metavar="[export|import|reset]", help="What to do; show it if nothing.")] = "",
    which: Annotated[str, Argument(metavar="[FILE|GAME:LESSON]", help="A file (-: standard in- or output).")] = "",
    json_: Json_ = False,
) -> None:
    """Show what you have learned, or carry it to another machine.

    A lesson that is reset begins anew.

    For example: tutor progress export my-progress.json, tutor progress reset strange:3
    """
    from datetime import UTC, datetime

    from tutor.teach.progress.report import progress_doc, progress_json

    store = open_progress()
    if not what and not which:
        now = datetime.now(UTC)
        if json_:
            print_json(progress_json(store.progress(), now))
            warned(store, aside=True)
        else:
            doc = progress_doc(store.progress(), now)
            warned(store)
            console().show(doc)
        return
    actions = {"export": _export, "import": _import, "reset": _reset}
    if what not in actions or not which:
        raise WrongCommand("say `tutor progress export FILE`, `import FILE` or `reset GAME:LESSON`")
    actions[what](store, which)


def _export(store: Any, which: str) -> None:
    from tempfile import TemporaryFile

    from tutor.teach.progress.export import pieces
    from tutor.teach.text.doc import Para
    from tutor.teach.text.files import write_whole
    from tutor.teach.text.words import say
    from tutor.ui.write import write_all

    there = store.count()
    counting = Counting(lambda: say("store.writing"))
    try:
        if which == "-":
            with TemporaryFile("w+", encoding="utf-8", newline="\n") as file:
                store.read(lambda events: _overwrite(pieces(counting.each(events, there)), file))
                write_all(file)
            warned(store, aside=True)
            return
        path = Path(which).expanduser()
        store.read(lambda events: write_whole(path, pieces(counting.each(events, there))))
    except (OSError, RuntimeError) as why:
        raise UserFault(f"{short(which, 120)} cannot be written: {getattr(why, 'strerror', None) or why}") from None
    warned(store)
    console().show((Para(say("progress.exported", path=which)),))


def _overwrite(parts: Iterable[str], file: IO[str]) -> None:
    """Replace the contents of `file` by `parts`."""
    file.seek(0)
    file.truncate()
    file.writelines(parts)


def _import(store: Any, which: str) -> None:
    from tutor.teach.progress.export import read
    from tutor.teach.text.doc import Para
    from tutor.teach.text.words import say
    from tutor.ui.source import opened

    with opened(which) as stream, Counting(lambda: say("store.taking")) as counting:
        taken = store.merge(counting.each(read(stream)))
    store.progress()  # computed now, so that the next lesson starts at once
    warned(store)
    console().show((Para(say("progress.imported", n=taken)),))


def _reset(store: Any, which: str) -> None:
    from tutor.teach.lessons.course import course
    from tutor.teach.text.doc import Para
    from tutor.teach.text.words import say

    name, _, lesson = which.partition(":")
    if not lesson:
        raise WrongCommand(f"{which!r} names no lesson; write GAME:LESSON, such as strange:3")
    found = course(game_called(name), lesson, store).lesson
    store.reset_lesson(found.game, found.id)
    if not store.saving:
        raise UserFault(say("store.not_kept", why=store.fault))
    warned(store)
    console().show((Para(say("progress.reset", title=found.title)),))


def lesson_map(game: str) -> None:
    """Show the lessons of a game (`tutor learn GAME --list`), or of all games that have any."""
    from tutor.kernel.by_name import names
    from tutor.teach.overview.index import headlines
    from tutor.teach.progress.report import lessons_doc

    store = open_progress()
    known = store.progress()
    warned(store)
    for name in [game_called(game).name] if game else [name for name in names() if headlines(name)]:
        console().show(lessons_doc(name, known))
