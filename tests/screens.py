"""Pictures of the program in use, for the README: sessions on a real terminal, drawn as SVG.

    python -m tests.screens             whether README and pictures are what the program shows
    python -m tests.screens --update    make the pictures, and the answers in the README, again

A session is typed into the program on a pty (`terminal.py`); what stands on the screen then is drawn character by
character, so a picture cannot show what the program does not. Colours follow light and dark.
"""

from __future__ import annotations

import argparse
import re
import shlex
import sys
import tempfile
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyte

from tests.program import command
from tests.terminal import ROOT, Terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOLDER, README = ROOT / ".github", ROOT / "README.md"
COLUMNS, ROWS = 80, 70
WIDE, HIGH, EDGE, BAR = 8.4, 18.0, 16.0, 30.0
"""A character's width and height, the margin, and the height of the bar along the upper edge."""
FAINT = (b"\x1b[2m", b"\x1b[90m")
"""The terminal's own screen knows no faint letters; grey stands for them."""
STYLE = """
svg { --paper: #ffffff; --rim: #d0d7de; --bar: #f3f4f6; --ink: #1f2328; --soft: #656d76; --red: #b3202c;
  --green: #1a7f37; --yellow: #7a5200; --cyan: #0b6b82; --blue: #1d4fb8; }
@media (prefers-color-scheme: dark) { svg { --paper: #0d1117; --rim: #30363d; --bar: #161b22; --ink: #e6edf3;
  --soft: #8d96a0; --red: #ff8a8a; --green: #56d364; --yellow: #e3b341; --cyan: #76d7ea; --blue: #8db4ff; } }
.paper { fill: var(--paper); stroke: var(--rim); } .bar { fill: var(--bar); } .knob { fill: var(--rim); }
text { fill: var(--ink); font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  white-space: pre; }
.b { font-weight: 700; } .title, .brightblack { fill: var(--soft); } .red { fill: var(--red); }
.green { fill: var(--green); } .brown, .yellow { fill: var(--yellow); } .cyan { fill: var(--cyan); }
.blue, .brightblue { fill: var(--blue); }
""".strip()


class Session(NamedTuple):
    """A session to show: the words after `tutor`, and what is typed at each prompt."""

    words: tuple[str, ...]
    typed: tuple[str, ...]

    @property
    def command(self) -> str:
        """The command line that begins it."""
        return " ".join(("tutor", *self.words))


SESSIONS = {
    "lesson": Session(("learn", "court-piece:1"), ("8H", "10S", "", "right", "partner")),
    "practice": Session(("practice", "court-piece", "--seed", "3"), ("JC", "5S")),
}


def shown(session: Session) -> list[list[Any]]:
    """The screen after the session, row by row, each a list of the terminal's characters."""
    with tempfile.TemporaryDirectory() as home:
        env = {"TUTOR_HOME": home, "HOME": home}
        program = [sys.executable, "-m", "tutor", *session.words, "--no-toolbar"]
        with Terminal(program, columns=COLUMNS, rows=ROWS, env=env) as terminal:
            for number, line in enumerate((*session.typed, None)):
                terminal.until(_asks_again(number + 1))
                if line is not None:
                    terminal.enter(line)
            end, raw = terminal.screen.cursor.y, terminal.raw
    screen = pyte.Screen(COLUMNS, ROWS)
    pyte.ByteStream(screen).feed(raw.replace(*FAINT))
    return [[screen.buffer[row][column] for column in range(COLUMNS)] for row in range(end + 1)]


def _prompts(terminal: Terminal) -> int:
    """How many prompts stand on the screen."""
    return sum("> " in f"{row} " and row.split(">")[0].count(" ") == 1 for row in terminal.rows)


def _waits(terminal: Terminal) -> bool:
    row = terminal.rows[terminal.screen.cursor.y]
    return row.endswith(">") and terminal.screen.cursor.x == len(row) + 1


def _asks_again(times: int) -> Callable[[Terminal], bool]:
    """Whether the program waits at its prompt of this number."""
    return lambda terminal: _prompts(terminal) == times and _waits(terminal)


def picture(session: Session) -> str:
    """The session as SVG."""
    rows = shown(session)
    wide, high = 2 * EDGE + COLUMNS * WIDE, BAR + 2 * EDGE + (len(rows) + 1) * HIGH
    told = "\n".join("".join(char.data for char in row).rstrip() for row in rows)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" role="img">',
        f"<title>{escape(session.command)}</title>",
        f"<desc>{escape(told)}</desc>",
        f"<style>\n{STYLE}\n</style>",
        f'<rect class="paper" x=".5" y=".5" width="{wide - 1:g}" height="{high - 1:g}" rx="9"/>',
        f'<path class="bar" d="M1 {BAR:g}V10a9 9 0 0 1 9-9H{wide - 10:g}a9 9 0 0 1 9 9V{BAR:g}Z"/>',
        *(f'<circle class="knob" cx="{18 + 18 * at}" cy="{BAR / 2:g}" r="5.5"/>' for at in range(3)),
        _run(f"$ {session.command}", 0, 0, "b"),
    ]
    for number, row in enumerate(rows, 1):
        out += _row(row, number)
    return "\n".join([*out, "</svg>", ""])


def _row(row: list[Any], number: int) -> Iterator[str]:
    """The words of a row, one text for each stretch of one look."""
    column = 0
    for (kind, blank), chars in groupby(row, key=lambda char: (_kind(char), char.data == " ")):
        text = "".join(char.data for char in chars)
        if not blank:
            yield _run(text, column, number, kind)
        column += len(text)


def _kind(char: Any) -> str:
    """The classes of a character."""
    return " ".join(part for part in ("b" if char.bold else "", "" if char.fg == "default" else char.fg) if part)


def _run(text: str, column: int, row: int, kind: str) -> str:
    """Words that begin at a column of a row and are exactly as wide as their columns."""
    x, y = EDGE + column * WIDE, BAR + EDGE + row * HIGH + 13
    named = f' class="{kind}"' if kind else ""
    length = f'textLength="{len(text) * WIDE:.1f}" lengthAdjust="spacingAndGlyphs"'
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" {length}>{escape(text)}</text>'


def path(name: str) -> Path:
    """Where the picture called so is kept."""
    return FOLDER / f"{name}.svg"


def answered(readme: str) -> str:
    """The README with what the program answers now under each command whose answer it shows."""

    def again(found: re.Match[str]) -> str:
        with tempfile.TemporaryDirectory() as home:
            answer = command(*shlex.split(found[1]), home=Path(home), columns=COLUMNS).stdout
        return f"```\n$ tutor {found[1]}\n{answer}```"

    return re.sub(r"^```\n\$ tutor ([^\n]*)\n.*?^```$", again, readme, flags=re.M | re.S)


def main() -> None:
    """Make the pictures and answers, or say which are not what the program shows."""
    parser = argparse.ArgumentParser(prog="python -m tests.screens")
    parser.add_argument("--update", action="store_true", help="make the pictures, and the answers in the README, again")
    update = parser.parse_args().update
    made = {path(name): picture(session) for name, session in SESSIONS.items()}
    made[README] = answered(README.read_text("utf-8"))
    for file, text in made.items():
        if update:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, "utf-8")
        elif not file.exists() or file.read_text("utf-8") != text:
            raise SystemExit(f"{file.name} is not what the program shows: python -m tests.screens --update")


if __name__ == "__main__":
    main()
