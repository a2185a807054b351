"""The cards of a state: all of them, and those that a seat cannot see, dealt again.

Both follow from what its class declares: `card_fields`, who sees each of them (`Sight`), and `known_to`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from tutor.kernel.cards import Card
from tutor.kernel.seats import PLACE
from tutor.kernel.state import Sight, sights

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tutor.kernel.cards import Cards, Pack
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State


def all_cards(state: State) -> Cards:
    """Every card of `state`, wherever it lies."""
    return tuple(c for name in state.card_fields for c in _cards_in(getattr(state, name)))


def _cards_in(value: Any) -> Iterator[Card]:
    """The cards in a field: a card, or tuples that hold cards, at any depth."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _cards_in(part)


@cache
def _hidden_fields(kind: Any) -> tuple[tuple[str, bool], ...]:
    """The fields of cards that not everybody sees, in order; each with whether it holds a hand for each seat."""
    sight = {name: sights(kind).get(name) for name in kind.card_fields}
    return tuple([(name, how is Sight.OWN) for name, how in sight.items() if how in (Sight.OWN, Sight.NOBODY)])


def redealt(state: State, seat: Seat, rng: Random, pack: Pack) -> dict[str, Any]:
    """The fields of `state` with hidden cards, these shuffled except for what `seat` holds or knows (`known_to`)."""
    kind: Any = type(state)
    fixed, mine, names = frozenset(state.known_to(seat)), PLACE[seat], _hidden_fields(kind)
    hidden: list[Card] = []
    for name, by_seat in names:
        value = getattr(state, name)
        for i, pile in enumerate(value if by_seat else (value,)):
            if not by_seat or i != mine:
                hidden += [c for c in pile if c not in fixed]
    rng.shuffle(hidden)
    draw = iter(hidden)
    out: dict[str, Any] = {}
    for name, by_seat in names:
        value = getattr(state, name)
        out[name] = (
            tuple(
                hand if i == mine else pack.sort([c if c in fixed else next(draw) for c in hand])
                for i, hand in enumerate(value)
            )
            if by_seat
            else tuple([c if c in fixed else next(draw) for c in value])
        )
    return out
