"""What the table of Back Alley shows: bids of each and added up, whether trumps are broken, which deal this is."""

from __future__ import annotations

from typing import Any, Final

from tutor.families.auctions import AuctionPhase
from tutor.families.tabletop import BEFORE, SCORES, WON
from tutor.families.tricks.tabletop import ALL_CALLS, BIDS, LAST, LEADER, PLAYING, SHOWN, TRICK, TRICKS, trump_of
from tutor.games.back_alley.table import BOARDS, DEALS, JOKERS, SIZES, Bids, DealSize, Rules, breaks, contracts
from tutor.kernel.cards import Card, Cards
from tutor.kernel.seats import members
from tutor.kernel.tabletop import Count, Facts, Heap, TableContext, fact, heap, tally


def _deal(at: TableContext, deal: int, hand_no: int) -> Facts:
    return {"deal": deal, "deals": DEALS, "size": SIZES[deal - 1]}


def _size(at: TableContext, view: Any, deal: int | None, cards: int | None) -> Facts | None:
    """In a position: what it says of the deal; for a bid always the number of cards."""
    said = isinstance(view, DealSize) and (deal or cards or at.phase == AuctionPhase.name)
    return {"deal": deal or 0, "deals": DEALS, "size": view.size} if said else None


def _trumps(at: TableContext, trump: str | None, upcard: Card | None) -> Facts | None:
    """The suit of the upcard, with the jokers; no trumps if a joker was turned up."""
    known = upcard is not None or trump or (at.phase == PLAYING and not at.playing)
    if not at.due or not known:
        return None
    suit = trump_of(trump, upcard)
    return {"suits": suit, "jokers": JOKERS if suit else ()}


def _broken(at: TableContext, broken: bool, trump: str | None, upcard: Card | None, trick: Cards) -> Facts | None:
    """Whether trumps may be led, counting the trick on the table."""
    suit = trump_of(trump, upcard)
    assert isinstance(at.options, Rules)
    now = broken or breaks(suit, trick, at.options)
    return {"broken": now} if suit and at.phase == PLAYING and len(trick) < len(at.seats) else None


def _broken_before(
    at: TableContext, broken: bool, trump: str | None, upcard: Card | None, trick: Cards
) -> Facts | None:
    """Whether trumps were broken before a complete trick."""
    suit = trump_of(trump, upcard)
    return {"broken": broken} if suit and at.phase == PLAYING and len(trick) == len(at.seats) else None


def _contracts(at: TableContext, bids: Bids) -> Count | None:
    """The contracts of sides of which both have called."""
    spoken = {seat for seat, _ in bids}
    said = {side: word for side, word in contracts(bids).items() if spoken.issuperset(members(side))}
    told = {side: f"{word} board" if word in BOARDS[1:] else word for side, word in said.items()}
    return Count(told) if told else None


def _upcard(at: TableContext, upcard: Card | None) -> Heap | None:
    return Heap(((upcard,),)) if upcard is not None else None


TABLETOP: Final = (
    fact("deal", "deal", "hand_no", make=_deal),
    fact("deal", "view", "deal", "cards", make=_size),
    SCORES,
    BEFORE,
    WON,
    fact("trumps", "trump", "upcard", make=_trumps),
    fact("broken", "broken", "trump", "upcard", "trick", make=_broken),
    fact("broken_before", "broken", "trump", "upcard", "trick", make=_broken_before),
    TRICK,
    LEADER,
    BIDS,
    ALL_CALLS,
    tally("bid", "bids", make=_contracts),
    TRICKS,
    heap("upcard", "upcard", make=_upcard),
    LAST,
    SHOWN,
)
