"""Saved practice games: one readable record a game, written after every move, the newest unfinished one offered again.

The first line is a comment to the record: who sat where, at which level. So any saved game is also a record that
`tutor replay` reads.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic, sleep, time
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel import record
from tutor.kernel.record import BadRecord
from tutor.teach.conversation.assist import Assist, assist_of
from tutor.teach.practice.match import Match, MatchSetup
from tutor.teach.progress.store import data_dir
from tutor.teach.text.checksums import checksum, mended
from tutor.teach.text.files import write_whole
from tutor.teach.text.people import may_be_called
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tutor.kernel.game import Game

KEPT: Final = 30
"""Finished games of one kind that are kept; the oldest go first."""
LARGEST: Final = 2_000_000
FORGOTTEN: Final = 3600
"""Seconds after which a file that was not written to its end is nobody's any more."""
PATIENCE: Final = 0.5
"""Seconds to wait for another window that is saving."""
_HEAD = re.compile(
    r"# practice seat=(P\d{1,3}) seed=(-?\d{1,4300}) level=([123]) assist=(\w{1,20})( hands=\d{1,9})?( warn=off)?"
    r"( names=\S{1,150})? (open|over)(?: sum=\S{16})?\n"
)
_SUM = re.compile(rb"\A(#[^\n]*) sum=([^\n]{16})\n", re.ASCII)
"""Who may have written a save, and the checksum of it without these words. Earlier versions wrote none."""


@dataclass(frozen=True)
class Saved:
    """A saved game: its file, when it was last written, and the game itself."""

    path: Path
    at: datetime
    match: Match
    text: str = ""
    """What the file had."""


class UnreadableSave(ValueError):
    """A saved game that does not replay any more; `path` is where it stays."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(why)
        self.path = path


def text_of(match: Match) -> str:
    """The whole save."""
    s = match.setup
    words = [f"seat={s.seat}", f"seed={s.seed}", f"level={s.level}", f"assist={s.assist}"]
    words += [f"hands={s.hands}"] if s.hands else []
    words += [] if s.warns else ["warn=off"]
    words += [f"names={','.join(s.names)}"] if s.names else []
    words.append("over" if match.over else "open")
    first, rest = f"# practice {' '.join(words)}", "\n" + record.write(match.record)
    return f"{first} sum={checksum((first + rest).encode())}{rest}"


def sound(data: bytes) -> str | None:
    """The save in `data` without its checksum, mended if a single bit of it has changed; None if it is damaged."""
    hit = _SUM.match(data)
    if hit is not None:
        mend = mended(hit[1] + b"\n" + data[hit.end() :], hit[2].decode("latin-1"))
        data = b"" if mend is None else mend
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text if _HEAD.match(text) else None


def setup_of(text: str) -> MatchSetup | None:
    """The setup in the first line of a save; None for a record of another making."""
    hit = _HEAD.match(text)
    if hit is None:
        return None
    hands = int((hit[5] or "=0").rpartition("=")[2])
    names = tuple((hit[7] or "").rpartition("=")[2].split(",")) if hit[7] else ()
    names = names if all(map(may_be_called, names)) and len({*map(str.lower, names)}) == len(names) else ()
    return MatchSetup(hit[1], int(hit[2]), int(hit[3]), assist_of(hit[4]) or Assist.ASK, hands, not hit[6], names)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Keep other windows from writing to `path` meanwhile. A lock that nobody lifts is stale after a moment."""
    lock = path.with_suffix(".lock")
    until = monotonic() + PATIENCE
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            if monotonic() > until:
                break
            sleep(0.01)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            lock.unlink()


def _text(path: Path) -> str:
    """What the file has; empty if it is gone or cannot be read."""
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


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
        self._written = ""
        """What the file has, unless somebody else has written to it."""
        self._parted = False

    def save(self, match: Match) -> None:
        """Write the game, so that it is whole on disk whatever happens next. Never raises: see `failed`.

        A game in which the learner has done nothing yet is not worth a file.
        """
        if self.path is None and all(entry.seat != match.seat for entry in match.record.entries):
            return
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.path is None:
                self.path = self._fresh()
                self._tidy()
            self._write(self.path, text_of(match))
        except OSError as why:
            self.failed = why.strerror or str(why)
        else:
            self.failed = ""

    def go_on(self, saved: Saved) -> None:
        """From now on save to the file of the game that goes on."""
        self.path, self._written = saved.path, saved.text

    def leave(self) -> None:
        """From now on it is another game: it gets a file of its own when it is saved."""
        self.path, self._written = None, ""

    def _write(self, path: Path, text: str) -> None:
        """Put `text` into the file; into one of its own if the game was meanwhile gone on with in another window."""
        with _alone(path):
            if self._written and _text(path) != self._written:
                self._parted = True
                path = self.path = self._fresh()
            write_whole(path, [text])
            self._written = text

    def _fresh(self) -> Path:
        now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
        return self.folder / f"{self.game.name}-{now}-{secrets.token_hex(4)}.record"

    def take_warning(self) -> str:
        """What the learner should be told about saving, once for each reason."""
        text = say("practice.not_saved", why=self.failed) if self.failed and self.failed != self._said else ""
        self._said = self.failed
        if self._parted and not text:
            self._parted = False
            return say("practice.parted")
        return text

    def latest(self) -> Saved | None:
        """The newest game that is not over; raises `Unreadable` if it does not replay, and puts it aside."""
        for path in self._files():
            try:
                at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                data = _bytes(path)
            except OSError:
                continue
            text = sound(data)
            if text is None:
                raise UnreadableSave(_put_aside(path), say("practice.save_damaged"))
            hit, setup = _HEAD.match(text), setup_of(text)
            if hit is None or setup is None or hit[8] != "open":
                continue
            try:
                found = record.read(text)
            except BadRecord as why:
                raise UnreadableSave(_put_aside(path), str(why.faults[0])) from None
            if found.game.name == self.game.name and setup.seat in self.game.seats(found.state.players):
                return Saved(path, at, Match(found, setup), data.decode("utf-8", "replace"))
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
                text = sound(_bytes(path))
                hit = _HEAD.match(text) if text is not None else None
                if hit is not None and hit[8] == "over":
                    path.unlink()
        for path in self.folder.glob(".*.new"):  # of a program that was killed while it wrote
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < time() - FORGOTTEN:
                    path.unlink()


def _bytes(path: Path) -> bytes:
    """What the file has; nothing that fits if it is far too large."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    return data if len(data) <= LARGEST else b""


def _put_aside(path: Path) -> Path:
    aside = path.with_suffix(".broken")
    with contextlib.suppress(OSError):
        path.replace(aside)
    return aside


def looked_over(repair: bool = False) -> tuple[int, int]:
    """How many games are saved, and how many of them are damaged; to `repair` is to put these aside."""
    paths = sorted((data_dir() / "games").glob("*.record"))
    bad = 0
    for path in paths:
        with contextlib.suppress(OSError):
            if sound(_bytes(path)) is None:
                bad += 1
                if repair:
                    _put_aside(path)
    return len(paths), bad
