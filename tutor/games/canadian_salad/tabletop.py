"""What the table of Canadian Salad shows: which deal it is, what costs in it and is still out, points so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from tutor.families.tabletop import SCORES, WON, counts
from tutor.families.tricks.tabletop import WITHOUT_TRUMPS, Past
from tutor.games.canadian_salad.table import DEALS, HEARTS, KING, OUT, PENALTIES, QUEENS, Rules, last_trick, points
from tutor.kernel.cards import Card, Cards, lacking
from tutor.kernel.seats import Seat
from tutor.kernel.tabletop import Count, Facts, TableContext, fact, note, tally

if TYPE_CHECKING:
    from tutor.games.canadian_salad.play import CanadianSaladState


def _deal(at: TableContext, deal: int) -> Facts | None:
    return {"deal": deal, "of": DEALS}


def _costs(at: TableContext, deal: int) -> Facts | None:
    """What a trick, a heart, another queen, the king and the last trick cost in this deal."""
    if not at.due:
        return None
    heart, queen = (next(c for c in part if c not in others) for part, others in ((HEARTS, QUEENS), (QUEENS, HEARTS)))
    alone = {"heart": (heart,), "queen": (queen,), "king": (KING,)}
    found = {"trick": points(deal, 1, ()), **{name: points(deal, 0, held) for name, held in alone.items()}}
    return {"costs": found | {"last": last_trick(deal)}, "king": KING}


def _still_out(captured: Iterable[Card], deal: int) -> Facts | None:
    """Costly cards that nobody has captured: the number of hearts, those that are queens, and the others."""
    left = lacking(captured, PENALTIES[deal])
    if not left:
        return None
    others = tuple(c for c in left if c.suit != "H")
    queens = tuple(c for c in left if c.suit == "H" and c in QUEENS)
    return {"hearts": len(left) - len(others), "queens": queens, "others": others, "few": left if len(left) < 5 else ()}


def _out_in_play(at: TableContext, deal: int, past: Past, hands: tuple[Cards, ...], trick: Cards) -> Facts | None:
    """From the second trick on: costly cards that are in a hand or on the table."""
    held = {*trick, *(c for hand in hands for c in hand)}
    return _still_out((c for c in PENALTIES[deal] if c not in held), deal) if past else None


def _out_in_position(at: TableContext, deal: int, won: Mapping[Seat, Cards], trick: Cards) -> Facts | None:
    """The same where only captured cards are given; those of a complete trick have just been captured."""
    taken = trick if len(trick) == len(at.seats) else ()
    return _still_out((*taken, *(c for held in won.values() for c in held)), deal) if any(won.values()) else None


def _without(at: TableContext) -> Facts | None:
    out = OUT[len(at.seats)]
    return {"cards_out": out} if out else None


def _broken(at: TableContext, broken: bool, deal: int) -> Facts | None:
    """Whether hearts may be led, if the house rules ask for that."""
    assert isinstance(at.options, Rules)
    return {"broken": broken} if at.due and at.options.hearts_lead == "broken" else None


def _points(at: TableContext, deal: int, state: CanadianSaladState) -> Count | None:
    """The points that tricks and cards have cost so far in this deal, where they are more than so many a trick."""
    if not PENALTIES[deal] and not last_trick(deal):
        return None
    return counts({seat: points(deal, state.tricks(seat), state.won(seat)) for seat in at.seats})


def _captured(at: TableContext, won: Mapping[Seat, Cards]) -> Mapping[Seat, Facts] | None:
    return {seat: {"won": held} for seat, held in won.items() if held} or None


TABLETOP: Final = (
    fact("deal", "hand_no", make=_deal),
    fact("deal", "deal", make=_deal),
    SCORES,
    WON,
    fact("costs", "hand_no", make=_costs, reckoned=True),
    fact("costs", "deal", make=_costs, reckoned=True),
    fact("still_out", "hand_no", "past", "hands", "trick", make=_out_in_play),
    fact("still_out", "deal", "won", "trick", make=_out_in_position),
    fact("broken", "broken", "hand_no", make=_broken),
    fact("broken", "broken", "deal", make=_broken),
    fact("without", make=_without),
    *WITHOUT_TRUMPS,
    tally("deal_points", "hand_no", "state", make=_points),
    note("captured", "won", make=_captured),
)
