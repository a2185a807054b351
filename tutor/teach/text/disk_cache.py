"""A cache of parsed data files on disk.

Cached files are JSON and are not trusted: the name of each is derived from the source text and the program's version,
and it begins with a checksum of the rest; files that do not match are made again.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from tutor import __version__
from tutor.teach.text.checksums import checksum
from tutor.teach.text.files import cache_home, write_whole

if TYPE_CHECKING:
    from pathlib import Path

LARGEST: Final = 4_000_000
"""The most bytes of a cached file."""


def read_toml(path: Path) -> dict[str, Any]:
    """The document in a TOML file, from the cache if possible, as parsing a rulebook is slow.

    Raises what `open` and `tomllib` raise.
    """
    raw = path.read_bytes()
    place = place_of(raw)
    kept = read_kept(place) if place is not None else None
    if kept is not None:
        return kept
    import tomllib

    document = tomllib.loads(raw.decode("utf-8"))
    if place is not None:
        keep(place, document)
    return document


def keep(place: Path, document: dict[str, Any]) -> None:
    """Write `document` to the cache file `place`; does nothing if that fails or JSON cannot hold it (dates)."""
    with suppress(OSError, TypeError):
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(place, [written(document)], sure=False)


def written(document: dict[str, Any]) -> str:
    """The text of a cache file: the checksum, and on the next line JSON. Raises TypeError if JSON cannot hold it."""
    body = json.dumps(document)
    return f"{checksum(body.encode())}\n{body}"


def read_kept(place: Path) -> dict[str, Any] | None:
    """The document in the cache file `place`; None if it is missing or damaged."""
    with suppress(OSError, ValueError, RecursionError):
        with place.open("rb") as file:
            told, _, body = file.read(LARGEST).partition(b"\n")
        if told == checksum(body).encode():
            found = json.loads(body)
            return found if isinstance(found, dict) else None
    return None


def kept_files() -> list[Path]:
    """All files of the cache."""
    with suppress(OSError):
        return sorted((cache_home() / "data").glob("*.kept"))
    return []


def place_of(raw: bytes) -> Path | None:
    """The cache file for the source `raw`; None if other users could write to the folder."""
    folder = cache_home() / "data"
    with suppress(OSError):
        found = folder.stat()
        if found.st_mode & 0o022 or (hasattr(os, "getuid") and found.st_uid != os.getuid()):
            return None
    version = f"{__version__} {sys.version_info[:2]}\n".encode()
    return folder / f"{hashlib.sha256(version + raw).hexdigest()}.kept"
