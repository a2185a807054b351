"""What only the learner is told beside the log: cards that came into the hand, and why a turn was taken for them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.view_types import ClimbView
from tutor.teach.practice.no_choice import forced, nothing_fits
from tutor.teach.rulings.consequences import event_text
from tutor.teach.text.marks import mark
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.events import Event
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat

TAKEN_UP: Final = 5
"""The most cards that may come into a hand at once and are told one by one."""
REASON: Final = ":"
"""How an aside begins that goes on with the sentence before it."""


class Listener(NamedTuple):
    """The learner, who is told what others are not."""

    seat: Seat
    taken: bool
    """Whether turns without a choice are taken for the learner."""

    def asides(self, record: Record[Any], at: int, events: Sequence[Event], *, dealt: bool) -> list[tuple[Event, str]]:
        """The events of entry number `at` that are told, each with what is added to it for the learner.

        Unless the cards of the hand are still `dealt`, those that came into it are named.
        """
        out = [(event, "") for event in events]
        entry = record.entries[at]
        own = entry.made and entry.seat == self.seat
        why = _forced(record, at, self.seat) if own and self.taken else ""
        new = "" if dealt else _taken_up(record, at, self.seat)
        told = [i for i, event in enumerate(events) if event_text(record.game, event)] if why or new else []
        if why and told:
            out[told[0]] = events[told[0]], why
        if new and told:
            last = max((i for i in told if events[i].seat == self.seat), default=told[-1])
            event, before = out[last]
            out[last] = event, f"{before} {new}".strip()
        return out


def with_aside(text: str, aside: str) -> str:
    """The sentence of an event and what is added to it."""
    return f"{text.removesuffix('.')}{aside}" if aside.startswith(REASON) else f"{text} {aside}".rstrip()


def _forced(record: Record[Any], at: int, seat: Seat) -> str:
    """Why the word that entry `at` says was said for the player; "" if there was a choice."""
    found = record.game.judge(record.before(at), seat)
    if forced(found) is None:
        return ""
    view = found.view
    beaten = view.to_beat.cards if isinstance(view, ClimbView) else ()
    return say("practice.no_choice", fits=not nothing_fits(found), beaten=beaten)


def _taken_up(record: Record[Any], at: int, seat: Seat) -> str:
    """The cards that came into the hand of `seat` in the middle of a hand by entry `at` and that no event names.

    So many that they are a deal of their own are left out.
    """
    entry, game = record.entries[at], record.game
    if not entry.made:
        return ""
    state = record.before(at)
    had, has = game.held(state, seat), game.held(record.before(at + 1), seat)
    more = tuple((Counter(has) - Counter(had)).elements())
    if not had or not more or len(more) > TAKEN_UP:
        return ""
    known = " ".join(event_text(game, event) for event in entry.events)
    new = tuple(c for c in more if mark("c", c.text) not in known)
    return say("practice.taken_up", them=game.arranged(new, record.before(at + 1))) if new else ""
