"""How a game of Last One goes on: the agenda, drawing and recycling, melees, the end of a hand."""

from __future__ import annotations

from tutor.families.hands import view_of
from tutor.families.sheds import CardOnPile
from tutor.games.last_one.score import Result, Score
from tutor.games.last_one.state import DueStep, LastOneState, step
from tutor.games.last_one.table import (
    BARE,
    PACK,
    WILD,
    CardEffect,
    FirstUpcardView,
    asked_in,
    defender,
    effect,
    first_effect,
    needed,
)
from tutor.kernel.cards import Card, Cards, without
from tutor.kernel.events import DEALT, DREW, GAME_OVER, HAND_OVER, PLAYED, SKIPPED, Event, score_event
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after, from_
from tutor.kernel.state import ChanceEvent, changed

# -- the agenda --------------------------------------------------------------------------------------------


def run_agenda(state: LastOneState, events: tuple[Event, ...], *steps: DueStep) -> Turn[LastOneState]:
    """Work through the agenda, `steps` last, until a decision, a chance event or the end of the hand."""
    agenda = state.agenda + steps
    while True:
        spare = () if state.stock else state.pile[: -max(1, len(state.melee))]
        if spare:
            return Turn(changed(state, phase="", turn=(), chance=ChanceEvent("recycle", spare), agenda=agenda), events)
        (what, seat, number), agenda = agenda[0], agenda[1:]
        if what == "draw":
            got, stock = state.stock[:number], state.stock[number:]
            asked = got and agenda and agenda[0][:2] == ("drawn", seat)
            if len(got) < number and got:  # the rest when the pile has been shuffled
                agenda = (step("draw", seat, number - len(got)), *agenda)
            held = PACK.sort(state.hand(seat) + got)
            state = changed(state, stock=stock, drawn=got[0] if asked else None, hands=state.given(seat, held))
            if got:
                events += (Event(DREW, seat, facts={"drawn": len(got)}),)
            elif number:  # nothing left to draw from, and nothing to recycle
                events += (Event("nothing to draw", seat),)
        elif what == "end":
            return hand_over(state, events)
        else:
            if what == "drawn" and state.drawn is None:
                what, seat = "play", state.next(seat)
            return Turn(changed(state, phase=what, turn=(seat,), agenda=agenda), events)


def recycle_pile(state: LastOneState, cards: Cards) -> Turn[LastOneState]:
    """Make the played cards the new stock (`last-one.stock.recycle`), and go on."""
    event = Event("stock recycled", clause="last-one.stock.recycle", facts={"shuffled": len(cards)})
    return run_agenda(changed(state, chance=None, stock=cards, pile=state.pile[len(cards) :]), (event,))


def note_action(state: LastOneState, seat: Seat) -> LastOneState:
    """Note that `seat` has acted: a player who has not called must draw two cards (`last-one.call.penalty`)."""
    if state.silent in ("", seat):
        return state
    owed = (step("draw", state.silent, 2),) if state.hand(state.silent) else ()  # whoever has gone out owes nothing
    return changed(state, silent="").due(*owed)


def make_call_due(state: LastOneState, seat: Seat) -> tuple[LastOneState, tuple[Event, ...]]:
    """Make the call due if `seat` has one card left (`last-one.call`)."""
    if len(state.hand(seat)) != 1:
        return state, ()
    if state.options.auto_call:
        return state, (Event("last one called", seat, clause="last-one.call"),)
    return state.due(step("call", seat)), ()


# -- playing a card ----------------------------------------------------------------------------------------


def play_card(state: LastOneState, seat: Seat, c: Card, under: CardOnPile | None) -> Turn[LastOneState]:
    """Play a card from the hand; `under` is the upcard it had to match, None if it needed no match."""
    state = note_action(state, seat)
    hands = state.given(seat, without(state.hand(seat), (c,)))
    lies_on = under if c.joker or c.rank == WILD else None  # asked for where something is to be named
    state = changed(state, hands=hands, pile=(*state.pile, c), upcard=BARE[c], under=lies_on, drawn=None)
    return apply_effect(state, seat, (Event(PLAYED, seat, (c,), facts={"put": under is None}),))


def apply_effect(state: LastOneState, seat: Seat, events: tuple[Event, ...]) -> Turn[LastOneState]:
    """Carry out the effect of the top card, as far as it has been named."""
    assert state.upcard is not None
    then = effect(state, seat, state.upcard, len(state.hand(seat)), state.twos)
    if then.then not in ("name", "stack"):
        state, said = make_call_due(state, seat)
        events += said
    return carry_out(state, seat, then, events)


def carry_out(state: LastOneState, seat: Seat, then: CardEffect, events: tuple[Event, ...]) -> Turn[LastOneState]:
    """Carry out an effect."""
    if then.direction != state.direction:
        events += (Event("direction changed", seat, clause="last-one.effect.A", facts={"direction": then.direction}),)
        state = changed(state, direction=then.direction)
    elif then.then == "play" and not then.draws and then.next != state.next(seat):
        events += (Event(SKIPPED, state.next(seat), clause="last-one.effect.J"),)
    if then.then == "melee":
        assert state.upcard is not None
        state = changed(state, melee=((seat, state.upcard),))
        events += (Event("melee begun", seat, clause="last-one.effect.4", facts={"defender": defender(state)}),)
        return ask_next_fighter(state, events)
    if then.then not in ("name", "stack") and (state.under or state.twos or then.then == "two"):
        state = changed(state, under=None, twos=state.twos + 1 if then.then == "two" else 0)
    following = step(then.then, then.next)
    if not then.draws:
        return run_agenda(state, events, following)
    return run_agenda(state, events, *[step("draw", who, n) for who, n in then.draws], following)


# -- the melee ---------------------------------------------------------------------------------------------


def ask_next_fighter(state: LastOneState, events: tuple[Event, ...], passed: Seat = "") -> Turn[LastOneState]:
    """Ask the next player after `passed` who may continue the melee; if there is none, end the melee."""
    if needed(state):
        order = asked_in(state)
        for seat in order[order.index(passed) + 1 if passed else 0 :]:
            if state.hand(seat):
                return run_agenda(state, events, step("melee", seat))
    top, loser = state.melee[-1][1], defender(state)
    gone = any(not state.hand(seat) for seat in state.circle)
    number = state.options.pips(top.identity)
    state = note_action(changed(state, melee=(), upcard=top), loser)
    draw = (step("draw", loser, number),) if state.hand(loser) else ()
    events += (Event("melee ended", loser, clause="last-one.melee.end", facts={"draws": number}),)
    return run_agenda(state, events, *draw, step("end") if gone else step("play", state.next(loser)))


def decline(state: LastOneState, seat: Seat) -> Turn[LastOneState]:
    """Put nothing on the 3 just played, or keep the card drawn."""
    state, said = make_call_due(state, seat) if state.phase == "stack" else (state, ())
    return run_agenda(changed(state, drawn=None), said, step("play", state.next(seat)))


# -- a hand from beginning to end --------------------------------------------------------------------------


def deal_hands(state: LastOneState, cards: Cards) -> Turn[LastOneState]:
    """Deal in this order: hands from the dealer's left, the upcard, the stock (`last-one.deal.stock`)."""
    size, circle = state.options.hand_size, state.circle
    hands: dict[Seat, Cards] = {}
    for i, seat in enumerate(from_(circle, after(circle, state.dealer))):
        hands[seat] = PACK.sort(cards[i * size : (i + 1) * size])
    rest = cards[len(hands) * size :]
    state = changed(
        state, chance=None, hands=tuple(hands.get(s, ()) for s in state.seats), stock=rest[1:], pile=rest[:1]
    )
    events = (Event(DEALT, state.dealer, clause="last-one.deal.size", facts={"each": size}),)
    return turn_up(state, events)


def turn_up(state: LastOneState, events: tuple[Event, ...]) -> Turn[LastOneState]:
    """Turn up the first upcard; where a house rule says so, replace it from the stock and lay it under that."""
    stock, pile = state.stock, state.pile
    for _ in range(len(stock) + 1):
        top = CardOnPile(pile[0])
        events += (Event("turned up", state.dealer, pile, "last-one.deal.stock"),)
        then = first_effect(view_of(FirstUpcardView, state, out=state.out, upcard=top))
        if then.then != "redraw":
            state = changed(state, stock=stock, pile=pile, upcard=top)
            return carry_out(state, state.dealer, then, events)
        stock, pile = stock[1:] + pile, stock[:1]
    return Turn(shuffled(state), (*events, Event("dealt again", state.dealer, clause="last-one.turn.first")))


def hand_over(state: LastOneState, events: tuple[Event, ...]) -> Turn[LastOneState]:
    """Score the hand; then the next deal, if more than one player is left."""
    before = dict(zip(state.seats, state.scores, strict=True))
    hands = {seat: state.hand(seat) for seat in state.circle}
    done = Score().settle(
        Result(players=state.players, options=state.options, dealer=state.dealer, hand=hands, before=before)
    )
    state = changed(state, scores=tuple(before[seat] + int(done.scores.get(seat, 0)) for seat in state.seats))
    facts = {"scores": dict(done.scores), "totals": dict(zip(state.seats, state.scores, strict=True))}
    events += (Event(HAND_OVER, done.outcome["hand"][0], clause="last-one.end.hand", facts=facts),)
    counted = (line for line in done.lines if hands[line.to])
    events += tuple(map(score_event, counted))
    events += tuple(Event("dropped out", seat, clause="last-one.end.drop") for seat in done.outcome["dropped"])
    if done.outcome["game"]:
        over = Event(GAME_OVER, done.outcome["game"][0], clause="last-one.end.winner")
        return Turn(changed(state, phase="", turn=(), agenda=()), (*events, over))
    dealer = next(seat for seat in from_(state.seats, after(state.seats, state.dealer)) if seat not in state.out)
    return Turn(shuffled(changed(state, dealer=dealer)), events)


def shuffled(state: LastOneState) -> LastOneState:
    """The state before a deal."""
    return LastOneState(
        players=state.players,
        options=state.options,
        dealer=state.dealer,
        scores=state.scores,
        hands=((),) * state.players,
        stock=PACK.cards,
        chance=ChanceEvent("deal", PACK.cards),
    )
