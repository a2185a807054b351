"""The diagnostics of a check: faults and warnings with file, line and place."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.game import IllegalMove
from tutor.kernel.position_text import BadPosition
from tutor.teach.text.files import whole
from tutor.teach.text.marks import cleaned, unmarked
from tutor.teach.text.words import TemplateError, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LONGEST: Final = 400
"""The most characters of one fault."""


@dataclass(frozen=True, slots=True, order=True)
class Diagnostic:
    """A fault, or a `warning`; `line` is 0 if unknown."""

    file: str
    line: int
    where: str
    text: str
    warning: bool = False

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {f'{self.where}: ' if self.where else ''}{self.text}"

    def as_json(self) -> dict[str, Any]:
        """The diagnostic as a JSON object."""
        return asdict(self)


@dataclass
class Diagnostics:
    """All diagnostics so far, without duplicates."""

    faults: dict[Diagnostic, None] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    """The number of things checked, by kind."""

    def count(self, what: str, n: int = 1) -> None:
        """Add `n` to the number of things of this kind that were checked."""
        self.counts[what] = self.counts.get(what, 0) + n

    def merge(self, other: Diagnostics) -> None:
        """Add the diagnostics of another part of the check."""
        self.faults.update(other.faults)
        for what, n in other.counts.items():
            self.count(what, n)

    @property
    def errors(self) -> list[Diagnostic]:
        """The faults, by file and line."""
        return sorted(fault for fault in self.faults if not fault.warning)

    @property
    def warnings(self) -> list[Diagnostic]:
        """The warnings, by file and line."""
        return sorted(fault for fault in self.faults if fault.warning)


class Page:
    """A file being checked: finds lines of its parts and notes their faults."""

    def __init__(self, findings: Diagnostics, path: Path, text: str = "") -> None:
        """`text` is the file's content, for finding lines; `path` is shown relative to the current folder."""
        self.findings, self.path, self.text = findings, path, text
        self.name = cleaned(_shown(path))
        self.lines = text.split("\n")
        self.steps = step_lines(text)
        self.found = 0
        self.after = ""
        """The circumstances under which the faults noted now occur, in words; see `supposing`."""

    def fault(self, where: str, text: str, *, line: int = 0, warning: bool = False) -> None:
        """Note a fault at a place."""
        text = " ".join(cleaned(unmarked(text)).split())
        text = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
        self.findings.faults.setdefault(Diagnostic(self.name, line, cleaned(where), text, warning))
        self.found += not warning

    def step(self, number: int | None, text: str, *, key: str = "", warning: bool = False) -> None:
        """Note a fault in a step of a lesson (None: in its head), at `key` if given."""
        text = say("check.after", what=self.after, text=text) if self.after else text
        where = "" if number is None else say("check.start") if number == 0 else say("check.step", n=number)
        self.fault(where, f"{key}: {text}" if key else text, line=self.line(number, key), warning=warning)

    def line(self, number: int | None, key: str = "") -> int:
        """The line of a step, or of a key in it; 0 if not found."""
        lines = self.lines
        marks = sorted(self.steps.values())
        first = self.steps.get(number, 0) if number is not None else 0
        if number is not None and not first:
            return 0
        last = next((mark for mark in marks if mark > first), len(lines) + 1) - 1
        if key:
            for at in range(first, last):
                if re.match(rf"\s*(\[+\s*(step|start)\.)?\"?{re.escape(key)}\"?\s*[=\].]", lines[at]):
                    return at + 1
        return first

    def find(self, text: str) -> int:
        """The first line that contains `text`; 0 if none does."""
        return next((at for at, line in enumerate(self.text.split("\n"), 1) if text in line), 0)

    @contextmanager
    def supposing(self, what: str) -> Iterator[None]:
        """Within this context, note faults as occurring only after `what`."""
        before, self.after = self.after, what
        try:
            yield
        finally:
            self.after = before

    @contextmanager
    def guarded(self, note: Callable[[str], None]) -> Iterator[None]:
        """Within this context, turn any exception of a sentence, position or move into a fault."""
        try:
            yield
        except BadPosition as why:
            for problem in why.problems:
                note(str(problem))
        except IllegalMove as why:
            ruling = why.ruling
            note(say("check.refused_move", move=ruling.text, verdict=ruling.verdict.value, rule=ruling.clause))
        except TemplateError as why:
            note(say("check.sentence", why=str(why)))
        except KeyError as why:
            note(say("check.no_such", name=str(why.args[0] if why.args else why)))
        except ValueError as why:
            note(str(why) or type(why).__name__)
        except Exception as why:  # a check must go on
            note(say("check.raised", kind=type(why).__name__, why=str(why) or "-"))


def _shown(path: Path) -> str:
    try:
        return whole(path).relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


def step_lines(text: str) -> dict[int, int]:
    """The line of each `[[step]]` of a lesson by its number, with `[start]` as 0; ignores multi-line strings."""
    out: dict[int, int] = {}
    inside = ""
    for at, line in enumerate(text.split("\n"), 1):
        if inside:
            inside = "" if inside in line else inside
            continue
        if re.match(r"\s*\[\[\s*step\s*\]\]", line):
            out[len([n for n in out if n]) + 1] = at
        elif re.match(r"\s*\[\s*start\s*\]", line):
            out[0] = at
        for quotes in ('"""', "'''"):
            if line.count(quotes) % 2:
                inside = quotes
    return out
