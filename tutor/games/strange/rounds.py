"""The state of Strange and how a game goes on: tricks decided and collected, break-ups, rounds, the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tutor.families.hands import view_of, with_hand
from tutor.games.strange.table import LAST, PACK, Holding, Playing, Rules
from tutor.kernel.cards import Cards, without
from tutor.kernel.events import DEALT, GAME_OVER, PLAYED, SLOT_WON, TRICK_DRAWN, TRICK_WON, Event
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import ChanceEvent, Sight, State, changed, seen_by


@dataclass(frozen=True, kw_only=True)
class StrangeState(State):
    """A game of Strange. Hands, held-over piles and tricks won are in seat order."""

    card_fields = ("hands", "held", "upcard", "undealt", "away")
    options: Rules
    hands: tuple[Cards, ...] = seen_by(Sight.OWN, ())
    held: tuple[Cards, ...] = seen_by(Sight.OWN, ())
    won: tuple[int, ...] = ()
    upcard: Cards = ()
    round: int = 1
    leader: Seat = "P1"
    trick: tuple[Cards, ...] = ()
    picks: tuple[tuple[Seat, Cards], ...] = ()
    drawn: tuple[Cards, ...] = ()
    carried: tuple[Cards, ...] = ()
    undealt: Cards = seen_by(Sight.NOBODY, ())
    """The cards that were not dealt."""
    away: Cards = seen_by(Sight.PAST, ())
    """Other cards that are out of the game: won in tricks, or of broken-up heaps."""

    def known_to(self, seat: Seat) -> Cards:
        """After round one what was not dealt, for then all other cards have been seen."""
        return self.undealt if self.round > 1 else ()

    def known_to_all(self) -> Mapping[str, tuple[Cards, ...]]:
        """The cards held over, as they were picked in the open; these are the hands of later rounds."""
        return {"held": self.held} if self.round == 1 else {"held": self.held, "hands": self.hands}

    def hand(self, seat: Seat) -> Cards:
        """The cards `seat` may play."""
        return self.hands[self.seats.index(seat)]

    def playing(self, seat: Seat) -> Playing:
        """The view of `seat`, who is to lead or answer."""
        return view_of(Playing, self, hand=self.hand(seat))

    def holding(self) -> Holding:
        """The view of the player who picks cards; it holds nothing private."""
        return view_of(Holding, self)


def deal_hands(state: StrangeState, cards: Cards) -> Turn[StrangeState]:
    """Deal the pack in this order: a hand for each seat, two turn-ups, the rest out of the game (`strange.deal`)."""
    n, size = state.players, state.options.full(1)
    hands = tuple(PACK.sort(cards[i * size : (i + 1) * size]) for i in range(n))
    upcard = cards[n * size : n * size + 2]
    state = changed(
        state, chance=None, hands=hands, held=((),) * n, won=(0,) * n, upcard=upcard, undealt=cards[n * size + 2 :]
    )
    v = state.playing(state.leader)
    events = (
        Event(DEALT, state.dealer, clause="strange.deal", facts={"each": size}),
        Event(
            "turned up", cards=upcard, clause="strange.turnup", facts={"trumps": v.pips.trumps, "supers": v.pips.supers}
        ),
    )
    return lead_due(state, events)


def break_up_heap(state: StrangeState, cards: Cards) -> Turn[StrangeState]:
    """Break up the earliest carried heap: one card to each hand, the rest leaves the game (`strange.breakup`)."""
    n = state.players
    given = dict(zip(state.seats, cards[:n], strict=True))
    state = changed(
        state,
        chance=None,
        hands=tuple(PACK.sort((*state.hand(seat), given[seat])) for seat in state.seats),
        carried=state.carried[1:],
        away=state.away + cards[n:],
    )
    return lead_due(state, (Event("heap broken up", cards=cards, clause="strange.breakup", facts={"given": given}),))


def lead_due(state: StrangeState, events: tuple[Event, ...]) -> Turn[StrangeState]:
    """The state in which the next lead is due, after a break-up or the next round if needed; or the end of the game."""
    if min(map(len, state.hands)) >= 2:
        return Turn(changed(state, phase="play", turn=(state.leader,)), events)
    if state.carried:
        return Turn(changed(state, phase="", turn=(), chance=ChanceEvent("breakup", state.carried[0])), events)
    if state.options.simple or state.round == LAST:
        over = Event(GAME_OVER, facts={"tricks": dict(zip(state.seats, state.won, strict=True))})
        return Turn(changed(state, phase="", turn=()), (*events, over))
    state = changed(
        state, round=state.round + 1, hands=state.held, held=((),) * state.players, carried=state.drawn, drawn=()
    )
    facts = {"round": state.round, "cards": len(state.hands[0]), "heaps": len(state.carried)}
    return lead_due(state, (*events, Event("round begun", state.leader, clause="strange.round.end", facts=facts)))


def decide_trick(state: StrangeState) -> Turn[StrangeState]:
    """Decide a complete trick: picks follow, or the heap waits; in round five it is two one-card tricks."""
    v = state.playing(state.leader)
    cards = v.heaps[-1]
    if state.round == LAST:
        return _slots(state, v)
    if v.won_by is None:
        drawn = Event(TRICK_DRAWN, state.leader, cards, "strange.draw", {"totals": v.sums})
        return lead_due(changed(state, trick=(), drawn=(*state.drawn, cards)), (drawn,))
    level = tuple(seat for seat in v.order if list(v.sums.values()).count(v.sums[seat]) > 1)
    facts = {"totals": v.sums, "heaps": v.scored[v.won_by], "level": level}
    won = Event(TRICK_WON, v.won_by, cards, "strange.win", facts)
    if state.options.simple:
        return collect_heaps(state, state.holding(), (won,))
    return Turn(changed(state, phase="hold", turn=v.order[:1]), (won,))


def _slots(state: StrangeState, v: Playing) -> Turn[StrangeState]:
    """Decide a trick of round five, where each slot is a trick of its own (`strange.r5.pairs`)."""
    events = []
    for i, seat in enumerate(v.slots):
        facts = {"slot": i + 1, "pips": {s: pair[i] for s, pair in v.counts.items()}}
        cards = tuple(pair[i] for pair in v.trick)
        what, clause = (SLOT_WON, "strange.r5.pairs") if seat else ("slot tied", "strange.r5.tie")
        events.append(Event(what, seat or "", cards, clause, facts))
    won = tuple(n + v.slots.count(seat) for n, seat in zip(state.won, state.seats, strict=True))
    return lead_due(changed(state, won=won, trick=(), away=state.away + v.heaps[-1]), tuple(events))


def collect_heaps(state: StrangeState, v: Holding, events: tuple[Event, ...]) -> Turn[StrangeState]:
    """The winner takes what the picks left, scores a trick for each heap and leads (`strange.hold.left`).

    `v` is the view of the picks that have been made.
    """
    assert v.won_by is not None
    rest = tuple(c for heap in v.left for c in heap)
    counted = v.scored[v.won_by]
    won = tuple(n + counted * (seat == v.won_by) for n, seat in zip(state.won, state.seats, strict=True))
    took = Event("tricks collected", v.won_by, rest, "strange.hold.left", {"tricks": counted})
    after_it = changed(
        state, won=won, leader=v.won_by, trick=(), picks=(), drawn=(), carried=(), away=state.away + rest
    )
    return lead_due(after_it, (*events, took))


def pick_cards(state: StrangeState, seat: Seat, cards: Cards) -> Turn[StrangeState]:
    """Put cards of carried heaps into the hand, others on the pile for the next round (`strange.carry.resolve`)."""
    at, carried = state.seats.index(seat), len(state.carried)
    to_hand, to_pile = cards[:carried], cards[carried:]
    state = changed(
        state,
        hands=with_hand(state.hands, seat, PACK.sort((*state.hands[at], *to_hand))),
        held=with_hand(state.held, seat, PACK.sort((*state.held[at], *to_pile))),
        picks=(*state.picks, (seat, cards)),
    )
    event = Event("picked", seat, cards, "strange.hold.pick", {"to_hand": to_hand, "to_pile": to_pile})
    v = state.holding()
    if v.picker is not None:
        return Turn(changed(state, turn=(v.picker,)), (event,))
    return collect_heaps(state, v, (event,))


def play_pair(state: StrangeState, seat: Seat, cards: Cards, following: Seat) -> Turn[StrangeState]:
    """Put the pair on the table; a complete trick is decided. `following` is the next seat in turn."""
    state = changed(
        state,
        hands=with_hand(state.hands, seat, without(state.hand(seat), cards)),
        trick=(*state.trick, cards),
        turn=(following,),
    )
    event = Event(PLAYED, seat, cards, facts={"lead": len(state.trick) == 1})
    if len(state.trick) < state.players:
        return Turn(state, (event,))
    return decide_trick(state).preceded_by(event)
