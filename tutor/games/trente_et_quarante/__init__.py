"""Trente et Quarante: two rows of cards race to 31, and bets on them can land in prison.

Source: the game's page at denexa.com; every clause stands in `lessons/trente-et-quarante/rulebook.toml`. `table` has
the views, `decisions` the phases (`bet_moves` the text of their moves), `settling` the scoring, `coups` the state and
how a game goes on; this module has the set-up and the game. The bank is no seat: it deals, pays and collects, and
decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tutor.families.banks import AMOUNT, UNIT, Bets, chips
from tutor.games.trente_et_quarante.bets import bet_problems
from tutor.games.trente_et_quarante.coups import CUT, TrenteEtQuaranteState, fill_shoe, on_table, shuffled
from tutor.games.trente_et_quarante.decisions import AfterRefait, DealRows, MakeBets
from tutor.games.trente_et_quarante.settling import Score
from tutor.games.trente_et_quarante.table import INSURED, PACK, Laid, Rules
from tutor.games.trente_et_quarante.tabletop import TABLETOP
from tutor.kernel.cards import Cards
from tutor.kernel.fields import CARDS, Problem, declared, whole
from tutor.kernel.game import Family, Game, PositionSetup
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, Side


@dataclass(frozen=True, kw_only=True)
class TrenteEtQuaranteSetupView(Laid):
    """The moment before a coup, with the next cards of the shoe."""

    insurance: Bets = declared(INSURED, "insurance already attached", ())
    shoe: Cards = declared(CARDS, "the next cards of the shoe, in the order in which they will be dealt", ())
    left: int = whole("cards left in the shoe", len(PACK), low=CUT + 1, high=len(PACK))
    chips: int | None = declared(AMOUNT, "chips the player still has", None, shown="the bankroll")
    coup: int = whole("number of the coming coup", 1, low=1)


class TrenteEtQuaranteSetup(PositionSetup[TrenteEtQuaranteSetupView, TrenteEtQuaranteState]):
    """Sets up the betting before a coup."""

    def problems(self, v: TrenteEtQuaranteSetupView) -> Iterator[Problem]:
        """Impossible bets, cards on the table, or a coup after the last."""
        yield from bet_problems(v, v.insurance)
        if v.black or v.red:
            yield Problem("black", "before a coup no card lies on the table")
        if v.coup > v.options.coups:
            yield Problem("coup", f"the game has {v.options.coups} coups")
        if len(v.shoe) > v.left:
            yield Problem("left", f"{len(v.shoe)} cards are named")

    def build(self, v: TrenteEtQuaranteSetupView) -> TrenteEtQuaranteState:
        """The state with these cards on top of the shoe."""
        rest = self.rest(v)
        n = v.left - len(v.shoe)
        chips_left = v.options.bankroll * UNIT if v.chips is None else v.chips
        return TrenteEtQuaranteState(
            players=v.players,
            options=v.options,
            dealer=v.dealer,
            shoe=v.shoe + rest[:n],
            gone=rest[n:],
            bets=v.bets,
            prison=v.prison,
            insurance=v.insurance,
            chips=chips_left,
            coup=v.coup,
            phase="bet",
            turn=("P1",),
        )


class TrenteEtQuarante(Game[TrenteEtQuaranteState]):
    """One player against the bank, for an agreed number of coups."""

    name = "trente-et-quarante"
    title = "Trente et Quarante"
    family = Family.BANKING
    players = (1,)
    bound = 1_000_000
    """A coup has one deal and as many bets as the player cares to make; nobody makes ten in each of 100,000."""
    lacks = frozenset({"players", "dealer"})
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    phases = (MakeBets(), DealRows(), AfterRefait())
    scoring = Score()
    setup = TrenteEtQuaranteSetup()

    def begin(self, players: int, options: Any, dealer: Seat) -> TrenteEtQuaranteState:
        """The state before the first shuffle."""
        return shuffled(
            TrenteEtQuaranteState(players=players, options=options, dealer=dealer, chips=options.bankroll * UNIT)
        )

    def deal(self, state: TrenteEtQuaranteState, dealt_cards: Move) -> Turn[TrenteEtQuaranteState]:
        """Fill the shoe."""
        return fill_shoe(state, dealt_cards.cards)

    def standing(self, state: TrenteEtQuaranteState) -> Mapping[Side, float]:
        """The player's chips, with those on the table."""
        return {"P1": chips(state.chips + on_table(state))}

    def winners(self, state: TrenteEtQuaranteState) -> tuple[Side, ...]:
        """The player, if richer than at the start; else nobody."""
        return ("P1",) if state.holdings > state.options.bankroll * UNIT else ()


GAME = TrenteEtQuarante()
