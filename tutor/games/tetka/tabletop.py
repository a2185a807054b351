"""What the table of Tetka shows: the bum card, Tetka, the tricks that cost points, and the points of this hand."""

from __future__ import annotations

from typing import Any, Final

from tutor.families.tabletop import SHEET, counts
from tutor.families.tricks.tabletop import WITHOUT_TRUMPS, Past
from tutor.games.tetka.table import MOST_TRICKS, NUMBER, TRICKS, TetkaState, card_penalties, costs, penalties, tetka
from tutor.kernel.cards import Card, lacking
from tutor.kernel.seats import Seat
from tutor.kernel.tabletop import Count, Facts, TableContext, fact, tally


def _number(at: TableContext, number: int | None) -> Facts | None:
    return {"number": number, "of": TRICKS} if number else None


def _prices(at: TableContext, bum: Card | None) -> Facts | None:
    """What the bum card, Tetka and the other queens cost."""
    if bum is None:
        return None
    queen = next(c for c in costs(bum) if c not in (bum, tetka(bum)))
    return {"bum": bum, "tetka": tetka(bum), "queen": queen, "costs": costs(bum)}


def _marked(at: TableContext, bum: Card | None) -> Facts | None:
    """What the trick with the bum card's number and the last trick cost."""
    if bum is None:
        return None
    number = NUMBER[bum.rank]
    marked = sum(p.points for p in penalties((), bum, number))
    return {"number": number, "marked": marked, "last": _last(bum), "one": number == TRICKS}


def _to_come(at: TableContext, bum: Card | None, past: Past, bum_trick: Seat) -> Facts | None:
    """In a hand: what can still cost points, cards that cost the same together."""
    if bum is None or not at.due:
        return None
    left = lacking(tuple(c for taken in past for c in taken.cards), tuple(costs(bum)))
    by = {n: tuple(c for c in left if costs(bum)[c] == n) for n in {costs(bum)[c] for c in left}}
    marked = None if bum_trick else NUMBER[bum.rank]
    return {
        "costly": by,
        "tetka": tetka(bum),
        "number": marked if marked != TRICKS else None,
        "last": _last(bum),
        "most": MOST_TRICKS,
    }


def _last(bum: Card) -> int:
    """What the last trick costs."""
    return sum(p.points for p in penalties((), bum, TRICKS))


def _told_already(at: TableContext, *_: Any) -> None:
    """Nothing: in a hand another phrase tells it."""
    return


def _points(at: TableContext, state: TetkaState, bum: Card | None, bum_trick: Seat) -> Count | None:
    """The points that each player's tricks have cost in this hand."""
    if bum is None:
        return None
    captured = {seat: card_penalties(state.won(seat), bum) for seat in at.seats}
    return counts({seat: sum(p.points for p in found) + (bum_trick == seat) for seat, found in captured.items()})


TABLETOP: Final = (
    *SHEET,
    *WITHOUT_TRUMPS,
    fact("number", "number", make=_number),
    fact("bum", "bum"),
    fact("to_come", "bum", "past", "bum_trick", make=_to_come, reckoned=True),
    fact("prices", "bum", "past", make=_told_already, reckoned=True),
    fact("prices", "bum", make=_prices, reckoned=True),
    fact("marked", "bum", "past", make=_told_already, reckoned=True),
    fact("marked", "bum", make=_marked, reckoned=True),
    tally("penalties", "state", "bum", "bum_trick", make=_points),
)
