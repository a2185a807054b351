"""Games in which the suit led must be followed and no more, held against their oracles in a small world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.oracles import small_world
from tutor.kernel.cards import cards
from tutor.kernel.judging import judge

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tutor.kernel.phase import Phase


def agrees(
    phase: Phase[Any, Any],
    clause: str,
    kinds: Iterable[str],
    legal: Callable[[list[str], list[str]], set[str]],
    winner: Callable[[list[str]], int],
    counted: Callable[[list[str], Any], bool] = lambda trick, view: True,
    **fields: Any,
) -> None:
    """Tricks of up to three of these cards, hands of one to three others: what is legal, and why not; who wins.

    `counted` says whether what a whole trick counts agrees.
    """
    positions = 0
    for table, hand in small_world([*kinds]):
        found = judge(phase, phase.view(trick=cards(",".join(table)), hand=cards(",".join(hand)), **fields))
        assert {move.text for move in found.legal} == legal(table, hand), f"{table} {hand}"
        assert all(ruling.legal or ruling.clause == clause for ruling in found.rulings)
        if len(table) == 3:
            whole = [*table, hand[0]]
            full = phase.view(trick=cards(",".join(whole)), **fields)
            won, at = phase.winner(full), winner(whole)
            assert won is not None
            assert (won.card, won.seat) == (whole[at], f"P{at + 1}")
            assert counted(whole, full), whole
        positions += 1
    assert positions >= 10_000
