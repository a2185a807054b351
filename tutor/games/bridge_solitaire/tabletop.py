"""What the table of Bridge Solitaire shows: the house's bid, the contract and its doubling, the stock, the rubber."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tutor.families.tabletop import counts
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.bridge_solitaire.bids import Bid, Calling
from tutor.games.bridge_solitaire.choices import HouseBid
from tutor.games.bridge_solitaire.rubber import GAME_AT
from tutor.games.bridge_solitaire.table import HAND, HOUSE, PACK, PLAYER, RANKING, Answering
from tutor.kernel.cards import Cards, Pack
from tutor.kernel.seats import Seat
from tutor.kernel.tabletop import Arrangement, CardRow, Count, Facts, Heap, TableContext, fact, heap, laid, note, tally
from tutor.kernel.view import View


def _trumps(at: TableContext, contract: Bid | None) -> Facts | None:
    return {"suits": contract.trump} if contract else None


def _trumps_of_view(at: TableContext, trump: str) -> Facts | None:
    return {"suits": trump}


def _contract(at: TableContext, contract: Bid | None, declarer: Seat, jokers: int) -> Facts | None:
    if contract is None:
        return None
    return {
        "level": contract.level,
        "trump": contract.trump,
        "declarer": declarer,
        "doubled": jokers,
        "need": contract.needs,
    }


def _doubling(at: TableContext, jokers: int, contract: Bid | None) -> Facts | None:
    """That jokers will double the contract, whatever it is."""
    return {"jokers": jokers} if jokers and contract is None else None


def _doubling_of_view(at: TableContext, v: View) -> Facts | None:
    return {"jokers": v.jokers} if isinstance(v, Calling) and v.jokers else None


def _bids(at: TableContext, v: View) -> Mapping[Seat, Facts] | None:
    """The bid of the house, once the player is to call."""
    if not isinstance(v, Calling) or at.phase == HouseBid.name:
        return None
    return {HOUSE: {"level": v.level, "trump": v.house.trump if v.house else ""}}


def _led_by(leader: Seat | None, trick: Cards) -> Seat:
    return leader or (HOUSE if trick else PLAYER)


def _trick(at: TableContext, leader: Seat | None, trick: Cards) -> Mapping[Seat, Cards] | None:
    first = _led_by(leader, trick)
    return {side: (c,) for side, c in zip((first, *(s for s in at.seats if s != first)), trick, strict=False)} or None


def _leads(at: TableContext, leader: Seat | None, trick: Cards) -> Mapping[Seat, Facts] | None:
    return {_led_by(leader, trick): {"led": bool(trick)}} if at.phase == "play" else None


def _answered(at: TableContext, trick: Cards, v: Answering) -> Mapping[Seat, Cards]:
    """The player's lead; the answer of the house is what is asked."""
    return {PLAYER: trick}


def _led(at: TableContext, trick: Cards, v: Answering) -> Mapping[Seat, Facts]:
    return {PLAYER: {"led": bool(trick)}}


def _turned(at: TableContext, stock: Cards, last: bool, v: Answering) -> Heap:
    """What is known of the stock that the house is to turn."""
    return Heap((stock,), {"last": last})


def _tricks(at: TableContext, won: int, hand: Cards, contract: Bid | None) -> Count | None:
    """The tricks of both sides; every trick takes one card of the player's."""
    return counts({PLAYER: won, HOUSE: HAND - won - len(hand)}) if contract else None


def _pair(at: TableContext, pair: tuple[int, int]) -> Count | None:
    return counts(dict(zip(at.sides, pair, strict=True)))


def _below(at: TableContext, pair: tuple[int, int]) -> Count | None:
    return Count(dict(zip(at.sides, pair, strict=True)), {"goal": GAME_AT}) if any(pair) else None


def _vulnerable(at: TableContext, games: tuple[int, int]) -> Mapping[Seat, Facts] | None:
    return {side: {} for side, n in zip(at.sides, games, strict=True) if n} or None


def _stock(at: TableContext, stock: Cards) -> Mapping[Seat, Facts] | None:
    return {HOUSE: {"n": len(stock)}} if at.playing and at.due else None


def _down(at: TableContext, down: Cards) -> Facts | None:
    return {"n": len(down)} if down else None


def _discards(at: TableContext, discards: Cards) -> Heap | None:
    """All discards while the top one is chosen; after that only the top one."""
    if not discards:
        return None
    choosing = at.phase == "discard"
    return Heap(_by_suit(discards) if choosing else (discards[-1:],), {"choosing": choosing})


def _face_up(at: TableContext, faceup: Cards) -> Heap | None:
    return Heap(_by_suit(faceup)) if faceup else None


def _by_suit(cards: Cards) -> tuple[Cards, ...]:
    """The cards in rows, as they are held in hand."""
    return tuple(row.cards for row in Arrangement().rows(cards, PACK))


def _won(at: TableContext, rubber: tuple[Seat, ...]) -> Facts | None:
    return {"winners": rubber, "drawn": len(rubber) == len(at.sides)} if rubber else None


TABLETOP: Final = (
    fact("contract", "contract", "declarer", "jokers", make=_contract),
    fact("trumps", "contract", make=_trumps),
    fact("trumps", "trump", make=_trumps_of_view),
    fact("doubling", "jokers", "contract", make=_doubling),
    fact("doubling", "view", make=_doubling_of_view),
    fact("down", "down", make=_down),
    fact("won", "rubber", make=_won),
    tally("tricks", "won", "hand", "contract", make=_tricks),
    tally("below", "below", make=_below),
    tally("games", "games", make=_pair),
    tally("score", "points", make=_pair),
    note("vulnerable", "games", make=_vulnerable),
    note("stock", "stock", make=_stock),
    note("bids", "view", make=_bids),
    laid("leader", "trick", make=_trick),
    laid("trick", "view", make=_answered),
    note("leader", "leader", "trick", make=_leads),
    note("leader", "trick", "view", make=_led),
    heap("faceup", "faceup", make=_face_up),
    heap("discards", "discards", make=_discards),
    heap("turned", "stock", "last", "view", make=_turned),
)


class Held(ByTrumps):
    """By suits, with the suit of the contract first once there is one."""

    def __init__(self) -> None:
        """The trump suit is that of the contract; in a position the field `trump`."""
        super().__init__(RANKING, "contract", instead=("trump",))

    def rows(self, held: Cards, pack: Pack, *values: Bid | str | None) -> tuple[CardRow, ...]:
        """Trumps first; jokers, which have no suit, last."""
        trump = values[0] if values else ""
        return super().rows(held, pack, trump.trump if isinstance(trump, Bid) else trump or "")
