"""Saved practice games: one readable record a game, written after every move, the newest unfinished one offered again.

The first line is a comment to the record: who sat where, at which level. So any saved game is also a record that
`tutor replay` reads.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from tutor.kernel import record
from tutor.kernel.game import Game
from tutor.kernel.record import BadRecord
from tutor.teach.conversation.assist import Assist, assist_of
from tutor.teach.practice.match import Match, Setup
from tutor.teach.progress.store import data_dir
from tutor.teach.text.words import say

KEPT: Final = 30
"""Finished games of one kind that are kept; the oldest go first."""
LARGEST: Final = 2_000_000
_HEAD = re.compile(r"# practice seat=(P\d+) seed=(-?\d+) level=([123]) assist=(\w+) (open|over)\n")


@dataclass(frozen=True)
class Saved:
    """A saved game: its file, when it was last written, and the game itself."""

    path: Path
    at: datetime
    match: Match


class Unreadable(ValueError):
    """A saved game that does not replay any more; `path` is where it stays."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(why)
        self.path = path


def text_of(match: Match) -> str:
    """The whole save."""
    s = match.setup
    end = "over" if match.over else "open"
    return (
        f"# practice seat={s.seat} seed={s.seed} level={s.level} assist={s.assist} {end}\n{record.write(match.record)}"
    )


def setup_of(text: str) -> Setup | None:
    """The setup in the first line of a save; None for a record of another making."""
    hit = _HEAD.match(text)
    if hit is None:
        return None
    return Setup(hit[1], int(hit[2]), int(hit[3]), assist_of(hit[4]) or Assist.ASK)


class Saves:
    """The saved games of one kind in `folder` (by default where all that the learner does is kept)."""

    def __init__(self, game: Game[Any], folder: Path | None = None) -> None:
        self.game = game
        self.folder = folder if folder is not None else data_dir() / "games"
        self.path: Path | None = None
        """The file of the game that goes on; None before it is first saved."""

        self.failed = ""
        """Why the game could not be saved the last time; empty if it was."""
        self._said = ""

    def save(self, match: Match) -> None:
        """Write the game, so that it is whole on disk whatever happens next. Never raises: see `failed`.

        A game in which the learner has done nothing yet is not worth a file.
        """
        if self.path is None and all(entry.seat != match.seat for entry in match.record.entries):
            return
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.path is None:
                now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
                self.path = self.folder / f"{self.game.name}-{now}-{secrets.token_hex(2)}.record"
                self._tidy()
            beside = self.path.with_suffix(f".{os.getpid()}.new")
            beside.write_text(text_of(match), encoding="utf-8")
            beside.replace(self.path)
        except OSError as why:
            self.failed = why.strerror or str(why)
        else:
            self.failed = ""

    def take_warning(self) -> str:
        """What the learner should be told about saving, once for each reason."""
        text = say("practice.not_saved", why=self.failed) if self.failed and self.failed != self._said else ""
        self._said = self.failed
        return text

    def latest(self) -> Saved | None:
        """The newest game that is not over; raises `Unreadable` if it does not replay, and puts it aside."""
        for path in self._files():
            try:
                text = path.read_text(encoding="utf-8") if path.stat().st_size <= LARGEST else ""
                at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            except (OSError, UnicodeDecodeError):
                continue
            hit, setup = _HEAD.match(text), setup_of(text)
            if hit is None or setup is None or hit[5] != "open":
                continue
            try:
                found = record.read(text)
            except BadRecord as why:
                aside = path.with_suffix(".broken")
                with contextlib.suppress(OSError):
                    path.replace(aside)
                raise Unreadable(aside, str(why.faults[0])) from None
            if found.game.name == self.game.name and setup.seat in self.game.seats(found.state.players):
                return Saved(path, at, Match(found, setup))
        return None

    def _files(self) -> list[Path]:
        """The saves of this game, newest first."""

        def dated() -> Iterator[tuple[float, Path]]:
            for path in self.folder.glob(f"{self.game.name}-*.record"):
                with contextlib.suppress(OSError):
                    yield path.stat().st_mtime, path

        try:
            return [path for _, path in sorted(dated(), reverse=True)]
        except OSError:
            return []

    def _tidy(self) -> None:
        """Drop the oldest of many finished games; what is not over stays."""
        for path in self._files()[KEPT:]:
            with contextlib.suppress(OSError, UnicodeDecodeError):
                with path.open(encoding="utf-8") as file:
                    hit = _HEAD.match(file.readline())
                if hit is not None and hit[5] == "over":
                    path.unlink()
