"""Events of a lesson: those of a move itself, those of a hand, and how they are told."""

from __future__ import annotations

from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.events import HAND_OVER, PLAYED, SCORED, TRICK_ENDS
from tutor.teach.rulings.consequences import event_text
from tutor.teach.text.doc import Block, Item
from tutor.teach.text.marks import unmarked
from tutor.teach.text.sentences import parted, sentences, without
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.kernel.seats import Seat, Side
    from tutor.teach.lessons.terms import Terms

MOST_LINES: Final = 3
"""The most score lines that are told one by one; of more only the totals are."""
MOST_ITEMS: Final = 5
"""The most events that are told one by one; of more, those of a whole trick are told together."""


def itself(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of the move itself: the first one; without a seat, all consecutive ones of the same kind."""
    if not events or events[0].seat:
        return events[:1]
    return tuple(takewhile(lambda event: event.what == events[0].what, events))


def of_this_hand(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events up to the end of the hand."""
    return events[: next((i for i, event in enumerate(events, 1) if event.what == HAND_OVER), len(events))]


def event_items(game: Game[Any], seats: Sequence[Seat], events: Iterable[Event], untold: Terms) -> list[Block]:
    """Events in words, an item each; where they are many, each whole trick is one item.

    Totals stand in the order of `seats`. What is added to an event in sentences with terms that are `untold` is left
    out.
    """
    texts: list[tuple[str, str]] = []
    for what, group in groupby(events, lambda event: event.what):
        some = list(group)
        if what == SCORED and len(some) > MOST_LINES and len(seats) > 2:  # two: lines may alternate
            texts.append((what, say("lesson.scored", each=_in_all(some, seats))))
        else:
            texts += [(what, _told(event_text(game, event), untold)) for event in some]
    texts = [(what, text) for what, text in texts if text]
    return [Item("", text) for text in (_by_tricks(texts) if len(texts) > MOST_ITEMS else [text for _, text in texts])]


def told_once(happened: Iterable[Block], said: Iterable[Block]) -> list[Block]:
    """What happened, without the sentences that the reason of the answer just `said`, as the sum of a score line."""
    known = {sentence for block in said if isinstance(block, Item) for sentence in sentences(block.text)}
    once = (
        one._replace(text=without(one.text, known) or one.text) if isinstance(one, Item) else one for one in happened
    )
    return list(once)


def _told(text: str, untold: Terms) -> str:
    first, *added = parted(text)
    plain = (one for one in added if not any(term.search(unmarked(one)) for term in untold.values()))
    return " ".join([first, *plain])


def _in_all(lines: Iterable[Event], seats: Sequence[Seat]) -> list[tuple[Side, str]]:
    """The total of score lines for each player, in the order of `seats`, or side, in order of appearance."""
    found: dict[Side, float] = {}
    for line in lines:
        found[line.seat] = found.get(line.seat, 0) + line.facts["points"]
    if set(found) <= set(seats):
        found = {seat: found.get(seat, 0) for seat in seats}
    return [(who, shown(float(n))) for who, n in found.items()]


def _by_tricks(texts: Sequence[tuple[str, str]]) -> list[str]:
    """Texts of events with their kinds: those of each whole trick, from its lead to its end, joined."""
    out: list[str] = []
    trick: list[str] = []
    for what, text in texts:
        trick += [text] if trick or what == PLAYED else []
        if not trick:
            out.append(text)
        elif what in TRICK_ENDS:
            out.append(" ".join(trick))
            trick = []
    return out + trick
