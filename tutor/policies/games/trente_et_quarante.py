"""What is wise at the bank's table: what the odds of the two rows leave of all that may be done.

A refait of 31 comes in 2.2 coups of a hundred and costs a bet half its worth, so every bet loses 1.1 % of its stake, or
0.9 % if it is insured; nothing makes up for that. But insurance alone gains, 18 % of what it costs, for it is
returned on all other refaits: what lies in prison and cannot be taken back had better be insured. An imprisoned bet
is worth the half that it could be given up for, and no rounding is lost by waiting.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from tutor.games.trente_et_quarante.coups import TrenteEtQuaranteState
from tutor.games.trente_et_quarante.table import PRISON, Laid
from tutor.games.trente_et_quarante.wishes import DEAL, named
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies.base import GamePolicy, Policy


def worth_a_thought(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The best by the odds: insure prisoners, take other bets back, deal; after a refait, wait."""
    wishes = [(move, named(move)) for move in moves]
    insured = [move for move, wish in wishes if wish.verb == "insure" and wish.on.startswith(PRISON)]
    back = [move for move, wish in wishes if wish.verb == "withdraw"]
    stays = [move for move, wish in wishes if wish.verb == "stay"]
    return tuple((insured or back or stays or [move for move in moves if move == DEAL])[:1]) or moves


class BankPolicy(Policy[Laid, TrenteEtQuaranteState]):
    """What to do with the bets on the table."""

    def plausible(self, state: TrenteEtQuaranteState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """What the odds leave."""
        return worth_a_thought(moves)


class TrenteEtQuarantePolicy(GamePolicy[TrenteEtQuaranteState]):
    """What is wise in Trente et Quarante."""

    def staked(self, state: TrenteEtQuaranteState) -> float:
        """The bets on this coup."""
        return float(sum(bet.chips for bet in state.bets))


POLICY: Final = partial(TrenteEtQuarantePolicy, phases={"bet": BankPolicy, "refait": BankPolicy})
