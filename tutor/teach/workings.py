"""Workings in words: a sum in one line or step by step, a trick card by card, sums held against each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any, Final, NamedTuple

from tutor.kernel.cards import Cards
from tutor.kernel.events import ScoreLine
from tutor.kernel.game import Game
from tutor.kernel.working import MOST, OVER, PLUS, TIMES, Chain, Contest, Part, Standing, Step, Sum, Working, joined
from tutor.teach import ruling as words
from tutor.teach.rulebook import rulebook
from tutor.teach.text.doc import mark
from tutor.teach.text.words import capital, listed, say, shown

FEW: Final = 6
"""So many cards at the most are counted one by one; more are gathered by rank."""
LONG: Final = 240
"""Characters up to which it is told of each side what the hand brings it."""
RULE: Final = "rule"
"""The step that says what a clause rules."""


_WORD: Final = re.compile(r"[^\W\d_][\w'-]*")
PLAIN: Final = frozenset({"what", "for", "the", "count", "times", "points", "a", "an", "all", "most", "more", "last"})
"""Words that are small in any sentence, whether the rules have them or not."""


class Group(NamedTuple):
    """Parts of a sum that are said together: cards that count the same, or one part."""

    parts: tuple[Part, ...]

    @property
    def first(self) -> Part:
        """One of them."""
        return self.parts[0]

    @property
    def cards(self) -> Cards:
        """Their cards."""
        return tuple(c for part in self.parts for c in part.cards)

    @property
    def total(self) -> float:
        """What they count together."""
        return sum(part.n for part in self.parts)


def gathered(one: Sum, few: int = FEW) -> list[Group]:
    """The parts of a sum, cards of a rank that count the same together where there are many; what counts first."""
    cards = [part for part in one.parts if plain_card(part)]
    if len(cards) <= few:
        return [Group((part,)) for part in one.parts]
    kinds: dict[tuple[str, float], list[Part]] = {}
    for part in cards:
        kinds.setdefault((part.cards[0].rank if part.n else "", part.n), []).append(part)
    groups = [Group(tuple(same)) for same in kinds.values()]
    groups.sort(key=lambda group: -abs(group.first.n))
    return [*groups, *(Group((part,)) for part in one.parts if not plain_card(part))]


def plain_card(part: Part) -> bool:
    """Whether a part is one card and what it counts, and nothing else."""
    return part.how == PLUS and len(part.cards) == 1 and part.inner is None and not part.name


def reduced(one: Sum) -> Sum:
    """The sum itself where it is but the sum of one other."""
    while len(one.parts) == 1 and one.parts[0].inner is not None and one.parts[0].inner.total == one.total:
        one = one.parts[0].inner
    return one


def label(game: Game[Any], part: Part) -> str:
    """What a part is."""
    if part.cards and not part.name and not of_cards(part):
        return shown(part.cards)
    name = part.name or ("cards" if of_cards(part) else "")
    title = lowered(game.name, words.clause(game.name, part.clause).title) if part.clause else ""
    return say("working.label", name=name, title=title, **dict(part.facts))


def of_cards(part: Part) -> bool:
    """Whether a part is what a pile of cards counts."""
    return part.inner is not None and bool(part.inner.parts) and all(map(plain_card, reduced(part.inner).parts))


def lowered(game: str, title: str) -> str:
    """A title in the middle of a sentence: its first letter is small, unless the rules always write it large."""
    first = title.split(" ", 1)[0].strip(",.:")
    return title[:1].lower() + title[1:] if first.lower() in _small(game) else title


@cache
def _small(game: str) -> frozenset[str]:
    """The words that stand in the rules of a game with small letters, and those that begin titles of clauses alike."""
    texts = (f"{clause.text} {clause.rule}" for clause in rulebook(game).clauses.values())
    return frozenset(word for text in texts for word in _WORD.findall(text) if word[:1].islower()) | PLAIN


def lines(game: Game[Any], working: Working) -> list[str]:
    """The whole working, a sentence a line; the last one has the result."""
    match working:
        case Sum():
            return sum_lines(game, working)
        case Contest():
            return list(_trick_lines(working))
        case Chain():
            return steps(game, working)
    return standing_lines(game, working)


def standing_lines(game: Game[Any], one: Standing) -> list[str]:
    """What each has, whether it counts already, and where that was in question who is first by it."""
    counted = {who: _hand_lines(game, who, own) for who, own in one.sums.items()}
    if len(" ".join(text for told in counted.values() for text in told)) > LONG:
        counted = {who: told for who, told in counted.items() if who in one.best}
    sums = []
    for who, own in one.sums.items():
        sums += [*counted.get(who, ()), total_line(game, who, own)]
    if not one.steps:
        return sums
    told = [*sums, *(step_text(game, step) for step in one.steps)]
    open_still = one.over and (one.among is None or len(one.among) > 1)
    return [*told, say("step.first", first=one.first, lowest=one.lowest)] if open_still else told


def total_line(game: Game[Any], who: str, total: Sum) -> str:
    """What one side has in all."""
    return say("working.has_sum", who=who, how=equation(game, total))


def _hand_lines(game: Game[Any], who: str, total: Sum) -> list[str]:
    """How what this hand brings comes about, where it is part of a total and more than one number."""
    inner = next((part.inner for part in total.parts if part.inner is not None and part.name), None)
    if inner is None or len(total.parts) == 1 or len(reduced(inner).parts) == 1:
        return []
    *deeper, last = sum_lines(game, inner)
    return [*deeper, say("working.in_hand", who=who, how=last)]


def step_text(game: Game[Any], step: Step) -> str:
    """One step in words: the rule of a clause, or what its name says of its facts."""
    if step.name == RULE:
        clause = words.clause(game.name, step.facts["clause"])
        return clause.rule or clause.title
    facts = {name: equation(game, fact) if isinstance(fact, Sum) else fact for name, fact in step.facts.items()}
    return capital(say(f"step.{step.name}", **facts))


def sum_lines(game: Game[Any], one: Sum) -> list[str]:
    """How each part comes about that has a working of its own, then the sum."""
    one = reduced(one)
    if not one.parts:
        return []
    out = []
    for part in one.parts:
        if part.inner is not None and len(reduced(part.inner).parts) > 1:
            deeper = (one for one in reduced(part.inner).parts if one.inner is not None)
            out += [_of(game, inner) for inner in deeper if len(reduced(inner.inner).parts) > 1]  # type: ignore[arg-type]
            out.append(_of(game, part))
    if len(one.parts) == 1:
        part = one.parts[0]
        if part.to and part.inner is None:
            return [words.line_text(game, ScoreLine(part.to, part.n, part.clause, part.facts))]
        return out if out and part.n >= 0 else [*out, f"{capital(_term(game, Group((part,))))}."]
    return [*out, capital(equation(game, one))]


def _of(game: Game[Any], part: Part) -> str:
    """How a part comes about that is a sum itself."""
    assert part.inner is not None
    return capital(say("working.of", what=label(game, part), how=equation(game, part.inner)))


def equation(game: Game[Any], one: Sum) -> str:
    """The sum in one line, such as "A♣ 11 + 10♣ 10 + two kings 8 = 29"."""
    one = reduced(one)
    text, zeros, terms, done = "", 0, 0, list[Part]()
    for group in gathered(one):
        part = group.first
        if len(one.parts) > FEW and plain_card(part) and not part.n:
            zeros = len(group.parts)
            continue
        if part.how == PLUS:
            sign = "-" if group.total < 0 else "+"
            term = _term(game, group, bare=True)
            text = f"{text} {sign} {term}" if text else f"-{term}" if sign == "-" else term
            terms += 1
            done += group.parts
            continue
        if terms > 1 and part.how in (TIMES, OVER):
            so_far = shown(float(joined(done)))
            text = f"{text} = {so_far}; {so_far}"
        terms = 1
        done += group.parts
        text = f"{text}{_operation(game, part)}"
    if not text:
        return say("working.no_cards") + "."
    total = shown(float(one.total))
    left = say("working.zeros", n=zeros) if zeros else ""
    if terms == 1 and len(one.parts) == 1:
        return f"{text}."
    return say("working.sum", how=text, total=say("working.rest", total=total, zeros=left) if left else total)


def _operation(game: Game[Any], part: Part) -> str:
    n, what = shown(float(part.n)), label(game, part)
    if part.how in ("times", "over"):
        return f" {'×' if part.how == TIMES else '÷'} {n} ({what})"
    return f", {say('working.most' if part.how == MOST else 'working.least', n=n, what=what)}"


def _term(game: Game[Any], group: Group, *, bare: bool = False) -> str:
    """What a group adds, without its sign if `bare`."""
    part = group.first
    n = shown(float(abs(group.total) if bare else group.total))
    if plain_card(part):
        return say("working.term_card", what=_cards(group), n=n)
    if part.cards and not part.name:
        return say("working.term_card", what=shown(part.cards), n=n)
    return say("working.term", n=n, what=label(game, part))


def _cards(group: Group) -> str:
    """One card, a few cards, or how many of a rank."""
    if len(group.cards) == 1:
        return shown(group.cards)
    return say("working.kind", n=len(group.cards), ranks=say("working.ranks", rank=group.cards[0].rank[:1]))


def steps(game: Game[Any], working: Working) -> list[str]:
    """The working one step at a time, with what they come to so far; the last step leads to the result."""
    match working:
        case Sum():
            return list(_sum_steps(game, reduced(working)))
        case Contest():
            return [laid_text(working, at) for at in range(len(working.laid))]
        case Chain():
            return [step_text(game, step) for step in working.steps]
    return standing_lines(game, working)


def laid_text(one: Contest, at: int) -> str:
    """How the card laid at this place stands to the best before it."""
    laid = one.laid[at]
    return say("working.laid", how=laid.how, who=laid.seat, it=laid.card, to=laid.against, led=one.led, trump=one.trump)


def _trick_lines(one: Contest) -> Iterator[str]:
    """The trick card by card; cards one after the other that cannot beat the same card are told together."""
    places = range(len(one.laid))
    alike = groupby(places, lambda at: (one.laid[at].ahead and at, one.laid[at].how, one.laid[at].against))
    for (_, how, against), these in alike:
        at, *more = these
        if not more:
            yield laid_text(one, at)
            continue
        them = listed([mark("c", one.laid[i].card.text) for i in (at, *more)])
        yield say("working.laid_together", how=how, them=them, to=against, led=one.led, trump=one.trump)


def _sum_steps(game: Game[Any], one: Sum) -> Iterator[str]:
    groups = gathered(one, 4)
    done: list[Part] = []
    for number, group in enumerate(groups, 1):
        done += group.parts
        text = _step(game, group)
        if 1 < number < len(groups) and group.total:
            text = f"{text} {say('working.so_far', n=shown(float(joined(done))))}"
        yield text


def _step(game: Game[Any], group: Group) -> str:
    part = group.first
    if part.cards and not part.name and part.how == PLUS:
        many = len(group.cards) if plain_card(part) else 1
        what = shown(group.cards) if many <= FEW else _cards(group)
        if part.inner is not None and len(reduced(part.inner).parts) > 1:
            return capital(say("working.of", what=what, how=equation(game, part.inner)))
        each = shown(float(part.n)) if part.n else ""
        return capital(say("working.step_card", what=what, n=many, each=each, all=shown(float(group.total))))
    what = label(game, part)
    if part.inner is not None and len(reduced(part.inner).parts) > 1:
        return capital(say("working.of", what=what, how=equation(game, part.inner)))
    return say("working.step", n=_whole(part.n), how=part.how, what=what)


def _whole(n: float) -> float:
    return int(n) if float(n).is_integer() else n


def looked_at(game: Game[Any], working: Working) -> Sequence[str]:
    """What a working starts from, marked: the cards or things that come into it."""
    match working:
        case Sum():
            one = reduced(working)
            cards = tuple(dict.fromkeys(c for part in one.parts for c in part.cards))
            if cards and len(cards) <= 2 * FEW:
                return [shown(cards)]
            return [
                _cards(group) if plain_card(group.first) else mark("b", label(game, group.first))
                for group in gathered(one)
            ]
        case Contest():
            can = tuple(x.card for x in working.laid if x.how != "off")
            return [shown(can)]
        case Chain():
            return []
    return [shown(_all(one)) for one in working.sums.values()]


def _all(one: Sum) -> Cards:
    return tuple(c for part in one.parts for c in part.cards)
