"""The page of `tutor --help`: the commands in groups, each with a whole sentence, in windows of any width."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

from typer.core import TyperCommand, TyperGroup

NARROW = 52
"""Windows narrower than this are given their own width: left to itself the help is never narrower than 50 cells."""
SHORT = 14
"""Cells that options have there; a longer one stands above what it does."""


class Grouped(TyperGroup):
    """The program with its commands; those of one `rich_help_panel` stand together, in the order they were added."""

    def main(self, *words: Any, **settings: Any) -> Any:
        """Run the program and leave; what is wrong with its arguments is said with nothing raw in it."""
        try:
            status = super().main(*words, **{**settings, "standalone_mode": False})
        except OSError as why:
            if why.filename is not None:
                raise
            from tutor.ui.write import stopped

            stopped(why, sys.stdout)  # the help: Typer writes it by itself
        except Exception as why:
            if not hasattr(why, "format_message"):  # Typer's own errors, whose class it keeps to itself
                raise
            raise SystemExit(_refused(why)) from None
        raise SystemExit(status if isinstance(status, int) else 0)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each group under its name: the command, and the first sentence about it, wrapped but never cut."""
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
    """Say what Typer has against the arguments, and how to call the command; the exit status."""
    from io import StringIO

    from tutor.ui.console import complain

    told = StringIO()
    why.show(told)
    complain(told.getvalue().splitlines())
    return int(why.exit_code)


class Told(TyperCommand):
    """A command whose help has room for its sentences in narrow windows: a long option stands in a line of its own."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help of the command."""
        if formatter.width < NARROW:
            formatter.write_dl = partial(formatter.write_dl, col_max=SHORT)
        super().format_help(ctx, formatter)


def narrow() -> int | None:
    """The width that help has in a narrow window; None where it finds its own."""
    from shutil import get_terminal_size

    width = get_terminal_size().columns
    return max(width, 30) if width < NARROW else None
