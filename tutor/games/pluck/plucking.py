"""Phases of plucking: a card is passed to another player, who gives back the best card of its suit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from tutor.families.choices import AskedPhase, CardsPhase
from tutor.families.hands import with_hand
from tutor.games.pluck.rights import Plucking
from tutor.games.pluck.table import HAND, PACK, PLAYERS, TRICKS, PluckState, Rules, highest, quota_workings, quotas
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Card, Cards, UnknownCard, without
from tutor.kernel.duties import Duty, Trace, always, narrow
from tutor.kernel.events import Event
from tutor.kernel.fields import CARD, CARDS, SEAT, Problem, declared
from tutor.kernel.moves import Move, call, play
from tutor.kernel.phase import Turn, Unreadable
from tutor.kernel.seats import Seat, after, from_
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView
from tutor.kernel.working import Chain, Step, Working, open_step

LIABILITY: Final[Duty[Plucking]] = always(
    "pluck.pluck.liability", lambda v, m: m.word == PASS or v.now.owes[m.word] > 0
)
NO_JOKERS: Final[Duty[Any]] = always("pluck.pluck.no-jokers", lambda v, m: not any(c.joker for c in m.cards))


def pluck_problems(v: Plucking) -> Iterator[Problem]:
    """The first pluck from a player who could not be plucked; which card was passed is not known."""
    for n, (_, what) in enumerate(v.plucks):
        if not LIABILITY.filter_moves(replace(v, plucks=v.plucks[:n]), [call(what)]):
            yield Problem("plucks", f"{what} cannot be plucked by pluck {n + 1}")
            return


def _seat(v: Plucking, word: str) -> Seat:
    """The player meant by `left`, `right` or a seat, as seen by who is to pluck; "" if none is."""
    steps = {"left": 1, "right": 2}.get(word.lower())
    if steps and v.now.plucker:
        return after(PLAYERS, v.now.plucker, steps)
    return word.upper() if word.upper() in PLAYERS else ""


class PluckChoice(AskedPhase[Plucking, PluckState]):
    """Pluck: choose a player and pass a card; or give up one's plucks."""

    name = "pluck"
    title = "a pluck, or pass"
    verb = "do"
    clause = "pluck.pluck.entitlement"
    words = (*PLAYERS, PASS)
    hand_size = HAND
    binding = (LIABILITY, NO_JOKERS)
    extra_fields = MappingProxyType({"tricks": lambda state, seat: state.took})

    def problems(self, v: Plucking) -> Iterator[Problem]:
        """Tricks that do not make a hand, plucks that could not have been made, a hand too large."""
        if v.tricks and sum(v.tricks.values()) != TRICKS:
            yield Problem("tricks", f"{sum(v.tricks.values())} tricks together, but a hand has {TRICKS}")
        elif v.now.wrong:
            yield Problem("plucks", v.now.wrong)
        else:
            yield from pluck_problems(v)
        yield from super().problems(v)

    def actor(self, v: Plucking) -> Seat | None:
        """The player whose turn it is to pluck; None when no pluck is left."""
        return v.now.plucker or None

    def candidates(self, v: Plucking) -> Iterable[Move]:
        """Each card to each other player, and the pass."""
        others = from_(PLAYERS, v.now.plucker)[1:]
        return [*(Move(seat, (c,)) for seat in others for c in self.pack.sort(v.hand)), call(PASS)]

    def read(self, v: Plucking, text: str) -> Move:
        """The move meant by `text`: `P3:4H`, `left:4H`, `4H to left`; a card alone if only one player can be plucked.

        Raises `Unreadable`.
        """
        words = [word for word in re.split(r"[\s:]+", text.strip()) if word.lower() != "to"]
        places = {word: seat for word in words if (seat := _seat(v, word))}
        if len(words) == 2 and len(places) == 1:
            (who,) = places
            passed = next(word for word in words if word != who)
            text = f"{places[who]}:{passed}"
        short = [seat for seat, n in v.now.owes.items() if n > 0]
        if len(words) == len(short) == 1 and not places and self._is_card(words[0]):
            text = f"{short[0]}:{words[0]}"
        return super().read(v, text)

    def _is_card(self, word: str) -> bool:
        try:
            return bool(self.pack.read(word))
        except UnknownCard:
            return False

    def canonical(self, v: Plucking, move: Move) -> Move:
        """The move itself if it is a player with one card, or a pass; else raises `Unreadable`."""
        if (move.word == PASS) != (not move.cards) or len(move.cards) > 1 or not move.word:
            raise Unreadable("a pluck is a card and a player, as in 4H to left; pass gives up the rest")
        return move

    def basis(self, v: Plucking, found: Trace[Plucking], move: Move) -> str:
        """The clause of the right to pluck, or of giving a card."""
        return self.clause if move.word == PASS else "pluck.pluck.give"

    def facts(self, v: Plucking) -> Mapping[str, Any]:
        """The quotas of the coming hand, plucks that each may make and must suffer, and whose turn it is."""
        return {
            "quota": dict(quotas(v.dealer)),
            "plucks": dict(v.entitled),
            "owes": dict(v.liable),
            "plucker": v.now.plucker or "-",
        }

    def workings(self, v: Plucking) -> Mapping[str, Working]:
        """How the quotas, the plucks of each player and the turn come about."""
        found: dict[str, Working] = quota_workings(v.dealer)
        if v.tricks:
            found |= {f"facts.plucks.{seat}": v.right(seat) for seat in PLAYERS}
            found |= {f"facts.owes.{seat}": v.debt(seat) for seat in PLAYERS}
        return found | ({"facts.plucker": self._turn(v)} if v.now.plucker else {})

    def _turn(self, v: Plucking) -> Chain:
        """The working of whose turn it is to pluck."""
        may = {seat: n for seat in v.order if (n := v.now.may[seat])}
        steps = tuple(open_step("plucks_left", {"who": seat, "n": n}, seat) for seat, n in may.items())
        if len(may) > 1:
            by_number = v.options.pluck_order == "most-first" and len({v.entitled[seat] for seat in may}) > 1
            why = {"who": v.now.plucker, "dealer": v.dealer, "by_number": by_number}
            steps = (*steps, Step("plucks_first", why, v.now.plucker))
        return Chain("pluck.pluck.turn", steps, v.now.plucker)

    def act(self, state: PluckState, seat: Seat, move: Move) -> Turn[PluckState]:
        """Pass the card to the player, who must answer it; or let the next player pluck."""
        state = changed(state, plucks=(*state.plucks, (seat, move.word)))
        if move.word == PASS:
            event = Event("passed", seat, clause=self.clause)
            return next_pluck(state).preceded_by(event)
        passed, plucked = move.cards[0], move.word
        hands = with_hand(state.hands, seat, without(state.hand(seat), (passed,)))
        known = tuple(one for one in state.known if one[0] in (seat, plucked) or one[2] != seat)
        state = changed(
            state,
            hands=hands,
            away=(passed,),
            card=passed,
            plucker=seat,
            plucked=plucked,
            known=known,
            phase=Return.name,
            turn=(plucked,),
        )
        return Turn(state, (Event("plucked", seat, clause="pluck.pluck.give", facts={"plucked": plucked}),))


@dataclass(frozen=True, kw_only=True)
class Returning(View, HandView):
    """The view of a player who has received a card and must give one back."""

    options: Rules
    card: Card = declared(CARD, "the card just received")
    hand: Cards = declared(CARDS, "the cards held before receiving it", ())
    plucked: Seat = declared(SEAT, "who has received it and gives a card back", "P1")
    plucker: Seat | None = declared(SEAT, "who has passed it", None)

    @cached_property
    def best(self) -> Card:
        """The highest card of the suit, with the card received."""
        return highest((*self.hand, self.card), self.card.suit)


RETURN: Final[Duty[Returning]] = always("pluck.pluck.return", lambda v, m: m.cards[0] is v.best)


class Return(CardsPhase[Returning, PluckState]):
    """Give a card back; the rules leave one choice."""

    name = "return"
    title = "the card you give back"
    verb = "give back"
    clause = "pluck.pluck.return"
    asked = "plucked"
    hand_size = HAND
    wanted = "name the one card that you give back"
    binding = (RETURN,)
    extra_fields = MappingProxyType(
        {"card": lambda state, seat: state.card if seat in (state.plucker, state.plucked) else None}
    )

    def problems(self, v: Returning) -> Iterator[Problem]:
        """A joker that was passed, a hand too large, a plucker who is also plucked."""
        if not narrow((NO_JOKERS,), v, (play(v.card),)).legal:
            yield Problem("card", f"{v.card} is a joker, and jokers cannot be passed")
        if v.plucked == v.plucker:
            yield Problem("plucker", f"{v.plucker} cannot pluck from {v.plucked}")
        yield from super().problems(v)

    def holds(self, v: Returning) -> Cards:
        """The hand and the card received."""
        return (*v.hand, v.card)

    def act(self, state: PluckState, seat: Seat, move: Move) -> Turn[PluckState]:
        """Give the card to the plucker; then the next pluck may be due."""
        taken, back, by = state.card, move.cards[0], state.plucker
        assert taken is not None
        held = PACK.sort(without((*state.hand(seat), taken), (back,)))
        hands = with_hand(state.hands, seat, held)
        hands = with_hand(hands, by, PACK.sort((*state.hand(by), back)))
        known = tuple((who, c, where) for who, c, where in state.known if who in (by, seat) and c not in (taken, back))
        if taken is not back:
            known = (*known, (by, taken, seat), (seat, back, by))
        event = Event("pluck answered", seat, clause=self.clause, facts={"plucker": by})
        return next_pluck(
            changed(state, hands=hands, away=(), card=None, plucker="", plucked="", known=known)
        ).preceded_by(event)


def next_pluck(state: PluckState) -> Turn[PluckState]:
    """The state in which the next pluck, or the naming of trumps, is due."""
    following = PLUCK.see(state, state.dealer).now.plucker
    if following:
        return Turn(changed(state, phase=PluckChoice.name, turn=(following,)))
    return Turn(changed(state, phase="trump", turn=(state.dealer,)))


PLUCK: Final = PluckChoice()
RETURN_PHASE: Final = Return()
