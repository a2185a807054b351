"""Checks of a position some of whose fields could not be read: contradictions among the others are still reported.

The view is made without the unread fields, and a check that asks for one of them stops there, so no problem rests on a
guess.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Set

    from tutor.kernel.fields import Problem
    from tutor.kernel.view import PositionSchema

TABLE: Final = frozenset({"players", "dealer", "options"})
"""Fields without which nothing can be checked."""


class FieldUnread(Exception):
    """Raised when a field that could not be read is asked for."""


def problems_without(schema: PositionSchema[Any], values: Mapping[str, Any], unread: Set[str]) -> Iterator[Problem]:
    """Yield what is wrong with `values`, as far as that can be told without the fields in `unread`."""
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
    except FieldUnread:
        return


def _asked(_: Any) -> NoReturn:
    raise FieldUnread


def _set(_: Any, value: object) -> None:
    """Ignore the value: lets `dataclasses.replace` copy the view; asking for the field still raises."""


def _defaults(view: type, unread: Set[str]) -> dict[str, Any]:
    """The defaults of all fields that are not in `unread`."""
    found: dict[str, Any] = {}
    for field in dataclasses.fields(view):
        if field.name in unread:
            continue
        if field.default is not dataclasses.MISSING:
            found[field.name] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            found[field.name] = field.default_factory()
    return found
