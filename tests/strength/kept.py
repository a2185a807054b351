"""What has been played, kept in a file as it comes: one line of JSON for each deal and player, so a run can go on."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
RULES = ("tutor/families", "tutor/kernel", "tutor/policies")
OMNISCIENT = ("tests/strength/omniscient.py",)
BOOK = ("tests/strength/textbook",)
PARTS = {
    "advice": ("tutor/advice", *RULES),
    "chance": (),
    "omniscient": OMNISCIENT,
    "informed": (*OMNISCIENT, "tests/strength/informed.py"),
    "book": BOOK,
    "duel": (*BOOK, "tutor/advice", *RULES),
}
"""What a player's results depend on besides the game; rules do not change for the two who take no advice."""


class Board(NamedTuple):
    """A deal played from every seat in turn: what each hand brought, and the seconds of the processor."""

    gains: list[float]
    seconds: float


@cache
def code(game: str, who: str) -> str:
    """A mark that changes with the code that the results of `who` depend on."""
    found = hashlib.sha256()
    for place in (*PARTS[who], f"tutor/games/{game.replace('-', '_')}"):
        at = ROOT / place
        for path in sorted(at.rglob("*.py")) if at.is_dir() else [at]:
            found.update(path.read_bytes())
    return found.hexdigest()[:12]


class Kept:
    """The boards of all games; what other code has played is not looked at, unless `older` boards are to do."""

    def __init__(self, path: Path | None, *, older: bool = False) -> None:
        self.path = path
        self._boards: dict[tuple[str, str, int], Board] = {}
        for line in path.read_text("utf-8").splitlines() if path and path.exists() else []:
            one: dict[str, Any] = json.loads(line)
            if older or one["code"] == code(one["game"], one["who"]):
                self._boards[one["game"], one["who"], one["deal"]] = Board(one["gains"], one["seconds"])

    def get(self, game: str, who: str, deal: int) -> Board | None:
        """What is known of a board."""
        return self._boards.get((game, who, deal))

    def deals(self, game: str, who: str) -> int:
        """How many deals, from the first on, are known."""
        n = 0
        while (game, who, n) in self._boards:
            n += 1
        return n

    def add(self, game: str, who: str, deal: int, board: Board) -> None:
        """Keep a board."""
        self._boards[game, who, deal] = board
        if self.path:
            one = {"game": game, "who": who, "deal": deal, "code": code(game, who), **board._asdict()}
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(one) + "\n")
