"""Which bets and which insurance may lie on the table of Trente et Quarante."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tutor.families.banks import UNIT, Bets, amount_text
from tutor.games.trente_et_quarante.bet_moves import parts_of
from tutor.games.trente_et_quarante.table import PRISON, Betting, Laid
from tutor.kernel.duties import Duty, always, narrow
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move, call

if TYPE_CHECKING:
    from collections.abc import Iterator


def within_cap(v: Betting, move: Move) -> bool:
    """Whether the insurance of a bet, with what it has already, is at most 1% of it; other moves pass."""
    if not move.word.startswith("insure:"):
        return True
    parts = parts_of(move)
    amount = v.amount if parts.amount is None else parts.amount
    return v.insured(parts.on) + amount <= v.options.cap(v.stake(parts.on))


def about_prisoner(move: Move, verb: str) -> bool:
    """Whether the move does `verb` to an imprisoned bet."""
    return move.word.startswith(f"{verb}:{PRISON}")


CAP: Final[Duty[Betting]] = always("trente-et-quarante.insurance.bet", within_cap)
PRISONERS: Final[Duty[Betting]] = always(
    "trente-et-quarante.insurance.prison",
    lambda v, move: not about_prisoner(move, "insure"),
    when=lambda v: not v.options.insure_prisoners,
)


def bet_problems(v: Laid, insurance: Bets = ()) -> Iterator[Problem]:
    """Bets and insurance that cannot be on the table."""
    for name, bets in (("bets", v.bets), ("prison", v.prison), ("insurance", insurance)):
        keys = [(bet.on, bet.wins) for bet in bets]
        for on, wins in dict.fromkeys(keys):
            if keys.count((on, wins)) > 1:
                yield Problem(name, f"{on} is there {keys.count((on, wins))} times; add it up")
        for bet in bets:
            if name != "insurance" and bet.amount < UNIT:
                yield Problem(name, f"{bet.text}: a bet is at least one chip")
            if v.options.whole_chips and bet.amount % UNIT:
                yield Problem(name, f"{bet.text}: whole chips only")
            if bet.wins > 1 and v.options.second_refait != "two-wins-needed":
                yield Problem(name, f"{bet.text}: two wins are needed only with second_refait=two-wins-needed")
    yield from _insurance_problems(v, insurance)


def _insurance_problems(v: Laid, insurance: Bets) -> Iterator[Problem]:
    """Insurance that the duties would not have allowed, taken one after the other."""
    before = Betting(players=v.players, dealer=v.dealer, options=v.options, bets=v.bets, prison=v.prison)
    for bet in insurance:
        move = call(f"insure:{bet.on}:{amount_text(bet.amount)}")
        cut = narrow((CAP, PRISONERS), before, (move,)).cutter(move)
        if bet.on not in v.targets:
            yield Problem("insurance", f"there is no bet {bet.on} to be insured")
        elif cut is not None and cut.duty is PRISONERS:
            yield Problem("insurance", f"{bet.text}: imprisoned bets are not insured here")
        elif cut is not None or not bet.amount:
            yield Problem(
                "insurance", f"{bet.text}: at most 1% of the bet, {amount_text(v.options.cap(v.stake(bet.on)))}"
            )
        before = replace(before, insurance=(*before.insurance, bet))
