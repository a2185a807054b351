"""Claims about what beats a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.claims.words import claim

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card
    from tutor.kernel.seats import Seat

    Them = tuple[Card, ...]

HEDGE = r"(?<![Pp]robably )(?<!not )(?<!ertainly )"
THEY = r"(?:[Tt]hey|<[^>]+>)"


def beaters(m: Knowledge, c: Card, seats: Iterable[Seat] | None = None) -> set[Card]:
    """The cards by which somebody, or one of `seats`, may beat a card: in this trick those still to play."""
    here = c in m.view.trick or c in m.move.cards or (m.other is not None and c in m.other.cards)
    who = tuple(seats) if seats is not None else m.to_play if here else m.others
    return {x for x in m.out if m.beats(x, c) and any(m.able(one, x, c) if here else m.may(one, x) for one in who)}


def trumps(m: Knowledge, c: Card, cards: Iterable[Card]) -> set[Card]:
    """Those of the cards that are trumps; none if `c` is one."""
    return set() if m.view.is_trump(c) else {x for x in cards if m.view.is_trump(x)}


def only(m: Knowledge, c: Card, them: Iterable[Card], found: set[Card], ruff: bool = False) -> bool:
    """Whether `found`, what beats a card, is these cards; with `ruff`, these or a trump."""
    ruffs = trumps(m, c, found) if ruff else set()
    return found - ruffs == set(them) and bool(ruffs) == ruff


@claim(r"Only {cards them} beats? {card c}(?! in its suit)", r"Only {cards them} can beat {card c}(?! in its suit)")
@claim(r"(?<!beside ){card c}: only {cards them} can beat it(?! in)", r"{card c}: only {cards them} beats either")
def only_these_beat(m: Knowledge, them: Them, c: Card) -> bool:
    return only(m, c, them, beaters(m, c))


@claim(r"Only {cards them},? or a trump beats {card c}", r"keep {card c}: only {cards them},? or a trump can beat it")
@claim(r"Take it with {card c}: only {cards them} or a trump can beat it")
def only_these_or_a_trump_beat(m: Knowledge, them: Them, c: Card) -> bool:
    return only(m, c, them, beaters(m, c), True)


@claim(r"(?<!if not, )(?<!then )[Oo]nly a (?:higher )?trump (?:beats|can beat) {card c}")
@claim(r"with {card c}: only a trump can beat it")
def only_a_trump_beats(m: Knowledge, c: Card) -> bool:
    found = beaters(m, c)
    return bool(found) and all(m.view.is_trump(x) for x in found)


@claim(r"(?:No card that others may hold|Nothing out of sight|Nothing out) beats {card c}(?! in its)(?! or)")
@claim(r"{card c}: nothing can beat it", r"^Nobody can beat {card c}[;:]")
def nothing_beats(m: Knowledge, c: Card) -> bool:
    return not beaters(m, c)


@claim(HEDGE + r"(?:[Nn]obody against you|opponents) (?:can|cannot) (?:still )?beat {card c}(?! or)")
@claim(r"(?:^|has no \w+ and )" + THEY.replace("[Tt]hey|", "They|") + " cannot beat {card c}")
@claim(r"By what was played <[^>]+> cannot beat {card c} in this trick")
@claim(r"{card best} may still be beaten, {card c} cannot")
def no_foe_beats(m: Knowledge, c: Card, best: Card | None = None) -> bool:
    return not beaters(m, c, m.foes_to_play) and (best is None or bool(beaters(m, best, m.foes_to_play)))


@claim(r"Nobody against you can beat {card c} or {card other}")
def no_foe_beats_either(m: Knowledge, c: Card, other: Card) -> bool:
    return not beaters(m, c, m.foes_to_play) and not beaters(m, other, m.foes_to_play)


@claim(r"Nobody against you can beat any of these: {cards them}")
def no_foe_beats_any(m: Knowledge, them: Them) -> bool:
    return not any(
        m.view.facing((c,)).beats(x) and m.able(who, x, c) for c in them for x in m.out for who in m.foes_to_play
    )


@claim(THEY + r" can beat {card c} only with {cards them}(?!,? or a trump)(?!,? (?:and |or )?\[)")
@claim(r"over {card c} " + THEY + r" can go only with {cards them}(?!,? or a trump)(?!,? (?:and |or )?\[)")
@claim(r"is winning with {card c}, and " + THEY + r" can beat it only with {cards them}: ")
@claim(THEY + r" may still beat {card c} with {cards them}(?! or a trump)(?!,? (?:and |or )?\[)")
def they_only_with(m: Knowledge, c: Card, them: Them) -> bool:
    return only(m, c, them, beaters(m, c, m.foes_to_play))


@claim(THEY + r" can beat {card c} only with {cards them},? or a trump")
@claim(r"over {card c} " + THEY + r" can go only with {cards them} or a trump")
@claim(r"is winning with {card c}, and " + THEY + r" can beat it only with {cards them} or a trump: ")
@claim(THEY + r" may still beat {card c} with {cards them} or a trump")
def they_only_with_or_a_trump(m: Knowledge, c: Card, them: Them) -> bool:
    return only(m, c, them, beaters(m, c, m.foes_to_play), True)


@claim(r"(?:opponents|>) ha(?:s|ve) no \w+ and can beat {card c} only with a trump")
@claim(THEY + r" can beat {card c} only with a trump", r"with {card c}: " + THEY + r" can beat it only with a trump")
@claim(r"is winning with {card c}, and " + THEY + r" can beat it only with a trump: ")
def they_only_with_a_trump(m: Knowledge, c: Card) -> bool:
    return only(m, c, (), beaters(m, c, m.foes_to_play), True)


@claim(THEY + r" may still beat {card c}:", r"{card c} may still be beaten[,;:]", r"{card c} may be beaten too")
@claim(r"{card c} may still be beaten here")
def they_may_beat(m: Knowledge, c: Card) -> bool:
    return bool(beaters(m, c, m.foes_to_play))


@claim(r"[Oo]ver {card c} " + THEY + r" needs? {card least}(?:, a| or)")
@claim(r"with {card c}: over it they need {card least}(?:,? or|, a) ")
@claim(r"with {card c}: " + THEY + r" needs? {card least} or higher")
def they_need_at_least(m: Knowledge, c: Card, least: Card) -> bool:
    """The lowest card of those that beat it is named, trumps on plain cards aside."""
    found = beaters(m, c, m.foes_to_play)
    plain = found - trumps(m, c, found)
    return least in plain and all(x == least or m.higher(x, least) for x in plain)


@claim(r"needs? {card least}(?:, a higher one or a trump|(?: or higher)?,? or a trump)")
def or_a_trump(m: Knowledge, least: Card) -> bool:
    return any(m.view.is_trump(x) and m.some_may(m.foes_to_play, x) for x in m.out)


@claim(r"[Oo]ver {card c} " + THEY + r" must spend {cards them}; over {card other} even {card gap} is enough")
def must_spend(m: Knowledge, c: Card, them: Them, other: Card, gap: Card) -> bool:
    plain = {x for x in m.out if m.higher(x, c)}
    return set(them) == plain and m.higher(gap, other) and gap in m.out


@claim(r"Try to take the trick: only {cards them} stands? in the way")
def stands_in_the_way(m: Knowledge, them: Them) -> bool:
    return only(m, m.move.cards[0], them, beaters(m, m.move.cards[0], m.foes_to_play))


@claim(r"You are winning with {card c}, (?:but|and)(?: only)? {n many} cards? out of sight (?:can )?beat it")
@claim(r"{card c} counts [\d/]+ \w+, and {n many} cards? out of sight can beat it", r"{n many} can beat {card c}\.$")
@claim(r"{card c} is your best card, and {n many} cards? out of sight beat it")
@claim(r"only {n many} of the cards that are out can beat {card c}", r"{n many} trumps out of sight beat {card c}")
@claim(r"Only {n many} cards? out of sight can beat your {card c}", r"{n many} cards? out of sight beat {card c}")
@claim(r"{n many} cards?(?: out of sight)? can beat {card c}")
def so_many_beat(m: Knowledge, many: int, c: Card) -> bool:
    return many in (sum(n for x, n in side.items() if m.view.facing((c,)).beats(x)) for side in (m.out, m.unseen)) or (
        many == sum(m.out[x] for x in beaters(m, c))
    )


@claim(r"{card c} and {card other} are equals now, and {n many} cards? that (?:is|are) still out can beat them")
@claim(r"^Of the cards still out, {n many} cards? can beat {card c}, and as many {card other}")
def so_many_beat_both(m: Knowledge, c: Card, other: Card, many: int) -> bool:
    return so_many_beat(m, many, c) and so_many_beat(m, many, other)


@claim(r"^Of the cards still out, {n many} trumps? can beat {card c}")
def so_many_trumps_beat(m: Knowledge, many: int, c: Card) -> bool:
    return many == sum(n for x, n in m.out.items() if m.view.is_trump(x) and m.view.facing((c,)).beats(x))


@claim(r"Every card by which others can beat {card best} beats {card kept} too")
@claim(r"Whatever beats {card best} beats {card kept} as well")
def all_beat_both(m: Knowledge, best: Card, kept: Card) -> bool:
    return all(m.view.facing((*m.view.trick, kept)).beats(x) for x in beaters(m, best, m.foes_to_play))


@claim(r"^Of the cards still out, {n of} cards? can beat {card best}, and {n many} of them beat {card kept} too")
def most_beat_both(m: Knowledge, of: int, best: Card, many: int, kept: Card) -> bool:
    found = beaters(m, best, m.foes_to_play)
    both = [x for x in found if m.view.facing((*m.view.trick, kept)).beats(x)]
    return (sum(m.out[x] for x in found), sum(m.out[x] for x in both)) == (of, many)


@claim(r"[Nn]o card out of sight beats (?:your )?{card c}", r"{card c} cannot be beaten, and \S+ is nearly as good")
def nothing_out_beats(m: Knowledge, c: Card) -> bool:
    return not any(m.view.facing((c,)).beats(x) for x in m.out)


@claim(r"[Yy]ou are winning with {card c}", r"{card c} wins so far, and so would {card other}")
def wins_so_far(m: Knowledge, c: Card, other: Card | None = None) -> bool:
    if other is None:
        return bool(m.view.holder in m.allies and m.view.best is c)
    return bool(m.view.beats(c) and m.view.beats(other))


@claim(r"{card c} goes above {card best} for now")
def goes_above(m: Knowledge, c: Card, best: Card) -> bool:
    return bool(m.view.best is best and m.view.beats(c))
