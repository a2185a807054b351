"""Vary a position: other values for every field, one at a time, by its type."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.field_types import Calls, ListOf, Whole
from tutor.kernel.fields import (
    CARD,
    CARDS,
    FLAG,
    HEAPS,
    PLAYS,
    SEATS,
    TOGETHER,
    WORDS,
    FieldType,
    ParseContext,
    Spec,
    specs,
)
from tutor.kernel.position import read_view
from tutor.kernel.position_text import BadPosition

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from random import Random

    from tutor.kernel.cards import Card
    from tutor.kernel.game import Game
    from tutor.kernel.view import PositionSchema

SPARE: Final = 4
"""The number of other cards that are tried in each place."""
PLACES: Final = 4
"""The most items of a list, or keys of a mapping, that are changed one by one."""
STEPS: Final = (1, -1, 10, -10)
"""Changes of numbers, besides to their bounds."""


class Change(NamedTuple):
    """A change: the names of the facts (`options.target` for a house rule), and the fields with new values."""

    facts: tuple[str, ...]
    fields: Mapping[str, Any]


def changes(game: Game[Any], view: Any, rng: Random) -> Iterator[Change]:
    """All changes of a single fact of `view`, also impossible ones (see `possible`)."""
    context = game.parse_context(view.players, view.options)
    spare = _spare(game, view, rng)
    for name, spec in specs(type(view.options)).items():
        for value in values(spec, context, getattr(view.options, name), ()):
            yield Change((f"options.{name}",), {"options": replace(view.options, **{name: value})})
    for name, spec in specs(type(view)).items():
        here = getattr(view, name)
        found = _entries(spec, context, here, spare) if spec.per else values(spec, context, here, spare)
        if name == "players":
            found = iter(game.players)
        for value in found:
            if value != here:
                yield Change((name,), {name: value})
        if isinstance(spec.kind, Calls) and not spec.per:
            yield from _begun_elsewhere(view, name)


def _begun_elsewhere(view: Any, name: str) -> Iterator[Change]:
    """The same calls, begun by another seat: in another order, with the seat that a field says began."""
    made = getattr(view, name)
    begins = [other for other, spec in specs(type(view)).items() if made and getattr(view, other) == made[0][0]]
    for i in range(1, min(len(made), PLACES)):
        turned = (*made[i:], *made[:i])
        yield from (Change((name, other), {name: turned, other: turned[0][0]}) for other in begins)


def together(one: Change, two: Change) -> Change | None:
    """Both changes as one; None if they change the same field."""
    if one.fields.keys() & two.fields.keys():
        return None
    return Change((*one.facts, *two.facts), {**one.fields, **two.fields})


def possible(game: Game[Any], schema: PositionSchema[Any], view: Any) -> bool:
    """Whether a position is possible: its text can be read, and gives the same view."""
    try:
        pairs = list(view.text(game.usual).items())
        again: bool = read_view(game, schema, pairs) == view
    except (BadPosition, KeyError, ValueError, TypeError, IndexError, AttributeError):
        return False  # for example, seats that this table does not have
    return again


def _spare(game: Game[Any], view: Any, rng: Random) -> tuple[Card, ...]:
    """Some cards that do not occur in the view."""
    left = game.pack.copies.copy()
    for name, spec in specs(type(view)).items():
        value = getattr(view, name)
        parts = value.values() if spec.per else () if value is None else (value,)
        for part in parts:
            left.subtract(spec.kind.cards(part))
    free = [c for c, n in left.items() if n > 0]
    return tuple(rng.sample(free, min(len(free), SPARE)))


def _entries(spec: Spec, context: ParseContext, here: Any, spare: tuple[Card, ...]) -> Iterator[Any]:
    """Other values of a mapping field: one entry changed, added or removed, or two exchanged."""
    keys = context.seats if spec.per == "seat" else context.sides
    for key in keys[: 2 * PLACES]:
        old = here.get(key)
        if old is not None:
            yield {k: v for k, v in here.items() if k != key}
        blank = old if old is not None else () if isinstance(next(iter(here.values()), None), tuple) else 0
        for value in (v for v in values(spec, context, blank, spare) if v is not None):
            yield {**here, key: value}
    for one, two in combinations(keys[: 2 * PLACES], 2):
        if here.get(one) != here.get(two) and one in here and two in here:
            yield {**here, one: here[two], two: here[one]}


def values(spec: Spec, context: ParseContext, here: Any, spare: tuple[Card, ...]) -> Iterator[Any]:
    """Other possible values of a field that has the value `here`."""
    if here is not None and spec.default is None:
        yield None
    yield from _single(spec.kind, context, here, spare)
    yield from _several(spec.kind, context, here, spare)


def _single(kind: FieldType[Any], context: ParseContext, here: Any, spare: tuple[Card, ...]) -> Iterable[Any]:
    """Other values of a field with a single value; empty for a list."""
    if kind is FLAG:
        return (not here,)
    if kind is CARD:
        return spare
    return _numbers(kind, here) if isinstance(kind, Whole) else kind.choices(context)


def _several(kind: FieldType[Any], context: ParseContext, here: Any, spare: tuple[Card, ...]) -> Iterator[Any]:
    """Other values of a field with a list; empty for a single value."""
    parts = here[:PLACES] if isinstance(here, tuple) else ()
    if kind is SEATS:
        yield from (tuple(s for s in here or () if s != seat) for seat in here or ())
        yield from ((*(here or ()), seat) for seat in context.seats if seat not in (here or ()))
    elif kind in (CARDS, TOGETHER):
        yield from _listed(here, spare)
    elif kind is HEAPS:
        yield from _listed(here, tuple((c,) for c in spare))
        yield from (_put(here, i, cards) for i, heap in enumerate(parts) for cards in _listed(heap, spare[:2]))
    elif kind is PLAYS:
        pairs = tuple((seat, (c,)) for seat, c in zip(context.seats, spare, strict=False))
        yield from _listed(here, pairs)
        yield from (_put(here, i, (seat, done)) for i, (_, done) in enumerate(parts) for seat in context.seats)
    elif isinstance(kind, Calls):
        words = tuple(dict.fromkeys((*kind.calls, *(call for _, call in here or ()))))[: 3 * PLACES]
        yield from _listed(here, tuple((seat, words[0]) for seat in context.seats if words))
        yield from (_put(here, i, (who, word)) for i, (who, _) in enumerate(parts) for word in words)
    elif kind is WORDS:
        yield from _listed(here, ())
    elif isinstance(kind, ListOf) and isinstance(kind.one, Whole):
        numbers = tuple(_numbers(kind.one, parts[-1] if parts else None))
        yield from _listed(here, numbers)


def _numbers(kind: Whole, here: Any) -> Iterator[int]:
    low, high = kind.low, kind.high
    old = here if isinstance(here, int) else low or 0
    for n in dict.fromkeys((*(old + step for step in STEPS), 2 * old, low, high, 0)):
        if n is not None and n != here and (low is None or n >= low or not n) and (high is None or n <= high):
            yield n


def _listed(here: Any, spare: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Lists with one item removed, added or replaced, or two exchanged."""
    old = tuple(here or ())
    for i in range(min(len(old), PLACES)):
        yield old[:i] + old[i + 1 :]
        yield from (_put(old, i, part) for part in spare)
    yield from ((*old, part) for part in spare)
    if len(old) > 1:
        yield (old[1], old[0], *old[2:])
        yield old[:-1]
        yield ()


def _put(old: tuple[Any, ...], at: int, part: Any) -> tuple[Any, ...]:
    return (*old[:at], part, *old[at + 1 :])
