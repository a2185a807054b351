"""Bidding in Solo, one against one, and the naming of a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tutor.families.auctions import AuctionPhase, AuctionView
from tutor.games.solo.table import BOTH_QUEENS, HIGHEST, KINDS, PACK, QUEENS, SIMPLE, TRICKS, Hand, Rules
from tutor.kernel.cards import SUITS, Card, Cards, UnknownCard, card
from tutor.kernel.duties import Duties, Duty, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, FLAG, SEAT, Problem, declared, whole
from tutor.kernel.lazy import lazy
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Phase, Turn, Unreadable
from tutor.kernel.seats import Seat, after, from_
from tutor.kernel.state import changed
from tutor.kernel.view import View

ASK: Final = "ask"
YES: Final = "yes"
PASS: Final = "pass"
QUESTIONS: Final = tuple(str(level) for level in range(2, HIGHEST + 1))


class Bidding(NamedTuple):
    """What calls have come to.

    `holder` is the bidder (empty: none yet), `level` what he has committed to, `asked` the level of a question that
    waits for his answer (0: none), `turn` who is to speak.
    """

    holder: Seat
    level: int
    asked: int
    turn: Seat | None


@dataclass(frozen=True, kw_only=True)
class Calls(AuctionView):
    """The calls so far, and the own hand."""

    calls = (ASK, YES, PASS, *QUESTIONS)
    options: Rules
    hand: Cards = declared(CARDS, "the cards of the player whose turn it is", ())

    @lazy
    def now(self) -> Bidding:
        """Each player has one turn: to open, or to question the bidder until one of the two gives up."""
        order = from_(self.seats, after(self.seats, self.dealer))
        at, holder, level, asked = 0, "", 0, 0
        for _, word in self.bids:
            if at >= len(order):
                return Bidding(holder, level, asked, None)  # a call too many: nobody's turn
            if asked:
                if word == PASS:  # the challenger becomes the bidder on the level he asked about
                    holder, at = order[at], at + 1
                level, asked = asked, 0
            elif word == PASS:
                at += 1
            elif word == ASK:
                holder, level, at = order[at], 1, at + 1
            elif word in QUESTIONS:
                asked = int(word)
        over = not asked and (at >= len(order) or level >= HIGHEST)
        return Bidding(holder, level, asked, None if over else holder if asked else order[at])

    @property
    def both_queens(self) -> bool:
        """Whether the player holds both black queens."""
        return set(QUEENS) <= set(self.hand)

    @property
    def bound(self) -> bool:
        """Whether the next thing to be said or answered is a level that both black queens oblige to."""
        return (self.now.asked or self.now.level + 1) <= BOTH_QUEENS


OPEN: Final[Duty[Calls]] = always("solo.bid.open", lambda v, m: m.word in (ASK, PASS), when=lambda v: not v.now.holder)
ANSWER: Final[Duty[Calls]] = always(
    "solo.bid.answer", lambda v, m: m.word in (YES, PASS), when=lambda v: v.now.asked > 0
)
QUESTION: Final[Duty[Calls]] = always(
    "solo.bid.question",
    lambda v, m: m.word in (PASS, str(v.now.level + 1)),
    when=lambda v: bool(v.now.holder) and not v.now.asked,
)
NO_PASS: Final[Duty[Calls]] = always(
    "solo.bid.both-queens", lambda v, m: m.word != PASS, when=lambda v: v.both_queens and v.bound
)


class Auction(AuctionPhase[Calls, Hand]):
    """One against one: the next player questions the bidder, level by level."""

    title = "ask, yes, pass, or the level you ask about"
    verb = "say"
    clause = "solo.bid.open"
    view = Calls

    def problems(self, v: Calls) -> Iterator[Problem]:
        """Calls that could not be made, too many cards."""
        yield from super().problems(v)
        if len(v.hand) > TRICKS:
            yield Problem("hand", f"{len(v.hand)} cards, but a hand has {TRICKS} at most")

    def actor(self, v: Calls) -> Seat | None:
        """Whose call it is."""
        return v.now.turn

    def duties(self, v: Calls) -> Duties[Calls]:
        """Open, answer or question; and no passing with both black queens."""
        return (OPEN, ANSWER, QUESTION, NO_PASS)

    def facts(self, v: Calls) -> Mapping[str, Any]:
        """Where the bidding stands, or what it has come to."""
        now = v.now
        if now.turn:
            return {"turn": now.turn, "holder": now.holder or "-", "level": now.level}
        return {"declarer": now.holder, "level": now.level} if now.holder else {"forced": True}

    def reasons(self, v: Calls, move: Move) -> Mapping[str, Any]:
        """Who holds the bid, and what was asked or may be."""
        return {"holder": v.now.holder, "level": v.now.level, "asked": v.now.asked, "next": v.now.level + 1}

    def closed(self, state: Hand) -> Turn[Hand]:
        """The declarer names a game; if all have passed, the holder of the queen of clubs shows it and does."""
        view = self.see(state, state.seats[0])
        seat, level = view.now.holder, view.now.level
        if seat:
            event = Event("declarer found", seat, clause="solo.bid.finish", facts={"level": level})
            return Turn(changed(state, declarer=seat, level=level, phase="name", turn=(seat,)), (event,))
        queen = QUEENS[0]
        seat = next(seat for seat in state.seats if queen in state.hand(seat))
        state = changed(state, declarer=seat, level=0, shown=(queen,), phase="name", turn=(seat,))
        return Turn(state, (Event("queen shown", seat, (queen,), "solo.bid.forced"),))


@dataclass(frozen=True, kw_only=True)
class Naming(View):
    """What the declarer sees who is to name a game."""

    options: Rules
    level: int | None = whole("the level reached", None, low=1, high=HIGHEST)
    forced: bool = declared(FLAG, "whether all four have passed", False)
    hand: Cards = declared(CARDS, "the declarer's cards", ())
    declarer: Seat = declared(SEAT, "who is to name a game", "P1")

    @property
    def both_queens(self) -> bool:
        """Whether the declarer holds both black queens."""
        return set(QUEENS) <= set(self.hand)

    @property
    def all_aces(self) -> bool:
        """Whether the declarer holds all four aces."""
        return {card("A" + suit) for suit in SUITS} <= set(self.hand)

    def named(self, move: Move) -> tuple[str, str, Card | None]:
        """Kind of game, trump suit and ace of a move."""
        kind, trump, *ace = move.word.split(":")
        return kind, trump, card(ace[0]) if ace else None

    def rank(self, move: Move) -> int:
        """The level of the game that a move names."""
        kind, trump, _ = self.named(move)
        return self.options.level(kind, trump)

    def may_call(self, move: Move) -> bool:
        """Whether the ace may be named, if the game needs one."""
        ace = self.named(move)[2]
        return ace is None or ace not in self.hand or self.options.may_name_own_ace or self.all_aces


CHOICE: Final[Duty[Naming]] = always(
    "solo.bid.choice", lambda v, m: v.rank(m) >= (v.level or 1), when=lambda v: not v.forced
)
FORCED: Final[Duty[Naming]] = always("solo.bid.forced", lambda v, m: v.named(m)[0] == SIMPLE, when=lambda v: v.forced)
AT_LEAST_SOLO: Final[Duty[Naming]] = always(
    "solo.bid.both-queens", lambda v, m: v.rank(m) >= BOTH_QUEENS, when=lambda v: v.both_queens
)
OWN_ACE: Final[Duty[Naming]] = always("solo.partner.own-ace", lambda v, m: v.may_call(m))

GAMES: Final = tuple(
    [call(f"{SIMPLE}:{suit}:A{ace}") for suit in SUITS for ace in SUITS]
    + [call(f"{kind}:{suit}") for kind in KINDS[1:] for suit in SUITS]
)


class Name(Phase[Naming, Hand]):
    """Game, trump suit and, for a simple game, the ace of the partner."""

    name = "name"
    title = "a game such as simple:H:AC, solo:H or tout:C"
    verb = "name"
    clause = "solo.bid.choice"
    view = Naming

    def problems(self, v: Naming) -> Iterator[Problem]:
        """Neither a level nor a forced game; a forced game that cannot be."""
        if v.level is None and not v.forced:
            yield Problem("level", f"must be given (1 to {HIGHEST}), or forced=true")
        if v.level is not None and v.forced:
            yield Problem("forced", "if all have passed, no level was reached")
        if len(v.hand) > TRICKS:
            yield Problem("hand", f"{len(v.hand)} cards, but a hand has {TRICKS} at most")
        if v.forced and v.hand and QUEENS[0] not in v.hand:
            yield Problem("hand", f"a forced game is played by whoever holds {QUEENS[0]}")
        if v.forced and v.both_queens:
            yield Problem("hand", "whoever holds both black queens cannot have passed")

    def actor(self, v: Naming) -> Seat:
        """The declarer."""
        return v.declarer

    def duties(self, v: Naming) -> Duties[Naming]:
        """Not below the bid, nothing but a simple game if forced, a solo with both queens, and another's ace."""
        return (CHOICE, FORCED, AT_LEAST_SOLO, OWN_ACE)

    def candidates(self, v: Naming) -> Iterable[Move]:
        """All games with all trump suits and aces."""
        return GAMES

    def holds(self, v: Naming) -> Cards:
        """A game is not made of cards."""
        return ()

    def read(self, v: Naming, text: str) -> Move:
        """`KIND:SUIT`, and for a simple game `:ACE`."""
        parts = text.strip().upper().translate(str.maketrans("♠♥♦♣", "SHDC")).split(":")
        try:
            parts[2:] = [PACK.read(part).text for part in parts[2:]]
        except UnknownCard as why:
            raise Unreadable(str(why)) from None
        move = call(":".join([parts[0].lower(), *parts[1:]]))
        if move not in GAMES:
            raise Unreadable("name simple:SUIT:ACE, solo:SUIT or tout:SUIT, such as simple:H:AC")
        return move

    def reasons(self, v: Naming, move: Move) -> Mapping[str, Any]:
        """What the game is."""
        kind, trump, ace = v.named(move)
        return {"kind": kind, "trump": trump, "ace": ace, "rank": v.rank(move), "color": v.options.color}

    def see(self, state: Hand, seat: Seat) -> Naming:
        """The own hand, and what the bidding came to."""
        return Naming(
            players=state.players, dealer=state.dealer, options=state.options, level=state.level or None,
            forced=not state.level, hand=state.hand(seat), declarer=seat,
        )  # fmt: skip

    def act(self, state: Hand, seat: Seat, move: Move) -> Turn[Hand]:
        """The player at the dealer's left leads (`solo.play.first-lead`)."""
        kind, trump, ace = self.see(state, seat).named(move)
        first = after(state.seats, state.dealer)
        facts = {"game": kind, "trump": trump, "called": (ace,) if ace else (), "color": trump == state.options.color}
        event = Event("game named", seat, clause=f"solo.game.{state.options.level(kind, trump)}", facts=facts)
        state = changed(state, game=kind, trump=trump, called=ace, phase="play", turn=(first,), leader=first)
        return Turn(state, (event,))
