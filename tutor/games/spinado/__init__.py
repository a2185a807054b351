"""Spinado: a game of stops with a dead hand, three pots, and the ace of diamonds that may be put on any own card.

Source: the game's page at denexa.com; every clause stands in `lessons/spinado/rulebook.toml`. `table` has the views and
the order of runs, `chips` the pots and the scoring, `hands` how a game goes on. This module has the only phase, the
set-up and the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

from tutor.families.hands import same_fields, with_hand
from tutor.families.payments import chips_before, richest
from tutor.games.spinado.chips import Score, deal_problems
from tutor.games.spinado.hands import SpinadoState, deal_hands, hand_over, shuffled, stop_run
from tutor.games.spinado.table import (
    HAND,
    PACK,
    PAIRS,
    RISING,
    SPINADO,
    Playing,
    Plays,
    Rules,
    dead_size,
    follows,
    next_card,
    played_by,
    takes,
)
from tutor.games.spinado.tabletop import ARRANGEMENT, TABLETOP
from tutor.kernel.cards import Cards, without
from tutor.kernel.duties import Duty, Trace, always, narrow
from tutor.kernel.events import PLAYED, POT_TAKEN, Event
from tutor.kernel.fields import CARDS, PLAYS, SEAT, SEAT_OR_NONE, Problem, declared, whole
from tutor.kernel.game import Family, Game, PositionSetup
from tutor.kernel.moves import PLAY, Move, call, play
from tutor.kernel.phase import Phase, Turn, Unreadable
from tutor.kernel.seats import Seat, Side
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.working import Chain, Step, Working, open_step

WAIT: Final = call("wait")


def keeps_turn(v: Playing, move: Move) -> bool:
    """Whether the move is a card if the player is to start, and to wait if not."""
    return (v.seat == v.starts) == bool(move.cards)


def alone(move: Move) -> bool:
    """Whether the spinado is played without another card."""
    return move.cards == (SPINADO,)


def continues(v: Playing, move: Move) -> bool:
    """Whether the move plays the next card of the run (or the spinado), or waits without holding that card."""
    if not move.cards:
        return not v.holds_next or v.options.may_withhold
    return alone(move) or move.card is v.next


START: Final[Duty[Playing]] = always(
    "spinado.play.start", keeps_turn, when=lambda v: v.starts is not None and not v.run and not v.played
)
NEXT: Final[Duty[Playing]] = always("spinado.play.next", continues, when=lambda v: v.next is not None)
RESTART: Final[Duty[Playing]] = always(
    "spinado.play.restart", keeps_turn, when=lambda v: v.starts is not None and bool(v.run or v.played)
)
NOT_ALONE: Final[Duty[Playing]] = always(
    "spinado.spin.use", lambda v, move: not alone(move), when=lambda v: v.next is not None
)


def why_stopped(v: Playing) -> str:
    """Why nothing goes on the last card: "low" (an ace), "top" (a king), "missing" (no 8D), "played" or "dead"."""
    last, wanted = v.run[-1][1][-1], follows(v.run)
    if wanted is None:
        return {RISING[0]: "low", RISING[-1]: "top"}.get(last.rank, "missing")
    return "dead" if wanted in v.dead else "played"


class Play(Phase[Playing, SpinadoState]):
    """Play the next card of the run, start a new run, or wait."""

    name = "play"
    title = "your card"
    clause = "spinado.play.next"
    words = ("wait",)
    binding = (START, NEXT, RESTART, NOT_ALONE)

    def problems(self, v: Playing) -> Iterator[Problem]:
        """Impossible runs, hands and dead cards."""
        for name, plays in (("run", v.run), ("played", v.played)):
            if any(len(cards) != 1 for _, cards in plays):
                yield Problem(name, "one card a play; the spinado stands as a play of its own")
        yield from self.run_problems(v)
        for seat in v.seats:
            n = len(v.own(seat)) + (len(v.hand) if seat == v.seat else 0)
            if n > HAND[v.players]:
                name = "hand" if seat == v.seat else "played"
                yield Problem(name, f"{n} cards of {seat}, but a hand has {HAND[v.players]}")
        if len(v.dead) > dead_size(v.players):
            yield Problem("dead", f"{len(v.dead)} cards, but the dead hand has {dead_size(v.players)}")

    def run_problems(self, v: Playing) -> Iterator[Problem]:
        """Cards of the run that could not have followed those before them."""
        for i, ((who, one), (seat, cards)) in enumerate(pairwise(v.run), 1):
            if len(one) != 1 or len(cards) != 1:
                continue
            (before,), move = one, play(*cards)
            if alone(move) and before is not SPINADO:
                if seat != who:
                    yield Problem("run", f"{seat} can put the spinado only on {seat}'s own card, not on {who}'s")
                continue
            then = replace(v, run=v.run[:i], seat=seat, hand=cards)
            if then.next is None or move not in narrow(self.duties(then), then, (move,)).legal:
                wanted = follows(then.run)
                right = f"{wanted} follows {before}" if wanted else f"{before} stops play"
                yield Problem("run", f"{cards[0]} does not follow {before}: {right}")

    def actor(self, v: Playing) -> Seat | None:
        """The seat asked about; None if it has no cards."""
        return v.seat if v.hand else None

    def candidates(self, v: Playing) -> Iterable[Move]:
        """Each card, each card together with the spinado, and waiting."""
        hand = PACK.sort(v.hand)
        pairs = [play(c, SPINADO) for c in hand if c is not SPINADO] if SPINADO in hand else ()
        return (*map(PLAY.__getitem__, hand), *pairs, WAIT)

    def canonical(self, v: Playing, move: Move) -> Move:
        """One card, or a card and then the spinado; raises `Unreadable` for anything else."""
        if len(move.cards) == 2 and SPINADO in move.cards and move.cards[0] is not move.cards[1]:
            return play(*(c for c in move.cards if c is not SPINADO), SPINADO)
        if move != WAIT and len(move.cards) != 1:
            others = [c.text for c in v.hand if c is not SPINADO]
            such = f", such as {others[0]}+{SPINADO.text}" if others and SPINADO in v.hand else ""
            raise Unreadable(f"one card, or one card with the spinado{such}")
        return move

    def basis(self, v: Playing, found: Trace[Playing], move: Move) -> str:
        """The clause of the spinado, or of whose turn it is."""
        if SPINADO in move.cards:
            return "spinado.spin.use"
        return self.clause if v.next is not None else found.basis() or self.clause

    def facts(self, v: Playing) -> Mapping[str, Any]:
        """The next card of the run, who starts if there is none, and the pots that legal moves take."""
        legal = narrow(self.duties(v), v, self.candidates(v)).legal if v.hand else ()
        adjacent = v.options.pairs_must_be_adjacent
        pots = {
            move.text: list(taken)
            for move in legal
            if move.cards and (taken := takes(move.cards, v.own(v.seat), v.run, v.seat, adjacent=adjacent))
        }
        facts = {"next": v.next.text if v.next else "-", "starts": v.starts or "-"}
        return facts | ({"takes": pots} if pots else {})

    def workings(self, v: Playing) -> Mapping[str, Working]:
        """How the next card, or the starter of a new run, comes about."""
        found: dict[str, Working] = {}
        if v.run:
            seat, cards = v.run[-1]
            last = open_step("ran_last", {"who": seat, "it": cards}, seat)
            stop = Step(
                "run_stops", {"who": v.starts or seat, "why": why_stopped(v), "last": cards[0], "next": follows(v.run)}
            )
            after_it = Step("next_up", {"it": v.next}) if v.next else stop
            found["facts.next"] = Chain("spinado.play.next", (last, after_it), v.next.text if v.next else "-")
            if v.starts:
                spun = Step("spun", {"who": v.starts}, v.starts)
                again = spun if SPINADO in cards else stop._replace(about=v.starts)
                found["facts.starts"] = Chain("spinado.play.restart", (last, again), v.starts)
        return found

    def see(self, state: SpinadoState, seat: Seat) -> Playing:
        """The run, what was played, and the seat's hand."""
        return state.playing(seat)

    def act(self, state: SpinadoState, seat: Seat, move: Move) -> Turn[SpinadoState]:
        """Play a card, perhaps with the spinado; pots are taken, and play goes on, stops, or the hand is over."""
        if not move.cards:
            return stop_run(state, "kept")
        cards, own = move.cards, played_by(seat, state.played, state.run)
        pots = takes(cards, own, state.run, seat, adjacent=state.options.pairs_must_be_adjacent)
        amounts = state.pots.full if pots else {}
        events = (
            Event(PLAYED, seat, cards, facts={"lead": not state.run}),
            *[Event(POT_TAKEN, seat, PAIRS[p], f"spinado.pot.{p}", {"pot": p, "chips": amounts[p]}) for p in pots],
        )
        state = changed(
            state,
            hands=with_hand(state.hands, seat, without(state.hand(seat), cards)),
            run=(*state.run, *[(seat, (c,)) for c in cards]),
            takers=(*state.takers, *[(pot, seat) for pot in pots]),
        )
        if not state.hand(seat):
            return hand_over(state, seat, events)
        wanted = next_card(state.run, state.played, state.shown)
        if SPINADO in cards:
            return stop_run(state, "spinado", events)
        if wanted is None:
            return stop_run(state, "played" if follows(state.run) else "none", events)
        for holder, hand in zip(state.seats, state.hands, strict=True):
            if wanted in hand:
                return Turn(changed(state, turn=(holder,)), events)
        if not state.options.may_withhold:
            state = changed(state, shown=(*state.shown, wanted))
        return stop_run(state, "dead", events)


@dataclass(frozen=True, kw_only=True)
class SpinadoSetupView(View):
    """The moment before a run begins, with all hands known."""

    options: Rules
    hand: dict[Seat, Cards] = declared(CARDS, "cards in the hand of each seat", {}, per="seat")
    leader: Seat = declared(SEAT, "who is to start", "P1")
    played: Plays = declared(PLAYS, "cards played earlier in the hand", ())
    previous: Seat = declared(SEAT_OR_NONE, "winner of the hand before; - in the first hand", "")
    matrimony: int = whole("chips carried over, before the antes", 0, low=0)
    intrigue: int = whole("chips carried over, before the antes", 0, low=0)
    before: dict[Seat, int] = whole("chips before the antes; otherwise `start_chips`", {}, per="seat")
    deal: int = whole("number of this hand", 1, low=1)


class SpinadoSetup(PositionSetup[SpinadoSetupView, SpinadoState]):
    """Sets up the beginning of a run."""

    def problems(self, v: SpinadoSetupView) -> Iterator[Problem]:
        """Players without cards or with too many, and a hand number that does not fit the previous winner."""
        for seat in v.seats:
            n = len(v.hand.get(seat, ())) + sum(who == seat for who, _ in v.played)
            if not v.hand.get(seat) or n > HAND[v.players]:
                yield Problem(f"hand.{seat}", f"1 to {HAND[v.players]} cards with those played before")
        if any(len(cards) != 1 for _, cards in v.played):
            yield Problem("played", "one card a play; the spinado stands as a play of its own")
        yield from deal_problems(v.deal, v.previous, v.options)

    def build(self, v: SpinadoSetupView) -> SpinadoState:
        """The state with these cards; cards not named lie in the dead hand."""
        hands = tuple(PACK.sort(v.hand.get(seat, ())) for seat in v.seats)
        more = {
            "hands": hands,
            "dead": self.rest(v),
            "chips": tuple(chips_before(v.seats, v.before, v.options.start_chips).values()),
            "number": v.deal,
            "phase": "play",
            "turn": (v.leader,),
        }
        return SpinadoState(**same_fields(v, SpinadoState) | more)


class Spinado(Game[SpinadoState]):
    """Three to five players, each alone, for chips."""

    name = "spinado"
    title = "Spinado"
    family = Family.SHEDDING
    players = (3, 4, 5)
    usual = 4
    bound = 100_000
    """A deal, at most 35 plays and as many cards kept back in each of at most 1000 hands."""
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    arrangement = ARRANGEMENT
    phases = (Play(),)
    scoring = Score()
    setup = SpinadoSetup()

    def begin(self, players: int, options: Any, dealer: Seat) -> SpinadoState:
        """The state before the first deal; everybody has the same number of chips (`spinado.chips`)."""
        chips = (options.start_chips,) * players
        return shuffled(SpinadoState(players=players, options=options, dealer=dealer, chips=chips))

    def deal(self, state: SpinadoState, dealt_cards: Move) -> Turn[SpinadoState]:
        """Deal the pack."""
        return deal_hands(state, dealt_cards.cards)

    def standing(self, state: SpinadoState) -> Mapping[Side, float]:
        """The chips of each player: without the antes, with pots taken in this hand."""
        return state.holdings

    def winners(self, state: SpinadoState) -> tuple[Side, ...]:
        """The players with most chips."""
        return richest(self.standing(state))


GAME = Spinado()
