"""What the table of Truc shows: the stake and who raised it, tricks so far, and who wins ties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tutor.families.tabletop import counts, sheet_to
from tutor.families.tricks.tabletop import LAST, LEADER, NO_TRUMPS, SHOWN, TRICK, Past
from tutor.games.truc.deal import Eleven
from tutor.games.truc.play import AFTER, ANSWER, PLAY
from tutor.games.truc.stakes import RAISES, RETRUC, stake_of
from tutor.games.truc.table import DRAW, FULL, GOAL, PACK, POWER, SIDES, at_eleven, decider, hand_winner, side
from tutor.kernel.cards import Cards
from tutor.kernel.seats import Seat, Side, after
from tutor.kernel.tabletop import ByRank, Count, Facts, TableContext, fact, note, tally

PLAYED: Final = (PLAY.name, AFTER.name, ANSWER.name)
"""The phases of a hand after the first lead is due."""


def _stake(at: TableContext, bids: tuple[tuple[Seat, str], ...], before: Mapping[Side, float]) -> Facts | None:
    """The stake, and the call that waits for an answer."""
    if at.phase not in (*PLAYED, Eleven.name):
        return None
    calls, alone = stake_of(bids), at_eleven({one: int(n) for one, n in before.items()})
    return {
        "stake": RAISES[RETRUC] if alone else calls.agreed,
        "alone": alone,
        "by": calls.first,
        "caller": calls.caller,
        "call": calls.proposed,
        "proposal": RAISES.get(calls.proposed, 0),
        "side": side(calls.caller) if calls.caller and at.playing else "",
    }


def _staked(at: TableContext, bids: tuple[tuple[Seat, str], ...], scores: tuple[float, ...]) -> Facts | None:
    return _stake(at, bids, dict(zip(SIDES, scores, strict=True)))


def _eleven(at: TableContext, before: Mapping[Side, float]) -> Facts | None:
    return _stake(at, (), before)


def _even(at: TableContext, cards: int) -> Facts | None:
    """Which side wins the hand if both have as many tricks."""
    won = hand_winner((DRAW,) * cards, cards, at.dealer, at.options) if at.phase in PLAYED else None
    return {"side": won.side} if won else None


def _short(at: TableContext, cards: int) -> Facts | None:
    return {"cards": cards} if cards < FULL and at.phase in PLAYED else None


def _cut(at: TableContext, cut: bool) -> Facts:
    return {"cut": cut}


def _won(at: TableContext, tricks: tuple[str, ...]) -> Count | None:
    return counts({one: tricks.count(one) for one in SIDES})


def _tricks(at: TableContext, past: Past) -> Count | None:
    return _won(at, tuple(side(taken.winner) for taken in past if taken.winner))


def _drawn(at: TableContext, tricks: tuple[str, ...]) -> Facts | None:
    which = tuple(n for n, result in enumerate(tricks, 1) if result == DRAW)
    return {"which": which} if which else None


def _draws(at: TableContext, past: Past) -> Facts | None:
    return _drawn(at, tuple(taken.winner or DRAW for taken in past))


def _partner(at: TableContext, partner: Cards, view: Any) -> Mapping[Seat, Facts] | None:
    """Partner's cards, only for the player who decides at 11."""
    who = decider(view.dealer, view.alone) if view.alone else ""
    if not partner or not who or (at.playing and at.seat != who):
        return None
    return {after(at.seats, who, 2): {"cards": partner}}


TABLETOP: Final = (
    *sheet_to(GOAL),
    *NO_TRUMPS,
    fact("stake", "bids", "scores", make=_staked),
    fact("stake", "bids", "before", make=_stake),
    fact("stake", "before", make=_eleven),
    fact("cut", "cut", make=_cut),
    fact("short", "cards", make=_short),
    fact("drawn", "past", make=_draws),
    fact("drawn", "tricks", make=_drawn),
    fact("even", "cards", make=_even, reckoned=True),
    TRICK,
    LEADER,
    tally("tricks", "past", make=_tricks),
    tally("tricks", "tricks", make=_won),
    note("partner", "partner", "view", make=_partner),
    LAST,
    SHOWN,
)
HELD: Final = ByRank(lambda c: (-POWER[c], PACK.place[c]))
"""From the threes down; suits do not matter."""
