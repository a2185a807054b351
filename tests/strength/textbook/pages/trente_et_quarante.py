"""Trente et Quarante: at the bank's table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tests.strength.textbook.seen import Seen
    from tutor.kernel.moves import Move


def bank(at: Seen) -> Move:
    """No bet gains, so none is laid; who has one in prison insures it and waits."""
    insured = [move for move in at.moves if move.word.startswith("insure:prison")]
    back = [move for move in at.moves if move.word.startswith("withdraw")]
    return (insured or back or [at.word("deal", "stay")])[0]


PAGES: Final = {"bet": bank, "refait": bank}
