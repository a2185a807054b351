"""The commands. Thin: each reads its words, asks a room below, and shows what comes back.

Rooms are imported inside the commands that need them, so that `tutor --version` and `tutor explain` start fast.
"""

from __future__ import annotations

import gc

gc.set_threshold(50_000, 20, 20)  # starting up makes no garbage; looking for it takes a twentieth of the time

import sys  # noqa: E402
from collections.abc import Callable, Sequence  # noqa: E402
from typing import Annotated, Any, TypeVar  # noqa: E402

import typer  # noqa: E402

from tutor import __version__, cli_authoring, cli_learning, cli_practice, cli_sharing  # noqa: E402

F = TypeVar("F", bound=Callable[..., Any])


class Commands:
    """The commands by name. Typer reads the signature of every command it is given; one run needs only its own."""

    def __init__(self) -> None:
        self.functions: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {}
        self.first: Callable[..., Any] | None = None

    def command(self, name: str = "", **settings: Any) -> Callable[[F], F]:
        """Add the function as a command called `name`, or like the function."""

        def add(function: F) -> F:
            self.functions[name or function.__name__.replace("_", "-")] = (function, settings)
            return function

        return add

    def callback(self, function: F) -> F:
        """The function that runs before every command, and alone without one."""
        self.first = function
        return function

    def built(self, arguments: Sequence[str] = ()) -> typer.Typer:
        """The Typer application for these arguments: with one command if they name one, else with all of them."""
        made = typer.Typer(
            name="tutor",
            help="Learn card games that few books explain well: lessons, practice hands, and rulings on any position.",
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            add_completion=False,
            context_settings={"help_option_names": ["-h", "--help"]},
        )
        if self.first is not None:
            made.callback(invoke_without_command=True)(self.first)
        named = next((word for word in arguments if not word.startswith("-")), "")
        if "--version" in arguments and not named:
            return made
        for name in [named] if named in self.functions else self.functions:
            function, settings = self.functions[name]
            made.command(name, **settings)(function)
        return made


app = Commands()


class Wants:
    """How the learner wants things shown; set by the options before the command."""

    plain: bool | None = None
    colour: bool | None = None
    suits: str = "auto"
    four_colour: bool = False


wants = Wants()


def _console() -> Any:
    from tutor.ui.console import console

    return console(plain=wants.plain, colour=wants.colour, suits=wants.suits, four_colour=wants.four_colour)  # type: ignore[arg-type]


def _version(value: bool) -> None:
    if value:
        sys.stdout.write(f"tutor {__version__}\n")
        raise typer.Exit


@app.callback
def home(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version.")
    ] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Linear text: no columns, boxes or ornaments.")] = False,
    no_color: Annotated[bool, typer.Option("--no-color", help="No colours (also: NO_COLOR=1).")] = False,
    suits: Annotated[str, typer.Option("--suits", help="letters, symbols, words or auto.")] = "auto",
    four_color: Annotated[bool, typer.Option("--four-color", help="A colour of its own for each suit.")] = False,
) -> None:
    """Set how things are shown; without a command, say what to do next."""
    wants.plain = True if plain else None
    wants.colour = False if no_color else None
    wants.four_colour = four_color
    if suits not in ("letters", "symbols", "words", "auto"):
        from tutor.ui.console import Exit, fail

        fail([f"--suits: {suits!r} is not letters, symbols, words or auto"], Exit.USAGE)
    wants.suits = suits
    if context.invoked_subcommand is None:
        from tutor.teach.progress.home import home_doc
        from tutor.teach.progress.store import open_store

        _console().show(home_doc(open_store()))


# -- asking -------------------------------------------------------------------------------------------

Game_ = Annotated[str, typer.Argument(metavar="GAME", help="A game; `tutor games` lists them.")]
Fields_ = Annotated[
    list[str] | None, typer.Argument(metavar="[FIELD=VALUE]…", help="The position; @FILE, - or JSON too.")
]
Json_ = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


def _game(name: str) -> Any:
    from tutor.teach.answers import UnknownGame, find_game
    from tutor.ui.console import Exit, fail

    try:
        return find_game(name)
    except UnknownGame as why:
        fail([str(why)], Exit.USAGE)


def _pairs(words: list[str] | None, moves: list[str] | None = None) -> list[tuple[str, str]]:
    """The position's fields from the command line, from `@FILE` or from standard input (`-`)."""
    from tutor.kernel.position import BadPosition, split
    from tutor.ui.console import Exit, fail
    from tutor.ui.source import Unreadable, read_source

    parts: list[str] = []
    try:
        for word in words or []:
            if word == "-" or (word.startswith("@") and len(word) > 1):
                text = read_source(word).strip()
                parts += [text] if text.startswith("{") else text.split()
            else:
                parts.append(word)
        return split(parts) + [("move", move) for move in moves or []]
    except BadPosition as why:
        fail(map(str, why.problems), Exit.UNREADABLE)
    except Unreadable as why:
        fail([str(why)], Exit.UNREADABLE)


def _print_json(value: object) -> None:
    import json

    from tutor.ui.write import prepare, say

    prepare(sys.stdout)
    say(json.dumps(value, ensure_ascii=True) + "\n")


@app.command()
def score(game: Game_, result: Fields_ = None, json_: Json_ = False) -> None:
    """Settle a hand from its result.

    For example: tutor score strange tricks.P1=12 tricks.P2=11 tricks.P3=9
    """
    from tutor.kernel.position import BadPosition, read_view
    from tutor.ui.console import Exit, fail

    found = _game(game)
    try:
        view = read_view(found, found.scoring, _pairs(result))
    except BadPosition as why:
        fail(map(str, why.problems), Exit.UNREADABLE)
    if json_:
        from tutor.teach.answers import scored

        _print_json(scored(found, view))
    else:
        from tutor.teach.explain import score_doc

        _console().show(score_doc(found, view))


@app.command()
def batch() -> None:
    """Answer one question a line from standard input, in JSON, a line each."""
    import json

    from tutor.teach.answers import ask_line
    from tutor.ui.source import lines
    from tutor.ui.write import prepare, say

    prepare(sys.stdout)
    for line in lines(sys.stdin):
        if line.strip():
            say(json.dumps(ask_line(line)) + "\n")


@app.command()
def games(json_: Json_ = False) -> None:
    """List the games there are, by family, with a map of what resembles what."""
    from tutor.teach.games_map import games_doc, games_json
    from tutor.teach.progress.store import open_store

    progress = open_store().progress()
    if json_:
        _print_json(games_json(progress))
    else:
        _console().show(games_doc(progress))


# -- learning -----------------------------------------------------------------------------------------


@app.command()
def learn(
    lesson: Annotated[
        str, typer.Argument(metavar="GAME[:LESSON]", help="A game, one of its lessons (strange:3), or a lesson's file.")
    ] = "",
    list_: Annotated[bool, typer.Option("--list", help="List the lessons, with what you have done.")] = False,
    toolbar: Annotated[bool, typer.Option(help="Show the line at the bottom.")] = True,
) -> None:
    """Follow a game's guided lessons; begins where you left off."""
    from tutor.teach.lessons.course import NoLesson, course, is_path
    from tutor.teach.progress.store import open_store
    from tutor.ui.console import Exit, fail

    if is_path(lesson):
        session = cli_authoring.foreign(lesson, open_store())
        raise typer.Exit(_talk(session, "lesson.history", toolbar=toolbar))
    name, _, which = lesson.partition(":")
    if list_:
        cli_learning.lesson_map(name)
        return
    store = open_store()
    try:
        session = course(_game(name) if name else None, which, store)
    except NoLesson as why:
        fail(why.faults, Exit.UNREADABLE if why.broken else Exit.USAGE)
    raise typer.Exit(_talk(session, f"{session.game.name}.history", toolbar=toolbar))


for sharing in (cli_sharing.explain, cli_sharing.rules, cli_sharing.replay, cli_sharing.export, cli_sharing.doctor):
    app.command()(sharing)

for playing in (cli_practice.practice, cli_practice.simulate):
    app.command()(playing)

for learning in (cli_learning.compare, cli_learning.drill, cli_learning.review, cli_learning.progress):
    app.command()(learning)

for authoring in (cli_authoring.check, cli_authoring.new, cli_authoring.watch, cli_authoring.record):
    app.command()(authoring)


def _talk(session: Any, history: str, *, toolbar: bool = True) -> int:
    """Hold a session at the prompt or on a pipe, with the names it gives the seats."""
    from tutor.teach.progress.store import data_dir
    from tutor.ui.names import LiveNames
    from tutor.ui.talk import talk

    look = _console().look
    return talk(session, look, LiveNames(session), history_path=data_dir() / history, toolbar=toolbar)


def main() -> None:
    """Run the program; the only door (console script and `python -m tutor`)."""
    try:
        app.built(sys.argv[1:])()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except ValueError as why:
        _unless_bad_rulebook(why)
        raise


def _unless_bad_rulebook(why: ValueError) -> None:
    """Say what is wrong with a rulebook that is missing or broken, and leave; nothing for any other fault."""
    from tutor.teach.rulebook import BadRulebook
    from tutor.ui.console import Exit, fail

    if isinstance(why, BadRulebook):
        fail(why.lines, Exit.UNREADABLE)


if __name__ == "__main__":
    main()
