"""The state of Spinado and how a game goes on: the deal, runs and stops, the end of a hand."""

from __future__ import annotations

from dataclasses import dataclass

from tutor.families.hands import view_of
from tutor.families.payments import holdings
from tutor.games.spinado.chips import Pots, Result, Score, Takers
from tutor.games.spinado.table import (
    HAND,
    PACK,
    SPINADO,
    Playing,
    Plays,
    Rules,
    follows,
)
from tutor.kernel.cards import Cards
from tutor.kernel.events import DEALT, GAME_OVER, HAND_OVER, STOPPED, Event, score_event
from tutor.kernel.phase import Turn
from tutor.kernel.seats import PLACE, Seat, after, from_
from tutor.kernel.state import ChanceEvent, Sight, State, changed, seen_by


@dataclass(frozen=True, kw_only=True)
class SpinadoState(State):
    """A game of Spinado. Hands and chips are in seat order; `chips` are those before the antes of this hand."""

    card_fields = ("hands", "dead", "played", "run")
    options: Rules
    hands: tuple[Cards, ...] = seen_by(Sight.OWN, ())
    dead: Cards = seen_by(Sight.NOBODY, ())
    shown: Cards = ()
    """Cards known to lie in the dead hand, because a run stopped for want of them."""
    run: Plays = ()
    played: Plays = ()
    leader: Seat = "P1"
    chips: tuple[int, ...] = ()
    previous: Seat = ""
    matrimony: int = 0
    intrigue: int = 0
    takers: Takers = ()
    number: int = 1

    def hand(self, seat: Seat) -> Cards:
        """The cards of `seat`."""
        return self.hands[PLACE[seat]]

    @property
    def pots(self) -> Pots:
        """The pots of this hand."""
        return Pots(self.seats, self.previous, self.matrimony, self.intrigue, self.takers)

    @property
    def holdings(self) -> dict[Seat, float]:
        """The chips of each player: without the antes, with pots taken in this hand."""
        return holdings(self.seats, self.chips, self.pots.lines() if self.turn else ())

    def playing(self, seat: Seat) -> Playing:
        """The view of `seat`."""
        return view_of(Playing, self, seat=seat, hand=self.hand(seat), dead=self.shown)

    def known_to(self, seat: Seat) -> Cards:
        """The shown cards of the dead hand, and the next card of the run: whoever is asked has it."""
        following = self.playing(seat).next
        return self.shown if following is None else (*self.shown, following)


def shuffled(state: SpinadoState) -> SpinadoState:
    """The state before a deal."""
    return changed(
        state,
        hands=((),) * state.players,
        dead=PACK.cards,
        shown=(),
        run=(),
        played=(),
        takers=(),
        phase="",
        turn=(),
        chance=ChanceEvent("deal", PACK.cards),
    )


def deal_hands(state: SpinadoState, cards: Cards) -> Turn[SpinadoState]:
    """Deal in this order: a hand for each seat from the dealer's left; the rest is the dead hand."""
    size, n = HAND[state.players], state.players
    order = from_(state.seats, after(state.seats, state.dealer))
    hands = {seat: PACK.sort(cards[i * size : (i + 1) * size]) for i, seat in enumerate(order)}
    state = changed(
        state,
        chance=None,
        hands=tuple(hands[seat] for seat in state.seats),
        dead=cards[n * size :],
        leader=order[0],
        phase="play",
        turn=order[:1],
    )
    pots = {**state.pots.full, "game": state.pots.game}
    clause = "spinado.ante.later" if state.previous else "spinado.ante.first"
    return Turn(
        state,
        (
            Event("anted", state.previous, clause=clause, facts={"pots": pots}),
            Event(DEALT, state.dealer, clause="spinado.deal.hands", facts={"each": size, "dead": len(state.dead)}),
        ),
    )


def stop_run(state: SpinadoState, why: str, events: tuple[Event, ...] = ()) -> Turn[SpinadoState]:
    """Stop the run; its last player starts the next.

    `why` is "spinado", "none" (no such card), "played" or "dead" (it has been played, or lies in the dead hand) or
    "kept".
    """
    seat, (last,) = state.run[-1]
    clause = "spinado.spin.effect" if why == "spinado" else "spinado.play.stop"
    facts = {"why": why, "next": follows(state.run) or "", "last": last}
    events += (Event(STOPPED, seat, clause=clause, facts=facts),)
    state = changed(state, played=state.played + state.run, run=(), leader=seat, turn=(seat,))
    return Turn(state, events)


def hand_over(state: SpinadoState, winner: Seat, events: tuple[Event, ...]) -> Turn[SpinadoState]:
    """The winner takes the Game pot and the holder of the spinado pays; then the next deal, or the end of the game."""
    result = view_of(
        Result,
        state,
        winner=winner,
        played=(*state.played, *state.run),
        taken=state.takers,
        spinado=next((seat for seat in state.seats if SPINADO in state.hand(seat)), ""),
        left={seat: len(state.hand(seat)) for seat in state.seats if state.hand(seat)},
        before=dict(zip(state.seats, state.chips, strict=True)),
        deal=state.number,
    )
    done = Score().settle(result)
    chips = {seat: int(n) for seat, n in holdings(state.seats, state.chips, done.lines).items()}
    facts = {"scores": dict(done.scores), "chips": chips, **result.pots.left}
    facts["last"] = result.last
    events += (Event(HAND_OVER, winner, clause="spinado.end.hand", facts=facts),)
    ending = (line for line in done.lines if line.clause.startswith("spinado.end."))
    events += tuple(score_event(line) for line in ending)
    if result.last:
        final: dict[Seat, int] = done.outcome["chips"]
        ended = changed(state, chips=tuple(final.values()), matrimony=0, intrigue=0, phase="", turn=())
        over = Event(GAME_OVER, clause="spinado.end.game", facts={"chips": final, "winners": done.outcome["game"]})
        return Turn(ended, (*events, over))
    following = changed(
        state,
        chips=tuple(chips.values()),
        previous=winner,
        matrimony=result.pots.left["matrimony"],
        intrigue=result.pots.left["intrigue"],
        number=state.number + 1,
        dealer=after(state.seats, state.dealer),
    )
    return Turn(shuffled(following), events)
