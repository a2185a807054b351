"""Naming the game in Solo: its kind, its trump suit, and the partner's ace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from tutor.families.choices import ChoicePhase, at_most
from tutor.games.solo.bidding import AUCTION, Calls
from tutor.games.solo.table import BOTH_QUEENS, HIGHEST, KINDS, PACK, QUEENS, SIMPLE, TOUT, TRICKS, Rules, SoloState
from tutor.kernel.calls import PASS, CallMeaning, bid
from tutor.kernel.cards import SUITS, Card, Cards, UnknownCard, card
from tutor.kernel.duties import Duty, Trace, always, narrow
from tutor.kernel.events import GAME_NAMED, Event
from tutor.kernel.fields import CARDS, FLAG, SEAT, Problem, declared, whole
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Turn, Unreadable
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView


@dataclass(frozen=True, kw_only=True)
class Naming(View, HandView):
    """The view of the declarer who is to name a game."""

    options: Rules
    level: int | None = whole("the level reached", None, low=1, high=HIGHEST, shown="must be given unless forced")
    forced: bool = declared(FLAG, "all four have passed", False)
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

    @property
    def floor(self) -> int:
        """The least level that may be named, by the bidding and by the hand."""
        return max(self.level or 1, BOTH_QUEENS if self.both_queens else 1)

    def named(self, move: Move) -> tuple[str, str, Card | None]:
        """The kind of game, the trump suit and the ace (None if there is none) that a move names."""
        return _named(move.word)

    def rank(self, move: Move) -> int:
        """The level of the game that a move names."""
        kind, trump, _ = self.named(move)
        return self.options.level(kind, trump)

    def may_call(self, move: Move) -> bool:
        """Whether the ace may be named; true for games without one."""
        ace = self.named(move)[2]
        return ace is None or ace not in self.hand or self.options.may_name_own_ace or self.all_aces


@cache
def _named(word: str) -> tuple[str, str, Card | None]:
    kind, trump, *ace = word.split(":")
    return kind, trump, card(ace[0]) if ace else None


def _meaning(word: str) -> CallMeaning:
    """The trumps that a game names, and the ace by which a partner is called; a tout is for all tricks."""
    kind, trump, ace = _named(word)
    return bid(suit=trump, all_tricks=kind == TOUT, card=ace.text if ace else "")


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


class Name(ChoicePhase[Naming, SoloState]):
    """Name the game, the trump suit and, in a simple game, the partner's ace."""

    name = "name"
    title = "the game you play, and its trumps"
    verb = "name"
    clause = "solo.bid.choice"
    asked = "declarer"
    hand_size = at_most(TRICKS)
    words = tuple(move.text for move in GAMES)
    meanings = MappingProxyType({word: _meaning(word) for word in words})
    binding = (CHOICE, FORCED, AT_LEAST_SOLO, OWN_ACE)
    extra_fields = MappingProxyType(
        {"level": lambda state, seat: state.level or None, "forced": lambda state, seat: not state.level}
    )

    def problems(self, v: Naming) -> Iterator[Problem]:
        """Neither a level nor a forced game, or both; an impossible forced game."""
        if v.level is None and not v.forced:
            yield Problem("level", f"must be given (1 to {HIGHEST}), or forced=true")
        if v.level is not None and v.forced:
            yield Problem("forced", "if all have passed, no level was reached")
        yield from super().problems(v)
        if v.forced and v.hand and QUEENS[0] not in v.hand:
            yield Problem("hand", f"a forced game is played by whoever holds {QUEENS[0]}")
        first = Calls(players=v.players, dealer=v.dealer, options=v.options, hand=v.hand)
        if v.forced and call(PASS) not in narrow(AUCTION.duties(first), first, AUCTION.candidates(first)).legal:
            yield Problem("hand", "whoever holds both black queens cannot have passed")

    def read(self, v: Naming, text: str) -> Move:
        """The move meant by `text`: `KIND:SUIT`, in a simple game with `:ACE`; "solo in color". Raises `Unreadable`."""
        words = text.lower().split()
        kind = next((kind for kind in KINDS if kind in words), "")
        if kind and {"color", "colour"}.intersection(words) and "not" not in words:
            text = f"{kind}:{v.options.color}"
        parts = text.strip().upper().translate(str.maketrans("♠♥♦♣", "SHDC")).split(":")
        try:
            parts[2:] = [PACK.read(part).text for part in parts[2:]]
        except UnknownCard as why:
            raise Unreadable(str(why)) from None
        move = call(":".join([parts[0].lower(), *parts[1:]]))
        if move not in GAMES:
            raise Unreadable("name the game and its trumps, such as solo in clubs, or simple in hearts with AC")
        return move

    def basis(self, v: Naming, found: Trace[Naming], move: Move) -> str:
        """What the game must be at the least, where it names no ace."""
        if v.named(move)[2] is not None:
            return super().basis(v, found, move)
        return AT_LEAST_SOLO.clause if v.both_queens else CHOICE.clause

    def reasons(self, v: Naming, move: Move) -> Mapping[str, Any]:
        """The kind of game, trumps, ace, level, the suit that is color, and the least level."""
        kind, trump, ace = v.named(move)
        return {
            "kind": kind,
            "trump": trump,
            "ace": ace,
            "rank": v.rank(move),
            "color": v.options.color,
            "floor": v.floor,
        }

    def act(self, state: SoloState, seat: Seat, move: Move) -> Turn[SoloState]:
        """Set the game; the player at the dealer's left leads (`solo.play.first-lead`)."""
        kind, trump, ace = self.see(state, seat).named(move)
        first = after(state.seats, state.dealer)
        facts = {"game": kind, "trump": trump, "called": (ace,) if ace else (), "color": trump == state.options.color}
        event = Event(GAME_NAMED, seat, clause=f"solo.game.{state.options.level(kind, trump)}", facts=facts)
        state = changed(state, game=kind, trump=trump, called=ace, phase="play", turn=(first,), leader=first)
        return Turn(state, (event,))
