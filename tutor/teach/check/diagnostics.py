"""What a check finds: faults with file, line and place, gathered until all are known."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.game import IllegalMove
from tutor.kernel.position import BadPosition
from tutor.teach.text.doc import cleaned, unmarked
from tutor.teach.text.files import whole
from tutor.teach.text.words import TemplateError, say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LONGEST: Final = 400
"""Characters of one fault."""


@dataclass(frozen=True, slots=True, order=True)
class Diagnostic:
    """One thing that must be mended, or (a `warning`) looked at. `line` is 0 where no line can be named."""

    file: str
    line: int
    where: str
    text: str
    warning: bool = False

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {f'{self.where}: ' if self.where else ''}{self.text}"

    def as_json(self) -> dict[str, Any]:
        """As `--json` gives it."""
        return {
            "file": self.file,
            "line": self.line,
            "where": self.where,
            "text": self.text,
            "warning": self.warning,
        }


@dataclass
class Diagnostics:
    """Everything found so far, each thing once."""

    faults: dict[Diagnostic, None] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    """How much was looked at, by what it is."""

    def count(self, what: str, n: int = 1) -> None:
        """Note that so much more was looked at."""
        self.counts[what] = self.counts.get(what, 0) + n

    def merge(self, other: Diagnostics) -> None:
        """Take over what another part of the check has found."""
        self.faults.update(other.faults)
        for what, n in other.counts.items():
            self.count(what, n)

    @property
    def errors(self) -> list[Diagnostic]:
        """What must be mended, by file and line."""
        return sorted(fault for fault in self.faults if not fault.warning)

    @property
    def warnings(self) -> list[Diagnostic]:
        """What should be looked at, by file and line."""
        return sorted(fault for fault in self.faults if fault.warning)


class Page:
    """A file being checked: where its parts are, and what is wrong with them."""

    def __init__(self, findings: Diagnostics, path: Path, text: str = "") -> None:
        """`text` is the file's, to find lines in; the name is shown relative to the folder one stands in."""
        self.findings, self.path, self.text = findings, path, text
        self.name = cleaned(_shown(path))
        self.lines = text.split("\n")
        self.steps = step_lines(text)
        self.found = 0
        self.after = ""
        """What has to have happened for the faults that are noted now."""

    def fault(self, where: str, text: str, *, line: int = 0, warning: bool = False) -> None:
        """Note a fault at a place."""
        text = " ".join(cleaned(unmarked(text)).split())
        text = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
        self.findings.faults.setdefault(Diagnostic(self.name, line, cleaned(where), text, warning))
        self.found += not warning

    def step(self, number: int | None, text: str, *, key: str = "", warning: bool = False) -> None:
        """Note a fault in a step of a lesson (None: in its head), about `key` if it is about one."""
        text = say("check.after", what=self.after, text=text) if self.after else text
        where = "" if number is None else say("check.start") if number == 0 else say("check.step", n=number)
        self.fault(where, f"{key}: {text}" if key else text, line=self.line(number, key), warning=warning)

    def line(self, number: int | None, key: str = "") -> int:
        """The line of a step, or of a key in it; 0 if it cannot be found."""
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
        """The first line that holds `text`; 0 if none does."""
        return next((at for at, line in enumerate(self.text.split("\n"), 1) if text in line), 0)

    @contextmanager
    def supposing(self, what: str) -> Iterator[None]:
        """Note faults meanwhile as those that there are after something."""
        before, self.after = self.after, what
        try:
            yield
        finally:
            self.after = before

    @contextmanager
    def guarded(self, note: Callable[[str], None]) -> Iterator[None]:
        """Turn whatever a broken sentence, position or move raises into a fault."""
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
        except Exception as why:  # a check goes on, whatever it meets
            note(say("check.raised", kind=type(why).__name__, why=str(why) or "-"))


def _shown(path: Path) -> str:
    try:
        return whole(path).relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()


def step_lines(text: str) -> dict[int, int]:
    """The line of each `[[step]]` of a lesson by its number, and of `[start]` as 0; long texts are passed over."""
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
