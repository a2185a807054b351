"""Reoccurring Strange: two-card tricks, two trump suits, five rounds, each played with cards kept from the one before.

Source: the page of the game at flourish.org, by its authors Andy B and Francis; every clause stands in
`lessons/strange/rulebook.toml`. `table` has the views and what cards count, `decisions` the phases, `rounds` the state
and how a game goes on. This module has the scoring, the set-up and the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tutor.games.strange.at_table import table_problems
from tutor.games.strange.decisions import Hold, Play
from tutor.games.strange.rounds import StrangeState, break_up_heap, deal_hands, lead_due
from tutor.games.strange.table import FULL, PACK, Rules, StrangeView
from tutor.games.strange.tabletop import TABLETOP, BySlots
from tutor.kernel.cards import Cards, without
from tutor.kernel.events import ScoreLine, Settlement, settlement_of
from tutor.kernel.fields import CARDS, Problem, declared, whole
from tutor.kernel.game import Family, Game, PositionSetup, Scoring
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, Side, after
from tutor.kernel.state import ChanceEvent, changed
from tutor.kernel.view import View
from tutor.kernel.working import Part, Standing, Step, Sum


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a game."""

    options: Rules
    tricks: dict[Seat, int] = whole("tricks the seat has won in the whole game", {}, low=0, high=32, per="seat")


class Score(Scoring[Result]):
    """Most tricks win; equal most share (`strange.end`, `strange.end.tie`)."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """More tricks than a game has, and too few where some player's are not told."""
        most_tricks = 17 if v.options.simple else sum(FULL.values()) // 2 + 1
        if sum(v.tricks.values()) > most_tricks:
            yield Problem("tricks", f"{sum(v.tricks.values())} tricks, but a game has {most_tricks}")
        told = sum(v.tricks.values())
        if 0 < told < most_tricks:
            missing = [seat for seat in v.seats if seat not in v.tricks]
            yield from (
                Problem(f"tricks.{s}", f"must be given: {told} of {most_tricks} tricks are told") for s in missing
            )

    def settle(self, v: Result) -> Settlement:
        """One point for each trick."""
        lines = tuple(
            ScoreLine(seat, v.tricks[seat], "strange.hold.left", {"tricks": v.tricks[seat]})
            for seat in v.seats
            if v.tricks.get(seat)
        )
        done = settlement_of(v.seats, lines, {})
        best = list(self.ending(v, done.scores).first)
        clause = "strange.end" if len(best) == 1 else "strange.end.tie"
        return done._replace(outcome={"hand": best, "game": best, "clause": clause})

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """The most tricks of the whole game; equal ones share the win."""
        sums = {seat: Sum("strange.end", (Part(n, name="tricks"),)) for seat, n in scores.items()}
        return Standing("strange.end", sums, shared=True, steps=(Step("most"),))


@dataclass(frozen=True, kw_only=True)
class StrangeSetupView(StrangeView):
    """The moment before a lead, with all hands known."""

    trick: tuple[Cards, ...] = ()
    hand: dict[Seat, Cards] = declared(CARDS, "cards in the hand of each seat", {}, per="seat")
    held: dict[Seat, Cards] = declared(CARDS, "cards each seat holds over", {}, per="seat")
    tricks: dict[Seat, int] = whole("tricks won before", {}, low=0, high=32, per="seat")


class StrangeSetup(PositionSetup[StrangeSetupView, StrangeState]):
    """Sets up the lead to a trick, in any round."""

    def problems(self, v: StrangeSetupView) -> Iterator[Problem]:
        """Hands of different sizes, and whatever is impossible on the table."""
        yield from table_problems(v)
        sizes = {len(v.hand.get(seat, ())) for seat in v.seats}
        size = min(sizes) + len(v.carried)
        if len(sizes) != 1:
            yield Problem("hand", "everybody holds the same number of cards before a lead")
        elif size % 2 or size > v.options.full(v.round):
            held = f"{size} cards and carried heaps" if v.carried else f"{size} cards"
            yield Problem("hand", f"{held}, but in this round it is an even number, {v.options.full(v.round)} at most")
        if len({len(v.held.get(seat, ())) for seat in v.seats}) != 1:
            yield Problem("held", "everybody has held over the same number of cards")

    def build(self, v: StrangeSetupView) -> StrangeState:
        """The state with these cards; cards not named are out of the game, as many of them as must be never dealt."""
        rest, undealt = self.rest(v), v.options.undealt(v.players)
        hands = tuple(PACK.sort(v.hand.get(seat, ())) for seat in v.seats)
        held = tuple(PACK.sort(v.held.get(seat, ())) for seat in v.seats)
        state = StrangeState(
            players=v.players,
            options=v.options,
            dealer=v.dealer,
            hands=hands,
            held=held,
            won=tuple(v.tricks.get(seat, 0) for seat in v.seats),
            upcard=v.upcard,
            round=v.round,
            leader=v.leader,
            drawn=v.drawn,
            carried=v.carried,
            undealt=rest[:undealt],
            away=rest[undealt:],
        )
        return lead_due(state, ()).state


class Strange(Game[StrangeState]):
    """Two or three players, each alone, 104 cards, one deal and five rounds."""

    name = "strange"
    title = "Reoccurring Strange"
    family = Family.TRICKS
    players = (2, 3)
    usual = 3
    bound = 450
    """32 tricks of three plays and up to three picks, 30 break-ups, the deal; with room to spare."""
    options = Rules
    pack = PACK
    undecided_tricks = True
    tabletop = TABLETOP
    arrangement = BySlots()
    phases = (Play(), Hold())
    scoring = Score()
    setup = StrangeSetup()

    def problems(self, players: int, options: Any) -> Iterator[Problem]:
        """Simple Strange with another number of players than three."""
        if options.simple and players != 3:
            yield Problem("players", "Simple Strange is for three")

    def begin(self, players: int, options: Any, dealer: Seat) -> StrangeState:
        """The state before the deal; the player to the dealer's left will lead (`strange.lead.first`)."""
        start = StrangeState(
            players=players, options=options, dealer=dealer, chance=ChanceEvent("deal", PACK.cards), undealt=PACK.cards
        )
        return changed(start, leader=after(start.seats, dealer))

    def deal(self, state: StrangeState, dealt_cards: Move) -> Turn[StrangeState]:
        """Deal the pack, or break up a heap, as the chance event says."""
        return (deal_hands if dealt_cards.word == "deal" else break_up_heap)(state, dealt_cards.cards)

    def cards(self, state: StrangeState) -> Cards:
        """All 104 cards: hands, piles, the table, heaps without the picks, turn-ups, and cards out of the game."""
        picked_cards = [c for _, cards in state.picks for c in cards]
        table = [c for heap in (*state.carried, *state.drawn, *state.trick) for c in heap]
        lie = without(tuple(table), picked_cards)
        return (*super().cards(state), *lie)

    def standing(self, state: StrangeState) -> Mapping[Side, float]:
        """The tricks that each seat has won so far."""
        return dict(zip(state.seats, state.won or (0,) * state.players, strict=True))

    def winners(self, state: StrangeState) -> tuple[Side, ...]:
        """The seats with the most tricks."""
        tricks = dict(zip(state.seats, state.won, strict=True))
        result = Result(players=state.players, options=state.options, dealer=state.dealer, tricks=tricks)
        return tuple(self.scoring.settle(result).outcome["game"])


GAME = Strange()
