"""Claims about what cards count, and how many tricks are left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.claims.beating import beaters
from tests.claims.words import claim

if TYPE_CHECKING:
    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card


def near(worth: float | None, many: float) -> bool | None:
    """Whether a card counts so much; None where cards count nothing."""
    return None if worth is None else abs(worth - many) < 0.01


def more_than(m: Knowledge, c: Card, other: Card) -> float | None:
    """By how much `c` counts more than the other card."""
    one, two = m.value(c), m.value(other)
    return None if one is None or two is None else one - two


@claim(r"{card c} would (?:bring|give away) (?:them |<[^>]+> )?{points many}(?! more)")
@claim(r"Throw {card c}: whoever takes the trick gets its {points many}", r"bring {card c} and its {points many} home")
@claim(
    r"You are rid of {card c}, too, which costs {points many}",
    r"{card c}, (?:out of sight|still out), counts {points many}",
)
@claim(r"{card c} brings its {points many} home", r"{card c}, which counts {points many}")
@claim(r"{card c} counts {points many}")
def counts(m: Knowledge, c: Card, many: float) -> bool | None:
    return near(m.value(c), many)


@claim(r"{card c} counts [^;:]*, and no other choice counts less")
def counts_least(m: Knowledge, c: Card) -> bool:
    return all((m.value(x) or 0) >= (m.value(c) or 0) for move in m.moves for x in move.cards)


@claim(r"no card of yours counts less than {card c}")
def least_in_hand(m: Knowledge, c: Card) -> bool:
    return all((m.value(x) or 0) >= (m.value(c) or 0) for x in m.hand)


@claim(r"{card c} costs less than {card other}", r"risk {card c}, which counts less than {card other}")
def counts_less(m: Knowledge, c: Card, other: Card) -> bool | None:
    more = more_than(m, c, other)
    return None if more is None else more < 0


@claim(r"If {card c} is lost, it costs nothing; {card dear} would cost {points many}")
def costs_nothing(m: Knowledge, c: Card, dear: Card, many: float) -> bool | None:
    return near(m.value(dear), many) and not m.value(c)


@claim(r"^Nothing in this trick counts", r"^This trick costs nothing now")
def nothing_counts(m: Knowledge) -> bool:
    return not any(m.value(x) for x in (*m.view.trick, *m.move.cards))


@claim(r"bring the dearer one home first", r"it counts more, and")
def dearer(m: Knowledge) -> bool | None:
    more = more_than(m, m.move.cards[0], m.other.cards[0]) if m.other is not None and m.other.cards else None
    return None if more is None else more > 0


@claim(r"(?:And|but) {card kept} would (?:give away|risk) {points many} more")
@claim(r"(?:And|but) {card kept} would give <[^>]+> {points many} more")
@claim(r"{card kept} would bring {points many} more now")
def kept_counts_more(m: Knowledge, kept: Card, many: float) -> bool | None:
    return near(more_than(m, kept, m.move.cards[0]), many)


@claim(r"{card kept} would risk {points many} more")
def not_lost_yet(m: Knowledge, kept: Card, many: float) -> bool:
    """Where nobody else is to play there is no risk any more."""
    return bool(m.to_play)


@claim(r"{card kept} would give {seat who} {points many} more")
def goes_to(m: Knowledge, kept: Card, who: str, many: float) -> bool:
    """That player wins the trick as it stands, or plays last and can play nothing that does not win."""
    if not m.to_play:
        return bool(m.view.holder == who)
    cards = [x for x in m.out if m.able(who, x, m.move.cards[0])]
    return m.to_play == (who,) and all(m.at(m.view.best).beats(x) for x in cards)


@claim(r"{card c} wins as often as {card other} would, and then brings {points many} more")
@claim(r"{card other} wins as often as {card c} would, and costs {points many} less")
def brings_more(m: Knowledge, c: Card, other: Card, many: float) -> bool | None:
    return near(more_than(m, c, other), many)


@claim(r"needs {n many} of the {n left} tricks that are left", anywhere=True)
def tricks_left(m: Knowledge, many: int, left: int) -> bool:
    return many <= left == max(len(m.held(who)) for who in m.state.seats)


@claim(r"{card c} takes {points many} from whoever wins it", r"Whoever wins {card c} loses {points many}")
@claim(r"{card c} costs whoever takes it {points many}", r"{card c} costs the winner of this trick {points many}")
@claim(r"{card c} lies in this trick, and takes {points many} from whoever wins it")
def takes_points(m: Knowledge, c: Card, many: float) -> bool | None:
    worth = m.value(c)
    return None if worth is None else near(abs(worth), many)


@claim(r"with {card c}(?:,| as|:) (?:as )?{card other} would cost you {points many}")
@claim(r"with {card c}: {card other} would cost you {points many}")
def would_cost_more(m: Knowledge, c: Card, other: Card, many: float) -> bool | None:
    return near(more_than(m, other, c), many)


@claim(r"^With {card c} you would take {points many}: stay below")
def would_take(m: Knowledge, c: Card, many: float) -> bool | None:
    """What lies there and the card, and what a trick costs besides, if that is so much for an empty one."""
    found = m.phase.trick_value((*m.view.trick, c), m.view.trumps)
    return None if found is None else near(float(found), many)


def most_left(m: Knowledge, but: Card | None = None) -> float | None:
    """The most that may be won of what is left, without one card: a trick for each card in the fullest hand."""
    base, values = m.phase.trick_value((), m.view.trumps), [*m.view.trick, *m.hand, *m.out]
    if base is None:
        return None
    worth = (max(0.0, m.value(c) or 0) for c in values if c is not but)
    return float(base) * max(len(m.held(who)) for who in m.state.seats) + sum(worth)


@claim(r"needs? {points many}, and cannot get them without {card key}")
def not_without(m: Knowledge, many: float, key: Card) -> bool | None:
    rest = most_left(m, key)
    return None if rest is None else rest < many <= rest + (m.value(key) or 0)


@claim(r"{seat who} can get enough only by (?:taking the lead and )?showing {cards two}")
def may_show(m: Knowledge, who: str, two: tuple[Card, ...]) -> bool:
    return all(m.may(who, x) for x in two)


@claim(r"cannot get them without showing {cards two}")
def may_show_own(m: Knowledge, two: tuple[Card, ...]) -> bool:
    return set(two) <= set(m.hand)


@claim(r"do not try to win it, and play {card c}")
def does_not_win(m: Knowledge, c: Card) -> bool:
    return not m.view.beats(c)


@claim(r"play {card c}, as low as you can, and (?:they|{seat who}) may have to go above it")
def may_be_beaten(m: Knowledge, c: Card, who: str = "") -> bool:
    foes = (who,) if who else m.foes_to_play
    return m.view.beats(c) and any(m.some_may(foes, x) for x in m.out if m.view.facing((*m.view.trick, c)).beats(x))


@claim(r"go no higher than {card best}, and (?:they|{seat who}) may have to take it")
def may_have_to_take(m: Knowledge, best: Card, who: str = "") -> bool:
    foes = (who,) if who else m.foes_to_play
    return best is m.view.best and any(m.some_may(foes, x) for x in m.out if m.view.beats(x))


@claim(r"^You can capture {n most} cards at most, and only those beyond {n dealt} count\.")
def captures_at_most(m: Knowledge, most: int, dealt: int) -> bool:
    """The tricks won and those that are left, and no more cards than were dealt to each."""
    table = len(m.state.seats)
    whole = sum(map(len, (m.held(who) for who in m.state.seats))) + len(m.view.trick)
    won = sum(int(m.state.tricks(who)) for who in m.state.seats)
    mine = table * (int(m.state.tricks(m.seat)) + len(m.hand))
    return most == mine <= dealt == won + -(-whole // table)


@claim(r"only {cards them} can go above that, though {card risk} would bring home its {points n}")
def may_come_home_above(m: Knowledge, them: tuple[Card, ...], risk: Card, n: float) -> bool:
    return set(them) == beaters(m, m.move.cards[0], m.foes_to_play) and risk in them and m.value(risk) == n
