"""All parts, or those named, one after the other; JSON on standard output."""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import sys
from pathlib import Path
from typing import Any

import tests.benchmarks as here
from tests.benchmarks import yardstick


def main() -> None:
    """Measure and print."""
    parts = [part.name for part in pkgutil.iter_modules(here.__path__) if part.name not in ("__main__", "yardstick")]
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=here.__doc__)
    parser.add_argument("part", nargs="*", help=f"{', '.join(parts)}; all if none is named")
    parser.add_argument("--rounds", type=int, default=5, help="how often each thing is measured (5)")
    parser.add_argument("--kept", type=Path, help="a file in which `strength` keeps deals, to go on with another time")
    asked = parser.parse_args()
    unknown = [part for part in asked.part if part not in parts]
    if unknown:
        parser.error(f"no part {', '.join(unknown)}; there are {', '.join(parts)}")
    report: dict[str, Any] = {"yardstick": yardstick.measure(asked.rounds)}
    for part in asked.part or parts:
        print(f"measuring {part}", file=sys.stderr)
        more = {"kept": asked.kept} if part == "strength" else {}
        report[part] = importlib.import_module(f"tests.benchmarks.{part}").measure(asked.rounds, **more)
    report["yardstick after"] = yardstick.measure(asked.rounds)
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
