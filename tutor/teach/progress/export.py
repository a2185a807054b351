"""Export and import of logs as JSON of any size, in a stream of events.

`dumps` writes one event a line, so that exports can be compared; any JSON layout is read. Reading holds only a few
events in memory, and reports all faults before any event is stored.
"""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING, Any, Final, TextIO

from tutor.kernel.echo import echoed, short
from tutor.teach.progress.event_lines import FIELDS, encoded
from tutor.teach.progress.events import BadEvents, LogEvent, checked, ordered
from tutor.teach.text.marks import cleaned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SCHEMA: Final = "tutor.progress/1"
"""The name of the format."""
MOST_TOLD: Final = 20
"""The most problems that are listed; of others only the number is."""
LONGEST: Final = 200_000
"""The most characters of one event."""
LARGEST: Final = 2_000_000_000
"""The most characters of an export, enough for millions of events."""

_PIECE: Final = 1 << 16
_BLANK: Final = re.compile(r"[ \t\r\n]*")


def dumps(events: Iterable[LogEvent]) -> str:
    """`events` as one text."""
    return "".join(pieces(ordered(events)))


def pieces(events: Iterable[LogEvent]) -> Iterator[str]:
    """The text of an export of `events`, which must be in order, in pieces."""
    yield f'{{"schema": "{SCHEMA}", "events": [\n'
    between = ""
    for event in events:
        yield between + encoded(_fields(event))
        between = ",\n"
    yield "\n]}\n"


def _fields(event: LogEvent) -> dict[str, Any]:
    return {name: getattr(event, name) for name in FIELDS if name != "order" or event.order}


def loads(text: str) -> list[LogEvent]:
    """The events of an export, in order; raises BadEvents with all faults."""
    return ordered(read(io.StringIO(text)))


def read(stream: TextIO) -> Iterator[LogEvent]:
    """Yield the events of an export; raises BadEvents with all faults, possibly only after the last event.

    So do not use the events before the iterator is exhausted. Raises what reading the stream raises.
    """
    problems: list[str] = []
    more = 0
    for number, row in enumerate(_rows(_Text(stream)), 1):
        try:
            event = _event(row)
        except BadEvents as bad:
            for problem in bad.lines:
                if len(problems) < MOST_TOLD:
                    problems.append(f"event {number}: {problem}")
                else:
                    more += 1
        else:
            if not problems:
                yield event
    if problems:
        raise BadEvents([*problems, *([f"and {more} more problems"] if more else [])])


def _event(row: Any) -> LogEvent:
    if not isinstance(row, dict):
        raise BadEvents(["not an object"])
    problems = [f"{short(name)}: no such field" for name in row if name not in FIELDS]
    problems += [
        f"{name}: not a text" for name in FIELDS if name != "detail" and not isinstance(row.get(name, ""), str)
    ]
    problems += [f"{name}: empty" for name in ("at", "uuid") if not row.get(name)]
    if not isinstance(row.get("detail", {}), dict):
        problems.append("detail: not an object")
    if problems:
        raise BadEvents([cleaned(problem) for problem in problems[:MOST_TOLD]])
    return checked(LogEvent(**row))


def _none(why: object) -> BadEvents:
    return BadEvents([f"this is not an export of progress: {why}"])


def _rows(text: _Text) -> Iterator[Any]:
    """Yield the raw events of an export; raises BadEvents if it is not one."""
    meant = f"it must hold {SCHEMA!r} as schema, and a list of events"
    found: dict[str, Any] = {}
    if text.next() != "{":
        raise _none(meant if text.next() == "[" else f"{meant}, and so begin with {{")
    text.skip()
    if text.next() != "}":
        while True:
            name = text.value()
            text.expect(":")
            if name == "events" and name not in found and text.next() == "[":
                found[name] = True
                yield from _list(text)
            else:
                found[str(name)] = text.value()
            if text.next() != ",":
                break
            text.skip()
    text.expect("}")
    if text.next():
        raise _none("something follows after its end")
    if found.get("schema") != SCHEMA or found.get("events") is not True:
        raise _none(meant)


def _list(text: _Text) -> Iterator[Any]:
    text.expect("[")
    if text.next() != "]":
        yield text.value()
        while text.next() == ",":
            text.skip()
            yield text.value()
    text.expect("]")


class _Text:
    """Incremental reader of JSON from a stream."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._held = ""
        self._at = 0
        self._read = 0
        self._line = 1
        self._ended = False
        self._decode = json.JSONDecoder().raw_decode

    def next(self) -> str:
        """Peek at the next character that is not white space; "" at the end."""
        while True:
            blank = _BLANK.match(self._held, self._at)
            self._at = blank.end() if blank else self._at
            if self._at < len(self._held):
                return self._held[self._at]
            if not self._more():
                return ""

    def skip(self) -> None:
        """Skip the next character."""
        self._at += 1

    def expect(self, sign: str) -> None:
        """Skip the character `sign`; raises BadEvents if it is not next."""
        found = self.next()
        if found != sign:
            raise _none(f"{sign} is missing" + (f" before {echoed(found)}" if found else " at its end"))
        self._at += 1

    def value(self) -> Any:
        """Read the next value; raises BadEvents if there is none or it is too long."""
        self.next()
        while True:
            try:
                found, end = self._decode(self._held, self._at)
            except json.JSONDecodeError as fault:
                if len(self._held) - self._at > LONGEST:
                    raise _none(f"a part of it isn't JSON, or longer than {LONGEST:,} characters") from None
                if not self._more():
                    line = self._line + self._held.count("\n", 0, fault.pos)
                    raise _none(f"{fault.msg} (line {line})") from None
            except ValueError:
                raise _none("a number in it has too many digits") from None
            except RecursionError:
                raise _none("it is nested too deep") from None
            else:
                if end < len(self._held) or not self._more():  # a number may continue
                    self._at = end
                    return found

    def _more(self) -> bool:
        """Read more of the stream; False at its end."""
        if not self._ended:
            piece = self._stream.read(_PIECE)
            self._ended = not piece
            self._read += len(piece)
            if self._read > LARGEST:
                raise _none(f"it is longer than {LARGEST:,} characters")
            if piece:
                self._line += self._held.count("\n", 0, self._at)
                self._held, self._at = self._held[self._at :] + piece, 0
        return not self._ended
