"""What each command imports: modules in all, ours, and libraries; counted, not timed, so it is the same every time."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from typing import Any

COMMANDS = {
    "--version": ["--version"],
    "home": [],
    "explain": ["explain", "tute", "trump=S", "trick=KH", "hand=2H,AS,4D"],
    "score": ["score", "tute", "won.P1+P3=AS", "last=P1"],
    "games": ["games"],
    "rules": ["rules", "tute"],
    "learn --list": ["learn", "tute", "--list"],
    "learn": ["learn", "tute:1"],
    "drill": ["drill", "tute", "--count", "1", "--seed", "1"],
    "practice": ["practice", "tute", "--seed", "1"],
    "progress": ["progress"],
    "doctor": ["doctor"],
}
CODE = """
import json, sys
sys.argv = ["tutor", *{words!r}]
from tutor.cli import main
try:
    main()
except SystemExit:
    pass
found = sorted(sys.modules)
sys.__stderr__.write("\\n@" + json.dumps(found) + "\\n")
"""
LIBRARIES = tuple("typer prompt_toolkit jinja2 fsrs platformdirs sqlite3 genanki distributed asyncio rich".split())


def imported(words: list[str]) -> dict[str, Any]:
    """The modules that are there when the command has ended."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-c", CODE.format(words=words)],
            input="",
            capture_output=True,
            text=True,
            check=True,
            env={"TUTOR_HOME": home, "PATH": "", "TERM": "dumb"},
            timeout=120,
        )
    modules: list[str] = json.loads(done.stderr.rpartition("\n@")[2])
    return {
        "modules": len(modules),
        "tutor": sum(name.split(".")[0] == "tutor" for name in modules),
        "libraries": [name for name in LIBRARIES if name in modules],
    }


def measure(rounds: int) -> dict[str, Any]:
    """For each command; once is enough."""
    return {name: imported(words) for name, words in COMMANDS.items()}
