"""The commands for authors of lessons and rulebooks: check, new, watch, record."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Optional

from tutor.cli.parameters import Argument, Json_, Option
from tutor.cli.shared import Counting, WrongCommand, console, game_called, print_json
from tutor.kernel.echo import short
from tutor.kernel.faults import UserFault

Thorough_ = Annotated[bool, Option("--thorough", help="Take more time over everything.")]


def check(
    what: Annotated[
        Optional[list[str]],  # noqa: UP045
        Argument(metavar="[GAME|FILE|FOLDER]…", help="What to check; everything if nothing is named."),
    ] = None,
    coverage: Annotated[bool, Option("--coverage", help="What is taught, asked, drilled, tested.")] = False,
    thorough: Thorough_ = False,
    json_: Json_ = False,
) -> None:
    """Prove rulebooks, lessons and templates, and list all faults.

    Each fault is named with its file and step. A game takes some seconds, everything several minutes.

    For example: tutor check strange --coverage, tutor check my-lesson.toml
    """
    from tutor.teach.check.run import check as proof
    from tutor.teach.check.run import report_doc, report_json
    from tutor.ui.console import Exit

    with Counting() as counting:
        report = proof(what or (), thorough=thorough, with_coverage=coverage, told=counting)
    if json_:
        print_json(report_json(report))
    else:
        console().show(tuple(report_doc(report)))
    raise SystemExit(Exit.ANSWERED if report.good else Exit.ILLEGAL)


def new(
    what: Annotated[str, Argument(metavar="lesson|game", help="What to begin.")],
    game: Annotated[str, Argument(metavar="GAME", help="The game of the lesson, or a name for a new one.")],
    title: Annotated[str, Argument(metavar="[TITLE]", help="The title of the lesson.")] = "",
    to: Annotated[Optional[Path], Option("--to", help="A folder; the game's course if none is named.")] = None,  # noqa: UP045
    family: Annotated[str, Option("--family", help="What kind of game: climbing, points, shedding or tricks.")] = "",
) -> None:
    """Begin a lesson, or a whole game.

    A lesson lacks nothing but your words. A game, in a checkout of the program, is a plain one of its family: rules,
    rulebook, a lesson and worked cases, to be changed into yours.

    For example: tutor new lesson strange "Two super-trumps", tutor new game mygame --family tricks
    """
    from tutor.teach.authoring.game import new_game
    from tutor.teach.authoring.skeleton import new_lesson
    from tutor.teach.text.doc import Para
    from tutor.teach.text.words import say

    if what not in ("lesson", "game"):
        raise WrongCommand(say("author.nothing", what=short(what)))
    if what == "lesson" and not title:
        raise WrongCommand(say("author.no_title", what=short(what)))
    if what == "game" and (title or to):
        raise WrongCommand(say("author.only_lesson", what=short(what)))
    if what == "lesson":
        told = say("author.written", path=str(new_lesson(game_called(game), title, to)))
    else:
        told = say("author.game_written", name=game, paths=[str(path) for path in new_game(game, family)])
    console().show((Para(told),))


def watch(file: Annotated[str, Argument(metavar="FILE", help="A lesson, or a folder of lessons.")]) -> None:
    """Check a lesson again whenever it is saved.

    Ctrl-C ends it.
    """
    from tutor.teach.authoring.watch import changes
    from tutor.teach.check.run import NothingToCheck, check, report_doc
    from tutor.teach.text.doc import Block, Para
    from tutor.teach.text.files import there
    from tutor.teach.text.words import say
    from tutor.ui.write import say as write

    path = Path(file)
    if not file or not there(path):
        raise UserFault(say("check.not_there", path=short(file, 120) or "''"))
    out = console()
    with suppress(KeyboardInterrupt):
        for _ in changes(path):
            if sys.stdout.isatty() and not out.look.plain:
                write("\x1b[2J\x1b[H")
            doc: list[Block] = []
            try:
                doc += report_doc(check([str(path)]))
            except NothingToCheck as why:
                doc.append(Para(str(why), "bad"))
            out.show((*doc, Para(say("author.watching", path=str(path)), "dim")))


def record(
    file: Annotated[str, Argument(metavar="RECORD", help="A record file; - for standard input.")],
    seat: Annotated[str, Option("--seat", help="Whose decisions are asked about, such as P1.")] = "",
    most: Annotated[int, Option("--most", min=1, max=20, help="How many decisions.")] = 8,
    title: Annotated[str, Option("--title", help="The title of the lesson.")] = "",
    to: Annotated[Optional[Path], Option("--to", help="The file to write; else it is printed.")] = None,  # noqa: UP045
) -> None:
    """Turn a hand that was played into a lesson to go on writing.

    The hand is a record, which practice writes with `save` and `tutor replay` tells.

    For example: tutor record my-game.txt --seat P1 --to my-lesson.toml
    """
    from tutor.kernel.record import read_any
    from tutor.teach.authoring.record import lesson_of
    from tutor.teach.authoring.skeleton import write_new
    from tutor.teach.text.doc import Para
    from tutor.teach.text.words import say
    from tutor.ui.source import read_file
    from tutor.ui.write import prepare
    from tutor.ui.write import say as write

    text = lesson_of(read_any(read_file(file)), seat.upper(), title=title, most=most)
    if to is None:
        prepare(sys.stdout)
        write(text)
    else:
        write_new(to, text)
        console().show((Para(say("author.written", path=str(to))),))
