"""A position of which some fields could not be read: what contradicts itself in the others is told all the same.

The view is made without them. Whatever asks for one of them stops there, so nothing is said that rests on a guess.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Set

    from tutor.kernel.fields import Problem
    from tutor.kernel.view import PositionSchema

TABLE: Final = frozenset({"players", "dealer", "options"})
"""Without these nothing can be told."""


class _Unread(Exception):
    """A field was asked for that could not be read."""


def partly(schema: PositionSchema[Any], values: Mapping[str, Any], unread: Set[str]) -> Iterator[Problem]:
    """What is wrong with these values, as far as it can be told without the fields in `unread`."""
    view = schema.view
    names = {field.name for field in dataclasses.fields(view)}
    if unread & TABLE or not unread <= names:
        return
    hidden = type(view.__name__, (view,), {name: property(_asked, _set) for name in unread})
    made: Any = object.__new__(hidden)
    vars(made).update(_defaults(view, unread) | {name: value for name, value in values.items() if name not in unread})
    try:
        if hasattr(made, "__post_init__"):
            made.__post_init__()
        yield from schema.problems(made)
    except _Unread:
        return


def _asked(_: Any) -> NoReturn:
    raise _Unread


def _set(_: Any, value: object) -> None:
    """Let another view be made of this one with the field given; who then asks for it still stops there."""


def _defaults(view: type, unread: Set[str]) -> dict[str, Any]:
    """What the other fields are if they are not given."""
    found: dict[str, Any] = {}
    for field in dataclasses.fields(view):
        if field.name in unread:
            continue
        if field.default is not dataclasses.MISSING:
            found[field.name] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            found[field.name] = field.default_factory()
    return found
