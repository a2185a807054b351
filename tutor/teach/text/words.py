"""Words: the one place where facts become sentences.

Sentences are Jinja: those every game shares stand in `templates/*.j2` as blocks (`say("hint.rule", …)`), those of
one game in its rulebook. Cards, moves and seats are printed as marks (see `doc`), so a sentence never decides how a
card looks. Undefined facts are errors: a sentence that asks for what is not there cannot ship.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from jinja2 import StrictUndefined, Template, TemplateError, TemplateNotFound, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from tutor.kernel.cards import SUIT_NAMES, Card
from tutor.kernel.moves import Move
from tutor.teach.text.blocks import SentenceLoader
from tutor.teach.text.doc import mark
from tutor.teach.text.files import templates_root
from tutor.teach.text.language import translated, translations

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


def _finalize(value: object) -> object:
    return value if isinstance(value, str | Undefined) else shown(value)


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
def environment() -> ImmutableSandboxedEnvironment:
    """The environment of all sentences. It is sandboxed throughout: lessons may come from strangers."""
    env = ImmutableSandboxedEnvironment(
        loader=SentenceLoader(templates_root()),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
        extensions=["jinja2.ext.i18n"],
        cache_size=4000,
    )
    env.globals.clear()
    env.globals.update(
        card=card_shown,
        cards=card_shown,
        shown_move=shown,
        move_text=lambda text: mark("m", text),
        seat=seat,
        side=seat,
        suit=suit,
        count=count,
        number=number,
        listed=listed,
        clause=lambda ident: mark("k", ident),
        strong=lambda text: mark("b", shown(text)),
        capital=capital,
        ended=ended,
        len=len,
    )
    env.filters.update(seat=seat, suit=suit, card=card_shown, cards=card_shown, capital=capital)
    catalogue = translations()
    if catalogue is None:
        env.install_null_translations()  # type: ignore[attr-defined]
    else:
        env.install_gettext_translations(catalogue)  # type: ignore[attr-defined]
    return env


@cache
def compiled(source: str) -> Template:
    """The sentence in `source`, compiled once; raises TemplateError if it is no Jinja."""
    return environment().get_template(_loader().named(source))


def _loader() -> SentenceLoader:
    loader = environment().loader
    assert isinstance(loader, SentenceLoader)
    return loader


def sentence(source: str, facts: Mapping[str, Any]) -> str:
    """`source` with `facts`, white space folded. TemplateError for a fact that is not there."""
    return folded(compiled(source).render(facts))


def folded(text: str) -> str:
    """`text` with one blank wherever there is white space; blanks at which no line ends stay."""
    return _WHITE.sub(" ", text).strip(" ")


def say(block_name: str, /, **facts: Any) -> str:
    """The block `file.block` of the templates with `facts`, white space folded; KeyError if there is no such block."""
    stem, _, block = block_name.partition(".")
    try:
        template = environment().get_template(f"{stem}.j2#{block}")
    except TemplateNotFound:
        raise KeyError(block_name) from None
    made = "".join(template.blocks[block](template.new_context(facts)))
    return folded(made)


def has_block(block_name: str) -> bool:
    """Whether the templates have the block `file.block`."""
    stem, _, block = block_name.partition(".")
    return block in blocks_of(stem)


def blocks_of(stem: str) -> frozenset[str]:
    """The names of the blocks in the file `stem.j2` of the templates; raises `TemplateNotFound`."""
    return frozenset(_loader().blocks(f"{stem}.j2"))
