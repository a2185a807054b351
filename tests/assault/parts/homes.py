"""Homes with things in the way, on full disks, in odd places: nothing is reported done that is not on the disk."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from tests.assault.frame import Part
from tests.assault.judged import Said, in_order, inside
from tests.assault.logs import learned
from tests.assault.texts import hostile
from tutor.teach.progress.export import dumps
from tutor.teach.progress.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

IN_THE_WAY: Final = (
    "",
    "progress.sqlite",
    "progress.sqlite-wal",
    "progress.sqlite-shm",
    "progress.lock",
    "progress.new.sqlite",
    "games",
    "cache",
    "cache/data",
    "tute.history",
    "drill.history",
    "review.history",
)
"""What is there already, and is something else than the program would have."""
KINDS: Final = ("folder", "file", "loop", "nowhere", "device", "pipe")
PLACES: Final = (
    "home",
    "deep/er/home",
    "../home",
    "./home/",
    "~nouser/x",
    "/dev/null",
    "/proc/self",
    "/dev/full",
    "a" * 300,
)
COMMANDS: Final = (
    ((), ""),
    (("progress",), ""),
    (("progress", "import", "-"), dumps(learned(5))),
    (("games",), ""),
    (("doctor",), ""),
    (("progress", "reset", "tute:1"), ""),
    (("doctor", "--repair"), ""),
    (("learn", "--list", "tute"), ""),
    (("progress", "export", "-"), ""),
    (("learn", "tute:1"), "next\nquit\n"),
    (("review",), ""),
    (("practice", "truc", "--new", "--level=1"), "hint\nquit\n"),
    (("explain", "tute", "trump=S", "hand=KH"), ""),
)


def can_be(place: str) -> bool:
    """Whether a system would pass this on in the environment."""
    try:
        return bool(place.strip()) and b"\0" not in os.fsencode(place)
    except UnicodeEncodeError:
        return False


def put(path: Path, kind: str) -> None:
    """Something that is not what the program would have there."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        match kind:
            case "folder":
                path.mkdir()
                (path / "inside").write_text("something")
            case "file":
                path.write_text("dear diary")
            case "loop":
                path.symlink_to(path)
            case "nowhere":
                path.symlink_to("/nowhere/at/all")
            case "device":
                path.symlink_to("/dev/full")
            case "pipe":
                path.symlink_to("/dev/null")


@contextlib.contextmanager
def full(room: int) -> Iterator[None]:
    """A disk that takes files of so many bytes and no longer ones; nothing of the kind for 0."""
    if not room or not hasattr(signal, "SIGXFSZ"):
        yield
        return
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    told = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, told)


def attempt(given: tuple[str, str, str, tuple[tuple[str, ...], str], int]) -> None:
    """The program answers or says why not, and what it says it has kept is there."""
    place, what, kind, (words, stdin), room = given
    shutil.rmtree("homes", ignore_errors=True)
    Path("homes/here").mkdir(parents=True)
    with contextlib.chdir("homes/here"):
        os.environ["TUTOR_HOME"] = place
        home = Path(place)
        if not place.startswith(("/", "~")):
            put(home / what if what else home, kind)
        try:
            with full(room):
                said = inside(*words, stdin=stdin.encode())
        finally:
            signal.set_wakeup_fd(-1)
        in_order(said)
        assert said.status in {0, 1, 3} or (said.status == 2 and place.startswith("~")), said.err
        kept(words, said, home)


def kept(words: tuple[str, ...], said: Said, home: Path) -> None:
    """What was reported as done is found by the next program."""
    if said.status == 0 and words[:2] in (("progress", "import"), ("progress", "reset")):
        there = {(event.kind, event.result) for event in open_store(home).events()}
        assert there, f"reported as done: {said.out}"
        assert words[1] == "import" or ("lesson", "reset") in there
    if said.status == 3:
        assert said.err and not said.out, said.out


PART = Part(
    "homes with things in the way, in odd places, on full disks",
    st.one_of(
        st.tuples(
            st.just("home"), st.sampled_from(IN_THE_WAY), st.sampled_from(KINDS), st.sampled_from(COMMANDS), st.just(0)
        ),
        st.tuples(
            st.sampled_from(PLACES) | hostile().filter(can_be),
            st.just(""),
            st.just("none"),
            st.sampled_from(COMMANDS),
            st.just(0),
        ),
        st.tuples(
            st.just("home"),
            st.just(""),
            st.just("none"),
            st.sampled_from(COMMANDS),
            st.sampled_from([1, 512, 4096, 12_288, 30_000, 60_000, 90_000]),
        ),
    ),
    attempt,
    short=12,
    long=2_000,
)
