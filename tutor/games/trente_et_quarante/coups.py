"""The state of Trente et Quarante and how a game goes on: the shoe, betting, the coup, the prison."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from tutor.families.banks import UNIT, Bets, chips
from tutor.families.hands import view_of
from tutor.games.trente_et_quarante.settling import Result, Score
from tutor.games.trente_et_quarante.table import (
    FULL,
    PACK,
    PRISON,
    VALUE,
    Betting,
    Laid,
    Rules,
    at_stake,
    merged,
    total,
)
from tutor.kernel.cards import Cards
from tutor.kernel.events import GAME_OVER, HAND_OVER, Event, score_event
from tutor.kernel.phase import Turn
from tutor.kernel.state import ChanceEvent, Sight, State, changed, seen_by

CUT = 52
"""Cards under the cut card: about one pack (`trente-et-quarante.shoe.cut`)."""


@dataclass(frozen=True, kw_only=True)
class TrenteEtQuaranteState(State):
    """A game of Trente et Quarante. Amounts are hundredths of a chip; `coup` is the number of the present coup."""

    card_fields = ("shoe", "gone", "black", "red")
    options: Rules
    shoe: Cards = seen_by(Sight.NOBODY, ())
    """The cards to be dealt, in order."""
    gone: Cards = seen_by(Sight.PAST, ())
    """The cards of earlier coups."""
    black: Cards = ()
    red: Cards = ()
    bets: Bets = ()
    prison: Bets = ()
    insurance: Bets = ()
    chips: int = 0
    coup: int = 1
    asked: Bets = ()
    """Bets of which the player has not yet said whether to give them up by half."""
    given_up: tuple[str, ...] = ()

    @property
    def hand_no(self) -> int:
        """The coup, which the score sheet numbers from the first one, also in a lesson that begins late."""
        return self.coup

    @property
    def holdings(self) -> int:
        """The player's chips, those on the table included."""
        return self.chips + on_table(self)

    def betting(self) -> Betting:
        """The player's view before a coup."""
        return view_of(Betting, self, black=(), red=(), deal=True)

    def refait(self) -> Laid:
        """The player's view after a refait of 31."""
        return view_of(Laid, self, bets=self.asked)


def on_table(state: TrenteEtQuaranteState) -> int:
    """The sum of all bets, prisoners and insurance."""
    return at_stake(state.bets, state.prison, state.insurance)


def shuffled(state: TrenteEtQuaranteState) -> TrenteEtQuaranteState:
    """The state before all six packs are shuffled."""
    return changed(
        state, shoe=PACK.cards, gone=(), black=(), red=(), phase="", turn=(), chance=ChanceEvent("shuffle", PACK.cards)
    )


def fill_shoe(state: TrenteEtQuaranteState, cards: Cards) -> Turn[TrenteEtQuaranteState]:
    """Put the shuffled packs into the shoe."""
    state = changed(state, chance=None, shoe=cards, phase="bet", turn=("P1",))
    return Turn(state, (Event("shoe filled", clause="trente-et-quarante.shoe.cut", facts={"cards": len(cards)}),))


def deal_rows(state: TrenteEtQuaranteState) -> Turn[TrenteEtQuaranteState]:
    """Deal both rows from the shoe; after a refait of 31 the player may be asked about the bets."""
    black, rest = off_the_top(state.shoe)
    red, rest = off_the_top(rest)
    state = changed(state, shoe=rest, black=black, red=red)
    events = tuple(
        Event("row dealt", "", cards, f"trente-et-quarante.row.{row}", {"row": row, "total": total(cards)})
        for row, cards in (("black", black), ("red", red))
    )
    v = state.refait()
    if v.bad_refait and state.options.surrender_half and state.bets:
        return Turn(changed(state, phase="refait", asked=state.bets), events)
    return settle_coup(state, events)


def off_the_top(shoe: Cards) -> tuple[Cards, Cards]:
    """The next row, of as many cards as make 31 or more, and the rest of the shoe."""
    totals = accumulate(VALUE[c.rank] for c in shoe)
    n = next(n for n, come_to in enumerate(totals, 1) if come_to >= FULL)
    return shoe[:n], shoe[n:]


def settle_coup(state: TrenteEtQuaranteState, events: tuple[Event, ...]) -> Turn[TrenteEtQuaranteState]:
    """Settle the bets; then the next coup, after a shuffle if the cut card is reached, or the end of the game."""
    result = view_of(Result, state, surrender=state.given_up)
    done = Score().settle(result)
    gain = round(done.scores["P1"] * UNIT)
    facts = {
        "row": result.row,
        "total": total(state.black),
        "wins": result.wins,
        "first": state.black[0],
        "gain": done.scores["P1"],
    }
    events += (Event(HAND_OVER, "P1", clause=result.clause, facts=facts),)
    told = (line for line in done.lines if line.points or "prison" in line.clause)  # a prisoner may move for nothing
    events += tuple(map(score_event, told))
    holdings = state.holdings + gain
    bets, prison = result.staying, result.prisoners
    state = changed(
        state,
        bets=bets,
        prison=prison,
        insurance=insurance_kept(result),
        asked=(),
        given_up=(),
        coup=state.coup + 1,
        gone=(*state.gone, *state.black, *state.red),
        black=(),
        red=(),
    )
    state = changed(state, chips=holdings - on_table(state))
    if state.coup > state.options.coups:
        over = Event(GAME_OVER, clause="trente-et-quarante.end", facts={"chips": chips(holdings)})
        return Turn(changed(state, phase="", turn=()), (*events, over))
    if len(state.shoe) <= CUT:
        reached = Event("cut card reached", clause="trente-et-quarante.shoe.reshuffle")
        return Turn(shuffled(state), (*events, reached))
    return Turn(changed(state, phase="bet", turn=("P1",)), events)


def insurance_kept(result: Result) -> Bets:
    """The insurance that stays with its bets: all of it after a refait of 32 to 40, else none."""
    if result.row != "refait" or result.bad_refait:
        return ()
    if result.options.prison_after_push == "stay":
        return result.insurance
    return merged((), *(bet._replace(on=bet.on.removeprefix(PRISON)) for bet in result.insurance))
