"""Pack and house rules of Canadian Salad, and what costs points in each of its six deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tutor.families.tricks import Ranking
from tutor.kernel.cards import RANKS, Card, Cards, card, cards, french
from tutor.kernel.fields import FLAG, Problem, choice, declared
from tutor.kernel.view import Options
from tutor.kernel.working import OVER, TIMES, Part, Sum

PACK: Final = french()
RANKING: Final = Ranking(PACK, RANKS)
OUT: Final[Mapping[int, Cards]] = {3: cards("2C"), 4: (), 5: cards("2C,2D"), 6: cards("2C,3C,2D,3D")}
"""The cards left out, by the number of players, so that the deal comes out even (`canadian-salad.deck`)."""
DEALS: Final = 6
KING: Final = card("KS")
HEARTS: Final = tuple(c for c in PACK.cards if c.suit == "H")
QUEENS: Final = tuple(c for c in PACK.cards if c.rank == "Q")
PENALTIES: Final[Mapping[int, Cards]] = {
    1: (),
    2: HEARTS,
    3: QUEENS,
    4: (KING,),
    5: (),
    6: (*HEARTS, *(c for c in QUEENS if c.suit != "H"), KING),
}
"""The cards that cost points, by deal."""
EARLY: Final = (2, 3, 4)
"""The deals that may end once all penalty cards have been captured (`canadian-salad.fast_finish`)."""
LAST: Final = 100
"""What the last trick costs (`canadian-salad.h5`)."""

Charges = tuple[tuple[str, int, Cards], ...]
"""Penalties: the kind (tricks, hearts, queens, king), the points, and the cards."""


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    fast_finish: bool = declared(FLAG, "deals 2 to 4 end once no penalty card is left", False)
    hearts_lead: str = choice("hearts may be led at once, or after one was discarded", ("free", "broken"), "free")


def last_trick(deal: int) -> int:
    """What the last trick of this deal costs: nothing but in the fifth and the sixth."""
    return LAST if deal in (5, DEALS) else 0


def each(players: int) -> int:
    """Cards dealt to each player, and tricks in a deal."""
    return (len(PACK) - len(OUT[players])) // players


def each_working(players: int) -> Sum:
    """How the number of cards dealt comes about."""
    parts = Part(len(PACK), name="pack"), Part(-len(OUT[players]), name="out_of_play", facts={"them": OUT[players]})
    return Sum("canadian-salad.deal", (*parts[: 1 + bool(OUT[players])], Part(players, how=OVER, name="players")))


def charged(deal: int, tricks: int, won: Iterable[Card]) -> Charges:
    """What so many tricks and these captured cards cost in a deal, without the last trick."""
    held = sorted(PACK.sort(won), key=lambda c: "SHCD".index(c.suit))  # as hands are held
    hearts, queens, king = (tuple(c for c in held if c in these) for these in (HEARTS, QUEENS, (KING,)))
    each_deal = (
        (1, "tricks", 10 * tricks, ()),
        (2, "hearts", 10 * len(hearts), hearts),
        (3, "queens", 25 * len(queens), queens),
        (4, "king", 100 * len(king), king),
    )
    return tuple((what, cost, took) for n, what, cost, took in each_deal if cost and deal in (n, DEALS))


def points(deal: int, tricks: int, won: Iterable[Card]) -> int:
    """The sum of these charges."""
    return sum(cost for _, cost, _ in charged(deal, tricks, won))


def tally(deal: int, tricks: int, won: Iterable[Card]) -> Sum:
    """How that sum comes about, by kinds and cards."""
    charges = charged(deal, tricks, won)
    alone = Counter(took[0] for *_, took in charges if len(took) == 1)
    parts = []
    for what, cost, took in charges:
        one = how(what, cost, tricks, took)
        part = Part(one.total, one.clause, took, inner=one, name="" if took else "trick")
        twice = len(took) == 1 and alone[took[0]] > 1
        parts.append(part._replace(name=f"as_{what}", facts={"it": took[0]}) if twice else part)
    mistakes = {"as_sixth": points(DEALS, tricks, won)} if deal != DEALS else {}
    return Sum(f"canadian-salad.h{deal}", tuple(parts), mistakes)


def how(what: str, cost: int, tricks: int, took: Cards) -> Sum:
    """The sum of one kind of penalty, by cards or by tricks."""
    clause = f"canadian-salad.h{('tricks', 'hearts', 'queens', 'king').index(what) + 1}"
    if not took:
        return Sum(clause, (Part(tricks, name="tricks"), Part(cost // max(tricks, 1), clause, how=TIMES, name="each")))
    each = cost // len(took)
    if len(took) == 1:
        return Sum(clause, (Part(cost, clause, took),))
    return Sum(clause, (Part(len(took), clause, took, name=what), Part(each, clause, how=TIMES, name="each")))


def left_out(players: int, **fields: Cards) -> Iterator[Problem]:
    """Cards that are left out at this table."""
    for name, held in fields.items():
        for c in held:
            if c in OUT[players]:
                yield Problem(name, f"{c} is left out with {players} players")
