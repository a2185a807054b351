"""Fields: the named values of a position, each with a type that reads and writes its text (see `kernel.field_types`).

A view declares its fields as dataclass fields made by the functions at the end of this file, so that one
declaration gives the attribute, the text form, `--fields` help and the checks every game shares.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel import field_types
from tutor.kernel.echo import short, visible
from tutor.kernel.field_types import (
    CALLS,
    CARD,
    CARDS,
    FLAG,
    HEAPS,
    PLAYS,
    SEAT,
    SEAT_OR_NONE,
    SEATS,
    SIDE,
    TOGETHER,
    WORDS,
    FieldType,
    ParseContext,
    each,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "CALLS",
    "CARD",
    "CARDS",
    "FLAG",
    "HEAPS",
    "PLAYS",
    "REQUIRED",
    "SEAT",
    "SEATS",
    "SEAT_OR_NONE",
    "SIDE",
    "TOGETHER",
    "WORDS",
    "FieldType",
    "ParseContext",
    "Problem",
    "Spec",
    "calls",
    "choice",
    "declared",
    "each",
    "specs",
    "suit",
    "whole",
    "whole_or_none",
]


class Problem(NamedTuple):
    """One thing wrong with a position: the field, and what would be right."""

    field: str
    message: str

    def __str__(self) -> str:
        return f"{short(self.field, 80)}: {visible(self.message)}"


REQUIRED: Final = object()


class Spec(NamedTuple):
    """What is known of a field besides its name: kind, meaning, default, and how it is keyed.

    `per` is "seat" or "side" for a family of fields such as `won.P1+P3`, whose value is a mapping of the keys
    given. `located` says that cards in it lie there and nowhere else.
    """

    kind: FieldType[Any]
    meaning: str
    default: Any = None
    per: str = ""
    located: bool = True
    shown: str = ""
    """How the default is described where it is not simply a value ("the seat before the dealer")."""


def declared(
    kind: FieldType[Any], meaning: str, default: Any = REQUIRED, *, per: str = "", located: bool = True, shown: str = ""
) -> Any:
    """A dataclass field of a view that is also a field of positions; REQUIRED means it must be given."""
    spec = Spec(kind, meaning, default, per, located, shown)
    if default is REQUIRED:
        return dataclasses.field(metadata={"spec": spec})
    if isinstance(default, dict):
        return dataclasses.field(default_factory=lambda: dict(default), metadata={"spec": spec})
    return dataclasses.field(default=default, metadata={"spec": spec})


def suit(meaning: str, default: Any = REQUIRED, *, none: bool = True) -> Any:
    """A suit; `-`, read as the empty string, where `none` allows it."""
    return declared(field_types.suit(none), meaning, default)


def whole(
    meaning: str, default: Any = REQUIRED, *, low: int | None = None, high: int | None = None, per: str = ""
) -> Any:
    """A whole number between `low` and `high` (inclusive, None for no bound)."""
    return declared(field_types.whole(low, high), meaning, default, per=per)


def whole_or_none(meaning: str, default: Any = 0, *, low: int = 1, high: int | None = None) -> Any:
    """A whole number from `low` (above 0), or `-` for none, which is 0."""
    return declared(field_types.whole_or_none(low, high), meaning, default)


def choice(meaning: str, words: tuple[str, ...], default: Any = REQUIRED, *, shown: str = "") -> Any:
    """One of `words`."""
    return declared(field_types.choice(words), meaning, default, shown=shown)


def calls(meaning: str, words: tuple[str, ...], default: Any = ()) -> Any:
    """What seats have said, in order, each one of `words`."""
    return declared(field_types.calls(words), meaning, default)


def specs(view: type) -> Mapping[str, Spec]:
    """The declared fields of a view (or options) class, in order."""
    cached = _SPECS.get(view)
    if cached is None:
        cached = {f.name: f.metadata["spec"] for f in dataclasses.fields(view) if "spec" in f.metadata}
        _SPECS[view] = cached
    return cached


_SPECS: dict[type, Mapping[str, Spec]] = {}
