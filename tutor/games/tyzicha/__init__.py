"""Tyzicha: three players bid for what they can make; a marriage shown on the lead makes its suit trumps.

The clauses stand in `lessons/tyzicha/rulebook.toml`. `table` has the pack, the house rules and the state; `bidding`,
`giving` and `raising` are the phases before the first lead, in this order; `score` is the scoring. This module has the
play of a card, the set-up and the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.tricks import (
    Taken,
    TrickGame,
    TrickPhase,
    TrickSetup,
    TrickSetupView,
    TrumpView,
    follow,
    head,
    trump_if_void,
)
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.tyzicha.bidding import Auction
from tutor.games.tyzicha.giving import Give
from tutor.games.tyzicha.raising import Raise
from tutor.games.tyzicha.score import SCORE
from tutor.games.tyzicha.table import (
    DEALT,
    HIGHEST,
    MARRIAGES,
    PACK,
    POINTS,
    RANKING,
    RESTRICTED,
    TRICKS,
    Rules,
    TyzichaState,
    needed,
    pair,
)
from tutor.games.tyzicha.tabletop import TABLETOP
from tutor.kernel.cards import SUITS, Card
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.events import DECLARED, Event
from tutor.kernel.fields import SEAT, Problem, calls, choice, declared, suit, whole
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, from_
from tutor.kernel.state import changed

SHOW: Final = "show"
WHEN_CLAUSE: Final = "tyzicha.marriage.when"


@dataclass(frozen=True, kw_only=True)
class Trick(TrumpView):
    """The trick and the own hand."""

    ranking = RANKING
    options: Rules
    marriage: str = suit("suit of a marriage shown with the lead of this trick: it is trumps now", "")

    @property
    def trumps(self) -> str:
        """The trump suit; that of a marriage shown with this lead counts at once."""
        return self.marriage or self.trump

    @property
    def opening(self) -> bool:
        """Whether this is the first lead of the hand."""
        return not self.trick and len(self.hand) == TRICKS

    def may_show(self, c: Card) -> bool:
        """Whether king and queen of this card's suit may be shown now with this card as the lead."""
        if self.trick or c.rank not in "KQ" or (self.opening and not self.options.marriage_first_lead):
            return False
        return set(pair(c.suit)) <= set(self.hand)


WHEN: Final[Duty[Trick]] = always(WHEN_CLAUSE, lambda v, m: m.word != SHOW or v.may_show(m.card))
FOLLOW: Final = follow("tyzicha.follow")
TRUMP: Final = trump_if_void("tyzicha.follow", FOLLOW, waiver="tyzicha.follow")
HEAD: Final = head("tyzicha.head")


class Play(TrickPhase[Trick, TyzichaState]):
    """Play a card to the trick; on the lead a marriage may be shown with it."""

    clause = "tyzicha.lead"
    win = "tyzicha.win"
    full = TRICKS
    card_points = POINTS
    words = (SHOW,)
    tells_best = True
    binding = (WHEN, FOLLOW, TRUMP, HEAD)

    def titled(self, v: Trick) -> str:
        """A marriage is asked for only where one can be shown."""
        return "your card, or a marriage with it" if any(map(v.may_show, v.hand)) else self.title

    def problems(self, v: Trick) -> Iterator[Problem]:
        """A marriage that cannot have been shown with this lead."""
        yield from super().problems(v)
        if v.marriage and (not v.trick or v.trick[0] not in pair(v.marriage)):
            yield Problem("marriage", "neither its king nor its queen was led")
        elif v.marriage:
            other = next(c for c in pair(v.marriage) if c != v.trick[0])
            if other in v.trick or other in v.hand:
                yield Problem("marriage", f"{other} is still with the player who showed it")

    def candidates(self, v: Trick) -> Iterable[Move]:
        """A move for each card, and for each king and queen as a marriage."""
        cards = self.pack.sort(v.hand)
        return [*super().candidates(v), *(Move(SHOW, (c,)) for c in cards if c.rank in "KQ")]

    def basis(self, v: Trick, found: Trace[Trick], move: Move) -> str:
        """The clause of marriages for showing one; else as in other trick games."""
        return WHEN_CLAUSE if move.word == SHOW else super().basis(v, found, move)

    def reasons(self, v: Trick, move: Move) -> Mapping[str, Any]:
        """The card a marriage would need, and what it counts."""
        c = move.card
        other = next((x for x in pair(c.suit) if x != c), None) if c.rank in "KQ" else None
        return {"other": other, "both": other is not None and other in v.hand, "value": MARRIAGES[c.suit]}

    def act(self, state: TyzichaState, seat: Seat, move: Move) -> Turn[TyzichaState]:
        """Put the card on the table; a marriage is credited and makes trumps first."""
        if move.word != SHOW:
            return super().act(state, seat, move)
        s = move.card.suit
        state = changed(
            state, trump=s, marriage=s, marriages=(*state.marriages, (seat, s)), shown=state.showing(pair(s))
        )
        facts = {"declared": "a marriage", "points": MARRIAGES[s], "trump": s}
        shown = Event(DECLARED, seat, pair(s), "tyzicha.marriage.value", facts)
        return super().act(state, seat, move).preceded_by(shown)

    def after_trick(self, state: TyzichaState, trick: Taken) -> Turn[TyzichaState]:
        """The marriage of this trick is over, but its suit stays trumps; go on as usual."""
        return super().after_trick(changed(state, marriage=""), trick)


@dataclass(frozen=True, kw_only=True)
class TyzichaSetupView(TrickSetupView):
    """A moment of a hand, with all hands known."""

    options: Rules
    trump: str = suit("the trump suit, - for none", "")
    declarer: Seat = declared(SEAT, "the declarer", "P1")
    contract: int = whole("the contract", 110, low=RESTRICTED, high=HIGHEST)
    marriages: tuple[tuple[Seat, str], ...] = calls("marriages shown before, in order", tuple(SUITS))
    at: str = choice("the decision that is due", ("play", "auction"), "play")


class TyzichaSetup(TrickSetup[TyzichaSetupView, TyzichaState]):
    """Sets up a moment of play, or the start of the bidding with all cards known."""

    opening = "auction"


class Tyzicha(TrickGame[TyzichaState]):
    """Three players, each alone, 24 cards."""

    name = "tyzicha"
    title = "Tyzicha"
    players = (3,)
    bound = 20_000
    """A hand is a deal, at most 32 calls, two decisions and 24 cards; a game has at most 300 hands (`most_hands`)."""
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING)
    first_to_act = -1
    packets = (DEALT,)
    dealing = "tyzicha.deal"
    phases = (Auction(), Give(), Raise(), Play())
    scoring = SCORE
    most_hands = "most_hands"
    setup = TyzichaSetup()
    alone = "declarer"

    def allies(self, state: TyzichaState, seat: Seat) -> Set[Seat]:
        """The opponents play together until the contract is sure to fail: from then on each scores for himself."""
        return frozenset((seat,)) if state.declarer and _broken(state, seat) else super().allies(state, seat)


def given_openly(state: TyzichaState) -> tuple[Card, ...]:
    """The cards that the declarer has given away for all to see."""
    return tuple(c for c in state.given if c in state.shown)


def may_show(state: TyzichaState, seat: Seat, s: str, gone: Set[Card]) -> bool:
    """Whether the declarer may hold the marriage of a suit, of whose cards some are `gone`, as far as `seat` knows."""
    held = state.hand(state.declarer)
    if seat == state.declarer or all(c in state.shown for c in held):  # then the whole hand is known
        return set(pair(s)) <= set(held)
    return gone.isdisjoint(pair(s))


def beaten_trick(state: TyzichaState) -> tuple[Card, ...]:
    """The cards of the trick on the table, if the declarer has played to it and does not win it; else none."""
    played = dict(zip(from_(state.seats, state.leader), state.trick, strict=False))
    own = played.get(state.declarer)
    return state.trick if own is not None and own is not RANKING.under(state.trump).best(state.trick) else ()


def _broken(state: TyzichaState, seat: Seat) -> bool:
    """Whether the declarer cannot make the contract any more, by what lies open and what `seat` holds."""
    one, gone = state.declarer, {c for taken in state.past for c in taken.cards}.union(state.trick)
    gone |= set() if seat == one else {*state.hand(seat), *given_openly(state)}
    taken = [c for taken in state.past if taken.winner != one for c in taken.cards] + [*beaten_trick(state)]
    shown = {suit: who for who, suit in state.marriages}
    mine = sum(n for s, n in MARRIAGES.items() if (shown[s] == one if s in shown else may_show(state, seat, s, gone)))
    return POINTS.of(PACK.order) - POINTS.of(taken) + mine < needed(state.contract, state.options)


GAME = Tyzicha()
