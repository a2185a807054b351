"""Attributes worked out when first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class cached_property(Generic[T]):  # noqa: N801  it is used as a decorator
    """A property of a frozen value that is worked out once and then kept in the value's dictionary.

    `functools.cached_property` does the same and takes a lock to do it until Python 3.12, which is half of what a
    short property costs. A value is frozen, so working something out twice at the same time does no harm.
    """

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self.work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, value: None, owner: type) -> cached_property[T]: ...
    @overload
    def __get__(self, value: object, owner: type) -> T: ...
    def __get__(self, value: object | None, owner: type) -> cached_property[T] | T:
        if value is None:
            return self
        found = value.__dict__[self.name] = self.work_out(value)
        return found
