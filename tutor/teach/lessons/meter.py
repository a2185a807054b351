"""Bounds on untrusted sentences: the size of values, and the work of evaluating them.

Both are checked before a value is made, so large values never exist.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from itertools import islice
from typing import Any, Final

from jinja2 import Undefined
from jinja2.exceptions import SecurityError

from tutor.teach.text.words import say

LARGEST: Final = 5_000
"""The most characters and members of an intermediate value, all parts together."""
WORK: Final = 50_000
"""The most steps of a sentence; using a value takes a step for each of its characters and members."""
DIGITS: Final = 12
"""The most decimal places for rounding."""

_left = WORK


@contextmanager
def metered() -> Iterator[None]:
    """Within this context, bound the work of compiling or rendering a sentence."""
    global _left
    before, _left = _left, WORK
    try:
        yield
    finally:
        _left = before


def charge(steps: int) -> None:
    """Add steps of work; raises SecurityError if there are too many."""
    global _left
    _left -= steps
    if _left < 0:
        raise SecurityError(say("sandbox.work"))


def weight(value: Any, most: int = LARGEST) -> int:
    """The number of characters and members of a value, all parts together; counting stops above `most`."""
    found, parts = 0, [value]
    while parts and found <= most:
        part = parts.pop()
        found += 1
        if isinstance(part, str):
            found += len(part)
        elif isinstance(part, Mapping):
            parts += [*islice(part.keys(), most), *islice(part.values(), most)]
        elif isinstance(part, Collection) and not isinstance(part, bytes | Undefined):
            parts += islice(part, most)
        elif isinstance(part, int):
            found += part.bit_length() // 64
    return found


def small(value: Any) -> Any:
    """`value`, with iterators made into lists; raises SecurityError if it is too large."""
    if isinstance(value, Iterator):
        value = list(islice(value, LARGEST + 1))
    if weight(value) > LARGEST:
        raise SecurityError(say("sandbox.large", most=LARGEST))
    return value


def charge_sizes(*values: Any) -> None:
    """Charge for using values; raises SecurityError if one is too large."""
    for value in values:
        if isinstance(value, str | int | float | Collection):
            charge(weight(small(value)))


def bounded(name: str, made: Callable[..., Any]) -> Callable[..., Any]:
    """The filter or test `made`, with charges for its use and bounds on its arguments and result."""
    before = _BEFORE.get(name)

    @wraps(made)
    def metered_filter(*args: Any, **named: Any) -> Any:
        charge(10)
        charge_sizes(*args, *named.values())
        if before is not None:
            value, *more = args[1:] if hasattr(made, "jinja_pass_arg") else args
            before(value, *more, *named.values())
        return small(made(*args, **named))

    return metered_filter


def _joining(value: Any, *more: Any) -> None:
    """Check that the result of `join` will be small, separators included."""
    parts = list(islice(value, LARGEST + 1)) if isinstance(value, Iterable) else []
    between = max((len(part) for part in more if isinstance(part, str)), default=0)
    if weight(parts) + between * len(parts) > LARGEST:
        raise SecurityError(say("sandbox.large", most=LARGEST))


def _rounding(_: Any, *more: Any) -> None:
    if any(isinstance(part, int) and abs(part) > DIGITS for part in more):
        raise SecurityError(say("sandbox.arithmetic", operator="round"))


def _by_name(value: Any, *more: Any) -> None:
    """Charge for looking up each part of a path of attributes for each member."""
    names = sum(part.count(",") + part.count(".") for part in more if isinstance(part, str))
    charge(names * weight(value))


_BEFORE: Final[Mapping[str, Callable[..., None]]] = {
    "join": _joining,
    "round": _rounding,
    "sort": _by_name,
    "map": _by_name,
    "unique": _by_name,
    "sum": _by_name,
    "min": _by_name,
    "max": _by_name,
    "selectattr": _by_name,
    "rejectattr": _by_name,
}
"""Additional checks before certain filters."""


def taken(value: Any, steps: int) -> Any:
    """The iterable of a loop, charged in advance with `steps` for each member."""
    if not isinstance(value, Iterable) or isinstance(value, Undefined):
        return value  # Jinja reports the error
    members = list(islice(value, LARGEST + 1))
    charge(steps * len(members))
    return members
