"""The page of `tutor --help`: the commands in groups, each with a whole sentence, in windows of any width."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from functools import partial
from typing import Any

from typer.core import TyperCommand, TyperGroup

NARROW = 52
"""In windows narrower than this many cells the help is given their width; Typer's own minimum is 50."""
SHORT = 14
"""Cells of the column of options in such windows; a longer option stands on a line above its description."""

EXAMPLE = "For example: "
"""How the line of a command's help begins that shows it used."""
WRITTEN_ELSE = ("MissingParameter", "UsageError")
"""Errors by which something is missing from a command, or too much of it."""
NO_COMMAND = re.compile(r"No such command '(.+?)'")
"""How the error begins that a command is not there."""
GAMES = ("GAME", "KNOWN")
"""Arguments that are names of games."""


class GroupedHelp(TyperGroup):
    """The group of all commands; its help lists them by `rich_help_panel`, in the order they were added."""

    def main(self, *words: Any, **settings: Any) -> Any:
        """Run the program and exit; errors in the arguments are shown with control characters escaped."""
        try:
            status = super().main(*words, **{**settings, "standalone_mode": False})
        except OSError as why:
            if why.filename is not None:
                raise
            from tutor.ui.write import exit_unwritable

            exit_unwritable(why, sys.stdout)  # the help: Typer writes it by itself
        except Exception as why:
            if not hasattr(why, "format_message"):  # Typer's own errors, whose class it keeps to itself
                raise
            raise SystemExit(_refused(why)) from None
        raise SystemExit(status if isinstance(status, int) else 0)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands of each group, each with the first sentence of its help, wrapped and never cut."""
        groups: dict[str, list[tuple[str, str]]] = {}
        longest = max(map(len, self.commands), default=0)
        name: str
        command: Any
        for name, command in self.commands.items():
            sentence = (command.help or "").strip().split("\n")[0]
            groups.setdefault(str(command.rich_help_panel), []).append((name.ljust(longest), sentence))
        for group, rows in groups.items():
            with formatter.section(group):
                formatter.write_dl(rows)


def _refused(why: Any) -> int:
    """Show Typer's error and the usage of the command; gives the exit status."""
    from io import StringIO

    from tutor.ui.console import complain

    told = StringIO()
    why.show(told)
    lines = told.getvalue().splitlines()
    if type(why).__name__ == "MissingParameter" and why.param.metavar in GAMES:
        from tutor.teach.text.marks import unmarked
        from tutor.teach.text.words import say

        lines.append(unmarked(say("games.which")))
    unknown = NO_COMMAND.search(why.format_message())
    if unknown:
        lines += _instead(unknown[1], why.ctx.command.commands)
    if type(why).__name__ in WRITTEN_ELSE and why.ctx is not None:
        told_of_it = map(str.strip, (why.ctx.command.help or "").splitlines())
        lines += [line for line in told_of_it if line.startswith(EXAMPLE)]
    complain(lines)
    return int(why.exit_code)


def _instead(word: str, commands: Mapping[str, Any]) -> list[str]:
    """What somebody may have meant by a command that is not there: a game, or a group of commands."""
    from tutor.kernel.by_name import UnknownGame, find_game
    from tutor.teach.text.marks import unmarked
    from tutor.teach.text.words import say

    group = [name for name, one in commands.items() if str(one.rich_help_panel).lower() == word.lower()]
    if group:
        return [unmarked(say("home.group", word=word.lower(), commands=[f"`tutor {name}`" for name in group]))]
    try:
        return [unmarked(say("home.a_game", game=find_game(word).name))]
    except UnknownGame:
        return []


class WrappedHelp(TyperCommand):
    """A command whose help puts long options on lines of their own in narrow windows."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help of the command."""
        if formatter.width < NARROW:
            formatter.write_dl = partial(formatter.write_dl, col_max=SHORT)
        super().format_help(ctx, formatter)


def narrow_width() -> int | None:
    """The width of help in a narrow window; None in a wider one, where Typer chooses it."""
    from shutil import get_terminal_size

    width = get_terminal_size().columns
    return max(width, 30) if width < NARROW else None
