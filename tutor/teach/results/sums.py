"""Sums in words: grouping of their parts, labels of parts, and the whole in one line."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.cards import Cards
from tutor.kernel.working import BEFORE, HAND, MOST, OVER, PLUS, TIMES, Part, Sum, total_of
from tutor.teach.results.products import (
    EACH,
    PRODUCT,
    as_told,
    is_product,
    product_line,
    product_text,
    reduced,
    sum_within,
)
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.rulings import ruling as words
from tutor.teach.text.marks import mark
from tutor.teach.text.phrases import text_in_words
from tutor.teach.text.values import capital, shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.game import Game

FEW: Final = 6
"""Up to this many cards are listed one by one; more are grouped by rank."""
FEW_TERMS: Final = 3
"""A sum of up to this many terms is told within another one, term by term."""
SEVERAL: Final = 2
"""So many sums of parts do not stand in one sentence with the sum that uses them."""
LOST: Final = "lost"
"""The name of a part that is lost, whatever the sign of the points that say how much."""
ASIDE: Final = ("laid_away", "widow")
"""Names of parts that are what cards beside the tricks count."""
FEW_CARDS: Final = 2
"""Up to this many cards among other things are labels like these."""
_WORD: Final = r"[^\W\d_][\w'-]*"
_LARGE: Final = r"(?<=[\w,] )[A-Z][\w'-]*"


class PartGroup(NamedTuple):
    """Parts of a sum that are said together: cards with equal values, or a single part."""

    parts: tuple[Part, ...]

    @property
    def first(self) -> Part:
        """The first part."""
        return self.parts[0]

    @property
    def cards(self) -> Cards:
        """The cards of all parts."""
        return tuple(c for part in self.parts for c in part.cards)

    @property
    def total(self) -> float:
        """The total of all parts."""
        return sum(part.n for part in self.parts)


def gathered(one: Sum, few: int = FEW) -> list[PartGroup]:
    """Group the parts of a sum: more than `few` cards by rank and value; groups that count come first."""
    cards = [part for part in one.parts if plain_card(part)]
    if len(cards) <= few:
        return [PartGroup((part,)) for part in one.parts]
    kinds: dict[tuple[str, float], list[Part]] = {}
    for part in cards:
        kinds.setdefault((part.cards[0].rank if part.n else "", part.n), []).append(part)
    groups = [PartGroup(tuple(same)) for same in kinds.values()]
    groups.sort(key=lambda group: -abs(group.first.n))
    return [*groups, *(PartGroup((part,)) for part in one.parts if not plain_card(part))]


def plain_card(part: Part) -> bool:
    """Whether a part is just one card and its value."""
    return part.how == PLUS and len(part.cards) == 1 and part.inner is None and not part.name


def opened(one: Sum, *, deep: bool = True) -> Sum:
    """The sum with the lines of a hand in place of the hand's total; lines for the same item are added up.

    The lines keep their own sums only if `deep`.
    """
    parts: list[Part] = []
    for part in one.parts:
        if part.name != HAND and part.inner is not None:
            parts.append(part if deep or len(part.inner.parts) == 1 else part._replace(inner=None))
            continue
        lines = part.inner.parts if part.name == HAND and part.inner is not None else ()
        if any(line.how != PLUS for line in lines):  # a single sum, not the lines of a hand
            parts.append(part)
            continue
        alike: dict[tuple[str, str, Any], list[Part]] = {}
        for line in lines:
            alike.setdefault((line.clause, line.name, line.facts.get("what")), []).append(line)
        told = [_added(same, deep=deep) for same in alike.values()]
        none = told[0]._replace(inner=None) if len(told) == 1 else part._replace(inner=None)
        parts += [x for x in told if x.n] or [none]
    return one._replace(parts=tuple(parts))


def with_lines(one: Sum) -> Sum:
    """The sum, `opened` if the total of a hand is a part of it, or if it is of cards that have sums of their own."""
    of_hand = any(part.name == HAND and part.inner is not None for part in one.parts)
    by_card = all(len(part.cards) == 1 and part.inner is not None for part in one.parts)
    return opened(one) if of_hand or by_card else one


def _added(lines: Sequence[Part], *, deep: bool) -> Part:
    """Lines for the same item as one part."""
    first = lines[0]._replace(to="")
    if len(lines) > 1:
        return first._replace(n=sum(x.n for x in lines), inner=None)
    return first if deep else first._replace(inner=None)


def label(game: Game[Any], part: Part, *, one: bool = False, again: bool = False) -> str:
    """The label of a part; with `one` in the singular where the part is 1.

    What is paid for is left out where it comes `again`.
    """
    if part.name == PRODUCT:
        return product_text(part)
    if part.cards and not part.name and (len(part.cards) == 1 or not of_cards(part)):
        return shown(part.cards)
    name = part.name or ("cards" if of_cards(part) else "")
    if not name and part.to and part.facts.get("payer") and part.facts.get("payee"):
        name = "got" if part.to == part.facts["payee"] else "given"
    title = item(game, part.clause) if part.clause else ""
    own = {"name": name, "title": title, "one": one and abs(part.n) == 1, "again": again}
    if "call" in part.facts:
        own["called"] = text_in_words(game, mark("m", part.facts["call"]), None) or part.facts["call"]
    return say("working.label", **{**part.facts, **own})


def only_label(game: Game[Any], part: Part) -> bool:
    """Whether a part is told as its label with a number, and no more: not by cards, a sum or a sentence of its own."""
    told = sum_within(part) is not None or (part.cards and not part.name)
    sentence = part.to and words.clause(game.name, part.clause).scored
    return part.how in (PLUS, TIMES) and part.name not in EACH and not told and not sentence


def item(game: Game[Any], clause: str) -> str:
    """The name of what `clause` counts, as an item of a sum."""
    rule = words.clause(game.name, clause)
    return rule.item or lowered(game.name, rule.title)


def of_cards(part: Part) -> bool:
    """Whether a part is the value of a pile of cards."""
    return part.inner is not None and bool(part.inner.parts) and all(map(plain_card, reduced(part.inner).parts))


def lowered(game: str, title: str) -> str:
    """A title within a sentence: with a small first letter, unless the rules always capitalize the word."""
    first = title.split(" ", 1)[0].strip(",.:")
    return title if first in _names(game) else title[:1].lower() + title[1:]


@cache
def _names(game: str) -> frozenset[str]:
    """The words that a game's rules capitalize within sentences and never write small."""
    texts = [f"{clause.text} {clause.rule}" for clause in rulebook(game).clauses.values()]
    small = {word for text in texts for word in re.findall(_WORD, text) if word[:1].islower()}
    large = {word for text in texts for word in re.findall(_LARGE, text)}
    return frozenset(word for word in large if word.lower() not in small)


def flat(one: Sum) -> Sum:
    """A total with the terms of short sums in place of these."""
    if not one.parts or one.parts[0].name != BEFORE:
        return one
    parts = [reduced(part.inner).parts if _opens(part) else (part,) for part in one.parts]  # type: ignore[arg-type]
    plain = all(part.how == PLUS for part in one.parts)
    return one._replace(parts=tuple(term for terms in parts for term in terms)) if plain else one


def _opens(part: Part) -> bool:
    """Whether a part is a sum of a few plain terms, none of which is a sum: not what is lost by those terms."""
    if part.inner is None or part.inner.total != part.n or any(p.name == LOST for p in part.inner.parts):
        return False
    terms = reduced(part.inner).parts
    return 1 < len(terms) <= FEW_TERMS and all(term.how == PLUS and term.inner is None and term.n for term in terms)


def equation(game: Game[Any], one: Sum, *, labelled: bool = False) -> str:
    """The sum in one line, such as "A♣ 11 + 10♣ 10 + two kings 8 = 29"; with cards in brackets if `labelled`."""
    one = counting(told(game, one))
    if is_product(one):
        return product_line(one.parts[0])
    if 1 < len(one.parts) <= FEW and all(plain_card(part) and not part.n for part in one.parts):
        return say("working.step_card", what=shown(one.cards), n=len(one.parts), each="", all="", whole=False)
    text, zeros, terms, done = "", 0, 0, list[Part]()
    labelled = labelled or _labelled(one)
    for group in gathered(one):
        part = group.first
        if len(one.parts) > FEW and plain_card(part) and not part.n:
            zeros += len(group.parts)
            continue
        if part.how == PLUS:
            sign = "-" if group.total < 0 else "+"
            term = group_text(game, group, bare=True, labelled=labelled, before=done[-1] if done else None)
            text = f"{text} {sign} {term}" if text else f"-{term}" if sign == "-" else term
            terms += 1
            done += group.parts
            continue
        so_far = shown(float(total_of(done)))
        if part.how in (TIMES, OVER):
            text = f"{text} = {so_far}; {so_far}" if terms > 1 else text
            text = f"{text} {'×' if part.how == TIMES else '÷'} {shown(float(part.n))} ({label(game, part)})"
        else:
            text = f"{text} = {so_far}" if terms > 1 or len(done) > 1 else text
            limited = shown(float(total_of([*done, part])))
            bound = "working.most" if part.how == MOST else "working.least"
            text = f"{text}; {say(bound, n=shown(float(part.n)), what=label(game, part), total=limited)}"
        terms = 1
        done += group.parts
    if not text:
        return say("working.no_cards") + "."
    total = shown(float(one.total))
    left = say("working.zeros", n=zeros) if zeros else ""
    if (terms == 1 and len(one.parts) == 1) or one.parts[-1].how not in (PLUS, TIMES, OVER):
        return f"{text}."
    return say("working.sum", how=text, total=say("working.rest", total=total, zeros=left) if left else total)


def in_full(game: Game[Any], one: Sum) -> str:
    """A sum with the sums of its parts, in one line."""
    return " ".join(full_lines(game, one))


def full_lines(game: Game[Any], one: Sum) -> list[str]:
    """A sum in one sentence behind the sum of a part; those of several parts have a line each, the deepest first."""
    deeper = list(dict.fromkeys(_deeper(game, one)))
    if len(deeper) < SEVERAL:
        return ["; ".join([*(_told_inner(one, "working.inner") for one in deeper), equation(game, one)])]
    first, *more = deeper
    rows = [_told_inner(first, "working.inner"), *(capital(_told_inner(one, "working.of")) for one in more)]
    return [*(f"{row}." for row in rows), equation(game, one)]


def _told_inner(one: tuple[str, str], template: str) -> str:
    """The equation of a part behind what the part is, if that is said."""
    what, how = one
    return say(template, what=what, how=how) if what else how


def _deeper(game: Game[Any], one: Sum) -> Iterator[tuple[str, str]]:
    """What parts that are sums themselves are, and their equations, inner ones before those that use them."""
    for part in told(game, one).parts:
        if part.inner is not None and sum_within(part) is not None:
            yield from _deeper(game, part.inner)
            counts = any(term.n for term in part.inner.parts)  # else cards that count nothing, wherever they lie
            yield label(game, part) if counts else "", equation(game, part.inner).rstrip(".")


def told(game: Game[Any], one: Sum) -> Sum:
    """The sum in the parts that are told of it."""
    return as_told(one, lambda part: label(game, part, one=True))


def counting(one: Sum) -> Sum:
    """The sum without things other than cards that bring nothing, where some of this hand are left."""
    some = any(p.n for p in one.parts)
    spare = [p for p in one.parts if p.how == PLUS and not p.n and (p.to or (p.name in ASIDE and some)) and not p.cards]
    left = tuple(part for part in one.parts if part not in spare)
    return one._replace(parts=left) if any(part.name != BEFORE for part in left) else one


def _labelled(one: Sum) -> bool:
    """Whether cards stand behind what they count, as labels do: a few of them among things that have a label."""
    of_cards = [part for part in one.parts if part.cards and not part.name]
    others = [part for part in one.parts if part not in of_cards and part.name != BEFORE]
    return len(of_cards) <= FEW_CARDS and any(part.how == PLUS for part in others)


def group_text(
    game: Game[Any], group: PartGroup, *, bare: bool = False, labelled: bool = False, before: Part | None = None
) -> str:
    """What a group adds, in words; without its sign if `bare`, with cards in brackets if `labelled`.

    A payment like the one `before` is not named again.
    """
    part = group.first
    n = shown(float(abs(group.total) if bare else group.total))
    if plain_card(part) and not labelled:
        return say("working.term_card", what=cards_text(group), n=n)
    if part.cards and not part.name and not labelled and len(part.cards) == 1:
        alone = part.inner.parts[0] if part.inner is not None and len(part.inner.parts) == 1 else None
        what = f" ({label(game, alone)})" if alone is not None and alone.name and not alone.n else ""
        return say("working.term_card", what=shown(part.cards), n=n) + what
    again = before is not None and before.clause == part.clause and bool(before.to and part.to)
    what = shown(group.cards) if part.cards and not part.name else label(game, part, one=True, again=again)
    return say("working.term", n=n, what=what)


def cards_text(group: PartGroup) -> str:
    """The cards of a group in words: one, a few, or a number of a rank."""
    if len(group.cards) == 1:
        return shown(group.cards)
    return say("working.kind", n=len(group.cards), ranks=say("working.ranks", rank=group.cards[0].rank[:1]))
