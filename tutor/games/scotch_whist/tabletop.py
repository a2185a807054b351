"""What the table of Scotch Whist shows: the card turned up, honours still out, points of the hand, and the target."""

from __future__ import annotations

from typing import Any, Final

from tutor.families.tabletop import BEFORE, HAND_NO, WON, counts
from tutor.families.tricks.tabletop import PLAY, ByTrumps, Past, cards_won
from tutor.games.scotch_whist.table import (
    HONOUR,
    ITEMS,
    PACK,
    RANKING,
    TARGET,
    honours,
    pack_for,
    trick_score,
)
from tutor.kernel.cards import Card, Cards, Pack, lacking
from tutor.kernel.tabletop import At, Count, Facts, Row, fact, tally


def _trumps(at: At, trump: str | None, upcard: Card | None) -> Facts | None:
    suit = _suit(trump, upcard)
    return {"suits": suit} if suit else None


def _suit(trump: str | None, upcard: Card | None) -> str:
    """The trump suit, which is that of the upcard."""
    return trump or (upcard.suit if upcard else "")


def _turned_up(at: At, upcard: Card | None, past: Past = ()) -> Facts | None:
    """The dealer's card, until it is an ordinary one."""
    return {"upcard": upcard} if upcard and not past else None


def _still_out(at: At, trump: str, past: Past) -> Facts | None:
    """The trump honours that nobody has captured, with what each brings."""
    out = tuple(HONOUR[item, trump] for item in ITEMS) if trump else ()
    left = lacking(cards_won(past, at.seats), out)
    worth = {c: honours((c,), trump) for c in left}
    return {"honours": dict(sorted(worth.items(), key=lambda pair: -pair[1]))} if left else None


def _without(at: At) -> Facts | None:
    out = PACK.rest(pack_for(len(at.seats)).cards)
    return {"cards_out": out} if out else None


def _points(at: At, past: Past, trump: str) -> Count | None:
    """What everybody will be credited with for the tricks won so far."""
    tricks = {seat: sum(taken.winner == seat for taken in past) for seat in at.seats}
    return counts(
        {seat: honours(cards_won(past, (seat,)), trump) + trick_score(n, len(at.seats)) for seat, n in tricks.items()}
    )


def _score(at: At, scores: tuple[float, ...]) -> Count | None:
    return Count(dict(zip(at.sides, scores, strict=False)), {"target": TARGET}) if scores else None


TABLETOP: Final = (
    HAND_NO, WON, BEFORE,
    tally("score", "scores", make=_score),
    fact("trumps", "trump", "upcard", make=_trumps),
    fact("turned_up", "upcard", "past", make=_turned_up),
    fact("turned_up", "upcard", make=_turned_up),
    fact("still_out", "trump", "past", make=_still_out),
    fact("without", make=_without),
    *PLAY,
    tally("hand_points", "past", "trump", make=_points),
)  # fmt: skip


class ByUpcard(ByTrumps):
    """Trumps first, as the trump suit or the card turned up says."""

    def __init__(self) -> None:
        super().__init__(RANKING)
        self.fields = ("trump", "upcard")

    def rows(self, held: Cards, pack: Pack, *values: Any) -> tuple[Row, ...]:
        """Trumps in the order of trumps: the jack first."""
        return super().rows(held, pack, _suit(*values) if values else "")
