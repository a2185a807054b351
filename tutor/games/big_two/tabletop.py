"""What the table of Big Two shows: how many cards are left, the play of the trick, the card that must be led."""

from __future__ import annotations

from typing import Any, Final

from tutor.families.climb_tabletop import CLIMB_TABLE
from tutor.games.big_two.combos import PACK
from tutor.games.big_two.table import Opening
from tutor.kernel.cards import Cards
from tutor.kernel.tabletop import ByRank, Facts, TableContext, fact


def _must(at: TableContext, view: Any, *_: Any) -> Facts | None:
    """The card of the first play and its holder; unknown while players may still demand a new deal."""
    return {"starter": view.next, "must": view.must} if isinstance(view, Opening) and view.must else None


def _undealt(at: TableContext, hands: tuple[Cards, ...]) -> Facts | None:
    rules: Any = at.options
    n = rules.undealt(len(at.seats))
    return {"n": n} if n and any(hands) else None


TABLETOP: Final = (
    fact("must", "view", "starter", "lowest", make=_must),
    fact("must", "view", "hand", make=_must),
    fact("undealt", "hands", make=_undealt),
    *CLIMB_TABLE,
)
ARRANGEMENT: Final = ByRank(PACK.place.__getitem__)
"""From the 3 up to the 2, each rank by suits (`big-two.rank`)."""
