"""Set-up of a moment of Bridge Solitaire, for lessons and drills."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tutor.games.bridge_solitaire.bids import CONTRACT, Bid
from tutor.games.bridge_solitaire.hands import BridgeSolitaireState, lead_due
from tutor.games.bridge_solitaire.table import DOWN, HAND, HOUSE, PACK, PLAYER, SIDES, STOCK, Rules
from tutor.kernel.cards import Cards
from tutor.kernel.fields import CARDS, FLAG, SEAT, Problem, declared, whole
from tutor.kernel.game import PositionSetup
from tutor.kernel.seats import Seat, other_side
from tutor.kernel.state import changed
from tutor.kernel.view import View


@dataclass(frozen=True, kw_only=True)
class BridgeSolitaireSetupView(View):
    """A deal with all its cards, or the moment before a lead."""

    options: Rules
    faceup: Cards = declared(CARDS, "the thirteen cards dealt face up", ())
    down: Cards = declared(CARDS, "the seven cards dealt face down", ())
    stock: Cards = declared(CARDS, "the top of the stock, in the order in which it will be turned", ())
    last: bool = declared(FLAG, "these are all the cards of the stock", False)
    hand: Cards = declared(CARDS, "the player's cards, instead of faceup and down, when a contract stands", ())
    contract: Bid | None = declared(CONTRACT, "the contract, when cards are played already", None)
    declarer: Seat = declared(SEAT, "whose contract it is", PLAYER)
    leader: Seat | None = declared(SEAT, "who leads next", None, shown="the defender")
    won: int = whole("tricks the player has won", 0, low=0, high=13)
    jokers: int | None = whole("jokers the hand had; otherwise those it has", None, low=0, high=2)
    games: dict[Seat, int] = whole("games the side has won in this rubber", {}, low=0, high=1, per="side")
    below: dict[Seat, int] = whole("points below the line", {}, low=0, high=99, per="side")
    before: dict[Seat, int] = whole("all points of the rubber", {}, low=0, per="side")


class BridgeSolitaireSetup(PositionSetup[BridgeSolitaireSetupView, BridgeSolitaireState]):
    """Sets up the picking of a hand, or a lead."""

    def problems(self, v: BridgeSolitaireSetupView) -> Iterator[Problem]:
        """Fields that are neither a deal nor a moment of play."""
        if v.contract is None:
            if len(v.faceup) != HAND or len(v.down) != DOWN or v.hand:
                yield Problem("faceup", "a deal has thirteen cards face up and seven down, and no hand yet")
            if v.last:
                yield Problem("last", "a new deal has the whole stock")
            return
        if v.faceup or v.down or not 0 < len(v.hand) <= HAND:
            yield Problem("hand", "once a contract stands the player holds one to thirteen cards")
        if v.won + len(v.hand) > HAND:
            yield Problem("won", f"{v.won} tricks and {len(v.hand)} cards are more than thirteen")
        if not v.stock and v.last:
            yield Problem("stock", "without a stock the hand is over")

    def build(self, v: BridgeSolitaireSetupView) -> BridgeSolitaireState:
        """The state with these cards; of the others the stock gets what it lacks, and the rest is out of play."""
        rest = self.rest(v)
        more = 0 if v.last else max(0, min(STOCK, len(rest) + len(v.stock)) - len(v.stock))
        won = {"games": v.games, "below": v.below, "points": v.before}
        pair = {name: (by.get(PLAYER, 0), by.get(HOUSE, 0)) for name, by in won.items()}
        state = BridgeSolitaireState(
            players=v.players,
            options=v.options,
            dealer=v.dealer,
            faceup=PACK.sort(v.faceup),
            down=v.down,
            stock=v.stock + rest[:more],
            gone=rest[more:],
            hand=PACK.sort(v.hand),
            games=pair["games"],
            below=pair["below"],
            points=pair["points"],
            phase="pick",
            turn=(PLAYER,),
        )
        if v.contract is None:
            return state
        jokers = sum(c.joker for c in v.hand) if v.jokers is None else v.jokers
        leader = v.leader or other_side(SIDES, v.declarer)
        state = changed(
            state,
            contract=v.contract,
            declarer=v.declarer,
            jokers=jokers,
            won=v.won,
            leader=leader,
            thirteen=state.hand if len(v.hand) == HAND else (),
        )
        return lead_due(state, ()).state
