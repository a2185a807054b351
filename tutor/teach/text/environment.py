"""The Jinja environment of sentences, and its loader.

Compiled code is not cached on disk, where a faulty disk or another user could change what the program runs. Instead
only the blocks that are used are compiled, one by one, which is as fast.
"""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    Template,
    TemplateNotFound,
    TemplateRuntimeError,
    Undefined,
)
from jinja2.runtime import Context, new_context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from tutor.kernel.cards import Card
from tutor.kernel.moves import Move
from tutor.kernel.view import View
from tutor.teach.text import values
from tutor.teach.text.blocks import templates
from tutor.teach.text.language import translations
from tutor.teach.text.marks import mark

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tutor.teach.text.blocks import Blocks


class SentenceLoader(FileSystemLoader):
    """Loads template files by name, blocks as `file.j2#block`, and sentences by a name derived from their text."""

    def __init__(self, blocks: Blocks) -> None:
        super().__init__(blocks.folder)
        self._blocks = blocks
        self._sentences: dict[str, str] = {}

    def named(self, source: str) -> str:
        """The name by which the sentence `source` can be loaded."""
        name = "sentence:" + hashlib.sha1(source.encode(), usedforsecurity=False).hexdigest()
        self._sentences[name] = source
        return name

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The source of a file, of a block with the blocks it uses, or of a sentence."""
        if template in self._sentences:
            return self._sentences[template], "sentence", lambda: True
        file, _, block = template.partition("#")
        if not block:
            return super().get_source(environment, template)
        try:
            return self._blocks.alone(file, block), str(self._blocks.folder / file), lambda: True
        except (OSError, KeyError):
            raise TemplateNotFound(template) from None


class SentenceEnvironment(ImmutableSandboxedEnvironment):
    """The sandbox, which need not look long at cards, moves, views and our own words: it comes to the same."""

    own_words: frozenset[FunctionType] = frozenset()

    def call(self, context: Context, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        """What `called` says; only words of ours are called at once."""
        if type(called) is FunctionType and called in self.own_words:
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
            return called(*args, **kwargs)
        return super().call(context, called, *args, **kwargs)

    def getattr(self, holder: Any, attribute: str, /) -> Any:
        """What `holder` has under that name; what is public is safe to read in values of ours, which never change."""
        if isinstance(holder, _VALUES) and not attribute.startswith("_"):
            with suppress(AttributeError):
                return getattr(holder, attribute)
        return super().getattr(holder, attribute)


_VALUES: Final = (Card, Move, View)


def _finalize(value: object) -> object:
    return value if type(value) is str or isinstance(value, str | Undefined) else values.shown(value)


@cache
def environment() -> SentenceEnvironment:
    """The environment of all sentences, sandboxed as lessons may come from strangers."""
    env = SentenceEnvironment(
        loader=SentenceLoader(templates()),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
        optimized=False,  # takes a tenth of compiling, and most sentences are said a few times
        extensions=["jinja2.ext.i18n"],
        cache_size=4000,
        auto_reload=False,
    )
    env.globals.clear()
    env.globals.update(
        card=values.card_shown,
        cards=values.card_shown,
        shown_move=values.shown,
        move_text=lambda text: mark("m", text),
        seat=values.seat,
        side=values.seat,
        others_as=values.others_as,
        suit=values.suit,
        count=values.count,
        number=values.number,
        listed=values.listed,
        some=values.some,
        clause=lambda ident: mark("k", ident),
        strong=lambda text: mark("b", values.shown(text)),
        capital=values.capital,
        ended=values.ended,
        len=len,
    )
    env.filters.update(
        seat=values.seat, suit=values.suit, card=values.card_shown, cards=values.card_shown, capital=values.capital
    )
    catalogue = translations()
    if catalogue is None:
        env.install_gettext_callables(lambda text: text, lambda one, more, n: one if n == 1 else more)  # type: ignore[attr-defined]
    else:
        env.install_gettext_translations(catalogue)  # type: ignore[attr-defined]
    env.own_words = frozenset(word for word in env.globals.values() if isinstance(word, FunctionType))
    return env


@cache
def compiled(source: str) -> Template:
    """The sentence `source`, compiled and cached; raises TemplateError if it is not valid Jinja."""
    loader = environment().loader
    assert isinstance(loader, SentenceLoader)
    return environment().get_template(loader.named(source))


def rendered(source: str, facts: Mapping[str, Any]) -> str:
    """The sentence `source` with `facts`, white space unchanged; raises TemplateError."""
    template = compiled(source)
    try:
        return "".join(template.root_render_func(_context(template, facts)))
    except TypeError as why:
        hidden = [name for name in _words().keys() & facts.keys() if re.search(rf"\b{name}\(", source)]
        if not hidden:
            raise
        raise TemplateRuntimeError(
            "; ".join(f"a field or fact named {name} hides {name}(…): give it another name" for name in sorted(hidden))
        ) from why


def block(stem: str, name: str, facts: Mapping[str, Any]) -> str:
    """The block `name` of the template file `stem` with `facts`, white space unchanged; raises TemplateError."""
    template = environment().get_template(f"{stem}.j2#{name}")
    return "".join(template.blocks[name](_context(template, facts)))


def _context(template: Template, facts: Mapping[str, Any]) -> Context:
    # `Template.new_context` would look up each global word through a chain of dictionaries, and again for an import.
    return new_context(environment(), template.name, template.blocks, {**_words(), **facts}, shared=True, globals={})


@cache
def _words() -> dict[str, Any]:
    """The names that every sentence may use."""
    return dict(environment().globals)
