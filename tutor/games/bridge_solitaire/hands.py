"""The state of Bridge Solitaire and how a rubber goes on: deal, contract, tricks against the stock, score."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.families.hands import view_of
from tutor.games.bridge_solitaire.bids import BIDS, Bid, Calling
from tutor.games.bridge_solitaire.rubber import Result, Score
from tutor.games.bridge_solitaire.table import (
    DOWN,
    HAND,
    HOUSE,
    PACK,
    PLAYER,
    SIDES,
    Playing,
    Rules,
    answer_from_stock,
    winning,
)
from tutor.kernel.cards import Card, Cards, without
from tutor.kernel.events import CALL_MADE, CONTRACT_SET, GAME_OVER, HAND_OVER, PLAYED, TRICK_WON, Event, score_event
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, other_side
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


def deal_hand(state: BridgeSolitaireState, cards: Cards) -> Turn[BridgeSolitaireState]:
    """Deal in this order: seven cards face down, thirteen face up, the stock (`bridge-solitaire.deal`)."""
    faceup = PACK.sort(cards[DOWN : DOWN + HAND])
    state = changed(
        state, chance=None, down=cards[:DOWN], faceup=faceup, stock=cards[DOWN + HAND :], phase="pick", turn=(PLAYER,)
    )
    return Turn(state, (Event("dealt face up", PLAYER, faceup, "bridge-solitaire.deal", {"down": DOWN}),))


def pick_hand(state: BridgeSolitaireState, cards: Cards) -> Turn[BridgeSolitaireState]:
    """Take six cards; the top discard is to be chosen next."""
    state = changed(
        state, faceup=(), hand=cards, discards=without(state.faceup, cards), phase="discard", turn=(PLAYER,)
    )
    return Turn(state, (Event("cards taken", PLAYER, cards, "bridge-solitaire.pick"),))


def set_top_discard(state: BridgeSolitaireState, top: Card) -> Turn[BridgeSolitaireState]:
    """Put this card on top of the discards and turn the seven cards; then the house bids."""
    discards = (*without(state.discards, (top,)), top)
    hand = PACK.sort(state.hand + state.down)
    turned = Event("hand turned", PLAYER, PACK.sort(state.down), "bridge-solitaire.hand", {"hand": hand, "top": top})
    state = changed(state, down=(), discards=discards, hand=hand, thirteen=hand, phase="auction", turn=(PLAYER,))
    v = state.calling()
    state = changed(state, jokers=v.jokers)
    said = Event(
        "house bid",
        HOUSE,
        clause="bridge-solitaire.house.level",
        facts={"bid": v.house.text if v.house else "", "winners": dict(v.counted), "sum": sum(v.counted.values())},
    )
    return Turn(state, (turned, said))


def set_contract(state: BridgeSolitaireState, move: Move) -> Turn[BridgeSolitaireState]:
    """Set the contract; the defender leads (`bridge-solitaire.lead.first`)."""
    house = state.calling().house
    contract = BIDS.get(move.text, house)
    assert contract is not None
    declarer = PLAYER if move.text in BIDS else HOUSE
    state = changed(state, contract=contract, declarer=declarer)
    events = (
        Event(CALL_MADE, PLAYER, facts={"call": move.text}),
        Event(CONTRACT_SET, declarer, (), "bridge-solitaire.double", {"bid": contract.text, "doubled": state.jokers}),
    )
    return lead_due(changed(state, leader=other_side(SIDES, declarer)), events)


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


def play_card(state: BridgeSolitaireState, c: Card) -> Turn[BridgeSolitaireState]:
    """Play the player's card: a lead, which the house answers from the stock, or an answer."""
    assert state.contract is not None
    trump = state.contract.trump
    events: tuple[Event, ...] = (Event(PLAYED, PLAYER, (c,), facts={"lead": not state.trick}),)
    state = changed(state, hand=without(state.hand, (c,)), trick=(*state.trick, c))
    if state.leader == PLAYER:
        found = answer_from_stock(c, trump, state.stock)
        turned, reply = state.stock[: found.turned], (found.card,) if found.card else ()
        vain = without(turned, reply)
        facts = {"vain": vain, "answer": found.card or "", "fits": found.fits}
        clause = "bridge-solitaire.house.answer" if found.card else "bridge-solitaire.house.nt4"
        events += (Event("house turned", HOUSE, turned, clause, facts),)
        state = changed(state, stock=state.stock[found.turned :], trick=state.trick + reply, gone=state.gone + vain)
    winner = winning(trump, state.leader, state.trick) if len(state.trick) == 2 else PLAYER
    joker = any(card.joker for card in state.trick)
    clause = "bridge-solitaire.win.joker" if joker else "bridge-solitaire.win"
    events += (Event(TRICK_WON, winner, state.trick, clause),)
    state = changed(state, won=state.won + (winner == PLAYER), leader=winner, gone=state.gone + state.trick, trick=())
    return lead_due(state, events)


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
