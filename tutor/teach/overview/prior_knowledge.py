"""What players of a well-known game can keep in one of ours, and what differs: tables `[known.NAME]` of a rulebook."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.teach.text.doc import Block, Doc, Gap, Heading, Item, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAMES: Final = ("bridge", "whist", "hearts", "skat", "euchre", "spades", "rummy", "uno")
"""Well-known games that `tutor` does not have."""
ABOUT: Final = tuple("aim players cards ranking trumps follow head bidding points end".split())
"""The subjects of likenesses and differences."""
MOST: Final = 5
"""The most likenesses, and differences, of one game."""


class Point(NamedTuple):
    """A likeness or difference: its subject (one of `ABOUT`), and the sentence about it."""

    about: str
    say: str


class KnownGame(NamedTuple):
    """The likenesses and differences to a known game, the most important first."""

    same: tuple[Point, ...]
    differs: tuple[Point, ...]


NOTHING: Final[Mapping[str, KnownGame]] = MappingProxyType({})


def parse(data: Any) -> tuple[Mapping[str, KnownGame], list[str]]:
    """Parse the tables `known` of a rulebook; gives them by game, and all faults of their structure."""
    faults: list[str] = []
    if not isinstance(data, dict):
        return NOTHING, ["known must be tables: [known.whist]"]
    out = {}
    for name, table in data.items():
        if name not in NAMES:
            faults.append(f"known.{name}: no such game; there are {', '.join(NAMES)}")
        elif not isinstance(table, dict):
            faults.append(f"known.{name} must be a table")
        else:
            faults += [f"known.{name}: unknown key {key}" for key in sorted(table.keys() - set(KnownGame._fields))]
            lists = {key: tuple(_points(f"known.{name}.{key}", table.get(key), faults)) for key in KnownGame._fields}
            out[name] = KnownGame(**lists)
    return out, faults


def _points(where: str, data: Any, faults: list[str]) -> Iterator[Point]:
    if not isinstance(data, list) or not data:
        faults.append(f'{where} must be a list of {{ about = "…", say = "…" }}')
        return
    if len(data) > MOST:
        faults.append(f"{where} has {len(data)} entries; {MOST} are the most")
    for entry in data:
        if not isinstance(entry, dict) or set(entry) != set(Point._fields) or not all(map(_text, entry.values())):
            faults.append(f"{where}: each entry has about and say, both texts")
        elif entry["about"] not in ABOUT:
            faults.append(f"{where}: {entry['about']} is none of {', '.join(ABOUT)}")
        else:
            yield Point(entry["about"], entry["say"].strip())


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


# -- for people and programs ---------------------------------------------------------------------------------


def known_title(name: str) -> str:
    """The title of a well-known game."""
    return say("contrast.elsewhere", name=name)


def known_doc(title: str, name: str, known: Mapping[str, KnownGame]) -> Doc:
    """A document for players of `name`: what they can keep in the game called `title`, and what differs."""
    other = known_title(name)
    found = known.get(name)
    if found is None:
        there = [known_title(one) for one in known]
        return (Para(say("contrast.unsaid", game=title, known=other, there=there, words=list(known)), "warn"),)
    out: list[Block] = [Heading(say("contrast.title", game=title, known=other), 1)]
    for key, points in zip(KnownGame._fields, found, strict=True):
        out += [Gap(), Heading(say(f"contrast.{key}"))]
        out += [Item(say("contrast.about", about=point.about), point.say) for point in points]
    return tuple(out)


def known_json(game: str, name: str, known: Mapping[str, KnownGame]) -> dict[str, Any]:
    """The contents of `known_doc` as a JSON object; its lists are empty if the rulebook lacks that game."""
    found = known.get(name, KnownGame((), ()))
    lists = {key: [point._asdict() for point in points] for key, points in zip(KnownGame._fields, found, strict=True)}
    return {"known": name, "game": game, **lists}
