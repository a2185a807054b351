"""All games with the learner's progress, and the map of related games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from tutor.kernel.by_name import names
from tutor.teach.overview.index import IndexEntry, headlines, indexed
from tutor.teach.text.doc import Block, ColumnsBlock, Doc, Gap, Heading, Para, Tree
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.teach.progress.derived import Progress


class Listed(NamedTuple):
    """A game in the list; `done` of its lessons are finished."""

    name: str
    game: IndexEntry
    done: int

    @property
    def lessons(self) -> int:
        """The number of its lessons."""
        return len(self.game.lessons)


def listed(progress: Progress) -> dict[str, Listed]:
    """Every game that has a rulebook, by name."""
    out = {}
    for name in names():
        game = indexed(name)
        if game.rules:
            done = sum(bool(progress.lesson(name, lesson.id).finished) for lesson in game.lessons)
            out[name] = Listed(name, game, done)
    return out


def map_doc(progress: Progress) -> Doc:
    """A tree of games by likeness, each below its nearest relative; then the lessons that lead from game to game.

    A game that no rulebook relates to another stands alone, below the others.
    """
    there = listed(progress)
    related = list(spanning_tree(likeness(there)))
    alone = sorted(there.keys() - {name for _, name in related})
    tree = tuple((depth, _place(there[name])) for depth, name in (*related, *((0, name) for name in alone)))
    out: list[Block] = [Heading(say("games.map"), 1), Tree(tree), Gap(), Para(say("games.compare"), "dim")]
    bridges = [(known, name, lesson) for name in there for known, lesson in contrasts(name) if known in there]
    if bridges:
        titled = sorted((there[known].game.title, there[name].game.title, lesson) for known, name, lesson in bridges)
        rows = tuple((known, name, f"tutor learn {lesson}") for known, name, lesson in titled)
        out += [Gap(), Heading(say("games.bridges")), ColumnsBlock(tuple(say("games.bridges_head").split("|")), rows)]
    return tuple(out)


def _place(one: Listed) -> str:
    return say("games.place", title=one.game.title, done=one.done, lessons=one.lessons)


def contrasts(name: str) -> Iterator[tuple[str, str]]:
    """The contrast lessons of a game: the game that the learner must know, and the lesson's address."""
    for number, lesson in enumerate(headlines(name), 1):
        if lesson.contrast:
            yield lesson.contrast, f"{name}:{number}"


Likeness = dict[frozenset[str], int]


def likeness(there: Mapping[str, Listed]) -> Likeness:
    """A measure of likeness of each two games: whether their rulebooks name each other and a lesson links them."""
    found: Likeness = {frozenset((a, b)): 0 for a in there for b in there if a < b}
    for name, one in there.items():
        for other in one.game.related:
            if frozenset((name, other)) in found:
                found[frozenset((name, other))] += 2
        for other, _ in contrasts(name):
            if frozenset((name, other)) in found:
                found[frozenset((name, other))] += 1
    return {pair: weight for pair, weight in found.items() if weight}


def spanning_tree(near: Likeness) -> Iterator[tuple[int, str]]:
    """A maximum spanning tree of the games as (depth, name), from the game with most neighbours."""
    joined: dict[str, set[str]] = {}
    parts: dict[str, frozenset[str]] = {}
    for pair, _ in sorted(near.items(), key=lambda item: (-item[1], sorted(item[0]))):
        a, b = sorted(pair)
        one, two = (parts.get(name, frozenset((name,))) for name in (a, b))
        if one != two:
            joined.setdefault(a, set()).add(b)
            joined.setdefault(b, set()).add(a)
            for name in one | two:
                parts[name] = one | two
    left = dict.fromkeys(sorted(joined, key=lambda name: (-len(joined[name]), name)))
    while left:
        waiting = [(0, next(iter(left)))]
        while waiting:
            depth, name = waiting.pop()
            if name in left:
                del left[name]
                yield depth, name
                waiting += [(depth + 1, other) for other in sorted(joined[name], reverse=True) if other in left]


def games_json(progress: Progress, only: str) -> dict[str, Any]:
    """The object of `games --json`: every game, or the one called `only`."""
    there = {name: one for name, one in listed(progress).items() if only in ("", name)}
    return {
        "games": [
            {
                "name": name,
                "title": one.game.title,
                "family": one.game.family,
                "players": list(one.game.players),
                "minutes": one.game.minutes,
                "difficulty": one.game.difficulty,
                "lessons": one.lessons,
                "finished": one.done,
                "summary": one.game.summary,
                "related": dict(one.game.related),
                "contrasts": dict(contrasts(name)),
            }
            for name, one in there.items()
        ]
    }
