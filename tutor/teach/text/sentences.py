"""Read sentences as functions of facts: as much of Jinja as nearly all of them are written in.

Loading Jinja and compiling with it take longer than most commands. What is not read here (macros, blocks of `set`, rare
filters) raises NotRead, some of it only when it is said, and is left to Jinja; tests hold that both say the same.
"""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.text.expressions import Expression, NotRead, constant, named
from tutor.teach.text.language import translated, translated_number
from tutor.teach.text.values import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tutor.teach.text.expressions import Facts, Value

__all__ = ["NotRead", "read"]

_TAG: Final = re.compile(r"(\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\})", re.DOTALL)
_OPENED: Final = re.compile(r"\{[{%#]")
_DASHED: Final = re.compile(r"\{[{%#][-+]|[-+][}%#]\}")
"""Tags that say what becomes of the white space beside them."""
_BEFORE_TAG: Final = re.compile(r"^[ \t]+(?=\{[%#])", re.MULTILINE)
_AFTER_TAG: Final = re.compile(r"(?<=[%#]\})\n")
"""White space that Jinja takes away beside tags (`lstrip_blocks`, `trim_blocks`)."""
_ASSIGNED: Final = re.compile(r"([A-Za-z]\w*)\s*=\s*(?!=)(.+)", re.DOTALL)
_EACH: Final = re.compile(r"([A-Za-z]\w*(?:\s*,\s*[A-Za-z]\w*)*)\s+in\s+(.+)", re.DOTALL)


def read(source: str) -> Value:
    """The sentence, or the block that it consists of, as a function of facts and words.

    Raises NotRead.
    """
    try:
        return _Sentence(source).until()[0]
    except RecursionError as why:
        raise NotRead(str(why)) from None


class _Sentence:
    """Reads a sentence tag by tag."""

    def __init__(self, source: str) -> None:
        pieces = _TAG.split(_AFTER_TAG.sub("", _BEFORE_TAG.sub("", source)))
        if _DASHED.search(source) or any(_OPENED.search(text) for text in pieces[::2]):
            raise NotRead(source)
        self.pieces = iter(pieces)
        self.loops = 0

    def until(self, *ends: str) -> tuple[Value, str]:
        """What stands before the next tag that begins with one of `ends`, and that tag; without `ends` all of it."""
        parts: list[Value] = []
        for piece in self.pieces:
            kind = piece[:2]
            if kind == "{{":
                parts.append(_shown(self.value(piece[2:-2])))
            elif kind == "{%":
                tag = piece[2:-2].strip()
                name, _, rest = tag.partition(" ")
                if name in ends:
                    return _joined(parts), tag
                parts.append(self.tag(name, rest))
            elif piece and kind != "{#":
                parts.append(constant(piece))
        if ends:
            raise NotRead(f"no {ends[0]}")
        return _joined(parts), ""

    def tag(self, name: str, rest: str) -> Value:
        """The part of the sentence that the tag `{% name rest %}` begins."""
        if name == "block":
            return self.until("endblock")[0]
        if name == "if":
            return self.choice(rest)
        if name == "for":
            return self.loop(rest)
        if name == "trans":
            return self.translation(rest)
        if name == "from":
            return _left
        assigned = _ASSIGNED.fullmatch(rest)
        if name != "set" or assigned is None or self.loops:  # in a loop it would hold for one turn only
            raise NotRead(name)
        return _assigned(named(assigned[1]).name, self.value(assigned[2]))

    def choice(self, rest: str) -> Value:
        """What stands between `if` and `endif`."""
        condition = self.value(rest)
        then, tag = self.until("elif", "else", "endif")
        word, _, rest = tag.partition(" ")
        other = self.choice(rest) if word == "elif" else self.until("endif")[0] if word == "else" else constant("")
        return lambda facts: then(facts) if condition(facts) else other(facts)

    def loop(self, rest: str) -> Value:
        """What stands between `for` and `endfor`, for each value."""
        each = _EACH.fullmatch(rest)
        if each is None:
            raise NotRead(rest)
        names = [named(name.strip()).name for name in each[1].split(",")]
        reader = Expression(each[2])
        values = reader.either()
        wanted = reader.either() if reader.skip("if") else None
        if reader.next():
            raise NotRead(reader.next())
        self.loops += 1
        said, _ = self.until("endfor")
        self.loops -= 1
        return _repeated(names, values, wanted, said)

    def translation(self, rest: str) -> Value:
        """What stands between `trans` and `endtrans`, translated."""
        given = self.given(rest)
        one, tag = self.message(given)
        if tag == "endtrans":
            text = translated(one if given else one.replace("%%", "%"))
            return _filled(given, lambda facts: text) if given else constant(text)
        word, _, name = tag.partition(" ")
        many, tag = self.message(given)
        if word != "pluralize" or tag != "endtrans" or name.strip() not in given:
            raise NotRead(tag)
        number = given[name.strip()]
        return _filled(given, lambda facts: translated_number(one, many, number(facts)))

    def given(self, rest: str) -> dict[str, Value]:
        """The facts that the tag of a translated text names."""
        reader = Expression(rest)
        found: dict[str, Value] = {}
        while reader.next():
            fact = named(reader.take())
            found[fact.name] = reader.expression() if reader.skip("=") else fact
            reader.skip(",")
        return found

    def message(self, given: dict[str, Value]) -> tuple[str, str]:
        """The text up to the next tag, with `%(name)s` for each fact, and that tag; adds its facts to `given`."""
        parts: list[str] = []
        for piece in self.pieces:
            if piece.startswith("{%"):
                return "".join(parts), piece[2:-2].strip()
            if piece.startswith("{#"):
                raise NotRead(piece)
            if piece.startswith("{{"):
                fact = named(piece[2:-2].strip())
                given.setdefault(fact.name, fact)
                parts.append(f"%({fact.name})s")
            else:
                parts.append(piece.replace("%", "%%"))
        raise NotRead("no endtrans")

    def value(self, text: str) -> Value:
        """What the expression `text` comes to."""
        return Expression(text).whole()


def _left(facts: Facts) -> str:
    """Leave the sentence to Jinja, which reads macros, if it comes to this part of it."""
    raise NotRead("from")


def _joined(parts: list[Value]) -> Value:
    return parts[0] if len(parts) == 1 else lambda facts: "".join([part(facts) for part in parts])


def _shown(value: Value) -> Value:
    return lambda facts: shown(value(facts))


def _assigned(name: str, value: Value) -> Value:
    """Sets a fact, and says nothing."""

    def assigned(facts: Facts) -> str:
        facts[name] = value(facts)
        return ""

    return assigned


def _filled(given: dict[str, Value], text: Callable[[Facts], str]) -> Value:
    return lambda facts: text(facts) % {name: value(facts) for name, value in given.items()}


def _repeated(names: list[str], values: Value, wanted: Value | None, said: Value) -> Value:
    """What is said for each of the values that are wanted, by the `names` of its parts."""

    def bound(found: Iterable[Any], facts: Facts) -> Iterable[Facts]:
        for value in found:
            parts = [value] if len(names) == 1 else value
            one = {**facts, **dict(zip(names, parts, strict=True))}
            if wanted is None or wanted(one):
                yield one

    def repeated(facts: Facts) -> str:
        turns = list(bound(values(facts), facts))
        for at, one in enumerate(turns):
            first, last = at == 0, at + 1 == len(turns)
            one["loop"] = SimpleNamespace(index=at + 1, index0=at, first=first, last=last, length=len(turns))
        return "".join([said(one) for one in turns])

    return repeated
