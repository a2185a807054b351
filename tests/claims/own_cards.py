"""Claims about what own cards beat, and whether any does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.claims.beating import beaters
from tests.claims.words import claim

if TYPE_CHECKING:
    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card

    Them = tuple[Card, ...]


@claim(r"(?<!nor ){card c} beats {card best}(?:[,.;]| and|$)", r"{card c} goes above it", r"with {card c}, which beats")
def this_beats(m: Knowledge, c: Card, best: Card | None = None) -> bool:
    if best is None:
        return bool(m.view.trick and m.view.beats(c))
    if best in m.view.trick:
        return bool(best is not m.view.best or m.view.beats(c))
    return bool(m.view.facing((best,)).beats(c))


@claim(r"You cannot beat {card best}: throw {card c}", r"trump {card c} does not beat {card best}")
@claim(r"{card c} does not beat {card best}", r"{card c} stays under {card best}")
def this_does_not_beat(m: Knowledge, c: Card, best: Card) -> bool:
    return m.view.best is best and not m.view.beats(c)


@claim(r"beats {card best}, and so would {cards them}(?:, and others| and others|[.;])")
@claim(r"does not beat {card best}; {cards them}(?: and others)? would")
@claim(r"stays under {card best}; {cards them}.*would not")
def these_would_beat(m: Knowledge, best: Card, them: Them) -> bool:
    return m.view.best is best and all(m.view.beats(x) for x in them)


@claim(r"Nothing you may play beats {card best}", r"You cannot beat {card best}", r"You cannot go above {card best}")
def nothing_of_yours_beats(m: Knowledge, best: Card) -> bool:
    return m.view.best is best and not any(m.view.beats(x) for move in m.moves for x in move.cards)


@claim(r"{card c} is the only card you may play that beats {card best}")
def your_only_beats(m: Knowledge, c: Card, best: Card) -> bool:
    return [c] == [x for x in {x for move in m.moves for x in move.cards} if m.view.beats(x)] and m.view.best is best


@claim(r"Every card you may play beats {card best}")
def all_of_yours_beat(m: Knowledge, best: Card) -> bool:
    return m.view.best is best and all(m.view.beats(x) for move in m.moves for x in move.cards)


@claim(r"Both {card c} and {card other} beat {card best}")
def both_beat(m: Knowledge, c: Card, other: Card, best: Card) -> bool:
    return m.view.best is best and m.view.beats(c) and m.view.beats(other)


@claim(r"{card c} is the {word end} of (?:them|your cards that beat)", r"beats \S+, and {card c} is the {word end}\b")
def end_of_those_that_beat(m: Knowledge, c: Card, end: str) -> bool:
    """The lowest or the highest of the own cards that beat the best one."""
    found = {m.view.power[x] for move in m.moves for x in move.cards if m.view.beats(x)}
    return bool(m.view.beats(c)) and m.view.power[c] == (min if end == "lowest" else max)(found)


@claim(r"{card other} beats {cards gap}, (?:out of sight|still out), and {card c} does not")
def beats_these_out(m: Knowledge, other: Card, gap: Them, c: Card) -> bool:
    return all(x in m.unseen and m.higher(other, x) and not m.higher(c, x) for x in gap)


@claim(r"{card kept} still beats {cards them}(?: and others)?\.", r"keep {card kept}: it still beats {cards them}")
def still_beats(m: Knowledge, kept: Card, them: Them) -> bool:
    return all(x in m.out and m.higher(kept, x) for x in them)


@claim(r"{card c} and {card other} both win|{card x} and {card y} all win")
def both_win(
    m: Knowledge, c: Card | None = None, other: Card | None = None, x: Card | None = None, y: Card | None = None
) -> bool:
    return all(not beaters(m, one, m.foes_to_play) for one in (c, other) if one)
