"""Combinations: cards that may be played together in a climbing game, and what such a game knows of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from tutor.kernel.moves import Combo, Move

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from tutor.kernel.cards import Cards

NOTHING: Final = Combo((), "", "", -1)
"""What there is to beat on a free lead."""


class Combinations(Protocol):
    """All combinations of a game under some house rules. What beats what is for the duties to say."""

    def __hash__(self) -> int:
        """What is worked out of combinations is kept by them."""

    def made(self, held: Cards) -> Combo | None:
        """The combination that the cards are, all together, if they are one."""

    def moves(self, held: Cards) -> tuple[Move, ...]:
        """Every combination that can be made of the cards, in showing order, and the pass."""

    def over(self, held: Cards, last: Combo) -> tuple[Move, ...]:
        """Those of `moves` that may beat `last`, and the pass; more, where to tell would take longer."""

    def bits(self, held: Cards) -> int:
        """The cards as a number."""

    def need(self, combo: Cards) -> int:
        """Bits that are in the number of just those hands of which this combination can be made; few of them."""

    def beating(self, last: Combo) -> tuple[Move, ...] | None:
        """Every combination of the pack that may beat `last`, and the pass; more, or None where there are too many."""

    def lists(self, held: Cards) -> Iterable[Hashable]:
        """What to look up in order to lead: keys that come up again, whose lists together are the combinations held."""

    def listed(self, key: Any) -> Iterable[Combo]:
        """The combinations of such a list."""
