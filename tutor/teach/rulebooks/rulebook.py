"""Rulebooks: the clauses of a game's rules, and the sentences about them that need facts of a position.

A rulebook is `lessons/<game>/rulebook.toml`. Clause ids are those in the code; they key progress, drills and links, so
they never change. `rule` is the clause in one imperative sentence. `refused`, `allowed`, `decided` and `scored` are
Jinja sentences for a ruling, the winner of a trick and a score line; a clause without one falls back on `rule`.
`refused_all` and `allowed_all` say in one sentence, if they are not empty, what would be one for each kind of move.
`lapses` warns a player who is about to give up the right that the clause grants.
"""

from __future__ import annotations

import re
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.faults import UserFault
from tutor.teach.drills.drill_spec import read_drill_spec
from tutor.teach.overview.prior_knowledge import NOTHING, KnownGame
from tutor.teach.overview.prior_knowledge import parse as parse_known
from tutor.teach.text.disk_cache import read_toml
from tutor.teach.text.files import lessons_root

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from tutor.teach.drills.drill_spec import DrillSpec

NONE: Final[Mapping[str, str]] = MappingProxyType({})
_SENTENCE_END: Final = r"(?<=[.!?])\s+"
_OPTION: Final = r"`|\boptions?\b|\b[a-z]+_[a-z_]+\b|\b[a-z]+=\S"
"""What sentences about an option contain: the word, a name with an underscore, `name=value`."""


class Clause(NamedTuple):
    """One clause. `text` is its prose.

    `drill`, `untaught`, `unasked` and `untested`, if not empty, give the reason why it is in no drill, lesson, question
    or worked case.
    """

    id: str
    title: str
    text: str
    section: str
    rule: str = ""
    refused: str = ""
    allowed: str = ""
    refused_all: str = ""
    allowed_all: str = ""
    decided: str = ""
    scored: str = ""
    lapses: str = ""
    drill: str = ""
    untaught: str = ""
    unasked: str = ""
    untested: str = ""
    item: str = ""
    """Its name as an item of a sum, if that is not its title: "the contract made"."""
    terms: tuple[str, ...] = ()
    """Technical terms that it explains."""
    entries: tuple[str, ...] = ()
    """Names of entries of the drawn table that mean nothing before it is told; earlier lessons leave them out."""

    @property
    def at_table(self) -> str:
        """`text` for somebody who plays: without the sentences that name an option, which is a word of commands."""
        return " ".join(one for one in re.split(_SENTENCE_END, self.text) if not re.search(_OPTION, one))


class Rulebook(NamedTuple):
    """A game's rules in words. `situation` has sentences for results, `event` and `fact` for events and facts.

    `move` names moves, by word, by phase, or by both (`deal.pass`); `card` names jokers (`X1`); `called` has names of
    other cards, each with the condition under which `c` has it in the view `v`; `synonym` has other words that people
    type for those of `move`; `option` names house rules.
    """

    game: str
    title: str
    summary: str
    aim: str
    minutes: int
    difficulty: int
    source: str
    clauses: Mapping[str, Clause]
    related: Mapping[str, str] = NONE
    situation: Mapping[str, str] = NONE
    event: Mapping[str, str] = NONE
    fact: Mapping[str, str] = NONE
    table: Mapping[str, str] = NONE
    """Phrases of the drawn table, by the names of the game's entries."""
    move: Mapping[str, str] = NONE
    card: Mapping[str, str] = NONE
    called: Mapping[str, str] = NONE
    synonym: Mapping[str, str] = NONE
    option: Mapping[str, str | Mapping[str, str]] = NONE
    """The meaning of each option: a phrase for each value, or one phrase for all values."""
    notes: tuple[str, ...] = ()
    drills: tuple[DrillSpec, ...] = ()
    known: Mapping[str, KnownGame] = NOTHING
    """Likenesses and differences to well-known games, by game."""
    example: str = ""
    """A short position in which something is allowed and something is not, to begin asking with."""

    def named(self, wanted: str) -> list[Clause]:
        """The clauses that `wanted` names exactly: by an id, a title, the beginning of an id, or a section."""
        low = wanted.strip().lower()
        ids = (low, f"{self.game}.{low}")
        every = self.clauses.values()
        heads = tuple(f"{ident}." for ident in ids)
        return [c for c in every if c.id.lower() in ids] or [
            c for c in every if c.id.lower().startswith(heads) or low in (c.title.lower(), c.section.lower())
        ]

    def find(self, wanted: str) -> list[Clause]:
        """The clauses that `wanted` names exactly, else those with it in their id or title."""
        low = wanted.strip().lower()
        every = self.clauses.values()
        return self.named(wanted) or [
            c for c in every if low in c.id.split(".", 1)[1].lower() or low in c.title.lower()
        ]


class BadRulebook(UserFault, ValueError):
    """A rulebook file that cannot be used; `faults` lists all faults."""

    def __init__(self, path: Path, faults: list[str]) -> None:
        super().__init__([f"{path.parent.name}/{path.name}: {fault}" for fault in faults])
        self.path, self.faults = path, faults


_TEXTS = ("title", "summary", "aim", "source")
_EXAMPLE = "example"
_NUMBERS = ("format", "minutes", "difficulty")
_TABLES = ("situation", "event", "fact", "table", "move", "card", "called", "synonym", "related")
_KEYED = "option"
_LISTS = ("section", "drill", "notes")
_KNOWN = "known"
_HEAD = {*_TEXTS, *_NUMBERS}
_CLAUSE = {"id", "title", "item", "text", "rule", "refused", "allowed", "decided", "scored", "lapses", "drill"}
_CLAUSE |= {"refused_all", "allowed_all", "untaught", "unasked", "untested"}
_WORDS = {"terms": "a list of words", "entries": "a list of names"}
"""Keys of a clause that hold lists of texts, and how that is said."""


def parse(game: str, data: Mapping[str, Any], path: Path) -> Rulebook:
    """The rulebook in `data` (a TOML document); raises `BadRulebook` with every fault found."""
    faults = [f"{key} is missing" for key in sorted(_HEAD - data.keys())]
    faults += [f"unknown key {key}" for key in sorted(data.keys() - _HEAD - _OPTIONAL)]
    faults += list(_misshapen(data))
    if faults:  # the code below relies on the structure
        raise BadRulebook(path, faults)
    clauses = _clauses(game, data.get("section", []), faults)
    drills = [read_drill_spec(table, clauses, faults) for table in data.get("drill", [])]
    elsewhere, wrong = parse_known(data.get(_KNOWN, {}))
    faults += wrong
    if faults:
        raise BadRulebook(path, faults)
    told: dict[str, Any] = {key: data[key] for key in (*_TEXTS, *_TABLES, _KEYED, _EXAMPLE) if key in data}
    return Rulebook(
        game,
        clauses=clauses,
        minutes=int(data["minutes"]),
        difficulty=int(data["difficulty"]),
        notes=tuple(data.get("notes", ())),
        drills=tuple(drill for drill in drills if drill is not None),
        known=elsewhere,
        **told,
    )


def _clauses(game: str, sections: Iterable[Mapping[str, Any]], faults: list[str]) -> dict[str, Clause]:
    """The clauses of these sections by id; adds what is wrong with them to `faults`."""
    clauses: dict[str, Clause] = {}
    for section in sections:
        if not section.get("title", ""):
            faults.append("a section has no title")
        for entry in section.get("clause", []):
            ident = str(entry.get("id", "?"))
            missing = [key for key in ("id", "title", "text") if not str(entry.get(key, "")).strip()]
            faults += [f"{ident}: {key} is missing" for key in missing]
            faults += [f"{ident}: unknown key {key}" for key in sorted(entry.keys() - _CLAUSE - _WORDS.keys())]
            lists = {key: _texts(entry.get(key, [])) for key in _WORDS}
            faults += [f"{ident}: {key} must be {said}" for key, said in _WORDS.items() if lists[key] is None]
            if not ident.startswith(f"{game}."):
                faults.append(f"{ident}: ids of this game begin with {game}.")
            if ident in clauses:
                faults.append(f"{ident}: stands there twice")
            if not missing:
                texts = {key: str(value).strip() for key, value in entry.items() if key in _CLAUSE}
                terms, entries = (some or () for some in lists.values())
                clauses[ident] = Clause(section=section.get("title", ""), terms=terms, entries=entries, **texts)
    return clauses


_OPTIONAL = {*_TABLES, _KEYED, *_LISTS, _KNOWN, _EXAMPLE}


def _misshapen(data: Mapping[str, Any]) -> Iterator[str]:
    """Faults of values that have the wrong type."""
    for kind, keys, said in (
        (str, (*_TEXTS, _EXAMPLE), "a text"),
        (int, _NUMBERS, "a whole number"),
        (list, _LISTS, "a list"),
    ):
        for key in keys:
            if key in data and (not isinstance(data[key], kind) or isinstance(data[key], bool)):
                yield f"{key} must be {said}"
    for key in _TABLES:
        table = data.get(key, {})
        if not isinstance(table, dict) or not all(isinstance(value, str) for value in table.values()):
            yield f"{key} must be a table of texts"
    keyed = data.get(_KEYED, {})
    if not isinstance(keyed, dict) or not all(map(_phrased, keyed.values())):
        yield f"{_KEYED} must be a table of texts, or of tables of texts by value"
    notes = data.get("notes", [])
    if isinstance(notes, list) and not all(isinstance(note, str) for note in notes):
        yield "notes must be a list of texts"
    yield from _misshapen_sections(data.get("section", []))


def _misshapen_sections(sections: object) -> Iterator[str]:
    for section in sections if isinstance(sections, list) else ():
        clauses = section.get("clause", []) if isinstance(section, dict) else None
        if not isinstance(clauses, list) or not all(isinstance(entry, dict) for entry in clauses):
            yield "a section is written [[section]], and a clause in it [[section.clause]]"
        elif not isinstance(section.get("title", ""), str):
            yield "the title of a section must be a text"


def _texts(value: object) -> tuple[str, ...] | None:
    """A list of texts that are not blank; None if `value` is anything else."""
    good = isinstance(value, list) and all(isinstance(text, str) and text.strip() for text in value)
    return tuple(value) if good and isinstance(value, list) else None


def _phrased(words: Any) -> bool:
    """Whether `words` describe an option: a text, or a text for each value."""
    texts = words.values() if isinstance(words, dict) else (words,)
    return all(isinstance(text, str) for text in texts)


@cache
def rulebook(game: str) -> Rulebook:
    """The rulebook of a game; raises `BadRulebook`, also if the file is missing or not TOML."""
    path = lessons_root() / game / "rulebook.toml"
    try:
        data = read_toml(path)
    except OSError as why:
        raise BadRulebook(path, [why.strerror or str(why)]) from None
    except (ValueError, RecursionError) as why:  # TOML and UTF-8 errors are ValueErrors
        raise BadRulebook(path, [str(why)]) from None
    return parse(game, data, path)
