"""Where the words are: the folders of lessons and templates, in a checkout and in an installed program.

Authors write both at the top of the repository; the build puts them into the package as `tutor/_data`
(see `pyproject.toml`). Whoever reads a lesson asks here and need not know which of the two it runs from.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_PACKAGE = Path(__file__).resolve().parents[2]


class MissingFiles(RuntimeError):
    """A folder that every complete copy of the program has is not there; the message says where it was looked for."""


def lessons_root() -> Path:
    """The folder that holds a folder of lessons and a rulebook for each game; MissingFiles if there is none."""
    return _root("lessons")


def templates_root() -> Path:
    """The folder that holds the templates; MissingFiles if there is none."""
    return _root("templates")


def path_of(name: str | Path) -> Path:
    """The path that somebody names, `~` made out; as it stands where there is nobody of that name."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def whole(path: Path) -> Path:
    """The path from the root on, links followed; links that go round in a circle, or are too long, stay."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def there(path: Path) -> bool:
    """Whether there is such a file or folder; no, if nobody can tell."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def nameable(path: Path) -> None:
    """Raise OSError if no file can have such a name: half a character, or a null in it."""
    try:
        if b"\0" not in os.fsencode(path):
            return
    except UnicodeEncodeError:
        pass
    raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))


def cache_home() -> Path:
    """The folder for what can be made again: `TUTOR_HOME/cache`, else the user's cache folder. It need not exist."""
    home = os.environ.get("TUTOR_HOME")
    if home:
        with suppress(RuntimeError):  # `~` of somebody who is not there
            return Path(home).expanduser() / "cache"
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("tutor", appauthor=False))


def write_whole(path: Path, parts: Iterable[str], *, fresh: bool = False, sure: bool = True) -> None:
    """Write `parts`, one after the other, to the file `path`: all of them or, if something goes wrong, none.

    With `sure` they are on the disk when this returns, and still there after a power cut. What is no file (a pipe, a
    terminal) is written to as it is. Raises OSError, FileExistsError if it must be `fresh` and is not; whatever making
    a part raises goes through.
    """
    nameable(path)
    if fresh and (path.exists() or path.is_symlink()):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    place = path
    if path.is_symlink():  # a link stays one
        with suppress(FileNotFoundError):
            path.stat()  # an OSError if it leads round in a circle
        place = path.resolve()
    if place.exists() and not place.is_file():
        with place.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(parts)
        return
    if place.exists() and not os.access(place, os.W_OK):  # putting another in its place asks the folder, not the file
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(place))
    import secrets  # with all of hashlib

    beside = place.with_name(f".{place.name[:40]}.{os.getpid()}.{secrets.token_hex(4)}.new")
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as file:
            file.writelines(parts)
            file.flush()
            if sure:
                os.fsync(file.fileno())
        if place.exists():
            beside.chmod(stat.S_IMODE(place.stat().st_mode))
        beside.replace(place)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    if sure:
        _settled(place.parent)


def _settled(folder: Path) -> None:
    """Have the names in `folder` on the disk as well, on systems where a folder can be told so."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _root(name: str) -> Path:
    # The package's own copy comes first: beside an installed package, site-packages may hold any folder by that name.
    places = (_PACKAGE / "_data" / name, _PACKAGE.parent / name)
    for place in places:
        if place.is_dir():
            return place
    looked = " and ".join(str(place) for place in places)
    raise MissingFiles(f"The folder of {name} is missing (looked for {looked}); installing card-tutor again mends that")
