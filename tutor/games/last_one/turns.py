"""How a game of Last One goes on: the agenda of what is due, drawing and recycling, melees, the end of a hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from tutor.families.sheds import Named, Supply
from tutor.games.last_one.score import Result, Score
from tutor.games.last_one.table import PACK, Effect, Effected, First, Melee, Rules, Seen, effect, first_effect
from tutor.kernel.cards import Card, Cards, without
from tutor.kernel.events import Event
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import PLACE, Seat, after, from_
from tutor.kernel.state import Fate, State, changed


class Step(NamedTuple):
    """Something that is due: a decision (by the name of its phase), a number of cards to `draw`, or the `end`."""

    what: str
    seat: Seat = ""
    number: int = 0


@dataclass(frozen=True, kw_only=True)
class Lasting(State):
    """A game of Last One. Hands and scores stand in seat order; who has dropped out has no hand."""

    options: Rules
    direction: str = "left"
    hands: tuple[Cards, ...] = ()
    scores: tuple[int, ...] = ()
    supply: Supply = Supply()
    top: Named | None = None
    """The upcard with what was named for it; the same card is the last of the pile."""
    under: Named | None = None
    """The upcard it was matched against; None for a card that needed no match."""
    twos: int = 0
    melee: tuple[tuple[Seat, Named], ...] = ()
    drawn: Card | None = None
    silent: Seat = ""
    """Who has come down to one card and not called; he draws when somebody else acts."""
    agenda: tuple[Step, ...] = ()

    @property
    def out(self) -> tuple[Seat, ...]:
        """Who has dropped out."""
        if not self.scores:
            return ()
        threshold = self.options.threshold
        if max(self.scores) < threshold:
            return ()
        return tuple(s for s, n in zip(self.seats, self.scores, strict=True) if n >= threshold)

    def common(self, seat: Seat = "") -> dict[str, Any]:
        """The fields that every view of this state has."""
        return {
            "players": self.players, "dealer": self.dealer, "options": self.options, "direction": self.direction,
            "out": self.out, "mover": seat,
        }  # fmt: skip

    def hand(self, seat: Seat) -> Cards:
        """The cards of `seat`."""
        return self.hands[PLACE[seat]]

    def holding(self, seat: Seat, cards: Cards) -> Lasting:
        """The state in which `seat` holds `cards`."""
        at = PLACE[seat]
        return changed(self, hands=(*self.hands[:at], cards, *self.hands[at + 1 :]))

    def due(self, *steps: Step) -> Lasting:
        """The state with these steps after those that are due already."""
        return changed(self, agenda=self.agenda + steps)

    def seen(self) -> Seen:
        """What everybody sees."""
        return Seen(**self.common())

    def fight(self, seat: Seat | None = None) -> Melee:
        """The melee as `seat` sees it."""
        return Melee(**self.common(), melee=self.melee, seat=seat, hand=self.hand(seat) if seat else ())


# -- the agenda --------------------------------------------------------------------------------------------


def go_on(state: Lasting, events: tuple[Event, ...]) -> Turn[Lasting]:
    """Do what is due up to the next decision, draw of chance, or the end of the hand."""
    while True:
        spare = state.supply.spare(max(1, len(state.melee)))
        if spare:
            return Turn(changed(state, phase="", turn=(), fate=Fate("recycle", spare)), events)
        step, rest = state.agenda[0], state.agenda[1:]
        if step.what == "draw":
            got, supply = state.supply.take(step.number)
            again = (step._replace(number=step.number - len(got)),) if len(got) < step.number else ()
            asked = got and rest[:1] == (Step("drawn", step.seat),)
            state = changed(state, supply=supply, agenda=again + rest, drawn=got[0] if asked else None)
            state = state.holding(step.seat, PACK.sort(state.hand(step.seat) + got))
            if got:
                events += (Event("drew", step.seat, facts={"drawn": len(got)}),)
            elif again:  # nothing left to draw from, and nothing to recycle
                state = changed(state, agenda=rest)
                events += (Event("nothing to draw", step.seat),)
        elif step.what == "end":
            return hand_over(state, events)
        else:
            if step.what == "drawn" and state.drawn is None:
                step = Step("play", state.seen().next(step.seat))
            return Turn(changed(state, phase=step.what, turn=(step.seat,), agenda=rest), events)


def recycled(state: Lasting, cards: Cards) -> Turn[Lasting]:
    """The played cards become the stock (`last-one.stock.recycle`)."""
    event = Event("stock recycled", clause="last-one.stock.recycle", facts={"shuffled": len(cards)})
    return go_on(changed(state, fate=None, supply=state.supply.recycled(cards)), (event,))


def act(state: Lasting, seat: Seat) -> Lasting:
    """What anybody's playing or drawing brings: the draw of another who has not called (`last-one.call.penalty`)."""
    if state.silent in ("", seat):
        return state
    owed = (Step("draw", state.silent, 2),) if state.hand(state.silent) else ()  # whoever has gone out owes nothing
    return changed(state, silent="").due(*owed)


def called_for(state: Lasting, seat: Seat) -> tuple[Lasting, tuple[Event, ...]]:
    """The call of `seat` becomes due if he has come down to one card (`last-one.call`)."""
    if len(state.hand(seat)) != 1:
        return state, ()
    if state.options.auto_call:
        return state, (Event("last one called", seat, clause="last-one.call"),)
    return state.due(Step("call", seat)), ()


# -- playing a card ----------------------------------------------------------------------------------------


def laid(state: Lasting, seat: Seat, c: Card, under: Named | None) -> Turn[Lasting]:
    """A card goes from the hand to the pile and does what it does."""
    state = act(state, seat).holding(seat, without(state.hand(seat), (c,)))
    state = changed(state, supply=state.supply.put(c), top=Named(c), under=under, drawn=None)
    return taken_effect(state, seat, (Event("played", seat, (c,)),))


def taken_effect(state: Lasting, seat: Seat, events: tuple[Event, ...]) -> Turn[Lasting]:
    """What the top card, as far as it has been named, brings about."""
    assert state.top is not None
    left = len(state.hand(seat))
    view = Effect(**state.common(), played=state.top, seat=seat, left=left)
    then = effect(view, seat, state.top, left, state.twos)
    if view.must_call and then.then not in ("name", "stack"):
        state, said = called_for(state, seat)
        events += said
    return effected(state, seat, then, events)


def effected(state: Lasting, seat: Seat, then: Effected, events: tuple[Event, ...]) -> Turn[Lasting]:
    """Carry out what a card does."""
    if then.direction != state.direction:
        events += (Event("direction changed", seat, clause="last-one.effect.A", facts={"direction": then.direction}),)
    state = changed(state, direction=then.direction)
    if then.then == "melee":
        assert state.top is not None
        return fought(changed(state, melee=((seat, state.top),)), events)
    if then.then not in ("name", "stack"):
        state = changed(state, under=None, twos=state.twos + 1 if then.then == "two" else 0)
    state = state.due(*(Step("draw", who, n) for who, n in then.draws), Step(then.then, then.next))
    return go_on(state, events)


def named(state: Lasting, seat: Seat, move: Move) -> Turn[Lasting]:
    """A joker stands for the card, an 8 calls for the suit that is named."""
    assert state.top is not None
    if move.cards:
        event = Event("joker named", seat, move.cards, "last-one.effect.joker")
        return taken_effect(changed(state, top=Named(state.top.card, move.card)), seat, (event,))
    event = Event("suit named", seat, clause="last-one.effect.8", facts={"named": move.word})
    return taken_effect(changed(state, top=state.top._replace(suit=move.word)), seat, (event,))


# -- the melee ---------------------------------------------------------------------------------------------


def fought(state: Lasting, events: tuple[Event, ...], passed: Seat = "") -> Turn[Lasting]:
    """Ask the next player who may go on after `passed`, or end the melee."""
    v = state.fight()
    asked = v.order[v.order.index(passed) + 1 if passed else 0 :]
    willing = next((seat for seat in asked if state.hand(seat) and v.need), None)
    if willing:
        return go_on(state.due(Step("melee", willing)), events)
    state = changed(state, melee=(), top=v.melee[-1][1])
    gone = any(not state.hand(seat) for seat in v.circle)
    state = act(state, v.defender)
    if state.hand(v.defender):
        state = state.due(Step("draw", v.defender, v.draw))
    events += (Event("melee ended", v.defender, clause="last-one.melee.end", facts={"draws": v.draw}),)
    return go_on(state.due(Step("end") if gone else Step("play", v.next(v.defender))), events)


def went_on(state: Lasting, seat: Seat, c: Card) -> Turn[Lasting]:
    """The next card of the melee, or a joker as that card."""
    need = state.fight(seat).need
    named = Named(c, need if c.joker else None)
    state = act(state, seat).holding(seat, without(state.hand(seat), (c,)))
    state = changed(state, supply=state.supply.put(c), melee=(*state.melee, (seat, named)))
    events: tuple[Event, ...] = (Event("went on", seat, (c,), "last-one.melee.continue", {"stands": named.identity}),)
    if not state.hand(seat) and not state.options.final_card_effect:
        return go_on(changed(state, melee=()).due(Step("end")), events)
    state, said = called_for(state, seat)
    return fought(state, events + said)


def drew(state: Lasting, seat: Seat) -> Turn[Lasting]:
    """A player draws instead of playing (`last-one.turn.draw`)."""
    then = Step("drawn", seat) if state.options.play_drawn_card else Step("play", state.seen().next(seat))
    return go_on(act(state, seat).due(Step("draw", seat, 1), then), ())


def struck(state: Lasting, seat: Seat) -> Turn[Lasting]:
    """The player after one or more 2s draws for all of them and is skipped (`last-one.effect.2`)."""
    state = act(state, seat).due(Step("draw", seat, 2 * state.twos), Step("play", state.seen().next(seat)))
    return go_on(changed(state, twos=0), ())


def let_be(state: Lasting, seat: Seat) -> Turn[Lasting]:
    """A player puts nothing on his 3, or keeps the card he has drawn."""
    state, said = called_for(state, seat) if state.phase == "stack" else (state, ())
    return go_on(changed(state, drawn=None).due(Step("play", state.seen().next(seat))), said)


def called(state: Lasting, seat: Seat, aloud: bool) -> Turn[Lasting]:
    """The player who has come down to one card says so, or forgets to."""
    if aloud:
        return go_on(state, (Event("last one called", seat, clause="last-one.call"),))
    return go_on(changed(state, silent=seat), ())


# -- a hand from beginning to end --------------------------------------------------------------------------


def dealt(state: Lasting, cards: Cards) -> Turn[Lasting]:
    """The pack in this order: hands from the dealer's left on, the upcard, the stock (`last-one.deal.stock`)."""
    size, circle = state.options.hand_size, state.seen().circle
    hands: dict[Seat, Cards] = {}
    for i, seat in enumerate(from_(circle, after(circle, state.dealer))):
        hands[seat] = PACK.sort(cards[i * size : (i + 1) * size])
    rest = cards[len(hands) * size :]
    state = changed(
        state, fate=None, hands=tuple(hands.get(s, ()) for s in state.seats), supply=Supply(rest[1:], rest[:1])
    )
    events = (Event("dealt", state.dealer, clause="last-one.deal.size", facts={"each": size}),)
    return turned_up(state, events)


def turned_up(state: Lasting, events: tuple[Event, ...]) -> Turn[Lasting]:
    """The first upcard, replaced from the stock (and laid under it) where a house rule says so."""
    stock, pile = state.supply.stock, state.supply.pile
    for _ in range(len(stock) + 1):
        top = Named(pile[0])
        events += (Event("turned up", state.dealer, pile, "last-one.deal.stock"),)
        then = first_effect(First(**state.common(), upcard=top))
        if then.then != "redraw":
            state = changed(state, supply=Supply(stock, pile), top=top)
            return effected(state, state.dealer, then, events)
        stock, pile = stock[1:] + pile, stock[:1]
    return Turn(shuffled(state), (*events, Event("dealt again", state.dealer, clause="last-one.turn.first")))


def hand_over(state: Lasting, events: tuple[Event, ...]) -> Turn[Lasting]:
    """The points of the hand, who drops out, and the next deal, if more than one player is left."""
    before = dict(zip(state.seats, state.scores, strict=True))
    hands = {seat: state.hand(seat) for seat in state.seen().circle}
    done = Score().settle(
        Result(players=state.players, options=state.options, dealer=state.dealer, hand=hands, before=before)
    )
    state = changed(state, scores=tuple(before[seat] + int(done.scores.get(seat, 0)) for seat in state.seats))
    facts = {"scores": dict(done.scores), "totals": dict(zip(state.seats, state.scores, strict=True))}
    events += (Event("hand over", done.outcome["hand"][0], clause="last-one.end.hand", facts=facts),)
    counted = (line for line in done.lines if line.points)
    events += tuple(Event("scored", x.to, clause=x.clause, facts={**x.facts, "points": x.points}) for x in counted)
    events += tuple(Event("dropped out", seat, clause="last-one.end.drop") for seat in done.outcome["dropped"])
    if done.outcome["game"]:
        over = Event("game over", done.outcome["game"][0], clause="last-one.end.winner")
        return Turn(changed(state, phase="", turn=(), agenda=()), (*events, over))
    dealer = next(seat for seat in from_(state.seats, after(state.seats, state.dealer)) if seat not in state.out)
    return Turn(shuffled(changed(state, dealer=dealer)), events)


def shuffled(state: Lasting) -> Lasting:
    """The moment before a deal."""
    return Lasting(
        players=state.players, options=state.options, dealer=state.dealer, scores=state.scores,
        hands=((),) * state.players, supply=Supply(PACK.cards), fate=Fate("deal", PACK.cards),
    )  # fmt: skip
