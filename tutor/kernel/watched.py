"""Views that record what is read from them, so that an answer can be cached by it (see `remembered`).

There are too many different hands to cache by. Of fields that hold cards only their number and the first card are
recorded; a property that reads more of them (whether the suit led is held) is recorded by its own value; of a
combination to be beaten only what decides which others beat it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NoReturn

from tutor.kernel.cards import Card
from tutor.kernel.fields import FieldType, field_names, specs
from tutor.kernel.moves import Combo, Move

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

ATOMS: Final = (str, int, float, Card, Move, type(None))
"""Types of values by which a property may be recorded."""
NUMBER, FIRST, ANY, BEATEN = "number of", "first of", "any", "what beats"
"""What is recorded of a field or property; "" for its whole value."""


class LooksAtCards(Exception):
    """Raised when cards are read one by one where their values cannot be recorded."""


UNKNOWN: Final = (LooksAtCards, TypeError)
"""Errors that mean that not everything read can be recorded; TypeError comes from `dataclasses.replace`."""


class _Number:
    """Stands for cards of which only the number may be read."""

    __slots__ = ("_cards",)

    def __init__(self, cards: Sequence[Any]) -> None:
        self._cards = cards

    def __len__(self) -> int:
        return len(self._cards)

    def _look(self, *_: Any) -> NoReturn:
        raise LooksAtCards

    __iter__ = __contains__ = __getitem__ = __add__ = __radd__ = __getattr__ = _look
    __eq__ = __hash__ = _look


class _Hidden(_Number):
    """Cards of which nothing may be known."""

    __slots__ = ()
    __len__ = _Number._look


HIDDEN: Final = _Hidden(())


class _Cards(_Number):
    """Stands for the cards in a field of a watched view."""

    __slots__ = ("_name", "_note")

    def __init__(self, note: Callable[[str, str, Any], Any], name: str, cards: Sequence[Any]) -> None:
        super().__init__(cards)
        self._note, self._name = note, name

    def __len__(self) -> int:
        number: int = self._note(NUMBER, self._name, len(self._cards))
        return number

    def __bool__(self) -> bool:
        return bool(self._note(ANY, self._name, bool(self._cards)))

    def __getitem__(self, at: Any) -> Any:
        if at != 0:
            raise LooksAtCards
        return self._note(FIRST, self._name, self._cards[:1])[0]


class _Compared:
    """Stands for a combination of which only what others are compared with may be read."""

    __slots__ = ("cards", "high", "kind", "length", "trump")

    def __init__(self, combo: Combo) -> None:
        self.kind, self.length, self.high, self.trump, _ = combo.compared
        self.cards = _Number(combo.cards)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # so that it is known as one
        return Combo

    def _look(self, *_: Any) -> NoReturn:
        raise LooksAtCards

    __eq__ = __hash__ = __getattr__ = _look


class Watched:
    """A proxy of a view that records in `noted`, in order, what is read and its value. Raises `LooksAtCards`.

    What has been read is kept in its dictionary, where it is found the next time.
    """

    def __init__(self, view: Any, by_value: Collection[str] = (), hand: Sequence[Card] | _Hidden | None = None) -> None:
        """Properties named `by_value` are noted by their value. With `hand` that is the hand, and is not noted.

        So it may be looked at, but for `HIDDEN`.
        """
        self.__view, self.__by_value, self.__hand = view, by_value, hand
        self.noted: dict[tuple[str, str], Any] = {}

    @property  # type: ignore[misc]
    def __class__(self) -> Any:  # so that a view of a kind is known as one
        return type(self.__view)

    def __note(self, how: str, name: str, value: Any) -> Any:
        self.noted[how, name] = value
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
            noted, known = self.noted.copy(), self.__dict__.copy()
            try:
                value = work_out(self)
            except UNKNOWN:
                self.__dict__.clear()
                self.__dict__.update(known, noted=noted)
            else:
                if type(value) is not _Cards:
                    return value
        value = getattr(self.__view, name)
        if not isinstance(value, ATOMS):
            raise LooksAtCards
        if type(value) is Combo:
            self.__note(BEATEN, name, value.compared)
            return _Compared(value) if value.cards else value
        return self.__note("", name, value)

    def __field(self, name: str, value: Any) -> Any:
        if name == "options":  # of which there is a tree each
            return value
        if name == "hand" and self.__hand is not None:
            return self.__hand
        if type(value) is tuple and _holds_cards(self.__class__, name):
            return _Cards(self.__note, name, value)
        if value.__hash__ is None:
            raise LooksAtCards
        return self.__note("", name, value)


@cache
def _defined(kind: type, name: str) -> Any:
    """What a class or its bases define under a name, not bound; None if nothing."""
    return next((one.__dict__[name] for one in kind.__mro__ if name in one.__dict__), None)


@cache
def _holds_cards(view: Any, name: str) -> bool:
    spec = specs(view).get(name)
    return spec is None or type(spec.kind).cards is not FieldType.cards
