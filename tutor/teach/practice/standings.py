"""The score beside the table: the sheet, one line of it, and the toolbar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.teach.text.doc import Block, ColumnsBlock, Gap
from tutor.teach.text.marks import mark
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.teach.practice.match import Match
    from tutor.teach.text.tabletop import Tabletop

SCORE: Final = "score"
"""The name of the tally with the total of the score sheet."""


def sheet(standing: Mapping[str, float]) -> list[Block]:
    """The score sheet, the best first."""
    ordered = sorted(standing.items(), key=lambda item: -item[1])
    head = tuple(say("practice.standing_head").split("|"))
    rows_ = tuple((mark("s", side), shown(float(points))) for side, points in ordered)
    return [Gap(), ColumnsBlock(head, rows_, right=(1,)), Gap()] if rows_ else []


def standing_line(counted: Tabletop, standing: Mapping[str, float]) -> str:
    """The score sheet in one line, in the numbers of the table where it counts the same; "" before anybody has scored.

    They may differ in the middle of a hand: chips that are staked are not on the table's count.
    """
    found = {side: shown(float(n)) for side, n in standing.items()}
    by = next((dict(tally.by) for tally in counted.tallies if tally.name == SCORE), {})
    found = {side: by[side] for side in found} if by.keys() == found.keys() else found
    return say("practice.standing_line", sheet=found) if any(n != "0" for n in found.values()) else ""


def status(match: Match, slips: int) -> tuple[str, ...]:
    """The parts of the toolbar: game, score, slips."""
    parts = [match.game.title]
    parts.append(standing_line(match.table, match.standing) if match.standing else "")
    parts.append(say("practice.slips_so_far", n=slips) if slips else "")
    return tuple(part for part in parts if part)
