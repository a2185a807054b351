"""What can be known at a decision, told naively: cards out of sight, who may hold them, what beats what."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import combinations
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.duties import narrow
from tutor.kernel.hidden_cards import known_in_hands
from tutor.kernel.phase import hand_in_view
from tutor.kernel.playout import legal
from tutor.kernel.seats import DECK
from tutor.kernel.view_types import HandView, RankedTrickView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tutor.kernel.cards import Card
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

HANDS: Final = 300
"""So many hands that somebody may have are all looked at; where there are more, only what is known of them."""
DEALS: Final = 12
"""Other deals in which it is asked who plays with whom."""


class Knowledge:
    """A decision of `seat`, the move advised and another one, as a patient person sees them who counts cards."""

    def __init__(self, record: Record[Any], seat: Seat, move: Move, other: Move | None) -> None:
        self.record, self.game, self.state = record, record.game, record.state
        self.seat, self.move, self.other = seat, move, other
        self.phase = self.game.due(self.state)
        self.view: Any = self.phase.see(self.state, seat)
        self.moves = legal(self.game, self.state, seat)
        self.hand = (isinstance(self.view, HandView) and tuple(self.view.hand)) or self.held(seat)
        self.others = tuple(who for who in self.state.seats if who != seat)
        self.trump = ""
        """The suit last spoken of as trumps before there are any."""
        self._may: dict[tuple[Seat, Card], bool] = {}
        self._could: dict[tuple[Move, Seat, Card], bool] = {}

    @property
    def trick(self) -> bool:
        """Whether the decision is about tricks of single cards."""
        return isinstance(self.view, RankedTrickView)

    # -- where cards lie -------------------------------------------------------------------------------

    @cached_property
    def hidden(self) -> Counter[Card]:
        """The cards that the player cannot see."""
        return Counter(self.game.unseen(self.state, self.seat))

    @cached_property
    def shown(self) -> dict[Seat, tuple[Card, ...]]:
        """The cards that each other player is known to hold."""
        told = known_in_hands(self.state, self.seat)
        held = {who: self.held(who) for who in self.others}
        return {who: told.get(who, tuple(c for c in held[who] if c not in self.hidden)) for who in self.others}

    def held(self, who: Seat) -> tuple[Card, ...]:
        """What a player holds in truth."""
        return tuple(self.game.held(self.state, who))

    @cached_property
    def unseen(self) -> Counter[Card]:
        """The cards out of sight, and those shown that others hold, whether or not anybody may have them."""
        return self.hidden + Counter(c for cards in self.shown.values() for c in cards)

    @cached_property
    def out(self) -> Counter[Card]:
        """The cards that others may hold."""
        return Counter({c: n for c, n in self.unseen.items() if self.some_may(self.others, c)})

    @cached_property
    def left(self) -> tuple[Card, ...]:
        """The own hand after the move."""
        rest = Counter(self.hand) - Counter(self.move.cards)
        return tuple(rest.elements())

    @cached_property
    def ruled_out(self) -> dict[Seat, set[Card]]:
        """The hidden cards that each other player cannot have: with one of them what was played was not allowed."""
        out: dict[Seat, set[Card]] = {who: set() for who in self.others}
        for who, phase, view, move in self._plays():
            for c in self.hidden:
                with_it, alone = (_allowed(phase, view, move, hand) for hand in ((*move.cards, c), move.cards))
                if alone and not with_it:
                    out[who].add(c)
        return out

    def _plays(self) -> Iterator[tuple[Seat, Any, Any, Move]]:
        """The cards that others played to tricks in this deal, by hands from which they have only played since."""
        steps: list[tuple[Any, Seat, str]] = []
        for state, entry in zip(self.record.states, (e for e in self.record.entries if e.made), strict=False):
            if entry.seat == DECK:
                steps = []
            elif state.phase:
                steps.append((state, entry.seat, entry.text))
        for state, who, text in steps:
            phase = self.game.due(state)
            view = phase.see(state, who)
            if who == self.seat or not isinstance(view, RankedTrickView) or not view.trick:
                continue
            move, now = phase.read(view, text), hand_in_view(phase, self.state, who)
            if move.cards and now is not None and not Counter(now) - Counter(view.hand):
                yield who, phase, view, move

    def may(self, who: Seat, c: Card) -> bool:
        """Whether another player may hold a card: the hidden cards can be dealt so."""
        if any(c in cards for cards in self.shown.values()):
            return c in self.shown[who]
        if c not in self.hidden or c in self.ruled_out[who]:
            return False
        if (who, c) not in self._may:
            self._may[who, c] = self._dealable(who, (c,))
        return self._may[who, c]

    def some_may(self, seats: Iterable[Seat], c: Card) -> bool:
        """Whether one of these other players may hold a card."""
        return any(self.may(who, c) for who in seats)

    @cached_property
    def certain(self) -> dict[Seat, tuple[Card, ...]]:
        """The cards that each other player holds for certain: shown, or the hidden ones cannot be dealt otherwise."""
        sure = {who: list(cards) for who, cards in self.shown.items()}
        for c in self.hidden:
            able = [who for who in self.others if self.may(who, c)]
            if len(able) == 1 and not self._dealable("", (c,)):
                sure[able[0]].append(c)
        return {who: tuple(cards) for who, cards in sure.items()}

    def _dealable(self, who: Seat, cards: Iterable[Card]) -> bool:
        """Whether the hidden cards can be dealt with these to `who`, and to nobody what was ruled out.

        Those that nobody holds lie aside, at the seat "".
        """
        room = {one: len(self.held(one)) - len(self.shown[one]) for one in self.others}
        room[""] = sum(self.hidden.values()) - sum(room.values())
        given = Counter(cards)
        room[who] -= sum(given.values())
        pile = list((self.hidden - given).elements())
        lying: dict[Seat, list[int]] = {seat: [] for seat in room}

        def placed(at: int, tried: set[Seat]) -> bool:
            for seat in room:
                if seat in tried or (seat and pile[at] in self.ruled_out[seat]):
                    continue
                tried.add(seat)
                moved = next((one for one in lying[seat] if placed(one, tried)), None) if full(seat) else None
                if moved is not None:
                    lying[seat].remove(moved)
                if not full(seat):
                    lying[seat].append(at)
                    return True
            return False

        def full(seat: Seat) -> bool:
            return len(lying[seat]) >= room[seat]

        return room[who] >= 0 and all(placed(at, set()) for at in range(len(pile)))

    def able(self, who: Seat, x: Card, c: Card) -> bool:
        """Whether a player may hold `x` and play it after the own move of `c`; if that is none, after the move."""
        move = next((one for one in self.moves if one.cards == (c,)), self.move)
        if not self.may(who, x):
            return False
        if (move, who, x) not in self._could:
            self._could[move, who, x] = self._allows(self._then(move, who), who, x)
        return self._could[move, who, x]

    def _then(self, move: Move, who: Seat) -> Any:
        """What a player sees after a move."""
        return self.phase.see(self.phase.act(self.state, self.seat, move).state, who)

    def _allows(self, view: Any, who: Seat, x: Card) -> bool:
        """Whether there is a hand that `who` may have from which `x` may be played."""
        if not isinstance(view, RankedTrickView) or not view.trick:
            return True
        sure = [c for c in self.certain[who] if c != x]
        rest = [c for c in self.hidden if c != x and c not in sure and self.may(who, c)]
        need = max(len(self.held(who)) - len(sure) - 1, 0)
        few = comb(len(rest), need) <= HANDS
        for more in combinations(rest, need) if few else ((),):
            hand = (*sure, x, *more)
            then = view.holding(self.game.pack.sort(hand))
            found = narrow(self.phase.duties(then), then, self.phase.candidates(then)).legal
            may = any(x in one.cards for one in found) or not any(one.cards for one in found)
            if may and (not few or self._dealable(who, (c for c in hand if c not in self.shown[who]))):
                return True
        return False

    # -- who plays with whom ---------------------------------------------------------------------------

    @cached_property
    def allies(self) -> frozenset[Seat]:
        """Who plays on the own side in truth, the player too."""
        return frozenset(self.game.allies(self.state, self.seat))

    @cached_property
    def friends(self) -> frozenset[Seat]:
        """Who plays on the own side for all that can be known."""
        deals = (self.game.determinize(self.state, self.seat, Random(n)) for n in range(DEALS))
        return self.allies.intersection(*(self.game.allies(deal, self.seat) for deal in deals))

    @cached_property
    def foes(self) -> tuple[Seat, ...]:
        """Who may play against the player."""
        return tuple(who for who in self.others if who not in self.friends)

    @cached_property
    def to_play(self) -> tuple[Seat, ...]:
        """Who else is still to play to the trick."""
        seats = list(self.state.seats)
        at = seats.index(self.view.leader)
        after = (seats[at:] + seats[:at])[len(self.view.trick) : self.view.players]
        return tuple(who for who in after if who != self.seat)

    @cached_property
    def foes_to_play(self) -> tuple[Seat, ...]:
        return tuple(who for who in self.to_play if who in self.foes)

    # -- what beats what -------------------------------------------------------------------------------

    def suit(self, c: Card) -> str:
        return str(self.view.order.suit.get(c, "?"))

    def of(self, suit: str, c: Card) -> bool:
        """Whether a card is of a suit as it is told: `trump` for the trumps, whatever is printed on them."""
        return bool(self.view.is_trump(c)) if suit == "trump" else self.suit(c) == suit

    def height(self, c: Card) -> int:
        return int(self.view.order.power[self.suit(c)][c])

    def higher(self, x: Card, c: Card) -> bool:
        """Whether `x` is higher than `c` and of its suit, where suits mean something."""
        alike = not getattr(self.view, "by_suit", True) or self.suit(x) == self.suit(c)
        return alike and self.height(x) > self.height(c)

    def at(self, c: Card) -> Any:
        """The table with `c` as the best card, in this trick if it is or may be there; else alone."""
        v = self.view
        named = {*self.move.cards, *(self.other.cards if self.other else ())}
        if c in v.trick:
            return v
        return v.facing((*v.trick, c) if v.trick and c in named and v.beats(c) else (c,))

    def beats(self, x: Card, c: Card) -> bool:
        """Whether `x` would beat `c`, in this trick if `c` is in it."""
        return bool(self.at(c).beats(x))

    def value(self, c: Card) -> float | None:
        """What a card counts in a trick by the rules; None where they count none."""
        none, own = (self.phase.trick_value(cards, self.view.trumps) for cards in ((), (c,)))
        if none is None:
            return policy_of(self.game).of(self.phase).card_values(self.state).get(c)
        return float(own or 0) - float(none)


def _allowed(phase: Any, view: Any, move: Move, hand: Iterable[Card]) -> bool:
    then = view.holding(tuple(hand))
    return move in narrow(phase.duties(then), then, dict.fromkeys((*phase.candidates(then), move))).legal
