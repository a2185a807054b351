"""What distinguishes one legal move from the others: suit, height, effect on the trick, number of cards.

Each trait has two sentences: a hint at the wanted move, and a remark on another move, which lacks it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUITS, Card
from tutor.kernel.moves import Combo
from tutor.kernel.view_types import HandView, RankedTrickView
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.judging import Judgement
    from tutor.kernel.moves import Move

_NUMBER: Final = re.compile(r"\d+")


class Trait(NamedTuple):
    """A trait of the wanted move: name, facts for its sentences, and a predicate for other moves."""

    name: str
    facts: Mapping[str, Any]
    of: Callable[[Move], bool]


UNSAID: Final = ("rank", "middle", "among")
"""Traits that give the move away, so that they are only used in hints."""
TELLING: Final = ("best", "lowest", "cheapest", "best_kind", "lowest_kind")
"""Traits that can be the reason for asking for this move."""


def lacking_traits(game: Game[Any], found: Judgement[Any], meant: Move, other: Move) -> Iterator[str]:
    """Remarks on what `other`, a legal move, lacks compared with `meant`, which they do not name."""
    lines = [
        _said(trait.name, other, **trait.facts)
        for trait in traits(game, found, meant)
        if trait.name not in UNSAID and not trait.of(other)
    ]
    lines += _beside(game, found, meant, other)
    yield from lines or [_said("other", other)]


def _said(trait: str, other: Move, **facts: Any) -> str:
    """The sentence on a trait that the other move lacks; `facts` are those of the trait."""
    return say("slip.apart", trait=trait, it=other, **facts)


def trait_hints(game: Game[Any], found: Judgement[Any], meant: Move, told: Collection[Move] = ()) -> list[str]:
    """Hints at the wanted move by its traits: each leaves fewer moves than those before, and only the last just one.

    The moves `told` of, as not wanted, are left out already. That it is a card at all is said only where nothing more
    is.
    """
    left: Sequence[Move] = [move for move in found.legal if move not in told]
    out, last, plays = [], "", ""
    for trait in traits(game, found, meant):
        fitting = [move for move in left if trait.of(move)]
        if len(fitting) == len(left):
            continue
        said = say("hint.meant", trait=trait.name, **trait.facts)
        if trait.name == "plays":
            plays, left = said, fitting
        elif len(fitting) > 1:
            out.append(said)
            left = fitting
        else:
            last = last or said
    hints = [*out, last] if last else out
    return hints or [plays] if plays and not told else hints


def trait_reason(game: Game[Any], found: Judgement[Any], meant: Move) -> str:
    """The reason for this move among the legal ones; "" if no trait gives one."""
    telling = (t for t in traits(game, found, meant) if t.name in TELLING and not all(map(t.of, found.legal)))
    return next((say("hint.because", trait=trait.name, **trait.facts) for trait in telling), "")


def traits(game: Game[Any], found: Judgement[Any], meant: Move) -> Iterator[Trait]:
    """The traits of the move."""
    if meant.word or not meant.cards:
        yield from _of_calls(found, meant)
    if not meant.cards:
        return
    n = len(meant.cards)
    if not meant.word:
        yield Trait("plays", {}, lambda move: bool(move.cards))
    yield Trait("cards", {"n": n}, lambda move: not move.cards or len(move.cards) == n)
    if n > 1 and not kind_of(meant):
        for many in dict.fromkeys((n // 2, n - 1)):
            some = meant.cards[:many]
            yield Trait("among", {"some": some, "n": n - many}, lambda move, some=some: {*some} <= {*move.cards})  # type: ignore[misc]
    kind = kind_of(meant)
    if kind:
        yield Trait("kind", {"combo": meant}, lambda move: not move.cards or kind_of(move) == kind)
        yield from _of_height(found, meant, kind)
    elif n == 1 and not found.phase.pack.suitless:
        yield from _of_card(game, found, meant)


def _of_calls(found: Judgement[Any], meant: Move) -> Iterator[Trait]:
    passing = meant.text == PASS
    other = next((move for move in found.legal if move.text == PASS), None)
    yield Trait("pass" if passing else "call", {"passing": other}, lambda move: (move.text == PASS) == passing)
    letters = _suit_named(meant)
    if letters:
        yield Trait("suit_named", {"of": letters}, lambda move: _suit_named(move) == letters)


def _suit_named(move: Move) -> str:
    """The suit that a bid names; "" if it names none."""
    text = "" if move.cards else _NUMBER.sub("", move.text).rpartition(":")[2]
    return text if text in SUITS else ""


class SuitAndHeight(NamedTuple):
    """The suit of a card, whether it is trumps, and its height; 0 where cards are not ranked."""

    suit: str
    trump: bool
    height: int


def places(game: Game[Any], view: Any) -> Mapping[Card, SuitAndHeight]:
    """The suit and height of each card in this position; cards without a suit are left out."""
    found: dict[Card, SuitAndHeight] = {}
    for row in game.rows(game.pack.order, view):
        if row.suit or row.trump:
            high = len(row.cards) if game.family.with_tricks else 0
            found |= {
                c: SuitAndHeight(row.suit or "trumps", row.trump, high and high - i) for i, c in enumerate(row.cards)
            }
    return found


def _of_card(game: Game[Any], found: Judgement[Any], meant: Move) -> Iterator[Trait]:
    """Traits of a card: its suit, whether it wins the trick so far, whether it is the best or lowest."""
    view, where = found.view, places(game, found.view)
    mine = where.get(meant.card)
    if mine is None:
        if isinstance(view, RankedTrickView) and not view.by_suit:
            yield from _of_rank(found, view, meant)
        return

    def alike(move: Move) -> bool:
        its = where.get(move.card) if len(move.cards) == 1 else None
        return its is not None and its.suit == mine.suit

    held = isinstance(view, HandView) and meant.card in view.hand
    facts = {"of": mine.suit, "trump": mine.trump, "held": held}
    yield Trait("suit", facts, lambda move: not move.cards or alike(move))
    same = sorted((move.card for move in found.legal if alike(move)), key=lambda c: where[c].height)
    if isinstance(view, RankedTrickView) and view.trick:
        wins = view.beats(meant.card)
        yield Trait("wins" if wins else "loses", {}, lambda move: not move.cards or view.beats(move.card) == wins)
        above = [c for c in same if view.beats(c)]
        if mine.height and wins and len({*above}) > 1 and meant.card == above[0]:
            yield Trait("cheapest", facts, lambda move: not alike(move) or move.card == above[0])
    if mine.height and len(same) > 1 and meant.card in (same[0], same[-1]):
        name = "lowest" if meant.card == same[0] else "best"
        yield Trait(name, facts, lambda move: not alike(move) or move.card == meant.card)
    elif mine.height and len(same) > 2 and meant.card in same:
        yield Trait("middle", facts, lambda move: not alike(move) or move.card not in (same[0], same[-1]))
    yield _same_rank(meant)


def _of_rank(found: Judgement[Any], view: RankedTrickView, meant: Move) -> Iterator[Trait]:
    """Traits of a card where suits mean nothing: whether it is the best or lowest of all."""
    heights = sorted({view.power[move.card] for move in found.legal if len(move.cards) == 1})
    mine = view.power[meant.card]
    if len(heights) > 1 and mine in (heights[0], heights[-1]):
        name = "lowest" if mine == heights[0] else "best"
        facts = {"of": "", "trump": False, "held": True}
        yield Trait(name, facts, lambda move: not move.cards or view.power[move.card] == mine)
    yield _same_rank(meant)


def _same_rank(meant: Move) -> Trait:
    ranks = say("working.ranks", rank=meant.card.rank[:1])
    return Trait("rank", {"ranks": ranks}, lambda move: not move.cards or move.card.rank == meant.card.rank)


def _of_height(found: Judgement[Any], meant: Move, kind: str) -> Iterator[Trait]:
    """Traits of a combination: the lowest or highest of its kind."""
    same = sorted((move for move in found.legal if kind_of(move) == kind), key=_high)
    if len(same) > 1 and _high(same[0]) != _high(same[-1]) and _high(meant) in (_high(same[0]), _high(same[-1])):
        name = "lowest_kind" if _high(meant) == _high(same[0]) else "best_kind"
        yield Trait(name, {"combo": meant}, lambda move: kind_of(move) != kind or _high(move) == _high(meant))


def kind_of(move: Move) -> str:
    """The kind of combination that a move is; "" if it is none."""
    return move.kind if isinstance(move, Combo) else ""


def _high(move: Move) -> int:
    return move.high if isinstance(move, Combo) else 0


def _beside(game: Game[Any], found: Judgement[Any], meant: Move, other: Move) -> Iterator[str]:
    """Remarks that compare the other move with the wanted one."""
    higher = _higher(game, found, meant, other)
    if higher is not None:
        yield _said("higher" if higher else "lower", other)
    shared = [c for c in other.cards if c in meant.cards]
    if len(other.cards) > 1 and len(meant.cards) > 1:
        extra = tuple(c for c in other.cards if c not in meant.cards)
        lacking = tuple(c for c in meant.cards if c not in other.cards)
        if len(extra) == len(lacking) == 1:
            yield from _one_off(game, found, lacking[0], extra[0], other)
        elif extra:
            yield _said("some", other, extra=extra, n=len(shared))


def _one_off(game: Game[Any], found: Judgement[Any], meant: Card, card: Card, other: Move) -> Iterator[str]:
    """Remarks on a move that differs in one card."""
    where = places(game, found.view)
    mine, its = where.get(meant), where.get(card)
    if mine is None or its is None or mine.suit != its.suit or mine.height == its.height:
        yield _said("some", other, extra=(card,), n=1)
        return
    held = [where[c].height for c in found.phase.holds(found.view) if c in where and where[c].suit == mine.suit]
    facts = {"of": mine.suit, "trump": mine.trump, "c": card, "up": mine.height > its.height}
    top = mine.height == (max(held) if facts["up"] else min(held)) if held else False
    yield _said("one_off", other, top=top, **facts)


def _higher(game: Game[Any], found: Judgement[Any], meant: Move, other: Move) -> bool | None:
    """Whether the wanted move is higher; None if the two are of different kinds."""
    if kind_of(meant) and kind_of(meant) == kind_of(other):
        return _high(meant) > _high(other) if _high(meant) != _high(other) else None
    if not meant.cards and not other.cards:
        one, two = _NUMBER.findall(meant.text), _NUMBER.findall(other.text)
        return int(one[0]) > int(two[0]) if one and two and one[0] != two[0] else None
    if len(meant.cards) != 1 or len(other.cards) != 1 or meant.word != other.word:
        return None
    where = places(game, found.view)
    mine, its = where.get(meant.card), where.get(other.card)
    if mine is None or its is None or mine.suit != its.suit or mine.height == its.height:
        return None
    return mine.height > its.height
