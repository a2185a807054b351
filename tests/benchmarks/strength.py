"""How well advice plays against chance, in every game, until it is clear; then before other judges.

Alone: `python -m tests.benchmarks.strength [--hands N] [--kept FILE] [GAME …]`. `tests/strength` says what is played
and counted. Each deal is kept in FILE as it is played, so a run can be stopped and gone on with. Peers are optional
(`pip install -e .[bench]`).
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.strength.boards import Table
from tests.strength.kept import Kept
from tests.strength.shares import Share
from tutor.cli.shared import Counting
from tutor.kernel.by_name import names

if TYPE_CHECKING:
    from collections.abc import Sequence

HANDS = 45
"""Hands of each game, at the most, for each round."""


def against_chance(name: str, most: int, kept: Kept, luck: bool = True) -> dict[str, Any]:
    """The figures of one game, rounded."""
    found = Table(name, kept).measured(most, luck)
    return {
        key: {part: round(n, 3) for part, n in value._asdict().items()} if isinstance(value, Share) else value
        for key, value in found.items()
    }


def measure(
    rounds: int,
    games: Sequence[str] = (),
    kept: Path | Kept | None = None,
    most: int = 0,
    luck: bool = True,
) -> dict[str, Any]:
    """Every game there is, or those asked for; then the judged deals, where the judges are installed."""
    report: dict[str, Any] = {}
    known = kept if isinstance(kept, Kept) else Kept(kept)
    wanted = games or names()
    with Counting() as counting:
        for number, name in enumerate(wanted, 1):
            counting(number - 1, len(wanted))
            report[name] = against_chance(name, most or rounds * HANDS, known, luck)
            counting(number, len(wanted))
            print(f"{name}: {report[name]}", file=sys.stderr)
    if not games:
        from tests.benchmarks import judged

        report["judged"] = judged.measure(rounds)
    return report


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.strength", description=__doc__)
    parser.add_argument("game", nargs="*", default=names(), help="all, if none is named")
    parser.add_argument("--hands", type=int, default=224, help="hands of each game at the most (224)")
    parser.add_argument("--kept", type=Path, help="a file in which deals are kept as they are played")
    parser.add_argument("--quick", action="store_true", help="do not find out how much luck allows")
    parser.add_argument("--older", action="store_true", help="believe what other code has played and FILE has kept")
    asked = parser.parse_args()
    known = Kept(asked.kept, older=asked.older)
    print(json.dumps(measure(0, asked.game, known, asked.hands, not asked.quick), indent=1))
