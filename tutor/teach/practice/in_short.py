"""A hand told in short: what happened, trick by trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.events import CONTRACT_SET, PLAYED, ROUND_WON, SLOT_WON, STOPPED, TRICK_ENDS, TRUMPS_SETTLED
from tutor.teach.rulings.consequences import event_text
from tutor.teach.text.doc import Block, Item

if TYPE_CHECKING:
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat

SETTLED: Final = frozenset({CONTRACT_SET, TRUMPS_SETTLED})
"""Events after which a new item begins."""
ENDS_A_ROUND: Final = TRICK_ENDS | SETTLED | {SLOT_WON, ROUND_WON, STOPPED}
"""Events after which the next card begins a new item."""


def by_tricks(record: Record[Any], since: int, seat: Seat, *, every: bool = False) -> list[Block]:
    """The events of entries from `since` to before the last, those of each trick or round run together in one item.

    What follows from a trick, such as a payment, stands with it, and what is said before a lead with that. With `every`
    the last entry is told, too. Where there are no tricks or rounds, an item goes from one turn of `seat` to the next.
    """
    entries = record.entries[since:] if every else record.entries[since:-1]
    rounds = any(event.what in ENDS_A_ROUND for entry in entries for event in entry.events)
    told: list[list[str]] = [[]]
    before: Seat = ""
    playing = begun = False
    for entry in entries:
        if not rounds and entry.seat == seat != before:
            told.append([])
        before = entry.seat
        for at, event in enumerate(entry.events):
            said = begun and entry.made and at == 0 and not event.cards
            if rounds and not playing and (said or event.what == PLAYED):
                playing = begun = True
                told.append([])
            told[-1].append(event_text(record.game, event))
            if event.what in ENDS_A_ROUND:
                playing = False
                told += [[]] if event.what in SETTLED else []
    return [Item("", " ".join(filter(None, texts))) for texts in told if any(texts)]


def amid_trick(record: Record[Any], since: int) -> bool:
    """Whether the last entry but one belongs to the trick or round that the last one ends, as all do without rounds."""
    kinds = [event.what for entry in record.entries[since:-1] for event in entry.events]
    ends = [at for at, what in enumerate(kinds) if what in ENDS_A_ROUND]
    return not ends or PLAYED in kinds[ends[-1] :]
