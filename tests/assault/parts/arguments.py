"""Argument lists: every command with its options in any order, with values that mean no good, names of files too."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.judged import in_order, inside
from tests.assault.texts import hostile
from tests.program import ROOT
from tutor.kernel.by_name import names

OPTIONS: Final = {
    "games": ("--map", "--json"),
    "learn": ("--list", "--test", "--no-toolbar"),
    "drill": ("--clause=", "--count=", "--seed=", "--assist="),
    "review": ("--minutes=", "--count=", "--slips", "--seed="),
    "compare": ("--json",),
    "practice": tuple(
        """
        --players= --seat= --names= --seed= --deal= --hands= --option= --assist= --level= --record= --new --warnings
        --revoke
        """.split()
    ),
    "rules": ("--format=", "--output="),
    "explain": ("--move=", "--json", "--fields", "--format=", "--output="),
    "score": ("--json",),
    "simulate": ("--move=", "--seed=", "--level=", "--record=", "--scheduler=", "--json"),
    "batch": (),
    "progress": ("--json",),
    "replay": ("--json",),
    "export": ("--anki=", "--tsv=", "--count="),
    "doctor": (),
    "new": ("--to=",),
    "record": ("--seat=", "--most=", "--title=", "--to="),
    "check": ("--coverage", "--json"),
    "watch": (),
    "": ("--version", "--plain", "--no-color", "--suits=", "--four-color", "-h"),
}
QUICK: Final = {"simulate": ("--hands=2", "--jobs=1")}
"""What keeps a command short, put behind everything else."""
SLOW: Final = frozenset({"check", "export", "watch"})
"""Commands that are asked about nothing that is there, for what is there keeps them busy."""
FILES: Final = (
    "loop",
    "folder",
    "empty",
    "bytes",
    "lesson.toml",
    "record.txt",
    "nowhere/x",
    "~nouser",
    "~nouser/x",
    "~",
    "@loop",
    "-",
    "@-",
    "@" + "n" * 300,
    "n" * 300,
    "n" * 5_000,
    "./" + "d/" * 2_000,
    "/dev/full",
    "/dev/null/x",
    "/proc/self/mem",
    "own\x1b[31m.txt",
    "@own\x1b[31m.txt",
    "a\nb",
    "tutor1:",
    "tutor1:AAAA",
    "tutor1:%%%%",
    "new:1",
    "tute:",
    "tute:0",
    "tute:99999999999",
    ":",
    "tute:3:4",
    "folder/",
    "//",
    "\udcff.toml",
    "x.toml",
)


def begin() -> None:
    """Put odd files into the folder."""
    folder = Path.cwd()
    (folder / "loop").symlink_to("loop")
    (folder / "folder").mkdir()
    (folder / "empty").touch()
    (folder / "bytes").write_bytes(bytes(range(256)))
    (folder / "lesson.toml").write_text(
        (ROOT / "lessons/tute/02-beat-it-if-you-can.toml").read_text("utf-8")[:900], "utf-8"
    )
    (folder / "record.txt").write_text("tutor-record 1\ngame tute\nbanana \x1b[31m\n", "utf-8")
    (folder / "own\x1b[31m.txt").write_text("hand=\x1b[31m", "utf-8")


@st.composite
def lists(draw: st.DrawFn) -> tuple[tuple[str, ...], bytes]:
    """Arguments, and what stands on standard input."""
    command = draw(st.sampled_from([*OPTIONS]))
    value = st.one_of(
        st.sampled_from(FILES), hostile(), st.sampled_from(("1", "2", "tute", "P1", "full", "json", "html"))
    )
    words = [command] if command else []
    if command and command not in SLOW and draw(st.integers(0, 4)):
        words.append(draw(st.sampled_from(names())))
    known = [*OPTIONS[command], *OPTIONS[""]] if draw(st.integers(0, 5)) == 0 else OPTIONS[command]
    for _ in range(draw(st.integers(0, 3))):
        option = draw(st.sampled_from(known)) if known and draw(st.booleans()) else ""
        words.append(option + draw(value) if not option or option.endswith("=") else option)
    if draw(st.integers(0, 9)) == 0:
        words.insert(0, draw(hostile()))
    stdin = draw(st.one_of(st.just(b""), hostile().map(lambda text: text.encode("utf-8", "surrogatepass") + b"\n")))
    return (*words, *QUICK.get(command, ())), stdin


def attempt(given: tuple[tuple[str, ...], bytes]) -> None:
    """The program answers or refuses; nothing of what it was given comes back raw or whole."""
    words, stdin = given
    words = tuple(word.replace("\x00", "") for word in words)  # no system lets one through
    if any(word in SLOW for word in words[:3]) and not SLOW.isdisjoint(words) and _there(words):
        return
    in_order(inside(*words, stdin=stdin))


def _there(words: tuple[str, ...]) -> bool:
    """Whether a slow command is asked about all there is, a whole game or folder, or to watch a file for ever."""
    rest = [word for word in words if word not in SLOW and not word.startswith("-")]
    there = os.path.exists if "watch" in words else os.path.isdir
    return not rest or any(word in names() or there(word) for word in rest)


PART = Part("argument lists of every command", lists(), attempt, short=30, long=30_000, begin=begin)
