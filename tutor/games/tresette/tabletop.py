"""What the table of Tresette shows: announced melds, remarks, and points in thirds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tutor.families.tabletop import leader, sheet_to
from tutor.families.thirds import THIRDS_PER_POINT, points_text, thirds
from tutor.families.tricks.tabletop import (
    LAST,
    NO_TRUMPS,
    PLAYING,
    SHOWN,
    TRICK,
    TRICKS,
    Past,
    ranked,
)
from tutor.games.tresette.melds import scored
from tutor.games.tresette.table import RANKING, Remark, Rules, TresetteState, order
from tutor.games.tresette.talk import number
from tutor.kernel.cards import Cards, Pack
from tutor.kernel.seats import Seat, members
from tutor.kernel.tabletop import Arrangement, CardRow, Count, Facts, TableContext, note, tally

TALK, DECLARE = "talk", "declare"
Announced = tuple[tuple[Seat, tuple[str, ...]], ...]


def _melds(at: TableContext, good: tuple[Seat, ...], announced: Announced) -> Mapping[Seat, Facts]:
    """Who said "Good play", and the melds announced since."""
    return {seat: {"kinds": dict(announced).get(seat, ())} for seat in good}


def _remarks(at: TableContext, said: tuple[Remark, ...], past: Past) -> Mapping[Seat, Facts]:
    """The remarks of this trick."""
    played = sum(bool(taken.leader) for taken in past)
    now = [one for one in said if one.played == played]
    return {
        seat: {"remarks": tuple(_remark(one) for one in now if one.seat == seat)} for seat in {one.seat for one in now}
    }


def _remark(said: Remark) -> Facts:
    kind, _, n = said.text.partition(":")
    return {"kind": kind, "n": number(said.text) if n else 0, "led": said.led}


def _points(at: TableContext, state: TresetteState, announced: Announced) -> Count | None:
    """The points of each side's cards and announced melds, with thirds that may be lost at the end."""
    won = {
        side: sum(map(thirds, state.won(side)))
        + THIRDS_PER_POINT * sum(scored(kind) for seat, kinds in announced if seat in members(side) for kind in kinds)
        for side in at.sides
    }
    return Count({side: points_text(n) for side, n in won.items()}) if state.past else None


TABLETOP: Final = (
    *sheet_to("target"),
    *NO_TRUMPS,
    TRICK,
    leader(PLAYING, TALK, DECLARE),
    TRICKS,
    tally("points", "state", "announced", make=_points),
    note("melds", "good", "announced", make=_melds),
    note("remarks", "said", "past", make=_remarks),
    LAST,
    SHOWN,
)


class Held(Arrangement):
    """By suits, colours alternating, each from the three down as the house rules rank it."""

    fields = ("options",)

    def rows(self, held: Cards, pack: Pack, *values: Rules) -> tuple[CardRow, ...]:
        """A row for each suit."""
        return ranked(held, order(values[0]) if values else RANKING.orders[""])
