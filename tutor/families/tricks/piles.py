"""The tricks and cards that sides have won, as the result of a hand gives them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.kernel.fields import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tutor.kernel.cards import Cards, Pack
    from tutor.kernel.seats import Side


def piles(won: Mapping[Side, Cards], sides: tuple[Side, ...], pack: Pack) -> Mapping[Side, Cards]:
    """The cards of each side; if `won` leaves out one side, it has the rest of the pack."""
    if all([side in won for side in sides]):  # noqa: C419  asked at the end of each hand
        return {side: won[side] for side in sides}
    rest = pack.rest(c for held in won.values() for c in held)
    return {side: won.get(side, rest) for side in sides}


FEW: Final = 2
"""The most fields left out that are each said to be missing."""


def count_problems(tricks: Mapping[Side, int], takers: Sequence[Side], total: int, there: str) -> Iterator[Problem]:
    """Problems of numbers of tricks that are not `total` together: too many, too few, or some that are left out.

    `there` says how many there are ("a hand has 8").
    """
    told = sum(tricks.values())
    missing = [f"tricks.{taker}" for taker in takers if taker not in tricks]
    if told < total and not tricks:
        yield Problem("tricks", f"must be given ({', '.join(missing)}): {there}")
    elif told < total and len(missing) > FEW:
        yield Problem("tricks", f"{told} of {total} are told; left out are {', '.join(missing)}")
    elif told < total and missing:
        yield from (Problem(field, f"must be given: {told} of {total} tricks are told") for field in missing)
    elif told != total:
        yield Problem("tricks", f"{told} tricks, but {there}")


def pile_problems(
    won: Mapping[Side, Cards], sides: tuple[Side, ...], cards: int, each: int, *, needed: bool = True, full: bool = True
) -> Iterator[Problem]:
    """Problems of piles: more than one is missing (if `needed`), they are no whole tricks, or not all cards in play.

    Without `full` a hand may have ended before all cards were played. `cards` is the number of cards in play, `each`
    the number in a trick.
    """
    missing = [side for side in sides if side not in won]
    if needed and len(missing) > 1:
        yield Problem(
            f"won.{missing[0]}", "must be given (cards); only one side may be left out, which then has the rest"
        )
    for side, held in won.items():
        if len(held) % each:
            yield Problem(f"won.{side}", f"{len(held)} cards are not whole tricks of {each}")
    total = sum(map(len, won.values()))
    if total > cards or (full and not missing and total < cards):
        rest = "" if total > cards else "; leave one side out, and it has the rest"
        yield Problem("won", f"{total} cards in the piles, but {cards} are played{rest}")
