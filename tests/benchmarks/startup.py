"""Start-up and throughput, as ratios in one run: part of `python -m tests.benchmarks`, or alone.

Commands take turns in shuffled order and medians are compared, because these figures are only worth something side by
side. Modules are compiled first: an interpreter that may not write byte code would otherwise recompile them each time.
"""

from __future__ import annotations

import argparse
import compileall
import json
import os
import pty
import select
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from tests.results import keep

ROOT = Path(__file__).resolve().parents[2]
TUTOR = str(Path(sys.executable).with_name("tutor"))
POSITION = ["upcard=JC,QH", "trick=3C+8S", "hand=9S,2S,AD,7H"]
PYTHON = [sys.executable, "-c"]
COMMANDS = {
    "python pass": [*PYTHON, "pass"],
    "import typer": [*PYTHON, "import typer"],
    "import prompt_toolkit, jinja2, typer": [*PYTHON, "import prompt_toolkit, jinja2, typer"],
    "tutor --version": [TUTOR, "--version"],
    "tutor explain strange": [TUTOR, "explain", "strange", *POSITION],
    "tutor explain strange --json": [TUTOR, "explain", "strange", *POSITION, "--json"],
    "tutor": [TUTOR],
}
LIMITS = {
    ("tutor --version", "import typer"): 1.3,
    ("tutor explain strange", "import typer"): 2.2,
    ("tutor learn to first prompt", "import prompt_toolkit, jinja2, typer"): 1.5,
}


def once(command: list[str], env: dict[str, str]) -> float:
    """Seconds from start to end of a command."""
    begun = time.perf_counter()
    subprocess.run(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - begun


def first_prompt(env: dict[str, str]) -> float:
    """Seconds until `tutor learn strange` shows its prompt in a terminal."""
    begun = time.perf_counter()
    child, fd = pty.fork()
    if child == 0:
        os.execve(TUTOR, [TUTOR, "learn", "strange:1"], env)
    seen = b""
    while b"1/" not in seen or b"> " not in seen:
        if not select.select([fd], [], [], 20)[0]:
            raise SystemExit("no prompt within 20 seconds")
        seen += os.read(fd, 65536)
    took = time.perf_counter() - begun
    os.write(fd, b"\x04")
    try:
        while os.read(fd, 65536):
            pass
    except OSError:
        pass
    os.waitpid(child, 0)
    return took


def batch(env: dict[str, str], questions: int) -> float:
    """Questions a second that `tutor batch` answers, over the worked cases of Strange, start-up included."""
    import tomllib

    text = (ROOT / "tests" / "cases" / "strange.toml").read_text("utf-8")
    cases = tomllib.loads(text)["case"]
    lines = [f"{case.get('ask', 'explain')} strange {case['position']}" for case in cases]
    asked = "\n".join(lines[i % len(lines)] for i in range(questions)) + "\n"
    begun = time.perf_counter()
    subprocess.run([TUTOR, "batch"], input=asked, env=env, capture_output=True, text=True, check=True)
    return questions / (time.perf_counter() - begun)


def measure(rounds: int, questions: int = 5000) -> dict[str, Any]:
    """Medians, their ratios, and which ratio is over its limit; one round more warms up."""
    compileall.compile_dir(str(ROOT / "tutor"), quiet=2)
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "TUTOR_HOME": home, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
        times: dict[str, list[float]] = {name: [] for name in [*COMMANDS, "tutor learn to first prompt"]}
        order = list(times)
        rng = Random(1)
        for round_ in range(rounds + 1):
            rng.shuffle(order)
            for name in order:
                took = first_prompt(env) if name not in COMMANDS else once(COMMANDS[name], env)
                if round_:  # the first round warms up
                    times[name].append(took)
        speed = batch(env, questions)
    medians = {name: statistics.median(got) for name, got in times.items()}
    return {
        "median_ms": {name: round(1000 * value, 1) for name, value in medians.items()},
        "ratios": {f"{a} / {b}": round(medians[a] / medians[b], 2) for a, b in LIMITS},
        "limits": {f"{a} / {b}": most for (a, b), most in LIMITS.items()},
        "batch_questions_per_second": round(speed),
        "over": [f"{a} / {b}" for (a, b), most in LIMITS.items() if medians[a] / medians[b] > most],
    }


WORDS = {
    "--version": ["--version"],
    "explain": ["explain", "strange", *POSITION],
    "learn": ["learn", "strange:1"],
    "practice": ["practice", "court-piece", "--seed", "3"],
}
"""Commands whose start-up is compared with another checkout's; conversations end with their first prompt."""
TYPER = "import typer"


def spent(command: list[str], env: dict[str, str], folder: str) -> float:
    """The processor's seconds of a command that finds nothing to read, run in a folder without a program of its own."""
    nothing = subprocess.DEVNULL
    child = subprocess.Popen(command, env=env, cwd=folder, stdin=nothing, stdout=nothing, stderr=nothing)
    _, _, used = os.wait4(child.pid, 0)
    child.returncode = 0  # waited for above
    return used.ru_utime + used.ru_stime


def compared(before: Path, rounds: int) -> dict[str, tuple[float, float]]:
    """The medians of each command as ratios to `import typer`, in the checkout `before` and in this one, by turns."""
    places = (before, ROOT)
    for place in places:
        compileall.compile_dir(str(place / "tutor"), quiet=2)
    runs = [(name, place) for name in (TYPER, *WORDS) for place in places]
    times: dict[tuple[str, Path], list[float]] = {run: [] for run in runs}
    rng = Random(1)
    with tempfile.TemporaryDirectory() as home:
        for round_ in range(rounds + 1):
            rng.shuffle(runs)
            for name, place in runs:
                folder = Path(home) / place.name
                env = {**os.environ, "PYTHONPATH": str(place), "TUTOR_HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
                words = [*PYTHON, TYPER] if name == TYPER else [sys.executable, "-m", "tutor", *WORDS[name]]
                took = spent(words, env, home)
                if round_:
                    times[name, place].append(took)
    typer = statistics.median([*times[TYPER, before], *times[TYPER, ROOT]])
    of = {run: statistics.median(got) / typer for run, got in times.items()}
    return {name: (of[name, before], of[name, ROOT]) for name in WORDS}


def main() -> None:
    """Print the figures, or a table beside another checkout's."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.startup")
    parser.add_argument("--beside", type=Path, help="a checkout to compare with")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--update", action="store_true", help="put that table into tests/RESULTS.md")
    asked = parser.parse_args()
    if asked.beside is None:
        print(json.dumps(measure(asked.rounds), indent=1))
        return
    found = compared(asked.beside.resolve(), asked.rounds)
    rows = [f"| `tutor {name}` | {old:.2f} | {new:.2f} | {new / old:.2f} |" for name, (old, new) in found.items()]
    head = [
        "| command | before, of `import typer` | now, of `import typer` | now of before |",
        "| --- | --- | --- | --- |",
    ]
    made = "\n".join([*head, *rows])
    print(made)
    if asked.update:
        keep(
            f"Start-up beside {asked.beside.name}, the processor's time",
            f"python -m tests.benchmarks.startup --beside {asked.beside.name}",
            made,
        )


if __name__ == "__main__":
    main()
