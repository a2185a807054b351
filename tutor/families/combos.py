"""Combinations of a climbing game: what the family needs to ask of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from tutor.kernel.moves import Combo, Move

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from tutor.kernel.cards import Cards

NOTHING: Final = Combo((), "", "", -1)
"""Stands for the combination to beat on a free lead."""


class Combinations(Protocol):
    """All combinations of a game under its house rules. Which beats which is decided by duties, not here."""

    def __hash__(self) -> int:
        """Must hash, because tables are cached by it."""

    def made(self, held: Cards) -> Combo | None:
        """The combination that these cards form all together; None if they form none."""

    def moves(self, held: Cards) -> tuple[Move, ...]:
        """Every combination that can be made of `held`, in showing order, then the pass."""

    def over(self, held: Cards, last: Combo) -> tuple[Move, ...]:
        """The `moves` that may beat `last`, and the pass; may include others if leaving them out would cost more."""

    def bits(self, held: Cards) -> int:
        """The cards as a bit set."""

    def need(self, combo: Cards) -> int:
        """A bit set contained in `bits(hand)` exactly if this combination can be made of the hand; few bits."""

    def beating(self, last: Combo) -> tuple[Move, ...] | None:
        """Every combination of the whole pack that may beat `last`, and the pass; None if there are too many."""

    def lists(self, held: Cards) -> Iterable[Hashable]:
        """Keys of lists of combinations which together are all those in `held`; other hands share many keys."""

    def listed(self, key: Any) -> Iterable[Combo]:
        """The combinations in the list with this key."""
