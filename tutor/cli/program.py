"""The program: assembles the commands. Each reads its words, calls a package below, and shows the result.

Commands import those packages inside their functions, so that `tutor --version` and `tutor explain` start fast.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, TypeVar

from tutor import __version__
from tutor.cli import asking, authoring, learning, practice, sharing
from tutor.cli.parameters import NeedsTyper, Option, Parameter, for_typer, options, read
from tutor.cli.shared import WrongCommand, console, open_progress, wants
from tutor.cli.stopped import from_ctrl_c
from tutor.kernel.echo import echoed
from tutor.kernel.faults import UserFault

F = TypeVar("F", bound=Callable[..., Any])
HELP = ("-h", "--help")
"""The options that ask for help."""


class Commands:
    """The commands by name. Plain command lines are parsed here; all others are given to Typer."""

    def __init__(self) -> None:
        self.functions: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {}
        self.first: Callable[..., Any] | None = None

    def command(self, name: str = "", **settings: Any) -> Callable[[F], F]:
        """Register a function as a command called `name`, by default like the function."""

        def add(function: F) -> F:
            self.functions[name or function.__name__.replace("_", "-")] = (function, settings)
            return function

        return add

    def callback(self, function: F) -> F:
        """Register the function that runs before every command, and alone if there is no command."""
        self.first = function
        return function

    def run(self, arguments: Sequence[str]) -> None:
        """Run the command in `arguments` and exit; a command line that is not plain is left to Typer."""
        arguments = self._in_order(arguments)
        try:
            function, settings, values = self._read(arguments)
        except NeedsTyper:
            self.built(arguments)(list(arguments))
            return
        name = next((name for name, (one, _) in self.functions.items() if one is function), "")
        if self.first is not None:
            self.first(name, **settings)
        if function is not None:
            function(**values)

    def _in_order(self, arguments: Sequence[str]) -> Sequence[str]:
        """`arguments` with options of how things are shown first, wherever they stood; `help COMMAND` as an option."""
        own: dict[str, Parameter] = {}
        for one in options(self.first) if self.first is not None else ():
            if isinstance(one.what, Option) and one.what.at_once is None:
                own |= dict.fromkeys(one.spellings, one)
        front: list[str] = []
        rest: list[str] = []
        words = iter(arguments)
        for word in words:
            name, equals, _ = word.partition("=")
            if name not in own:
                rest += [word, *words] if word == "--" else [word]
            else:
                front += [word] if own[name].type is bool or equals else [word, *islice(words, 1)]
        if rest[:1] == ["help"] or (rest[:1] and rest[0] in HELP and {*rest[1:2]} & {*self.functions}):
            rest = [*rest[1:], HELP[-1]]
        return [*front, *rest]

    def _read(self, arguments: Sequence[str]) -> tuple[Callable[..., Any] | None, dict[str, Any], dict[str, Any]]:
        """Parse the command (None if there is none), the values before it, and its own; raises NeedsTyper."""
        if self.first is None or os.name == "nt":  # on Windows Typer also expands `*`
            raise NeedsTyper
        settings, at = read(self.first, arguments, first=True)
        if at == len(arguments):
            return None, settings, {}
        if arguments[at] not in self.functions:
            raise NeedsTyper
        function, _ = self.functions[arguments[at]]
        return function, settings, read(function, arguments[at + 1 :])[0]

    def built(self, arguments: Sequence[str] = ()) -> Any:
        """The Typer application, with only the command that `arguments` name, or with all if they name none."""
        import typer

        from tutor.cli.helping import GroupedHelp, WrappedHelp, narrow_width

        helped = bool({*HELP}.intersection(arguments))
        made = typer.Typer(
            name="tutor",
            cls=GroupedHelp,
            help="Learn card games that few books explain well: lessons, practice hands, and rulings on any position.",
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            add_completion=False,
            context_settings={
                "help_option_names": list(HELP),
                "terminal_width": narrow_width() if helped else None,
            },
        )
        first = self.first
        if first is not None:
            begin = for_typer(first, lambda context, **words: first(context.invoked_subcommand or "", **words))
            made.callback(invoke_without_command=True)(begin)
        named = next((word for word in arguments if not word.startswith("-")), "")
        for name in [named] if named in self.functions else self.functions:
            function, settings = self.functions[name]
            made.command(name, cls=WrappedHelp if helped else None, **settings)(for_typer(function))
        return made


app = Commands()


def _version(value: bool) -> None:
    if value:
        from tutor.ui.write import say

        say(f"tutor {__version__}\n")
        raise SystemExit(0)


@app.callback
def home(
    command: str = "",
    version: Annotated[bool, Option("--version", at_once=_version, help="Say which version.")] = False,
    plain: Annotated[bool, Option("--plain", help="Linear text: no columns, boxes or ornaments.")] = False,
    no_color: Annotated[bool, Option("--no-color", help="No colours (also: NO_COLOR=1).")] = False,
    suits: Annotated[str, Option("--suits", help="letters, symbols, words or auto.")] = "auto",
    four_color: Annotated[bool, Option("--four-color", help="A colour of its own for each suit.")] = False,
) -> None:
    """Set how things are shown; without a command, say what to do next."""
    if suits not in ("letters", "symbols", "words", "auto"):
        raise WrongCommand(f"--suits: {echoed(suits)} is not letters, symbols, words or auto")
    wants.update(plain=plain or None, colour=False if no_color else None, suits=suits, four_colour=four_color)
    if not command:
        from tutor.teach.progress.home import home_doc

        console().show(home_doc(open_progress()))


GROUPS: dict[str, tuple[Callable[..., Any], ...]] = {
    "Learn": (asking.games, learning.learn, learning.drill, learning.review, learning.compare),
    "Play": (practice.practice,),
    "Ask": (sharing.rules, sharing.explain, asking.score, practice.simulate, asking.batch),
    "Keep": (learning.progress, sharing.replay, sharing.export, sharing.doctor),
    "Write": (authoring.new, authoring.record, authoring.check, authoring.watch),
}
"""The commands by their group in the help, in the order in which a learner comes to need them."""

for group, commands in GROUPS.items():
    for command in commands:
        app.command(rich_help_panel=group)(command)


def main() -> None:
    """Run the program: the entry point of the console script and of `python -m tutor`."""
    _open_streams()
    try:
        _home_named()
        app.run(sys.argv[1:])
    except UserFault as why:
        from tutor.ui.console import Exit, fail

        fail(why.lines, Exit.USAGE if why.in_command else Exit.UNREADABLE)
    except (Exception, KeyboardInterrupt) as why:
        if not from_ctrl_c(why):
            raise
        with suppress(OSError, ValueError):  # closed
            if sys.stderr.isatty():  # which shows ^C, and the prompt behind it
                sys.stderr.write("\ntutor: stopped\n")
        raise SystemExit(130) from None


def _open_streams() -> None:
    """Open the null device for standard streams that were closed before the program started.

    Otherwise the first file opened, such as the progress log, would get their file descriptor.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


def _home_named() -> None:
    """Refuse a TUTOR_HOME like `~name` whose user does not exist."""
    home = os.environ.get("TUTOR_HOME", "")
    if home.startswith("~"):
        try:
            Path(home).expanduser()
        except RuntimeError:
            raise WrongCommand(f"TUTOR_HOME: {echoed(home)} is in the home folder of nobody here") from None


if __name__ == "__main__":
    main()
