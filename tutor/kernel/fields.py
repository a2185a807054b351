"""Fields: the named values of a position, each with a type that reads and writes its text.

A view declares its fields as dataclass fields made by the functions below, so that one declaration gives the attribute,
the text form, the help of `--fields`, and the checks that all games share.
"""

from __future__ import annotations

import dataclasses
import re
from functools import cache
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
    By,
    FieldType,
    ListOf,
    ParseContext,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move

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
    "By",
    "FieldType",
    "ListOf",
    "ParseContext",
    "Problem",
    "Spec",
    "calls",
    "choice",
    "declared",
    "located_cards",
    "specs",
    "suit",
    "whole",
    "whole_or_none",
]


class Problem(NamedTuple):
    """One thing wrong with a position: the field, and a message that says what would be right."""

    field: str
    message: str
    refused: tuple[Any, Any, Move] | None = None
    """A move that could not be made before: its phase, the view of that moment, and the move; the ruling says why."""

    def __str__(self) -> str:
        message = re.sub(_SINGLE, lambda one: f"1 {one[1]}{' is' if one[2] else ''}", self.message)
        return f"{short(self.field, 80)}: {visible(message)}"


_SINGLE: Final = r"(?<![\w.,-])1 (card|trick|point|play)s( are)?\b"
"""A plural after the number one, with its verb."""


REQUIRED: Final = object()
"""The default of fields that must be given."""


class Spec(NamedTuple):
    """The declaration of a field: its type `kind`, meaning, default, and how it is keyed.

    `per` is "seat" or "side" for keyed fields such as `won.P1+P3`, whose value is a mapping by those keys. `located`
    says whether the cards in it lie there and nowhere else (see `position`).
    """

    kind: FieldType[Any]
    meaning: str
    default: Any = None
    per: str = ""
    located: bool = True
    shown: str = ""
    """How the default is described where it depends on others ("the seat before the dealer")."""


def declared(
    kind: FieldType[Any], meaning: str, default: Any = REQUIRED, *, per: str = "", located: bool = True, shown: str = ""
) -> Any:
    """A dataclass field of a view that is also a field of positions; with REQUIRED as default it must be given."""
    spec = Spec(kind, meaning, default, per, located, shown)
    if default is REQUIRED:
        return dataclasses.field(metadata={"spec": spec})
    if isinstance(default, dict):
        return dataclasses.field(default_factory=lambda: dict(default), metadata={"spec": spec})
    return dataclasses.field(default=default, metadata={"spec": spec})


def suit(meaning: str, default: Any = REQUIRED, *, none: bool = True, shown: str = "") -> Any:
    """A field for a suit; with `none` it may also be `-`, read as ""."""
    return declared(field_types.suit(none), meaning, default, shown=shown)


def whole(
    meaning: str,
    default: Any = REQUIRED,
    *,
    low: int | None = None,
    high: int | None = None,
    per: str = "",
    shown: str = "",
) -> Any:
    """A field for a whole number from `low` to `high` (inclusive; None for no bound)."""
    return declared(field_types.whole(low, high), meaning, default, per=per, shown=shown)


def whole_or_none(meaning: str, default: Any = 0) -> Any:
    """A field for a whole number from 1, or `-` for none, read as 0."""
    return declared(field_types.WHOLE_OR_NONE, meaning, default)


def choice(meaning: str, words: tuple[str, ...], default: Any = REQUIRED, *, shown: str = "") -> Any:
    """A field for one of `words`."""
    return declared(field_types.choice(words), meaning, default, shown=shown)


def calls(meaning: str, words: tuple[str, ...], default: Any = ()) -> Any:
    """A field for what seats have called, in order, each one of `words`."""
    return declared(field_types.calls(words), meaning, default)


@cache
def field_names(kind: type[Any]) -> frozenset[str]:
    """The names of the fields of a state or view class."""
    return frozenset(f.name for f in dataclasses.fields(kind))


def specs(view: type) -> Mapping[str, Spec]:
    """The declared fields of a view or options class, by name, in order."""
    cached = _SPECS.get(view)
    if cached is None:
        cached = {f.name: f.metadata["spec"] for f in dataclasses.fields(view) if "spec" in f.metadata}
        _SPECS[view] = cached
    return cached


_SPECS: dict[type, Mapping[str, Spec]] = {}


def located_cards(values: Mapping[str, Any], known: Mapping[str, Spec]) -> Iterator[tuple[str, Card]]:
    """The cards in the `located` fields among `values`, each with the name of its field (`hand.P1`)."""
    for name, spec in known.items():
        value = values.get(name) if spec.located else None
        if value is not None:
            for key, part in value.items() if spec.per else (("", value),):
                yield from [(f"{name}.{key}" if key else name, c) for c in spec.kind.cards(part)]
