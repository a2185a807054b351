"""Fields: the named values of a position, each with a kind that reads and writes its text.

A view declares its fields as dataclass fields made by the functions at the end of this file, so that one
declaration gives the attribute, the text form, `--fields` help and the checks every game shares.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from tutor.kernel.cards import Card, Cards, Pack
from tutor.kernel.seats import Seat, Side

T = TypeVar("T")


class Problem(NamedTuple):
    """One thing wrong with a position: the field, and what would be right."""

    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.field}: {self.message}"


class Setting(NamedTuple):
    """What a value is read against: the seats, sides and pack of the table."""

    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    pack: Pack


class Kind(Generic[T]):
    """How values of one kind are read and written."""

    shape: str = "text"
    """What people are told to write."""

    def read(self, text: str, at: Setting) -> T:
        """The value of `text` (never empty unless the kind is a list); ValueError with a reason otherwise."""
        raise NotImplementedError

    def show(self, value: T) -> str:
        """The canonical text; `read` gives the value back."""
        return str(value)

    def cards(self, value: T) -> Iterable[Card]:
        """The cards in the value, for the check that no card is in two places."""
        return ()


def _items(text: str) -> list[str]:
    return [] if text in ("", "-") else [part.strip() for part in text.split(",")]


class _OneCard(Kind[Card]):
    shape = "a card"

    def read(self, text: str, at: Setting) -> Card:
        return at.pack.read(text)

    def show(self, value: Card) -> str:
        return value.text

    def cards(self, value: Card) -> Iterable[Card]:
        return (value,)


class _Cards(Kind[Cards]):
    shape = "cards separated by commas"

    def read(self, text: str, at: Setting) -> Cards:
        return each(_items(text), at.pack.read)

    def show(self, value: Cards) -> str:
        return ",".join(c.text for c in value)

    def cards(self, value: Cards) -> Iterable[Card]:
        return value


class _Together(Kind[Cards]):
    shape = "cards joined with +"

    def read(self, text: str, at: Setting) -> Cards:
        return each([] if text in ("", "-") else text.split("+"), at.pack.read)

    def show(self, value: Cards) -> str:
        return "+".join(c.text for c in value)

    def cards(self, value: Cards) -> Iterable[Card]:
        return value


class _Heaps(Kind[tuple[Cards, ...]]):
    shape = "cards joined with +, separated by commas"

    def read(self, text: str, at: Setting) -> tuple[Cards, ...]:
        return each(_items(text), lambda part: TOGETHER.read(part, at))

    def show(self, value: tuple[Cards, ...]) -> str:
        return ",".join(TOGETHER.show(part) for part in value)

    def cards(self, value: tuple[Cards, ...]) -> Iterable[Card]:
        return (c for heap in value for c in heap)


class _Seat(Kind[Seat]):
    shape = "a seat"

    def read(self, text: str, at: Setting) -> Seat:
        seat = text.upper()
        if text in at.seats or seat in at.seats:
            return text if text in at.seats else seat
        raise ValueError(f"{text[:20]!r} is no seat at this table ({', '.join(at.seats)})")


class _SeatOrNone(_Seat):
    shape = "a seat, or - for nobody"

    def read(self, text: str, at: Setting) -> Seat:
        return "" if text == "-" else super().read(text, at)

    def show(self, value: Seat) -> str:
        return value or "-"


class _Seats(Kind[tuple[Seat, ...]]):
    shape = "seats separated by commas"

    def read(self, text: str, at: Setting) -> tuple[Seat, ...]:
        return each(_items(text), lambda part: SEAT.read(part, at))

    def show(self, value: tuple[Seat, ...]) -> str:
        return ",".join(value)


class _Side(Kind[Side]):
    shape = "a side"

    def read(self, text: str, at: Setting) -> Side:
        names = {frozenset(side.upper().split("+")): side for side in at.sides}
        side = names.get(frozenset(text.upper().split("+")))
        if side is None:
            raise ValueError(f"{text[:20]!r} is no side at this table ({', '.join(at.sides)})")
        return side


@dataclass(frozen=True)
class _Suit(Kind[str]):
    none: bool

    @property
    def shape(self) -> str:  # type: ignore[override]
        return "S, H, D, C or - for none" if self.none else "S, H, D or C"

    def read(self, text: str, at: Setting) -> str:
        suit = text.upper().translate(str.maketrans("♠♥♦♣", "SHDC"))
        if suit == "-" and self.none:
            return ""
        if len(suit) == 1 and suit in "SHDC":
            return suit
        raise ValueError(f"{text[:20]!r} is no suit: {self.shape}")

    def show(self, value: str) -> str:
        return value or "-"


@dataclass(frozen=True)
class _Whole(Kind[int]):
    low: int | None
    high: int | None

    @property
    def shape(self) -> str:  # type: ignore[override]
        if self.low is not None and self.high is not None:
            return f"{self.low} to {self.high}"
        return "a whole number" if self.low is None else f"a whole number from {self.low}"

    def read(self, text: str, at: Setting) -> int:
        if not re.fullmatch(r"[+-]?\d{1,9}", text, re.ASCII):
            raise ValueError(f"{text[:20]!r} is no whole number ({self.shape})")
        value = int(text)
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise ValueError(f"{value} is out of range ({self.shape})")
        return value


@dataclass(frozen=True)
class _WholeOrNone(_Whole):
    """A number that may be left open: `-` is read as 0, which is below `low`."""

    @property
    def shape(self) -> str:  # type: ignore[override]
        return f"{super().shape}, or - for none"

    def read(self, text: str, at: Setting) -> int:
        return 0 if text == "-" else super().read(text, at)

    def show(self, value: int) -> str:
        return str(value) if value else "-"


class _Flag(Kind[bool]):
    shape = "true or false"

    def read(self, text: str, at: Setting) -> bool:
        word = text.lower()
        if word in ("true", "yes", "on", "1"):
            return True
        if word in ("false", "no", "off", "0"):
            return False
        raise ValueError(f"{text[:20]!r} is neither true nor false")

    def show(self, value: bool) -> str:
        return "true" if value else "false"


@dataclass(frozen=True)
class _Choice(Kind[str]):
    words: tuple[str, ...]

    @property
    def shape(self) -> str:  # type: ignore[override]
        return " / ".join(self.words)

    def read(self, text: str, at: Setting) -> str:
        for word in self.words:
            if word.lower() == text.lower():
                return word
        raise ValueError(f"{text[:20]!r} is not one of {', '.join(self.words)}")


class _Words(Kind[tuple[str, ...]]):
    shape = "words separated by commas"

    def read(self, text: str, at: Setting) -> tuple[str, ...]:
        return tuple(_items(text))

    def show(self, value: tuple[str, ...]) -> str:
        return ",".join(value)


@dataclass(frozen=True)
class _Calls(Kind[tuple[tuple[Seat, str], ...]]):
    calls: tuple[str, ...] = ()

    @property
    def shape(self) -> str:  # type: ignore[override]
        return f"SEAT:CALL separated by commas{', calls ' if self.calls else ''}{' / '.join(self.calls)}"

    def read(self, text: str, at: Setting) -> tuple[tuple[Seat, str], ...]:
        def one(part: str) -> tuple[Seat, str]:
            who, colon, what = part.partition(":")
            if not colon or not what:
                raise ValueError(f"{part[:20]!r} is not SEAT:CALL")
            known = [call for call in self.calls if call.lower() == what.lower()]
            if self.calls and not known:
                raise ValueError(f"{what[:20]!r} is not one of {', '.join(self.calls)}")
            return SEAT.read(who, at), known[0] if known else what

        return each(_items(text), one)

    def show(self, value: tuple[tuple[Seat, str], ...]) -> str:
        return ",".join(f"{who}:{what}" for who, what in value)


class _Plays(Kind[tuple[tuple[Seat, Cards], ...]]):
    shape = "SEAT:CARDS separated by commas, cards of one play joined with +"

    def read(self, text: str, at: Setting) -> tuple[tuple[Seat, Cards], ...]:
        def one(part: str) -> tuple[Seat, Cards]:
            who, colon, what = part.partition(":")
            if not colon or not what:
                raise ValueError(f"{part[:20]!r} is not SEAT:CARDS")
            return SEAT.read(who, at), TOGETHER.read(what, at)

        return each(_items(text), one)

    def show(self, value: tuple[tuple[Seat, Cards], ...]) -> str:
        return ",".join(f"{who}:{TOGETHER.show(what)}" for who, what in value)

    def cards(self, value: tuple[tuple[Seat, Cards], ...]) -> Iterable[Card]:
        return (c for _, part in value for c in part)


def each(parts: list[str], read: Callable[[str], T]) -> tuple[T, ...]:
    """Read every part; one ValueError that names all the bad ones."""
    out, bad = [], []
    for part in parts:
        try:
            out.append(read(part))
        except ValueError as why:
            bad.append(str(why))
    if bad:
        raise ValueError("; ".join(bad[:8]) + ("; …" if len(bad) > 8 else ""))
    return tuple(out)


CARD: Final = _OneCard()
CARDS: Final = _Cards()
TOGETHER: Final = _Together()
HEAPS: Final = _Heaps()
SEAT: Final = _Seat()
SEAT_OR_NONE: Final = _SeatOrNone()
SEATS: Final = _Seats()
SIDE: Final = _Side()
FLAG: Final = _Flag()
WORDS: Final = _Words()
CALLS: Final = _Calls()
PLAYS: Final = _Plays()

REQUIRED: Final = object()


class Spec(NamedTuple):
    """What is known of a field besides its name: kind, meaning, default, and how it is keyed.

    `per` is "seat" or "side" for a family of fields such as `won.P1+P3`, whose value is a mapping of the keys
    given. `located` says that cards in it lie there and nowhere else.
    """

    kind: Kind[Any]
    meaning: str
    default: Any = None
    per: str = ""
    located: bool = True
    shown: str = ""
    """How the default is described where it is not simply a value ("the seat before the dealer")."""


def declared(
    kind: Kind[Any], meaning: str, default: Any = REQUIRED, *, per: str = "", located: bool = True, shown: str = ""
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
    return declared(_Suit(none), meaning, default)


def whole(
    meaning: str, default: Any = REQUIRED, *, low: int | None = None, high: int | None = None, per: str = ""
) -> Any:
    """A whole number between `low` and `high` (inclusive, None for no bound)."""
    return declared(_Whole(low, high), meaning, default, per=per)


def whole_or_none(meaning: str, default: Any = 0, *, low: int = 1, high: int | None = None) -> Any:
    """A whole number from `low` (above 0), or `-` for none, which is 0."""
    return declared(_WholeOrNone(low, high), meaning, default)


def choice(meaning: str, words: tuple[str, ...], default: Any = REQUIRED, *, shown: str = "") -> Any:
    """One of `words`."""
    return declared(_Choice(words), meaning, default, shown=shown)


def calls(meaning: str, words: tuple[str, ...], default: Any = ()) -> Any:
    """What seats have said, in order, each one of `words`."""
    return declared(_Calls(words), meaning, default)


def specs(view: type) -> Mapping[str, Spec]:
    """The declared fields of a view (or options) class, in order."""
    cached = _SPECS.get(view)
    if cached is None:
        cached = {f.name: f.metadata["spec"] for f in dataclasses.fields(view) if "spec" in f.metadata}
        _SPECS[view] = cached
    return cached


_SPECS: dict[type, Mapping[str, Spec]] = {}
