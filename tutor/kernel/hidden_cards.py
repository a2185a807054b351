"""The cards of a state: all of them, those whose place a seat does not know, and these laid out in another order.

All follows from what the state declares: `card_fields`, who sees each of them (`Sight`), `known_to` and `known_to_all`.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.cards import Card, without
from tutor.kernel.seats import PLACE
from tutor.kernel.state import Sight, sights

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tutor.kernel.cards import Cards, Pack
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State

_TEXT: Final = attrgetter("text")
HANDS: Final = "hands"
"""The field of the cards in players' hands."""


def by_text(held: Iterable[Card]) -> Cards:
    """`held` sorted by text: an order that does not tell where the cards lie."""
    return tuple(sorted(held, key=_TEXT))


def all_cards(state: State) -> Cards:
    """Every card of `state`, wherever it lies."""
    return tuple(c for name in state.card_fields for c in cards_in(getattr(state, name)))


def cards_in(value: Any) -> Iterator[Card]:
    """The cards in a field: a card, or tuples that hold cards, at any depth."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from cards_in(part)


class _HiddenField(NamedTuple):
    """A field that not everybody sees: a pile, or if `many` a tuple of them; of `hands` each seat sees its own.

    `piles` has the cards of each, and those of them that the seat in question knows to be there.
    """

    name: str
    hands: bool
    many: bool
    piles: list[tuple[Cards, Cards]]


@cache
def _hidden_names(kind: Any) -> tuple[tuple[str, bool], ...]:
    """The fields of cards that not everybody sees, in order; each with whether every seat sees its own part."""
    sight = {name: sights(kind).get(name) for name in kind.card_fields}
    return tuple([(name, how is Sight.OWN) for name, how in sight.items() if how in (Sight.OWN, Sight.NOBODY)])


def _hidden_fields(state: State, seat: Seat) -> Iterator[_HiddenField]:
    kind: Any = type(state)
    fixed, shown, mine = frozenset(state.known_to(seat)), state.known_to_all(), PLACE[seat]
    for name, hands in _hidden_names(kind):
        value = getattr(state, name)
        many = hands or (bool(value) and isinstance(value[0], tuple))
        piles = []
        for at, pile in enumerate(value if many else (value,)):
            if hands and at == mine:
                known = pile
            elif name in shown:
                known = shown[name][at]
            else:
                known = tuple([c for c in pile if c in fixed]) if fixed else ()
            piles.append((pile, known))
        yield _HiddenField(name, hands, many, piles)


def unseen(state: State, seat: Seat) -> Cards:
    """The cards whose place `seat` does not know, sorted by text."""
    out: list[Card] = []
    for _, _, _, piles in _hidden_fields(state, seat):
        for cards, known in piles:
            if len(known) < len(cards):
                out += without(cards, known) if known else cards
    return by_text(out)


def known_in_hands(state: State, seat: Seat) -> dict[Seat, Cards]:
    """The cards of each hand, that is of `hands`, that `seat` knows to be there; without hands that lie open to all."""
    fields = [field for field in _hidden_fields(state, seat) if field.name == HANDS]
    return {who: known for field in fields for who, (_, known) in zip(state.seats, field.piles, strict=False)}


def laid_out(state: State, seat: Seat, order: Sequence[Card], pack: Pack) -> dict[str, Any]:
    """The fields of `state` with hidden cards, with `order`, a permutation of `unseen`, in the unseen places."""
    draw = iter(order)
    fields = {}
    for name, hands, many, piles in _hidden_fields(state, seat):
        laid = tuple([_laid(cards, known, draw, pack if hands else None) for cards, known in piles])
        fields[name] = laid if many else laid[0]
    return fields


def _laid(cards: Cards, known: Cards, draw: Iterator[Card], pack: Pack | None) -> Cards:
    """A pile with its unseen cards drawn anew; a hand is sorted by `pack`, elsewhere known cards keep their place."""
    if len(known) == len(cards):
        return cards
    if pack is not None:
        return pack.sort((*known, *islice(draw, len(cards) - len(known))))
    return tuple([c if c in known else next(draw) for c in cards])
