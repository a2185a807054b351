"""Faults that whoever uses the program can mend: of what was typed, or of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


class UserFault(Exception):
    """A command that raises it ends with its `lines` and an exit status, and with no traceback."""

    in_command: bool = False
    """Whether the words of the command are wrong, and not what they name."""

    def __init__(self, lines: str | Sequence[str]) -> None:
        self.lines: Sequence[str] = (lines,) if isinstance(lines, str) else tuple(lines)
        """What is wrong, a line for each fault."""
        super().__init__("; ".join(self.lines))
