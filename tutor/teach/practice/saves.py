"""Saved practice games: a readable record for each, written after every move; the newest unfinished one is offered.

The first line is a comment with the settings, so a saved game is also a record that `tutor replay` reads.
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
"""The most finished games that are kept for each game; the oldest are deleted."""
LARGEST: Final = 2_000_000
FORGOTTEN: Final = 3600
"""Seconds after which a temporary file is abandoned."""
PATIENCE: Final = 0.5
"""Seconds to wait for another process that is saving."""
_HEAD = re.compile(
    r"# practice seat=(?P<seat>P\d{1,3}) seed=(?P<seed>-?\d{1,4300}) level=(?P<level>[123]) assist=(?P<assist>\w{1,20})"
    r"(?: hands=(?P<hands>\d{1,9}))?(?P<silent> warn=off)?(?: names=(?P<names>\S{1,150}))? (?P<state>open|over)"
    r"(?: sum=\S{16})?\n"
)
_SUM = re.compile(rb"\A(#[^\n]*) sum=([^\n]{16})\n", re.ASCII)
"""Matches the first line and the checksum of the rest; earlier versions wrote no checksum."""


@dataclass(frozen=True)
class Saved:
    """A saved game: its file, when it was last written, and the game itself."""

    path: Path
    at: datetime
    match: Match
    text: str = ""
    """The content of the file."""


class UnreadableSave(ValueError):
    """A saved game that cannot be replayed; it stays at `path`."""

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
    """The save in `data` without its checksum, with a single flipped bit repaired; None if it is damaged."""
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
    """The settings in the first line of a save; None for any other record."""
    hit = _HEAD.match(text)
    if hit is None:
        return None
    names = tuple(hit["names"].split(",")) if hit["names"] else ()
    names = names if all(map(may_be_called, names)) and len({*map(str.lower, names)}) == len(names) else ()
    return MatchSetup(
        hit["seat"],
        int(hit["seed"]),
        int(hit["level"]),
        assist_of(hit["assist"]) or Assist.ASK,
        int(hit["hands"] or 0),
        not hit["silent"],
        names,
    )


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Within this context other processes do not write to `path`. Locks left behind expire."""
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
    """The content of a file; "" if it cannot be read."""
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


class Saves:
    """The saved games of one game in `folder`, by default in the data folder."""

    def __init__(self, game: Game[Any], folder: Path | None = None) -> None:
        self.game = game
        self.folder = folder if folder is not None else data_dir() / "games"
        self.path: Path | None = None
        """The file of the current game; None before it is first saved."""

        self.failed = ""
        """The reason why the last save failed; "" if it succeeded."""
        self._said = ""
        self._written = ""
        """The content last written, to notice if another process has written since."""
        self._parted = False

    def save(self, match: Match) -> None:
        """Write the game to disk atomically. Does not raise; see `failed`.

        A game in which the learner has not moved is not saved.
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
        """Save to the file of the resumed game from now on."""
        self.path, self._written = saved.path, saved.text

    def leave(self) -> None:
        """Begin another game, which gets a new file."""
        self.path, self._written = None, ""

    def _write(self, path: Path, text: str) -> None:
        """Write `text` to the file, or to a new one if another process has continued the game."""
        with _locked(path):
            if self._written and _text(path) != self._written:
                self._parted = True
                path = self.path = self._fresh()
            write_whole(path, [text])
            self._written = text

    def _fresh(self) -> Path:
        now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
        return self.folder / f"{self.game.name}-{now}-{secrets.token_hex(4)}.record"

    def take_warning(self) -> str:
        """A warning about saving, once for each reason; else ""."""
        text = say("practice.not_saved", why=self.failed) if self.failed and self.failed != self._said else ""
        self._said = self.failed
        if self._parted and not text:
            self._parted = False
            return say("practice.parted")
        return text

    def latest(self) -> Saved | None:
        """The newest unfinished game; if it cannot be replayed sets it aside and raises `UnreadableSave`."""
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
            if hit is None or setup is None or hit["state"] != "open":
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
        """Delete the oldest finished games above `KEPT`."""
        for path in self._files()[KEPT:]:
            with contextlib.suppress(OSError, UnicodeDecodeError):
                text = sound(_bytes(path))
                hit = _HEAD.match(text) if text is not None else None
                if hit is not None and hit["state"] == "over":
                    path.unlink()
        for path in self.folder.glob(".*.new"):  # of a process that was killed while writing
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < time() - FORGOTTEN:
                    path.unlink()


def _bytes(path: Path) -> bytes:
    """The content of a file, cut if it is too large."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    return data if len(data) <= LARGEST else b""


def _put_aside(path: Path) -> Path:
    aside = path.with_suffix(".broken")
    with contextlib.suppress(OSError):
        path.replace(aside)
    return aside


def looked_over(repair: bool = False) -> tuple[int, int]:
    """The number of saved games and of damaged ones; `repair` sets these aside."""
    paths = sorted((data_dir() / "games").glob("*.record"))
    bad = 0
    for path in paths:
        with contextlib.suppress(OSError):
            if sound(_bytes(path)) is None:
                bad += 1
                if repair:
                    _put_aside(path)
    return len(paths), bad
