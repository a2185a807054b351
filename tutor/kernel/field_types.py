"""Field types: how each type of value in a position is read and written: cards, seats, numbers, calls."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeAlias, TypeVar

from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUIT_NAMES, Card, Pack, UnknownCard
from tutor.kernel.echo import echoed, short
from tutor.kernel.seats import Seat, Side

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")


class ParseContext(NamedTuple):
    """What a value is read against: the seats, sides and pack of the table."""

    seats: tuple[Seat, ...]
    sides: tuple[Side, ...]
    pack: Pack


class FieldType(Generic[T]):
    """How values of one type are read from text and written as text."""

    shape: str = "text"
    """What people are told to write."""

    def read(self, text: str, at: ParseContext) -> T:
        """The value of `text` (empty only for lists); ValueError with the reason if there is none."""
        raise NotImplementedError

    def show(self, value: T) -> str:
        """The canonical text, from which `read` gives the value back."""
        return str(value)

    def cards(self, value: T) -> Iterable[Card]:
        """The cards in the value, for the check that no card is in two places."""
        return ()

    def choices(self, at: ParseContext) -> tuple[T, ...]:
        """All possible values, where they are few and no cards; else empty."""
        return ()


class Unread(ValueError):
    """Several things that are wrong with one value; `each` lists them."""

    def __init__(self, each: list[str]) -> None:
        super().__init__("; ".join(each))
        self.each = tuple(each)


class ListOf(FieldType[tuple[T, ...]]):
    """Values of one type, in order; nothing, or `-`, for none."""

    def __init__(self, one: FieldType[T], shape: str, sign: str = ",") -> None:
        self.one, self.shape, self.sign = one, shape, sign

    def read(self, text: str, at: ParseContext) -> tuple[T, ...]:
        """The values; ValueError that lists what is wrong with any of them (the first eight)."""
        out, bad = [], []
        for part in [] if text in ("", "-") else text.split(self.sign):
            try:
                out.append(self.one.read(part.strip(), at))
            except UnknownCard as why:
                how = "join cards with +" if self.sign == "+" else "put commas between cards"
                run = f"{echoed(part.strip())} is not a card; {how}: {self.sign.join(why.several)}"
                bad.append(run if why.several else str(why))
            except ValueError as why:
                bad.append(str(why))
        bad = list(dict.fromkeys(bad))
        if bad:
            raise Unread(bad[:8] + ([f"and {len(bad) - 8} more"] if len(bad) > 8 else []))
        return tuple(out)

    def show(self, value: tuple[T, ...]) -> str:
        """The canonical text."""
        return self.sign.join(map(self.one.show, value))

    def cards(self, value: tuple[T, ...]) -> Iterable[Card]:
        """The cards in all values."""
        return (c for part in value for c in self.one.cards(part))


class _OneCard(FieldType[Card]):
    shape = "a card"

    def read(self, text: str, at: ParseContext) -> Card:
        return at.pack.read(text)

    def show(self, value: Card) -> str:
        return value.text

    def cards(self, value: Card) -> Iterable[Card]:
        return (value,)


class _Seat(FieldType[Seat]):
    shape = "a seat"
    more = ""
    """What may be written besides, at the end of the list of seats."""

    def read(self, text: str, at: ParseContext) -> Seat:
        seat = text.upper()
        if text in at.seats or seat in at.seats:
            return text if text in at.seats else seat
        raise ValueError(f"{echoed(text)} is not a seat at this table ({', '.join(at.seats)}{self.more})")

    def choices(self, at: ParseContext) -> tuple[Seat, ...]:
        return at.seats


class _SeatOrNone(_Seat):
    shape = "a seat, or - for nobody"
    more = ", or - for nobody"

    def read(self, text: str, at: ParseContext) -> Seat:
        return "" if text == "-" else super().read(text, at)

    def show(self, value: Seat) -> str:
        return value or "-"

    def choices(self, at: ParseContext) -> tuple[Seat, ...]:
        return (*at.seats, "")


class _Side(FieldType[Side]):
    shape = "a side"

    def read(self, text: str, at: ParseContext) -> Side:
        names = {frozenset(side.upper().split("+")): side for side in at.sides}
        side = names.get(frozenset(text.upper().split("+")))
        if side is None:
            raise ValueError(f"{echoed(text)} is not a side at this table ({', '.join(at.sides)})")
        return side

    def choices(self, at: ParseContext) -> tuple[Side, ...]:
        return at.sides


class _Suit(FieldType[str]):
    """A suit by its letter, or, if that is allowed, none."""

    def __init__(self, none: bool) -> None:
        self.none = none

    @property
    def shape(self) -> str:  # type: ignore[override]
        return "S, H, D, C or - for none" if self.none else "S, H, D or C"

    def read(self, text: str, at: ParseContext) -> str:
        suit = text.upper().translate(str.maketrans("♠♥♦♣", "SHDC"))
        suit = next((one for one, name in SUIT_NAMES.items() if suit in (name.upper(), name.upper()[:-1])), suit)
        if suit == "-" and self.none:
            return ""
        if len(suit) == 1 and suit in "SHDC":
            return suit
        raise ValueError(f"{echoed(text)} is not a suit: {self.shape}")

    def show(self, value: str) -> str:
        return value or "-"

    def choices(self, at: ParseContext) -> tuple[str, ...]:
        return (*"SHDC", "") if self.none else (*"SHDC",)


class _Whole(FieldType[int]):
    """A whole number from `low` to `high`; None for no bound."""

    def __init__(self, low: int | None, high: int | None) -> None:
        self.low, self.high = low, high

    @property
    def shape(self) -> str:  # type: ignore[override]
        if self.low is not None and self.high is not None:
            return f"{self.low} to {self.high}"
        return "a whole number" if self.low is None else f"a whole number from {self.low}"

    def read(self, text: str, at: ParseContext) -> int:
        if not re.fullmatch(r"[+-]?\d{1,9}", text, re.ASCII):
            raise ValueError(f"{echoed(text)} is not a whole number ({self.shape})")
        value = int(text)
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise ValueError(f"{value} is out of range ({self.shape})")
        return value


class _WholeOrNone(_Whole):
    """A whole number or none: `-` is read as 0, which is below `low`."""

    @property
    def shape(self) -> str:  # type: ignore[override]
        return f"{super().shape}, or - for none"

    def read(self, text: str, at: ParseContext) -> int:
        return 0 if text == "-" else super().read(text, at)

    def show(self, value: int) -> str:
        return str(value) if value else "-"


class _Flag(FieldType[bool]):
    shape = "true or false"

    def read(self, text: str, at: ParseContext) -> bool:
        word = text.lower()
        if word in ("true", "yes", "on", "1"):
            return True
        if word in ("false", "no", "off", "0"):
            return False
        raise ValueError(f"{echoed(text)} is neither true nor false")

    def show(self, value: bool) -> str:
        return "true" if value else "false"

    def choices(self, at: ParseContext) -> tuple[bool, ...]:
        return False, True


class _Choice(FieldType[str]):
    """One of a few words."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    @property
    def shape(self) -> str:  # type: ignore[override]
        return " / ".join(self.words)

    def read(self, text: str, at: ParseContext) -> str:
        for word in self.words:
            if word.lower() == text.lower():
                return word
        raise ValueError(f"{echoed(text)} is not one of {', '.join(self.words)}")

    def choices(self, at: ParseContext) -> tuple[str, ...]:
        return self.words


class _Word(FieldType[str]):
    def read(self, text: str, at: ParseContext) -> str:
        return text


class By(FieldType[tuple[Seat, T]]):
    """What one player did, written `SEAT:WHAT`; `name` stands for it in messages."""

    def __init__(self, what: FieldType[T], name: str) -> None:
        self.what, self.name = what, name

    def read(self, text: str, at: ParseContext) -> tuple[Seat, T]:
        """The seat, and what stands behind the colon."""
        who, colon, what = text.partition(":")
        if not colon or not what:
            raise ValueError(f"{echoed(text)} is not SEAT:{self.name}{self._like(text, at)}")
        return SEAT.read(who, at), self.what.read(what, at)

    def _like(self, text: str, at: ParseContext) -> str:
        """An example: what was written with its colon, or else something that can be done; "" if none is known."""
        seat, _, rest = text.partition(" ")
        seat, what = (seat, rest) if seat.upper() in at.seats and rest else (at.seats[0], text)
        try:
            self.what.read(what, at)
        except ValueError:
            what = next(map(self.what.show, self.what.choices(at)), "")
        if isinstance(self.what, _Word) and not re.search(r"\d", what):
            what = PASS  # any word can be read, so it need be no call
        return f", such as {short(f'{seat}:{what}', 24)}" if what else ""

    def show(self, value: tuple[Seat, T]) -> str:
        """The canonical text."""
        return f"{value[0]}:{self.what.show(value[1])}"

    def cards(self, value: tuple[Seat, T]) -> Iterable[Card]:
        """The cards in what was done."""
        return self.what.cards(value[1])


class _Calls(ListOf[tuple[Seat, str]]):
    """What players have called, in order; `calls` are the words allowed, empty for any."""

    def __init__(self, calls: tuple[str, ...] = ()) -> None:
        self.calls = calls
        shape = f"SEAT:CALL separated by commas{', calls ' if calls else ''}{' / '.join(calls)}"
        super().__init__(By(_Choice(calls) if calls else _Word(), "CALL"), shape)


CARD: Final = _OneCard()
CARDS: Final = ListOf(CARD, "cards separated by commas")
TOGETHER: Final = ListOf(CARD, "cards joined with +", "+")
HEAPS: Final = ListOf(TOGETHER, "cards joined with +, separated by commas")
SEAT: Final = _Seat()
SEAT_OR_NONE: Final = _SeatOrNone()
SEATS: Final = ListOf(SEAT, "seats separated by commas")
SIDE: Final = _Side()
WHOLE_OR_NONE: Final = _WholeOrNone(1, None)
FLAG: Final = _Flag()
WORDS: Final = ListOf(_Word(), "words separated by commas")
CALLS: Final = _Calls()
PLAYS: Final = ListOf(By(TOGETHER, "CARDS"), "SEAT:CARDS separated by commas, cards of one play joined with +")

# The types that take arguments, under the names of the functions in `fields` that declare such fields.
suit, whole, choice, calls = _Suit, _Whole, _Choice, _Calls

# The same for who asks what type a field has.
Suit: TypeAlias = _Suit
Whole: TypeAlias = _Whole
Choice: TypeAlias = _Choice
Calls: TypeAlias = _Calls
