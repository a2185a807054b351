"""Views of Last One, house rules, and the effects of cards."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from tutor.families.sheds import CardOnPile, NamedCard, above, agrees, circle, named_plays
from tutor.kernel.cards import Card, Cards, french
from tutor.kernel.fields import CARD, CARDS, FLAG, SEAT, SEATS, choice, declared, whole
from tutor.kernel.seats import Seat, after, from_
from tutor.kernel.view import Options, View
from tutor.kernel.view_types import HandView

PACK: Final = french(jokers=2)
WILD: Final = "8"
STEPS: Final = "456789TJQK"
"""The ranks of a melee from the first card to the last (`last-one.melee.continue`)."""
SPECIAL: Final = "2348JA"
NATURAL: Final = tuple(c for c in PACK.order if not c.joker)
BARE: Final = {c: CardOnPile(c) for c in PACK.order}
"""Each card as it is played, before anything is named for it."""
ON_PILE: Final = NamedCard(WILD)
PLAYED: Final = named_plays(ON_PILE)


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    first_upcard: str = choice(
        "what a special first upcard does", ("dealer-played", "no-effect", "redraw-specials"), "dealer-played"
    )
    joker_must_match: bool = declared(FLAG, "a joker may only name a card that could be played", False)
    joker_has_effect: bool = declared(FLAG, "a joker has the effect of the card named", True)
    play_drawn_card: bool = declared(FLAG, "a card just drawn may be played", False)
    melee_face_value: str = choice("cards drawn for J, Q, K in a melee", ("10", "11-12-13"), "10")
    stack_twos: bool = declared(FLAG, "a 2 may be answered with a 2", False)
    auto_call: bool = declared(FLAG, '"last one" is called automatically', False)
    final_card_effect: bool = declared(FLAG, "a 2 or 4 played as last card still takes effect", False)
    threshold: int = whole("score at which a player drops out", 250, low=1)
    hand_size: int = whole("cards dealt to each", 7, low=4, high=9)

    def effective(self, top: CardOnPile) -> Card | None:
        """The card whose effect `top` has; None for a joker that has none, or for which no card is named yet."""
        return top.card if not top.card.joker else top.stands if self.joker_has_effect else None

    def unnamed(self, top: CardOnPile) -> bool:
        """Whether something must still be named for `top`: the card of a joker, or the suit of an 8."""
        if top.card.joker and top.stands is None:
            return True
        card = self.effective(top)
        return card is not None and card.rank == WILD and not top.suit

    def pips(self, c: Card) -> int:
        """The number of cards to draw when `c` is the last card of a melee (`last-one.melee.end`)."""
        number = STEPS.index(c.rank) + 4
        return number if self.melee_face_value != "10" else min(number, 10)


@dataclass(frozen=True, kw_only=True)
class LastOneView(View):
    """The fields of every decision: the direction of play, and who has dropped out."""

    options: Rules
    direction: str = choice("which way turns pass: left is from P1 to P2", ("left", "right"), "left")
    out: tuple[Seat, ...] = declared(SEATS, "seats that have dropped out of the game", ())
    mover: Seat = dataclasses.field(default="", compare=False)
    """The player to act, where the position does not determine it."""

    @property
    def named(self) -> Seat | None:
        """The player to act, if the position names one."""
        return None

    @property
    def circle(self) -> tuple[Seat, ...]:
        """The players still in the game, in turn order."""
        return circle(self.seats, self.out, self.direction == "right")

    def next(self, seat: Seat, steps: int = 1) -> Seat:
        """The player whose turn comes `steps` after `seat`'s."""
        return after(self.circle, seat, steps)


def fits(c: Card, top: CardOnPile) -> bool:
    """Whether the card `c`, no joker, matches `top`."""
    if c.rank == WILD:
        return True
    return c.suit == top.suit if top.suit else agrees(c, top.identity)


@dataclass(frozen=True, kw_only=True)
class Deciding(LastOneView):
    """The view of a player to act, whom the position may name."""

    seat: Seat | None = declared(SEAT, "who is to act", None, shown="the player after the dealer")

    @property
    def named(self) -> Seat | None:
        """The seat given in the position."""
        return self.seat


@dataclass(frozen=True, kw_only=True)
class Matching(Deciding):
    """The view of a player who must match the upcard."""

    upcard: CardOnPile = declared(ON_PILE, "the top of the pile, with what was named for it")


@dataclass(frozen=True, kw_only=True)
class Playing(Matching, HandView):
    """The view of the player in turn."""

    hand: Cards = declared(CARDS, "the cards of the player who is to act", ())


@dataclass(frozen=True, kw_only=True)
class Drawn(Matching):
    """The view of a player who has just drawn a card."""

    drawn: Card = declared(CARD, "the card just drawn")


@dataclass(frozen=True, kw_only=True)
class Holding(Deciding, HandView):
    """The view of a player who has played a 3, or who may call."""

    hand: Cards = declared(CARDS, "the cards of the player who is to act", ())


@dataclass(frozen=True, kw_only=True)
class AnsweringTwo(Holding):
    """The view of the player after a 2."""

    twos: int = whole("2s lying there", 1, low=1, high=6)


@dataclass(frozen=True, kw_only=True)
class Naming(Deciding):
    """The view of a player who has played an 8 or a joker."""

    played: CardOnPile = declared(ON_PILE, "the card played, X1:8H when only the suit is missing")
    upcard: CardOnPile | None = declared(ON_PILE, "the card it was played on (only `joker_must_match` asks)", None)
    twos: int = whole("2s it was put on (only with `stack_twos`): it must be one too", 0, low=0, high=5)


@dataclass(frozen=True, kw_only=True)
class Melee(LastOneView, HandView):
    """The view of a player who may continue a melee."""

    melee: tuple[tuple[Seat, CardOnPile], ...] = declared(PLAYED, "the cards of the melee, with their players")
    seat: Seat | None = declared(SEAT, "who is asked", None, shown="the defender")
    hand: Cards = declared(CARDS, "the cards of the player who is to act", ())

    @property
    def aggressor(self) -> Seat:
        """The player of the last card."""
        return self.melee[-1][0]

    @property
    def defender(self) -> Seat:
        """The aggressor before; at first the player after the aggressor."""
        return defender(self)

    @property
    def asked(self) -> Seat:
        """The player to act."""
        return self.seat or self.defender

    @property
    def need(self) -> Card | None:
        """The card that continues the melee; None after a king."""
        return needed(self)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The players in the order in which they are asked: the defender, then the others, without the aggressor."""
        return asked_in(self)

    @property
    def draw(self) -> int:
        """The cards that the defender draws if nobody continues."""
        return self.options.pips(self.melee[-1][1].identity)


@dataclass(frozen=True, kw_only=True)
class Effect(LastOneView):
    """A card just played, whose effect is asked for."""

    played: CardOnPile = declared(ON_PILE, "the card played, with what was named for it")
    seat: Seat = declared(SEAT, "who played it", "P1")
    left: int = whole("cards left in that hand", 2, low=0, high=53)
    called: bool = declared(FLAG, '"last one" was called', True)

    @property
    def must_call(self) -> bool:
        """Whether one card is left in that hand."""
        return self.left == 1


@dataclass(frozen=True, kw_only=True)
class FirstUpcardView(LastOneView):
    """The first upcard, which counts as played by the dealer."""

    upcard: CardOnPile = declared(ON_PILE, "the card turned up")


@dataclass(frozen=True, kw_only=True)
class Dealing(LastOneView):
    """The view of the dealer before the deal."""

    consent: bool = declared(FLAG, "all agree to nine cards", False)


class TurnOrder(Protocol):
    """What views and states have in common: the order of turns."""

    @property
    def options(self) -> Rules:
        """The house rules."""

    @property
    def direction(self) -> str:
        """Which way turns pass."""

    @property
    def circle(self) -> tuple[Seat, ...]:
        """The players still in the game, in turn order."""

    def next(self, seat: Seat, steps: int = 1) -> Seat:
        """The player whose turn comes `steps` after `seat`'s."""


class MeleeTable(TurnOrder, Protocol):
    """A view or state in which there is a melee."""

    @property
    def melee(self) -> tuple[tuple[Seat, CardOnPile], ...]:
        """The cards of the melee, with their players."""


def defender(at: MeleeTable) -> Seat:
    """The aggressor before; at first the player after the aggressor."""
    return at.melee[-2][0] if len(at.melee) > 1 else at.next(at.melee[-1][0])


def asked_in(at: MeleeTable) -> tuple[Seat, ...]:
    """The players in the order in which they are asked: the defender, then the others, without the aggressor."""
    aggressor = at.melee[-1][0]
    return tuple([seat for seat in from_(at.circle, defender(at)) if seat != aggressor])


def needed(at: MeleeTable) -> Card | None:
    """The card that continues the melee; None after a king."""
    return _NEXT[at.melee[-1][1].identity]


_NEXT: Final = {c: above(c, STEPS, PACK) for c in NATURAL}


class CardEffect(NamedTuple):
    """The effect of a card: the next decision and whose it is, the direction of play, and who draws how many."""

    then: str
    next: Seat = ""
    direction: str = "left"
    draws: tuple[tuple[Seat, int], ...] = ()


def owed(twos: int) -> int:
    """The cards to draw for so many 2s (`last-one.effect.2`)."""
    return 2 * twos


def effect(v: TurnOrder, seat: Seat, top: CardOnPile, left: int, twos: int = 0) -> CardEffect:
    """The effect of `top`, played by `seat` who has `left` cards left; `twos` lay under it already."""
    rules = v.options
    card = rules.effective(top)
    late = left == 0 and not rules.final_card_effect
    if late or (left == 0 and card is not None and card.rank not in "24"):
        return CardEffect("end", direction=v.direction)
    if rules.unnamed(top) and (left or rules.joker_has_effect):
        return CardEffect("name", seat, v.direction)
    following = v.next(seat)
    match card.rank if card else "":
        case "2" if left == 0:
            return CardEffect("end", direction=v.direction, draws=((following, owed(twos + 1)),))
        case "2" if rules.stack_twos:
            return CardEffect("two", following, v.direction)
        case "2":
            return CardEffect("play", v.next(seat, 2), v.direction, ((following, owed(1)),))
        case "3":
            return CardEffect("stack", seat, v.direction)
        case "4":
            return CardEffect("melee", following, v.direction)
        case "J":
            return CardEffect("play", v.next(seat, 2), v.direction)
        case "A":
            return CardEffect("play", v.next(seat, -1), "left" if v.direction == "right" else "right")
    return CardEffect("end" if left == 0 else "play", "" if left == 0 else following, v.direction)


def first_effect(v: FirstUpcardView) -> CardEffect:
    """The effect of the first upcard: as if the dealer had played it, unless a house rule says otherwise."""
    c = v.upcard.card
    if v.options.first_upcard == "dealer-played":
        return effect(v, v.dealer, v.upcard, len(PACK))
    if c.joker or (c.rank in SPECIAL and v.options.first_upcard == "redraw-specials"):
        return CardEffect("redraw")
    return CardEffect("play", v.next(v.dealer))
