"""The folders of lessons and templates, in a checkout and in an installed program; writing files safely.

Both folders are at the top of the repository; the build copies them into the package as `tutor/_data` (see
`pyproject.toml`). Ask here for their place.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.kernel.faults import UserFault

if TYPE_CHECKING:
    from collections.abc import Iterable

_PACKAGE = Path(__file__).resolve().parents[2]


class MissingFiles(UserFault, RuntimeError):
    """The folder of lessons or of templates is missing; the message says where it was expected."""


def lessons_root() -> Path:
    """The folder with lessons and rulebook of each game in a subfolder; raises MissingFiles if there is none."""
    return _root("lessons")


def templates_root() -> Path:
    """The folder of templates; raises MissingFiles if there is none."""
    return _root("templates")


def path_of(name: str | Path) -> Path:
    """The path `name` with `~` expanded; unchanged if there is no such user."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def whole(path: Path) -> Path:
    """The absolute path with links resolved; circular or overlong links stay."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def there(path: Path) -> bool:
    """Whether the file or folder exists; False if that cannot be told."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def nameable(path: Path) -> None:
    """Raise OSError if no file can have this name, because of a lone surrogate or a null character."""
    try:
        if b"\0" not in os.fsencode(path):
            return
    except UnicodeEncodeError:
        pass
    raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))


def cache_home() -> Path:
    """The cache folder: `TUTOR_HOME/cache`, else the user's own. It may not exist."""
    home = os.environ.get("TUTOR_HOME")
    if home:
        with suppress(RuntimeError):  # `~` of an unknown user
            return Path(home).expanduser() / "cache"
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("tutor", appauthor=False))


def write_whole(path: Path, parts: Iterable[str], *, fresh: bool = False, sure: bool = True) -> None:
    """Write `parts` to the file `path` atomically: all of them or, on any error, none.

    With `sure` the data is synced to disk before this returns. A path that is not a regular file (a pipe, a terminal)
    is written directly. Raises OSError; FileExistsError if the file must be `fresh` and exists; and whatever iterating
    `parts` raises.
    """
    nameable(path)
    if fresh and (path.exists() or path.is_symlink()):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    place = path
    if path.is_symlink():  # write through links
        with suppress(FileNotFoundError):
            path.stat()  # raises OSError for a circular link
        place = path.resolve()
    if place.exists() and not place.is_file():
        with place.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(parts)
        return
    if place.exists() and not os.access(place, os.W_OK):  # replacing a file needs permission for the folder only
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(place))
    beside = place.with_name(f".{place.name[:40]}.{os.getpid()}.{os.urandom(4).hex()}.new")
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
    """Sync the entries of `folder` to disk, on systems where folders can be synced."""
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
