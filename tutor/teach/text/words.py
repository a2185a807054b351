"""Make sentences from facts.

Sentences are Jinja: shared ones are blocks of `templates/*.j2` (`say("hint.rule", …)`), those of one game are in its
rulebook. Cards, moves and seats become marks (`values`), which renderers show their way. Undefined facts are errors.

Most sentences are just a text with facts in it (`Plain`), or one of two such texts (`Choice`). These are made without
Jinja, as loading that takes longer than most commands, and compiling such a sentence a millisecond; a test holds that
both ways give the same.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.teach.text.blocks import templates
from tutor.teach.text.language import translated
from tutor.teach.text.values import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from jinja2 import TemplateError

__all__ = ["TemplateError", "say", "sentence"]


_WHITE: Final = re.compile("[ \t\r\n]+")


_FACT: Final = r"\{\{ (\w+) \}\}"
_TEXT: Final = rf"(?:[^{{}}#%]|{_FACT.replace('(', '(?:')})*"
_PLAIN: Final = re.compile(_TEXT)
_TRANSLATED: Final = re.compile(rf"\s*\{{% trans(?P<facts>(?: \w+=\w+,?)*) %\}}(?P<text>{_TEXT})\{{% endtrans %\}}\s*")
_BLOCK: Final = re.compile(r"\s*\{% block \w+ %\}(.*)\{% endblock %\}\s*", re.DOTALL)
_CHOICE: Final = re.compile(
    r'\s*\{% if (?P<fact>\w+)(?: == (?P<one>"[^"]*")| in \((?P<some>"[^"]*"(?:, "[^"]*")+)\))? %\}(?P<yes>.*?)'
    r"\{% else %\}(?P<no>.*?)\{% endif %\}\s*",
    re.DOTALL,
)


class Plain(NamedTuple):
    """A sentence that is just a text with facts, `%(name)s` for each; translated sentences take them unformatted."""

    text: str
    facts: tuple[str, ...]
    written: Callable[[object], str] = shown

    def said(self, facts: Mapping[str, Any]) -> str | None:
        """The sentence with `facts`; None if one is missing, for which Jinja will raise."""
        if not self.facts:
            return self.text
        try:
            return self.text % {name: self.written(facts[name]) for name in self.facts}
        except KeyError:
            return None


class Choice(NamedTuple):
    """One of two plain sentences: `yes` if the fact `decides` is one of the texts `among` or, without any, true."""

    decides: str
    among: tuple[str, ...]
    yes: Plain
    no: Plain

    @property
    def facts(self) -> tuple[str, ...]:
        """The names of all facts."""
        return tuple(dict.fromkeys((self.decides, *self.yes.facts, *self.no.facts)))

    def said(self, facts: Mapping[str, Any]) -> str | None:
        """The sentence with `facts`; None if one is missing, for which Jinja will raise."""
        if self.decides not in facts:
            return None
        value = facts[self.decides]
        return (self.yes if (value in self.among if self.among else value) else self.no).said(facts)


@cache
def plain(source: str) -> Plain | Choice | None:
    """`source` as a plain sentence; None if it needs Jinja."""
    inner = _BLOCK.fullmatch(source)
    body = inner[1] if inner else source
    choice = _CHOICE.fullmatch(body)
    if choice is None:
        return _text_of(body)
    yes, no = _text_of(choice["yes"]), _text_of(choice["no"])
    among = tuple(re.findall(r'"([^"]*)"', choice["one"] or choice["some"] or ""))
    return Choice(choice["fact"], among, yes, no) if yes is not None and no is not None else None


def _text_of(body: str) -> Plain | None:
    """The text with facts that `body` is; None if it is more."""
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
    """`text` with `{{ name }}` for each fact."""
    names = tuple(dict.fromkeys(re.findall(_FACT, text)))
    return Plain(re.sub(_FACT, r"%(\1)s", text) if names else text, names)


@cache
def _plain_block(stem: str, block: str) -> Plain | Choice | None:
    try:
        return plain(templates().alone(f"{stem}.j2", block))
    except (OSError, KeyError):
        raise KeyError(f"{stem}.{block}") from None


def sentence(source: str, facts: Mapping[str, Any]) -> str:
    """The sentence `source` with `facts`, white space folded; raises TemplateError for a missing fact."""
    short = plain(source)
    said = short.said(facts) if short is not None else None
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
    short = _plain_block(stem, block)
    said = short.said(facts) if short is not None else None
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
