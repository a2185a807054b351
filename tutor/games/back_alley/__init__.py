"""Back Alley: two partnerships bid tricks on 26 deals, of thirteen cards down to one and up again; jokers are trumps.

The clauses stand in `lessons/back-alley/rulebook.toml`. `table` has the pack, the house rules and the state, `bidding`
the phases before the play, `score` the scoring, `stage` the set-up; this module has the play of a card and the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.hands import deal_evenly
from tutor.families.tricks import Taken, TrickGame, TrickPhase, TrickView, follow, leading, may_not_lead
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.back_alley.bidding import Auction, Exchange, bidding_due, called_problems
from tutor.games.back_alley.score import SCORE
from tutor.games.back_alley.stage import BackAlleySetup
from tutor.games.back_alley.table import (
    BIDS,
    BIG,
    LITTLE,
    MOST,
    PACK,
    RANKING,
    SIDES,
    SIZES,
    BackAlleyState,
    Dealt,
    Rules,
    breaks,
    contract,
    contracts,
)
from tutor.games.back_alley.tabletop import TABLETOP
from tutor.kernel.cards import Card, Cards
from tutor.kernel.duties import Duty, Trace, if_able
from tutor.kernel.events import DEALT, Event
from tutor.kernel.fields import CALLS, FLAG, Problem, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, Side, side_of
from tutor.kernel.state import changed
from tutor.kernel.working import Chain, Step, Working, open_step


@dataclass(frozen=True, kw_only=True)
class Trick(Dealt, TrickView):
    """The trick, the own hand, and what everybody knows of the deal."""

    ranking = RANKING
    broken: bool = declared(FLAG, "trumps have been broken before this trick", False)
    bids: tuple[tuple[Seat, str], ...] = declared(CALLS, "the calls of this hand", ())

    @property
    def held_trumps(self) -> Cards:
        """The trumps of the hand, high to low."""
        return tuple(c for c in self.order.trumps if c in self.hand)

    @property
    def led_card(self) -> Card | None:
        """The card that was led."""
        return self.trick[0] if self.trick else None

    @property
    def contracts(self) -> Mapping[Side, str]:
        """The contract of each side, if all four calls are known; else empty."""
        known = len({seat for seat, _ in self.bids}) == self.players and all(word in BIDS for _, word in self.bids)
        return contracts(self.bids) if known else {}

    @property
    def broken_now(self) -> bool:
        """Whether trumps are broken, counting this trick."""
        return self.broken or breaks(self.trumps, self.trick, self.options)


NOT_BROKEN: Final = may_not_lead(
    "back-alley.lead.broken", lambda v, c: v.is_trump(c), when=lambda v: not v.broken, waiver="back-alley.lead.broken"
)
FOLLOW: Final = follow("back-alley.follow", waiver="back-alley.follow")
HIGHEST: Final[Duty[Trick]] = if_able(
    "back-alley.lead.big",
    lambda v, m: m.card is v.held_trumps[0],
    when=lambda v: v.led_card is BIG and bool(v.held_trumps),
)
LOWEST: Final[Duty[Trick]] = if_able(
    "back-alley.lead.little",
    lambda v, m: m.card is v.held_trumps[-1],
    when=lambda v: v.led_card is LITTLE and bool(v.held_trumps),
)


class Play(TrickPhase[Trick, BackAlleyState]):
    """Play a card to the trick."""

    clause = "back-alley.lead.next"
    win = "back-alley.win"
    full = MOST
    binding = (NOT_BROKEN, FOLLOW, HIGHEST, LOWEST)

    def problems(self, v: Trick) -> Iterator[Problem]:
        """An impossible deal or calls, and jokers in a hand without trumps."""
        yield from called_problems(v, v.bids)
        yield from v.deal_problems()
        yield from super().problems(v)
        if not v.trumps:
            for name, held in (("hand", v.hand), ("trick", v.trick)):
                if any(c.joker for c in held):
                    yield Problem(name, "without trumps no joker is in play (name the trump suit or the upcard)")

    def most_cards(self, v: Trick) -> int:
        """The size of the deal; a hand that is larger is one of the `deal_problems`."""
        return max(v.size, len(v.hand))

    def basis(self, v: Trick, found: Trace[Trick], move: Move) -> str:
        """For a lead the clause about broken trumps, else as in other trick games."""
        return "back-alley.lead.broken" if leading(v) else super().basis(v, found, move)

    def facts(self, v: Trick) -> Mapping[str, Any]:
        """The deal; of a complete trick whether trumps are broken after it."""
        return v.known() | ({"broken": v.broken_now} if v.complete else {})

    def workings(self, v: Trick) -> Mapping[str, Working]:
        """Also whether trumps are broken now: what was led, and which trumps fell."""
        found = {**super().workings(v), **v.known_workings()}
        if not v.complete:
            return found
        fell = tuple(c for c in v.trick if v.is_trump(c))
        led = v.is_trump(v.trick[0])
        before = (open_step("broken_before", {"so": v.broken}),)
        now = Step("trump_led" if led else "trumps_fell", {"it": v.trick[0], "them": fell, "so": v.broken_now})
        steps = before if v.broken or not v.trumps else (*before, now)
        return found | {"facts.broken": Chain("back-alley.lead.broken", steps, v.broken_now)}

    def lay(self, state: BackAlleyState, seat: Seat, move: Move) -> Turn[BackAlleyState]:
        """Put the card on the table; add an event if trumps are broken now."""
        laid = super().lay(state, seat, move)
        rules, trick = state.options, (*state.trick, move.card)
        if state.broken or breaks(state.trump, state.trick, rules) or not breaks(state.trump, trick, rules):
            return laid
        clause = "back-alley.lead.broken" if state.trick else "back-alley.lead.forced"
        return laid.followed_by(Event("trumps broken", seat, move.cards, clause))

    def trick_facts(self, state: BackAlleyState) -> Mapping[str, Any]:
        """The side of the winner, its tricks so far, and what it has bid."""
        side = side_of(SIDES, state.leader)
        bid = contract(state.bids, side) if state.bids else ""
        return {"side": side, "tricks": state.tricks(side), "bid": bid}

    def after_trick(self, state: BackAlleyState, trick: Taken) -> Turn[BackAlleyState]:
        """Note whether trumps are broken, then go on as usual."""
        broken = state.broken or breaks(state.trump, trick.cards, state.options)
        return super().after_trick(changed(state, broken=broken), trick)


class BackAlley(TrickGame[BackAlleyState]):
    """Four players, partners opposite, 52 cards and two jokers."""

    name = "back-alley"
    title = "Back Alley"
    players = (4,)
    bound = 15_000
    """The 26 deals have 728 cards to be played; a deal has a few calls more, and some are dealt again."""
    options = Rules
    pack = PACK
    paired = True
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING, "trump", "upcard")
    phases = (Exchange(), Auction(), Play())
    scoring = SCORE
    setup = BackAlleySetup()

    def deal(self, state: BackAlleyState, dealt_cards: Move) -> Turn[BackAlleyState]:
        """Deal as many cards as this deal has, and turn up the next for trumps (`back-alley.deal`, `.trump`)."""
        size = SIZES[state.deal - 1]
        hands, (upcard, *away) = deal_evenly(state, PACK, dealt_cards.cards, size)
        state = changed(state, chance=None, hands=hands, away=tuple(away), upcard=upcard, trump=upcard.suit)
        facts = {"each": size, "deal": state.deal}
        events = [
            Event(DEALT, state.dealer, clause="back-alley.deal", facts=facts),
            Event("turned up", state.dealer, (upcard,), "back-alley.nt" if upcard.joker else "back-alley.trump"),
        ]
        if not upcard.joker:
            return Turn(bidding_due(state), tuple(events))
        joker = LITTLE if upcard is BIG else BIG
        state = changed(state, shown=(joker,))  # all see who holds it, or that nobody does
        holder = next((seat for seat in state.seats if joker in state.hand(seat)), None)
        if holder:
            return Turn(changed(state, phase="exchange", turn=(holder,)), tuple(events))
        events.append(Event("nobody exchanged", cards=(joker,), clause="back-alley.nt"))
        return Turn(bidding_due(state), tuple(events))


GAME = BackAlley()
