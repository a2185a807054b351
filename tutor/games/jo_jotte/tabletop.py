"""What the table of Jo-Jotte shows: trumps and the task, melds, points above and below, the rubber."""

from __future__ import annotations

from typing import Final

from tutor.families.doubling import LAST_DOUBLE
from tutor.families.tabletop import HAND_NO, SCORES, WON, counts
from tutor.families.tricks.tabletop import ALL_CALLS, LAST, LEADER, SHOWN, TRICK, TRICKS, ByTrumps
from tutor.games.jo_jotte.announcing import PASSES
from tutor.games.jo_jotte.bidding import Auction, Calls, Stakes
from tutor.games.jo_jotte.melds import KINDS, parsed
from tutor.games.jo_jotte.score import GAMES
from tutor.games.jo_jotte.table import GAME_POINTS, JOJOTTE, POINTS, RANKING, SEATS, JoJotteState
from tutor.kernel.cards import Card, Cards, Pack
from tutor.kernel.seats import Seat, other_side
from tutor.kernel.tabletop import Arrangement, CardRow, Count, Facts, TableContext, fact, heap, note, tally

Said = tuple[tuple[Seat, str], ...]
NULLO: Final = "nullo"


def _so_far(at: TableContext, bids: Said, upcard: Card | None) -> Calls | None:
    """The view of the auction; None once trumps are fixed and the auction is over."""
    if at.phase != Auction.name or upcard is None:
        return None
    return Calls(players=len(at.seats), dealer=at.dealer, options=at.options, bids=bids, upcard=upcard)


def _trumps(at: TableContext, trump: str, bid: str, declarer: Seat, bids: Said, upcard: Card | None) -> Facts | None:
    if declarer:
        return {"suits": "" if bid == NULLO else trump, "by": declarer}
    return _called(at, bids, upcard)


def _called(at: TableContext, bids: Said, upcard: Card | None) -> Facts | None:
    v = _so_far(at, bids, upcard)
    return {"suits": v.trump, "by": v.now.chooser} if v is not None and v.now.chosen else None


def _given(at: TableContext, trump: str, bid: str = "none") -> Facts:
    return {"suits": "" if bid == NULLO else trump, "by": ""}


def _doubled(at: TableContext, call: str, declarer: Seat, bids: Said, upcard: Card | None) -> Facts | None:
    if declarer and call != "none":
        return {"call": call, "factor": 2 ** LAST_DOUBLE.index(call)}
    return _doubling(at, bids, upcard)


def _doubling(at: TableContext, bids: Said, upcard: Card | None) -> Facts | None:
    v = _so_far(at, bids, upcard)
    n = v.now.doubled if v is not None else 0
    return {"call": LAST_DOUBLE[n], "factor": 2**n} if n else None


def _task(at: TableContext, bid: str, declarer: Seat) -> Facts | None:
    """What declarer and defender must do."""
    return {"bid": bid, "declarer": declarer, "defender": other_side(SEATS, declarer)} if declarer else None


def _raising(at: TableContext, declarer: Seat) -> Facts | None:
    """That nullo and slam are bid, in a position, where it does not come after the bidding for trumps."""
    return {"declarer": declarer} if at.phase == Stakes.name and not at.playing else None


def _bid(at: TableContext, bid: str) -> Facts | None:
    return {"bid": bid, "declarer": ""} if bid != "none" else None


def _announced(at: TableContext, claims: Said) -> Facts | None:
    made = tuple((who, parsed(what).cards) for who, what in claims if what not in PASSES)
    return {"made": made} if made else None


def _claimed(at: TableContext, claim: str | None, asker: Seat) -> Facts | None:
    return _announced(at, ((other_side(SEATS, asker), claim),)) if claim else None


def _points(at: TableContext, state: JoJotteState, trump: str, bid: str) -> Count | None:
    """Card points, in hands where they count."""
    return counts({s: POINTS[trump].of(state.won(s)) for s in at.seats}) if state.past and bid != NULLO else None


def _above(at: TableContext, melded: tuple[tuple[Seat, int], ...], jojotte: Seat | None) -> Count | None:
    """The points scored above the line in this hand."""
    won = {s: sum(n for who, n in melded if who == s) + JOJOTTE * (s == jojotte) for s in at.seats}
    return counts(won)


def _below(at: TableContext, below: tuple[int, ...]) -> Count:
    return Count(dict(zip(SEATS, below, strict=True)), {"goal": GAME_POINTS})


def _games(at: TableContext, games: tuple[int, ...]) -> Count | None:
    return Count(dict(zip(SEATS, games, strict=True)), {"most": GAMES}) if any(games) else None


TABLETOP: Final = (
    HAND_NO,
    WON,
    tally("games", "games", make=_games),
    SCORES,
    tally("below", "below", make=_below),
    fact("trumps", "trump", "bid", "declarer", "bids", "upcard", make=_trumps),
    fact("trumps", "bids", "upcard", make=_called),
    fact("trumps", "trump", "bid", make=_given),
    fact("trumps", "trump", make=_given),
    fact("doubled", "call", "declarer", "bids", "upcard", make=_doubled),
    fact("doubled", "bids", "upcard", make=_doubling),
    fact("task", "bid", "declarer", make=_task),
    fact("task", "bid", make=_bid),
    fact("asked", "kind"),
    fact("raising", "declarer", make=_raising),
    fact("melds", "claims", make=_announced),
    fact("melds", "claim", "asker", make=_claimed),
    fact("jo", "jo"),
    fact("jojotte", "jojotte"),
    fact("aside", "aside"),
    note("declarer", "declarer"),
    TRICK,
    LEADER,
    ALL_CALLS,
    TRICKS,
    tally("points", "state", "trump", "bid", make=_points),
    tally("above", "melded", "jojotte", make=_above),
    heap("upcard", "upcard"),
    heap("bottom", "bottom"),
    LAST,
    SHOWN,
)


class Held(ByTrumps):
    """By suits with trumps first; a nullo has none. While melds are announced suits go in the order of sequences."""

    def __init__(self) -> None:
        """Trumps stand with what was bid; where melds are asked about, with the kind of meld."""
        super().__init__(RANKING, "kind", "trump", instead=("trump", "bid"))

    def rows(self, held: Cards, pack: Pack, *values: str) -> tuple[CardRow, ...]:
        """Trumps first, unless there are none."""
        if values and values[0] in KINDS:
            natural = Arrangement.rows(self, held, pack)
            return tuple(sorted(natural, key=lambda row: row.suit != values[1]))
        return super().rows(held, pack, *(() if NULLO in values else values[:1]))
