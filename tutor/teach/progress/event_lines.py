"""The encoding of events as lines of bytes with checksums; a single flipped bit can be repaired.

A line begins with its checksum, so it can be recognized anywhere, also in a damaged file.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.progress.events import EARLIEST, LATEST, LogEvent
from tutor.teach.text import checksums

if TYPE_CHECKING:
    from collections.abc import Iterator

FIELDS: Final = tuple(LogEvent.__dataclass_fields__)
_START: Final = b"event "
_LEFT: Final = re.escape(_START) + rb"[0-9a-f]{16} \{[^\n]*\}\n"
encoded: Final = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode
HEAD: Final = len(_START) + checksums.SIGNS + 1
"""The length of the checksum and marks before an event."""


def written(event: LogEvent) -> bytes:
    """The line of an event that was `checked`."""
    fields = {name: value for name in FIELDS if (value := getattr(event, name))}
    return _line(encoded(fields).encode() + b"\n")


def read(line: bytes) -> LogEvent | None:
    """The event of a line; None if the line is damaged."""
    if line[:HEAD] != _head(line[HEAD:]):
        return None
    try:
        return _event(json.loads(line[HEAD:]))
    except (TypeError, ValueError, RecursionError):
        return None


def of_fields(fields: dict[str, Any]) -> LogEvent | None:
    """The event with these fields; None if they are invalid."""
    try:
        return _event(fields)
    except (TypeError, ValueError):
        return None


def mended(line: bytes) -> LogEvent | None:
    """The event of a line with one flipped bit; None if more is damaged."""
    told, body = line[:HEAD], line[HEAD:]
    if checksums.bits_apart(told, _head(body)) == 1:  # the bit is in the checksum or its marks
        return read(_head(body) + body)
    found = checksums.mended(body, told[len(_START) : -1].decode("latin-1"))
    return read(told + found) if found is not None else None


def found_in(data: bytes) -> Iterator[bytes]:
    """All candidates for lines in `data`."""
    for hit in re.finditer(_LEFT, data):
        yield hit[0]


def _line(body: bytes) -> bytes:
    return _head(body) + body


def _head(body: bytes) -> bytes:
    return _START + checksums.checksum(body).encode() + b" "


def _event(fields: dict[str, Any]) -> LogEvent | None:
    event = LogEvent(**fields)
    for value in (event.kind, event.game, event.lesson, event.step, event.clause, event.result, event.at, event.uuid):
        if type(value) is not str:
            return None
    if type(event.order) is not str or type(event.detail) is not dict or not event.uuid:
        return None
    if not EARLIEST <= event.at < LATEST or not EARLIEST <= (event.order or event.at) < LATEST:
        return None
    times = (event.at, event.order) if event.order else (event.at,)
    return event if all(datetime.fromisoformat(time).tzinfo for time in times) else None
