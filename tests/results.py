"""`RESULTS.md`: tables of measurements. Those written here have the command above them; others are left alone."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

FILE = Path(__file__).with_name("RESULTS.md")
TOP = """# What was measured

Tables under a command and a date were written by that command, with `--update`; the others
were taken down on the days they name.
"""


def keep(title: str, command: str, table: str) -> None:
    """Write a table in place of an older one of that title, else at the end."""
    found = FILE.read_text("utf-8") if FILE.exists() else TOP
    section = f"## {title}\n\n    {command}\n\n{date.today():%-d %B %Y}.\n\n{table}\n"
    parts = re.split(r"^(?=## )", found, flags=re.M)
    at = next((n for n, part in enumerate(parts) if part.startswith(f"## {title}\n")), len(parts))
    parts[at : at + 1] = [section]
    FILE.write_text("\n".join(part.rstrip() + "\n" for part in parts), "utf-8")


def merge(title: str, command: str, head: str, rows: list[str]) -> None:
    """Write rows of a table, replacing older ones with the same first cell; other rows stay."""
    text = FILE.read_text("utf-8") if FILE.exists() else ""
    section = next((part for part in re.split(r"^(?=## )", text, flags=re.M) if part.startswith(f"## {title}\n")), "")
    old = [line for line in section.splitlines() if line.startswith("| ")][2:]
    found = {row.split(" | ")[0]: row for row in [*old, *rows]}
    keep(title, command, "\n".join([head, *(found[name] for name in sorted(found))]))
