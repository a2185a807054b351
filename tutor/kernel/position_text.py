"""A position as somebody writes it, `name=value` words or a JSON object, taken apart into names and texts of fields."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from tutor.kernel.echo import echoed, short
from tutor.kernel.faults import UserFault
from tutor.kernel.fields import Problem

LONGEST: Final = 20_000
"""Most characters of a position, so that a hostile one cannot cost much."""


MOST: Final = 30
"""Most problems that are reported."""
SHOWN: Final = 6
"""Most words that are no fields of those repeated."""


class BadPosition(UserFault, ValueError):
    """Raised for an impossible position; `problems` are all of them, or the first `MOST` and the number of the rest.

    `unread` says that something is not written as positions are.
    """

    def __init__(self, problems: Sequence[Problem], *, unread: bool = True) -> None:
        super().__init__("; ".join(map(str, problems[:MOST])))
        more = [Problem("position", f"and {len(problems) - MOST} more problems")] if len(problems) > MOST else []
        self.problems = (*problems[:MOST], *more)
        self.lines = [str(problem) for problem in self.problems]
        self.unread = unread


Pairs = list[tuple[str, str]]


def split(words: Sequence[str]) -> Pairs:
    """`name=value` words as pairs; a word in braces is read as JSON. BadPosition lists every word that is neither.

    There may be blanks around the sign and beside commas, as people write them.
    """
    pairs: Pairs = []
    bad: list[Problem] = []
    odd: list[str] = []
    if sum(map(len, words)) > LONGEST:
        raise BadPosition([Problem("position", f"longer than {LONGEST} characters")])
    for word in _joined([part for one in words for part in _apart(one)]):
        if word.startswith("{"):
            try:
                pairs += from_json(word)
            except BadPosition as why:
                bad += why.problems
            continue
        name, equals, value = word.partition("=")
        if equals and name.strip():
            pairs.append((name.strip(), value.strip()))
        else:
            odd.append(echoed(word))
    if odd:
        more = f" and {len(odd) - SHOWN} more" if len(odd) > SHOWN else ""
        are = "is" if len(odd) == 1 else "are"
        colon = re.fullmatch(r"'([a-z_.]+):([\w,+]+)'", odd[0], re.IGNORECASE)
        hint = f", as {colon[1]}={colon[2]} is" if colon else ""
        bad.append(Problem("position", f"{', '.join(odd[:SHOWN])}{more} {are} not field=value{hint}"))
    if bad:
        raise BadPosition(bad)
    return pairs


def _apart(word: str) -> list[str]:
    """A word as it is, or the fields of a whole position that was quoted as one word."""
    return [word] if word.lstrip().startswith("{") else re.split(r"\s+(?=[\w.+-]+=)", word)


def _joined(words: Sequence[str]) -> list[str]:
    """The words, with those on both sides of a single `=`, or of a comma in a value, as one."""
    out: list[str] = []
    for word in words:
        if out and word == "=" and "=" not in out[-1]:
            out[-1] += " = "
        elif out and "=" in out[-1] and "=" not in word and (out[-1].endswith((" = ", ",")) or word.startswith(",")):
            out[-1] += word
        else:
            out.append(word)
    return out


def from_json(text: str) -> Pairs:
    """The fields of a JSON object as pairs; lists become comma-separated texts, objects become keyed fields."""
    if len(text) > LONGEST:
        raise BadPosition([Problem("position", f"longer than {LONGEST} characters")])
    try:
        found = json.loads(text, object_pairs_hook=_keys_once)
    except (ValueError, RecursionError) as why:
        raise BadPosition([Problem("position", f"isn't JSON: {short(str(why), 80)}")]) from None
    if not isinstance(found, dict):
        raise BadPosition([Problem("position", "is JSON, but no object")])
    pairs: Pairs = []
    bad: list[Problem] = []
    for name, value in found.items():
        try:
            pairs += _pairs_of(name, value)
        except (TypeError, RecursionError) as why:
            bad.append(Problem(name, str(why)))
    if bad:
        raise BadPosition(bad)
    return pairs


def _keys_once(entries: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(entries)) < len(entries):
        raise ValueError("a key stands there twice")
    return dict(entries)


def _pairs_of(name: str, value: object) -> Pairs:
    """One key of a JSON object as pairs; TypeError for a value that no field can have."""
    if isinstance(value, dict):
        return [(f"{name}.{key}", _plain(part)) for key, part in value.items()]
    if name == "move" and isinstance(value, list):
        return [(name, _plain(part)) for part in value]
    return [] if value is None else [(name, _plain(value))]


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(_plain(part) for part in value)
    if isinstance(value, str | int | float):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not a value of a field")
