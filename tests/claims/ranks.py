"""Claims about the order of cards in a suit, and which of it are out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.claims.words import claim

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card

    Them = tuple[Card, ...]


def rank(m: Knowledge, cards: Iterable[Card], c: Card, side: int) -> set[Card]:
    """Those of the cards that are higher than `c` and of its suit; with `side` -1 lower."""
    return {x for x in cards if (m.higher(x, c) if side > 0 else m.higher(c, x))}


def fits(m: Knowledge, c: Card, side: int, them: Iterable[Card], more: bool = False) -> bool:
    """Whether these are the cards above or below `c`: of those that others may hold, or of all out of sight."""
    named = set(them)
    return any(
        named == found or (more and named < found) for found in (rank(m, m.out, c, side), rank(m, m.unseen, c, side))
    )


def number(m: Knowledge, c: Card, side: int) -> set[int]:
    return {sum(cards[x] for x in rank(m, cards, c, side)) for cards in (m.out, m.unseen)}


def every(m: Knowledge, suit: str) -> int:
    return sum(n for x, n in m.out.items() if m.of(suit, x))


@claim(r"throw [^ ]+, and keep {card c}, which has only {cards them} above it")
@claim(r"(?:[Oo]ut of sight|[Ss]till out) and higher than {card c}: {cards them}(?: …)?\.")
@claim(r"[Kk]eep {card c}: only {cards them} can beat it in its suit")
@claim(r"lower, \S+ and keep {card c}: only {cards them} can beat")
@claim(r"only {cards them} can beat (?:it|{card c}) in its suit")
@claim(r"Higher than {card c}(?: in its suit)?: {cards them}\.", r"[Oo]nly {cards them} (?:is|are) above your {card c}")
@claim(r"Of its suit only {cards them} is higher than {card c}")
def higher_out(m: Knowledge, them: Them, c: Card | None = None) -> bool | None:
    return None if c is None else fits(m, c, 1, them)


@claim(r"Of its suit only {cards them} (?:is|are) above it")
def only_above_the_move(m: Knowledge, them: Them) -> bool:
    return fits(m, m.move.cards[0], 1, them)


@claim(r"No card that others may hold is higher than {card c}(?: in its suit)?\.")
@claim(r"None of the {suit suit} that others may hold is higher than {card c}")
@claim(r"no card that others may hold is higher than {card c} in its suit")
@claim(r"[Nn]one of the {suit suit} out is above {card c}", r"keep {card c}[^.]*: nothing beats it when")
def none_higher(m: Knowledge, c: Card, suit: str = "") -> bool:
    return (not suit or m.of(suit, c)) and not rank(m, m.out, c, 1)


@claim(r"No card that others may hold is higher than {cards them}(?:;| or)")
def nothing_higher_than_these(m: Knowledge, them: Them) -> bool:
    return not any(rank(m, m.out, c, 1) for c in them)


@claim(r"No card that others may hold is lower in its suit than {card c}")
@claim(r"[Nn]one of the {suit suit} out is below {card c}", r"{card c} beats nothing of its suit that is out")
def none_lower(m: Knowledge, c: Card, suit: str = "") -> bool:
    return (not suit or m.of(suit, c)) and not rank(m, m.out, c, -1)


BELOW, ABOVE = r"(?:{cards less}(?: …)?|nothing)", r"(?:{cards more}(?: …)?|nothing)"


@claim(r"^(?:Out of sight|Still out) below {card c}: " + BELOW + r"; above it: " + ABOVE + r"\.")
def around(m: Knowledge, c: Card, less: Them = (), more: Them = ()) -> bool:
    return fits(m, c, -1, less, len(less) == 6) and fits(m, c, 1, more, len(more) == 6)


@claim(r"^Still out above {card c}: " + ABOVE + r"\.")
def none_below(m: Knowledge, c: Card, more: Them = ()) -> bool:
    return not rank(m, m.out, c, -1) and fits(m, c, 1, more, len(more) == 6)


@claim(r"of the {suit suit} out only {cards them} (?:is|are) below {card c}")
@claim(r"(?<!only )(?<!and )(?<!, ){cards them} (?:is|are) below {card c}")
@claim(r"only {cards them} (?:is|are) below {card c}, so", r"Of its suit {card c} beats only {cards them}\.")
def these_below(m: Knowledge, them: Them, c: Card, suit: str = "") -> bool:
    return fits(m, c, -1, them) and (not suit or m.of(suit, c))


@claim(r"only {cards them} (?:is|are) above {card c}(?! …)", r"(?<!nly ){card one} and {card two} are above {card c}")
def these_above(m: Knowledge, c: Card, them: Them = (), one: Card | None = None, two: Card | None = None) -> bool:
    return fits(m, c, 1, them or [x for x in (one, two) if x])


@claim(r"Of the {suit suit} that others may hold {n many} are higher than {card c}")
@claim(r"{n many} cards of its suit out of sight are above your {card c}", r"{n many} {suit suit} are above {card c}")
@claim(r"Part with {card c} while {n many} cards out are above it", r"{n many} cards(?: out)? are above {card c}")
@claim(r"{n many} of the {suit suit} out are above {card c}")
def so_many_above(m: Knowledge, many: int, c: Card, suit: str = "") -> bool:
    return (not suit or m.of(suit, c)) and many in number(m, c, 1)


@claim(r"{n many} of the {n total} {suit suit} out are above {card c}")
def so_many_of_all_above(m: Knowledge, many: int, total: int, suit: str, c: Card) -> bool:
    return (
        m.of(suit, c)
        and many in number(m, c, 1)
        and total in {n + k for n in number(m, c, 1) for k in number(m, c, -1)}
    )


@claim(r"may have to put {cards them} on {card c}; {card other} would beat (?:that|those) too")
def lie_between(m: Knowledge, them: Them, c: Card, other: Card) -> bool:
    return all(x in m.out and m.higher(x, c) and m.higher(other, x) for x in them)


@claim(r"Neither {card c} nor {card other} can win: either loses the lead")
@claim(r"^{card c} cannot win, so somebody else leads")
def cannot_win_if_led(m: Knowledge, c: Card, other: Card | None = None) -> bool:
    return all(rank(m, m.out, x, 1) and not rank(m, m.out, x, -1) and not m.view.is_trump(x) for x in (c, other) if x)


@claim(r"^By what was played, nobody has to go above {card c} or {card other}\.")
def none_has_to_go_above(m: Knowledge, c: Card, other: Card) -> bool:
    return not any(
        rank(m, m.held(who), x, 1) and not rank(m, m.held(who), x, -1) for x in (c, other) for who in m.to_play
    )


@claim(r"{n many} of the {suit suit} out are below {card c}")
def so_many_below(m: Knowledge, many: int, suit: str, c: Card) -> bool:
    return m.of(suit, c) and many in number(m, c, -1)


@claim(r"nobody else has an? {suit suit} to put on {card c}")
def none_around(m: Knowledge, suit: str, c: Card) -> bool:
    return m.of(suit, c) and not rank(m, m.out, c, 1) and not rank(m, m.out, c, -1)


@claim(r"nobody else has a {suit suit}, so {card c}")
def none_of_suit_else(m: Knowledge, suit: str, c: Card) -> bool:
    return m.of(suit, c) and not every(m, suit)


@claim(r"All {suit suit} that (?:others may hold|are out) are (?:higher than|above) {card c}")
@claim(r"All {n many} {suit suit} that others may hold are higher than {card c}")
@claim(r"The (?:only) {suit suit} that others may hold is higher than {card c}")
@claim(r"(?:Both) {suit suit} that others may hold are higher than {card c}")
@claim(r"{card c}[^;]* cannot(?: win)?, as all {suit suit} out are above it")
def all_above(m: Knowledge, suit: str, c: Card, many: int | None = None) -> bool:
    held = sum(m.out[x] for x in rank(m, m.out, c, 1))
    return m.of(suit, c) and held == every(m, suit) > 0 and many in (None, held)


@claim(r"[Oo]f the {suit suit} that are out only {cards them} (?:is|are) higher")
@claim(r"only {cards them}, which <[^>]+> holds, is a higher {suit suit}")
def out_only_higher(m: Knowledge, suit: str, them: Them) -> bool | None:
    """Of the card that is kept, which the sentence names before."""
    kept = [x for x in m.left if m.of(suit, x)]
    return any(fits(m, c, 1, them) for c in kept)


@claim(r"keep {card c}: of the {suit suit} that are out only {cards them} (?:is|are) higher")
@claim(r"keep {card c}: only {cards them}, which <[^>]+> holds, is a higher {suit suit}")
def kept_only_higher(m: Knowledge, c: Card, suit: str, them: Them) -> bool:
    return m.of(suit, c) and fits(m, c, 1, them) and c in m.left


@claim(r"keep {card b} and {card c}: of the {suit suit} that are out only {cards them} (?:is|are) higher")
def kept_pair_only_higher(m: Knowledge, b: Card, c: Card, suit: str, them: Them) -> bool:
    return m.of(suit, c) and fits(m, c, 1, them) and fits(m, b, 1, them) and {b, c} <= set(m.left)


@claim(r"{cards run} (?:is|are)(?: then)? the highest {suit suit}(?: left)?(?:,|\.|:| and)")
@claim(r"once {cards gone} is gone (?:it is|they are) the highest {suit suit}", r"{cards run}, the highest left,")
@claim(r"{cards run}: it is(?: then)? the highest {suit suit} left", r"{cards run}, the highest {suit suit} left")
@claim(r"{cards run}: they are the highest {suit suit} left", r"{cards run} stays the highest {suit suit}")
def highest_left(m: Knowledge, run: Them = (), suit: str = "", gone: Them = ()) -> bool | None:
    """No other card of the suit, not even an own one that is kept, is higher than these."""
    if not run:
        return None
    around = [*m.out, *(x for x in m.left if x not in run)]
    return all(not suit or m.of(suit, c) for c in run) and not any(m.higher(x, c) for c in run for x in around)


@claim(r"keep {cards run}: once {cards gone} is gone (?:it is|they are) the highest {suit suit}")
def highest_once_gone(m: Knowledge, run: Them, gone: Them, suit: str) -> bool:
    around = [*m.out, *(x for x in m.left if x not in run)]
    return all(m.of(suit, c) for c in run) and {x for x in around for c in run if m.higher(x, c)} == set(gone)


@claim(r"Neither {card c} nor {card other} beats \S+, and nobody else can hold a card between them")
@claim(r"{cards them} (?:too, )?and nobody else can hold a card between them", r"{cards them} are equals")
@claim(r"You hold {cards them}, and nobody else can hold a card between them")
@claim(r"[Nn]obody else can hold a card between {cards them}")
def nothing_between(m: Knowledge, them: Them = (), c: Card | None = None, other: Card | None = None) -> bool:
    row = sorted([*them, *(x for x in (c, other) if x)], key=m.height)
    one_suit = len({m.suit(x) for x in row}) == 1 or not m.view.by_suit
    return one_suit and not any(m.higher(x, row[0]) and m.higher(row[-1], x) for x in m.out)


@claim(r"you still have {cards them}, which is as good")
def nothing_between_and_the_move(m: Knowledge, them: Them) -> bool:
    return nothing_between(m, (*them, *m.move.cards)) and set(them) <= set(m.left)


@claim(r"^None of the {suit suit} that others may hold lies between {card c} and {card other}")
def none_lies_between(m: Knowledge, suit: str, c: Card, other: Card) -> bool:
    return m.of(suit, c) and nothing_between(m, (c, other))


@claim(r"are equals now: none that others may hold lies between them")
def nothing_between_any(m: Knowledge) -> bool:
    return nothing_between(m, tuple(x for move in m.moves for x in move.cards)) if m.view.by_suit else True


@claim(r"Between {card c} and {card then} others can hold only {cards them}")
@claim(r"(?:out of sight|still out) between them: {cards them}")
def between_only(m: Knowledge, them: Them, c: Card | None = None, then: Card | None = None) -> bool | None:
    if c is None or then is None:
        return None
    return set(them) == {x for x in m.out if m.higher(c, x) and m.higher(x, then)}


@claim(r"You hold {cards held}; (?:out of sight|still out) between them: {cards them}")
def tenace(m: Knowledge, held: Them, them: Them) -> bool:
    top, low = max(held, key=m.height), min(held, key=m.height)
    return set(held) <= set(m.hand) and set(them) == {x for x in m.out if m.higher(top, x) and m.higher(x, low)}


OF_FOES = "Of the {suit suit} that opponents still to play may hold, "


@claim(OF_FOES + r"{n many} (?:is|are) above {card c}, and {n more} above {card low}")
def of_foes_above(m: Knowledge, suit: str, c: Card, low: Card, more: int, many: int) -> bool:
    mine = [x for x in m.out.elements() if m.some_may(m.foes_to_play, x)]
    over = {x: sum(m.higher(y, x) for y in mine) for x in (c, low)}
    return m.of(suit, c) and (over[c], over[low]) == (many, more)


@claim(r"{card low} (?:also falls|would fall) to {cards gap}(?:\.|$)")
def falls_also_to(m: Knowledge, low: Card, gap: Them) -> bool:
    c = m.move.cards[0]
    return set(gap) == {x for x in m.out if m.higher(x, low) and not m.higher(x, c) and m.some_may(m.foes_to_play, x)}


@claim(r"Higher than {card c} they may have {cards them}\.", r"{card c} also falls to {cards them}\.")
@claim(r"and cannot beat \S+; {card c} falls to {cards them}\.")
def foes_may_have_higher(m: Knowledge, c: Card, them: Them) -> bool:
    """In a lead: these are what opponents may have above a card of the other choice."""
    if m.view.trick:
        return True
    return set(them) == {x for x in m.out if m.higher(x, c) and m.some_may(m.foes, x)}


@claim(r"(?<!; ){card other} falls to {cards them}\.", r"{card less} falls to {cards them}")
def falls_to(m: Knowledge, them: Them, other: Card | None = None, less: Card | None = None) -> bool:
    c = other or less
    return c is not None and fits(m, c, 1, them)


@claim(r"has to fall under [^,]*, and {cards them} under {cards tops}")
@claim(r"{cards them} (?:has|have) to fall under {cards tops}")
def has_to_fall(m: Knowledge, them: Them, tops: Them) -> bool:
    """They are all lower, and others have no more of the suit than there are cards that they fall under."""
    lower = all(x in m.out and all(m.higher(top, x) for top in tops) for x in them)
    return lower and every(m, m.suit(tops[0])) <= len(tops)


@claim(r"{card top} is enough if {suit suit} are led: keep {card kept}, which still beats {cards them}\.")
def enough_of_the_suit(m: Knowledge, top: Card, suit: str, kept: Card, them: Them) -> bool:
    best = m.of(suit, top) and top in m.left and not rank(m, m.out, top, 1)
    return best and all(x in m.out and m.higher(kept, x) for x in them)


@claim(r"{card c} is the only {suit suit} left, so only a trump")
def only_one_left(m: Knowledge, c: Card, suit: str) -> bool:
    return m.of(suit, c) and not every(m, suit) and sum(m.of(suit, x) for x in m.hand) == 1


@claim(r"^{cards them} wins? whatever the others hold, as long as there are no trumps")
@claim(r"^{cards them} win one after the other, each suit from the top", r"^First {cards them}, then show")
def win_from_the_top(m: Knowledge, them: Them) -> bool:
    """Each wins though one player holds all others of its suit, and parts with the lowest of them first."""
    for suit in {m.suit(c) for c in them}:
        mine = sorted((c for c in them if m.suit(c) == suit), key=m.height, reverse=True)
        out = sorted((c for c in m.out if m.suit(c) == suit), key=m.height)
        if any(rank(m, out[n:], c, 1) for n, c in enumerate(mine)):
            return False
    return not any(m.view.is_trump(x) for x in m.out)
