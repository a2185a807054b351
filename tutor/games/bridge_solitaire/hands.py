"""The state of Bridge Solitaire, and how a rubber goes on: the next lead, the end of a hand, the next deal."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.families.hands import view_of
from tutor.games.bridge_solitaire.bids import Bid, Calling
from tutor.games.bridge_solitaire.rubber import Result, Score
from tutor.games.bridge_solitaire.table import (
    HAND,
    HOUSE,
    PACK,
    PLAYER,
    SIDES,
    Playing,
    Rules,
)
from tutor.kernel.cards import Cards
from tutor.kernel.events import GAME_OVER, HAND_OVER, PLAYED, Event, score_event
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import ChanceEvent, Sight, State, changed, seen_by


@dataclass(frozen=True, kw_only=True)
class BridgeSolitaireState(State):
    """A rubber of Bridge Solitaire. Pairs of numbers are in the order player, house."""

    card_fields = ("down", "faceup", "discards", "stock", "gone", "hand", "trick")
    options: Rules
    down: Cards = seen_by(Sight.NOBODY, ())
    """The seven cards face down, until they are turned."""
    faceup: Cards = ()
    discards: Cards = seen_by(Sight.PAST, ())
    """The cards not taken, the top card last."""
    stock: Cards = seen_by(Sight.NOBODY, ())
    """The rest of the stock, in order."""
    gone: Cards = seen_by(Sight.PAST, ())
    """Cards of earlier tricks, and cards turned that did not answer."""
    hand: Cards = ()
    thirteen: Cards = seen_by(Sight.PAST, ())
    """The hand before its first trick."""
    jokers: int = 0
    contract: Bid | None = None
    declarer: Seat = PLAYER
    leader: Seat = PLAYER
    trick: Cards = ()
    won: int = 0
    """The tricks of the player."""
    games: tuple[int, int] = (0, 0)
    below: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    rubber: tuple[Seat, ...] = ()
    """Who has won the rubber, once it is over."""

    @property
    def trump(self) -> str:
        """The trumps of the contract."""
        return self.contract.trump if self.contract is not None else ""

    def playing(self) -> Playing:
        """The player's view of a trick."""
        assert self.contract is not None
        return view_of(Playing, self, trump=self.contract.trump)

    def calling(self) -> Calling:
        """The player's view of the bidding."""
        return view_of(Calling, self)


def shuffled(state: BridgeSolitaireState) -> BridgeSolitaireState:
    """The state before a deal."""
    return BridgeSolitaireState(
        players=state.players,
        options=state.options,
        dealer=state.dealer,
        games=state.games,
        below=state.below,
        points=state.points,
        stock=PACK.cards,
        chance=ChanceEvent("deal", PACK.cards),
    )


def lead_due(state: BridgeSolitaireState, events: tuple[Event, ...]) -> Turn[BridgeSolitaireState]:
    """The state of the next lead, or the end of the hand: no cards, or no stock (`bridge-solitaire.stock.end`)."""
    if not state.hand:
        return hand_over(state, events)
    if not state.stock:
        rest = len(state.hand)
        facts = {"tricks": rest}
        events += (Event("stock exhausted", PLAYER, state.hand, "bridge-solitaire.stock.end", facts),)
        return hand_over(changed(state, won=state.won + rest, gone=state.gone + state.hand, hand=()), events)
    state = changed(state, phase="play", turn=(PLAYER,), trick=())
    if state.leader == PLAYER:
        return Turn(state, events)
    lead = state.stock[0]
    events += (Event(PLAYED, HOUSE, (lead,), "bridge-solitaire.house.lead", {"lead": True}),)
    return Turn(changed(state, stock=state.stock[1:], trick=(lead,)), events)


def hand_over(state: BridgeSolitaireState, events: tuple[Event, ...]) -> Turn[BridgeSolitaireState]:
    """Score the hand; then the next deal, or the end of the rubber."""
    assert state.contract is not None
    result = view_of(
        Result,
        state,
        tricks=state.won if state.declarer == PLAYER else HAND - state.won,
        hand=state.thirteen,
        games=pairs(state.games),
        below=pairs(state.below),
        before=pairs(state.points),
    )
    done = Score().settle(result)
    points = tuple(int(state.points[i] + done.scores[side]) for i, side in enumerate(SIDES))
    games = tuple(state.games[i] + (side in done.outcome["game_won"]) for i, side in enumerate(SIDES))
    below = tuple(state.below[i] + result.made_below * (side == state.declarer) for i, side in enumerate(SIDES))
    facts = {
        "scores": dict(done.scores),
        "made": done.outcome["made"],
        "tricks": result.tricks,
        "contract": state.contract.text,
        "totals": dict(zip(SIDES, points, strict=True)),
    }
    events += (Event(HAND_OVER, done.outcome["hand"][0], clause=done.outcome["clause"], facts=facts),)
    events += tuple(map(score_event, done.lines))
    if done.outcome["game_won"]:
        events += (Event("game won", state.declarer, clause="bridge-solitaire.game"),)
        below = (0, 0)
    state = changed(
        state,
        points=(points[0], points[1]),
        games=(games[0], games[1]),
        below=(below[0], below[1]),
        rubber=tuple(done.outcome["rubber"]),
    )
    if state.rubber:
        over = Event(GAME_OVER, clause="bridge-solitaire.rubber", facts={"winners": state.rubber, **facts})
        return Turn(changed(state, phase="", turn=()), (*events, over))
    return Turn(shuffled(state), events)


def pairs(both: tuple[int, int]) -> dict[Seat, int]:
    """A pair of numbers as a mapping by side."""
    return dict(zip(SIDES, both, strict=True))
