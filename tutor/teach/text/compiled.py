"""Keeping sentences compiled, and data files read, from one run to the next."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader
from jinja2.bccache import Bucket

from tutor.teach.text.files import cache_home


class _Compiled(FileSystemBytecodeCache):
    """Compiled sentences in the user's cache folder: compiling is a third of the time of `tutor explain`.

    A folder that cannot be made or written costs nothing but that time.
    """

    def load_bytecode(self, bucket: Bucket) -> None:
        """From the folder, if it is there."""
        with suppress(OSError, EOFError, ValueError, TypeError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Into the folder, if it can be."""
        with suppress(OSError):
            Path(self.directory).mkdir(parents=True, exist_ok=True, mode=0o700)
            super().dump_bytecode(bucket)


class SentenceLoader(FileSystemLoader):
    """Templates by the name of their file, and sentences by a name made of their text, so that both can be kept."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.sentences: dict[str, str] = {}

    def named(self, source: str) -> str:
        """The name under which the sentence `source` can be loaded."""
        name = "sentence:" + hashlib.sha1(source.encode(), usedforsecurity=False).hexdigest()
        self.sentences[name] = source
        return name

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The text of a file, or a sentence."""
        if template in self.sentences:
            return self.sentences[template], "sentence", lambda: True
        return super().get_source(environment, template)


def _folder(name: str) -> Path | None:
    """A folder of the cache; None where others could write to it, which is then never trusted."""
    place = cache_home() / name
    with suppress(OSError):
        found = place.stat()
        if found.st_mode & 0o022 or (hasattr(os, "getuid") and found.st_uid != os.getuid()):
            return None
    return place


def kept_compiled() -> FileSystemBytecodeCache | None:
    """The cache of compiled sentences, if there is a place for it."""
    place = _folder("sentences")
    return _Compiled(str(place), "%s") if place else None


def read_toml(path: Path) -> dict[str, Any]:
    """The document in a TOML file of ours; what was parsed before is kept as JSON under the hash of the text.

    Parsing a rulebook takes longer than answering a question from it. Raises what `open` and `tomllib` raise.
    """
    raw = path.read_bytes()
    folder = _folder("data")
    kept = folder / f"{hashlib.sha1(raw, usedforsecurity=False).hexdigest()}.json" if folder else None
    if kept is not None:
        with suppress(OSError, ValueError):
            found = json.loads(kept.read_bytes())
            if isinstance(found, dict):
                return found
    import tomllib

    document = tomllib.loads(raw.decode("utf-8"))
    if kept is not None:
        with suppress(OSError, TypeError):
            text = json.dumps(document)
            kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.NamedTemporaryFile("w", dir=kept.parent, delete=False) as file:
                file.write(text)
            Path(file.name).replace(kept)
    return document
