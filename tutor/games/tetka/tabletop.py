"""What the table of Tetka shows: the bum card, Tetka, the tricks that cost points, and the points of this hand."""

from __future__ import annotations

from typing import Final

from tutor.families.tabletop import SHEET, counts
from tutor.families.tricks.tabletop import PLAY, Past
from tutor.games.tetka.table import NUMBER, TRICKS, TetkaState, card_penalties, costs, penalties, tetka
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


def _marked(at: TableContext, bum: Card | None, bum_trick: Seat = "") -> Facts | None:
    """What the trick with the bum card's number and the last trick cost, and who has won the former."""
    if bum is None:
        return None
    number = NUMBER[bum.rank]
    marked, last = (sum(p.points for p in penalties((), bum, n)) for n in (number, TRICKS))
    return {"number": number, "marked": marked, "last": last, "one": number == TRICKS, "winner": bum_trick}


def _still_out(at: TableContext, bum: Card | None, past: Past) -> Facts | None:
    """The costly cards that nobody has captured yet."""
    left = lacking(tuple(c for taken in past for c in taken.cards), tuple(costs(bum))) if bum and past else ()
    return {"cards_out": left} if left else None


def _points(at: TableContext, state: TetkaState, bum: Card | None, bum_trick: Seat) -> Count | None:
    """The points that each player's tricks have cost in this hand."""
    if bum is None:
        return None
    captured = {seat: card_penalties(state.won(seat), bum) for seat in at.seats}
    return counts({seat: sum(p.points for p in found) + (bum_trick == seat) for seat, found in captured.items()})


TABLETOP: Final = (
    *SHEET,
    *PLAY,
    fact("number", "number", make=_number),
    fact("bum", "bum"),
    fact("prices", "bum", make=_prices, reckoned=True),
    fact("marked", "bum", "bum_trick", make=_marked, reckoned=True),
    fact("marked", "bum", make=_marked, reckoned=True),
    fact("still_out", "bum", "past", make=_still_out),
    tally("penalties", "state", "bum", "bum_trick", make=_points),
)
