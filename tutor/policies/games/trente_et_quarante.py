"""Policies for Trente et Quarante, by the exact odds of the two rows.

A refait of 31 comes in 2.2 % of coups and halves the value of a bet, so every bet loses 1.1 % of its stake, or 0.9 % if
insured. Insurance of a prisoner by itself gains 18 % of its price, as it is returned on all other refaits, so a bet in
prison that cannot be taken back should be insured. A bet in prison is worth the half for which it can be given up, and
waiting loses nothing to rounding.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from tutor.games.trente_et_quarante.bet_moves import DEAL, parts_of
from tutor.games.trente_et_quarante.coups import TrenteEtQuaranteState
from tutor.games.trente_et_quarante.table import PRISON, Laid
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies.base import Policy
from tutor.policies.game_policy import GamePolicy


def best_by_odds(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The best moves by the odds: insure bets in prison, take other bets back, deal; after a refait, wait."""
    read = [(move, parts_of(move)) for move in moves]
    insured = [move for move, parts in read if parts.verb == "insure" and parts.on.startswith(PRISON)]
    back = [move for move, parts in read if parts.verb == "withdraw"]
    stays = [move for move, parts in read if parts.verb == "stay"]
    return tuple((insured or back or stays or [move for move in moves if move == DEAL])[:1]) or moves


class BankPolicy(Policy[Laid, TrenteEtQuaranteState]):
    """What to do with the bets on the layout."""

    edge = 0.011
    edge_by = ("trente-et-quarante.refait.prison", "trente-et-quarante.prison.win")

    def plausible(self, state: TrenteEtQuaranteState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The best moves by the odds."""
        return best_by_odds(moves)


class TrenteEtQuarantePolicy(GamePolicy[TrenteEtQuaranteState]):
    """What is wise in Trente et Quarante."""

    def staked(self, state: TrenteEtQuaranteState) -> float:
        """The bets on this coup."""
        return float(sum(bet.chips for bet in state.bets))


POLICY: Final = partial(TrenteEtQuarantePolicy, phases={"bet": BankPolicy, "refait": BankPolicy})
