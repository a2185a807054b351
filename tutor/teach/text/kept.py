"""Keeping what was read of our data files from one run to the next.

What lies in the cache is data, in JSON, and is never trusted: its name follows from the text that was read and from
the version of the program, it begins with the checksum of the rest, and whatever does not agree is made again.
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
"""Bytes that a kept file may have."""


def read_toml(path: Path) -> dict[str, Any]:
    """The document in a TOML file of ours; parsing a rulebook takes longer than answering a question from it.

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
    """Keep `document` there, if it can be: there may be no room, or a date in it, which JSON does not have."""
    with suppress(OSError, TypeError):
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(place, [written(document)], sure=False)


def written(document: dict[str, Any]) -> str:
    """`document` as it is kept: its checksum, and on the next line JSON. TypeError if it is none."""
    body = json.dumps(document)
    return f"{checksum(body.encode())}\n{body}"


def read_kept(place: Path) -> dict[str, Any] | None:
    """What is kept there; None if there is nothing, or not what was once written."""
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
    """Where what follows from these bytes is kept; None where others could write to the folder."""
    folder = cache_home() / "data"
    with suppress(OSError):
        found = folder.stat()
        if found.st_mode & 0o022 or (hasattr(os, "getuid") and found.st_uid != os.getuid()):
            return None
    version = f"{__version__} {sys.version_info[:2]}\n".encode()
    return folder / f"{hashlib.sha256(version + raw).hexdigest()}.kept"
