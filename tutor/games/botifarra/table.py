"""Pack, house rules and state of Botifarra."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tutor.families.doubling import DOUBLES
from tutor.families.hands import partners
from tutor.families.tricks import CardPoints, Ranking, TrickState
from tutor.kernel.cards import SUITS, Card, french
from tutor.kernel.fields import FLAG, choice, declared, whole
from tutor.kernel.view import Options
from tutor.kernel.working import Part

RANKS: Final = "9AKQJ8765432"
"""High to low in every suit (`botifarra.rank`)."""
PACK: Final = french(RANKS, order=RANKS)
POINTS: Final = CardPoints.by_rank(PACK, {"9": 5, "A": 4, "K": 3, "Q": 2, "J": 1}, "botifarra.score.cards")
RANKING: Final = Ranking(PACK, RANKS)
SIDES: Final = partners()
TRICKS: Final = 12
HALF: Final = 36
BOTIFARRA: Final = "botifarra"
CHOICES: Final = (*SUITS, BOTIFARRA)


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    direction: str = choice("which way turns pass round the table", ("clockwise", "anticlockwise"), "clockwise")
    botifarra_reredouble: bool = declared(FLAG, "botifarra may be reredoubled, to 16", False)
    cannot_head: str = choice("what may be played by who cannot head an opponent's card", ("free", "lowest"), "free")
    target: int = whole("points that win the game", 101, low=1, high=9999)

    def doublings(self, chosen: str) -> int:
        """How often a hand may be doubled (`botifarra.double.botifarra`)."""
        return 2 if chosen == BOTIFARRA and not self.botifarra_reredouble else len(DOUBLES)


def multiplied(chosen: str, doubled: int) -> int:
    """The multiplier of a hand after so many doublings; a choice of botifarra doubles by itself."""
    return int(2 ** (doubled + (chosen == BOTIFARRA)))


def counter(c: Card) -> bool:
    """Whether a card is worth points; the others are blanks."""
    return c in POINTS.values


TRICK: Final = Part(1, "botifarra.score.tricks", name="trick")
"""What a trick counts besides its cards."""


@dataclass(frozen=True, kw_only=True)
class BotifarraState(TrickState):
    """A game of Botifarra. `doubled` is the number of doublings in this hand."""

    options: Rules
    doubled: int = 0
