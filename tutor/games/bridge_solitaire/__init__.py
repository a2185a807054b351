"""Bridge Solitaire: a rubber of bridge against a house that bids by counting and plays cards from the stock.

Source: the game's page at denexa.com, of the game that Stephen Rogers devised; every clause stands in
`lessons/bridge-solitaire/rulebook.toml`. `table` has the views and the answers of the house, `bids` the bidding,
`choices` and `tricks` the phases, `rubber` the scoring, `hands` the state and how a game goes on; this module has the
game. The house is a side but decides nothing: its cards come from the stock, whose order the deal fixes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tutor.games.bridge_solitaire.choices import Auction, Discard, HouseBid, Pick
from tutor.games.bridge_solitaire.hands import BridgeSolitaireState, shuffled
from tutor.games.bridge_solitaire.rubber import Score
from tutor.games.bridge_solitaire.stage import BridgeSolitaireSetup
from tutor.games.bridge_solitaire.table import DOWN, HAND, PACK, PLAYER, SIDES, Rules
from tutor.games.bridge_solitaire.tabletop import TABLETOP, Held
from tutor.games.bridge_solitaire.tricks import HouseAnswer, Play
from tutor.kernel.cards import Cards
from tutor.kernel.events import Event
from tutor.kernel.game import Family, Game
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, Side
from tutor.kernel.state import changed
from tutor.kernel.view import Options


class BridgeSolitaire(Game[BridgeSolitaireState]):
    """One player against the house, for a rubber."""

    name = "bridge-solitaire"
    title = "Bridge Solitaire"
    family = Family.SOLITAIRE
    players = (1,)
    bound = 1_000_000
    """No rule ends a rubber in which nobody ever makes a contract; seventeen moves make a hand."""
    lacks = frozenset({"dealer"})
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    arrangement = Held()
    phases = (Pick(), Discard(), HouseBid(), Auction(), Play(), HouseAnswer())
    scoring = Score()
    setup = BridgeSolitaireSetup()

    def seats(self, players: int) -> tuple[Seat, ...]:
        """The player, and the house to play against."""
        return SIDES

    def sides(self, players: int, options: Options) -> tuple[Side, ...]:
        """The player and the house."""
        return SIDES

    def begin(self, players: int, options: Any, dealer: Seat) -> BridgeSolitaireState:
        """The state before the first deal of a rubber."""
        return shuffled(BridgeSolitaireState(players=players, options=options, dealer=dealer))

    def deal(self, state: BridgeSolitaireState, dealt_cards: Move) -> Turn[BridgeSolitaireState]:
        """Deal in this order: seven cards face down, thirteen face up, the stock (`bridge-solitaire.deal`)."""
        cards, stock = dealt_cards.cards[: DOWN + HAND], dealt_cards.cards[DOWN + HAND :]
        faceup = PACK.sort(cards[DOWN:])
        state = changed(
            state, chance=None, down=cards[:DOWN], faceup=faceup, stock=stock, phase=Pick.name, turn=(PLAYER,)
        )
        return Turn(state, (Event("dealt face up", PLAYER, faceup, "bridge-solitaire.deal", {"down": DOWN}),))

    def held(self, state: BridgeSolitaireState, seat: Seat) -> Cards:
        """The player's hand; the house has none."""
        return state.hand if seat == PLAYER else ()

    def standing(self, state: BridgeSolitaireState) -> Mapping[Side, float]:
        """The points of the rubber so far."""
        return dict(zip(SIDES, state.points, strict=True))

    def winners(self, state: BridgeSolitaireState) -> tuple[Side, ...]:
        """The side with more points when the rubber is over."""
        return state.rubber


GAME = BridgeSolitaire()
