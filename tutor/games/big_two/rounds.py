"""How a hand of Big Two goes on: the deal, dragons, demands for a new deal, plays, the settling."""

from __future__ import annotations

from tutor.families.hands import close_hand, new_hand, view_of
from tutor.families.hands import deal_evenly as dealt_out
from tutor.families.plays import after_play
from tutor.games.big_two.combos import PACK
from tutor.games.big_two.score import SCORE, Result
from tutor.games.big_two.table import BigTwoState, ends_trick, holder_of_lowest, is_dragon, poor
from tutor.kernel.cards import Cards
from tutor.kernel.events import DEALT, WENT_OUT, Event
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, from_
from tutor.kernel.state import changed


def deal_hands(state: BigTwoState, cards: Cards) -> Turn[BigTwoState]:
    """Deal; in rule set b a spare card may go to the holder of the lowest card, and a dragon ends the hand at once."""
    rules = state.options
    each = rules.each(state.players)
    hands, away = dealt_out(state, PACK, cards, each)
    events = [Event(DEALT, state.dealer, clause=f"big-two.{rules.rules}.deal", facts={"each": each})]
    starter, lowest = holder_of_lowest(state.seats, hands)
    if rules.spare(state.players):
        at = state.seats.index(starter)
        hands = tuple(PACK.sort((*hand, *away)) if i == at else hand for i, hand in enumerate(hands))
        lowest, away = hands[at][0], ()
        events.append(Event("spare card taken", starter, clause="big-two.b.deal"))
    state = changed(
        state,
        chance=None,
        hands=hands,
        away=away,
        lowest=lowest,
        starter=starter,
        leader=starter,
        phase="opening",
        turn=(starter,),
    )
    around = from_(state.seats, starter)
    for seat in around:
        if is_dragon(rules, state.players, state.hand(seat)):
            dragon = Event("dragon", seat, state.hand(seat), "big-two.b.dragon")
            return settle_hand(state, (*events, dragon), dragon=seat)
    if rules.rules == "b" and (asked := tuple(seat for seat in around if poor(state.hand(seat)))):
        return Turn(changed(state, phase="deal", turn=asked), tuple(events))
    return first_play_due(state, tuple(events))


def first_play_due(state: BigTwoState, events: tuple[Event, ...]) -> Turn[BigTwoState]:
    """The state in which the first play is due."""
    assert state.lowest is not None
    event = Event("to start", state.starter, (state.lowest,), f"big-two.{state.options.rules}.first")
    return Turn(changed(state, phase="opening", turn=(state.starter,)), (*events, event))


def answer_demand(state: BigTwoState, seat: Seat, demanded: bool) -> Turn[BigTwoState]:
    """Deal anew if `demanded`; otherwise the next player may demand it, or the first play is due."""
    if demanded:
        again = new_hand(state, PACK, hands=((),) * state.players)
        return Turn(again, (Event("new deal demanded", seat, clause="big-two.b.reshuffle"),))
    left = tuple(other for other in state.turn if other != seat)
    return Turn(changed(state, turn=left), ()) if left else first_play_due(state, ())


def make_play(state: BigTwoState, seat: Seat, cards: Cards) -> Turn[BigTwoState]:
    """Make a play (a pass if `cards` is empty); the first player without cards wins the hand (`big-two.out`)."""
    rules = state.options
    if rules.skips:
        top = bool(cards) and ends_trick(rules, cards)
        turn = after_play(
            state, seat, cards, "big-two.b.top" if top else "big-two.trickend", lambda some: ends_trick(rules, some)
        )
    else:
        turn = after_play(state, seat, cards, "big-two.trickend")
    if turn.state.hand(seat):
        return turn
    return settle_hand(turn.state, (*turn.events, Event(WENT_OUT, seat, clause="big-two.out")))


def settle_hand(state: BigTwoState, events: tuple[Event, ...], dragon: Seat | None = None) -> Turn[BigTwoState]:
    """Settle the hand and put it on the sheet; the game ends, or the next player in turn deals."""
    result = view_of(
        Result,
        state,
        dragon=dragon,
        left={} if dragon else {seat: len(state.hand(seat)) for seat in state.seats},
        before={seat: int(total) for seat, total in zip(state.seats, state.scores, strict=True)},
        deal=state.hand_no,
    )
    ended = close_hand(state, state.seats, SCORE.settle(result), PACK)
    return Turn(ended.state, (*events, *ended.events))
