"""Make sentences from facts.

Sentences are Jinja: shared ones are blocks of `templates/*.j2` (`say("hint.rule", …)`), those of one game are in its
rulebook. Cards, moves and seats become marks (`values`), which renderers show their way. Undefined facts are errors.

Most sentences are said without Jinja (`sentences`), as loading that takes longer than most commands.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.text import sentences
from tutor.teach.text.blocks import templates
from tutor.teach.text.values import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from jinja2 import TemplateError

__all__ = ["TemplateError", "say", "sentence"]


_WHITE: Final = re.compile("[ \t\r\n]+")


@cache
def read(source: str) -> Callable[[dict[str, Any]], str] | None:
    """The sentence `source` as a function of words and facts; None if it needs Jinja."""
    try:
        return sentences.read(source)
    except sentences.NotRead:
        return None


def _said(source: str, facts: Mapping[str, Any]) -> str | None:
    """The sentence with `facts`, white space unchanged; None if only Jinja can say it, or what is wrong with it."""
    sentence = read(source)
    try:
        return sentence({**WORDS, **facts}) if sentence is not None else None
    except Exception:
        return None


@cache
def _block(stem: str, block: str) -> str:
    try:
        return templates().alone(f"{stem}.j2", block)
    except (OSError, KeyError):
        raise KeyError(f"{stem}.{block}") from None


def sentence(source: str, facts: Mapping[str, Any]) -> str:
    """The sentence `source` with `facts`, white space folded; raises TemplateError for a missing fact."""
    said = _said(source, facts)
    if said is None:
        from tutor.teach.text.environment import rendered

        said = rendered(source, facts)
    return folded(said)


def folded(text: str) -> str:
    """`text` with each run of white space as one blank; no-break spaces stay."""
    return _WHITE.sub(" ", text).strip(" ")


def say(block_name: str, /, **facts: Any) -> str:
    """The template block `file.block` with `facts`, white space folded; raises KeyError if there is no such block."""
    stem, _, block = block_name.partition(".")
    said = _said(_block(stem, block), facts)
    if said is None:
        from tutor.teach.text import environment

        said = environment.block(stem, block, facts)
    return folded(said)


def has_block(block_name: str) -> bool:
    """Whether the shared templates have the block `file.block`."""
    stem, _, block = block_name.partition(".")
    return block in blocks_of(stem)


def blocks_of(stem: str) -> frozenset[str]:
    """The names of the blocks in the template file `stem.j2`; raises OSError if there is no such file."""
    return frozenset(templates().of(f"{stem}.j2"))


def __getattr__(name: str) -> Any:
    """Import `TemplateError` on demand, as it loads Jinja."""
    if name != "TemplateError":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from jinja2 import TemplateError

    return TemplateError
