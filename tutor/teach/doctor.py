"""Check what the program depends on: library versions, the data folder, the log, saved games, the lessons."""

from __future__ import annotations

import platform
import tempfile
from collections import deque
from contextlib import suppress
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from tutor import __version__
from tutor.kernel.by_name import names
from tutor.teach.lessons.files import BadLesson, paths_of, read
from tutor.teach.practice.saves import looked_over
from tutor.teach.progress.salvage import examined
from tutor.teach.progress.store import data_dir, log_path, open_store
from tutor.teach.rulebooks.rulebook import BadRulebook, rulebook
from tutor.teach.text.disk_cache import kept_files, read_kept
from tutor.teach.text.language import language, wanted
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

LIBRARIES: Final = ("typer", "prompt_toolkit", "jinja2", "platformdirs", "fsrs", "wcwidth")


class Finding(NamedTuple):
    """The result of one check: its subject, the result in words, whether it is in order."""

    what: str
    text: str
    good: bool = True


def findings(*, repair: bool = False) -> Iterator[Finding]:
    """The results of all checks that do not depend on the terminal, in the order in which they are shown.

    Checks change nothing, except that `repair` sets damaged files aside and salvages what can be read.
    """
    system = f"{platform.system()} {platform.release()}"
    yield Finding("version", say("doctor.version", own=__version__, python=platform.python_version(), system=system))
    yield _libraries()
    there = find_spec("genanki") is not None
    yield Finding("decks", say("doctor.decks", there=there))
    missing = "" if language() in wanted() or not wanted() else wanted()[0]
    yield Finding("language", say("doctor.language", language=language(), wanted=missing))
    yield _data()
    yield _progress(repair)
    yield _games(repair)
    yield _kept(repair)
    yield _lessons()


def _libraries() -> Finding:
    there, missing = [], []
    for name in LIBRARIES:
        try:
            there.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            missing.append(name)
    return Finding("libraries", say("doctor.libraries", there=there, missing=missing), not missing)


def _data() -> Finding:
    """Check that a file can be created in the data folder."""
    try:
        path = data_dir()
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            why = ""
    except (OSError, RuntimeError) as fault:
        path, why = _place(), getattr(fault, "strerror", None) or str(fault)
    return Finding("data", say("doctor.data", path=str(path), why=why), not why)


def _progress(repair: bool) -> Finding:
    """Check that the log is complete and undamaged."""
    with suppress(OSError, RuntimeError):
        fault = "" if repair else examined(log_path())
        if fault:
            return Finding("progress", say("doctor.damaged", why=fault), False)
    store = open_store()
    store.read(lambda events: deque(events, maxlen=0))
    entries, saved = store.count(), store.saving
    warning = store.take_warning()
    return Finding("progress", say("doctor.progress", warning=warning, n=entries), not warning or (repair and saved))


def _games(repair: bool) -> Finding:
    """Check that saved games are undamaged."""
    there = bad = 0
    with suppress(OSError, RuntimeError):
        there, bad = looked_over(repair)
    return Finding("games", say("doctor.games", n=there, bad=bad, repaired=repair), not bad or repair)


def _kept(repair: bool) -> Finding:
    """Check that cached data files are undamaged; damaged ones are never used."""
    files = kept_files()
    ruined = [path for path in files if read_kept(path) is None]
    for path in ruined if repair else ():
        with suppress(OSError):
            path.unlink()
    return Finding(
        "cache", say("doctor.cache", n=len(files), ruined=len(ruined), repaired=repair), not ruined or repair
    )


def _place() -> Path:
    try:
        return data_dir()
    except (OSError, RuntimeError):
        return Path("~")


def _lessons() -> Finding:
    lessons, faults = 0, []
    for game in names():
        try:
            rulebook(game)
        except BadRulebook as why:
            faults.append(str(why))
        for path in paths_of(game):
            try:
                read(path, game)
                lessons += 1
            except (BadLesson, OSError) as why:
                faults.append(f"{game}/{path.name}: {why}")
    return Finding("lessons", say("doctor.lessons", lessons=lessons, games=len(names()), faults=faults), not faults)
