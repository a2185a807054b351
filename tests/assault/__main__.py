"""The command: parts one after the other, each shared out to processes; then the table."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import reduce
from operator import add
from pathlib import Path

import tests.assault as here
from tests import results
from tests.assault import frame

TITLE = "Assaults, tried and failed"
SHARE = 1_000
"""Inputs that a process tries in one go."""


def main() -> None:
    """Try, print, and leave with 1 if anything failed."""
    parts = frame.names()
    parser = argparse.ArgumentParser(
        prog="python -m tests.assault", description=here.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", nargs="*", help=f"{', '.join(parts)}; all if none is named")
    parser.add_argument("--short", action="store_true", help="as few inputs as in CI")
    parser.add_argument("--inputs", type=int, help="so many inputs for each part")
    parser.add_argument("--seed", type=int, default=0, help="the same inputs again (0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes at work (1)")
    parser.add_argument("--update", action="store_true", help="keep the table in RESULTS.md")
    asked = parser.parse_args()
    unknown = [part for part in asked.part if part not in parts]
    if unknown:
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(parts)}")
    found = [told(name, asked) for name in asked.part or parts]
    rows = [each.row for each in found]
    if asked.update:
        results.merge(TITLE, "python -m tests.assault", frame.HEAD, rows)
    whole = reduce(add, found)
    print("\n".join([frame.HEAD, *rows, whole._replace(name="all", about="").row]))
    raise SystemExit(1 if whole.failed else 0)


def told(name: str, asked: argparse.Namespace) -> frame.Candidate:
    """What one part comes to; what failed is printed at once."""
    part = frame.load(name)
    inputs = asked.inputs or (part.short if asked.short else part.long)
    shares = [min(SHARE, inputs - done) for done in range(0, inputs, SHARE)]
    print(f"{name}: {inputs:,} inputs", file=sys.stderr)
    with tempfile.TemporaryDirectory() as home, ProcessPoolExecutor(asked.jobs) as pool:
        os.environ["TUTOR_HOME"] = str(Path(home) / "home")
        waiting = [pool.submit(frame.assault, name, share, asked.seed * 1_000 + n) for n, share in enumerate(shares)]
        found = reduce(add, [future.result() for future in as_completed(waiting)])
    for line in frame.failures(found):
        print(line)
    return found


if __name__ == "__main__":
    main()
