"""The state of Reversis and how a game goes on: antes and deal, payments, the end of a hand, claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tutor.families.hands import deal_evenly
from tutor.families.payments import holdings, net, payment_events, with_pot
from tutor.families.tricks import Taken, TrickState
from tutor.games.reversis.payments import Lines, at_once, owed
from tutor.games.reversis.result import Broken, Result
from tutor.games.reversis.score import SCORE
from tutor.games.reversis.table import (
    NINE,
    PACK,
    POINTS,
    TRICKS,
    Pots,
    Rules,
    Specials,
    first_lead,
    has_right,
    specials,
)
from tutor.kernel.cards import Card, Cards
from tutor.kernel.events import DEALT, Event, Settlement
from tutor.kernel.phase import Turn
from tutor.kernel.seats import PLACE, Seat, from_
from tutor.kernel.state import Sight, changed, seen_by


@dataclass(frozen=True, kw_only=True)
class ReversisState(TrickState):
    """A game of Reversis. `scores` are the chips after the antes; payments since then follow from `events`."""

    card_fields = (*TrickState.card_fields, "aside")
    options: Rules
    pots: tuple[int, ...] = ()
    """The pots after the antes of this hand, oldest first."""
    remises: int = 0
    aside: tuple[Cards, ...] = seen_by(Sight.NOBODY, ())
    """For each seat the face-down card before it; after its exchange, its card of the talon."""
    exchanged: int = 0
    """The number of players who have exchanged; the dealer is the first."""
    kept: tuple[Seat, ...] = ()
    """The players who have kept their hands."""
    events: Specials = ()
    """Aces and the Quinola as they were played; in a hand with a reversis those of the first nine tricks."""
    claims: Cards = ()
    refused: Seat = ""
    """The player known to have refused suit before the moment that was set up."""
    early: tuple[Cards, ...] = seen_by(Sight.PAST, ())
    """The cards that each seat had played before that moment."""
    rights: tuple[Seat, ...] = seen_by(Sight.NOBODY, ())
    """The players whose first eleven cards give the right to the espagnolette, once play begins."""

    def known_to(self, seat: Seat) -> Cards:
        """The own card of the talon after the exchange; all four after the hand."""
        if self.phase == "claim":
            return self.talon
        at = PLACE[seat]
        return self.aside[at] if (at - PLACE[self.dealer]) % self.players < self.exchanged else ()

    def gone(self, seat: Seat) -> Cards:
        """The cards that `seat` has played in this hand."""
        before = self.early[self.seats.index(seat)] if self.early else ()
        return (*before, *self.played(seat))

    @property
    def talon(self) -> Cards:
        """The four cards laid away or not taken."""
        return tuple(c for part in self.aside for c in part)

    def laid_away(self, seat: Seat) -> Cards:
        """The card of the talon that `seat` has seen: the one it laid away or looked at."""
        acted = seat in from_(self.seats, self.dealer)[: self.exchanged]
        return self.aside[self.seats.index(seat)] if acted and self.aside else ()

    @property
    def striver(self) -> Seat:
        """The player who has won the first nine tricks; empty if there is none."""
        winners = {taken.winner for taken in self.past[:NINE]} if len(self.past) >= NINE else ()
        return next(iter(winners)) if len(winners) == 1 else ""

    @property
    def broken(self) -> Broken | None:
        """Who first won trick 10 or 11 against the reversis, and with which card; None if nobody has."""
        for taken in self.past[NINE:] if self.striver else ():
            if taken.winner != self.striver:
                card = played_by(taken, taken.winner, self.seats) if taken.leader else None
                return Broken(taken.winner, card)
        return None

    @property
    def adventurer(self) -> Seat:
        """The player who has undertaken the espagnolette; empty if nobody has.

        The others learn it only when the cards are seen.
        """
        return self.refused or next((seat for seat in self.seats if self._refused(seat)), "")

    def _refused(self, seat: Seat) -> bool:
        if seat not in self.rights:
            return False
        held = list(self.hand(seat))
        for taken in reversed(self.past):
            if not taken.leader:
                continue
            c, led = played_by(taken, seat, self.seats), taken.cards[0].suit
            if c.suit != led and any(other.suit == led for other in held):
                return True
            held.append(c)
        return False

    @property
    def result(self) -> Result:
        """The result of the hand so far, for its scoring."""
        more = {"talon": self.talon, "reversis": self.striver, "broken": self.broken, "espagnolette": self.adventurer}
        return SCORE.result(self, **more)

    @property
    def lines(self) -> Lines:
        """The score lines of what has been paid in this hand so far."""
        if self.phase == "claim":
            return SCORE.settle(self.result).lines
        return () if self.striver else self.paid(self.events)

    def paid(self, events: Specials) -> Lines:
        """The score lines of what is paid at once for these cards."""
        return at_once(events, Pots(self.pots, self.remises), self.seats)[0] if events else ()

    @property
    def chips(self) -> Mapping[Seat, float]:
        """The chips of each player, with what has been paid in this hand."""
        return holdings(self.seats, self.scores, self.lines if self.hands else ())

    @property
    def standing_pots(self) -> Pots:
        """The pots now, with what has been taken from them and paid into them in this hand."""
        pots = Pots(self.pots, self.remises)
        return pots if self.striver or not self.events else at_once(self.events, pots, self.seats)[1]


def entitled(state: ReversisState) -> tuple[Seat, ...]:
    """The players with the right to the espagnolette."""
    return tuple([seat for seat in state.seats if has_right((*state.hand(seat), *state.gone(seat)))])


def played_by(taken: Taken, seat: Seat, seats: tuple[Seat, ...]) -> Card:
    """The card of `seat` in a trick whose leader is known."""
    return taken.cards[(PLACE[seat] - PLACE[taken.leader]) % len(seats)]


def deal_hand(state: ReversisState, cards: Cards) -> Turn[ReversisState]:
    """Pay the antes; deal eleven cards each, a twelfth to the dealer, and one face down before each other player."""
    pots = Pots(state.pots, state.remises)
    pays = pots.antes(state.dealer, state.seats)
    clause = "reversis.pot.dealer-ante" if pots.amounts else "reversis.pot.reform"
    clause = "reversis.ante.first" if state.hand_no == 1 else clause
    after_antes = pots.anted(state.dealer, state.seats)
    hands, rest = deal_evenly(state, PACK, cards, TRICKS)
    down = dict(zip(from_(state.seats, first_lead(state.dealer, state.seats)), (*rest[1:], rest[0]), strict=True))
    twelfth = down.pop(state.dealer)
    hands = tuple(
        PACK.sort((*held, twelfth)) if seat == state.dealer else held
        for seat, held in zip(state.seats, hands, strict=True)
    )
    scores = tuple(n - pays.get(seat, 0) for seat, n in zip(state.seats, state.scores, strict=True))
    state = changed(
        state,
        chance=None,
        away=(),
        hands=hands,
        scores=scores,
        pots=after_antes.amounts,
        remises=after_antes.remises,
        aside=tuple((down[seat],) if seat in down else () for seat in state.seats),
        phase="exchange",
        turn=(state.dealer,),
    )
    facts = {"pays": dict(pays), "pots": after_antes.amounts, "dealer": state.dealer}
    return Turn(
        state,
        (
            Event("anted", state.dealer, clause=clause, facts=facts),
            Event(DEALT, state.dealer, clause="reversis.deal", facts={"each": TRICKS}),
        ),
    )


def pay_trick(state: ReversisState, taken: Taken) -> Turn[ReversisState]:
    """Pay for the cards of a trick; once a player has won the first nine tricks, give all payments back."""
    if len(state.past) > NINE and state.striver:
        return Turn(state)
    found = specials(taken.cards, taken.leader, taken.winner, state.seats)
    if not found and not state.striver:
        return Turn(state)
    before, pots = at_once(state.events, Pots(state.pots, state.remises), state.seats)
    state = changed(state, events=(*state.events, *found))
    if state.striver:
        back = {seat: -n for seat, n in net(before).items()}
        facts = {"back": back, "pots": state.pots if any(map(with_pot, before)) else ()}
        return Turn(state, (Event("reversis begun", state.striver, clause="reversis.reversis.start", facts=facts),))
    return Turn(state, payment_events(at_once(found, pots, state.seats)[0]))


def played_out(state: ReversisState) -> Turn[ReversisState]:
    """Pay the reversis or the party; then the winner may claim, or the next hand comes."""
    result = state.result
    done = SCORE.settle(result)
    rest = done.lines if result.striver else done.lines[len(state.lines) :]
    winner: Seat = done.outcome["hand"][0]
    if result.striver:
        facts: dict[str, Any] = {"striver": result.striver, "broken": result.broken is not None}
        events: tuple[Event, ...] = (Event("reversis over", winner, clause=done.outcome["clause"], facts=facts),)
    else:
        facts = {
            "loser": done.outcome["loser"],
            "talon": POINTS.of(state.talon),
            "adventurer": result.espagnolette,
            "points": {seat: result.count(seat) for seat in state.seats},
            "won": result.why(winner),
            "lost": result.why(done.outcome["loser"]),
        }
        events = (Event("party won", winner, state.talon, done.outcome["clause"], facts),)
    events += payment_events(rest)
    if not result.striver and not state.options.auto_claim and owed(state.events, winner, state.seats):
        return Turn(changed(state, phase="claim", turn=(winner,)), events)
    return finish_hand(state, done).preceded_by(*events)


def finish_hand(state: ReversisState, settled: Settlement | None = None) -> Turn[ReversisState]:
    """Put the hand on the sheet; `settled` is its settlement if it is known already. What was not claimed lapses."""
    done = settled or SCORE.settle(state.result)
    pots: str = done.outcome["pots"]
    left = tuple(map(int, pots.split(","))) if pots != "-" else ()
    credit = dict(done.scores)
    if "chips" in done.outcome:
        final: Mapping[Seat, int] = done.outcome["chips"]
        credit = {seat: final[seat] - int(n) for seat, n in zip(state.seats, state.scores, strict=True)}
        shared = sum(credit.values()) - sum(done.scores.values())
        left = tuple(filter(None, (sum(left) - int(shared),))) if shared else left
    done = done._replace(lines=())
    return SCORE.on_sheet(state, done, credit=credit, pots=left, remises=done.outcome["remises"])
