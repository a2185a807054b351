"""A cached property for frozen values, without a lock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class cached_property(Generic[T]):  # noqa: N801  it is used as a decorator
    """A property computed when first read and then kept in the instance's dictionary.

    `functools.cached_property` takes a lock until Python 3.12, which is half of what a short property costs. Values
    here are frozen, so computing one twice in two threads does no harm.
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
