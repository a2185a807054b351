"""What the table of Pluck shows: quotas, plucks to come and made, the card on its way, cards known, broken trumps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from tutor.families.tabletop import sheet_to
from tutor.families.tricks.tabletop import PLAY, PLAYING, trumps
from tutor.games.pluck.rights import Plucking, Plucks
from tutor.games.pluck.table import FIRST, PLAYERS, RANKING, Rules, previous, quotas
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Card, Cards
from tutor.kernel.seats import Seat
from tutor.kernel.tabletop import Count, Facts, Heap, TableContext, fact, heap, note, tally

Known = tuple[tuple[Seat, Card, Seat], ...]


def _quota(at: TableContext) -> Mapping[Seat, Facts] | None:
    """The tricks that each player must take."""
    return {seat: {"need": n} for seat, n in quotas(at.dealer).items()} if at.due else None


def _plucking(at: TableContext, tricks: Mapping[Seat, int], plucks: Plucks) -> Plucking | None:
    """The view of the plucking; None once trumps are named."""
    if at.phase in ("", PLAYING) or not tricks:
        return None
    assert isinstance(at.options, Rules)
    return Plucking(
        players=len(PLAYERS), dealer=at.dealer, options=at.options, tricks=dict(tricks), plucks=plucks, hand=()
    )


def _took(last: Mapping[Seat, int] | tuple[int, ...]) -> Mapping[Seat, int]:
    return last if isinstance(last, Mapping) else dict(zip(PLAYERS, last, strict=False))


def _rights(at: TableContext, last: Any, plucks: Plucks) -> Mapping[Seat, Facts] | None:
    """How many plucks each player may still make, and must still suffer."""
    v = _plucking(at, _took(last), plucks)
    return {seat: {"may": v.now.may[seat], "owes": v.now.owes[seat]} for seat in at.seats} if v else None


def _made(at: TableContext, last: Any, plucks: Plucks) -> Mapping[Seat, Facts] | None:
    """From whom each player has plucked how often, and who has given up the rest."""
    if _plucking(at, _took(last), plucks) is None:
        return None
    out: dict[Seat, Facts] = {}
    for seat in dict.fromkeys(seat for seat, _ in plucks):
        said = Counter(what for who, what in plucks if who == seat)
        out[seat] = {"passed": bool(said.pop(PASS, 0)), "plucked": dict(said)}
    return out or None


def _before(at: TableContext, last: Any, plucks: Plucks) -> Count | None:
    """The tricks of the previous hand, which decide about plucks."""
    v = _plucking(at, _took(last), plucks)
    return Count({seat: v.tricks.get(seat, 0) for seat in at.seats}, {"dealer": previous(at.dealer)}) if v else None


def _passed(at: TableContext, card: Card | None, plucked: Seat, plucker: Seat | None) -> Heap | None:
    """The card on its way, for the two players who know it; for others, between whom it is."""
    if not plucked or (card is None and at.playing):
        return None
    seen = not at.playing or at.seat in (plucked, plucker)
    return Heap(((card,),) if card is not None and seen else (), {"plucked": plucked, "plucker": plucker})


def _known(at: TableContext, known: Known, hands: tuple[Cards, ...]) -> Mapping[Seat, Facts] | None:
    """Cards that this seat has passed or received, and so knows to be in another hand."""
    there = {s: tuple(c for who, c, where in known if (who, where) == (at.seat, s)) for s in at.seats}
    held = {s: tuple(c for c in cards if c in hand) for (s, cards), hand in zip(there.items(), hands, strict=False)}
    return {s: {"known": cards} for s, cards in held.items() if cards} or None


def _broken(at: TableContext, broken: bool, trump: str, v: Any) -> Facts | None:
    """Whether trumps may be led now, which with clubs as trumps is no question, and whether the first lead is due."""
    told = at.phase == PLAYING and trump and (v.first or trump != FIRST.suit)
    return {"broken": broken or v.open, "first": v.first} if told else None


TABLETOP: Final = (
    *sheet_to("target"),
    trumps(RANKING, 3),
    fact("broken", "broken", "trump", "view", make=_broken),
    note("quota", make=_quota),
    note("rights", "last", "plucks", make=_rights, reckoned=True),
    note("rights", "tricks", "plucks", make=_rights, reckoned=True),
    note("made", "last", "plucks", make=_made),
    note("made", "tricks", "plucks", make=_made),
    tally("tricks_before", "last", "plucks", make=_before),
    tally("tricks_before", "tricks", "plucks", make=_before),
    heap("passed", "card", "plucked", "plucker", make=_passed),
    note("known", "known", "hands", make=_known),
    *PLAY,
)
