"""A view that records what is read from it, so that an answer can be cached by that.

There are too many different hands to cache by. Of fields that hold cards only their number and the first card are
recorded; a property that reads more of them (whether the suit led is held) is recorded by its own value; of a
combination to be beaten only what decides which others beat it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from tutor.kernel.cards import Card
from tutor.kernel.fields import FieldType, field_names, specs
from tutor.kernel.moves import Combo, Move

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

ATOMS: Final = (str, int, float, Card, Move, type(None))
"""Types of values by which a property may be recorded."""
LENGTH, FIRST, NONEMPTY, COMPARED = "length", "first", "nonempty", "compared"
"""What is recorded of a field or property; "" for its whole value."""
Read: TypeAlias = tuple[str, str]
"""One of these, and the name of the field or property."""


class Unrecordable(Exception):
    """Raised when cards are read one by one where their values cannot be recorded."""


UNRECORDABLE: Final = (Unrecordable, TypeError)
"""Errors that mean that not everything read can be recorded; TypeError comes from `dataclasses.replace`."""


class _Counted:
    """Stands for cards of which only the number may be read."""

    __slots__ = ("_cards",)

    def __init__(self, cards: Sequence[Any]) -> None:
        self._cards = cards

    def __len__(self) -> int:
        return len(self._cards)

    def _refuse(self, *_: Any) -> NoReturn:
        raise Unrecordable

    __iter__ = __contains__ = __getitem__ = __add__ = __radd__ = __getattr__ = _refuse
    __eq__ = __hash__ = _refuse


class _Hidden(_Counted):
    """Cards of which nothing may be known."""

    __slots__ = ()
    __len__ = _Counted._refuse


HIDDEN: Final = _Hidden(())


class _RecordedCards(_Counted):
    """Stands for the cards in a field of a recording view."""

    __slots__ = ("_name", "_note")

    def __init__(self, note: Callable[[str, str, Any], Any], name: str, cards: Sequence[Any]) -> None:
        super().__init__(cards)
        self._note, self._name = note, name

    def __len__(self) -> int:
        number: int = self._note(LENGTH, self._name, len(self._cards))
        return number

    def __bool__(self) -> bool:
        return bool(self._note(NONEMPTY, self._name, bool(self._cards)))

    def __getitem__(self, at: Any) -> Any:
        if at != 0:
            raise Unrecordable
        return self._note(FIRST, self._name, self._cards[:1])[0]


class _Compared:
    """Stands for a combination of which only what others are compared with may be read."""

    __slots__ = ("cards", "high", "kind", "length", "trump")

    def __init__(self, combo: Combo) -> None:
        self.kind, self.length, self.high, self.trump, _ = combo.compared
        self.cards = _Counted(combo.cards)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # so that it is known as one
        return Combo

    def _refuse(self, *_: Any) -> NoReturn:
        raise Unrecordable

    __eq__ = __hash__ = __getattr__ = _refuse


class RecordingView:
    """A proxy of a view that records in `reads`, in order, what is read and its value. Raises `Unrecordable`.

    What has been read is kept in its dictionary, where it is found the next time.
    """

    def __init__(self, view: Any, by_value: Collection[str] = (), hand: Sequence[Card] | _Hidden | None = None) -> None:
        """Properties named `by_value` are reads by their value. With `hand` that is the hand, and is not reads.

        So it may be read, but for `HIDDEN`.
        """
        self.__view, self.__by_value, self.__hand = view, by_value, hand
        self.reads: dict[Read, Any] = {}

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # so that a view of a kind is known as one
        return type(self.__view)

    def __note(self, how: str, name: str, value: Any) -> Any:
        self.reads[how, name] = value
        return value

    def __getattr__(self, name: str) -> Any:
        view = self.__view
        kind: Any = type(view)
        if name in field_names(kind):
            value = self.__dict__[name] = self.__field(name, getattr(view, name))
            return value
        found = _defined(kind, name)
        if found is None:
            raise AttributeError(name)
        work_out = getattr(found, "work_out", None) or getattr(found, "func", None) or getattr(found, "fget", None)
        if work_out is None:
            found = self.__dict__[name] = found.__get__(self, kind) if hasattr(found, "__get__") else found
            return found
        value = self.__dict__[name] = self.__property(name, work_out)
        return value

    def __property(self, name: str, work_out: Callable[[Any], Any]) -> Any:
        if name not in self.__by_value:
            reads, known = self.reads.copy(), self.__dict__.copy()
            try:
                value = work_out(self)
            except UNRECORDABLE:
                self.__dict__.clear()
                self.__dict__.update(known, reads=reads)
            else:
                if type(value) is not _RecordedCards:
                    return value
        value = getattr(self.__view, name)
        if not isinstance(value, ATOMS):
            raise Unrecordable
        if type(value) is Combo:
            self.__note(COMPARED, name, value.compared)
            return _Compared(value) if value.cards else value
        return self.__note("", name, value)

    def __field(self, name: str, value: Any) -> Any:
        if name == "options":  # of which there is a tree each
            return value
        if name == "hand" and self.__hand is not None:
            return self.__hand
        if type(value) is tuple and _holds_cards(self.__class__, name):
            return _RecordedCards(self.__note, name, value)
        if value.__hash__ is None:
            raise Unrecordable
        return self.__note("", name, value)


@cache
def _defined(kind: type, name: str) -> Any:
    """What a class or its bases define under a name, not bound; None if nothing."""
    return next((one.__dict__[name] for one in kind.__mro__ if name in one.__dict__), None)


@cache
def _holds_cards(view: Any, name: str) -> bool:
    spec = specs(view).get(name)
    return spec is None or type(spec.kind).cards is not FieldType.cards
