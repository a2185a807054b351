"""Plays of a round in which everybody plays or passes in turn: text form, winner, effect on the state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, TypeVar

from tutor.families.hands import HandsState
from tutor.families.hands_game import HandsGame
from tutor.kernel import calls
from tutor.kernel.cards import Cards, without
from tutor.kernel.events import PLAYED, ROUND_WON, Event
from tutor.kernel.fields import TOGETHER, By, FieldType, ListOf, ParseContext
from tutor.kernel.game import Family
from tutor.kernel.moves import Combo, Move, call
from tutor.kernel.phase import Turn
from tutor.kernel.seats import NEXT, PLACE, Seat
from tutor.kernel.state import Sight, filled, seen_by

if TYPE_CHECKING:
    from collections.abc import Callable

PASS: Final = call(calls.PASS)

Plays: TypeAlias = tuple[tuple[Seat, Cards], ...]
"""The plays of a round in order; a pass has no cards."""


class _PlayOrPass(FieldType[Cards]):
    def read(self, text: str, at: ParseContext) -> Cards:
        return () if text.lower() == PASS.word else TOGETHER.read(text, at)

    def show(self, value: Cards) -> str:
        return TOGETHER.show(value) or PASS.word

    def cards(self, value: Cards) -> Cards:
        return value


ROUND_PLAYS: Final = ListOf(
    By(_PlayOrPass(), "CARDS or SEAT:pass"),
    "SEAT:CARDS or SEAT:pass, separated by commas, cards of one play joined with +",
)


def never_at_once(cards: Cards) -> bool:
    """The default for `at_once`: no play wins a round at once."""
    return False


def _has_won(cards: Cards, passes: int, players: int, at_once: Callable[[Cards], bool]) -> bool:
    """Whether the play of `cards`, after which so many have passed, has won the round."""
    if passes:
        return passes == players - 1
    return at_once is not never_at_once and at_once(cards)


def winning(plays: Plays, players: int, at_once: Callable[[Cards], bool] = never_at_once) -> tuple[Seat, Cards] | None:
    """The play that has won the round: all others have passed after it, or it is one that wins `at_once`. Else None."""
    at = last = len(plays) - 1
    while at >= 0:
        cards = plays[at][1]
        if cards:
            return plays[at] if _has_won(cards, last - at, players, at_once) else None
        at -= 1
    return None


def to_beat(plays: Plays, players: int, at_once: Callable[[Cards], bool] = never_at_once) -> Cards:
    """The cards that the next player must beat; empty if that player is free to lead."""
    at = last = len(plays) - 1
    while at >= 0:
        cards = plays[at][1]
        if cards:
            return () if _has_won(cards, last - at, players, at_once) else cards
        at -= 1
    return ()


@dataclass(frozen=True, kw_only=True)
class ClimbState(HandsState):
    """The state of a climbing game. `plays` are the plays of this round, `gone` the cards of earlier rounds."""

    card_fields: ClassVar[tuple[str, ...]] = (*HandsState.card_fields, "plays", "gone")
    leader: Seat = "P1"
    plays: Plays = ()
    gone: Cards = seen_by(Sight.PAST, ())


T = TypeVar("T", bound=ClimbState)


class ClimbGame(HandsGame[T]):
    """A climbing game."""

    family = Family.CLIMBING


@cache
def _passed(seat: Seat) -> Event:
    return Event("passed", seat)


def after_play(
    state: T, seat: Seat, move: Move, clause: str, at_once: Callable[[Cards], bool] = never_at_once, **more: Any
) -> Turn[T]:
    """The state after a play (a pass if it has no cards), and its events.

    The winner of a round leads (by `clause`).

    If the hand is empty afterwards the game must say what follows; the turn set here does not matter then. `more` are
    other fields of the state to set.
    """
    cards = move.cards
    play = seat, cards
    plays = (*state.plays, play)
    won: tuple[Seat, Cards] | None = None
    if cards:
        at, hands = PLACE[seat], list(state.hands)
        hands[at] = left = without(hands[at], cards)
        more["hands"] = tuple(hands)
        kind, length = (move.kind, move.length) if isinstance(move, Combo) else ("", 1)
        facts = {"lead": len(plays) == 1, "left": len(left), "kind": kind, "length": length}
        event = Event(PLAYED, seat, cards, "", facts)
        if at_once is not never_at_once and at_once(cards):
            won = play
    else:
        event = _passed(seat)
        if len(plays) >= state.players:
            won = winning(plays, state.players)
    more["phase"] = "play"
    if won is None:
        more["plays"], more["turn"] = plays, (NEXT[state.players][seat],)
        return Turn(filled(type(state), state.__dict__ | more), (event,))
    winner = won[0]
    more["plays"], more["turn"], more["leader"] = (), (winner,), winner
    more["gone"] = (*state.gone, *[c for _, cards in plays for c in cards])
    return Turn(filled(type(state), state.__dict__ | more), (event, Event(ROUND_WON, *won, clause)))
