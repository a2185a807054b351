"""Deals played from every seat in turn, until it is clear how advice does against chance.

So luck of the cards cancels: advice has each hand of a deal once, chance the others. A hand is won if its side comes
out ahead of what the others get on average; a deal, if that is so for all its hands together. Who plays alone against
a house is held against chance with the same cards.
"""

from __future__ import annotations

import time
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any

from tests.strength.hands import Chooser, advised, chance, hand, sides
from tests.strength.informed import InformedPlayer
from tests.strength.kept import Board, Kept
from tests.strength.odds import best
from tests.strength.omniscient import OmniscientPlayer
from tests.strength.shares import BAR, LOOKS, ONE_SIDED, at_least, mean, share, won
from tutor.advice import LEVELS, Adviser
from tutor.kernel.by_name import load

if TYPE_CHECKING:
    from tutor.kernel.seats import Seat

HANDS, DEALS, LUCK, OPEN = "nine hands in ten", "nine deals in ten", "as luck allows", "not shown"
BETTER = ("omniscient", "informed")
"""Who knows more than advice does: all cards, and that others play at random; or no more than the latter."""
HOPEFUL = 0.9
"""The share of deals from which on more of them may make it clear that advice wins nine in ten."""
ODDS = {"trente-et-quarante": best}
"""What the best choice can be expected to bring, where that can be told exactly."""
LEVEL = 2
"""The strength that opponents have unless somebody asks for another."""


class Table:
    """A game being measured."""

    def __init__(self, name: str, kept: Kept) -> None:
        self.name, self.kept = name, kept
        self.game = load(name)
        self.sides = sides(self.game)
        self.adviser = Adviser(self.game, LEVELS[LEVEL])

    def chooser(self, who: str, ours: frozenset[Seat], deal: int) -> Chooser:
        """The player called so."""
        rng = Random(f"{deal}/{min(ours)}")
        if who in ("omniscient", "informed"):
            return (OmniscientPlayer if who == "omniscient" else InformedPlayer)(self.game, ours, rng)
        return advised(self.adviser, rng) if who == "advice" else chance(self.game, rng)

    def board(self, who: str, deal: int) -> Board:
        """One deal from every seat, played now or known."""
        board = self.kept.get(self.name, who, deal)
        if board is None:
            began = time.process_time()
            gains = [hand(self.game, deal, self.chooser(who, ours, deal), ours) for ours in self.sides]
            board = Board(gains, round(time.process_time() - began, 3))
            self.kept.add(self.name, who, deal, board)
        return board

    def boards(self, who: str, hands: int) -> list[Board]:
        """As many deals as make `hands` hands."""
        return [self.board(who, deal) for deal in range(-(-hands // len(self.sides)))]

    def won(self, who: str, hands: int) -> list[list[float]]:
        """Of each deal, which hands were won."""
        return [[won(gain) for gain in board.gains] for board in self.boards(who, hands)]

    def deals(self, hands: int) -> list[list[float]]:
        """Which deals advice won."""
        advice, other = self.boards("advice", hands), self.boards("chance", hands)
        alone = len(self.sides) == 1
        return [[won(sum(a.gains) - alone * sum(c.gains))] for a, c in zip(advice, other, strict=True)]

    def look(self, hands: int, luck: bool) -> dict[str, Any]:
        """What is known after so many hands, and the verdict, "not shown" if there is none yet.

        How much luck allows takes long to find out; it is, if that is asked for.
        """
        advice, deals = self.won("advice", hands), self.deals(hands)
        found: dict[str, Any] = {
            "hands": len(self.boards("advice", hands)) * len(self.sides),
            "advice": share(advice),
            "deals": share(deals),
            "chance": share(self.won("chance", hands)),
            "s a hand": round(sum(board.seconds for board in self.boards("advice", hands)) / hands, 2),
        }
        if at_least(advice) >= BAR:
            return found | {"verdict": HANDS}
        if at_least(deals) >= BAR:
            return found | {"verdict": DEALS}
        if not luck:
            return found | {"verdict": OPEN}
        if self.name in ODDS:
            return found | by_odds([sum(board.gains) for board in self.boards("advice", hands)], ODDS[self.name]())
        for who in BETTER:
            found |= self.luck(who, hands)
            if found["verdict"] == LUCK:
                break
        return found

    def luck(self, who: str, hands: int) -> dict[str, Any]:
        """What is won by somebody who knows more, and whether advice is shown to win nine tenths of it."""
        pairs = list(zip(self.won("advice", hands), self.won(who, hands), strict=True))
        near = mean([(sum(a) - BAR * sum(s)) / len(s) for a, s in pairs], ONE_SIDED)
        short = mean([(sum(s) - sum(a)) / len(s) for a, s in pairs])
        found = {who: share([s for _, s in pairs]), f"short of the {who}": short}
        return found | {"verdict": LUCK if near.low >= 0 else OPEN}

    def measured(self, most: int, luck: bool = True) -> dict[str, Any]:
        """Looks, until one is clear or there were `most` hands; what luck allows is not asked while there is hope."""
        found: dict[str, Any] = {}
        looks = [look for look in LOOKS if look < most] + [most]
        for hands in looks:
            found = self.look(hands, luck=False)
            if found["verdict"] == OPEN and luck and (hands == looks[-1] or found["deals"].share < HOPEFUL):
                found = self.look(hands, luck=True)
            if found["verdict"] != OPEN:
                break
        return found


def by_odds(gains: list[float], best: float) -> dict[str, Any]:
    """The verdict where the best choice is known: what it can be expected to bring, and what advice has brought."""
    got = fmean(gains)
    near = got >= best and len(set(gains)) == 1
    return {"best by the odds": best, "advice brought": got, "verdict": LUCK if near else OPEN}
