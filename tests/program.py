"""Run the program as a subprocess with a data folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def command(*words: str, home: Path, stdin: str = "", columns: int = 78) -> subprocess.CompletedProcess[str]:
    """Run `tutor` with `words`; the data folder is `home`."""
    return subprocess.run(
        [sys.executable, "-m", "tutor", *words],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=ROOT,
        env={**os.environ, "TUTOR_HOME": str(home), "COLUMNS": str(columns)},
    )
