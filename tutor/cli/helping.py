"""The page of `tutor --help`: the commands in groups, each with a whole sentence, in windows of any width."""

from __future__ import annotations

from functools import partial
from typing import Any

from typer.core import TyperCommand, TyperGroup

NARROW = 52
"""Windows narrower than this are given their own width: left to itself the help is never narrower than 50 cells."""
SHORT = 14
"""Cells that options have there; a longer one stands above what it does."""


class Grouped(TyperGroup):
    """The program with its commands; those of one `rich_help_panel` stand together, in the order they were added."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each group under its name: the command, and the first sentence about it, wrapped but never cut."""
        groups: dict[str, list[tuple[str, str]]] = {}
        longest = max(map(len, self.commands))
        name: str
        command: Any
        for name, command in self.commands.items():
            sentence = (command.help or "").strip().split("\n")[0]
            groups.setdefault(str(command.rich_help_panel), []).append((name.ljust(longest), sentence))
        for group, rows in groups.items():
            with formatter.section(group):
                formatter.write_dl(rows)


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
