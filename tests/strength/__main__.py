"""A table of what a file has kept, with nothing played: `python -m tests.strength FILE`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.strength.boards import BETTER, DEALS, HANDS, LUCK, ODDS, OPEN, Table
from tests.strength.kept import Kept
from tests.strength.shares import Share
from tutor.kernel.by_name import names

if TYPE_CHECKING:
    from collections.abc import Iterator


def shown(found: dict[str, Any]) -> Iterator[str]:
    """The cells of a row."""
    for name in ("hands", "advice", "deals", "chance", *BETTER):
        value = found.get(name, "-")
        yield f"{value.share:.0%}" if isinstance(value, Share) and name == "chance" else str(value)
    yield found["verdict"]


def rows(kept: Kept) -> Iterator[str]:
    """A row for each game of which something is known."""
    for name in names():
        table = Table(name, kept)
        hands = kept.deals(name, "advice") * len(table.sides)
        if hands:
            found = table.look(hands, luck=name in ODDS)
            for who in BETTER:  # who has played fewer hands is held against advice in those
                seen = min(hands, kept.deals(name, who) * len(table.sides))
                luck = table.luck(who, seen) if seen else {"verdict": OPEN}
                found |= luck | {"verdict": max(found["verdict"], luck["verdict"], key=_worth)}
            yield f"| {name} | {' | '.join(shown(found))} |"


def _worth(verdict: str) -> int:
    return (OPEN, LUCK, DEALS, HANDS).index(verdict)


if __name__ == "__main__":
    print("| game | hands | hands won | deals won | chance | who sees all cards | own cards only | shown |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for line in rows(Kept(Path(sys.argv[1]), older=True)):
        print(line)
