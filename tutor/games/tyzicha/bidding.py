"""Before the first lead of Tyzicha: bidding, the cards given away, and the last word on the contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final, NamedTuple

from tutor.families.auctions import AuctionPhase, AuctionView
from tutor.games.tyzicha.score import settle
from tutor.games.tyzicha.table import (
    AMOUNTS,
    DEALT,
    HIGHEST,
    OPENING,
    PACK,
    PLAIN_LIMIT,
    RESTRICTED,
    STEP,
    TRICKS,
    Hand,
    Rules,
    has_pair,
)
from tutor.kernel.cards import Cards, without
from tutor.kernel.duties import Duties, Duty, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, SEAT, Problem, declared, whole
from tutor.kernel.lazy import lazy
from tutor.kernel.moves import Move, call, play
from tutor.kernel.phase import Phase, Turn, Unreadable
from tutor.kernel.seats import Seat, after, from_
from tutor.kernel.state import changed
from tutor.kernel.view import View

STAND: Final = "stand"
CONCEDE: Final = "concede"


class Bidding(NamedTuple):
    """What calls have come to: the last bid (0: none) and whose it is, who is to speak, whether he has no choice."""

    bid: int
    holder: Seat
    turn: Seat | None
    forced: bool


@dataclass(frozen=True, kw_only=True)
class Calls(AuctionView):
    """The calls so far, and the own hand."""

    calls = (*AMOUNTS, "pass")
    options: Rules
    hand: Cards = declared(CARDS, "the asker's seven cards, needed only with limit_120", ())

    @lazy
    def now(self) -> Bidding:
        """The dealer's right speaks first; whoever has passed is passed over."""
        order = from_(self.seats, after(self.seats, self.dealer, -1))
        bid, holder = next(((int(word), seat) for seat, word in reversed(self.bids) if word != "pass"), (0, ""))
        out = {seat for seat, word in self.bids if word == "pass"}
        left = [seat for seat in order if seat not in out]
        if len(left) <= 1 and (bid or not left):
            return Bidding(bid, holder, None, False)
        if not self.bids:
            return Bidding(0, "", order[0], False)
        following = from_(self.seats, after(self.seats, self.bids[-1][0]))
        turn = next(seat for seat in following if seat in left)
        return Bidding(bid, holder, turn, not bid and len(left) == 1)


def amount(move: Move) -> int:
    """The number that a call names; 0 for a word."""
    return int(move.word) if move.word.isdigit() else 0


FORCED: Final[Duty[Calls]] = always(
    "tyzicha.bid.forced", lambda v, m: amount(m) in (RESTRICTED, OPENING), when=lambda v: v.now.forced
)
OPEN: Final[Duty[Calls]] = always(
    "tyzicha.bid.open", lambda v, m: amount(m) in (0, OPENING), when=lambda v: not v.now.bid and not v.now.forced
)
RAISE: Final[Duty[Calls]] = always(
    "tyzicha.bid.raise", lambda v, m: amount(m) in (0, v.now.bid + STEP), when=lambda v: bool(v.now.bid)
)
LIMIT: Final[Duty[Any]] = always(
    "tyzicha.bid.limit",
    lambda v, m: amount(m) <= PLAIN_LIMIT or has_pair(v.hand),
    when=lambda v: v.options.limit_120 and bool(v.hand),
)


class Auction(AuctionPhase[Calls, Hand]):
    """Bids of ten more at a time, until two have passed."""

    title = "a bid or pass"
    verb = "call"
    clause = "tyzicha.bid.raise"
    view = Calls

    def problems(self, v: Calls) -> Iterator[Problem]:
        """Calls that could not be made, and a hand that was not dealt."""
        yield from super().problems(v)
        needed = v.options.limit_120 and self.actor(v) is not None
        if (v.hand or needed) and len(v.hand) != DEALT:
            yield Problem("hand", f"{len(v.hand)} cards, but {DEALT} were dealt")

    def actor(self, v: Calls) -> Seat | None:
        """Who is to speak."""
        return v.now.turn

    def duties(self, v: Calls) -> Duties[Calls]:
        """No way out for the last of three, the opening bid, ten more, and the house rule."""
        return (FORCED, OPEN, RAISE, LIMIT)

    def facts(self, v: Calls) -> Mapping[str, Any]:
        """Who is to speak, or what the bidding has come to."""
        return {"turn": v.now.turn} if v.now.turn else {"declarer": v.now.holder, "contract": v.now.bid}

    def reasons(self, v: Calls, move: Move) -> Mapping[str, Any]:
        """The bid to be raised, and what it may be raised to."""
        return {"bid": v.now.bid, "next": v.now.bid + STEP, "highest": HIGHEST, "left": self._left(v)}

    def _left(self, v: Calls) -> int:
        return v.players - v.said.count("pass")

    def closed(self, state: Hand) -> Turn[Hand]:
        """The declarer takes the widow, which all see unless the contract is the restricted one."""
        view = self.see(state, state.bids[-1][0])
        seat, bid = view.now.holder, view.now.bid
        hands = tuple(
            PACK.sort((*held, *state.away)) if other == seat else held
            for other, held in zip(state.seats, state.hands, strict=True)
        )
        seen = state.away if bid != RESTRICTED else ()
        clause = "tyzicha.widow.open" if seen else "tyzicha.widow.hidden"
        event = Event("widow taken", seat, seen, clause, {"contract": bid})
        state = changed(
            state, hands=hands, away=(), declarer=seat, contract=bid, shown=seen, phase="give", turn=(seat,),
        )  # fmt: skip
        return Turn(state, (event,))


@dataclass(frozen=True, kw_only=True)
class Giving(View):
    """What the declarer sees with the widow in hand."""

    options: Rules
    hand: Cards = declared(CARDS, "the declarer's ten cards, widow included")
    declarer: Seat = declared(SEAT, "whose hand it is", "P1")


class Give(Phase[Giving, Hand]):
    """One card for each opponent, any two of the ten."""

    name = "give"
    title = "two cards, for the next player and for the other"
    verb = "give"
    clause = "tyzicha.widow.give"
    view = Giving

    def problems(self, v: Giving) -> Iterator[Problem]:
        """A hand without the widow."""
        if len(v.hand) != DEALT + 3:
            yield Problem("hand", f"{len(v.hand)} cards, but with the widow there are {DEALT + 3}")

    def actor(self, v: Giving) -> Seat:
        """The declarer."""
        return v.declarer

    def candidates(self, v: Giving) -> Iterable[Move]:
        """Every two cards, either way round."""
        return [play(*two) for two in permutations(PACK.sort(v.hand), 2)]

    def form(self, v: Giving, move: Move) -> Move:
        """Two cards: the first for the next player."""
        if move.word or len(move.cards) != 2:
            raise Unreadable("two cards are given away: CARD+CARD, the first for the next player in turn")
        return move

    def reasons(self, v: Giving, move: Move) -> Mapping[str, Any]:
        """Who gets which card."""
        return {
            "given": tuple(zip((after(v.seats, v.declarer), after(v.seats, v.declarer, 2)), move.cards, strict=False))
        }

    def see(self, state: Hand, seat: Seat) -> Giving:
        """The own ten cards."""
        return Giving(
            players=state.players, dealer=state.dealer, options=state.options, hand=state.hand(seat), declarer=seat
        )

    def act(self, state: Hand, seat: Seat, move: Move) -> Turn[Hand]:
        """Everybody has eight cards now; in a restricted contract only the receivers see what they got."""
        to = dict(zip((after(state.seats, seat), after(state.seats, seat, 2)), move.cards, strict=True))
        hands = tuple(
            without(held, move.cards) if other == seat else PACK.sort((*held, to[other]))
            for other, held in zip(state.seats, state.hands, strict=True)
        )
        hidden = state.contract == RESTRICTED
        clause = "tyzicha.widow.hidden" if hidden else "tyzicha.widow.give"
        event = Event("cards given", seat, () if hidden else move.cards, clause, {"to": tuple(to)})
        shown = state.shown if hidden else tuple(dict.fromkeys((*state.shown, *move.cards)))
        state = changed(state, hands=hands, given=move.cards, shown=shown, phase="raise", turn=(seat,))
        return Turn(state, (event,))


@dataclass(frozen=True, kw_only=True)
class Raising(View):
    """What the declarer sees when the cards have been given."""

    options: Rules
    contract: int = whole("the declarer's last bid", low=RESTRICTED, high=HIGHEST)
    hand: Cards = declared(CARDS, "his eight cards, needed only with limit_120", ())
    declarer: Seat = declared(SEAT, "whose contract it is", "P1")


HIGHER: Final[Duty[Raising]] = always(
    "tyzicha.raise", lambda v, m: not amount(m) or (v.contract != RESTRICTED and amount(m) > v.contract)
)


class Raise(Phase[Raising, Hand]):
    """Stand, raise, or concede: one decision."""

    name = "raise"
    title = "stand, concede or a higher contract"
    verb = "say"
    clause = "tyzicha.raise"
    view = Raising
    words = (STAND, CONCEDE, *AMOUNTS)

    def problems(self, v: Raising) -> Iterator[Problem]:
        """A contract that nobody can bid, a hand of the wrong size."""
        if v.contract % STEP:
            yield Problem("contract", f"{v.contract} is no multiple of {STEP}")
        if (v.hand or v.options.limit_120) and len(v.hand) != TRICKS:
            yield Problem("hand", f"{len(v.hand)} cards, but everybody has {TRICKS}")

    def actor(self, v: Raising) -> Seat:
        """The declarer."""
        return v.declarer

    def duties(self, v: Raising) -> Duties[Raising]:
        """Only upwards, and never a restricted contract."""
        return (HIGHER, LIMIT)

    def candidates(self, v: Raising) -> Iterable[Move]:
        """Everything that can be said."""
        return [call(word) for word in self.words]

    def holds(self, v: Raising) -> Cards:
        """Nothing is played here."""
        return ()

    def form(self, v: Raising, move: Move) -> Move:
        """One of the words."""
        if move.cards:
            raise Unreadable(f"say {STAND}, {CONCEDE} or an amount from {RESTRICTED} to {HIGHEST} in tens")
        return move

    def read(self, v: Raising, text: str) -> Move:
        """A word or an amount; a number that cannot be said is no card either."""
        if text.strip().isdigit() and text.strip() not in AMOUNTS:
            raise Unreadable(f"amounts are {RESTRICTED} to {HIGHEST} in tens")
        return super().read(v, text)

    def ground(self, v: Raising, found: Any, move: Move) -> str:
        """Conceding has a rule of its own."""
        return "tyzicha.concede" if move.word == CONCEDE else "tyzicha.raise"

    def see(self, state: Hand, seat: Seat) -> Raising:
        """The contract and the own hand."""
        return Raising(
            players=state.players, dealer=state.dealer, options=state.options, contract=state.contract,
            hand=state.hand(seat), declarer=seat,
        )  # fmt: skip

    def act(self, state: Hand, seat: Seat, move: Move) -> Turn[Hand]:
        """The declarer leads, unless he gives up."""
        if move.word == CONCEDE:
            event = Event("conceded", seat, clause="tyzicha.concede", facts={"contract": state.contract})
            then = settle(state, conceded=True)
            return Turn(then.state, (event, *then.events))
        raised = amount(move)
        events = (Event("raised", seat, clause="tyzicha.raise", facts={"contract": raised}),) if raised else ()
        contract = raised or state.contract
        return Turn(changed(state, contract=contract, phase="play", turn=(seat,), leader=seat), events)
