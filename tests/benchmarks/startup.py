"""Start-up as ratios to `import typer` in one run, the processor's time: a part of `python -m tests.benchmarks`.

    python -m tests.benchmarks.startup --update                    into `tests/RESULTS.md`, too
    python -m tests.benchmarks.startup --beside FOLDER --update    beside another checkout

Commands take turns in shuffled order, and the best of each is compared, because these figures are only worth something
side by side. Conversations are held in a terminal and end with their first prompt, or with their first lines. Modules
are compiled and caches filled first: an interpreter that may not write byte code would otherwise recompile them each
time.
"""

from __future__ import annotations

import argparse
import compileall
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.results import keep

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parents[2]
TUTOR = [sys.executable, "-m", "tutor"]
POSITION = ["upcard=JC,QH", "trick=3C+8S", "hand=9S,2S,AD,7H"]
PYTHON = [sys.executable, "-c"]
TYPER = "import typer"
PROMPT = re.compile(rb"tute[^\n]*> |truc[^\n]*> ")
LINES = re.compile(rb"\w+[^\n]*\n")
OTHERS_FIRST = [*TUTOR, "practice", "tute", "--seed", "3"]
COMMANDS = {
    "python": [*PYTHON, "pass"],
    "import typer": [*PYTHON, "import typer"],
    "import jinja2": [*PYTHON, "import jinja2"],
    "import prompt_toolkit": [*PYTHON, "import prompt_toolkit"],
    "import jinja2, prompt_toolkit": [*PYTHON, "import jinja2, prompt_toolkit"],
    "tutor --version": [*TUTOR, "--version"],
    "tutor": TUTOR,
    "tutor games": [*TUTOR, "games"],
    "tutor rules": [*TUTOR, "rules", "tute"],
    "tutor explain": [*TUTOR, "explain", "strange", *POSITION],
    "tutor explain --json": [*TUTOR, "explain", "strange", *POSITION, "--json"],
    "tutor score": [*TUTOR, "score", "strange", "tricks.P1=12", "tricks.P2=11", "tricks.P3=9"],
    "tutor progress": [*TUTOR, "progress"],
}
CONVERSATIONS = {
    "tutor learn": ([*TUTOR, "learn", "tute:1"], PROMPT),
    "tutor drill": ([*TUTOR, "drill", "tute", "--seed", "1"], PROMPT),
    "tutor practice, first to act": ([*TUTOR, "practice", "truc", "--seed", "3"], PROMPT),
    "tutor practice, its first lines": (OTHERS_FIRST, LINES),
    "tutor practice, two moves by others before": (OTHERS_FIRST, PROMPT),
}
"""Commands, and what they show when they are ended."""


def until_shown(command: list[str], sign: re.Pattern[bytes], env: dict[str, str]) -> float:
    """The processor's seconds until a conversation shows `sign` in a terminal; it is ended there."""
    child, fd = pty.fork()
    if child == 0:
        os.chdir("/")  # where no program of its own lies
        os.execve(command[0], command, env)
    seen = b""
    while not sign.search(seen):
        if not select.select([fd], [], [], 30)[0]:
            raise SystemExit(f"not shown within 30 seconds: {sign.pattern!r} by {command}")
        seen += os.read(fd, 65536)
    os.kill(child, signal.SIGKILL)
    _, _, used = os.wait4(child, 0)
    os.close(fd)
    return used.ru_utime + used.ru_stime


def spent(command: list[str], env: dict[str, str], folder: str) -> float:
    """The processor's seconds of a command that finds nothing to read, run in a folder without a program of its own."""
    nothing = subprocess.DEVNULL
    child = subprocess.Popen(command, env=env, cwd=folder, stdin=nothing, stdout=nothing, stderr=nothing)
    _, _, used = os.wait4(child.pid, 0)
    child.returncode = 0  # waited for above
    return used.ru_utime + used.ru_stime


def ratios(places: Sequence[Path], rounds: int) -> dict[Path, dict[str, float]]:
    """The best of each in checkouts, as ratios to `import typer`; one round more warms up."""
    runs = [(name, place) for name in (*COMMANDS, *CONVERSATIONS) for place in places]
    times: dict[tuple[str, Path], list[float]] = {run: [] for run in runs}
    rng = Random(1)
    with tempfile.TemporaryDirectory() as home:
        for place in places:
            compileall.compile_dir(str(place / "tutor"), quiet=2)
        for round_ in range(rounds + 1):
            rng.shuffle(runs)
            for name, place in runs:
                kept = Path(home) / str(places.index(place))
                where = kept if name in COMMANDS else kept.with_name(f"{kept.name} {name} {round_}")
                if name in CONVERSATIONS and (kept / "cache").exists():  # each begins anew, with what is kept of files
                    shutil.copytree(kept / "cache", where / "cache")
                told = {"PYTHONPATH": str(place), "TUTOR_HOME": str(where), "TERM": "xterm"}
                env = {**os.environ, **told, "PROMPT_TOOLKIT_NO_CPR": "1"}
                took = spent(COMMANDS[name], env, home) if name in COMMANDS else until_shown(*CONVERSATIONS[name], env)
                if round_:
                    times[name, place].append(took)
    best = {run: min(got) for run, got in times.items()}
    typer = min(best[TYPER, place] for place in places)
    names = (*COMMANDS, *CONVERSATIONS)
    return {place: {name: round(best[name, place] / typer, 2) for name in names} for place in places}


def measure(rounds: int) -> dict[str, float]:
    """The ratios of this checkout."""
    return ratios([ROOT], rounds)[ROOT]


def main() -> None:
    """Print the table, or keep it."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.startup")
    parser.add_argument("--beside", type=Path, help="a checkout to compare with")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--update", action="store_true", help="put the table into tests/RESULTS.md")
    asked = parser.parse_args()
    before = [asked.beside.resolve()] if asked.beside else []
    found = ratios([*before, ROOT], asked.rounds)
    told = " | ".join(["command", *(f"{place.name}" for place in before), "now"])
    rows = [f"| {name} | {' | '.join(f'{one[name]:.2f}' for one in found.values())} |" for name in found[ROOT]]
    made = "\n".join([f"| {told} |", "| --- " * (len(found) + 1) + "|", *rows])
    print(made)
    if asked.update:
        beside = f" --beside {before[0].name}" if before else ""
        keep("Start-up, of `import typer`, the processor's time", f"python -m tests.benchmarks.startup{beside}", made)


if __name__ == "__main__":
    main()
