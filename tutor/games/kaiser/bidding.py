"""What comes before the play of Kaiser: a misdeal, the bids, and the naming of the trump suit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.auctions import AuctionPhase, AuctionView
from tutor.families.hands import fresh, view_of
from tutor.games.kaiser.table import BIDS, FIVE, PACK, PASS, SIDES, THREE, TRICKS, Hand, Rules, no_trump
from tutor.kernel.cards import SUIT_NAMES, SUITS, Card, Cards, spelled
from tutor.kernel.duties import Duties, Duty, Narrowing, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, SEAT, Problem, choice, declared
from tutor.kernel.lazy import lazy
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Phase, Turn, Unreadable
from tutor.kernel.seats import Seat, after, side_of
from tutor.kernel.state import changed
from tutor.kernel.view import View

# -- a misdeal ---------------------------------------------------------------------------------------------


def good(c: Card) -> bool:
    """Whether a card makes a hand good enough to be played."""
    return c.rank in "AKQJ" or c in (FIVE, THREE)


def poor(state: Hand) -> Seat | None:
    """Who may call a misdeal. With fourteen low cards in the pack there is never more than one."""
    return next((seat for seat in state.seats if not any(good(c) for c in state.hand(seat))), None)


@dataclass(frozen=True, kw_only=True)
class Looking(View):
    """What a player sees before the bidding."""

    options: Rules
    hand: Cards = declared(CARDS, "all eight cards of the player who is asked")
    asked: Seat | None = declared(SEAT, "who is asked", None, shown="the dealer's left")


MISDEAL: Final[Duty[Looking]] = always(
    "kaiser.misdeal", lambda v, m: m.word != "misdeal" or not any(good(c) for c in v.hand)
)


class Misdeal(Phase[Looking, Hand]):
    """A hand without a good card may be thrown in. In a game only those who hold one are asked."""

    name = "misdeal"
    title = "a misdeal or not"
    verb = "say"
    clause = "kaiser.misdeal"
    view = Looking
    words = ("misdeal", "keep")

    def problems(self, v: Looking) -> Iterator[Problem]:
        """A hand that is not whole."""
        if len(v.hand) != TRICKS:
            yield Problem("hand", f"{len(v.hand)} cards, but before the bidding everybody has {TRICKS}")

    def actor(self, v: Looking) -> Seat:
        """Who is asked."""
        return v.asked or after(v.seats, v.dealer)

    def candidates(self, v: Looking) -> Iterable[Move]:
        """Yes and no."""
        return [call(word) for word in self.words]

    def form(self, v: Looking, move: Move) -> Move:
        """A word without cards."""
        if move.cards:
            raise Unreadable(f"say {' or '.join(self.words)}")
        return move

    def duties(self, v: Looking) -> Duties[Looking]:
        """No good card may be in the hand."""
        return (MISDEAL,)

    def reasons(self, v: Looking, move: Move) -> Mapping[str, Any]:
        """The cards for which the hand must be played."""
        return {"good": tuple(c for c in v.hand if good(c))}

    def see(self, state: Hand, seat: Seat) -> Looking:
        """The own hand."""
        return view_of(Looking, state, hand=state.hand(seat), asked=seat)

    def act(self, state: Hand, seat: Seat, move: Move) -> Turn[Hand]:
        """The same dealer deals anew; or the bidding begins."""
        said = Event("called", seat, facts={"call": move.text})
        if move.word == "misdeal":
            events = (said, Event("hand begun", state.dealer, clause="kaiser.misdeal"))
            return Turn(fresh(state, PACK, hand_no=state.hand_no + 1), events)
        return Turn(opened(state, None), (said,))


def opened(state: Hand, may: Seat | None) -> Hand:
    """Who may call a misdeal is asked; if nobody may, or will, the dealer's left bids."""
    if may:
        return changed(state, phase="misdeal", turn=(may,))
    return changed(state, phase="auction", turn=(after(state.seats, state.dealer),))


# -- the bids ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Calls(AuctionView):
    """The calls so far, and the own hand."""

    calls = (PASS, *BIDS)
    options: Rules
    hand: Cards = declared(CARDS, "the cards of the player whose turn it is", ())

    @lazy
    def highest(self) -> tuple[Seat, str]:
        """Who holds the highest bid, and the bid; empty while nobody has bid."""
        made = [(seat, word) for seat, word in self.bids if word != PASS]
        return made[-1] if made else ("", "")

    @property
    def last(self) -> bool:
        """Whether the dealer is to call."""
        return len(self.bids) == self.players - 1

    def above(self, bid: str) -> int:
        """How many steps `bid` stands above the highest one; below 1 if it is not higher."""
        return self.calls.index(bid) - (self.calls.index(self.highest[1]) if self.highest[1] else 0)

    def equals(self, bid: str) -> bool:
        """Whether this is the dealer saying the same as the highest bidder."""
        return self.last and bid == self.highest[1]


HIGHER: Final[Duty[Calls]] = always(
    "kaiser.bid.higher", lambda v, m: m.word == PASS or v.above(m.word) > 0 or v.equals(m.word)
)
FORCED: Final[Duty[Calls]] = always(
    "kaiser.bid.forced",
    lambda v, m: m.word != PASS,
    when=lambda v: v.last and not v.highest[1] and v.options.all_pass == "dealer_forced",
)


class Auction(AuctionPhase[Calls, Hand]):
    """One call each, the dealer last."""

    title = "a bid or a pass"
    clause = "kaiser.bid.values"
    view = Calls

    def problems(self, v: Calls) -> Iterator[Problem]:
        """Calls that could not have been made, a hand too large."""
        yield from super().problems(v)
        if len(v.hand) > TRICKS:
            yield Problem("hand", f"{len(v.hand)} cards, but everybody has {TRICKS}")

    def actor(self, v: Calls) -> Seat | None:
        """From the dealer's left, once round (`kaiser.bid.order`)."""
        return after(v.seats, v.dealer, 1 + len(v.bids)) if len(v.bids) < v.players else None

    def duties(self, v: Calls) -> Duties[Calls]:
        """Higher, or for the dealer as high; and the dealer must bid if nobody has."""
        return (HIGHER, FORCED)

    def ground(self, v: Calls, found: Narrowing[Calls], move: Move) -> str:
        """What allows this call."""
        if v.last and not v.highest[1]:
            return "kaiser.bid.allpass" if move.word == PASS else "kaiser.bid.forced"
        if move.word != PASS and v.equals(move.word):
            return "kaiser.bid.dealer"
        return "kaiser.bid.higher" if v.highest[1] or move.word == PASS else "kaiser.bid.values"

    def facts(self, v: Calls) -> Mapping[str, Any]:
        """The highest bid; after four calls what they have come to."""
        bidder, high = v.highest
        out: dict[str, Any] = {"high": high, "bidder": bidder} if high else {}
        if len(v.bids) < v.players:
            return out
        if high:
            leads = bidder if v.options.first_lead == "bidder" else after(v.seats, v.dealer)
            out |= {"declarers": side_of(SIDES, bidder), "leads": leads}
        return out | {"redeal": not high}

    def closed(self, state: Hand) -> Turn[Hand]:
        """The winner of the bidding names trumps, unless it is a hand without; after four passes the next one deals."""
        facts = self.facts(view_of(Calls, state))
        if facts["redeal"]:
            dealer = after(state.seats, state.dealer)
            event = Event("hand begun", dealer, clause="kaiser.bid.allpass")
            return Turn(fresh(state, PACK, dealer=dealer, hand_no=state.hand_no + 1), (event,))
        bidder, contract, leader = facts["bidder"], facts["high"], facts["leads"]
        state = changed(state, bidder=bidder, contract=contract, leader=leader)
        event = Event("contract made", bidder, clause="kaiser.trump", facts={"contract": contract, "leader": leader})
        if no_trump(contract):
            return Turn(changed(state, phase="play", turn=(leader,)), (event,))
        return Turn(changed(state, phase="trump", turn=(bidder,)), (event,))


# -- the trump suit ----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Choosing(View):
    """What the winner of the bidding sees."""

    options: Rules
    contract: str = choice("the winning bid", BIDS)
    bidder: Seat | None = declared(SEAT, "whose bid it is", None, shown="the dealer's left")
    hand: Cards = declared(CARDS, "the cards of the winning bidder", ())


NONE: Final = "-"
KIND: Final[Duty[Choosing]] = always("kaiser.trump", lambda v, m: (m.word == NONE) == no_trump(v.contract))


class Naming(Phase[Choosing, Hand]):
    """A suit after a bid for a suit. A bid for no trump leaves nothing to name; a game passes this by."""

    name = "trump"
    title = "the trump suit"
    verb = "name"
    clause = "kaiser.trump"
    view = Choosing

    def problems(self, v: Choosing) -> Iterator[Problem]:
        """A hand too large."""
        if len(v.hand) > TRICKS:
            yield Problem("hand", f"{len(v.hand)} cards, but everybody has {TRICKS}")

    def actor(self, v: Choosing) -> Seat:
        """The winner of the bidding."""
        return v.bidder or after(v.seats, v.dealer)

    def candidates(self, v: Choosing) -> Iterable[Move]:
        """A suit, or none."""
        return [call(word) for word in (*SUITS, NONE)]

    def read(self, v: Choosing, text: str) -> Move:
        """A suit by its letter, symbol or name; a dash for none."""
        wanted = (text.strip().lower(), spelled(text).lower())
        for word in (*SUITS, NONE):
            if word.lower() in wanted or SUIT_NAMES.get(word) in wanted:
                return call(word)
        raise Unreadable(f"name {', '.join(SUITS)}, or {NONE} for no trumps")

    def holds(self, v: Choosing) -> Cards:
        """A suit is not made of cards."""
        return ()

    def duties(self, v: Choosing) -> Duties[Choosing]:
        """What was bid."""
        return (KIND,)

    def see(self, state: Hand, seat: Seat) -> Choosing:
        """The contract and the own hand."""
        return view_of(Choosing, state, hand=state.hand(seat))

    def act(self, state: Hand, seat: Seat, move: Move) -> Turn[Hand]:
        """The suit is trump, and the first trick is led."""
        trump = move.word.removeprefix(NONE)
        event = Event("trump named", seat, clause="kaiser.trump", facts={"trump": trump})
        return Turn(changed(state, phase="play", trump=trump, turn=(state.leader,)), (event,))
