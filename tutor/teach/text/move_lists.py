"""Describe many moves at once: by kind, as ranges of numbers, or as a number of sets of cards.

`pairs: 5 5, 9 9 · straights of five: 3 4 5 6 7`, `6 to 12 · 6 to 12 no trumps · pass`,
`lay away any 3 of 16 cards: 560 ways`.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import factorial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.moves import Combo
from tutor.teach.text.marks import CLOSE, OPEN, bound, mark, split
from tutor.teach.text.phrases import phrase
from tutor.teach.text.values import listed
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase

FEW: Final = 12
"""The most sets of cards that are listed one by one."""
MANY: Final = 20
"""The most cards that are listed one by one."""
SHOWN: Final = 6
"""The most combinations of one kind that are listed."""
EXAMPLES: Final = 3
A_RANGE: Final = 3
"""The fewest numbers that are said as a range."""
BUT: Final = 2
"""Up to this many cards of the hand are named as the only ones that are not among many."""
BETWEEN: Final = " · "
_NUMBER: Final = r"(\D*)(\d+)(\D*)"
_WHOLE: Final = re.compile(rf"[a-z]+|{OPEN}s[^{CLOSE}]*{CLOSE}")
"""A plain word or a player."""


class MoveGroup(NamedTuple):
    """Moves of one group, and the words for all of them."""

    text: str
    moves: tuple[Move, ...]


class _Shape(NamedTuple):
    """What moves of a group share: a kind of combination, or the words `before` and `after` the part that differs."""

    what: str
    before: str = ""
    after: str = ""
    length: int = 1


def offered(game: Game[Any], phase: Phase[Any, Any], view: Any, moves: Sequence[Move], between: str = BETWEEN) -> str:
    """All `moves` of a decision described in one line, or with other text `between` groups."""
    return between.join([_unbroken(group.text, group.moves) for group in grouped(game, phase, view, moves)])


def _unbroken(text: str, moves: Sequence[Move]) -> str:
    """`text` with no-break spaces between cards that are played together."""
    return text if all(len(move.cards) < 2 for move in moves) else bound(text)


def grouped(game: Game[Any], phase: Phase[Any, Any], view: Any, moves: Sequence[Move]) -> list[MoveGroup]:
    """`moves` in groups, ordered by the first move of each; single cards as the hand is sorted."""
    moves = as_held(game, phase, view, moves)
    said = {move: phrase(game, phase, move) for move in moves}
    found: dict[_Shape, list[Move]] = {}
    for move in moves:
        found.setdefault(_shape(move, said[move]), []).append(move)
    _join_ones(found)
    held = [c.text for c in phase.holds(view)]
    groups = [
        MoveGroup(_text(shape, [said[move] for move in some], held), tuple(some)) for shape, some in found.items()
    ]
    return _alike_but_for_a_word(_joined(found, groups))


def as_held(game: Game[Any], phase: Phase[Any, Any], view: Any, moves: Sequence[Move]) -> Sequence[Move]:
    """`moves` with those of a single card and no word in the order of the hand, where such moves stand.

    Cards that are only named, as those called for, stay together by rank.
    """
    hand = phase.holds(view)
    named = {c.text: c for c in game.pack.order}
    single = {move: move.cards[0] for move in moves if len(move.cards) == 1 and not move.word}
    single |= {move: named[move.word] for move in moves if not move.cards and move.word in named}
    places = {c: at for at, c in enumerate(game.arranged((*hand, *single.values()), view))}
    held = set(single.values()) <= set(hand)
    ranks = list(dict.fromkeys("" if held else c.rank for c in single.values()))

    def place(move: Move) -> tuple[int, int]:
        return ranks.index("" if held else single[move].rank), places[single[move]]

    in_order = iter(sorted((move for move in moves if move in single), key=place))
    return [next(in_order) if move in single else move for move in moves]


def _shape(move: Move, said: str) -> _Shape:
    if isinstance(move, Combo):
        return _Shape("kind", move.kind, "", move.length)
    pieces = split(said)
    places = [at for at, (what, _) in enumerate(pieces) if what == "c"]
    if places:
        first, last = places[0], places[-1]
        apart = any(text.strip() for what, text in pieces[first : last + 1] if what != "c")
        return _Shape("apart" if apart else "cards", _marked(pieces[:first]), _marked(pieces[last + 1 :]))
    number = re.fullmatch(_NUMBER, said) if len(pieces) == 1 else None
    if number:
        return _Shape("number", number[1], number[3])
    before, blank, _ = said.rpartition(" ") if len(pieces) == 1 else ("", "", "")
    return _Shape("word", before + blank) if blank else _Shape("said", said)


def _marked(pieces: Sequence[tuple[str, str]]) -> str:
    return "".join([mark(what, text) if what else text for what, text in pieces])  # type: ignore[arg-type]


def _join_ones(found: dict[_Shape, list[Move]]) -> None:
    """Merge the singular `1 trick` into the group of `2 tricks`."""
    for one in [shape for shape in found if shape.what == "number" and f"{shape.after}s" != "s"]:
        many = one._replace(after=f"{one.after}s")
        if many in found and one in found:
            found[many] = [*found.pop(one), *found[many]]


def _text(shape: _Shape, said: list[str], held: list[str]) -> str:
    if shape.what == "kind":
        many = say("move.combinations", kind=shape.before, n=shape.length) or shape.before
        shown = said if len(said) == SHOWN + 1 else said[:SHOWN]  # the only one more is as short as to say so
        return say("move.kind", kind=many, moves=shown, left=len(said) - len(shown))
    if len(said) == 1:
        return said[0]
    if shape.what == "number":
        return f"{shape.before}{_numbers(said)}{shape.after}"
    if shape.what == "word":
        return f"{shape.before}{listed([text.removeprefix(shape.before) for text in said], 'or')}"
    return _sets(shape, said, held)


def _numbers(said: list[str]) -> str:
    """Ranges such as `6 to 12`, or `100 to 130 or 150 to 400 in steps of 10`; a few with gaps one by one."""
    found = sorted({int(hit[2]) for one in said if (hit := re.fullmatch(_NUMBER, one))})
    step = min((after - before for before, after in pairwise(found)), default=1)
    runs: list[list[int]] = []
    for n in found:
        if runs and n == runs[-1][-1] + step:
            runs[-1].append(n)
        else:
            runs.append([n])
    if len(runs) > 1 and len(found) <= SHOWN:
        return listed(found, "or")
    wide = [run for run in runs if len(run) >= A_RANGE]
    texts: list[str] = []
    for run in runs:
        if run in wide:
            told = step if run == wide[-1] else 1  # once, with the last range
            texts.append(say("move.range", first=run[0], last=run[-1], step=told))
        else:
            texts += map(str, run)
    return listed(texts, "or")


def _sets(shape: _Shape, said: list[str], held: list[str]) -> str:
    """Cards, or sets of cards: one by one if they are few, else their number."""
    sets = [[value for what, value in split(text) if what == "c"] for text in said]
    sizes = Counter(map(len, sets))
    low, high = min(sizes), max(sizes)
    plain = not shape.before and not shape.after
    if high == 1 and len(said) <= MANY:
        cards = [mark("c", one) for (one,) in sets]
        return " ".join(cards) if plain else f"{shape.before}{_single(cards, held)}{shape.after}"
    named = {card for cards in sets for card in cards}
    held = held or sorted(named)
    ways = _ways(held) if named <= set(held) else []
    every = shape.what == "cards" and all(size < len(ways) and n == ways[size] for size, n in sizes.items())
    if len(said) <= FEW and not (every and len(said) > SHOWN):
        inner = [text.removeprefix(shape.before).removesuffix(shape.after) for text in said]
        return ", ".join(said) if plain else f"{shape.before}{listed(inner, 'or')}{shape.after}"
    in_order = not every and low == high < len(ways) and _in_every_order(sets, ways[low])
    numbers = _numbers([*map(str, sizes)])
    any_of = say("move.any", n=numbers, of=len(held) if ways else len(named), every=every or in_order or high == 1)
    text = f"{shape.before}{any_of}{shape.after}" if shape.what == "cards" else any_of
    if high == 1 or len(said) <= FEW:
        return text
    if in_order:
        return say("move.in_order", text=text, n=low)
    some = sets[:: len(sets) // EXAMPLES][:EXAMPLES] if not every else []
    shown = [" ".join([mark("c", card) for card in cards]) for cards in some]
    return say("move.ways", text=text, n=f"{len(said):,}", some=shown)


def _single(cards: list[str], held: list[str]) -> str:
    """One of these cards: each of them, or any of the hand but a few, where that is shorter."""
    others = [card for one in dict.fromkeys(held) if (card := mark("c", one)) not in cards]
    if len(cards) > SHOWN and len(others) <= BUT and set(cards) <= {mark("c", one) for one in held}:
        return say("move.any_but", others=others)
    return listed(cards, "or")


def _in_every_order(sets: list[list[str]], ways: int) -> bool:
    """Whether these sets of different cards are as many `ways` to choose them, each in every order."""
    return len(sets) == ways * factorial(len(sets[0])) and len(set(map(tuple, sets))) == len(sets)


def _ways(held: list[str]) -> list[int]:
    """The numbers of different sets of 0, 1, 2 … cards in `held`."""
    ways = [1]
    for copies in Counter(held).values():
        ways = [
            sum(ways[size - taken] for taken in range(copies + 1) if 0 <= size - taken < len(ways))
            for size in range(len(ways) + copies)
        ]
    return ways


def _joined(found: dict[_Shape, list[Move]], groups: list[MoveGroup]) -> list[MoveGroup]:
    """Join groups such as `1 to 7 clubs` and `1 to 7 hearts` as `1 to 7 clubs or hearts`."""
    out: list[MoveGroup] = []
    heads: dict[str, tuple[int, list[str]]] = {}
    for shape, group in zip(found, groups, strict=True):
        head = group.text.removesuffix(shape.after) if shape.what == "number" and shape.after else ""
        if not head or len(group.moves) < 2:
            out.append(group)
        elif head in heads:
            at, afters = heads[head]
            afters.append(shape.after.strip())
            out[at] = MoveGroup(f"{head} {listed(afters, 'or')}", (*out[at].moves, *group.moves))
        else:
            heads[head] = (len(out), [shape.after.strip()])
            out.append(group)
    return out


def _alike_but_for_a_word(groups: list[MoveGroup]) -> list[MoveGroup]:
    """Join `a simple game in spades` and `a simple game in hearts` as `a simple game in spades or hearts`."""
    out: list[MoveGroup] = []
    at = 0
    while at < len(groups):
        words = [groups[at].text.split(" ")]
        place = -1
        for group in groups[at + 1 :]:
            others = group.text.split(" ")
            differ = [i for i, (a, b) in enumerate(zip(words[0], others, strict=False)) if a != b]
            if len(others) != len(words[0]) or len(differ) != 1 or place not in (-1, differ[0]):
                break
            place = differ[0]
            words.append(others)
        if len(words) < 2 or not all(map(_WHOLE.fullmatch, (one[place] for one in words))):
            out.append(groups[at])
            at += 1
            continue
        joined = [*words[0][:place], listed([one[place] for one in words], "or"), *words[0][place + 1 :]]
        out.append(MoveGroup(" ".join(joined), tuple(m for group in groups[at : at + len(words)] for m in group.moves)))
        at += len(words)
    return out
