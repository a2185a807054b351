"""What the table of Trente et Quarante shows: rows with totals, bets, the prison, insurance, chips, coup and shoe."""

from __future__ import annotations

from typing import Any, Final

from tutor.families.banks import UNIT, Bet, Bets, chips
from tutor.games.trente_et_quarante.coups import CUT
from tutor.games.trente_et_quarante.table import PRISON, Rows, at_stake, total
from tutor.kernel.cards import Cards
from tutor.kernel.tabletop import Count, Facts, Heap, TableContext, TableEntry, fact, heap, tally


def _row(at: TableContext, row: Cards) -> Heap | None:
    return Heap((row,), {"total": total(row)}) if row else None


def _result(at: TableContext, black: Cards, red: Cards, view: Any) -> Facts | None:
    if not isinstance(view, Rows) or not view.complete:
        return None
    return {"row": view.row, "total": total(view.black), "prison": view.bad_refait, "wins": view.wins}


def _bets(name: str, field: str) -> TableEntry:
    """A list of bets, each with its kind, its chips, and whether it is in prison and needs two wins."""

    def told(at: TableContext, bets: Bets) -> Heap | None:
        return Heap((), {"bets": tuple(_bet(bet) for bet in bets)}) if bets else None

    return heap(name, field, make=told)


def _bet(bet: Bet) -> Facts:
    return {"on": bet.on.removeprefix(PRISON), "jailed": bet.on.startswith(PRISON), "n": bet.chips, "wins": bet.wins}


def _chips(at: TableContext, available: int | None, bets: Bets, prison: Bets, insurance: Bets) -> Count:
    """What can still be bet; the score has what lies on the table as well, so that is told beside it."""
    rules: Any = at.options
    laid = chips(at_stake(bets, prison, insurance)) if at.playing else 0
    return Count(
        {at.seats[0]: chips(rules.bankroll * UNIT if available is None else available)},
        {"bankroll": rules.bankroll, "laid": laid},
    )


def _thought(at: TableContext, amount: int, black: Cards, coup: int) -> Facts | None:
    """What a bet would be, as long as one can be made."""
    rules: Any = at.options
    return None if at.playing or black or coup > rules.coups else {"n": chips(amount)}


def _may_deal(at: TableContext, deal: bool) -> Facts | None:
    return {} if deal and not at.playing else None


def _coup(at: TableContext, coup: int) -> Facts | None:
    rules: Any = at.options
    return {"coup": coup} if coup <= rules.coups or not at.playing else None


def _kinds(at: TableContext, coup: int, bets: Bets, prison: Bets) -> Facts | None:
    """What the bets are about, until the first is made."""
    return {} if at.playing and at.due and coup == 1 and not bets and not prison else None


def _shoe(at: TableContext, shoe: Cards) -> Facts | None:
    return {"n": len(shoe) - CUT} if at.due else None


def _over(at: TableContext, coup: int, available: int, bets: Bets, prison: Bets, insurance: Bets) -> Facts | None:
    rules: Any = at.options
    if not at.playing or coup <= rules.coups:
        return None
    gain = available + at_stake(bets, prison, insurance) - rules.bankroll * UNIT
    return {"gain": chips(abs(gain)), "won": gain > 0}


TABLETOP: Final = (
    fact("coup", "coup", make=_coup),
    fact("result", "black", "red", "view", make=_result),
    fact("amount", "amount", "black", "coup", make=_thought),
    fact("may_deal", "deal", make=_may_deal, reckoned=True),
    fact("kinds", "coup", "bets", "prison", make=_kinds),
    fact("shoe", "shoe", make=_shoe),
    fact("won", "coup", "chips", "bets", "prison", "insurance", make=_over),
    tally("score", "chips", "bets", "prison", "insurance", make=_chips),
    heap("black", "black", make=_row),
    heap("red", "red", make=_row),
    _bets("bets", "bets"),
    _bets("prison", "prison"),
    _bets("insurance", "insurance"),
    _bets("asked", "asked"),
    fact("given_up", "given_up"),
)
