"""Strange: win as cheaply as can be, else throw the lowest; pick up the highest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.games.strange.table import slot_answers

if TYPE_CHECKING:
    from tests.strength.textbook.seen import Seen
    from tutor.kernel.moves import Move


def strange_pair(at: Seen) -> Move:
    """The cheapest pair that is ahead, if nobody plays after it or it is well ahead; else the lowest. Aces are led."""
    v: Any = at.view
    spent = {move: sum(map(v.pips.of, move.cards)) for move in at.moves}
    low = min(at.moves, key=spent.__getitem__)
    if not v.trick:
        high = [move for move in at.moves if all(c.rank in "AK" and c.suit not in v.pips.trumps for c in move.cards)]
        return max(high, key=spent.__getitem__) if high else low
    first, second = v.trick[0]
    sums = {move: v.pips.of(move.cards[0], first) + v.pips.of(move.cards[1], second) for move in at.moves}
    ahead = [move for move in at.moves if sums[move] > max(v.sums.values(), default=0)]
    last = len(v.trick) == v.players - 1
    suited = all(slot_answers(at.hand, led) for led in (first, second))
    if ahead and (last or not suited or v.drawn or v.carried or max(sums.values()) >= 26):
        return min(ahead, key=spent.__getitem__) if last else max(ahead, key=lambda move: sums[move] - spent[move] / 2)
    return low


def strange_hold(at: Seen) -> Move:
    """The highest cards are held for the next round."""
    return max(at.moves, key=lambda move: sum(map(at.view.pips.of, move.cards)))


PAGES: Final = {"play": strange_pair, "hold": strange_hold}
