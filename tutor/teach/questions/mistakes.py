"""Causes of wrong numbers: the sum computed with one mistake, for all mistakes that lead to the learner's number."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.by_name import load
from tutor.kernel.game import Game
from tutor.kernel.working import PLUS, TIMES, Part, Sum, as_int, total_of
from tutor.teach.results.products import reduced
from tutor.teach.results.sums import PartGroup, gathered, label, plain_card
from tutor.teach.rulebooks.rulebook import BadRulebook, rulebook
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.cards import Card

NUMBERS: Final[Mapping[str, int]] = {"T": 10, **{str(n): n for n in range(2, 10)}}
"""What a card counts by its number."""
FACES: Final[tuple[Mapping[str, int], ...]] = tuple(
    {"A": ace, "K": king, "Q": queen, "J": jack, **NUMBERS}
    for ace, king, queen, jack in ((11, 10, 10, 10), (1, 10, 10, 10), (14, 13, 12, 11), (1, 13, 12, 11))
)
"""What all cards count by their faces: court cards ten each, or going on after the ten."""


def number_mistakes(game: Game[Any], one: Sum, answer: float) -> Iterator[str]:
    """Mistakes that lead to `answer`, in words, the likeliest first; those of `number_guesses` are left out.

    Where any of several parts or cards may have been left out, none is named; nor, in a sum of many cards, values of
    another game, or an unlikely mistake where there are other explanations.
    """
    yield from dict.fromkeys(mistake.said for mistake in _leading_to(game, one, answer) if not mistake.guess)


def number_guesses(game: Game[Any], one: Sum, answer: float) -> Iterator[str]:
    """Card values by which one comes to `answer`, in a sum where other things may do so too: said as a possibility."""
    for said in dict.fromkeys(mistake.said for mistake in _leading_to(game, one, answer) if mistake.guess):
        yield say("slip.perhaps", said=said[:1].lower() + said[1:])


def _leading_to(game: Game[Any], one: Sum, answer: float) -> list[Mistake]:
    """The mistakes that lead to `answer`, the likeliest first; a card's value is a guess among several or many."""
    found = [mistake for mistake in _mistakes(game, reduced(one)) if mistake.total == answer]
    if not answer:  # a guess more often than a wrong sign, a limit or a factor
        found = [mistake for mistake in found if mistake.omits or mistake.valued or not mistake.odd]
    many = _cards_in(one) > MANY
    if many:
        found = [mistake._replace(odd=mistake.odd + mistake.valued) for mistake in found]
    omitted = [mistake for mistake in found if mistake.omits]
    least = min((mistake.odd for mistake in omitted), default=0)
    if len({mistake.said for mistake in omitted if mistake.odd == least}) > 1:
        found = [mistake for mistake in found if not mistake.omits]
    if many:
        found = [mistake for mistake in found if not mistake.elsewhere]
    several = len({mistake.said for mistake in found}) > 1
    if many and several:
        found = [mistake for mistake in found if mistake.odd < UNLIKELY]
    likeliest = min((mistake.odd for mistake in found), default=0)
    doubtful = many or len({mistake.said for mistake in found if mistake.odd == likeliest}) > 1
    found = [mistake._replace(guess=doubtful and mistake.valued and not mistake.omits) for mistake in found]
    return sorted(found, key=lambda mistake: mistake.odd)


class Mistake(NamedTuple):
    """The total of a sum with one mistake, how unlikely the mistake is (a rank), and its words."""

    total: float
    odd: int
    said: str
    omits: bool = False
    """Whether a part or a card was left out."""
    elsewhere: bool = False
    """Whether some cards were counted as in another game."""
    stops: bool = False
    """Whether the number is what was come to before the end."""
    valued: bool = False
    """Whether some cards were left out, or given another value."""
    guess: bool = False
    """Whether it is no more than possible."""


MOST_BY_CHANCE: Final = 5
"""Numbers up to this are often the same in another game by chance."""
UNLIKELY: Final = 3
"""From here on `odd` is that of an unlikely mistake."""
MANY: Final = 6
"""In a sum of more cards many mistakes have the same total."""
INNER: Final = 4
"""Added to `odd` for a mistake in an inner sum."""


def _mistakes(game: Game[Any], one: Sum) -> Iterator[Mistake]:
    parts = one.parts
    for name, total in one.mistakes.items():
        yield Mistake(total, 0, _known(game, one, name, total))
    for i, part in enumerate(parts):
        for mistake in _of_part(game, part):
            changed = part._replace(n=mistake.total)
            yield mistake._replace(total=total_of((*parts[:i], changed, *parts[i + 1 :])))
        yield from _of_step(game, parts, i)
    yield from _of_kinds(game, one)
    yield from _as_elsewhere(game, one)
    yield from _by_faces(one)
    yield from _on_the_way(game, parts)
    yield from _two_left_out(game, parts)


def _cards_in(one: Sum) -> int:
    """The number of cards that are counted in a sum and in the sums in it."""
    return sum(len(part.cards) if part.inner is None else _cards_in(part.inner) for part in one.parts)


def _known(game: Game[Any], one: Sum, name: str, wrong: float) -> str:
    """A mistake that the game declares, in words."""
    parts = one.parts or (Part(0, one.clause),)
    cards = tuple(c for part in parts for c in part.cards)
    last = parts[-1]
    facts: dict[str, Any] = {
        "cards": shown(cards),
        "wrong": as_int(wrong),
        "each": shown(float(one.total)) if one.total else 0,
        "n": as_int(last.n),
        "what": label(game, last),
        "right": one.total,
        "left": shown(float(abs(parts[0].n))),
        "led": None,
        **one.facts,
    }
    if name.startswith("times_"):
        facts |= {"wrong": int(name.removeprefix("times_")), "right": as_int(last.n) if len(parts) > 1 else 1}
        name = "times"
    return say(f"slip.{name}", **facts)


def _of_part(game: Game[Any], part: Part) -> Iterator[Mistake]:
    """Mistakes in a part: in its own value, or in its inner sum."""
    for name, n in part.mistakes.items():
        facts = {"cards": shown(part.cards), "wrong": as_int(n), "each": as_int(part.n)}
        yield Mistake(n, 1, say(f"slip.{name}", **facts), valued=bool(part.cards))
    if part.inner is not None:
        if part.n and part.how == PLUS:
            yield Mistake(-part.n, 1 + INNER, say("slip.inner_sign", right=as_int(part.n)))
        sign = -1 if part.n and part.inner.total == -part.n else 1
        for mistake in _mistakes(game, reduced(part.inner)):
            if not mistake.stops:  # else the number said would not be the one that was answered
                yield mistake._replace(total=sign * mistake.total, odd=mistake.odd + INNER)


def _of_step(game: Game[Any], parts: tuple[Part, ...], i: int) -> Iterator[Mistake]:
    """Mistakes of leaving out part number `i`, or multiplying by it twice."""
    part, rest = parts[i], (*parts[:i], *parts[i + 1 :])
    n, what = as_int(part.n), label(game, part)
    without, twice = total_of(rest), total_of((*parts[: i + 1], part, *parts[i + 1 :]))
    turned = total_of((*parts[:i], part._replace(n=-part.n), *parts[i + 1 :]))
    match part.how:
        case "times":
            alike = sum((one.how, one.n) == (part.how, part.n) for one in parts) > 1  # which of them is not known
            less = say("slip.once_less") if alike else say("slip.not_multiplied", n=n, what=what)
            more = say("slip.once_more") if alike else say("slip.multiplied_twice", n=n, what=what)
            yield Mistake(without, 1, less)
            yield Mistake(twice, 1, more)
        case "over":
            yield Mistake(without, 1, say("slip.not_divided", n=n, what=what))
        case "most" | "least":
            yield Mistake(without, 1, say("slip.not_limited", what=what))
        case _ if not part.n or len(parts) == 1:
            return
        case _ if not without and any(one.n for one in rest):  # a product, whose number is all there is
            return
        case _ if part.cards and not part.name and part.inner is None:
            facts = {"cards": shown(part.cards), "each": n if without else 0, "whole": len(part.cards) > 1}
            yield Mistake(without, 2, say("slip.left_out_card", n=1, **facts), omits=True, valued=True)
            yield Mistake(twice, UNLIKELY, say("slip.twice_card", **facts), omits=True, valued=True)
        case _:
            block = "slip.not_taken_off" if part.n < 0 else "slip.left_out"
            told = abs(n) if without else 0  # else it is the answer
            if told or what:
                yield Mistake(without, 2, say(block, n=told, what=what), omits=True)
            if part.n < 0:
                yield Mistake(turned, UNLIKELY, say("slip.inner_sign", right=n))
            elif any(one.n for one in rest) and all(one.how == PLUS for one in parts):
                yield Mistake(twice, UNLIKELY, say("slip.twice", n=n, what=what), omits=True)


def _on_the_way(game: Game[Any], parts: tuple[Part, ...]) -> Iterator[Mistake]:
    """Mistakes of answering with one part alone, or with what the first parts make."""
    for at, part in enumerate(parts):
        n, after = as_int(part.n), parts[at + 1 :]
        if not part.n or (not after and at == 0):
            continue
        if part.how == PLUS and after and after[0].how == TIMES:
            times = {"m": as_int(after[0].n), "each": label(game, after[0])}
            yield Mistake(part.n, 2, say("slip.only_times", n=n, what=label(game, part), **times), stops=True)
        elif part.how == PLUS:
            odd = 2 if len(parts) == 2 else 1  # of two, to leave the other out is the same; of more, this is certain
            yield Mistake(part.n, odd, say("slip.only", n=n, what=label(game, part)), stops=True)
        if at and after and not part.cards and not part.to:  # the lines of a hand are counted in any order
            so_far = total_of(parts[: at + 1])
            said = say("slip.half_way", n=as_int(so_far), what=label(game, after[0]))
            yield Mistake(so_far, 2, said, stops=True)


def _two_left_out(game: Game[Any], parts: tuple[Part, ...]) -> Iterator[Mistake]:
    """Mistakes of leaving out two parts of a sum of several lines."""
    plain = [part for part in parts if part.how == PLUS and part.n and not plain_card(part)]
    if len(plain) != len(parts) or not 3 < len(parts) <= MANY:
        return
    for one, other in combinations(plain, 2):
        if one.n + other.n == total_of(parts):  # their numbers make the answer
            continue
        said = say(
            "slip.left_out_two",
            n=as_int(one.n),
            what=label(game, one),
            m=as_int(other.n),
            other=label(game, other),
        )
        yield Mistake(total_of(parts) - one.n - other.n, UNLIKELY, said, omits=True)


def _of_kinds(game: Game[Any], one: Sum) -> Iterator[Mistake]:
    """Mistakes in card values: by face or as in another game, for all cards of a rank or one; a rank left out."""
    for group in gathered(one, 0):
        part = group.first
        if not plain_card(part):
            continue
        if len(group.parts) > 1 and part.n:
            each = as_int(part.n) if group.total != one.total else 0  # else they make the answer
            said = say("slip.left_out_card", cards=shown(group.cards), n=len(group.cards), each=each, whole=False)
            yield Mistake(one.total - group.total, 2, said, omits=True, valued=True)
        for some in _rank_groups(group):
            yield from _valued(game, one, part, some)


def _as_elsewhere(game: Game[Any], one: Sum) -> Iterator[Mistake]:
    """Mistakes of counting all cards as another game does."""
    cards = [part for part in one.parts if plain_card(part)]
    if one.mistakes or not cards:
        return
    for title, worth in elsewhere(game.name).items():
        total = one.total + sum(worth.get(part.cards[0], 0) - part.n for part in cards)
        if total > MOST_BY_CHANCE:
            said = say("slip.as_elsewhere", n=as_int(total), game=title)
            yield Mistake(total, 3, said, elsewhere=True)


def _by_faces(one: Sum) -> Iterator[Mistake]:
    """Mistakes of counting all cards by their faces, in a sum of a few cards with court cards or aces."""
    parts = [part for part in one.parts if plain_card(part) and part.cards[0].rank in FACES[0]]
    faces_there = any(part.cards[0].rank in "AKQJ" for part in parts)
    if one.mistakes or not faces_there or len(parts) > MANY or len(one.parts) > len(parts) + 1:
        return
    for faces in FACES:
        each = [(part.cards[0], faces[part.cards[0].rank]) for part in parts]
        total = one.total + sum(n for _, n in each) - sum(part.n for part in parts)
        said = say("slip.by_faces", values=[f"{shown((c,))} {n}" for c, n in each])
        yield Mistake(total, 4, said)


def _rank_groups(group: PartGroup) -> Iterator[tuple[Card, ...]]:
    """The cards of a group: all of each rank, then each alone."""
    ranks: dict[str, list[Card]] = {}
    for c in group.cards:
        ranks.setdefault(c.rank, []).append(c)
    for same in ranks.values():
        yield tuple(same)
        if len(same) > 1:
            yield from ((c,) for c in same)


def _valued(game: Game[Any], one: Sum, part: Part, some: tuple[Card, ...]) -> Iterator[Mistake]:
    """Mistakes of giving these cards other values."""
    c = some[0]
    one_of = sum(plain_card(x) and x.cards[0].rank == c.rank for x in one.parts)
    known = {} if one.mistakes or part.mistakes else elsewhere(game.name)
    other = {n: title for title, worth in known.items() if (n := worth.get(c, 0)) and n != part.n}
    number = {NUMBERS[c.rank]} if c.rank in NUMBERS else set()
    for n in (*other, *(n for n in (*number, 0) if n != part.n and n not in other)):
        facts = {"cards": shown(some), "n": len(some), "wrong": as_int(n), "each": as_int(part.n)}
        said = say("slip.counted_as", **facts)
        if n in other:
            said = say("slip.as_in", said=said, game=other[n])
        odd = 5 if n in other else 3
        odd += len(some) == 1 < one_of
        yield Mistake(one.total + len(some) * (n - part.n), odd, said, elsewhere=n in other, valued=True)


@cache
def elsewhere(name: str) -> Mapping[str, Mapping[Card, float]]:
    """Card values in the games that the rulebook calls related, by title."""
    try:
        related = rulebook(name).related
    except BadRulebook:
        return {}
    found: dict[str, Mapping[Card, float]] = {}
    for other in related:
        try:
            game = load(other)
        except (ImportError, LookupError, ValueError):
            continue
        for phase in game.phases:
            if values := phase.captured_values():
                found[game.title] = values
    return found
