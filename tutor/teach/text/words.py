"""Words: the one place where facts become sentences.

Sentences are Jinja: those every game shares stand in `templates/*.j2` as blocks (`say("hint.rule", …)`), those of
one game in its rulebook. Cards, moves and seats are printed as marks (see `doc`), so a sentence never decides how a
card looks. Undefined facts are errors: a sentence that asks for what is not there cannot ship.

Most sentences decide nothing: they are a text with facts in it (`Plain`). Those are said without Jinja, which takes
longer to load than most commands do their work; a test holds that both say the same.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.cards import SUIT_NAMES, Card
from tutor.kernel.moves import Move
from tutor.teach.text.blocks import Blocks
from tutor.teach.text.doc import mark
from tutor.teach.text.files import templates_root
from tutor.teach.text.language import translated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from jinja2 import TemplateError

__all__ = ["TemplateError", "capital", "listed", "say", "sentence", "shown"]


_WHITE: Final = re.compile("[ \t\r\n]+")


def shown(value: object) -> str:
    """A value as the words of a sentence: cards and moves marked, several of them separated by blanks."""
    if isinstance(value, Card):
        return mark("c", value.text)
    if isinstance(value, Move):
        return mark("m", value.text)
    if isinstance(value, tuple | list | frozenset | set):
        return " ".join(shown(part) for part in value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def listed(values: Iterable[object], last: str = "and") -> str:
    """`a, b and c`."""
    words = [shown(value) for value in values]
    if len(words) < 2:
        return words[0] if words else ""
    return f"{', '.join(words[:-1])} {translated(last)} {words[-1]}"


def card_shown(value: object) -> str:
    """A card or cards marked; a card that a rule names may be given by its letters: `card("QC")`."""
    if isinstance(value, str):
        return " ".join(mark("c", part) for part in value.split())
    return shown(value)


def seat(value: str) -> str:
    """A seat or side as a mark, so that the renderer can say You or P1."""
    return mark("s", value)


def suit(letter: str, *, one: bool = False) -> str:
    """`H` as `hearts`, or with `one` as `heart`."""
    name = SUIT_NAMES.get(letter, "no trump")
    return translated(name.removesuffix("s") if one and letter in SUIT_NAMES else name)


def count(number: float, noun: str, plural: str = "") -> str:
    """`1 card`, `3 cards`."""
    return f"{shown(number)} {noun if number == 1 else plural or noun + 's'}"


NUMBERS: Final = tuple("no one two three four five six seven eight nine ten eleven twelve".split())


def number(value: int) -> str:
    """A small number in words, a large one in figures."""
    return translated(NUMBERS[value]) if 0 <= value < len(NUMBERS) else str(value)


def capital(text: str) -> str:
    """`text` with its first letter a capital, unless it begins with a mark."""
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """`text` with a full stop, unless it ends like a sentence already."""
    return text if text.endswith((".", "?", "!", "…")) else f"{text}."


@cache
def templates() -> Blocks:
    """The templates that every game shares."""
    return Blocks(templates_root())


_FACT: Final = r"\{\{ (\w+) \}\}"
_TEXT: Final = rf"(?:[^{{}}#%]|{_FACT.replace('(', '(?:')})*"
_PLAIN: Final = re.compile(_TEXT)
_TRANSLATED: Final = re.compile(rf"\s*\{{% trans(?P<facts>(?: \w+=\w+,?)*) %\}}(?P<text>{_TEXT})\{{% endtrans %\}}\s*")
_BLOCK: Final = re.compile(r"\s*\{% block \w+ %\}(.*)\{% endblock %\}\s*", re.DOTALL)


class Plain(NamedTuple):
    """A sentence that is a text with facts in it, `%(name)s` for each; what is translated takes them as they are."""

    text: str
    facts: tuple[str, ...]
    written: Callable[[object], str] = shown

    def said(self, facts: Mapping[str, Any]) -> str | None:
        """The sentence with `facts`; None if one is missing, which Jinja complains of."""
        if not self.facts:
            return self.text
        try:
            return self.text % {name: self.written(facts[name]) for name in self.facts}
        except KeyError:
            return None


@cache
def plain(source: str) -> Plain | None:
    """`source` as a plain sentence; None if it is more than that."""
    inner = _BLOCK.fullmatch(source)
    body = inner[1] if inner else source
    found = _TRANSLATED.fullmatch(body)
    if found is None:
        return _with_facts(body) if _PLAIN.fullmatch(body) else None
    given = [pair.strip(" ,").split("=") for pair in found["facts"].split()]
    one = _with_facts(found["text"])
    names = {name for name, _ in given}
    if any(name != value for name, value in given) or not names <= set(one.facts):
        return None
    return one._replace(text=translated(one.text), written=str)


def _with_facts(text: str) -> Plain:
    names = tuple(dict.fromkeys(re.findall(_FACT, text)))
    return Plain(re.sub(_FACT, r"%(\1)s", text) if names else text, names)


@cache
def _plain_block(stem: str, block: str) -> Plain | None:
    try:
        return plain(templates().alone(f"{stem}.j2", block))
    except (OSError, KeyError):
        raise KeyError(f"{stem}.{block}") from None


def sentence(source: str, facts: Mapping[str, Any]) -> str:
    """`source` with `facts`, white space folded. TemplateError for a fact that is not there."""
    short = plain(source)
    said = short.said(facts) if short is not None else None
    if said is None:
        from tutor.teach.text.environment import rendered

        said = rendered(source, facts)
    return folded(said)


def folded(text: str) -> str:
    """`text` with one blank wherever there is white space; blanks at which no line ends stay."""
    return _WHITE.sub(" ", text).strip(" ")


def say(block_name: str, /, **facts: Any) -> str:
    """The block `file.block` of the templates with `facts`, white space folded; KeyError if there is no such block."""
    stem, _, block = block_name.partition(".")
    short = _plain_block(stem, block)
    said = short.said(facts) if short is not None else None
    if said is None:
        from tutor.teach.text import environment

        said = environment.block(stem, block, facts)
    return folded(said)


def has_block(block_name: str) -> bool:
    """Whether the templates have the block `file.block`."""
    stem, _, block = block_name.partition(".")
    return block in blocks_of(stem)


def blocks_of(stem: str) -> frozenset[str]:
    """The names of the blocks in the file `stem.j2` of the templates; OSError if there is none."""
    return frozenset(templates().of(f"{stem}.j2"))


def __getattr__(name: str) -> Any:
    """`TemplateError`, of which Jinja has to be loaded."""
    if name != "TemplateError":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from jinja2 import TemplateError

    return TemplateError
