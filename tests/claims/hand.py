"""Claims about the own hand, and how many cards of a suit there are here and elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.claims.ranks import every
from tests.claims.words import claim
from tutor.kernel.events import TRICK_WON
from tutor.kernel.seats import DECK

if TYPE_CHECKING:
    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card

    Them = tuple[Card, ...]


def mine(m: Knowledge, suit: str) -> int:
    return sum(m.of(suit, x) for x in m.hand)


@claim(r"{n many} of the {suit suit} are in your hand", r"^You hold {n many} {suit suit}\b(?! in)")
@claim(r"^You hold {n many} {suit suit}, and", r"in your hand, and {n many} trumps?", r"^You hold {n many}\.$")
@claim(r"and you have {n many} trumps?\b")
def so_many_in_hand(m: Knowledge, many: int, suit: str = "trump") -> bool:
    return mine(m, suit) == many


@claim(r"Get rid of {card c}, your only {suit suit}", r"Throw {card c}, your only {suit suit}")
@claim(r"{card c} is your only {suit suit}")
def only_one(m: Knowledge, c: Card, suit: str) -> bool:
    return c in m.hand and m.of(suit, c) and mine(m, suit) == 1


@claim(r"After it you have no more {suit suit}", r"Get rid of your last {suit suit}", r"it is your last {suit suit}:")
def none_left(m: Knowledge, suit: str) -> bool:
    return not any(m.of(suit, x) for x in m.left) and mine(m, suit) > 0


@claim(r"no suit of yours is longer")
def longest(m: Knowledge) -> bool:
    suits = [m.suit(x) for x in m.hand if not m.view.is_trump(x) or m.view.is_trump(m.move.cards[0])]
    return all(suits.count(m.suit(m.move.cards[0])) >= suits.count(one) for one in suits)


@claim(r"[Oo]f the {suit suit} you hold only {cards them}(?: beside it)?\b")
def only_these_of_suit(m: Knowledge, suit: str, them: Them) -> bool:
    return set(them) <= {x for x in m.hand if m.of(suit, x)} and mine(m, suit) - len(them) in (0, 1)


@claim(r"All your other cards are trumps(?:, or the highest left of their suits)?")
def others_are_trumps(m: Knowledge) -> bool | None:
    loose = [x for x in m.left if not m.view.is_trump(x)]
    return None if loose else True


@claim(r"You hold all the trumps that are left")
def all_trumps_here(m: Knowledge) -> bool:
    return not every(m, "trump")


@claim(r"No trump is out but your own: {cards them}")
def trumps_here_are(m: Knowledge, them: Them) -> bool:
    return not every(m, "trump") and set(them) == {x for x in m.hand if m.view.is_trump(x)}


@claim(r"the lowest trump that wins", r"with your lowest: nobody", r"Trump (?:it|low)", r"Trump high")
def it_is_trumped(m: Knowledge) -> bool:
    v, c = m.view, m.move.cards[0]
    return v.is_trump(c) and bool(v.trick) and not v.is_trump(v.trick[0])


@claim(r"your lowest {suit suit}, {card c}")
def lowest_of_suit(m: Knowledge, suit: str, c: Card) -> bool:
    legal = {x for move in m.moves for x in move.cards}
    return c in m.move.cards and m.of(suit, c) and not any(m.higher(c, x) for x in legal)


@claim(r"All {n many} {suit suit} that others may hold", r"(?:Both) {suit suit} that others may hold")
@claim(r"^Others may hold {n many} {suit suit}", r"others may hold {n many} {suit suit}")
@claim(r"^{n many} {suit suit} are out\.")
def so_many_out(m: Knowledge, suit: str, many: int = 2) -> bool:
    return every(m, suit) == many


@claim(r"^You hold {n own} {suit suit}, and others may hold {n many}\.")
def so_many_out_too(m: Knowledge, own: int, suit: str, many: int) -> bool:
    return (mine(m, suit), every(m, suit)) == (own, many)


@claim(r"{n many} {suit suit} are out and only {n more} {suit its}, so")
@claim(r"(?:Out of sight|Still out) are {n many} {suit suit} and {n more} trumps?")
@claim(r"(?:Out of sight|Still out): {suit suit} {n many}, {suit its} {n more}\.")
@claim(r"{n many} {suit suit} are out and {n more} {suit its}, so")
def so_many_of_two(m: Knowledge, suit: str, many: int, more: int, its: str = "trump") -> bool:
    return (every(m, suit), every(m, its)) == (many, more)


@claim(r"more {suit suit} are out than {suit its}", r"more {suit suit} than {suit its} are still out")
def more_are_out(m: Knowledge, suit: str, its: str) -> bool:
    return every(m, suit) > every(m, its)


@claim(r"the {suit suit} that others may hold is higher than {card c}; still out below it: {n many} cards?")
@claim(r"still out below it: {n many} cards?")
def so_many_below_it(m: Knowledge, many: int, suit: str = "", c: Card | None = None) -> bool | None:
    if c is None:
        return None
    return many == sum(m.out[x] for x in m.out if m.higher(c, x))


@claim(r"[Dd]raw the (?:last trump)", r"{card c} is the (?:last trump) out", r"One trump is out of sight")
def one_trump_out(m: Knowledge, c: Card | None = None) -> bool:
    return every(m, "trump") == 1 and (c is None or (c in m.out and m.view.is_trump(c)))


@claim(r"you have more than are out")
def more_trumps_here(m: Knowledge) -> bool:
    return mine(m, "trump") > every(m, "trump")


@claim(r"you have as many as are out")
def as_many_trumps_here(m: Knowledge) -> bool:
    return mine(m, "trump") == every(m, "trump")


@claim(r"(?:^|: |, |and )[Kk]eep {cards them}(?! for when)", r"and you keep {cards them}", r"^You keep {cards them}")
@claim(r"{cards them} (?:is|are) better kept", r"you still have {cards them}", r"while you have {cards them} to")
def kept(m: Knowledge, them: Them) -> bool:
    return set(them) <= set(m.left)


DO = r"(?:^|: |and )(?:[Tt]hrow|[Gg]et rid of|[Ll]ead|[Pp]lay|[Gg]ive up|[Pp]art with) "


@claim(r"(?:^|: )[Tt]ake (?:it|the trick|this trick) with {card c}")
@claim(DO + r"{card c}(?!, or)(?: here| now|: | away|,|\.)")
def played(m: Knowledge, c: Card) -> bool:
    return c in m.move.cards


@claim(r"\byour {cards them} wait", r"You hold {cards them}(?:,|;|\.| too)")
def in_hand(m: Knowledge, them: Them) -> bool:
    return set(them) <= set(m.hand)


@claim(r"No card that others may hold is higher than yours in any suit(?:, but for {card c})?")
@claim(r"No card that others may hold beats any of yours in its suit")
def all_high(m: Knowledge, c: Card | None = None) -> bool:
    low = {y for y in m.hand if any(m.higher(x, y) for x in m.out)}
    return low == ({c} if c else set())


@claim(r"Nothing that you hold beats a card that is still out", r"in no suit of yours can others hold a lower card")
@claim(r"Your last card beats nothing that is still out")
def all_low(m: Knowledge) -> bool:
    return not any(m.higher(y, x) for y in m.left for x in m.out)


@claim(r"^When {suit suit} (?:come|are led) again you can trump")
@claim(r"Get rid of .*when {suit suit} come again you may bring")
def void_with_a_trump(m: Knowledge, suit: str) -> bool:
    """The suit is gone from the hand, a trump is there, and somebody may still lead the suit."""
    return not any(m.of(suit, x) for x in m.left) and any(map(m.view.is_trump, m.left)) and every(m, suit) > 0


@claim(r"soon you have no more {suit suit} and can trump them")
def soon_void_with_a_trump(m: Knowledge, suit: str) -> bool:
    return mine(m, suit) == 2 and any(map(m.view.is_trump, m.left)) and every(m, suit) > 0


@claim(r"Draw trumps, so that {cards them} (?:is|are) not trumped", r"then nobody can trump {cards them}")
def could_be_trumped(m: Knowledge, them: Them) -> bool:
    trumps = [x for x in m.out if m.view.is_trump(x)]
    return any(m.some_may(m.foes, x) for x in trumps) and all(c in m.left and not m.view.is_trump(c) for c in them)


@claim(r"Led, {card c} falls to any higher trump")
def falls_to_a_trump(m: Knowledge, c: Card) -> bool:
    return bool(m.view.is_trump(c)) and any(m.higher(x, c) for x in m.out)


@claim(r"Begin low: the higher trumps out must win some time, and {cards tops} stays? to draw the rest")
def higher_trumps_and_tops(m: Knowledge, tops: Them) -> bool:
    higher = any(m.higher(x, m.move.cards[0]) for x in m.out)
    return higher and all(c in m.left and m.view.is_trump(c) for c in tops)


@claim(r"whoever follows must do so with a higher card", r"if {seat who} follows, it must be with a higher card")
def none_lower_in_the_suit_led(m: Knowledge, who: str = "") -> bool:
    c = m.move.cards[0]
    return not any(m.higher(c, x) for x in m.out if not who or m.may(who, x))


@claim(r"No card that others may hold beats {card c} or {card other} in its suit")
def both_unbeaten_in_suit(m: Knowledge, c: Card, other: Card) -> bool:
    return not any(m.higher(x, one) for one in (c, other) for x in m.out)


@claim(r"{card c} (?:is harder to beat than|cannot be beaten,) {card other}(?:\.| can)")
def harder_to_beat(m: Knowledge, c: Card, other: Card) -> bool:
    one, two = ({x for x in m.out if m.view.facing((y,)).beats(x)} for y in (c, other))
    return len(one) < len(two)


@claim(r"{seat side} has {n many} tricks already", anywhere=True)
def so_many_tricks(m: Knowledge, side: str, many: int) -> bool:
    entries = [*m.record.entries]
    dealt = max((at for at, entry in enumerate(entries) if entry.seat == DECK), default=0)
    won = sum(event.what == TRICK_WON and event.seat == side for entry in entries[dealt:] for event in entry.events)
    return int(m.state.tricks(side)) == many if hasattr(m.state, "tricks") else won == many
